; Delay slots and nullification; 10 iterations, so that you can count along.
	.include "hppa.inc"
	.text
	.globl _start
	.type _start, @function
	.type slot, @function
	.type backward, @function
	.type forward, @function
	.type skip, @function
_start:
	ldi 10, %r3
slot:	addib,<> -1, %r3, slot
	ldo 1(%r4), %r4			; delay slot: 10 times, also behind the branch not taken

	ldi 10, %r3
backward:
	addib,<>,n -1, %r3, backward	; backward and ",n": nullified when the branch is NOT taken
	ldo 1(%r5), %r5			; 9 times

	ldi 10, %r3
forward:
	comib,=,n 5, %r3, 1f		; forward and ",n": nullified when the branch IS taken
	ldo 1(%r6), %r6			; 9 times
1:	addib,<> -1, %r3, forward
	nop

	ldi 10, %r3
skip:	extru,ev %r3, 31, 1, %r0	; even: nullify the next one
	ldo 1(%r7), %r7			; 5 times
	addib,<> -1, %r3, skip
	nop
	exit
