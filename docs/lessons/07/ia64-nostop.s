// A stop is missing: the second addition needs the first one's result, in the same group.
	.include "ia64.inc"
	.text
	.globl _start
	.type _start, @function
_start:
	begin
	{ .mmi
	add r15 = r4, r5
	nop.m 0
	add r16 = r15, r6
	}
	;;
	exit
