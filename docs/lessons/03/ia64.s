// A loop of 4 bundles, 10 slots (movl takes two places in its bundle and is one slot), 2,000,010 cycles; one bin a bundle.
	.include "ia64.inc"
	.text
	.globl _start
	.type _start, @function
	.type loop, @function
_start:
	begin
	sprofil regions, 1, 1			// PROF_USHORT
	movl r14 = 200000
	;;
	mov ar.lc = r14
	;;
loop:
	{ .mlx
	add r6 = r4, r5
	movl r7 = 0x123456789abcdef
	}
	;;
	{ .mlx
	add r8 = r6, r7
	movl r9 = 0xfedcba987654321
	}
	;;
	{ .mii
	add r10 = r8, r9
	adds r11 = 1, r8
	adds r12 = 1, r9
	}
	;;
	{ .mib
	add r5 = r10, r11
	adds r4 = 1, r4
	br.cloop.sptk loop
	}
	;;
	sprofil regions, 0, 1			// off
	write counters, 8
	exit

	.data
	.align 8
regions:
	region counters, 8, loop, 0x2000
	.bss
	.align 8
counters:
	.skip 8
