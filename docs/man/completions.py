"""Completions of bash, zsh and fish, of the help texts that docs/man/generate has read."""
import re


def long_names(option):
    return re.findall(r"--[a-z0-9-]+", option)


# Values of options that are words of a list, where the help text has no list with a line for each (Help.values). Those of one command before those of all.
VALUES = {
    "data --sort": "stalls misses accesses sharing", "report --by": "function line file image calls thread time",
    "--sort": "cycles instructions slots ticks calls cpi inclusive address name", "--by": "function line file image", "--style": "flat prof",
    "--event": "cycles instructions slots ticks", "--color": "auto always never", "--disasm": "pcgram capstone",
    "--dialect": "hpux irix openbsd aix", "--tick-handler": "rom host", "--sprofil-overlap": "reject allow",
    "--trace-format": "log kanata", "--engine": "host interpreter",
}

RUNS = ("view", "stat")  # the options of a run go with them

BASH = r"""
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
        @RUNS) i=2 ;;
        @COMMANDS) return 1 ;;
    esac
    for ((; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            --) ((i + 1 < COMP_CWORD)); return ;;
            = | -[@SHORT]) ((i++)) ;;
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
    local word=$2 format='@FORMATS'
    [[ ${COMP_WORDS[1]} == export ]] || format="pcgram $format"
    case ${COMP_WORDS[1]}:$1 in
@VALUES
        export:-f | export:--format | *:--format) COMPREPLY=($(compgen -W "$format" -- "$word")) ;;
        @COMMANDS:-f) return 1 ;;
        *:-f) COMPREPLY=($(compgen -W "$format" -- "$word")) ;;
        *:--cpu) COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" --cpu=help 2> /dev/null | awk '{ print $2 }' | sort -u) help" -- "$word")) ;;
        *:--function) _pcgram_choose "$word" < <(_pcgram_ran) ;;
        disasm:--start | disasm:--stop | *:--start | *:--stop | *:--toggle-collect) _pcgram_choose "$word" < <(_pcgram_has) ;;
        *:--sysroot | *:-L) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        *:-[io] | *:--*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        *) return 1 ;;
    esac
}
"""


def bash(run, commands):
    def words(h):
        return " ".join(n + ("=" if f"{n}=" in option else "") for option in h.options() for n in long_names(option))
    by_name = dict(commands)
    formats = " ".join(by_name["export"].values("--format"))
    values = dict(VALUES, **{"--backend": " ".join(by_name["conform"].values("--backend"))})
    short = {"--sort": "report:-s", "data --sort": "data:-s", "--backend": "conform:-b", "--dialect": "conform:-d"}
    rows = [f"        {':'.join(n.split()) if ' ' in n else '*:' + n}{' | ' + short[n] if n in short else ''}) COMPREPLY=($(compgen -W '{v}' -- \"$word\")) ;;"
            for n, v in values.items()]
    names = [n for n, _ in commands]
    lines = ["# bash completion of pcgram, made by docs/man/generate: source it, or put it where bash looks for completions."]
    lines += BASH.replace("@VALUES", "\n".join(rows)).replace("@FORMATS", formats) \
        .replace("@COMMANDS:-f", ":-f | ".join(n for n in names if n != "export") + ":-f").replace("@COMMANDS", " | ".join(n for n in names if n not in RUNS)) \
        .replace("@RUNS", " | ".join(RUNS)).replace("@SHORT", "".join(o[1] for o in taking(run, commands) if len(o) == 2)).strip("\n").split("\n")
    lines += ["", "_pcgram()", "{", "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options", "    COMPREPLY=()",
              "    case ${COMP_WORDS[1]} in"]
    for name, h in commands:
        lines.append(f"        {name}) options='{words(h)}{' ' + words(run) if name in RUNS else ''}' ;;")
    lines += [f"        *) options='{words(run)}' ;;", "    esac",
              "    if _pcgram_in_guest \"$options\"; then",
              "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return",
              "    fi",
              "    # bash takes --cpu=pa for three words",
              "    if [[ $word == = ]]; then",
              "        _pcgram_value \"$before\" ''; return",
              "    elif [[ $before == = && $COMP_CWORD -gt 2 ]]; then",
              "        _pcgram_value \"${COMP_WORDS[COMP_CWORD - 2]}\" \"$word\"; return",
              "    elif [[ $before == -? || \" $options \" == *\" $before= \"* ]] && _pcgram_value \"$before\" \"$word\"; then",
              "        return",
              "    fi",
              "    if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then",
              f"        mapfile -t COMPREPLY < <(compgen -W '{' '.join(names)}' -- \"$word\"; compgen -f -- \"$word\")",
              "    elif [[ $word == -* ]]; then",
              "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))",
              "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace",
              "    elif [[ ${COMP_WORDS[1]} == annotate ]]; then",
              "        _pcgram_choose \"$word\" < <(_pcgram_ran)",
              "    elif [[ ${COMP_WORDS[1]} == explain && $COMP_CWORD -gt 2 && -f ${COMP_WORDS[COMP_CWORD - 1]} ]]; then",
              "        _pcgram_choose \"$word\" < <(_pcgram_has)",
              "    elif [[ ${COMP_WORDS[1]} == isa ]]; then",
              "        COMPREPLY=($(compgen -W 'parisc ia64' -- \"$word\"))",
              "    else",
              "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")",
              "    fi", "}", "complete -o filenames -F _pcgram pcgram"]
    return "\n".join(lines) + "\n"


# What an option of zsh and fish is: `-f, --format=FORMAT`, `--profile[=FILE]`, `--json`.
SHAPE = re.compile(r"(?:-(?P<short>\w)(?:, +)?)?(?:--(?P<long>[a-z0-9-]+))?(?P<equals>\[?=)?(?P<argument>[^\s\]]+)?\]?$")


class Option:
    """One option of a command ("" is a run), taken apart: `kind` tells what its argument is, `words` which words it may be."""

    def __init__(self, command, h, text, formats, backends):
        m = SHAPE.match(text)
        self.short, self.long, self.argument = m["short"], m["long"], m["argument"]
        self.optional = m["equals"] == "[="
        self.about = h.about(text)
        self.kind, self.words = "text", []
        name = "--" + (self.long or "")
        values = dict(VALUES, **{"--backend": backends, "--format": formats if command == "export" else "pcgram " + formats})
        if name in values:
            self.kind, self.words = "words", values.get(f"{command} {name}", values[name]).split()
        elif name == "--cpu":
            self.kind = "models"
        elif name == "--function":
            self.kind = "ran"
        elif name in ("--start", "--stop", "--toggle-collect"):
            self.kind = "functions"
        elif name in ("--sysroot", "--sandbox"):
            self.kind = "folders"
        elif self.argument in ("FILE", "ELF", "N|PATH") or name == "--gdb":
            self.kind = "files"


def options_of(run, commands):
    by_name = dict(commands)
    known = " ".join(by_name["export"].values("--format")), " ".join(by_name["conform"].values("--backend"))
    return [(c, [Option(c, h, o, *known) for o in h.options()]) for c, h in [("", run)] + commands]


def taking(run, commands):
    """Options of a run that take a value as the next word, as -L and --cpu do."""
    own = [o for c, options in options_of(run, commands) if c == "" or c in RUNS for o in options if o.argument and not o.optional]
    return sorted({f"-{o.short}" for o in own if o.short} | {f"--{o.long}" for o in own if o.long})


ZSH = r"""
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
    local -a commands=(@COMMANDS)
    compadd -- $commands
    _files
}
"""


def zsh_option(o):
    """The specification of _arguments for one option."""
    about = re.sub(r"([\[\]:])", r"\\\1", o.about).replace("'", "'\\''")
    action = {"words": f"({' '.join(o.words)})", "models": "_pcgram_models", "functions": "_pcgram_has", "ran": "_pcgram_ran", "folders": "_files -/",
              "files": "_files", "text": ""}[o.kind]
    value = f"{':' if o.optional else ''}:{o.argument.replace(':', ' ')}:{action}" if o.argument else ""
    names = ([f"-{o.short}" + ("+" if o.argument else "")] if o.short else []) + \
        ([f"--{o.long}" + ("=-" if o.optional else "=" if o.argument else "")] if o.long else [])
    both = f"'(-{o.short} --{o.long})'" if o.short and o.long else ""
    return [f"{both}'{name}[{about}]{value}'" for name in names]


def zsh(run, commands):
    rest = {"annotate": "*:function:_pcgram_ran", "isa": "1:processor:(parisc ia64)", "merge": "*:profile:_files",
            "explain": "*:place:{ (( CURRENT > 2 )) && _pcgram_has; _files }"}
    out = ["#compdef pcgram", "# zsh completion of pcgram, made by docs/man/generate: put it as _pcgram into a folder of $fpath."]
    out += ZSH.replace("@COMMANDS", " ".join(n for n, _ in commands)).strip("\n").split("\n")
    for command, options in options_of(run, commands):
        if command in RUNS:
            names = {o.long for o in options}
            options = options + [o for o in options_of(run, commands)[0][1] if o.long not in names]
        lines = [f"        {spec}" for o in options for spec in zsh_option(o)]
        first = "'1:command or guest:_pcgram_first' '*:file:_files'" if command == "" else f"'{rest.get(command, '*:file:_files')}'"
        ends = "-A '-*' " if command == "" or command in RUNS else "" # at the guest
        out += ["", f"_pcgram_of_{command or 'run'}()", "{", f"    _arguments -s -S {ends}: \\"] + [line + " \\" for line in lines] + [f"        {first}", "}"]
    out += ["", "_pcgram()", "{", "    local command=$words[2]", "    if (( CURRENT > 2 && $+functions[_pcgram_of_$command] )); then",
            "        shift words", "        (( CURRENT-- ))", "        _pcgram_of_$command", "    else", "        _pcgram_of_run", "    fi", "}", "",
            '_pcgram "$@"']
    return "\n".join(out) + "\n"


FISH = r"""
# The command on the line is $argv; without: none, so a guest is run.
function __pcgram_at
    set -l words (commandline -opc)
    if test (count $argv) = 0
        not contains -- "$words[2]" @COMMANDS
    else
        contains -- "$words[2]" $argv
    end
end

# Behind a guest there are its own arguments.
function __pcgram_in_guest
    set -l words (commandline -opc)
    set -l value 0
    set -e words[1]
    contains -- "$words[1]" @RUNS; and set -e words[1]
    for word in $words
        if test $value = 1
            set value 0
        else if contains -- $word @TAKING
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
        __pcgram_at; or __pcgram_at @RUNS
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
"""


def fish(run, commands):
    names = " ".join(n for n, _ in commands)
    out = ["# fish completion of pcgram, made by docs/man/generate: put it as pcgram.fish where fish looks for completions."]
    out += FISH.replace("@COMMANDS", names).replace("@RUNS", " ".join(RUNS)).replace("@TAKING", " ".join(taking(run, commands))).strip("\n").split("\n") + [""]
    out += [f"complete -c pcgram -n 'test (count (commandline -opc)) = 1' -a '{names}'",
            "complete -c pcgram -n '__pcgram_at annotate' -f -a '(__pcgram_ran)'",
            "complete -c pcgram -n '__pcgram_at explain; and test (count (commandline -opc)) -gt 2' -f -a '(__pcgram_has)'",
            "complete -c pcgram -n '__pcgram_at isa; and test (count (commandline -opc)) = 2' -f -a 'parisc ia64'"]
    for command, options in options_of(run, commands):
        where = "__pcgram_at" if not command else f"__pcgram_at {command}"
        if not command:  # the options of a run go with these
            where = "__pcgram_runs"
        elif command in RUNS:
            where += "; and not __pcgram_in_guest"
        for o in options:
            words = {"words": "-x -a '" + " ".join(o.words) + "'", "models": "-x -a '(__pcgram_models)'", "functions": "-x -a '(__pcgram_has)'", "ran": "-x -a '(__pcgram_ran)'",
                     "folders": "-x -a '(__fish_complete_directories)'", "files": "-r -F", "text": "-x"}[o.kind] if o.argument and not o.optional else ""
            about = o.about.replace("\\", "\\\\").replace("'", "\\'")
            parts = [f"-s {o.short}" if o.short else "", f"-l {o.long}" if o.long else "", words, f"-d '{about}'" if about else ""]
            out.append(f"complete -c pcgram -n '{where}' " + " ".join(p for p in parts if p))
    return "\n".join(out) + "\n"
