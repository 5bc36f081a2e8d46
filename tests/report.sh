# shellcheck shell=bash disable=SC2034
# The report of a test written for bash, which reads this with "." : a line for each check that failed, and at the end "N passed, N
# failed, N skipped", from which tests/check takes its sums.
passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)) && echo "FAILED $*"; }         # fail WHAT...
shows= # a file that is() shows when a check fails: what a command has said (its reading beside a $? would be its status)
is() { if [ "$2" = 0 ]; then pass; else fail "$1"; [ ! -s "$shows" ] || cat "$shows"; fi; } # is WHAT STATUS
expect() { if [ "$2" = "$3" ]; then pass; else fail "$1: $3, should be $2"; fi; } # expect WHAT WANTED GOT
skip() { skipped=$((skipped + ${2:-1})) && echo "skipped: $1"; } # skip WHY [N]
# The last line; the status is what the test ends with: not 0 where a check failed, and where there was nothing to check.
end() { echo "$passed passed, $failed failed, $skipped skipped" && [ $failed = 0 ] && [ $((passed + skipped)) != 0 ]; }
# needs COMMAND [N]: without it the test ends here, with N checks skipped.
needs() { command -v "$1" > /dev/null || { skip "no $1 here" "${2:-1}"; end; exit; }; }
# add FILE STATUS: what another test, or a program of Check's, printed into FILE. Its sums go into counts (passed, failed, skipped) and are added
# to ours. One that said none, ended with a status though nothing failed, or with a sanitizer's report, has failed once.
add() {
  local line
  line=$(grep -aE '^[0-9]+ passed, [0-9]+ failed|^[0-9]+%: Checks: ' "$1" | tail -n 1)
  read -ra counts <<< "$(tr -c '0-9\n' ' ' <<< "$line") 0 0 0"
  [[ $line != *Checks:* ]] || counts=($((counts[1] - counts[2] - counts[3])) $((counts[2] + counts[3])) 0)
  if [ "${counts[1]}" = 0 ]; then
    if [ -z "$line" ] || [ "$2" != 0 ] || grep -aq 'ERROR: \(Address\|Leak\)Sanitizer\|runtime error:' "$1"; then counts[1]=1; fi
  fi
  passed=$((passed + counts[0])) failed=$((failed + counts[1])) skipped=$((skipped + counts[2]))
}
