// Three loops, 100,000 times: nothing to wait for; a load to wait for; a cache that misses.
	.include "ia64.inc"

	.macro times n
	movl r14 = \n - 1
	;;
	mov ar.lc = r14
	;;
	.endm

	.text
	.globl _start
	.type _start, @function
	.type pairs, @function
	.type waits, @function
	.type misses, @function
_start:
	begin
	movl r19 = buffer
	times 100000
pairs:
	{ .mmi
	add r15 = r16, r17
	add r18 = r16, r17
	add r20 = r16, r17
	}
	{ .mib
	add r21 = r16, r17
	add r22 = r16, r17
	br.cloop.sptk pairs
	}
	;;
	times 100000
waits:
	{ .mfb
	ldfd f6 = [r19]
	nop.f 0
	nop.b 0
	}
	;;
	{ .mfb
	nop.m 0
	fadd f7 = f6, f7			// needs what was just loaded
	br.cloop.sptk waits
	}
	;;
	times 100000
misses:
	{ .mib
	ld8 r20 = [r19], 128			// a new line each time, as far as 12.8 million bytes
	nop.i 0
	nop.b 0
	}
	;;
	{ .mib
	add r21 = r20, r21
	nop.i 0
	br.cloop.sptk misses
	}
	;;
	exit
	.bss
	.align 4096
buffer:
	.skip 13000000
