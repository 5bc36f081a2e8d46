# bash completion of pcgram, made by docs/man/generate: source it, or put it where bash looks for completions.
_pcgram()
{
    local word=${COMP_WORDS[COMP_CWORD]} options
    COMPREPLY=()
    case ${COMP_WORDS[1]} in
        report) options='--input= --sort= --by= --style= --program= --hz= --limit= --percent-limit= --color= --json --html= --no-source --no-demangle --output= --help' ;;
        annotate) options='--input= --all --event= --disasm= --no-source --no-demangle --color= --json --output= --help' ;;
        export) options='--input= --format= --output= --event= --image= --no-demangle --help' ;;
        diff) options='--event= --by= --threshold= --limit= --no-demangle --color= --json --output= --help' ;;
        merge) options='--output= --help' ;;
        disasm) options='--start= --stop= --section= --disasm= --no-demangle --json --output= --help' ;;
        isa) options='--legend --json --output= --help' ;;
        explain) options='--cpu= --profile= --no-demangle --json --output= --help' ;;
        view) options='--keys= --screenshot= --dump= --size= --scale= --disasm= --light --help' ;;
        stat) options='--json --help' ;;
        conform) options='--backend= --dialect= --clause= --list --json --strict --output= --help' ;;
        *) options='--profile --format= --stats --start= --stop= --toggle-collect= --warmup= --hz= --tick-cycles= --mhz= --cpu= --realtime --syscall-cycles= --tick-handler= --tick-log= --tick-phase= --tick-jitter= --charge-handler --sprofil-overlap= --max-insns= --max-cycles= --time-limit= --mem-limit= --max-processes= --max-files= --max-output= --trace= --trace-format= --trace-window= --strace --check-groups --gdb= --step --sysroot= --env= --unset= --argv0= --stack= --sandbox --seed= --progress --quiet --help --version' ;;
    esac
    if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
        COMPREPLY=($(compgen -W 'report annotate export diff merge disasm isa explain view stat conform' -- "$word") $(compgen -f -- "$word"))
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}
complete -o filenames -F _pcgram pcgram
