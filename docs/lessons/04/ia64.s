// Four stretches of 200,000 cycles: known, unknown, broken, known again.
	.include "ia64.inc"

	.macro stretch name			// 40,000 iterations of a loop of 5 slots
	.type \name, @function
\name:	{ .mlx
	add r6 = r4, r5
	movl r7 = 0x123456789abcdef
	}
	;;
	{ .mfb
	add r5 = r6, r7
	nop.f 0
	br.cloop.sptk \name
	}
	;;
	br.ret.sptk rp
	;;
	.endm

	.macro call name
	movl r14 = 40000 - 1
	;;
	mov ar.lc = r14
	br.call.sptk rp = \name
	;;
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	begin
	sprofil regions, 3, 1			// PROF_USHORT
	call known
	call unknown
	call broken
	call known
	begin
	sprofil regions, 0, 1			// off
	write counters, 4
	exit

	stretch known
	stretch broken
	stretch unknown

	.data
	.align 8
regions:
	region counters, 2, known, 0x1000	// its two bundles are one bin
	region known, 2, broken, 0x1000		// the bin lies in the program's text, which cannot be written
	region counters + 2, 2, 0, 2		// the overflow bin
	.bss
	.align 8
counters:
	.skip 4
