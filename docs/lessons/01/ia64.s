// 8,040,000 cycles: two loops of the same bundle; the second runs three times as many iterations.
	.include "ia64.inc"
	.text
	.globl _start, first, second
	.type _start, @function
	.type first, @function
	.type second, @function
_start:
	begin
	mov r14 = 670000 - 1
	;;
	mov ar.lc = r14
	;;
first:
	{ .mib
	add r5 = r4, r5
	adds r4 = 1, r4
	br.cloop.sptk first
	}
	;;
	movl r14 = 2010000 - 1
	;;
	mov ar.lc = r14
	;;
second:
	{ .mib
	add r5 = r4, r5
	adds r4 = 1, r4
	br.cloop.sptk second
	}
	;;
	exit
