; Three loops, 100,000 times: nothing to wait for; a load to wait for; a cache that misses.
	.include "hppa.inc"
	.text
	.globl _start
	.type _start, @function
	.type pairs, @function
	.type waits, @function
	.type misses, @function
_start:
	set 100000, %r3
	set buffer, %r19
pairs:
	add %r4, %r5, %r6
	add %r7, %r8, %r9
	addib,<> -1, %r3, pairs
	add %r10, %r11, %r12

	set 100000, %r3
waits:
	ldw 0(%r19), %r20
	add %r20, %r21, %r21			; needs what was just loaded
	addib,<> -1, %r3, waits
	nop

	set 100000, %r3
misses:
	ldwm 32(%r19), %r20			; a new line each time, as far as 3.2 million bytes
	addib,<> -1, %r3, misses
	nop

	exit
	.bss
	.align 4096
buffer:
	.space 3300000
