// What tests/gdb/run looks at through gdb on Itanium: main() calls sum_to(), which calls square() and itself.
	.data
	.global counter
	.type counter, @object
	.size counter, 8
	.align 8
counter: data8 0
	.text
	.global square
	.proc square
square:
	.prologue
	.body
	movl r14 = counter
	;;
	ld8 r15 = [r14]
	;;
	adds r15 = 1, r15
	;;
	st8 [r14] = r15
	setf.sig f6 = r32
	;;
	xmpy.l f6 = f6, f6
	;;
	getf.sig r8 = f6
	br.ret.sptk.many b0
	.endp square
	.global sum_to
	.proc sum_to
sum_to:
	.prologue 12, 33
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 4, 1, 0
	;;
	.save rp, r33
	mov r33 = b0
	.body
	;;
	cmp.eq p6, p0 = 0, r32
	mov r8 = 0
(p6)	br.cond.spnt 1f
	;;
	mov r37 = r32
	br.call.sptk.many b0 = square
	;;
	mov r35 = r8
	adds r37 = -1, r32
	br.call.sptk.many b0 = sum_to
	;;
	add r8 = r8, r35
1:	mov ar.pfs = r34
	mov b0 = r33
	br.ret.sptk.many b0
	.endp sum_to
	.global main
	.proc main
main:
	.prologue 12, 32
	.save ar.pfs, r33
	alloc r33 = ar.pfs, 0, 3, 1, 0
	;;
	.save rp, r32
	mov r32 = b0
	.body
	mov r35 = 3
	br.call.sptk.many b0 = sum_to
	;;
	adds r8 = -7, r8
	mov ar.pfs = r33
	mov b0 = r32
	br.ret.sptk.many b0
	.endp main
