# bash completion of pcgram, made by docs/man/generate: source it, or put it where bash looks for completions.
# Names of the functions that ran, as `pcgram annotate` takes them, by the profile on the command line.
_pcgram_ran()
{
    local profile=pcgram.out i
    for ((i = 2; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            -i) profile=${COMP_WORDS[i + 1]} ;;
            --input) profile=${COMP_WORDS[i + 2]} ;;
        esac
    done
    "${COMP_WORDS[0]}" report --no-demangle --input="$profile" 2> /dev/null | sed -n '/^#/!s/^\( *[^ ]\{1,\}\)\{8\}  //p'
}

# Functions of the first program on the command line.
_pcgram_has()
{
    local file
    for file in "${COMP_WORDS[@]:1}"; do
        [[ -f $file && -x $file ]] || continue
        "${COMP_WORDS[0]}" disasm --no-demangle "$file" 2> /dev/null | sed -n 's/^[0-9a-f]* <\(.*\)>:$/\1/p'
        return
    done
}

# Words of standard input that begin with $1.
_pcgram_choose()
{
    local line
    while IFS= read -r line; do
        [[ $line == "$1"* ]] && COMPREPLY+=("$line")
    done
}

# Before the word there stands a guest, so that it is one of the guest's own arguments. $1: the options; those with "=" take a value.
_pcgram_in_guest()
{
    local i=1
    case ${COMP_WORDS[1]} in
        view | stat) i=2 ;;
        report | annotate | data | export | diff | merge | disasm | isa | explain | conform) return 1 ;;
    esac
    for ((; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            --) ((i + 1 < COMP_CWORD)); return ;;
            = | -[0ELUfgos]) ((i++)) ;;
            --*) [[ " $1 " == *" ${COMP_WORDS[i]}= "* && ${COMP_WORDS[i + 1]} != = ]] && ((i++)) ;;
            -*) ;;
            *) return 0 ;;
        esac
    done
    return 1
}

# What may follow the option $1; false: it is none that is known.
_pcgram_value()
{
    local word=$2 format='gmon mon callgrind folded pprof perf lcov speedscope trace-event'
    [[ ${COMP_WORDS[1]} == export ]] || format="pcgram $format"
    case ${COMP_WORDS[1]}:$1 in
        data:--sort | data:-s) COMPREPLY=($(compgen -W 'stalls misses accesses sharing' -- "$word")) ;;
        report:--by) COMPREPLY=($(compgen -W 'function line file image calls thread time' -- "$word")) ;;
        *:--sort | report:-s) COMPREPLY=($(compgen -W 'cycles instructions slots ticks calls cpi inclusive address name' -- "$word")) ;;
        *:--by) COMPREPLY=($(compgen -W 'function line file image' -- "$word")) ;;
        *:--style) COMPREPLY=($(compgen -W 'flat prof' -- "$word")) ;;
        *:--event) COMPREPLY=($(compgen -W 'cycles instructions slots ticks' -- "$word")) ;;
        *:--color) COMPREPLY=($(compgen -W 'auto always never' -- "$word")) ;;
        *:--disasm) COMPREPLY=($(compgen -W 'pcgram capstone' -- "$word")) ;;
        *:--dialect | conform:-d) COMPREPLY=($(compgen -W 'hpux irix openbsd aix' -- "$word")) ;;
        *:--tick-handler) COMPREPLY=($(compgen -W 'rom host' -- "$word")) ;;
        *:--sprofil-overlap) COMPREPLY=($(compgen -W 'reject allow' -- "$word")) ;;
        *:--trace-format) COMPREPLY=($(compgen -W 'log kanata' -- "$word")) ;;
        *:--engine) COMPREPLY=($(compgen -W 'host interpreter' -- "$word")) ;;
        *:--backend | conform:-b) COMPREPLY=($(compgen -W 'rom-parisc rule-parisc gateway-parisc rom-ia64 rule-ia64 host host64 libc guest-libc' -- "$word")) ;;
        export:-f | export:--format | *:--format) COMPREPLY=($(compgen -W "$format" -- "$word")) ;;
        report:-f | annotate:-f | data:-f | diff:-f | merge:-f | disasm:-f | isa:-f | explain:-f | view:-f | stat:-f | conform:-f) return 1 ;;
        *:-f) COMPREPLY=($(compgen -W "$format" -- "$word")) ;;
        *:--cpu) COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" --cpu=help 2> /dev/null | awk '{ print $2 }' | sort -u) help" -- "$word")) ;;
        *:--function) _pcgram_choose "$word" < <(_pcgram_ran) ;;
        disasm:--start | disasm:--stop | *:--start | *:--stop | *:--toggle-collect) _pcgram_choose "$word" < <(_pcgram_has) ;;
        *:--sysroot | *:-L) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        *:-[io] | *:--*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        *) return 1 ;;
    esac
}

_pcgram()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options
    COMPREPLY=()
    case ${COMP_WORDS[1]} in
        report) options='--input= --sort= --by= --function= --thread= --slices= --inline --inclusive --style= --program= --hz= --limit= --percent-limit= --wide --color= --json --html= --source-map= --no-source --no-demangle --output= --help' ;;
        annotate) options='--input= --all --thread= --slices= --event= --columns= --wide --disasm= --source-map= --no-source --no-demangle --color= --json --output= --help' ;;
        data) options='--input= --sort= --limit= --insns= --callers= --slices= --wide --json --no-demangle --output= --help' ;;
        export) options='--input= --format= --output= --thread= --slices= --event= --image= --inline --no-demangle --help' ;;
        diff) options='--event= --by= --threshold= --limit= --wide --no-demangle --color= --json --html= --source-map= --no-source --output= --help' ;;
        merge) options='--output= --help' ;;
        disasm) options='--start= --stop= --section= --disasm= --no-demangle --json --output= --help' ;;
        isa) options='--legend --json --output= --help' ;;
        explain) options='--loop --cpu= --profile= --source-map= --no-demangle --json --output= --help' ;;
        view) options='--keys= --tty --screenshot= --dump= --size= --scale= --font= --disasm= --source-map= --light --help --profile --format= --data --slices --stats --start= --stop= --toggle-collect= --warmup= --hz= --tick-cycles= --mhz= --cpu= --realtime --syscall-cycles= --tick-handler= --tick-log= --tick-phase= --tick-jitter= --charge-handler --sprofil-overlap= --max-insns= --max-cycles= --time-limit= --mem-limit= --max-processes= --max-files= --max-output= --trace= --trace-format= --trace-window= --strace --check-groups --gdb= --step --sysroot= --env= --unset= --argv0= --stack= --sandbox --seed= --engine= --progress --quiet --help --version' ;;
        stat) options='--json --output= --help --profile --format= --data --slices --stats --start= --stop= --toggle-collect= --warmup= --hz= --tick-cycles= --mhz= --cpu= --realtime --syscall-cycles= --tick-handler= --tick-log= --tick-phase= --tick-jitter= --charge-handler --sprofil-overlap= --max-insns= --max-cycles= --time-limit= --mem-limit= --max-processes= --max-files= --max-output= --trace= --trace-format= --trace-window= --strace --check-groups --gdb= --step --sysroot= --env= --unset= --argv0= --stack= --sandbox --seed= --engine= --progress --quiet --help --version' ;;
        conform) options='--backend= --dialect= --clause= --list --json --strict --output= --help' ;;
        *) options='--profile --format= --data --slices --stats --start= --stop= --toggle-collect= --warmup= --hz= --tick-cycles= --mhz= --cpu= --realtime --syscall-cycles= --tick-handler= --tick-log= --tick-phase= --tick-jitter= --charge-handler --sprofil-overlap= --max-insns= --max-cycles= --time-limit= --mem-limit= --max-processes= --max-files= --max-output= --trace= --trace-format= --trace-window= --strace --check-groups --gdb= --step --sysroot= --env= --unset= --argv0= --stack= --sandbox --seed= --engine= --progress --quiet --help --version' ;;
    esac
    if _pcgram_in_guest "$options"; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word"); return
    fi
    # bash takes --cpu=pa for three words
    if [[ $word == = ]]; then
        _pcgram_value "$before" ''; return
    elif [[ $before == = && $COMP_CWORD -gt 2 ]]; then
        _pcgram_value "${COMP_WORDS[COMP_CWORD - 2]}" "$word"; return
    elif [[ $before == -? || " $options " == *" $before= "* ]] && _pcgram_value "$before" "$word"; then
        return
    fi
    if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'report annotate data export diff merge disasm isa explain view stat conform' -- "$word"; compgen -f -- "$word")
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    elif [[ ${COMP_WORDS[1]} == annotate ]]; then
        _pcgram_choose "$word" < <(_pcgram_ran)
    elif [[ ${COMP_WORDS[1]} == explain && $COMP_CWORD -gt 2 && -f ${COMP_WORDS[COMP_CWORD - 1]} ]]; then
        _pcgram_choose "$word" < <(_pcgram_has)
    elif [[ ${COMP_WORDS[1]} == isa ]]; then
        COMPREPLY=($(compgen -W 'parisc ia64' -- "$word"))
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _pcgram pcgram
