// Compiler output: tests/guest/ia64/compile makes it. Source: alat.c, 3660350051 7503
	.file	"alat.c"
	.pred.safe_across_calls p1-p5,p16-p63
	.text
	.align 16
	.align 64
	.proc wait_for_change#
wait_for_change:
	.prologue
	.body
	.mlx
	nop 0
	movl r14 = 20000000
	;;
#APP
// 9 "alat.c" 1
	ld8.a r15 = [r32] ;;
	mov r16 = r15 ;;
1:	adds r14 = -1, r14
	ld8.c.nc r15 = [r32] ;;
	cmp.eq p6, p7 = r15, r16 ;;
(p6)	cmp.ne.unc p6, p7 = r0, r14 ;;
(p6)	br.cond.dptk 1b
	;;
// 0 "" 2
#NO_APP
	;;
	.mmi
	cmp.ne p6, p7 = 0, r14
	;;
	(p6) addl r8 = 1, r0
	nop 0
	;;
	.mib
	nop 0
	(p7) mov r8 = r0
	br.ret.sptk.many b0
	.endp wait_for_change#
	.align 16
	.align 64
	.proc store#
store:
	.prologue
	.body
	.mmi
	addl r15 = @gprel(ready#), gp
	nop 0
	nop 0
	;;
.L4:
	.mmi
	ld4.acq r14 = [r15]
	nop 0
	mov r8 = r0
	;;
	.mib
	cmp4.eq p6, p7 = 0, r14
	addl r14 = 99999, r0
	(p6) br.cond.dpnt .L4
	;;
	.mmi
	nop 0
	st4.rel [r12] = r0
	nop 0
	;;
	.mii
	ld4.acq r15 = [r12]
	nop 0
	;;
	cmp4.lt p6, p7 = r14, r15
	.mmb
	addl r14 = @gprel(x#), gp
	addl r15 = 2, r0
	(p7) br.cond.dpnt .L12
	;;
	.mib
	st8 [r14] = r15
	nop 0
	br.ret.sptk.many b0
.L12:
	.mmi
	addl r15 = 99999, r0
	nop 0
	nop 0
.L6:
	.mii
	ld4.acq r14 = [r12]
	mov r8 = r0
	;;
	adds r14 = 1, r14
	;;
	.mmi
	st4.rel [r12] = r14
	;;
	ld4.acq r14 = [r12]
	nop 0
	;;
	.mib
	cmp4.ge p6, p7 = r15, r14
	addl r14 = @gprel(x#), gp
	(p6) br.cond.dpnt .L6
	;;
	.mmi
	nop 0
	addl r15 = 2, r0
	nop 0
	;;
	.mib
	st8 [r14] = r15
	nop 0
	br.ret.sptk.many b0
	.endp store#
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC2:
	stringz	"a store beside it: %ld, a store to it: %ld\n"
	.align 8
.LC3:
	stringz	"the kernel: %ld, then %ld\n"
	.align 8
.LC4:
	stringz	"a thread: %ld\n"
	.align 8
.LC5:
	stringz	"a process: %ld\n"
	.sdata
	.align 8
.LC0:
	data8	y.0#+8
	.align 8
.LC1:
	data8	y.0#+7
	.section	.text.startup,"ax",@progbits
	.align 16
	.align 64
	.global main#
	.type	main#, @function
	.proc main#
main:
	.prologue 12, 36
	.mmi
	.save ar.pfs, r37
	alloc r37 = ar.pfs, 0, 7, 7, 0
	mov r16 = r12
	.fframe 48
	adds r12 = -48, r12
	.mlx
	addl r15 = @gprel(.LC0), gp
	movl r14 = @gprel(y.0#)
	;;
	.mii
	mov r17 = ar.unat
	.save rp, r36
	mov r36 = b0
	mov r38 = r1
	.mmb
	add r14 = r1, r14
	ld8 r15 = [r15]
	nop 0
	;;
	.mmi
	.savesp ar.unat, 48
	st8 [r16] = r17, 8
	;;
	.save.g 0x1
	.mem.offset -8, 0
	st8.spill [r16] = r4
	.body
	nop 0
	;;
#APP
// 76 "alat.c" 1
	ld8.a r40 = [r14] ;;
	st8 [r15] = r0
	mov r40 = r0 ;;
	ld8.c.clr r40 = [r14]
// 0 "" 2
#NO_APP
	;;
	.mmi
	addl r15 = @gprel(.LC1), gp
	;;
	ld8 r15 = [r15]
	nop 0
	;;
#APP
// 78 "alat.c" 1
	ld8.a r41 = [r14] ;;
	st1 [r15] = r0
	mov r41 = r0 ;;
	ld8.c.clr r41 = [r14]
// 0 "" 2
#NO_APP
	;;
	.mlx
	addl r32 = @gprel(x#), gp
	movl r39 = @gprel(.LC2)
	.mmi
	adds r35 = 32, r12
	adds r34 = 24, r12
	addl r33 = 1, r0
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r14 = 7, r0
	nop 0
	mov r1 = r38
	.mmi
	mov r39 = r34
	st8 [r32] = r33
	nop 0
	;;
	.mib
	st8 [r35] = r14
	nop 0
	br.call.sptk.many b0 = pipe_call#
	;;
	.mmi
	adds r14 = 16, r12
	mov r1 = r38
	addl r42 = 8, r0
	.mmi
	mov r41 = r35
	ld8 r40 = [r34]
	addl r39 = 1027, r0
	;;
	.mib
	st8 [r14] = r8
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r38
	nop 0
	;;
#APP
// 64 "alat.c" 1
	ld8.a r4 = [r32] ;;
	mov r34 = r4
// 0 "" 2
#NO_APP
	;;
	.mmi
	adds r16 = 16, r12
	nop 0
	addl r42 = 8, r0
	.mmi
	mov r41 = r32
	nop 0
	addl r39 = 1026, r0
	;;
	.mib
	ld8 r40 = [r16]
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r38
	nop 0
	;;
#APP
// 66 "alat.c" 1
	ld8.c.clr r4 = [r32] ;;
	mov r41 = r4
// 0 "" 2
#NO_APP
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC3)
	.mmi
	nop 0
	mov r40 = r34
	nop 0
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r38
	nop 0
	adds r41 = 16, r12
	.mmi
	mov r42 = r0
	nop 0
	mov r40 = r0
	;;
	.mmi
	addl r39 = @ltoff(@fptr(store#)), gp
	st4 [r41] = r33
	nop 0
	;;
	.mib
	ld8 r39 = [r39]
	nop 0
	br.call.sptk.many b0 = begin_thread#
	;;
	.mii
	mov r1 = r38
	mov r39 = r32
	;;
	addl r14 = @gprel(ready#), gp
	;;
	.mib
	st4.rel [r14] = r33
	nop 0
	br.call.sptk.many b0 = wait_for_change#
	;;
	.mmi
	mov r1 = r38
	nop 0
	mov r40 = r8
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC4)
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r38
	adds r39 = 16, r12
	br.call.sptk.many b0 = join_thread#
	;;
	.mmi
	mov r45 = r0
	addl r44 = -1, r0
	addl r43 = 33, r0
	.mmi
	addl r42 = 3, r0
	addl r41 = 16384, r0
	mov r40 = r0
	;;
	.mib
	mov r1 = r38
	addl r39 = 1151, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mib
	mov r1 = r38
	mov r33 = r8
	br.call.sptk.many b0 = fork_child#
	;;
	.mmi
	cmp.ne p6, p7 = 0, r8
	mov r1 = r38
	mov r32 = r8
	.mmi
	mov r39 = r33
	;;
	(p7) adds r14 = 16, r12
	(p7) addl r15 = 99999, r0
	;;
	.mbb
	(p7) st4.rel [r14] = r0
	(p7) br.cond.spnt .L15
	br.call.sptk.many b0 = wait_for_change#
	;;
	.mmi
	mov r1 = r38
	nop 0
	mov r40 = r8
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC5)
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r38
	mov r39 = r32
	br.call.sptk.many b0 = wait_for#
	;;
	.mmb
	mov r8 = r0
	mov r1 = r38
	nop 0
	.mmi
	adds r18 = 48, r12
	nop 0
	mov b0 = r36
	;;
	.mmi
	ld8 r19 = [r18], 8
	nop 0
	mov ar.pfs = r37
	;;
	.mmi
	nop 0
	.mem.offset -8, 0
	ld8.fill r4 = [r18]
	nop 0
	.mmb
	mov ar.unat = r19
	.label_state 1
	.restore sp
	adds r12 = 48, r12
	br.ret.sptk.many b0
	;;
.L16:
	.body
	.copy_state 1
	.mmi
	adds r16 = 16, r12
	;;
	ld4.acq r14 = [r16]
	nop 0
	;;
	.mmi
	nop 0
	adds r14 = 1, r14
	nop 0
	;;
	.mmi
	st4.rel [r16] = r14
	nop 0
	nop 0
.L15:
	.mmi
	adds r16 = 16, r12
	nop 0
	mov r39 = r0
	;;
	.mmi
	nop 0
	ld4.acq r14 = [r16]
	nop 0
	;;
	.mib
	cmp4.ge p6, p7 = r15, r14
	addl r14 = 2, r0
	(p6) br.cond.dpnt .L16
	;;
	.mib
	st8 [r33] = r14
	nop 0
	br.call.sptk.many b0 = exit#
	;;
	break.f 0
	;;
	.endp main#
	.data
	.align 8
	.type	y.0#, @object
	.size	y.0#, 16
y.0:
	data8	5
	data8	6
	.sbss
	.align 4
	.type	ready#, @object
	.size	ready#, 4
ready:
	.skip	4
	.align 8
	.type	x#, @object
	.size	x#, 8
x:
	.skip	8
	.ident	"GCC: (GNU) 12.2.0"
