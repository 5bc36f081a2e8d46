// Compiler output: tests/guest/ia64/compile makes it. Source: tasks.c, 3212144029 8419
	.file	"tasks.c"
	.pred.safe_across_calls p1-p5,p16-p63
	.text
	.align 16
	.align 64
	.proc recurse#
recurse:
	.prologue 12, 36
	.mii
	.save ar.pfs, r37
	alloc r37 = ar.pfs, 4, 3, 4, 0
	.save rp, r36
	mov r36 = b0
	add r41 = r33, r34
	.mmb
	cmp.ne p6, p7 = 0, r32
	mov r38 = r1
	.body
	(p6) br.cond.dpnt .L6
	;;
	.mmi
	(p7) add r8 = r41, r35
	nop 0
	mov ar.pfs = r37
	;;
	.mib
	nop 0
	mov b0 = r36
	br.ret.sptk.many b0
	;;
.L6:
	.mmi
	add r42 = r34, r35
	nop 0
	adds r40 = 1, r33
	.mmb
	adds r39 = -1, r32
	nop 0
	br.call.sptk.many b0 = recurse#
	;;
	.mmi
	xor r8 = r33, r8
	mov r1 = r38
	mov b0 = r36
	;;
	.mib
	add r8 = r8, r32
	mov ar.pfs = r37
	br.ret.sptk.many b0
	.endp recurse#
	.align 16
	.align 64
	.proc wait_in_depth#
wait_in_depth:
	.prologue 12, 32
	.mii
	.save ar.pfs, r33
	alloc r33 = ar.pfs, 0, 3, 4, 0
	.save rp, r32
	mov r32 = b0
	mov r34 = r1
	.body
	;;
	.mmi
	addl r38 = 3, r0
	addl r37 = 2, r0
	nop 0
	.mmb
	addl r36 = 1, r0
	addl r35 = 30, r0
	br.call.sptk.many b0 = recurse#
	;;
	.mii
	mov r1 = r34
	addl r16 = 1, r0
	;;
	addl r15 = @gprel(caught#), gp
	.mmi
	addl r17 = @gprel(go#), gp
	;;
	ld4.acq r14 = [r15]
	nop 0
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dpnt .L8
	.align 32
.L9:
	.mmi
	st4.rel [r17] = r16
	;;
	ld4.acq r14 = [r15]
	nop 0
	;;
	.mib
	nop 0
	cmp4.eq p6, p7 = 0, r14
	(p6) br.cond.dptk .L9
.L8:
	.mmi
	nop 0
	mov r8 = r0
	mov b0 = r32
	.mlx
	nop 0
	movl r14 = @gprel(sums#)
	;;
	.mmi
	add r14 = r1, r14
	nop 0
	mov ar.pfs = r33
	;;
	.mib
	st8 [r14] = r0
	nop 0
	br.ret.sptk.many b0
	.endp wait_in_depth#
	.align 16
	.align 64
	.proc in_vfork#
in_vfork:
	.prologue 12, 33
	.mii
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 3, 4, 0
	.save rp, r33
	mov r33 = b0
	mov r35 = r1
	.body
	;;
	.mmi
	addl r39 = 1, r0
	addl r38 = 1, r0
	nop 0
	.mmb
	addl r37 = 1, r0
	addl r36 = 50, r0
	br.call.sptk.many b0 = recurse#
	;;
	.mmb
	mov r14 = r8
	mov r1 = r35
	nop 0
	.mmi
	addl r8 = 9, r0
	nop 0
	mov b0 = r33
	;;
	.mib
	st4.rel [r32] = r14
	mov ar.pfs = r34
	br.ret.sptk.many b0
	.endp in_vfork#
	.align 16
	.align 64
	.proc on_usr1#
on_usr1:
	.prologue 12, 32
	.mmi
	.save ar.pfs, r33
	alloc r33 = ar.pfs, 0, 3, 1, 0
	mov r34 = r1
	.save rp, r32
	mov r32 = b0
	.body
	;;
	.mib
	addl r35 = 1105, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r34
	nop 0
	mov b0 = r32
	;;
	.mmi
	addl r14 = @gprel(caught#), gp
	nop 0
	mov ar.pfs = r33
	;;
	.mib
	st4.rel [r14] = r8
	nop 0
	br.ret.sptk.many b0
	.endp on_usr1#
	.align 16
	.align 64
	.proc work#
work:
	.prologue 12, 41
	.mii
	.save ar.pfs, r42
	alloc r42 = ar.pfs, 1, 11, 7, 0
	.save rp, r41
	mov r41 = b0
	mov r43 = r1
	.body
	;;
	;;
	.mlx
	shladd r15 = r32, 3, r0
	movl r14 = @gprel(tls_seen#)
	.mlx
	adds r40 = 20, r32
	movl r36 = @gprel(sums#)
	;;
	.mmi
	add r14 = r1, r14
	add r36 = r1, r36
	mov r35 = r0
	.mmi
	addl r34 = 1, r0
	addl r33 = @gprel(lock#), gp
	addl r37 = @gprel(counter#), gp
	;;
	.mmi
	add r14 = r14, r15
	add r36 = r36, r15
	nop 0
	.mmi
	addl r39 = 200, r0
	;;
	st8 [r14] = r13
	nop 0
	.align 32
.L22:
	.mmi
	nop 0
	xchg4 r14 = [r33], r34
	mov r50 = r0
	.mmi
	mov r49 = r0
	mov r48 = r0
	addl r47 = 1, r0
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 0, r14
	(p7) br.cond.dpnt .L25
	.align 32
.L20:
	.mmi
	mov r46 = r0
	nop 0
	mov r45 = r33
	.mmb
	addl r44 = 1230, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	xchg4 r14 = [r33], r34
	mov r1 = r43
	mov r50 = r0
	.mmi
	mov r49 = r0
	mov r48 = r0
	addl r47 = 1, r0
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L20
.L25:
	.mmi
	ld4 r14 = [r37]
	;;
	adds r14 = 1, r14
	nop 0
	;;
	.mmi
	nop 0
	st4 [r37] = r14
	nop 0
	;;
	;;
	.mmi
	addl r46 = 1, r0
	mov r45 = r33
	nop 0
	.mmb
	addl r44 = 1230, r0
	st4.rel [r33] = r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r43
	mov r45 = r35
	addl r47 = 1, r0
	.mmb
	mov r46 = r32
	mov r44 = r40
	br.call.sptk.many b0 = recurse#
	;;
	.mmi
	ld8 r14 = [r36]
	adds r35 = 1, r35
	mov r1 = r43
	;;
	.mmi
	add r14 = r14, r8
	nop 0
	cmp.eq p6, p7 = r39, r35
	;;
	.mib
	st8 [r36] = r14
	nop 0
	(p7) br.cond.dptk .L22
	.mmi
	mov r8 = r0
	nop 0
	mov b0 = r41
	;;
	.mib
	nop 0
	mov ar.pfs = r42
	br.ret.sptk.many b0
	.endp work#
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC0:
	stringz	"again: %d arguments, %s, register stack from its start %d\n"
	.align 8
.LC1:
	stringz	"counter %d, threads right %d\n"
	.align 8
.LC2:
	stringz	"caught in the thread %d, its sums differ by %ld\n"
	.align 8
.LC3:
	stringz	"fork: status %x, memory of our own %d\n"
	.align 8
.LC4:
	stringz	"vfork: status %x, memory shared %d\n"
	.align 8
.LC5:
	stringz	"again"
	.align 8
.LC6:
	stringz	"SAY=hello"
	.align 8
.LC7:
	stringz	"exec: status %x\n"
	.align 8
.LC8:
	stringz	"killed: status %x\n"
	.align 8
.LC9:
	stringz	"/none"
	.align 8
.LC10:
	stringz	"no such program %ld\n"
	.section	.text.startup,"ax",@progbits
	.align 16
	.align 64
	.global main#
	.type	main#, @function
	.proc main#
main:
	.prologue 12, 44
	.mmi
	.save ar.pfs, r45
	alloc r45 = ar.pfs, 2, 14, 8, 0
	.fframe 64
	adds r12 = -64, r12
	addl r41 = @ltoff(@fptr(work#)), gp
	.mlx
	mov r46 = r1
	movl r34 = @gprel(done#)
	;;
	.mlx
	cmp4.ge p6, p7 = 1, r32
	movl r38 = @gprel(tls.0#)
	.mmi
	add r34 = r1, r34
	adds r40 = 16, r12
	mov r35 = r0
	;;
	.mmi
	add r38 = r1, r38
	nop 0
	.save ar.lc, r47
	mov r47 = ar.lc
	.mii
	mov r39 = r40
	mov r36 = r34
	;;
	.save rp, r44
	mov r44 = b0
	.body
	.mmb
	mov r37 = r38
	nop 0
	(p7) br.cond.dpnt .L51
	;;
	.mmi
	nop 0
	ld8 r41 = [r41]
	mov ar.lc = 4
	;;
	.align 32
.L29:
	.mmi
	mov r51 = r37
	mov r50 = r36
	mov r49 = r35
	.mmb
	mov r48 = r41
	adds r35 = 1, r35
	br.call.sptk.many b0 = begin_thread#
	;;
	.mmi
	mov r1 = r46
	nop 0
	adds r36 = 4, r36
	.mmb
	adds r37 = 16, r37
	st8 [r39] = r8, 8
	br.cloop.sptk.few .L29
	;;
	.mii
	nop 0
	mov ar.lc = 4
	nop 0
.L30:
	.mib
	mov r48 = r34
	adds r34 = 4, r34
	br.call.sptk.many b0 = join_thread#
	;;
	.mib
	nop 0
	mov r1 = r46
	br.cloop.sptk.few .L30
	;;
	.mlx
	mov r42 = r0
	movl r43 = @gprel(sums#)
	.mlx
	mov r36 = r0
	movl r39 = @gprel(tls_seen#)
	;;
	.mii
	add r43 = r1, r43
	add r39 = r1, r39
	;;
	mov r41 = r43
.L31:
	.mmi
	addl r14 = 199, r0
	adds r37 = 20, r36
	mov r34 = r0
	.mmi
	mov r35 = r0
	;;
	nop 0
	mov ar.lc = r14
	.align 32
.L32:
	.mmi
	mov r49 = r34
	addl r51 = 1, r0
	mov r50 = r36
	.mmb
	mov r48 = r37
	adds r34 = 1, r34
	br.call.sptk.many b0 = recurse#
	;;
	.mib
	mov r1 = r46
	add r35 = r35, r8
	br.cloop.sptk.few .L32
	.mmi
	nop 0
	ld8 r14 = [r41], 8
	nop 0
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = r14, r35
	(p7) br.cond.dpnt .L52
.L33:
	.mmi
	adds r36 = 1, r36
	nop 0
	adds r40 = 8, r40
	.mmi
	adds r39 = 8, r39
	nop 0
	adds r38 = 16, r38
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = 5, r36
	(p7) br.cond.dptk .L31
.L34:
	.mlx
	addl r14 = @gprel(counter#), gp
	movl r48 = @gprel(.LC1)
	.mmi
	addl r34 = @gprel(go#), gp
	mov r50 = r42
	adds r36 = 24, r12
	;;
	.mib
	ld4 r49 = [r14]
	add r48 = r1, r48
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r46
	mov r50 = r0
	addl r48 = 10, r0
	;;
	.mmi
	nop 0
	addl r49 = @ltoff(@fptr(on_usr1#)), gp
	nop 0
	;;
	.mib
	ld8 r49 = [r49]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r46
	mov r51 = r0
	mov r49 = r0
	;;
	.mlx
	nop 0
	movl r50 = @gprel(done#)
	.mmi
	addl r48 = @ltoff(@fptr(wait_in_depth#)), gp
	;;
	nop 0
	add r50 = r1, r50
	.mmb
	nop 0
	ld8 r48 = [r48]
	br.call.sptk.many b0 = begin_thread#
	;;
	.mmi
	adds r15 = 16, r12
	ld4.acq r14 = [r34]
	mov r1 = r46
	.mmi
	nop 0
	mov r35 = r8
	nop 0
	;;
	.mmi
	st8 [r15] = r0
	addl r15 = 1000000, r0
	cmp4.eq p6, p7 = 0, r14
	;;
	.mib
	st8 [r36] = r15
	nop 0
	(p7) br.cond.dpnt .L38
	.align 32
.L35:
	.mmi
	mov r50 = r0
	nop 0
	adds r49 = 16, r12
	.mmb
	addl r48 = 1168, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	ld4.acq r14 = [r34]
	nop 0
	mov r1 = r46
	;;
	.mib
	nop 0
	cmp4.eq p6, p7 = 0, r14
	(p6) br.cond.dptk .L35
.L38:
	.mmi
	mov r49 = r35
	addl r50 = 10, r0
	nop 0
	.mmb
	addl r48 = 1229, r0
	adds r34 = 72, r12
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r46
	nop 0
	;;
	.mlx
	nop 0
	movl r48 = @gprel(done#)
	;;
	.mib
	add r48 = r1, r48
	nop 0
	br.call.sptk.many b0 = join_thread#
	;;
	.mmi
	mov r1 = r46
	ld8 r50 = [r43]
	nop 0
	;;
	.mlx
	addl r14 = @gprel(caught#), gp
	movl r48 = @gprel(.LC2)
	;;
	.mii
	ld4.acq r14 = [r14]
	add r48 = r1, r48
	;;
	sxt4 r14 = r14
	;;
	.mmi
	cmp.eq p6, p7 = r35, r14
	;;
	(p6) addl r49 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r49 = r0
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	nop 0
	mov r1 = r46
	nop 0
	.mmb
	st4 [r34] = r0
	nop 0
	br.call.sptk.many b0 = fork_child#
	;;
	.mmi
	cmp.eq p6, p7 = 0, r8
	nop 0
	mov r1 = r46
	.mmb
	mov r48 = r8
	nop 0
	(p6) br.cond.spnt .L53
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = wait_for#
	;;
	.mmi
	ld4 r14 = [r34]
	mov r1 = r46
	mov r49 = r8
	;;
	.mlx
	cmp4.eq p6, p7 = 0, r14
	movl r48 = @gprel(.LC3)
	;;
	.mmi
	(p6) addl r50 = 1, r0
	nop 0
	add r48 = r1, r48
	;;
	.mib
	(p7) mov r50 = r0
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r46
	addl r48 = 131072, r0
	br.call.sptk.many b0 = map#
	;;
	.mmi
	mov r1 = r46
	mov r55 = r34
	mov r53 = r0
	.mmi
	mov r52 = r0
	mov r49 = r8
	mov r51 = r0
	;;
	.mmi
	addl r54 = @ltoff(@fptr(in_vfork#)), gp
	addl r50 = 131072, r0
	addl r48 = 16657, r0
	;;
	.mib
	ld8 r54 = [r54]
	nop 0
	br.call.sptk.many b0 = clone2_call#
	;;
	.mib
	mov r1 = r46
	mov r48 = r8
	br.call.sptk.many b0 = wait_for#
	;;
	.mmi
	addl r50 = 1, r0
	addl r51 = 1, r0
	mov r1 = r46
	.mmi
	mov r35 = r8
	addl r49 = 1, r0
	addl r48 = 50, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = recurse#
	;;
	.mmi
	ld4 r14 = [r34]
	mov r1 = r46
	mov r49 = r35
	;;
	.mib
	nop 0
	sxt4 r14 = r14
	nop 0
	.mlx
	nop 0
	movl r48 = @gprel(.LC4)
	;;
	.mii
	cmp.eq p6, p7 = r8, r14
	add r48 = r1, r48
	;;
	(p6) addl r50 = 1, r0
	;;
	.mib
	(p7) mov r50 = r0
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r46
	nop 0
	br.call.sptk.many b0 = fork_child#
	;;
	.mmi
	cmp.ne p6, p7 = 0, r8
	nop 0
	mov r1 = r46
	.mmb
	mov r48 = r8
	nop 0
	(p7) br.cond.spnt .L54
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = wait_for#
	;;
	.mmi
	mov r1 = r46
	nop 0
	mov r49 = r8
	;;
	.mlx
	nop 0
	movl r48 = @gprel(.LC7)
	;;
	.mib
	add r48 = r1, r48
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r46
	nop 0
	br.call.sptk.many b0 = fork_child#
	;;
	.mmi
	cmp.ne p6, p7 = 0, r8
	mov r1 = r46
	mov r48 = r8
	;;
	.mmi
	(p7) addl r14 = 8, r0
	nop 0
	(p7) addl r15 = 1, r0
	;;
	.mib
	(p7) st4.rel [r14] = r15
	nop 0
	br.call.sptk.many b0 = wait_for#
	;;
	.mmi
	mov r1 = r46
	nop 0
	mov r49 = r8
	;;
	.mlx
	nop 0
	movl r48 = @gprel(.LC8)
	;;
	.mib
	add r48 = r1, r48
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r46
	nop 0
	mov r51 = r33
	.mmi
	mov r50 = r33
	nop 0
	addl r48 = 1033, r0
	;;
	.mlx
	nop 0
	movl r49 = @gprel(.LC9)
	;;
	.mib
	add r49 = r1, r49
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r46
	nop 0
	mov r49 = r8
	;;
	.mlx
	nop 0
	movl r48 = @gprel(.LC10)
	;;
	.mib
	add r48 = r1, r48
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r8 = r0
	mov r1 = r46
	mov b0 = r44
	;;
	.mii
	nop 0
	mov ar.pfs = r45
	;;
	mov ar.lc = r47
	.mmb
	nop 0
	.label_state 1
	.restore sp
	adds r12 = 64, r12
	br.ret.sptk.many b0
.L52:
	.body
	.copy_state 1
	.mmi
	nop 0
	ld8 r14 = [r39]
	nop 0
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = r38, r14
	(p6) br.cond.dptk .L33
	.mmi
	adds r16 = 16, r12
	ld8 r15 = [r40]
	nop 0
	.mmi
	adds r39 = 8, r39
	adds r40 = 8, r40
	adds r38 = 16, r38
	;;
	.mmi
	ld8 r14 = [r16]
	;;
	add r14 = r36, r14
	adds r36 = 1, r36
	;;
	.mmi
	nop 0
	cmp.eq p6, p7 = r15, r14
	nop 0
	;;
	.mmi
	(p6) addl r14 = 1, r0
	;;
	(p7) mov r14 = r0
	cmp.eq p6, p7 = 5, r36
	;;
	.mib
	nop 0
	add r42 = r42, r14
	(p7) br.cond.dptk .L31
	.mib
	nop 0
	nop 0
	br .L34
.L51:
#APP
// 119 "tasks.c" 1
	mov.m r15 = ar.bsp
// 0 "" 2
#NO_APP
	;;
	.mmi
	addl r16 = 61440, r0
	nop 0
	sxt4 r14 = r32
	.mlx
	mov r49 = r32
	movl r48 = @gprel(.LC0)
	;;
	.mmi
	adds r14 = 1, r14
	and r15 = r16, r15
	add r48 = r1, r48
	;;
	.mmi
	shladd r14 = r14, 3, r0
	nop 0
	cmp.eq p6, p7 = 0, r15
	;;
	.mii
	add r33 = r33, r14
	(p6) addl r51 = 1, r0
	;;
	(p7) mov r51 = r0
	.mmb
	ld8 r50 = [r33]
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r8 = 5, r0
	mov r1 = r46
	mov b0 = r44
	;;
	.mii
	nop 0
	mov ar.pfs = r45
	;;
	mov ar.lc = r47
	.mmb
	nop 0
	.label_state 2
	.restore sp
	adds r12 = 64, r12
	br.ret.sptk.many b0
.L53:
	.body
	.copy_state 2
	.mmi
	addl r14 = 1, r0
	addl r48 = 45, r0
	nop 0
	.mmi
	addl r51 = 1, r0
	addl r50 = 1, r0
	addl r49 = 1, r0
	;;
	.mib
	st4 [r34] = r14
	nop 0
	br.call.sptk.many b0 = recurse#
	;;
	.mib
	mov r1 = r46
	and r48 = 127, r8
	br.call.sptk.many b0 = exit#
	;;
.L54:
	.mlx
	adds r16 = 16, r12
	movl r15 = @gprel(.LC5)
	.mmi
	ld8 r49 = [r33]
	adds r14 = 56, r12
	addl r48 = 1033, r0
	;;
	.mmi
	add r15 = r1, r15
	st8 [r16] = r49
	mov r51 = r14
	.mmi
	mov r50 = r16
	;;
	st8 [r36] = r15
	adds r15 = 32, r12
	;;
	.mlx
	st8 [r15] = r0
	movl r15 = @gprel(.LC6)
	;;
	.mmi
	add r15 = r1, r15
	;;
	st8 [r14] = r15
	adds r14 = 64, r12
	;;
	.mib
	st8 [r14] = r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mib
	mov r1 = r46
	addl r48 = 99, r0
	br.call.sptk.many b0 = exit#
	;;
	break.f 0
	;;
	.endp main#
	.bss
	.align 1
	.type	tls.0#, @object
	.size	tls.0#, 80
tls.0:
	.skip	80
	.sbss
	.align 4
	.type	go#, @object
	.size	go#, 4
go:
	.skip	4
	.align 4
	.type	caught#, @object
	.size	caught#, 4
caught:
	.skip	4
	.bss
	.align 8
	.type	tls_seen#, @object
	.size	tls_seen#, 40
tls_seen:
	.skip	40
	.align 8
	.type	sums#, @object
	.size	sums#, 40
sums:
	.skip	40
	.align 4
	.type	done#, @object
	.size	done#, 20
done:
	.skip	20
	.sbss
	.align 4
	.type	counter#, @object
	.size	counter#, 4
counter:
	.skip	4
	.align 4
	.type	lock#, @object
	.size	lock#, 4
lock:
	.skip	4
	.ident	"GCC: (GNU) 12.2.0"
