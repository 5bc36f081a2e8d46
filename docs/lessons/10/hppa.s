; 10,000 rounds of 1000 cycles, which four loops share: 50, 30, 15 and 5 %.
	.include "hppa.inc"

	.macro share name, iterations
	.type \name, @function
\name:	ldi \iterations, %r3
	add %r4, %r5, %r5
1:	addib,<> -1, %r3, 1b
	ldo 1(%r4), %r4
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	set 10000, %r6
all:	share fifty_percent, 249
	share thirty_percent, 149
	share fifteen_percent, 74
	share five_percent, 23
	addib,<> -1, %r6, all
	nop
	exit
