// y[i] = 2 * x[i] + 1, 1000 doubles, 100 times over: each iteration does its own; each iteration does a part of twelve.
	.include "ia64.inc"
	.text
	.globl _start
	.type _start, @function
	.type fill, @function
	.type again, @function
	.type plain, @function
	.type second, @function
	.type pipelined, @function
_start:
	begin
	movl r19 = x
	mov r14 = 1000 - 1
	mov r4 = 0
	;;
	mov ar.lc = r14
	;;
fill:	setf.sig f6 = r4			// x[i] = i
	adds r4 = 1, r4
	;;
	fcvt.xf f7 = f6
	;;
	stfd [r19] = f7, 8
	br.cloop.sptk fill
	;;
	fadd f8 = f1, f1			// 2.0
	mov r16 = 100
	;;
again:	movl r19 = x
	movl r20 = y1
	mov r14 = 1000 - 1
	;;
	mov ar.lc = r14
	;;
plain:	{ .mfb
	ldfd f6 = [r19], 8
	nop.f 0
	nop.b 0
	}
	;;
	{ .mfb
	nop.m 0
	fma.d f7 = f6, f8, f1
	nop.b 0
	}
	;;
	{ .mib
	stfd [r20] = f7, 8
	nop.i 0
	br.cloop.sptk plain
	}
	;;
second:	movl r19 = x
	movl r20 = y2
	mov r14 = 1000 - 1
	mov r15 = 12				// stages: each store comes 11 iterations after its load
	;;
	mov ar.lc = r14
	;;
	mov ar.ec = r15
	;;
	mov pr.rot = 1 << 16			// p16 is 1: a new iteration begins
	;;
	clrrrb
	;;
pipelined:
	{ .mfi
	(p16) ldfd f32 = [r19], 8		// of i; f32 is called f33 in the next iteration, f38 six iterations later
	(p22) fma.d f40 = f38, f8, f1		// of i - 6
	nop.i 0
	}
	{ .mib
	(p27) stfd [r20] = f45, 8		// of i - 11
	nop.i 0
	br.ctop.sptk pipelined
	}
	;;
	adds r16 = -1, r16
	;;
	cmp.ne p6, p0 = 0, r16
	(p6) br.cond.sptk again
	;;
	write y1+8*998, 16
	write y2+8*998, 16
	exit
	.bss
	.align 4096
x:	.skip 8000
y1:	.skip 8000
y2:	.skip 8000
