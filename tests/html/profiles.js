// Profiles for the tests of the HTML report: of guests, where their compilers are, and made by hand.
'use strict';
const {spawnSync} = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');
const EMU = path.resolve(process.env.EMU || path.join(ROOT, 'pcgram'));

function run(command, args, input) {
  const r = spawnSync(command, args, {cwd: ROOT, encoding: 'utf8', input, maxBuffer: 1 << 30});
  if (r.error) throw r.error;
  if (r.status !== 0) throw new Error(`${command} ${args.join(' ')}: status ${r.status}: ${r.stderr.slice(0, 500)}`);
  return r.stdout;
}
const there = command => spawnSync(command, ['--version'], {stdio: 'ignore'}).status === 0;

// The path of a profile of the demonstration program, or undefined without the compiler.
function parisc(folder, options = []) {
  if (!there('hppa-linux-gnu-gcc')) return undefined;
  run('hppa-linux-gnu-gcc', ['-O2', '-g', '-static', '-o', `${folder}/queens`, 'tests/demo/queens.c']);
  run(EMU, [
    '--quiet',
    '--tick-cycles=20011',
    '--tick-jitter=1',
    ...options,
    `--profile=${folder}/queens.prof`,
    `${folder}/queens`
  ]);
  return `${folder}/queens.prof`;
}

// Of one that was run with --data, or undefined without the compiler.
function accesses(folder) {
  if (!there('hppa-linux-gnu-gcc')) return undefined;
  run('hppa-linux-gnu-gcc', ['-O2', '-g', '-static', '-o', `${folder}/layouts`, 'tests/data/layouts.c']);
  run(EMU, ['--quiet', '--data', `--profile=${folder}/layouts.prof`, `${folder}/layouts`]);
  return `${folder}/layouts.prof`;
}

// Of one that was run with --slices, or undefined without the compiler.
function phases(folder) {
  if (!there('hppa-linux-gnu-gcc')) return undefined;
  run('hppa-linux-gnu-gcc', ['-std=gnu11', '-w', '-O2', '-g', '-static', '-o', `${folder}/phases`, 'tests/slices/phases.c', '-lpthread', '-lm']);
  run(EMU, ['--quiet', '--slices', '--tick-cycles=40009', `--profile=${folder}/phases.prof`, `${folder}/phases`]);
  return `${folder}/phases.prof`;
}

// Of one with threads, or undefined without the compiler.
function threads(folder) {
  if (!there('hppa-linux-gnu-gcc')) return undefined;
  run('hppa-linux-gnu-gcc', ['-O2', '-g', '-static', '-o', `${folder}/lock`, 'tests/threads/lock.c', '-lpthread']);
  run(EMU, ['--quiet', `--profile=${folder}/lock.prof`, `${folder}/lock`]);
  return `${folder}/lock.prof`;
}

// Of a program for Itanium that is kept as assembly, whose lines are then its source; or undefined without binutils.
function itanium(folder, options = []) {
  if (!there('ia64-linux-gnu-as')) return undefined;
  const parts = ['vm', 'runtime', 'start'];
  for (const part of parts) run('ia64-linux-gnu-as', ['-x', '-g', `tests/guest/ia64/${part}.s`, '-o', `${folder}/${part}.o`]);
  run('ia64-linux-gnu-ld', [...parts.map(part => `${folder}/${part}.o`), '-o', `${folder}/vm`]);
  run(EMU, [
    '--quiet',
    '--max-insns=3000000',
    '--tick-cycles=5003',
    '--tick-jitter=1',
    ...options,
    `--profile=${folder}/vm.prof`,
    `${folder}/vm`,
    '1'
  ]);
  return `${folder}/vm.prof`;
}

// PA-RISC by hand: a symbol that ends before its code does, and code behind it that only a call knows.
const TAIL = `
	.globl	_start
	.type	_start, @function
_start:	ldi	100, %r20
	.size	_start, . - _start
.Lagain:
	b,l	.Lhidden, %r2
	nop
	addib,<> -1, %r20, .Lagain
	nop
	ldi	0, %r26
	ble	0x100(%sr2, %r0)
	ldi	1, %r20
	.align 64
.Lhidden:
	bv	%r0(%r2)
	nop
`;

// Names and profiles of what has no symbols, or too few: a static program, one of C++ with its libraries, assembly; those
// whose compilers are here.
function stripped(folder) {
  const list = [];
  const add = (name, words, tools, ...commands) => {
    const out = `${folder}/${name}`;
    if (!tools.every(there)) return;
    for (const [command, ...args] of commands) run(command, args, TAIL);
    run(EMU, ['--quiet', '-L', '/usr/hppa-linux-gnu', `--profile=${out}.prof`, out, ...words]);
    list.push([name, `${out}.prof`]);
  };
  const gcc = 'hppa-linux-gnu-gcc',
    gxx = 'hppa-linux-gnu-g++',
    parts = ['vm', 'runtime', 'start'].map(part => `${folder}/${part}.o`);
  add('bare', [], [gcc], [gcc, '-O2', '-s', '-static', '-o', `${folder}/bare`, 'tests/demo/queens.c']);
  add('bare-dynamic', [], [gxx], [gxx, '-O2', '-s', '-o', `${folder}/bare-dynamic`, 'tests/oracle/stacks.cc']);
  add(
    'tail',
    [],
    ['hppa-linux-gnu-as'],
    ['hppa-linux-gnu-as', '-o', `${folder}/tail.o`, '-'],
    ['hppa-linux-gnu-ld', '-o', `${folder}/tail`, `${folder}/tail.o`]
  );
  // of the parts that itanium() has made
  if (parts.every(fs.existsSync))
    add('bare-ia64', ['1'], ['ia64-linux-gnu-ld'], ['ia64-linux-gnu-ld', '-s', ...parts, '-o', `${folder}/bare-ia64`]);
  return list;
}

const encode = s =>
  [...Buffer.from(s)]
    .map(c => (c <= 32 || c >= 127 || c === 37 ? '%' + c.toString(16).toUpperCase().padStart(2, '0') : String.fromCharCode(c)))
    .join('') || '%';

// The text of a profile of functions of four words each, that a `main` calls: {names, files, ticks, contexts, isa}.
function made({names, files = [], ticks = true, contexts = true, program = './made', symbols = true, isa = 'parisc'}) {
  const wide = isa === 'ia64', // a bundle in the place of each word
    unit = wide ? 16 : 4,
    code = ['08000240', '6bc23fd9', 'e840c000', '08000240'].map(word => (wide ? `${'0'.repeat(24)}${word}` : word)),
    records = [],
    total = [0, 0, 0, 0];
  const start = i => 0x10000 + 4 * unit * i,
    hex = n => `0x${n.toString(16)}`;
  records.push(`image 0x0 4072 0x10000 ${hex(start(names.length))} 0x0 % ${encode(program)}`);
  if (symbols) names.forEach((name, i) => records.push(`function ${hex(start(i))} ${4 * unit} 0 function ${encode(name)}`));
  names.forEach((_, i) =>
    code.forEach((word, k) => {
      const slots = (1000000 / (i + 1)) | 0,
        counts = [slots, k === 3 ? 0 : slots, slots, ticks && k === 0 ? (slots / 100) | 0 : 0];
      counts.forEach((n, c) => {
        total[c] += n;
      });
      records.push(`insn ${hex(start(i) + unit * k)} ${word} ${symbols ? i : '-'} ${counts.join(' ')}`);
    })
  );
  files.forEach(f => records.push(`file ${encode(f)}`));
  if (files.length) names.forEach((_, i) => records.push(`line ${hex(start(i))} ${i % files.length} ${i + 1}`));
  if (contexts) {
    records.push(`context - 0x0 0x10000 1 ${4 * 1000000} ${3 * 1000000}`);
    for (let i = 1; i < names.length; i++)
      records.push(`context 0 0x10000 ${hex(start(i))} 7 ${4 * ((1000000 / (i + 1)) | 0)} ${3 * ((1000000 / (i + 1)) | 0)}`);
  }
  return [
    'pcgram-profile 1',
    `isa ${isa}`,
    'cpu none',
    `order ${wide ? 'little' : 'big'}`,
    `address ${wide ? 8 : 4}`,
    `unit ${unit}`,
    'clock 100000000',
    'tick 100',
    'handler 0',
    `total ${total.join(' ')}`,
    'exit code 0',
    ...records,
    `end ${records.length}`,
    ''
  ].join('\n');
}

module.exports = {ROOT, EMU, run, parisc, accesses, phases, threads, itanium, stripped, made};
