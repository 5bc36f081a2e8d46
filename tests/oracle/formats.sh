#!/bin/bash
# Our exported files, read back by other people's programs: gprof and callgrind_annotate must find for every function
# what pcgram report says. The counts are invented over a real hppa program (make_profile.c), so that every function
# has some and the rounding of the readers can be chosen: a clock of 100 Hz makes gprof's two decimals exact.
#
#     tests/oracle/formats.sh
#
# PCGRAM is the program under test (default ./pcgram of this tree), CC the host's compiler.
# shellcheck disable=SC2317 # check() calls the functions
set -u
cd "$(dirname "$0")/../.." || exit 2
pcgram=${PCGRAM:-./pcgram}
cc=${CC:-cc}
. tests/report.sh
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

have() { command -v "$1" >/dev/null 2>&1; }
# check NAME COMMAND...: one test
check() {
    name=$1
    shift
    if "$@" >"$dir/log" 2>&1; then
        pass
    else
        fail "$name"
        sed 's/^/    /' "$dir/log" | head -20
    fi
}

if ! have hppa-linux-gnu-gcc || ! have python3; then
    skip "all: no hppa-linux-gnu-gcc or no python3"
    end
    exit
fi
if ! have "$pcgram"; then
    echo "$pcgram is missing: run make first"
    exit 2
fi

cat >"$dir/guest.c" <<'EOF'
static int table[64];
static int fill(int n) { for (int i = 0; i < 64; i++) table[i] = n / (i + 1); return table[n & 63]; }
int work(int n) { int s = 0; while (n-- > 0) s += fill(n) % 7; return s; }
__attribute__((noinline)) int twice(int n) { return work(n) + work(n / 3); }
__attribute__((noinline)) static int recurse(int n) { return n < 2 ? n : recurse(n - 1) + recurse(n - 2); }
int main(void) { return twice(100) + recurse(10); }
EOF
hppa-linux-gnu-gcc -O1 -static -fno-inline -o "$dir/guest" "$dir/guest.c" || exit 2
# gprof 2.40 counts no time for the last symbol of a program: one that the comparison leaves out.
echo 'int last(int n) { return 3 * n + 1; }' >"$dir/last.c"
# One program with every symbol of a static libc, one with a handful.
hppa-linux-gnu-gcc -O1 -static -nostartfiles -nostdlib -fno-inline -Wl,-e,main -o "$dir/small" "$dir/guest.c" -lgcc "$dir/last.c" ||
    exit 2
# With the objects of the emulator, which was built before.
# shellcheck disable=SC2046
$cc -std=gnu11 -D_GNU_SOURCE -O1 -I. -o "$dir/make_profile" tests/oracle/make_profile.c $(make -s --no-print-directory objects) \
    $(make -s --no-print-directory libs) || exit 2

# gprof_agrees PROGRAM PROFILE EVENT UNITS_PER_SECOND TOLERANCE
gprof_agrees() {
    "$pcgram" report --json -o "$dir/report.json" "$2" &&
        "$pcgram" export -f gmon --event="$3" -o "$dir/gmon.out" "$2" &&
        hppa-linux-gnu-gprof -b "$1" "$dir/gmon.out" >"$dir/gprof.txt" &&
        python3 tests/oracle/formats.py "$dir/report.json" "$dir/gprof.txt" "$3" "$4" "$5"
}
# read_back PROGRAM PROFILE EVENT TOLERANCE: gprof and `pcgram report --program` on the same gmon.out
read_back() {
    "$pcgram" export -f gmon --event="$3" -o "$dir/gmon.out" "$2" &&
        "$pcgram" report --json --program="$1" -o "$dir/report.json" "$dir/gmon.out" &&
        hppa-linux-gnu-gprof -b "$1" "$dir/gmon.out" >"$dir/gprof.txt" &&
        python3 tests/oracle/formats.py "$dir/report.json" "$dir/gprof.txt" ticks clock "$4"
}
callgrind_agrees() {
    "$pcgram" report --json -o "$dir/report.json" "$1" &&
        "$pcgram" export -o "$dir/callgrind.out" "$1" &&
        callgrind_annotate --threshold=100 --show-percs=no "$dir/callgrind.out" >"$dir/callgrind.txt" \
            2>"$dir/callgrind.err" &&
        if [ -s "$dir/callgrind.err" ]; then cat "$dir/callgrind.err"; false; fi &&
        python3 tests/oracle/formats.py "$dir/report.json" "$dir/callgrind.txt" callgrind
}
# schema_holds COMMAND PROFILE: its JSON is as docs/COMMAND-schema.json says
schema_holds() {
    all=
    [ "$1" = annotate ] && all=--all
    "$pcgram" "$1" ${all:+"$all"} --json -i "$2" -o "$dir/out.json" &&
        python3 - "docs/$1-schema.json" "$dir/out.json" <<'EOF'
import json, jsonschema, sys
jsonschema.Draft7Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))
EOF
}
example_reads() {
    sed -n '/^pcgram-profile/,/^end /p' docs/profile-format.md >"$dir/example" &&
        "$pcgram" report "$dir/example" | grep -q '^ 100.00  100.00 *35 *18 *20 *2 *0 *1.944  main$'
}
same_bytes() {
    "$dir/make_profile" "$dir/small" "$dir/again" 1 100 10 1 && cmp "$dir/small.1" "$dir/again"
}

for seed in 1 2 3; do
    "$dir/make_profile" "$dir/small" "$dir/small.$seed" $seed 100 10 1 || exit 2
    # 10 MHz and counts beyond what 64 records of 16-bit bins hold: bins are divided, seconds are not
    "$dir/make_profile" "$dir/small" "$dir/large.$seed" $seed 10000000 100000 1000003 || exit 2
    if have hppa-linux-gnu-gprof; then
        check "gprof, cycles, seed $seed" gprof_agrees "$dir/small" "$dir/small.$seed" cycles 100 0
        check "gprof, ticks, seed $seed" gprof_agrees "$dir/small" "$dir/small.$seed" ticks 10 0
        check "gprof, instructions, seed $seed" gprof_agrees "$dir/small" "$dir/small.$seed" instructions 1 0
        check "gprof, divided cycles, seed $seed" gprof_agrees "$dir/small" "$dir/large.$seed" cycles 10000000 0.001
        check "gprof reads as we do, cycles, seed $seed" read_back "$dir/small" "$dir/small.$seed" cycles 0
        check "gprof reads as we do, ticks, seed $seed" read_back "$dir/small" "$dir/small.$seed" ticks 0
        check "gprof reads as we do, divided cycles, seed $seed" read_back "$dir/small" "$dir/large.$seed" cycles 0
    else
        skip "gprof, seed $seed: no hppa-linux-gnu-gprof"
    fi
    if have callgrind_annotate; then
        check "callgrind_annotate, seed $seed" callgrind_agrees "$dir/small.$seed"
        check "callgrind_annotate, large, seed $seed" callgrind_agrees "$dir/large.$seed"
    else
        skip "callgrind_annotate, seed $seed: not installed"
    fi
done
for command in report annotate; do
    if python3 -c 'import jsonschema' 2>/dev/null; then
        check "schema of $command" schema_holds $command "$dir/small.1"
        check "schema of $command, large" schema_holds $command "$dir/large.2"
    else
        skip "schema of $command: no python3-jsonschema"
    fi
done
check "the example of docs/profile-format.md" example_reads
check "the same counts give the same bytes" same_bytes
"$dir/make_profile" "$dir/guest" "$dir/guest.1" 1 100 10 1 || exit 2
# gprof is left out here: it merges clones (read_conf_file.isra.0) into the function before them and chooses other
# names among aliases, so that it has not the same functions.
if have callgrind_annotate; then
    check "callgrind_annotate, static libc" callgrind_agrees "$dir/guest.1"
else
    skip "callgrind_annotate, static libc"
fi
end
