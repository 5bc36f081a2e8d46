// A program that has been running for some slices when it calls for the first time: until then nothing says where it began.
	.explicit
	.text
	.global _start
	.proc _start
_start:
	mov	r4 = 80000
	;;
first:	adds	r4 = -1, r4
	;;
	cmp.ne	p6, p0 = r0, r4
(p6)	br.cond.dptk first
	;;
	mov	r5 = 200
	;;
again:	mov	r4 = 1000
	br.call.sptk b0 = work
	;;
	adds	r5 = -1, r5
	;;
	cmp.ne	p6, p0 = r0, r5
(p6)	br.cond.dptk again
	;;
	mov	r15 = 1025
	alloc	r2 = ar.pfs, 0, 0, 1, 0
	;;
	mov	out0 = r0
	break	0x100000
	;;
	.endp _start
	.global work
	.proc work
work:
loop:	adds	r4 = -1, r4
	;;
	cmp.ne	p6, p0 = r0, r4
(p6)	br.cond.dptk loop
	;;
	br.ret.sptk b0
	.endp work
