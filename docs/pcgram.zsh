#compdef pcgram
# zsh completion of pcgram, made by docs/man/generate: put it as _pcgram into a folder of $fpath.
# Names of the functions that ran, as `pcgram annotate` takes them, by the profile on the command line.
_pcgram_ran()
{
    local -a names
    local profile=${${(M)words:#--input=*}[-1]#--input=}
    [[ -n $profile ]] || profile=${words[${words[(I)-i]} + 1]}
    (( ${words[(I)-i]} )) || profile=${profile:#$words[1]}
    names=(${(f)"$(pcgram report --no-demangle --input=${profile:-pcgram.out} 2> /dev/null | sed -n '/^#/!s/^\( *[^ ]\{1,\}\)\{8\}  //p')"})
    compadd -- $names
}

# Functions of the first program on the command line.
_pcgram_has()
{
    local -a names
    local file
    for file in $words[2,-1]; do
        [[ -f $file && -x $file ]] || continue
        names=(${(f)"$(pcgram disasm --no-demangle $file 2> /dev/null | sed -n 's/^[0-9a-f]* <\(.*\)>:$/\1/p')"})
        break
    done
    compadd -- $names
}

_pcgram_models() { compadd -- ${(uf)"$(pcgram --cpu=help 2> /dev/null | awk '{ print $2 }')"} help }

_pcgram_first()
{
    local -a commands=(report annotate data export diff merge disasm isa explain view stat conform)
    compadd -- $commands
    _files
}

_pcgram_of_run()
{
    _arguments -s -S -A '-*' : \
        '--profile=-[count every instruction, write the profile to FILE]::FILE:_files' \
        '(-f --format)''-f+[format of the profile]:FORMAT:(pcgram gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '(-f --format)''--format=[format of the profile]:FORMAT:(pcgram gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '--data[with --profile\: also what was accessed, for pcgram data]' \
        '--slices=-[with --profile\: also when]::N:' \
        '--stats=-[totals of all processes and threads as JSON]::FILE:_files' \
        '--start=[count from this function, FUNCTION+0x1c or address]:WHERE:_pcgram_has' \
        '--stop=[count up to this function or address, and again each time the guest comes to --start]:WHERE:_pcgram_has' \
        '--toggle-collect=[count only calls of this function, with all that they call]:FUNCTION:_pcgram_has' \
        '--warmup=[run the N instructions before the first region under the timing model, so that caches are warm]:N:' \
        '--hz=[profiling ticks per second of emulated CPU time]:N:' \
        '--tick-cycles=[cycles between two ticks, instead of --hz]:N:' \
        '--mhz=[clock frequency in MHz]:N:' \
        '--cpu=[timing model]:MODEL:_pcgram_models' \
        '--realtime[the guest sees the host'\''s date and clocks, and sleeps take real time]' \
        '--syscall-cycles=[cycles of machine time that a system call takes]:N:' \
        '--tick-handler=[rom\: code in the processor'\''s ROM; host\: the same rule, outside the machine]:WHERE:(rom host)' \
        '--tick-log=[write a JSON object for each tick]:FILE:_files' \
        '--tick-phase=[every tick comes N cycles later]:N:' \
        '--tick-jitter=[every tick is late by a random time below one period, so that no loop is in step with the ticks]:SEED:' \
        '--charge-handler[program time runs on while the ROM handles a tick]' \
        '--sprofil-overlap=[overlapping regions of sprofil()]:HOW:(reject allow)' \
        '--max-insns=[stop after N instructions that took effect, in all processes and threads together]:N:' \
        '--max-cycles=[stop after N CPU cycles of all threads together]:N:' \
        '--time-limit=[stop after so many seconds of the host'\''s, from the start of pcgram]:SECONDS:' \
        '--mem-limit=[most memory of all processes together, with what pcgram keeps for them]:BYTES:' \
        '--max-processes=[most processes and threads at a time]:N:' \
        '--max-files=[most open descriptors at a time, of all processes together]:N:' \
        '--max-output=[most bytes that the guest may write to files and terminals]:BYTES:' \
        '--trace=[write a line for each instruction and its effects]:FILE:_files' \
        '--trace-format=[lines to read, or pipeline stages and stalls for the viewer Konata]:log|kanata:(log kanata)' \
        '--trace-window=[trace only these CPU cycles]:FROM,TO:' \
        '--strace[show each system call on standard error]' \
        '--check-groups[Itanium\: report instructions that depend on each other without a stop between them]' \
        '(-g --gdb)''-g+[wait for gdb at the Unix socket WHERE]:WHERE:_files' \
        '(-g --gdb)''--gdb=[wait for gdb at the Unix socket WHERE]:WHERE:_files' \
        '--step[run one instruction at a time]' \
        '(-L --sysroot)''-L+[look for the guest'\''s absolute paths below DIR first]:DIR:_files -/' \
        '(-L --sysroot)''--sysroot=[look for the guest'\''s absolute paths below DIR first]:DIR:_files -/' \
        '(-E --env)''-E+[set a variable of the guest'\''s environment]:VAR=VALUE:' \
        '(-E --env)''--env=[set a variable of the guest'\''s environment]:VAR=VALUE:' \
        '(-U --unset)''-U+[remove a variable from it]:VAR:' \
        '(-U --unset)''--unset=[remove a variable from it]:VAR:' \
        '(-0 --argv0)''-0+[the guest'\''s argv\[0\]]:NAME:' \
        '(-0 --argv0)''--argv0=[the guest'\''s argv\[0\]]:NAME:' \
        '(-s --stack)''-s+[stack size]:BYTES:' \
        '(-s --stack)''--stack=[stack size]:BYTES:' \
        '--sandbox=-[the guest reaches no files outside DIR]::DIR:_files -/' \
        '--seed=[seed of what is random under Linux]:N:' \
        '--engine=[host\: code that runs often is translated, host,N\: after N times; interpreter\: none is; results are the same]:ENGINE:(host interpreter)' \
        '--progress[keep the progress line of a long run also when the guest writes to the terminal]' \
        '(-q --quiet)''-q[no summary and no remarks]' \
        '(-q --quiet)''--quiet[no summary and no remarks]' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '--version[version and what it was built with]' \
        '1:command or guest:_pcgram_first' '*:file:_files'
}

_pcgram_of_report()
{
    _arguments -s -S : \
        '(-i --input)''-i+[the profile]:FILE:_files' \
        '(-i --input)''--input=[the profile]:FILE:_files' \
        '(-s --sort)''-s+[cycles, instructions, slots, ticks, calls, cpi, address or name]:KEY[,KEY:(cycles instructions slots ticks calls cpi inclusive address name)' \
        '(-s --sort)''--sort=[cycles, instructions, slots, ticks, calls, cpi, address or name]:KEY[,KEY:(cycles instructions slots ticks calls cpi inclusive address name)' \
        '--by=[function, line or file of the source]:WHAT:(function line file image calls thread time)' \
        '--function=[with --by=calls\: this function alone]:NAME:_pcgram_ran' \
        '--thread=[of what this thread did alone]:TID:' \
        '--slices=[of these slices alone, as --by=time numbers them]:FROM-TO:' \
        '--inline[inlined functions apart from those that they are in, as '\''NAME]' \
        '--inclusive[by function\: also what it cost with all that it called]' \
        '--style=[flat (default), or prof\: as prof(1) of System V]:STYLE:(flat prof)' \
        '--program=[FILE is a gmon.out or mon.out that this program has written]:ELF:_files' \
        '--hz=[with --program\: the clock of a mon.out]:N:' \
        '--limit=[show at most N functions]:N:' \
        '--percent-limit=[leave out functions below P percent]:P:' \
        '--wide[on a terminal, too]' \
        '--color=[auto, always or never]:WHEN:(auto always never)' \
        '--json[JSON]' \
        '--html=[write a page for a browser instead]:FILE:_files' \
        '--source-map=[with --html\: source files of the folder FROM are in TO on this host]:FROM=TO:' \
        '--no-source[with --html\: without the text of source files]' \
        '--no-demangle[mangled names of C++ functions]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:file:_files'
}

_pcgram_of_annotate()
{
    _arguments -s -S : \
        '(-i --input)''-i+[the profile]:FILE:_files' \
        '(-i --input)''--input=[the profile]:FILE:_files' \
        '(-a --all)''-a[every function that ran, by address]' \
        '(-a --all)''--all[every function that ran, by address]' \
        '--thread=[of what this thread did alone]:TID:' \
        '--slices=[of these slices alone]:A-B:' \
        '--event=[what percentages are of]:EVENT:(cycles instructions slots ticks)' \
        '--columns=[those wanted of percent, cycles, slots, nullified, ticks, address and code, with commas between]:LIST:' \
        '--wide[on a terminal, too]' \
        '--disasm=[text of instructions by pcgram]:WHOSE:(pcgram capstone)' \
        '--source-map=[source files of the folder FROM are in TO on this host]:FROM=TO:' \
        '--no-source[no lines of the source between the instructions]' \
        '--no-demangle[mangled names of C++ functions]' \
        '--color=[auto, always or never]:WHEN:(auto always never)' \
        '--json[JSON]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:function:_pcgram_ran'
}

_pcgram_of_data()
{
    _arguments -s -S : \
        '(-i --input)''-i+[the profile]:FILE:_files' \
        '(-i --input)''--input=[the profile]:FILE:_files' \
        '(-s --sort)''-s+[stalls, misses, accesses or sharing]:KEY:(stalls misses accesses sharing)' \
        '(-s --sort)''--sort=[stalls, misses, accesses or sharing]:KEY:(stalls misses accesses sharing)' \
        '--limit=[show at most N objects]:N:' \
        '--insns=[of each, at most N instructions]:N:' \
        '--callers=[of what was allocated, at most N of the calls that led to it]:N:' \
        '--slices=[of these slices alone]:A-B:' \
        '--wide[on a terminal, too]' \
        '--json[JSON, all instructions and by default all objects]' \
        '--no-demangle[mangled names of C++ functions]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:file:_files'
}

_pcgram_of_export()
{
    _arguments -s -S : \
        '(-i --input)''-i+[the profile]:FILE:_files' \
        '(-i --input)''--input=[the profile]:FILE:_files' \
        '(-f --format)''-f+[one of these]:FORMAT:(gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '(-f --format)''--format=[one of these]:FORMAT:(gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '(-o --output)''-o+[default\: the name above]:FILE:_files' \
        '(-o --output)''--output=[default\: the name above]:FILE:_files' \
        '--thread=[of what this thread did alone]:TID:' \
        '--slices=[of these slices alone]:A-B:' \
        '--event=[what is counted\: cycles, instructions, ticks or slots]:EVENT:(cycles instructions slots ticks)' \
        '--image=[gmon, mon\: the program or library whose code is meant, as pcgram report lists them, from 0]:N|PATH:_files' \
        '--inline[folded, pprof\: frames of inlined functions, too]' \
        '--no-demangle[folded, callgrind, speedscope, trace-event]' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:file:_files'
}

_pcgram_of_diff()
{
    _arguments -s -S : \
        '--event=[cycles, instructions, slots or ticks]:EVENT:(cycles instructions slots ticks)' \
        '--by=[function, line or file of the source]:WHAT:(function line file image)' \
        '--threshold=[changes of at most P percent of A'\''s total are none]:P:' \
        '--limit=[show at most N rows]:N:' \
        '--wide[on a terminal, too]' \
        '--no-demangle[mangled names of C++ functions]' \
        '--color=[auto, always or never]:WHEN:(auto always never)' \
        '--json[JSON]' \
        '--html=[write a page for a browser instead]:FILE:_files' \
        '--source-map=[with --html\: source files of the folder FROM, in either profile, are in TO on this host]:FROM=TO:' \
        '--no-source[with --html\: without the text of source files]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:file:_files'
}

_pcgram_of_merge()
{
    _arguments -s -S : \
        '(-o --output)''-o+[default merged.out]:FILE:_files' \
        '(-o --output)''--output=[default merged.out]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:profile:_files'
}

_pcgram_of_disasm()
{
    _arguments -s -S : \
        '--start=[from there on\: an address]:WHERE:_pcgram_has' \
        '--stop=[up to there, without it]:WHERE:_pcgram_has' \
        '--section=[one section]:NAME:' \
        '--disasm=[text of instructions by pcgram]:WHOSE:(pcgram capstone)' \
        '--no-demangle[mangled names of C++ functions]' \
        '--json[JSON]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:file:_files'
}

_pcgram_of_isa()
{
    _arguments -s -S : \
        '--legend[the notation of what instructions do, and the classes]' \
        '--json[JSON, described by docs/isa-schema.json]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '1:processor:(parisc ia64)'
}

_pcgram_of_explain()
{
    _arguments -s -S : \
        '--loop[the whole innermost loop that WHERE is in, or the one loop of that FUNCTION]' \
        '--cpu=[timing model]:MODEL:_pcgram_models' \
        '--profile=[what was measured]:FILE:_files' \
        '--source-map=[source files of the folder FROM are in TO on this host]:FROM=TO:' \
        '--no-demangle[mangled names of C++ functions]' \
        '--json[JSON]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:place:{ (( CURRENT > 2 )) && _pcgram_has; _files }'
}

_pcgram_of_view()
{
    _arguments -s -S -A '-*' : \
        '--keys=[type these keys first]:KEYS:' \
        '--tty[in this terminal instead of a window]' \
        '--screenshot=[then write a picture]:FILE:_files' \
        '--dump=[then write the characters of the picture, and end]:FILE:_files' \
        '--size=[size of the window in pixels]:WxH:' \
        '--scale=[size of characters, 1 to 4]:N:' \
        '--font=[letters of the window]:FILE:_files' \
        '--disasm=[text of instructions by pcgram]:WHOSE:(pcgram capstone)' \
        '--source-map=[source files of the folder FROM are in TO on this host]:FROM=TO:' \
        '--light[dark text on a light background]' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '--profile=-[count every instruction, write the profile to FILE]::FILE:_files' \
        '(-f --format)''-f+[format of the profile]:FORMAT:(pcgram gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '(-f --format)''--format=[format of the profile]:FORMAT:(pcgram gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '--data[with --profile\: also what was accessed, for pcgram data]' \
        '--slices=-[with --profile\: also when]::N:' \
        '--stats=-[totals of all processes and threads as JSON]::FILE:_files' \
        '--start=[count from this function, FUNCTION+0x1c or address]:WHERE:_pcgram_has' \
        '--stop=[count up to this function or address, and again each time the guest comes to --start]:WHERE:_pcgram_has' \
        '--toggle-collect=[count only calls of this function, with all that they call]:FUNCTION:_pcgram_has' \
        '--warmup=[run the N instructions before the first region under the timing model, so that caches are warm]:N:' \
        '--hz=[profiling ticks per second of emulated CPU time]:N:' \
        '--tick-cycles=[cycles between two ticks, instead of --hz]:N:' \
        '--mhz=[clock frequency in MHz]:N:' \
        '--cpu=[timing model]:MODEL:_pcgram_models' \
        '--realtime[the guest sees the host'\''s date and clocks, and sleeps take real time]' \
        '--syscall-cycles=[cycles of machine time that a system call takes]:N:' \
        '--tick-handler=[rom\: code in the processor'\''s ROM; host\: the same rule, outside the machine]:WHERE:(rom host)' \
        '--tick-log=[write a JSON object for each tick]:FILE:_files' \
        '--tick-phase=[every tick comes N cycles later]:N:' \
        '--tick-jitter=[every tick is late by a random time below one period, so that no loop is in step with the ticks]:SEED:' \
        '--charge-handler[program time runs on while the ROM handles a tick]' \
        '--sprofil-overlap=[overlapping regions of sprofil()]:HOW:(reject allow)' \
        '--max-insns=[stop after N instructions that took effect, in all processes and threads together]:N:' \
        '--max-cycles=[stop after N CPU cycles of all threads together]:N:' \
        '--time-limit=[stop after so many seconds of the host'\''s, from the start of pcgram]:SECONDS:' \
        '--mem-limit=[most memory of all processes together, with what pcgram keeps for them]:BYTES:' \
        '--max-processes=[most processes and threads at a time]:N:' \
        '--max-files=[most open descriptors at a time, of all processes together]:N:' \
        '--max-output=[most bytes that the guest may write to files and terminals]:BYTES:' \
        '--trace=[write a line for each instruction and its effects]:FILE:_files' \
        '--trace-format=[lines to read, or pipeline stages and stalls for the viewer Konata]:log|kanata:(log kanata)' \
        '--trace-window=[trace only these CPU cycles]:FROM,TO:' \
        '--strace[show each system call on standard error]' \
        '--check-groups[Itanium\: report instructions that depend on each other without a stop between them]' \
        '(-g --gdb)''-g+[wait for gdb at the Unix socket WHERE]:WHERE:_files' \
        '(-g --gdb)''--gdb=[wait for gdb at the Unix socket WHERE]:WHERE:_files' \
        '--step[run one instruction at a time]' \
        '(-L --sysroot)''-L+[look for the guest'\''s absolute paths below DIR first]:DIR:_files -/' \
        '(-L --sysroot)''--sysroot=[look for the guest'\''s absolute paths below DIR first]:DIR:_files -/' \
        '(-E --env)''-E+[set a variable of the guest'\''s environment]:VAR=VALUE:' \
        '(-E --env)''--env=[set a variable of the guest'\''s environment]:VAR=VALUE:' \
        '(-U --unset)''-U+[remove a variable from it]:VAR:' \
        '(-U --unset)''--unset=[remove a variable from it]:VAR:' \
        '(-0 --argv0)''-0+[the guest'\''s argv\[0\]]:NAME:' \
        '(-0 --argv0)''--argv0=[the guest'\''s argv\[0\]]:NAME:' \
        '(-s --stack)''-s+[stack size]:BYTES:' \
        '(-s --stack)''--stack=[stack size]:BYTES:' \
        '--sandbox=-[the guest reaches no files outside DIR]::DIR:_files -/' \
        '--seed=[seed of what is random under Linux]:N:' \
        '--engine=[host\: code that runs often is translated, host,N\: after N times; interpreter\: none is; results are the same]:ENGINE:(host interpreter)' \
        '--progress[keep the progress line of a long run also when the guest writes to the terminal]' \
        '(-q --quiet)''-q[no summary and no remarks]' \
        '(-q --quiet)''--quiet[no summary and no remarks]' \
        '--version[version and what it was built with]' \
        '*:file:_files'
}

_pcgram_of_stat()
{
    _arguments -s -S -A '-*' : \
        '--json[one JSON object instead]' \
        '(-o --output)''-o+[write it to FILE instead]:FILE:_files' \
        '(-o --output)''--output=[write it to FILE instead]:FILE:_files' \
        '--help[this text]' \
        '--profile=-[count every instruction, write the profile to FILE]::FILE:_files' \
        '(-f --format)''-f+[format of the profile]:FORMAT:(pcgram gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '(-f --format)''--format=[format of the profile]:FORMAT:(pcgram gmon mon callgrind folded pprof perf lcov speedscope trace-event)' \
        '--data[with --profile\: also what was accessed, for pcgram data]' \
        '--slices=-[with --profile\: also when]::N:' \
        '--stats=-[totals of all processes and threads as JSON]::FILE:_files' \
        '--start=[count from this function, FUNCTION+0x1c or address]:WHERE:_pcgram_has' \
        '--stop=[count up to this function or address, and again each time the guest comes to --start]:WHERE:_pcgram_has' \
        '--toggle-collect=[count only calls of this function, with all that they call]:FUNCTION:_pcgram_has' \
        '--warmup=[run the N instructions before the first region under the timing model, so that caches are warm]:N:' \
        '--hz=[profiling ticks per second of emulated CPU time]:N:' \
        '--tick-cycles=[cycles between two ticks, instead of --hz]:N:' \
        '--mhz=[clock frequency in MHz]:N:' \
        '--cpu=[timing model]:MODEL:_pcgram_models' \
        '--realtime[the guest sees the host'\''s date and clocks, and sleeps take real time]' \
        '--syscall-cycles=[cycles of machine time that a system call takes]:N:' \
        '--tick-handler=[rom\: code in the processor'\''s ROM; host\: the same rule, outside the machine]:WHERE:(rom host)' \
        '--tick-log=[write a JSON object for each tick]:FILE:_files' \
        '--tick-phase=[every tick comes N cycles later]:N:' \
        '--tick-jitter=[every tick is late by a random time below one period, so that no loop is in step with the ticks]:SEED:' \
        '--charge-handler[program time runs on while the ROM handles a tick]' \
        '--sprofil-overlap=[overlapping regions of sprofil()]:HOW:(reject allow)' \
        '--max-insns=[stop after N instructions that took effect, in all processes and threads together]:N:' \
        '--max-cycles=[stop after N CPU cycles of all threads together]:N:' \
        '--time-limit=[stop after so many seconds of the host'\''s, from the start of pcgram]:SECONDS:' \
        '--mem-limit=[most memory of all processes together, with what pcgram keeps for them]:BYTES:' \
        '--max-processes=[most processes and threads at a time]:N:' \
        '--max-files=[most open descriptors at a time, of all processes together]:N:' \
        '--max-output=[most bytes that the guest may write to files and terminals]:BYTES:' \
        '--trace=[write a line for each instruction and its effects]:FILE:_files' \
        '--trace-format=[lines to read, or pipeline stages and stalls for the viewer Konata]:log|kanata:(log kanata)' \
        '--trace-window=[trace only these CPU cycles]:FROM,TO:' \
        '--strace[show each system call on standard error]' \
        '--check-groups[Itanium\: report instructions that depend on each other without a stop between them]' \
        '(-g --gdb)''-g+[wait for gdb at the Unix socket WHERE]:WHERE:_files' \
        '(-g --gdb)''--gdb=[wait for gdb at the Unix socket WHERE]:WHERE:_files' \
        '--step[run one instruction at a time]' \
        '(-L --sysroot)''-L+[look for the guest'\''s absolute paths below DIR first]:DIR:_files -/' \
        '(-L --sysroot)''--sysroot=[look for the guest'\''s absolute paths below DIR first]:DIR:_files -/' \
        '(-E --env)''-E+[set a variable of the guest'\''s environment]:VAR=VALUE:' \
        '(-E --env)''--env=[set a variable of the guest'\''s environment]:VAR=VALUE:' \
        '(-U --unset)''-U+[remove a variable from it]:VAR:' \
        '(-U --unset)''--unset=[remove a variable from it]:VAR:' \
        '(-0 --argv0)''-0+[the guest'\''s argv\[0\]]:NAME:' \
        '(-0 --argv0)''--argv0=[the guest'\''s argv\[0\]]:NAME:' \
        '(-s --stack)''-s+[stack size]:BYTES:' \
        '(-s --stack)''--stack=[stack size]:BYTES:' \
        '--sandbox=-[the guest reaches no files outside DIR]::DIR:_files -/' \
        '--seed=[seed of what is random under Linux]:N:' \
        '--engine=[host\: code that runs often is translated, host,N\: after N times; interpreter\: none is; results are the same]:ENGINE:(host interpreter)' \
        '--progress[keep the progress line of a long run also when the guest writes to the terminal]' \
        '(-q --quiet)''-q[no summary and no remarks]' \
        '(-q --quiet)''--quiet[no summary and no remarks]' \
        '--version[version and what it was built with]' \
        '*:file:_files'
}

_pcgram_of_conform()
{
    _arguments -s -S : \
        '(-b --backend)''-b+[what is checked]:NAME:(rom-parisc rule-parisc gateway-parisc rom-ia64 rule-ia64 host host64 libc guest-libc)' \
        '(-b --backend)''--backend=[what is checked]:NAME:(rom-parisc rule-parisc gateway-parisc rom-ia64 rule-ia64 host host64 libc guest-libc)' \
        '(-d --dialect)''-d+[hpux, irix, openbsd or aix]:NAME:(hpux irix openbsd aix)' \
        '(-d --dialect)''--dialect=[hpux, irix, openbsd or aix]:NAME:(hpux irix openbsd aix)' \
        '(-c --clause)''-c+[a clause]:ID:' \
        '(-c --clause)''--clause=[a clause]:ID:' \
        '--list[show clauses and rows, run nothing]' \
        '--json[JSON (docs/conform-schema.json) instead of TAP]' \
        '--strict[with libc and guest-libc]' \
        '(-o --output)''-o+[write to FILE]:FILE:_files' \
        '(-o --output)''--output=[write to FILE]:FILE:_files' \
        '(-h --help)''-h[this text]' \
        '(-h --help)''--help[this text]' \
        '*:file:_files'
}

_pcgram()
{
    local command=$words[2]
    if (( CURRENT > 2 && $+functions[_pcgram_of_$command] )); then
        shift words
        (( CURRENT-- ))
        _pcgram_of_$command
    else
        _pcgram_of_run
    fi
}

_pcgram "$@"
