// Four copies of one loop of 8 bundles, each in a region of its own with another scale.
	.include "ia64.inc"

	.macro eight name			// 2,000,000 cycles (one a slot)
	movl r14 = 83334 - 1
	;;
	mov ar.lc = r14
	;;
	.type \name, @function
\name:	{ .mii
	add r6 = r4, r5
	adds r8 = 1, r4
	adds r9 = 2, r4
	}
	;;
	.rept 6
	{ .mii
	add r6 = r6, r5
	adds r8 = 1, r8
	adds r9 = 2, r9
	}
	;;
	.endr
	{ .mib
	add r5 = r5, r6
	adds r4 = 1, r4
	br.cloop.sptk \name
	}
	;;
	.endm

	.text
	.globl _start
	.type _start, @function
_start:
	begin
	sprofil regions, 4, 1			// PROF_USHORT
	eight a
	eight b
	eight c
	eight d
	sprofil regions, 0, 1			// off
	write counters, 64
	exit

	.data
	.align 8
regions:
	region counters, 16, a, 0x2000			// one bundle a bin, 8 bins
	region counters + 16, 8, b, 0x1000		// two, 4 bins
	region counters + 32, 4, c, 0x800		// four, 2 bins
	region counters + 48, 2, d, 0x400		// eight, 1 bin
	.bss
	.align 8
counters:
	.skip 64
