# fish completion of pcgram, made by docs/man/generate: put it as pcgram.fish where fish looks for completions.
# The command on the line is $argv; without: none, so a guest is run.
function __pcgram_at
    set -l words (commandline -opc)
    if test (count $argv) = 0
        not contains -- "$words[2]" report annotate data export diff merge disasm isa explain view stat conform
    else
        contains -- "$words[2]" $argv
    end
end

# Behind a guest there are its own arguments.
function __pcgram_in_guest
    set -l words (commandline -opc)
    set -l value 0
    set -e words[1]
    contains -- "$words[1]" view stat; and set -e words[1]
    for word in $words
        if test $value = 1
            set value 0
        else if contains -- $word --argv0 --cpu --disasm --dump --engine --env --font --format --gdb --hz --keys --max-cycles --max-files --max-insns --max-output --max-processes --mem-limit --mhz --output --scale --screenshot --seed --size --source-map --sprofil-overlap --stack --start --stop --syscall-cycles --sysroot --tick-cycles --tick-handler --tick-jitter --tick-log --tick-phase --time-limit --toggle-collect --trace --trace-format --trace-window --unset --warmup -0 -E -L -U -f -g -o -s
            set value 1
        else if not string match -q -- '-*' $word
            return 0
        end
    end
    return 1
end

# A guest is run, by whichever command, and does not stand there yet.
function __pcgram_runs
    not __pcgram_in_guest; and begin
        __pcgram_at; or __pcgram_at view stat
    end
end

# Names of the functions that ran, as `pcgram annotate` takes them, by the profile on the command line.
function __pcgram_ran
    set -l profile pcgram.out
    set -l words (commandline -opc)
    for i in (seq (count $words))
        string match -q -- '--input=*' $words[$i]; and set profile (string replace -- --input= '' $words[$i])
        test "$words[$i]" = -i; and set profile $words[(math $i + 1)]
    end
    pcgram report --no-demangle --input=$profile 2> /dev/null | sed -n '/^#/!s/^\( *[^ ]\{1,\}\)\{8\}  //p'
end

# Functions of the first program on the command line.
function __pcgram_has
    for word in (commandline -opc)[2..-1] (string split ' ' -- (commandline -c))
        if test -f "$word" -a -x "$word"
            pcgram disasm --no-demangle $word 2> /dev/null | sed -n 's/^[0-9a-f]* <\(.*\)>:$/\1/p'
            return
        end
    end
end

function __pcgram_models
    pcgram --cpu=help 2> /dev/null | awk '{ print $2 }' | sort -u
    echo help
end

complete -c pcgram -n 'test (count (commandline -opc)) = 1' -a 'report annotate data export diff merge disasm isa explain view stat conform'
complete -c pcgram -n '__pcgram_at annotate' -f -a '(__pcgram_ran)'
complete -c pcgram -n '__pcgram_at explain; and test (count (commandline -opc)) -gt 2' -f -a '(__pcgram_has)'
complete -c pcgram -n '__pcgram_at isa; and test (count (commandline -opc)) = 2' -f -a 'parisc ia64'
complete -c pcgram -n '__pcgram_runs' -l profile -d 'count every instruction, write the profile to FILE'
complete -c pcgram -n '__pcgram_runs' -s f -l format -x -a 'pcgram gmon mon callgrind folded pprof perf lcov speedscope trace-event' -d 'format of the profile'
complete -c pcgram -n '__pcgram_runs' -l data -d 'with --profile: also what was accessed, for pcgram data'
complete -c pcgram -n '__pcgram_runs' -l slices -d 'with --profile: also when'
complete -c pcgram -n '__pcgram_runs' -l stats -d 'totals of all processes and threads as JSON'
complete -c pcgram -n '__pcgram_runs' -l start -x -a '(__pcgram_has)' -d 'count from this function, FUNCTION+0x1c or address'
complete -c pcgram -n '__pcgram_runs' -l stop -x -a '(__pcgram_has)' -d 'count up to this function or address, and again each time the guest comes to --start'
complete -c pcgram -n '__pcgram_runs' -l toggle-collect -x -a '(__pcgram_has)' -d 'count only calls of this function, with all that they call'
complete -c pcgram -n '__pcgram_runs' -l warmup -x -d 'run the N instructions before the first region under the timing model, so that caches are warm'
complete -c pcgram -n '__pcgram_runs' -l hz -x -d 'profiling ticks per second of emulated CPU time'
complete -c pcgram -n '__pcgram_runs' -l tick-cycles -x -d 'cycles between two ticks, instead of --hz'
complete -c pcgram -n '__pcgram_runs' -l mhz -x -d 'clock frequency in MHz'
complete -c pcgram -n '__pcgram_runs' -l cpu -x -a '(__pcgram_models)' -d 'timing model'
complete -c pcgram -n '__pcgram_runs' -l realtime -d 'the guest sees the host\'s date and clocks, and sleeps take real time'
complete -c pcgram -n '__pcgram_runs' -l syscall-cycles -x -d 'cycles of machine time that a system call takes'
complete -c pcgram -n '__pcgram_runs' -l tick-handler -x -a 'rom host' -d 'rom: code in the processor\'s ROM; host: the same rule, outside the machine'
complete -c pcgram -n '__pcgram_runs' -l tick-log -r -F -d 'write a JSON object for each tick'
complete -c pcgram -n '__pcgram_runs' -l tick-phase -x -d 'every tick comes N cycles later'
complete -c pcgram -n '__pcgram_runs' -l tick-jitter -x -d 'every tick is late by a random time below one period, so that no loop is in step with the ticks'
complete -c pcgram -n '__pcgram_runs' -l charge-handler -d 'program time runs on while the ROM handles a tick'
complete -c pcgram -n '__pcgram_runs' -l sprofil-overlap -x -a 'reject allow' -d 'overlapping regions of sprofil()'
complete -c pcgram -n '__pcgram_runs' -l max-insns -x -d 'stop after N instructions that took effect, in all processes and threads together'
complete -c pcgram -n '__pcgram_runs' -l max-cycles -x -d 'stop after N CPU cycles of all threads together'
complete -c pcgram -n '__pcgram_runs' -l time-limit -x -d 'stop after so many seconds of the host\'s, from the start of pcgram'
complete -c pcgram -n '__pcgram_runs' -l mem-limit -x -d 'most memory of all processes together, with what pcgram keeps for them'
complete -c pcgram -n '__pcgram_runs' -l max-processes -x -d 'most processes and threads at a time'
complete -c pcgram -n '__pcgram_runs' -l max-files -x -d 'most open descriptors at a time, of all processes together'
complete -c pcgram -n '__pcgram_runs' -l max-output -x -d 'most bytes that the guest may write to files and terminals'
complete -c pcgram -n '__pcgram_runs' -l trace -r -F -d 'write a line for each instruction and its effects'
complete -c pcgram -n '__pcgram_runs' -l trace-format -x -a 'log kanata' -d 'lines to read, or pipeline stages and stalls for the viewer Konata'
complete -c pcgram -n '__pcgram_runs' -l trace-window -x -d 'trace only these CPU cycles'
complete -c pcgram -n '__pcgram_runs' -l strace -d 'show each system call on standard error'
complete -c pcgram -n '__pcgram_runs' -l check-groups -d 'Itanium: report instructions that depend on each other without a stop between them'
complete -c pcgram -n '__pcgram_runs' -s g -l gdb -r -F -d 'wait for gdb at the Unix socket WHERE'
complete -c pcgram -n '__pcgram_runs' -l step -d 'run one instruction at a time'
complete -c pcgram -n '__pcgram_runs' -s L -l sysroot -x -a '(__fish_complete_directories)' -d 'look for the guest\'s absolute paths below DIR first'
complete -c pcgram -n '__pcgram_runs' -s E -l env -x -d 'set a variable of the guest\'s environment'
complete -c pcgram -n '__pcgram_runs' -s U -l unset -x -d 'remove a variable from it'
complete -c pcgram -n '__pcgram_runs' -s 0 -l argv0 -x -d 'the guest\'s argv[0]'
complete -c pcgram -n '__pcgram_runs' -s s -l stack -x -d 'stack size'
complete -c pcgram -n '__pcgram_runs' -l sandbox -d 'the guest reaches no files outside DIR'
complete -c pcgram -n '__pcgram_runs' -l seed -x -d 'seed of what is random under Linux'
complete -c pcgram -n '__pcgram_runs' -l engine -x -a 'host interpreter' -d 'host: code that runs often is translated, host,N: after N times; interpreter: none is; results are the same'
complete -c pcgram -n '__pcgram_runs' -l progress -d 'keep the progress line of a long run also when the guest writes to the terminal'
complete -c pcgram -n '__pcgram_runs' -s q -l quiet -d 'no summary and no remarks'
complete -c pcgram -n '__pcgram_runs' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_runs' -l version -d 'version and what it was built with'
complete -c pcgram -n '__pcgram_at report' -s i -l input -r -F -d 'the profile'
complete -c pcgram -n '__pcgram_at report' -s s -l sort -x -a 'cycles instructions slots ticks calls cpi inclusive address name' -d 'cycles, instructions, slots, ticks, calls, cpi, address or name'
complete -c pcgram -n '__pcgram_at report' -l by -x -a 'function line file image calls thread time' -d 'function, line or file of the source'
complete -c pcgram -n '__pcgram_at report' -l function -x -a '(__pcgram_ran)' -d 'with --by=calls: this function alone'
complete -c pcgram -n '__pcgram_at report' -l thread -x -d 'of what this thread did alone'
complete -c pcgram -n '__pcgram_at report' -l slices -x -d 'of these slices alone, as --by=time numbers them'
complete -c pcgram -n '__pcgram_at report' -l inline -d 'inlined functions apart from those that they are in, as \'NAME'
complete -c pcgram -n '__pcgram_at report' -l inclusive -d 'by function: also what it cost with all that it called'
complete -c pcgram -n '__pcgram_at report' -l style -x -a 'flat prof' -d 'flat (default), or prof: as prof(1) of System V'
complete -c pcgram -n '__pcgram_at report' -l program -r -F -d 'FILE is a gmon.out or mon.out that this program has written'
complete -c pcgram -n '__pcgram_at report' -l hz -x -d 'with --program: the clock of a mon.out'
complete -c pcgram -n '__pcgram_at report' -l limit -x -d 'show at most N functions'
complete -c pcgram -n '__pcgram_at report' -l percent-limit -x -d 'leave out functions below P percent'
complete -c pcgram -n '__pcgram_at report' -l wide -d 'on a terminal, too'
complete -c pcgram -n '__pcgram_at report' -l color -x -a 'auto always never' -d 'auto, always or never'
complete -c pcgram -n '__pcgram_at report' -l json -d 'JSON'
complete -c pcgram -n '__pcgram_at report' -l html -r -F -d 'write a page for a browser instead'
complete -c pcgram -n '__pcgram_at report' -l source-map -x -d 'with --html: source files of the folder FROM are in TO on this host'
complete -c pcgram -n '__pcgram_at report' -l no-source -d 'with --html: without the text of source files'
complete -c pcgram -n '__pcgram_at report' -l no-demangle -d 'mangled names of C++ functions'
complete -c pcgram -n '__pcgram_at report' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at report' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at annotate' -s i -l input -r -F -d 'the profile'
complete -c pcgram -n '__pcgram_at annotate' -s a -l all -d 'every function that ran, by address'
complete -c pcgram -n '__pcgram_at annotate' -l thread -x -d 'of what this thread did alone'
complete -c pcgram -n '__pcgram_at annotate' -l slices -x -d 'of these slices alone'
complete -c pcgram -n '__pcgram_at annotate' -l event -x -a 'cycles instructions slots ticks' -d 'what percentages are of'
complete -c pcgram -n '__pcgram_at annotate' -l columns -x -d 'those wanted of percent, cycles, slots, nullified, ticks, address and code, with commas between'
complete -c pcgram -n '__pcgram_at annotate' -l wide -d 'on a terminal, too'
complete -c pcgram -n '__pcgram_at annotate' -l disasm -x -a 'pcgram capstone' -d 'text of instructions by pcgram'
complete -c pcgram -n '__pcgram_at annotate' -l source-map -x -d 'source files of the folder FROM are in TO on this host'
complete -c pcgram -n '__pcgram_at annotate' -l no-source -d 'no lines of the source between the instructions'
complete -c pcgram -n '__pcgram_at annotate' -l no-demangle -d 'mangled names of C++ functions'
complete -c pcgram -n '__pcgram_at annotate' -l color -x -a 'auto always never' -d 'auto, always or never'
complete -c pcgram -n '__pcgram_at annotate' -l json -d 'JSON'
complete -c pcgram -n '__pcgram_at annotate' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at annotate' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at data' -s i -l input -r -F -d 'the profile'
complete -c pcgram -n '__pcgram_at data' -s s -l sort -x -a 'stalls misses accesses sharing' -d 'stalls, misses, accesses or sharing'
complete -c pcgram -n '__pcgram_at data' -l limit -x -d 'show at most N objects'
complete -c pcgram -n '__pcgram_at data' -l insns -x -d 'of each, at most N instructions'
complete -c pcgram -n '__pcgram_at data' -l callers -x -d 'of what was allocated, at most N of the calls that led to it'
complete -c pcgram -n '__pcgram_at data' -l slices -x -d 'of these slices alone'
complete -c pcgram -n '__pcgram_at data' -l wide -d 'on a terminal, too'
complete -c pcgram -n '__pcgram_at data' -l json -d 'JSON, all instructions and by default all objects'
complete -c pcgram -n '__pcgram_at data' -l no-demangle -d 'mangled names of C++ functions'
complete -c pcgram -n '__pcgram_at data' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at data' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at export' -s i -l input -r -F -d 'the profile'
complete -c pcgram -n '__pcgram_at export' -s f -l format -x -a 'gmon mon callgrind folded pprof perf lcov speedscope trace-event' -d 'one of these'
complete -c pcgram -n '__pcgram_at export' -s o -l output -r -F -d 'default: the name above'
complete -c pcgram -n '__pcgram_at export' -l thread -x -d 'of what this thread did alone'
complete -c pcgram -n '__pcgram_at export' -l slices -x -d 'of these slices alone'
complete -c pcgram -n '__pcgram_at export' -l event -x -a 'cycles instructions slots ticks' -d 'what is counted: cycles, instructions, ticks or slots'
complete -c pcgram -n '__pcgram_at export' -l image -r -F -d 'gmon, mon: the program or library whose code is meant, as pcgram report lists them, from 0'
complete -c pcgram -n '__pcgram_at export' -l inline -d 'folded, pprof: frames of inlined functions, too'
complete -c pcgram -n '__pcgram_at export' -l no-demangle -d 'folded, callgrind, speedscope, trace-event'
complete -c pcgram -n '__pcgram_at export' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at diff' -l event -x -a 'cycles instructions slots ticks' -d 'cycles, instructions, slots or ticks'
complete -c pcgram -n '__pcgram_at diff' -l by -x -a 'function line file image' -d 'function, line or file of the source'
complete -c pcgram -n '__pcgram_at diff' -l threshold -x -d 'changes of at most P percent of A\'s total are none'
complete -c pcgram -n '__pcgram_at diff' -l limit -x -d 'show at most N rows'
complete -c pcgram -n '__pcgram_at diff' -l wide -d 'on a terminal, too'
complete -c pcgram -n '__pcgram_at diff' -l no-demangle -d 'mangled names of C++ functions'
complete -c pcgram -n '__pcgram_at diff' -l color -x -a 'auto always never' -d 'auto, always or never'
complete -c pcgram -n '__pcgram_at diff' -l json -d 'JSON'
complete -c pcgram -n '__pcgram_at diff' -l html -r -F -d 'write a page for a browser instead'
complete -c pcgram -n '__pcgram_at diff' -l source-map -x -d 'with --html: source files of the folder FROM, in either profile, are in TO on this host'
complete -c pcgram -n '__pcgram_at diff' -l no-source -d 'with --html: without the text of source files'
complete -c pcgram -n '__pcgram_at diff' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at diff' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at merge' -s o -l output -r -F -d 'default merged.out'
complete -c pcgram -n '__pcgram_at merge' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at disasm' -l start -x -a '(__pcgram_has)' -d 'from there on: an address'
complete -c pcgram -n '__pcgram_at disasm' -l stop -x -a '(__pcgram_has)' -d 'up to there, without it'
complete -c pcgram -n '__pcgram_at disasm' -l section -x -d 'one section'
complete -c pcgram -n '__pcgram_at disasm' -l disasm -x -a 'pcgram capstone' -d 'text of instructions by pcgram'
complete -c pcgram -n '__pcgram_at disasm' -l no-demangle -d 'mangled names of C++ functions'
complete -c pcgram -n '__pcgram_at disasm' -l json -d 'JSON'
complete -c pcgram -n '__pcgram_at disasm' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at disasm' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at isa' -l legend -d 'the notation of what instructions do, and the classes'
complete -c pcgram -n '__pcgram_at isa' -l json -d 'JSON, described by docs/isa-schema.json'
complete -c pcgram -n '__pcgram_at isa' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at isa' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at explain' -l loop -d 'the whole innermost loop that WHERE is in, or the one loop of that FUNCTION'
complete -c pcgram -n '__pcgram_at explain' -l cpu -x -a '(__pcgram_models)' -d 'timing model'
complete -c pcgram -n '__pcgram_at explain' -l profile -r -F -d 'what was measured'
complete -c pcgram -n '__pcgram_at explain' -l source-map -x -d 'source files of the folder FROM are in TO on this host'
complete -c pcgram -n '__pcgram_at explain' -l no-demangle -d 'mangled names of C++ functions'
complete -c pcgram -n '__pcgram_at explain' -l json -d 'JSON'
complete -c pcgram -n '__pcgram_at explain' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at explain' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l keys -x -d 'type these keys first'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l tty -d 'in this terminal instead of a window'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l screenshot -r -F -d 'then write a picture'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l dump -r -F -d 'then write the characters of the picture, and end'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l size -x -d 'size of the window in pixels'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l scale -x -d 'size of characters, 1 to 4'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l font -r -F -d 'letters of the window'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l disasm -x -a 'pcgram capstone' -d 'text of instructions by pcgram'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l source-map -x -d 'source files of the folder FROM are in TO on this host'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -l light -d 'dark text on a light background'
complete -c pcgram -n '__pcgram_at view; and not __pcgram_in_guest' -s h -l help -d 'this text'
complete -c pcgram -n '__pcgram_at stat; and not __pcgram_in_guest' -l json -d 'one JSON object instead'
complete -c pcgram -n '__pcgram_at stat; and not __pcgram_in_guest' -s o -l output -r -F -d 'write it to FILE instead'
complete -c pcgram -n '__pcgram_at stat; and not __pcgram_in_guest' -l help -d 'this text'
complete -c pcgram -n '__pcgram_at conform' -s b -l backend -x -a 'rom-parisc rule-parisc gateway-parisc rom-ia64 rule-ia64 host host64 libc guest-libc' -d 'what is checked'
complete -c pcgram -n '__pcgram_at conform' -s d -l dialect -x -a 'hpux irix openbsd aix' -d 'hpux, irix, openbsd or aix'
complete -c pcgram -n '__pcgram_at conform' -s c -l clause -x -d 'a clause'
complete -c pcgram -n '__pcgram_at conform' -l list -d 'show clauses and rows, run nothing'
complete -c pcgram -n '__pcgram_at conform' -l json -d 'JSON (docs/conform-schema.json) instead of TAP'
complete -c pcgram -n '__pcgram_at conform' -l strict -d 'with libc and guest-libc'
complete -c pcgram -n '__pcgram_at conform' -s o -l output -r -F -d 'write to FILE'
complete -c pcgram -n '__pcgram_at conform' -s h -l help -d 'this text'
