// Four additions that depend on a condition, 100,000 times: skipped by a branch, or predicated; the condition changes at
// random, or is always true.
	.include "ia64.inc"

	.macro next				// the next random number, in r20 (Marsaglia's xorshift, of 32 bits)
	{ .mii
	nop.m 0
	dep.z r21 = r20, 13, 19
	;;
	xor r20 = r20, r21
	}
	;;
	{ .mii
	nop.m 0
	extr.u r21 = r20, 17, 15
	;;
	xor r20 = r20, r21
	}
	;;
	{ .mii
	nop.m 0
	dep.z r21 = r20, 5, 27
	;;
	xor r20 = r20, r21
	}
	;;
	.endm

	.macro start name
	.type \name, @function
	movl r14 = 100000 - 1
	mov r20 = 1
	mov r22 = 1
	;;
	mov ar.lc = r14
	;;
	.endm

	.macro branch name, condition
	start \name
\name:	next
	{ .mib
	nop.m 0
	tbit.z p6, p7 = \condition, 0		// the lowest bit is 0: skip
	(p6) br.cond.dptk 1f
	}
	;;
	{ .mmi
	add r4 = r4, r20
	add r5 = r5, r22
	add r6 = r6, r20
	}
	{ .mib
	add r7 = r7, r22
	nop.i 0
	nop.b 0
	}
	;;
1:	{ .mib
	nop.m 0
	nop.i 0
	br.cloop.sptk \name
	}
	;;
	.endm

	.macro predicate name, condition
	start \name
\name:	next
	{ .mii
	nop.m 0
	tbit.z p6, p7 = \condition, 0
	nop.i 0
	}
	;;
	{ .mmi
	(p7) add r4 = r4, r20
	(p7) add r5 = r5, r22
	(p7) add r6 = r6, r20
	}
	{ .mib
	(p7) add r7 = r7, r22
	nop.i 0
	br.cloop.sptk \name
	}
	;;
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	begin
	branch branch_random, r20
	predicate predicate_random, r20
	branch branch_steady, r22
	predicate predicate_steady, r22
	exit
