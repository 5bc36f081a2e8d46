; Two additions that depend on a condition, 100,000 times: skipped by a branch, or nullified; the condition changes at random,
; or is always true.
	.include "hppa.inc"

	.macro next				; the next random number, in r20 (Marsaglia's xorshift)
	zdep %r20, 18, 19, %r21
	xor %r20, %r21, %r20
	extru %r20, 14, 15, %r21
	xor %r20, %r21, %r20
	zdep %r20, 26, 27, %r21
	xor %r20, %r21, %r20
	.endm

	.macro branch name, condition
	.type \name, @function
	set 100000, %r3
	ldi 1, %r20
	ldi 1, %r22
\name:	next
	bb,>=,n \condition, 31, 1f		; the lowest bit is 0: skip
	add %r4, %r20, %r4
	add %r5, %r22, %r5
1:	addib,<> -1, %r3, \name
	nop
	.endm

	.macro nullify name, condition
	.type \name, @function
	set 100000, %r3
	ldi 1, %r20
	ldi 1, %r22
\name:	next
	extru,ev \condition, 31, 1, %r0		; the lowest bit is 0: nullify the next one
	add %r6, %r20, %r6
	extru,ev \condition, 31, 1, %r0
	add %r7, %r22, %r7
	addib,<> -1, %r3, \name
	nop
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	branch branch_random, %r20
	nullify nullify_random, %r20
	branch branch_steady, %r22
	nullify nullify_steady, %r22
	exit
