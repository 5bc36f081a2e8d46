// The same six additions, 100,000 times: a stop behind each; stops only where they are needed.
	.include "ia64.inc"

	.macro times n
	movl r14 = \n - 1
	;;
	mov ar.lc = r14
	;;
	.endm

	.text
	.globl _start
	.type _start, @function
	.type each, @function
	.type grouped, @function
_start:
	begin
	times 100000
each:
	{ .mii
	add r15 = r4, r5
	nop.i 0
	;;
	add r16 = r4, r6
	}
	;;
	{ .mii
	add r17 = r4, r7
	nop.i 0
	;;
	add r18 = r15, r16
	}
	;;
	{ .mii
	add r19 = r17, r5
	nop.i 0
	;;
	add r20 = r18, r19
	}
	;;
	{ .mib
	nop.m 0
	nop.i 0
	br.cloop.sptk each
	}
	;;
	times 100000
grouped:
	{ .mmi
	add r15 = r4, r5
	add r16 = r4, r6
	add r17 = r4, r7
	}
	;;
	{ .mii
	add r18 = r15, r16
	add r19 = r17, r5
	;;
	add r20 = r18, r19
	}
	{ .mib
	nop.m 0
	nop.i 0
	br.cloop.sptk grouped
	}
	;;
	exit
