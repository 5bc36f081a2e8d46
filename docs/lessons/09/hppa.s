; y[i] = 2 * x[i], 1000 doubles, 100 times over: each iteration does its own; each iteration does a part of three.
	.include "hppa.inc"
	.text
	.globl _start
	.type _start, @function
	.type fill, @function
	.type plain, @function
	.type prologue, @function
	.type pipelined, @function
	.type epilogue, @function
_start:
	set x, %r19
	set 1000, %r3
	ldi 0, %r4
	set cell, %r5
fill:	stw %r4, 0(%r5)				; x[i] = i
	fldws 0(%r5), %fr4
	fcnvxf,sgl,dbl %fr4, %fr5
	fstds,ma %fr5, 8(%r19)
	addib,<> -1, %r3, fill
	ldo 1(%r4), %r4
	ldi 2, %r4
	stw %r4, 0(%r5)
	fldws 0(%r5), %fr4
	fcnvxf,sgl,dbl %fr4, %fr8		; 2.0

	ldi 100, %r6
again:	set x, %r19
	set y1, %r20
	set 1000, %r3
plain:	fldds,ma 8(%r19), %fr4
	fmpy,dbl %fr4, %fr8, %fr5
	addib,<> -1, %r3, plain
	fstds,ma %fr5, 8(%r20)

	set x, %r19
	set y2, %r20
	set 998, %r3
prologue:
	fldds,ma 8(%r19), %fr4			; of i = 0
	fmpy,dbl %fr4, %fr8, %fr5
	fldds,ma 8(%r19), %fr4			; of i = 1
pipelined:
	fstds,ma %fr5, 8(%r20)			; of i
	fmpy,dbl %fr4, %fr8, %fr5		; of i + 1
	addib,<> -1, %r3, pipelined
	fldds,ma 8(%r19), %fr4			; of i + 2
epilogue:
	fstds,ma %fr5, 8(%r20)
	fmpy,dbl %fr4, %fr8, %fr5
	fstds,ma %fr5, 8(%r20)
	addib,<> -1, %r6, again
	nop

	write y1+8*998, 16
	write y2+8*998, 16
	exit
	.bss
	.align 4096
x:	.space 8000
y1:	.space 8000
y2:	.space 8000
cell:	.space 8
