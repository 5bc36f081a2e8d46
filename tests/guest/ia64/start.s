// What C cannot say: where a program begins, and how it enters the kernel (Linux/ia64: the number in r15, arguments in the
// registers that would be the outputs of a call, break 0x100000; r8 the value, r10 -1 when it is an error's number).
	.text
	.explicit

	.global _start
	.proc _start
_start:
	alloc r2 = ar.pfs, 0, 0, 2, 0
	mov r3 = ip
	;;
	movl gp = @gprel(_start)
	adds r32 = 16, sp		// argc lies above 16 bytes of scratch
	mov r33 = ar.bsp
	mov rp = r0			// the outermost frame
	;;
	sub gp = r3, gp
	br.call.sptk.many rp = start_c
	;;
	break.m 0			// it does not return
	.endp _start

// long system_call(long number, ...): up to seven arguments; the value, or the error's number negated.
	.global system_call
	.proc system_call
system_call:
	alloc r2 = ar.pfs, 1, 0, 7, 0	// in1 to in7 are the outputs already
	mov r15 = r32
	break.i 0x100000
	;;
	cmp.eq p6, p0 = -1, r10
	;;
	(p6) sub r8 = r0, r8
	br.ret.sptk.many rp
	.endp system_call

// long pipe_call(long *second): the call with two results.
	.global pipe_call
	.proc pipe_call
pipe_call:
	alloc r2 = ar.pfs, 1, 0, 0, 0
	mov r15 = 1058
	break.i 0x100000
	;;
	st8 [r32] = r9
	br.ret.sptk.many rp
	.endp pipe_call

// long clone2_call(long flags, char *stack, long size, int *parent_tid, int *child_tid, void *tls,
//                  int (*run)(void *), void *arg)
// The child runs run(arg) on its two stacks and ends with what that returns.
	.global clone2_call
	.proc clone2_call
clone2_call:
	alloc r40 = ar.pfs, 8, 3, 6, 0
	mov r41 = rp
	mov r42 = gp
	mov r43 = r32
	mov r44 = r33
	mov r45 = r34
	mov r46 = r35
	mov r47 = r36
	mov r48 = r37
	mov r15 = 1213
	break.i 0x100000
	;;
	cmp.eq p6, p7 = -1, r10
	;;
	(p6) sub r8 = r0, r8
	(p7) cmp.eq.unc p8, p0 = r0, r8
	(p8) br.cond.spnt 1f
	mov rp = r41
	mov ar.pfs = r40
	br.ret.sptk.many rp
1:	ld8 r14 = [r38], 8		// the descriptor of the function
	mov r43 = r39
	;;
	ld8 gp = [r38]
	mov b6 = r14
	br.call.sptk.many rp = b6
	;;
	mov gp = r42
	mov r43 = r8
	mov r15 = 1025
	break.i 0x100000
	;;
	break.m 0
	.endp clone2_call
