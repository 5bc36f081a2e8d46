// 10,000 rounds of about 1000 slots, which four loops share: 50, 30, 15 and 5 %.
	.include "ia64.inc"

	.macro share name, iterations
	.type \name, @function
\name:	{ .mmi
	mov r14 = \iterations - 1
	;;
	nop.m 0
	mov.i ar.lc = r14
	}
	;;
1:	{ .mib
	adds r4 = 1, r4
	nop.i 0
	br.cloop.sptk 1b
	}
	;;
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	begin
	movl r16 = 10000
	;;
all:	share fifty_percent, 166
	share thirty_percent, 99
	share fifteen_percent, 49
	share five_percent, 14
	{ .mib
	adds r16 = -1, r16
	nop.i 0
	nop.b 0
	}
	;;
	{ .mib
	cmp.ne p6, p0 = 0, r16
	nop.i 0
	(p6) br.cond.sptk all
	}
	;;
	exit
