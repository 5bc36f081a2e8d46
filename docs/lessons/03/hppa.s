; A loop of 10 instructions, 2,000,000 cycles; one bin an instruction.
	.include "hppa.inc"
	.text
	.globl _start
	.type _start, @function
	.type loop, @function
_start:
	sprofil regions, 1, 1			; PROF_USHORT
	set 200000, %r3
loop:
	add %r4, %r5, %r6
	add %r6, %r4, %r7
	sub %r7, %r5, %r8
	xor %r8, %r6, %r9
	or %r9, %r7, %r10
	and %r10, %r9, %r11
	add %r11, %r10, %r12
	ldo 1(%r4), %r4
	addib,<> -1, %r3, loop
	add %r5, %r12, %r5
	sprofil regions, 0, 1			; off
	write counters, 20
	exit

	.data
	.align 4
regions:
	region counters, 20, loop, 0x8000
	.bss
	.align 8
counters:
	.space 20
