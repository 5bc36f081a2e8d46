; 8,040,000 cycles: two loops of the same three instructions; the second runs three times as many iterations.
	.include "hppa.inc"
	.text
	.globl _start
_start:
	set 670000, %r3
first:
	add %r4, %r5, %r5
	addib,<> -1, %r3, first
	ldo 1(%r4), %r4			; in the delay slot of the branch

	set 2010000, %r3
second:
	add %r4, %r5, %r5
	addib,<> -1, %r3, second
	ldo 1(%r4), %r4

	exit
	.globl first, second
	.type _start, @function
	.type first, @function
	.type second, @function
