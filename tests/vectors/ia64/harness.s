// What every guest of vectors begins with: runs the cases one by one and reports each word that is not as it should be.
//
//   GUEST [FIRST [COUNT [LETTERS]]]     all cases, or COUNT (1) from number FIRST
//     x   write the number of each before it runs
//     n   have a NaT in r30 all the time
//     s   handle signals: what they told is a line of output, "CASE SIGNAL CODE ADDRESS IP", and the case is over
//
// No C library: it must run where little else does yet. Each case has a record of two blocks of 512 bytes, before and after,
// in words of 8 bytes (tests/vectors/ia64/build knows the same offsets):
//   0-7 r14-r21   8 their NaT bits   9 pr   10 fpsr   11 unat   12 ccv   13 csd   14 lc   15 ec
//   16-31 f6-f13 as stf.spill has them   32-47 the memory at vmem   48 r31: 1 where the branch to @ was taken
//   56 (after) bit n: word n is not compared
// and a stub, which ends with a branch to b7. A stub may change r2, r3, r8-r11, r22-r31, r41-r47, f14-f127 and b0-b5 besides what is compared.
// Output: a line "CASE WORD GOT" in hexadecimal for each difference, then "end CASES FAILED". Exit status: 1 if any.

first = r32	// record of the next case
stub = r33	// its entry in the table of stubs
left = r34	// cases to go
number = r35	// of the next case
failed = r36	// cases so far
bad = r37	// this one has failed
got = r38
all = r39
options = r40	// bit 0: x, 1: n, 2: s
here = r3	// a pointer that moves; hex() moves it too

	.auto
	.text
	.global text_begin
text_begin:
	.global _start
	.proc _start
_start:
	add	r14 = 16, r12		// argc; argv[1] and argv[2] behind argv[0]
	add	r15 = 32, r12
	add	r16 = 40, r12
	alloc	r2 = ar.pfs, 0, 16, 8, 0
	movl	left = case_count
	mov	number = 0
	mov	failed = 0
	movl	got = got_block
	ld8	r17 = [r14]
	cmp.lt	p6, p0 = 1, r17
	cmp.lt	p7, p0 = 2, r17
	cmp.lt	p10, p11 = 3, r17
	add	r17 = 48, r12
	mov	options = 0
(p11)	br.cond.sptk 6f
	ld8	r17 = [r17]
5:	ld1	r18 = [r17], 1
	cmp.eq	p8, p0 = 'x', r18
	cmp.eq	p9, p0 = 'n', r18
	cmp.eq	p10, p0 = 's', r18
	cmp.ne	p11, p0 = 0, r18
(p8)	or	options = 1, options
(p9)	or	options = 2, options
(p10)	or	options = 4, options
(p11)	br.cond.sptk 5b
6:
(p6)	ld8	r19 = [r15]
(p6)	mov	left = 1
(p6)	br.call.sptk b0 = decimal
(p6)	mov	number = r18
(p7)	ld8	r19 = [r16]
(p7)	br.call.sptk b0 = decimal
(p7)	mov	left = r18
	movl	first = cases
	movl	stub = stubs
	shladd	stub = number, 3, stub
	shl	r14 = number, 10
	add	first = first, r14
	mov	all = left		// for the last line

	// rt_sigaction for ILL, TRAP, BUS, FPE, SEGV
	tbit.z	p6, p0 = options, 2
(p6)	br.cond.sptk next
	movl	r24 = signals
7:	ld1	r25 = [r24], 1
	mov	r48 = r25
	movl	r49 = action
	mov	r50 = 0
	mov	r51 = 8
	mov	r42 = r24
	cmp.eq	p6, p0 = 0, r25
(p6)	br.cond.sptk next
	mov	r15 = 1177
	break	0x100000
	mov	r24 = r42
	br.cond.sptk 7b

next:	cmp.eq	p6, p0 = 0, left
(p6)	br.cond.spnt done
	mov	bad = 0
	mov	r31 = 0

	movl	r14 = told
	st8	[r14] = r0
	tbit.z	p6, p0 = options, 0
(p6)	br.cond.sptk 4f
	movl	r24 = number_line
	mov	r3 = r24
	mov	r20 = number
	mov	r21 = 8
	br.call.sptk b0 = hex
	mov	r48 = 1
	mov	r49 = r24
	mov	r50 = 9
	mov	r15 = 1027		// write
	break	0x100000

4:	// memory
	add	here = 256, first
	movl	r14 = vmem
	mov	ar.lc = 15
1:	ld8	r15 = [here], 8
	st8	[r14] = r15, 8
	br.cloop.sptk 1b

	add	here = 128, first
	ldf.fill f6 = [here], 16
	ldf.fill f7 = [here], 16
	ldf.fill f8 = [here], 16
	ldf.fill f9 = [here], 16
	ldf.fill f10 = [here], 16
	ldf.fill f11 = [here], 16
	ldf.fill f12 = [here], 16
	ldf.fill f13 = [here], 16

	add	here = 64, first
	ld8	r8 = [here], 8
	ld8	r9 = [here], 8
	ld8	r10 = [here], 8
	ld8	r11 = [here], 8
	ld8	r22 = [here], 8
	ld8	r23 = [here], 8
	ld8	r24 = [here], 8
	ld8	r25 = [here], 8
	mov	ar.unat = r8		// records are aligned, so that bits 0-7 belong to words 0-7
	mov	here = first
	ld8.fill r14 = [here], 8
	ld8.fill r15 = [here], 8
	ld8.fill r16 = [here], 8
	ld8.fill r17 = [here], 8
	ld8.fill r18 = [here], 8
	ld8.fill r19 = [here], 8
	ld8.fill r20 = [here], 8
	ld8.fill r21 = [here], 8
	mov	ar.fpsr = r10
	mov	ar.unat = r11
	mov	ar.ccv = r22
	mov	ar.csd = r23
	mov	ar.lc = r24
	mov	ar.ec = r25
	ld8	r8 = [stub], 8
	tbit.nz	p6, p7 = options, 1
(p6)	ld8.s	r30 = [r0]		// nothing is there
(p7)	mov	r30 = 0
	movl	r10 = back
	mov	b6 = r8
	mov	b7 = r10
	mov	pr = r9, -1
	br.cond.sptk b6

back:	rum	10			// psr.ac and psr.be, if a fault came before the stub took them back
	clrrrb
	mov	r8 = pr
	mov	r9 = ar.unat
	mov	r10 = ar.lc
	mov	r11 = ar.ec
	mov	here = got
	st8.spill [here] = r14, 8
	st8.spill [here] = r15, 8
	st8.spill [here] = r16, 8
	st8.spill [here] = r17, 8
	st8.spill [here] = r18, 8
	st8.spill [here] = r19, 8
	st8.spill [here] = r20, 8
	st8.spill [here] = r21, 8
	mov	r14 = ar.unat
	extr.u	r14 = r14, 0, 8
	mov	r15 = ar.fpsr
	mov	r16 = ar.ccv
	mov	r17 = ar.csd
	st8	[here] = r14, 8
	st8	[here] = r8, 8
	st8	[here] = r15, 8
	st8	[here] = r9, 8
	st8	[here] = r16, 8
	st8	[here] = r17, 8
	st8	[here] = r10, 8
	st8	[here] = r11, 8
	stf.spill [here] = f6, 16
	stf.spill [here] = f7, 16
	stf.spill [here] = f8, 16
	stf.spill [here] = f9, 16
	stf.spill [here] = f10, 16
	stf.spill [here] = f11, 16
	stf.spill [here] = f12, 16
	stf.spill [here] = f13, 16
	movl	r14 = vmem
	mov	ar.lc = 15
1:	ld8	r15 = [r14], 8
	st8	[here] = r15, 8
	br.cloop.sptk 1b
	st8	[here] = r31

	// r16 counts the words, r17 holds what is not compared, r18 what was got
	add	r14 = 512, first
	add	r15 = 960, first
	mov	here = got
	mov	r16 = 0
	ld8	r17 = [r15]
2:	ld8	r18 = [here], 8
	ld8	r19 = [r14], 8
	tbit.nz	p6, p0 = r17, 0
	shr.u	r17 = r17, 1
	cmp.eq.or p6, p0 = r18, r19
(p6)	br.cond.sptk 3f

	mov	bad = 1
	movl	r24 = line
	mov	r3 = r24
	mov	r20 = number
	mov	r21 = 8
	br.call.sptk b0 = hex
	add	r3 = 9, r24
	mov	r20 = r16
	mov	r21 = 2
	br.call.sptk b0 = hex
	add	r3 = 12, r24
	mov	r20 = r18
	mov	r21 = 16
	br.call.sptk b0 = hex
	mov	r48 = 1
	mov	r49 = r24
	mov	r50 = 29
	mov	r8 = r15
	mov	r15 = 1027		// write
	mov	r42 = r14
	mov	r43 = r8
	mov	r44 = r16
	mov	r45 = r17
	break	0x100000
	mov	r14 = r42
	mov	r15 = r43
	mov	r16 = r44
	mov	r17 = r45
	shladd	here = r16, 3, got
	add	here = 8, here
3:	add	r16 = 1, r16
	cmp.gt	p6, p0 = 49, r16
(p6)	br.cond.sptk 2b

	// the line about a signal
	movl	r14 = told
	movl	r24 = signal_line
	ld8	r15 = [r14], 8
	cmp.eq	p6, p0 = 0, r15
(p6)	br.cond.sptk 8f
	mov	r3 = r24
	mov	r20 = number
	mov	r21 = 8
	br.call.sptk b0 = hex
	add	r3 = 9, r24
	mov	r20 = r15
	mov	r21 = 2
	br.call.sptk b0 = hex
	add	r3 = 12, r24
	ld8	r20 = [r14], 8
	mov	r21 = 8
	br.call.sptk b0 = hex
	add	r3 = 21, r24
	ld8	r20 = [r14], 8
	mov	r21 = 16
	br.call.sptk b0 = hex
	add	r3 = 38, r24
	ld8	r20 = [r14], 8
	mov	r21 = 16
	br.call.sptk b0 = hex
	mov	r48 = 1
	mov	r49 = r24
	mov	r50 = 55
	mov	r15 = 1027		// write
	break	0x100000

8:	add	failed = failed, bad
	add	number = 1, number
	add	left = -1, left
	movl	r14 = 1024
	add	first = first, r14
	br.cond.sptk next

done:	movl	r24 = last_line
	add	r3 = 4, r24
	mov	r20 = all
	mov	r21 = 8
	br.call.sptk b0 = hex
	add	r3 = 13, r24
	mov	r20 = failed
	mov	r21 = 8
	br.call.sptk b0 = hex
	mov	r48 = 1
	mov	r49 = r24
	mov	r50 = 22
	mov	r15 = 1027		// write
	break	0x100000
	cmp.ne	p6, p7 = 0, failed
(p6)	mov	r48 = 1
(p7)	mov	r48 = 0
	mov	r15 = 1236		// exit_group
	break	0x100000
	.endp _start

// A signal: told = signal, code, address, ip and slot; then on at back, with the registers as they were. in0 the signal, in1
// its siginfo, in2 the sigcontext, of which the ip is at 40 (Linux, arch/ia64: asm/sigcontext.h).
handler:
	movl	r14 = told
	add	r15 = 8, r33
	add	r16 = 16, r33
	add	r17 = 40, r34
	st8	[r14] = r32, 8
	ld4	r18 = [r15]
	ld8	r19 = [r16]
	ld8	r20 = [r17]
	st8	[r14] = r18, 8
	st8	[r14] = r19, 8
	st8	[r14] = r20
	movl	r21 = back
	st8	[r17] = r21
	br.ret.sptk b0

// r18 = the decimal digits at r19.
decimal:
	mov	r18 = 0
1:	ld1	r20 = [r19], 1
	add	r21 = -48, r20
	cmp.eq	p8, p0 = 0, r20
(p8)	br.ret.sptk b0
	shladd	r20 = r18, 2, r18	// times five
	shladd	r18 = r20, 1, r21
	br.cond.sptk 1b

// r21 hexadecimal digits of r20 to r3. Changes r20, r22, r23.
hex:
	add	r22 = -1, r21
	add	r3 = r3, r21
	mov	ar.lc = r22
1:	extr.u	r23 = r20, 0, 4
	shr.u	r20 = r20, 4
	add	r3 = -1, r3
	cmp.gt	p8, p9 = 10, r23
(p8)	add	r23 = 48, r23
(p9)	add	r23 = 87, r23
	st1	[r3] = r23
	br.cloop.sptk 1b
	br.ret.sptk b0

	.data
line:	stringz	"00000000 00 0000000000000000\n"
signal_line:
	stringz	"00000000 00 00000000 0000000000000000 0000000000000000\n"
signals:
	stringz	"\004\005\007\010\013"
	.align	8
action:	data8	descriptor, 4, 0	// SA_SIGINFO
descriptor:
	data8	handler, 0
told:	data8	0, 0, 0, 0
number_line:
	stringz	"00000000\n"
last_line:
	stringz	"end 00000000 00000000\n"
	.bss
	.align	1024
got_block:
	.skip	1024
