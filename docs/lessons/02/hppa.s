; Four copies of one loop of 8 instructions, each in a region of its own with another scale.
	.include "hppa.inc"

	.macro eight name			; 2,000,000 cycles
	set 250000, %r3
	.type \name, @function
\name:	add %r4, %r5, %r6
	add %r6, %r4, %r7
	sub %r7, %r5, %r8
	xor %r8, %r6, %r9
	or %r9, %r7, %r10
	ldo 1(%r4), %r4
	addib,<> -1, %r3, \name
	add %r5, %r10, %r5
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	sprofil regions, 4, 1			; PROF_USHORT
	eight a
	eight b
	eight c
	eight d
	sprofil regions, 0, 1			; off
	write counters, 64
	exit

	.data
	.align 4
regions:
	region counters, 16, a, 0x8000			; one instruction a bin, 8 bins
	region counters + 16, 8, b, 0x4000		; two, 4 bins
	region counters + 32, 4, c, 0x2000		; four, 2 bins
	region counters + 48, 2, d, 0x1000		; eight, 1 bin
	.bss
	.align 8
counters:
	.space 64
