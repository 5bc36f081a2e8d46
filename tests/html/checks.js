// What a test of pages counts: what held, what did not and is said so, what could not be tried here.
'use strict';
const counts = {passed: 0, failed: 0, skipped: 0};

function check(what, ok, more = '') {
  counts[ok ? 'passed' : 'failed']++;
  if (!ok) console.log(`FAILED ${what}${more === '' ? '' : ': ' + String(more).slice(0, 600)}`);
}
const equal = (what, got, want) =>
  check(what, JSON.stringify(got) === JSON.stringify(want), `got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);

function skip(what) {
  counts.skipped++;
  console.log(`skipped: ${what}`);
}

// Runs main() to its end, says what was counted, and ends the process with a status that says it, too.
function finish(name, main) {
  main()
    .catch(e => check(`${name}: ${e.stack}`, false))
    .then(() => {
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
      process.exit(counts.failed ? 1 : 0);
    });
}

module.exports = {check, equal, skip, finish};
