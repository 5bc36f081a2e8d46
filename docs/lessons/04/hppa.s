; Four stretches of 200,000 cycles: known, unknown, broken, known again.
	.include "hppa.inc"

	.macro stretch name			; 50,000 iterations of a loop of 4 instructions
	.type \name, @function
\name:	add %r4, %r5, %r6
	xor %r6, %r4, %r5
	addib,<> -1, %r3, \name
	ldo 1(%r4), %r4
	bv %r0(%r2)
	nop
	.endm

	.macro call name
	set 50000, %r3
	bl \name, %r2
	nop
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	sprofil regions, 3, 1			; PROF_USHORT
	call known
	call unknown
	call broken
	call known
	sprofil regions, 0, 1			; off
	write counters, 4
	exit

	stretch known
	stretch broken
	stretch unknown

	.data
	.align 4
regions:
	region counters, 2, known, 0x2000	; its four instructions are one bin
	region known, 2, broken, 0x2000		; the bin lies in the program's text, which cannot be written
	region counters + 2, 2, 0, 2		; the overflow bin
	.bss
	.align 8
counters:
	.space 4
