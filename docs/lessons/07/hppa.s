; The same six additions, 100,000 times: each needs the one before it; in an order that makes pairs.
	.include "hppa.inc"
	.text
	.globl _start
	.type _start, @function
	.type chain, @function
	.type pairs, @function
_start:
	set 100000, %r3
chain:
	add %r4, %r5, %r15
	add %r15, %r6, %r16
	add %r16, %r7, %r17
	add %r17, %r8, %r18
	add %r18, %r9, %r19
	addib,<> -1, %r3, chain
	add %r19, %r10, %r20

	set 100000, %r3
pairs:
	add %r4, %r5, %r15
	add %r6, %r7, %r16
	add %r8, %r9, %r17
	add %r15, %r16, %r18
	add %r17, %r10, %r19
	addib,<> -1, %r3, pairs
	add %r18, %r19, %r20
	exit
