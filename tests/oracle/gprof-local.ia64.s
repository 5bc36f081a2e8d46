// A loop in a local function with such a name as compilers give to a part of another; gprof leaves it out.
	.global	_start
	.type	_start, @function
_start:	alloc r2 = ar.pfs, 0, 0, 1, 0
	;;
	br.call.sptk.many b0 = work.part.0
	;;
	mov r32 = r0
	mov r15 = 1025
	;;
	break 0x100000
	;;
	.size	_start, . - _start
	.global	before
	.type	before, @function
before:	br.ret.sptk.many b0
	;;
	.size	before, . - before
	.type	work.part.0, @function
work.part.0:
	movl r14 = 0x20000
	;;
1:	adds r14 = -1, r14
	;;
	cmp.ne p6, p7 = 0, r14
	(p6) br.cond.sptk.many 1b
	br.ret.sptk.many b0
	;;
	.size	work.part.0, . - work.part.0
	.global	behind
	.type	behind, @function
behind:	br.ret.sptk.many b0
	;;
	.size	behind, . - behind
