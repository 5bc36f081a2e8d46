; Two threads that count 200,000 times each: in counters side by side, and in counters 256 bytes apart.
	.include "hppa.inc"

	.text
	.globl _start
	.type _start, @function
	.type count, @function
_start:	set 0x50f00, %r26			; clone: the memory, the files and the process are shared
	set stack, %r25
	ldi 0, %r24
	system_call 120
	set side_by_side, %r20
	set apart, %r22
	comib,= 0, %r28, count			; the new thread
	nop
	ldo 4(%r20), %r20
	ldo 256(%r22), %r22

count:	set 200000, %r21
1:	ldw 0(%r20), %r23
	ldo 1(%r23), %r23
	stw %r23, 0(%r20)
	ldw 0(%r22), %r23
	ldo 1(%r23), %r23
	addib,<> -1, %r21, 1b
	stw %r23, 0(%r22)
	exit					; of this thread

	.bss
	.macro object name, size
	.type \name, @object
	.size \name, \size
	.balign 256
\name:	.skip \size
	.endm
	object side_by_side, 8
	object apart, 512
	object stack, 4096
