// No delay slots: a taken branch leaves the rest of its bundle undone. Predicates: 10 iterations, so that you can count along.
	.include "ia64.inc"
	.text
	.globl _start
	.type _start, @function
	.type loop, @function
	.type skip, @function
_start:
	begin
	mov r3 = 10
	;;
loop:	{ .mii
	adds r3 = -1, r3
	nop.i 0
	nop.i 0
	}
	;;
	{ .mbb
	cmp.ne p6, p0 = 0, r3
	(p6) br.cond.sptk loop
	nop.b 0				// reached when the branch before it is not taken: once
	}
	;;
	mov r3 = 10
	;;
skip:	{ .mii
	cmp.ne p8, p0 = 1, r3
	tbit.nz p7, p0 = r3, 0
	adds r3 = -1, r3		// the other two read the old r3
	}
	;;
	{ .mib
	(p7) adds r7 = 1, r7		// predicated off when the old r3 was even
	nop.i 0
	(p8) br.cond.sptk skip
	}
	;;
	exit
