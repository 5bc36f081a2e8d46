// What the compiler would not write: calls with NaTs, a frame with too many outputs, and all registers at once.
	.text
	.explicit

// long nat_number(void): getpid, with a NaT for its number.
	.global nat_number
	.proc nat_number
nat_number:
	alloc r2 = ar.pfs, 0, 0, 0, 0
	ld8.s r15 = [r0]
	break.i 0x100000
	;;
	cmp.eq p6, p0 = -1, r10
	;;
	(p6) sub r8 = r0, r8
	br.ret.sptk.many rp
	.endp nat_number

// long nat_argument(void): close(-1 in disguise).
	.global nat_argument
	.proc nat_argument
nat_argument:
	alloc r2 = ar.pfs, 0, 0, 1, 0
	ld8.s r32 = [r0]
	mov r15 = 1029
	break.i 0x100000
	;;
	cmp.eq p6, p0 = -1, r10
	;;
	(p6) sub r8 = r0, r8
	br.ret.sptk.many rp
	.endp nat_argument

// long nine_outputs(void): getpid from a frame that has one output more than calls have arguments.
	.global nine_outputs
	.proc nine_outputs
nine_outputs:
	alloc r2 = ar.pfs, 0, 0, 9, 0
	mov r15 = 1041
	break.i 0x100000
	;;
	cmp.eq p6, p0 = -1, r10
	;;
	(p6) sub r8 = r0, r8
	br.ret.sptk.many rp
	.endp nine_outputs

// long all_registers(char *room): every register gets a value of its own, in a frame of 96 that has rotated; then a break
// that a signal handler steps over. What is not as it was is told by the bits of the result: 1 general registers, 2 NaT
// bits, 4 floating-point registers, 8 predicates, 16 branch registers, 32 application registers, 64 the rotation.
// r8 to r11 are what it is told with. `room`: 1 KiB, aligned to 16, for what the caller wants back.
	.altmacro
	.macro set_gr number
	adds r\number = 1000 + \number, r0
	.endm
	.macro or_gr number			// r8 gathers what differs
	adds r9 = -1000 - \number, r\number
	;;
	or r8 = r8, r9
	;;
	.endm
	.macro set_fr number
	adds r9 = 2000 + \number, r0
	;;
	setf.sig f\number = r9
	;;
	.endm
	.macro or_fr number
	getf.sig r9 = f\number
	;;
	adds r9 = -2000 - \number, r9
	;;
	or r8 = r8, r9
	;;
	.endm
	.macro save_fr number
	stf.spill [r9] = f\number, 16
	;;
	.endm
	.macro load_fr number
	ldf.fill f\number = [r9], 16
	;;
	.endm
	.macro times what, from, to
	at = \from
	.rept \to - \from + 1
	\what %at
	at = at + 1
	.endr
	.endm

	.global all_registers
	.proc all_registers
all_registers:
	alloc r96 = ar.pfs, 1, 95, 0, 32
	;;
	mov r64 = r32			// out of the region that rotates
	mov r66 = pr
	mov r67 = rp
	mov r68 = b1
	mov r69 = b2
	mov r70 = b3
	mov r71 = b4
	mov r72 = b5
	mov r73 = ar.lc
	mov r74 = ar.unat
	mov r75 = r4
	mov r76 = r5
	mov r77 = r6
	mov r78 = r7
	mov r79 = gp
	mov r80 = sp
	mov r81 = r13
	mov r9 = r32
	;;
	times save_fr, 2, 5
	times save_fr, 16, 31
	;;
	mov ar.ec = 3
	mov ar.lc = 2
	;;
1:	br.ctop.sptk.few 1b
	;;
	times set_fr, 2, 127
	adds r9 = 3001, r0
	adds r10 = 3002, r0
	;;
	mov b1 = r9
	mov b2 = r10
	mov b3 = r9
	mov b4 = r10
	mov b5 = r9
	mov b6 = r10
	mov b7 = r9
	mov b0 = r10
	adds r9 = 77, r0
	adds r10 = 78, r0
	;;
	mov.m ar.ccv = r9
	mov ar.lc = r10
	mov ar.ec = 5
	movl r10 = 0x123456789abcdee1
	;;
	mov.m ar.unat = r10
	mov pr = r10, -1
	times set_gr, 2, 7
	times set_gr, 14, 63
	times set_gr, 82, 95
	times set_gr, 97, 127
	adds r1 = 1001, r0
	;;
	ld8.s r20 = [r0]		// NaTs
	ld8.s r50 = [r0]
	ld8.s r90 = [r0]
	;;
	break.i 0x80010			// the handler goes on behind this bundle
	;;
	.align 16
	mov r10 = pr
	mov r8 = r0
	movl r11 = 0x123456789abcdee1
	;;
	cmp.ne p1, p0 = r10, r11	// p1: predicates differ
	cmp.ne p3, p0 = r0, r0
	;;
	tnat.z.or p3, p0 = r20		// p3: a NaT is none any more
	tnat.z.or p3, p0 = r50
	tnat.z.or p3, p0 = r90
	;;
	adds r20 = 1020, r0
	adds r50 = 1050, r0
	adds r90 = 1090, r0
	;;
	times or_gr, 1, 7
	times or_gr, 14, 63
	times or_gr, 82, 95
	times or_gr, 97, 127
	;;
	sub r9 = sp, r80
	sub r10 = r13, r81
	;;
	or r8 = r8, r9
	;;
	or r8 = r8, r10
	;;
	cmp.ne p4, p0 = r0, r8		// p4: general registers
	mov r8 = r0
	;;
	times or_fr, 2, 127
	;;
	cmp.ne p5, p0 = r0, r8		// p5: floating point
	mov r8 = r0
	mov r9 = b1
	mov r10 = b2
	;;
	adds r9 = -3001, r9
	adds r10 = -3002, r10
	;;
	or r8 = r9, r10
	mov r9 = b3
	mov r10 = b4
	;;
	adds r9 = -3001, r9
	adds r10 = -3002, r10
	;;
	or r8 = r8, r9
	mov r9 = b5
	;;
	or r8 = r8, r10
	mov r10 = b6
	;;
	adds r9 = -3001, r9
	adds r10 = -3002, r10
	;;
	or r8 = r8, r9
	mov r9 = b7
	;;
	or r8 = r8, r10
	mov r10 = b0
	;;
	adds r9 = -3001, r9
	adds r10 = -3002, r10
	;;
	or r8 = r8, r9
	;;
	or r8 = r8, r10
	;;
	cmp.ne p8, p0 = r0, r8		// p8: branch registers
	mov.m r9 = ar.ccv
	mov r10 = ar.lc
	;;
	adds r9 = -77, r9
	adds r10 = -78, r10
	;;
	or r8 = r9, r10
	mov r9 = ar.ec
	mov.m r10 = ar.unat
	;;
	adds r9 = -5, r9
	sub r10 = r10, r11
	;;
	or r8 = r8, r9
	;;
	or r8 = r8, r10
	;;
	cmp.ne p9, p0 = r0, r8		// p9: application registers
	adds r9 = 5, r0			// the rotation: what was r34 is r32 again without it
	;;
	mov r32 = r9
	;;
	clrrrb
	;;
	mov r10 = r0
	;;
	(p4) or r10 = 1, r10
	;;
	(p3) or r10 = 2, r10
	;;
	(p5) or r10 = 4, r10
	;;
	(p1) or r10 = 8, r10
	;;
	(p8) or r10 = 16, r10
	;;
	(p9) or r10 = 32, r10
	;;
	cmp.eq p6, p0 = 5, r32		// it had not rotated
	;;
	(p6) or r10 = 64, r10
	mov r9 = r64
	;;
	mov r8 = r10
	times load_fr, 2, 5
	times load_fr, 16, 31
	;;
	mov rp = r67
	mov b1 = r68
	mov b2 = r69
	mov b3 = r70
	mov b4 = r71
	mov b5 = r72
	mov ar.lc = r73
	mov.m ar.unat = r74
	mov r4 = r75
	mov r5 = r76
	mov r6 = r77
	mov r7 = r78
	mov gp = r79
	mov ar.pfs = r96
	mov pr = r66, -1
	;;
	br.ret.sptk.many rp
	.endp all_registers
