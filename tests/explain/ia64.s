// What tests/explain/run asks about: a loop with a floating-point load that is waited for, predicates, a counted branch;
// a loop in stages, whose registers rotate.
	.text
	.global	_start
	.proc	_start
_start:
	{ .mii
	alloc	r31 = ar.pfs, 0, 0, 1, 0
	mov	r14 = 999
	nop.i	0 ;;
	}
	{ .mii
	nop.m	0
	mov.i	ar.lc = r14
	nop.i	0 ;;
	}
	.endp	_start
	.global	loop
	.proc	loop
loop:
	{ .mmi
	ldfd	f6 = [r12]
	add	r15 = r14, r14
	nop.i	0 ;;
	}
	{ .mfi
	cmp.lt	p6, p7 = r15, r14
	fma.d.s0	f7 = f6, f6, f7
	nop.i	0 ;;
	}
	{ .mib
	nop.m	0
	(p6) adds	r16 = -8, r15
	br.cloop.sptk.few	loop ;;
	}
	.endp	loop
	.global	staged
	.proc	staged
staged:
	{ .mii
	alloc	r30 = ar.pfs, 0, 8, 0, 8
	mov	r14 = 996
	mov	r15 = 4 ;;
	}
	{ .mii
	nop.m	0
	mov.i	ar.lc = r14
	nop.i	0 ;;
	}
	{ .mii
	nop.m	0
	mov.i	ar.ec = r15
	nop.i	0 ;;
	}
	{ .mii
	nop.m	0
	mov	pr.rot = 0x10000
	nop.i	0 ;;
	}
.Lturn:
	{ .mfi
	(p16) ldfd	f32 = [r12]
	(p18) fma.d.s0	f40 = f34, f34, f41
	nop.i	0
	}
	{ .mib
	(p16) add	r32 = r33, r14
	nop.i	0
	br.ctop.sptk.few	.Lturn ;;
	}
	.endp	staged
	.global	done
	.proc	done
done:
	{ .mlx
	mov	r15 = 1025
	movl	r17 = 0x123456789abcdef0
	}
	{ .mii
	mov	r32 = r0
	nop.i	0
	nop.i	0 ;;
	}
	{ .mii
	break.m	0x100000
	nop.i	0
	nop.i	0 ;;
	}
	.endp	done
