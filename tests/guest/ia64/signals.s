// Compiler output: tests/guest/ia64/compile makes it. Source: signals.c, 1722795243 12229
	.file	"signals.c"
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
	.proc spoil#
spoil:
	.prologue 12, 35
	.mmi
	.save ar.pfs, r36
	alloc r36 = ar.pfs, 3, 3, 4, 0
	mov r37 = r1
	.save rp, r35
	mov r35 = b0
	.body
	;;
	.mmi
	addl r41 = 3, r0
	addl r40 = 2, r0
	nop 0
	.mmb
	addl r39 = 1, r0
	addl r38 = 60, r0
	br.call.sptk.many b0 = recurse#
	;;
	.mmi
	mov r1 = r37
	adds r15 = 48, r34
	adds r20 = 328, r34
	.mmi
	adds r18 = 8, r34
	adds r19 = 128, r34
	adds r17 = 608, r34
	;;
	.mlx
	nop 0
	movl r14 = @gprel(found#)
	.mmi
	ld8 r15 = [r15]
	ld8 r23 = [r20]
	nop 0
	;;
	.mmi
	add r14 = r1, r14
	ld8 r22 = [r18]
	and r15 = 127, r15
	.mmi
	nop 0
	ld8 r19 = [r19]
	nop 0
	;;
	.mmi
	mov r16 = r14
	adds r21 = 16, r14
	adds r20 = 24, r14
	.mmi
	adds r18 = 32, r14
	ld8 r17 = [r17]
	adds r14 = 40, r14
	;;
	.mmi
	st8.rel [r16] = r8, 8
	;;
	st8.rel [r16] = r23
	nop 0
	.mmi
	st8.rel [r21] = r22
	;;
	st8.rel [r20] = r15
	nop 0
	.mmi
	st8.rel [r18] = r19
	;;
	st8.rel [r14] = r17
	nop 0
	;;
#APP
// 72 "signals.c" 1
	mov.m ar.ccv = r0; mov.m ar.unat = r0; mov b6 = r0; mov b7 = r0
// 0 "" 2
#NO_APP
	;;
	.mmi
	adds r34 = 40, r34
	addl r16 = @gprel(handled#), gp
	mov b0 = r35
	;;
	.mmi
	nop 0
	ld8 r14 = [r34]
	mov ar.pfs = r36
	.mmi
	ld4.acq r15 = [r16]
	;;
	and r14 = -16, r14
	adds r15 = 1, r15
	;;
	.mmi
	adds r14 = 16, r14
	st4.rel [r16] = r15
	nop 0
	;;
	.mib
	st8 [r34] = r14
	nop 0
	br.ret.sptk.many b0
	.endp spoil#
	.align 16
	.align 64
	.proc for_ever#
for_ever:
	.prologue 12, 35
	.mmi
	.save ar.pfs, r36
	alloc r36 = ar.pfs, 3, 3, 3, 0
	addl r14 = @gprel(depth#), gp
	.save rp, r35
	mov r35 = b0
	.mmi
	mov r37 = r1
	.body
	add r40 = r32, r34
	add r39 = r33, r34
	;;
	.mii
	ld4.acq r14 = [r14]
	adds r38 = 1, r32
	;;
	cmp4.eq p6, p7 = -1, r14
	;;
	.mib
	(p6) mov r8 = r0
	nop 0
	(p6) br.cond.dpnt .L9
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = for_ever#
	;;
	.mmi
	xor r8 = r33, r8
	nop 0
	mov r1 = r37
	;;
	.mii
	add r8 = r8, r34
	nop 0
	;;
	add r8 = r8, r32
.L9:
	.mii
	nop 0
	mov b0 = r35
	nop 0
	;;
	.mib
	nop 0
	mov ar.pfs = r36
	br.ret.sptk.many b0
	.endp for_ever#
	.align 16
	.align 64
	.proc ring#
ring:
	.prologue
	.body
	.mlx
	ld8 r14 = [r34]
	movl r16 = @gprel(found#)
	.mmi
	addl r15 = @gprel(handled#), gp
	;;
	and r14 = 2, r14
	add r16 = r1, r16
	;;
	.mmi
	st8.rel [r16] = r14
	;;
	ld4.acq r14 = [r15]
	nop 0
	;;
	.mmi
	nop 0
	adds r14 = 1, r14
	nop 0
	;;
	.mib
	st4.rel [r15] = r14
	nop 0
	br.ret.sptk.many b0
	.endp ring#
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC4:
	stringz	"is the instruction's"
	.align 8
.LC5:
	stringz	""
	.align 8
.LC6:
	stringz	"ISR %lx\n"
	.align 8
.LC7:
	stringz	"no ISR%s\n"
	.align 8
.LC8:
	stringz	"signal %d code %d, slot %lu, address %s"
	.align 8
.LC9:
	stringz	"%lx"
	.align 8
.LC10:
	stringz	", imm %x, "
	.text
	.align 16
	.align 64
	.proc on_fault#
on_fault:
	.prologue 12, 36
	.mmi
	.save ar.pfs, r37
	alloc r37 = ar.pfs, 3, 4, 5, 0
	adds r34 = 40, r34
	adds r35 = 16, r33
	.mlx
	adds r16 = 8, r33
	movl r39 = @gprel(.LC8)
	;;
	.mmi
	ld8 r15 = [r35]
	mov r38 = r1
	.save rp, r36
	mov r36 = b0
	.body
	.mmi
	mov r40 = r32
	ld8 r14 = [r34]
	add r39 = r1, r39
	;;
	.mmi
	nop 0
	cmp.ne p6, p7 = r15, r14
	and r42 = 3, r14
	.mmi
	nop 0
	ld4 r41 = [r16]
	nop 0
	;;
	.mlx
	nop 0
	(p7) movl r43 = @gprel(.LC4)
	;;
	.mlx
	nop 0
	(p6) movl r43 = @gprel(.LC5)
	;;
	.mmi
	nop 0
	(p7) add r43 = r1, r43
	nop 0
	;;
	.mib
	(p6) add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	nop 0
	mov r1 = r38
	nop 0
	.mmi
	ld8 r40 = [r35]
	ld8 r14 = [r34]
	nop 0
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC9)
	.mmi
	cmp.eq p6, p7 = r14, r40
	nop 0
	adds r14 = 24, r33
	;;
	.mib
	add r39 = r1, r39
	nop 0
	(p7) br.cond.dpnt .L26
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC10)
	.mmi
	nop 0
	ld4 r40 = [r14]
	nop 0
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r38
	adds r14 = 28, r33
	adds r33 = 32, r33
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC7)
	.mlx
	ld4 r14 = [r14]
	movl r40 = @gprel(.LC5)
	;;
	.mmi
	cmp4.eq p6, p7 = 0, r14
	add r39 = r1, r39
	add r40 = r1, r40
	;;
	.mlx
	nop 0
	(p7) movl r39 = @gprel(.LC6)
	.mmi
	nop 0
	(p7) ld8 r40 = [r33]
	nop 0
	;;
	.mib
	(p7) add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	ld8 r14 = [r34]
	mov r1 = r38
	mov b0 = r36
	;;
	.mmi
	and r16 = 3, r14
	adds r15 = 1, r14
	mov ar.pfs = r37
	;;
	.mmi
	cmp.ne p6, p7 = 2, r16
	;;
	(p7) and r14 = -16, r14
	nop 0
	;;
	.mmi
	nop 0
	(p7) adds r15 = 16, r14
	nop 0
	;;
	.mib
	st8 [r34] = r15
	nop 0
	br.ret.sptk.many b0
	;;
.L26:
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r38
	nop 0
	adds r14 = 24, r33
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC10)
	.mmi
	nop 0
	ld4 r40 = [r14]
	nop 0
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r38
	adds r14 = 28, r33
	adds r33 = 32, r33
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC7)
	.mlx
	ld4 r14 = [r14]
	movl r40 = @gprel(.LC5)
	;;
	.mmi
	cmp4.eq p6, p7 = 0, r14
	add r39 = r1, r39
	add r40 = r1, r40
	;;
	.mlx
	nop 0
	(p7) movl r39 = @gprel(.LC6)
	.mmi
	nop 0
	(p7) ld8 r40 = [r33]
	nop 0
	;;
	.mib
	(p7) add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	ld8 r14 = [r34]
	mov r1 = r38
	mov b0 = r36
	;;
	.mmi
	and r16 = 3, r14
	adds r15 = 1, r14
	mov ar.pfs = r37
	;;
	.mmi
	cmp.ne p6, p7 = 2, r16
	;;
	(p7) and r14 = -16, r14
	nop 0
	;;
	.mmi
	nop 0
	(p7) adds r15 = 16, r14
	nop 0
	;;
	.mib
	st8 [r34] = r15
	nop 0
	br.ret.sptk.many b0
	.endp on_fault#
	.section	.rodata.str1.8
	.align 8
.LC11:
	stringz	"signal %d, the stack in region %lu is full\n"
	.text
	.align 16
	.align 64
	.proc overflow#
overflow:
	.prologue 12, 34
	.mmi
	.save ar.pfs, r35
	alloc r35 = ar.pfs, 2, 3, 3, 0
	adds r33 = 16, r33
	.save rp, r34
	mov r34 = b0
	.mlx
	mov r36 = r1
	movl r37 = @gprel(.LC11)
	.body
	;;
	.mmi
	ld8 r39 = [r33]
	add r37 = r1, r37
	mov r38 = r32
	;;
	.mib
	nop 0
	shr.u r39 = r39, 61
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r36
	mov r37 = r0
	br.call.sptk.many b0 = exit#
	;;
	break.f 0
	;;
	.endp overflow#
	.align 16
	.align 64
	.proc where#
where:
	.prologue 12, 36
	.mmi
	.save ar.pfs, r37
	alloc r37 = ar.pfs, 3, 4, 4, 0
	.fframe 16
	adds r12 = -16, r12
	.save rp, r36
	mov r36 = b0
	.mmi
	nop 0
	mov r38 = r1
	.body
	nop 0
	;;
#APP
// 96 "signals.c" 1
	mov.m r16 = ar.bsp
// 0 "" 2
#NO_APP
	;;
	.mmi
	addl r14 = @gprel(alternate#), gp
	adds r15 = 2512, r34
	adds r22 = 16, r12
	.mlx
	addl r17 = 262143, r0
	movl r35 = @gprel(found#)
	;;
	.mmi
	ld8 r20 = [r15]
	add r35 = r1, r35
	addl r42 = 3, r0
	.mmi
	addl r41 = 2, r0
	addl r40 = 1, r0
	addl r39 = 40, r0
	;;
	.mmi
	nop 0
	ld8 r14 = [r14]
	mov r15 = r35
	.mmi
	adds r19 = 16, r35
	adds r18 = 24, r35
	adds r35 = 32, r35
	;;
	.mmi
	cmp.eq p6, p7 = r14, r20
	sub r21 = r22, r14
	sub r16 = r16, r14
	.mmi
	ld8 r14 = [r34]
	;;
	(p6) addl r20 = 1, r0
	cmp.geu p8, p9 = r17, r16
	.mmi
	and r14 = 1, r14
	;;
	(p7) mov r20 = r0
	cmp.geu p6, p7 = r17, r21
	.mmi
	(p8) addl r16 = 1, r0
	;;
	(p6) addl r17 = 1, r0
	(p9) mov r16 = r0
	;;
	.mmi
	(p7) mov r17 = r0
	;;
	st8.rel [r15] = r17, 8
	nop 0
	;;
	.mmi
	st8.rel [r15] = r16
	st8.rel [r19] = r20
	nop 0
	;;
	.mib
	st8.rel [r18] = r14
	nop 0
	br.call.sptk.many b0 = recurse#
	;;
	.mmi
	nop 0
	mov r1 = r38
	cmp4.eq p6, p7 = 10, r32
	.mmb
	nop 0
	st8.rel [r35] = r8
	(p6) br.cond.dpnt .L35
	;;
.L31:
	.mmi
	addl r15 = @gprel(handled#), gp
	;;
	ld4.acq r14 = [r15]
	nop 0
	;;
	.mmi
	nop 0
	adds r14 = 1, r14
	nop 0
	;;
	.mii
	st4.rel [r15] = r14
	mov b0 = r36
	;;
	mov ar.pfs = r37
	.mmb
	nop 0
	.label_state 1
	.restore sp
	adds r12 = 16, r12
	br.ret.sptk.many b0
.L35:
	.body
	.copy_state 1
	.mmi
	nop 0
	addl r14 = @gprel(depth#), gp
	nop 0
	;;
	.mmi
	ld4.acq r15 = [r14]
	;;
	adds r16 = 1, r15
	cmp4.ne p6, p7 = 0, r15
	;;
	.mib
	st4.rel [r14] = r16
	nop 0
	(p6) br.cond.dptk .L31
	.mib
	addl r39 = 1041, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r38
	mov r40 = r8
	nop 0
	.mmb
	addl r41 = 12, r0
	addl r39 = 1053, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r38
	;;
	addl r15 = @gprel(handled#), gp
	nop 0
	;;
	.mmi
	ld4.acq r14 = [r15]
	;;
	adds r14 = 1, r14
	nop 0
	;;
	.mii
	st4.rel [r15] = r14
	mov b0 = r36
	;;
	mov ar.pfs = r37
	.mmb
	nop 0
	.restore sp
	adds r12 = 16, r12
	br.ret.sptk.many b0
	.endp where#
	.align 16
	.align 64
	.proc deep#
deep:
	.prologue 12, 35
	.mmb
	.save ar.pfs, r36
	alloc r36 = ar.pfs, 3, 3, 3, 0
	shladd r39 = r33, 1, r0
	nop 0
	.mmi
	cmp.ne p6, p7 = 0, r32
	mov r37 = r1
	.save rp, r35
	mov r35 = b0
	.body
	;;
	.mmi
	add r39 = r39, r33
	nop 0
	add r40 = r33, r34
	.mmb
	adds r38 = -1, r32
	nop 0
	(p7) br.cond.dpnt .L41
	;;
	.mib
	add r39 = r39, r32
	and r32 = r33, r32
	br.call.sptk.many b0 = deep#
	;;
	.mlx
	setf.sig f6 = r34
	movl r14 = 5270498306774157605
	.mmi
	xor r8 = r8, r32
	mov r1 = r37
	shr r15 = r34, 63
	;;
	.mii
	setf.sig f7 = r14
	mov b0 = r35
	;;
	mov ar.pfs = r36
	;;
	.mmf
	nop 0
	nop 0
	xmpy.h f6 = f6, f7
	;;
	.mmi
	getf.sig r14 = f6
	;;
	nop 0
	shr r14 = r14, 1
	;;
	.mmi
	sub r14 = r14, r15
	;;
	shladd r15 = r14, 3, r0
	nop 0
	;;
	.mmi
	sub r14 = r15, r14
	;;
	sub r34 = r34, r14
	nop 0
	;;
	.mib
	nop 0
	add r8 = r8, r34
	br.ret.sptk.many b0
	;;
.L41:
	.mib
	addl r38 = 1041, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r37
	mov r39 = r8
	nop 0
	.mmb
	addl r40 = 10, r0
	addl r38 = 1053, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	xor r8 = r34, r33
	mov r1 = r37
	mov b0 = r35
	;;
	.mib
	nop 0
	mov ar.pfs = r36
	br.ret.sptk.many b0
	.endp deep#
	.align 16
	.align 64
	.proc alarm_in.constprop.0#
alarm_in.constprop.0:
	.prologue 12, 33
	.mmi
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 3, 4, 0
	.fframe 32
	adds r12 = -32, r12
	.save rp, r33
	mov r33 = b0
	.mmi
	addl r37 = @ltoff(@fptr(ring#)), gp
	mov r35 = r1
	.body
	mov r38 = r32
	;;
	.mmi
	adds r14 = 16, r12
	addl r15 = 5000, r0
	addl r36 = 14, r0
	.mmi
	ld8 r37 = [r37]
	;;
	st8 [r14] = r0
	adds r14 = 24, r12
	;;
	.mmi
	st8 [r14] = r0
	nop 0
	adds r14 = 32, r12
	;;
	.mmi
	st8 [r14] = r0
	nop 0
	adds r14 = 40, r12
	;;
	.mib
	st8 [r14] = r15
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r35
	mov r39 = r0
	adds r38 = 16, r12
	.mmb
	mov r37 = r0
	addl r36 = 1118, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mii
	mov r1 = r35
	mov b0 = r33
	;;
	mov ar.pfs = r34
	.mmb
	nop 0
	.restore sp
	adds r12 = 32, r12
	br.ret.sptk.many b0
	.endp alarm_in.constprop.0#
	.section	.rodata.str1.8
	.align 8
.LC15:
	stringz	"changed: %lx\n"
	.align 8
.LC16:
	stringz	"in the frame: r16 %lu, NaTs %lx, frame of %lu, predicates %lx, f9 %lu\n"
	.align 8
.LC17:
	stringz	"on the alternate stack: memory %lu, registers %lu\n"
	.align 8
.LC18:
	stringz	"too small %ld, "
	.align 8
.LC19:
	stringz	"large enough %ld\n"
	.align 8
.LC20:
	stringz	"same sums %d\n"
	.align 8
.LC21:
	stringz	"on the alternate stack: memory %lu, registers %lu, base %lu, flag %lu\n"
	.align 8
.LC22:
	stringz	"nested: same sums %d\n"
	.align 8
.LC23:
	stringz	"handled %d\n"
	.align 8
.LC24:
	stringz	"read is cut short: %ld, in a call %d\n"
	.align 8
.LC25:
	stringz	"c"
	.align 8
.LC26:
	stringz	"read goes on: %ld %c"
	.align 8
.LC27:
	stringz	", handled %d\n"
	.align 8
.LC28:
	stringz	"twenty timers in a recursion, sums right %d\n"
	.section	.text.startup,"ax",@progbits
	.align 16
	.align 64
	.global main#
	.type	main#, @function
	.proc main#
main:
	.prologue 12, 40
	.mmb
	.save ar.pfs, r41
	alloc r41 = ar.pfs, 0, 11, 6, 0
	.fframe 48
	adds r12 = -48, r12
	nop 0
	.mmi
	mov r42 = r1
	nop 0
	.save rp, r40
	mov r40 = b0
	.body
	;;
	.mib
	addl r43 = 4096, r0
	nop 0
	br.call.sptk.many b0 = map#
	;;
	.mmi
	mov r1 = r42
	nop 0
	mov r32 = r8
	.mii
	mov r45 = r0
	addl r43 = 4, r0
	;;
	addl r44 = @ltoff(@fptr(on_fault#)), gp
	;;
	.mib
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r42
	mov r45 = r0
	addl r43 = 5, r0
	;;
	.mmi
	nop 0
	addl r44 = @ltoff(@fptr(on_fault#)), gp
	nop 0
	;;
	.mib
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r42
	mov r45 = r0
	addl r43 = 8, r0
	;;
	.mmi
	nop 0
	addl r44 = @ltoff(@fptr(on_fault#)), gp
	nop 0
	;;
	.mib
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r42
	mov r45 = r0
	addl r43 = 11, r0
	;;
	.mmi
	nop 0
	addl r44 = @ltoff(@fptr(on_fault#)), gp
	nop 0
	;;
	.mib
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	nop 0
	mov r1 = r42
	nop 0
	;;
#APP
// 36 "signals.c" 1
	break.i 0
// 0 "" 2
#NO_APP
	;;
#APP
// 37 "signals.c" 1
	break.i 1
// 0 "" 2
#NO_APP
	;;
#APP
// 38 "signals.c" 1
	break.i 0x1234
// 0 "" 2
#NO_APP
	;;
#APP
// 39 "signals.c" 1
	break.i 0x3f000
// 0 "" 2
#NO_APP
	;;
#APP
// 40 "signals.c" 1
	break.i 0x3ffff
// 0 "" 2
#NO_APP
	;;
#APP
// 41 "signals.c" 1
	break.i 0x80001
// 0 "" 2
#NO_APP
	;;
#APP
// 42 "signals.c" 1
	itc.i r0
// 0 "" 2
#NO_APP
	;;
	.mmi
	mov r46 = r0
	addl r45 = 4096, r0
	nop 0
	.mmb
	mov r44 = r32
	addl r43 = 1155, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	ld1.acq r14 = [r32]
	nop 0
	addl r15 = 8, r0
	.mmi
	addl r16 = 1, r0
	nop 0
	mov r1 = r42
	;;
	.mlx
	st1.rel [r15] = r16
	movl r14 = 2305843039278465040
	;;
	.mmi
	nop 0
	ld1.acq r16 = [r14]
	nop 0
	;;
	.mlx
	nop 0
	movl r16 = 1152921504606846976
	;;
	.mmi
	nop 0
	ld1.acq r16 = [r16]
	nop 0
	;;
#APP
// 48 "signals.c" 1
	probe.rw.fault r14, 3
// 0 "" 2
#NO_APP
	;;
#APP
// 49 "signals.c" 1
	{ .mmi; nop.m 0; probe.r.fault r14, 3; nop.i 0;; }
// 0 "" 2
#NO_APP
	;;
	.mmi
	nop 0
	addl r37 = @gprel(depth#), gp
	nop 0
	;;
#APP
// 51 "signals.c" 1
	ld8.s r14 = [r15];; mov b7 = r14;; st8 [r37] = r14;;
// 0 "" 2
#NO_APP
	;;
#APP
// 53 "signals.c" 1
	mov.m r15 = ar.fpsr;; mov r14 = 0x24;; andcm r14 = r15, r14;; mov.m ar.fpsr = r14;;
	{ .mfi; nop.m 0; frcpa.s0 f6, p6 = f1, f0; nop.i 0;; }
	setf.sig f6 = r15;; fcvt.xf f6 = f6;;
	{ .mfi; nop.m 0; fma.s.s0 f7 = f6, f6, f1; nop.i 0;; }
	mov.m ar.fpsr = r15;;
// 0 "" 2
#NO_APP
	;;
	.mlx
	addl r44 = @ltoff(@fptr(spoil#)), gp
	movl r34 = @gprel(room.0#)
	.mlx
	mov r45 = r0
	movl r33 = @gprel(.LC15)
	;;
	.mmi
	nop 0
	add r34 = r1, r34
	add r33 = r1, r33
	.mmb
	ld8 r44 = [r44]
	addl r43 = 5, r0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	nop 0
	addl r32 = 3, r0
	mov r1 = r42
	;;
.L45:
	.mib
	mov r43 = r34
	adds r32 = -1, r32
	br.call.sptk.many b0 = all_registers#
	;;
	.mmi
	mov r1 = r42
	nop 0
	mov r44 = r8
	.mmb
	mov r43 = r33
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r42
	cmp4.ne p6, p7 = 0, r32
	(p6) br.cond.dptk .L45
	;;
	.mlx
	nop 0
	movl r32 = @gprel(found#)
	.mlx
	adds r33 = 32, r12
	movl r43 = @gprel(.LC16)
	;;
	.mmi
	add r32 = r1, r32
	add r43 = r1, r43
	addl r35 = 262144, r0
	.mmi
	adds r38 = 24, r12
	;;
	adds r17 = 16, r32
	adds r16 = 24, r32
	.mmi
	adds r15 = 32, r32
	adds r34 = 8, r32
	adds r14 = 40, r32
	;;
	.mmi
	ld8.acq r44 = [r34]
	ld8.acq r45 = [r17]
	nop 0
	;;
	.mmi
	ld8.acq r46 = [r16]
	ld8.acq r47 = [r15]
	nop 0
	;;
	.mib
	ld8.acq r48 = [r14]
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	adds r14 = 16, r12
	mov r1 = r42
	addl r43 = 262144, r0
	.mmi
	st8 [r38] = r0
	st8 [r33] = r35
	nop 0
	;;
	.mib
	st8 [r14] = r0
	nop 0
	br.call.sptk.many b0 = map#
	;;
	.mmi
	mov r1 = r42
	nop 0
	adds r15 = 16, r12
	.mlx
	addl r43 = 10, r0
	movl r45 = 1073741824
	;;
	.mmi
	nop 0
	addl r14 = @gprel(alternate#), gp
	addl r44 = @ltoff(@fptr(where#)), gp
	.mmi
	st8 [r15] = r8
	;;
	st8 [r14] = r8
	nop 0
	.mmb
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r42
	mov r45 = r0
	addl r43 = 12, r0
	;;
	.mmi
	nop 0
	addl r44 = @ltoff(@fptr(where#)), gp
	nop 0
	;;
	.mib
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	addl r14 = 1, r0
	mov r1 = r42
	nop 0
	.mmi
	addl r45 = 2, r0
	addl r44 = 1, r0
	addl r43 = 50, r0
	;;
	.mib
	st4.rel [r37] = r14
	nop 0
	br.call.sptk.many b0 = deep#
	;;
	.mmi
	mov r1 = r42
	ld8.acq r44 = [r32]
	nop 0
	.mmi
	ld8.acq r45 = [r34]
	nop 0
	mov r34 = r8
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC17)
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r14 = 100000, r0
	mov r45 = r0
	nop 0
	.mmi
	mov r1 = r42
	addl r43 = 1176, r0
	adds r44 = 16, r12
	;;
	.mib
	st8 [r33] = r14
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r42
	nop 0
	mov r44 = r8
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC18)
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r45 = r0
	mov r1 = r42
	addl r43 = 1176, r0
	.mmb
	adds r44 = 16, r12
	st8 [r33] = r35
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r42
	nop 0
	mov r44 = r8
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC19)
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mlx
	mov r1 = r42
	movl r45 = 134217728
	.mmi
	addl r43 = 10, r0
	;;
	addl r44 = @ltoff(@fptr(where#)), gp
	nop 0
	;;
	.mib
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r42
	addl r44 = 1, r0
	nop 0
	.mmb
	addl r45 = 2, r0
	addl r43 = 50, r0
	br.call.sptk.many b0 = deep#
	;;
	.mmi
	nop 0
	cmp.ne p6, p7 = r8, r34
	mov r1 = r42
	.mmb
	nop 0
	nop 0
	(p7) br.cond.dpnt .L56
	;;
	.mmi
	(p6) mov r44 = r0
	nop 0
	nop 0
.L46:
	.mlx
	nop 0
	movl r43 = @gprel(.LC20)
	.mmi
	nop 0
	adds r36 = 60, r12
	nop 0
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r14 = r32
	nop 0
	mov r1 = r42
	.mmi
	adds r16 = 16, r32
	nop 0
	adds r15 = 24, r32
	;;
	.mlx
	ld8.acq r44 = [r14], 8
	movl r43 = @gprel(.LC21)
	.mmi
	addl r35 = @gprel(handled#), gp
	;;
	ld8.acq r45 = [r14]
	add r43 = r1, r43
	.mmi
	nop 0
	ld8.acq r46 = [r16]
	nop 0
	;;
	.mib
	ld8.acq r47 = [r15]
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r45 = 2, r0
	addl r44 = 1, r0
	mov r1 = r42
	.mmb
	addl r43 = 50, r0
	st4.rel [r37] = r0
	br.call.sptk.many b0 = deep#
	;;
	.mmi
	mov r1 = r42
	nop 0
	cmp.eq p6, p7 = r8, r34
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC22)
	.mmi
	nop 0
	(p6) addl r44 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r44 = r0
	add r43 = r1, r43
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r42
	ld4.acq r44 = [r35]
	nop 0
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC23)
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r42
	nop 0
	adds r43 = 48, r12
	.mmb
	st1 [r36] = r0
	nop 0
	br.call.sptk.many b0 = pipe_call#
	;;
	.mmi
	mov r1 = r42
	nop 0
	mov r37 = r8
	.mmb
	mov r43 = r0
	nop 0
	br.call.sptk.many b0 = alarm_in.constprop.0#
	;;
	.mmi
	mov r45 = r36
	addl r46 = 1, r0
	mov r1 = r42
	.mmb
	mov r44 = r37
	addl r43 = 1026, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	ld8.acq r14 = [r32]
	nop 0
	mov r1 = r42
	.mmi
	mov r44 = r8
	nop 0
	adds r32 = 56, r12
	;;
	.mlx
	cmp.ne p6, p7 = 0, r14
	movl r43 = @gprel(.LC24)
	;;
	.mmi
	(p6) addl r45 = 1, r0
	nop 0
	add r43 = r1, r43
	;;
	.mib
	(p7) mov r45 = r0
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mlx
	nop 0
	movl r43 = 268435456
	.mmb
	mov r1 = r42
	nop 0
	br.call.sptk.many b0 = alarm_in.constprop.0#
	;;
	.mib
	mov r1 = r42
	nop 0
	br.call.sptk.many b0 = fork_child#
	;;
	.mmi
	cmp.ne p6, p7 = 0, r8
	mov r1 = r42
	mov r34 = r8
	.mmb
	addl r46 = 1, r0
	mov r45 = r36
	(p7) br.cond.spnt .L57
	;;
	.mmi
	mov r44 = r37
	ld4.acq r39 = [r35]
	addl r43 = 1026, r0
	.mmb
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r42
	ld1 r45 = [r36]
	mov r44 = r8
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC26)
	.mib
	nop 0
	sxt1 r45 = r45
	nop 0
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r42
	ld4.acq r44 = [r35]
	nop 0
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC27)
	.mmi
	nop 0
	sub r44 = r44, r39
	nop 0
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r43 = r34
	nop 0
	mov r1 = r42
	.mmb
	mov r34 = r0
	nop 0
	br.call.sptk.many b0 = wait_for#
	;;
	.mmi
	mov r1 = r42
	adds r15 = 16, r12
	addl r14 = 1000, r0
	.mmi
	mov r45 = r0
	st4.rel [r35] = r0
	addl r43 = 26, r0
	;;
	.mmi
	st8 [r15] = r0
	addl r44 = @ltoff(@fptr(ring#)), gp
	adds r15 = 40, r12
	.mmi
	st8 [r38] = r14
	;;
	ld8 r44 = [r44]
	nop 0
	.mmb
	st8 [r33] = r0
	st8 [r15] = r14
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r42
	addl r44 = 1, r0
	mov r46 = r0
	.mmb
	adds r45 = 16, r12
	addl r43 = 1118, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	st4.rel [r32] = r0
	nop 0
	mov r1 = r42
	;;
	.mmi
	nop 0
	ld4.acq r14 = [r35]
	nop 0
	;;
	.mib
	nop 0
	cmp4.lt p6, p7 = 19, r14
	(p6) br.cond.dpnt .L48
	.align 32
.L49:
	.mmi
	ld4.acq r44 = [r32]
	nop 0
	addl r46 = 2, r0
	.mmi
	addl r45 = 1, r0
	nop 0
	addl r43 = 30, r0
	;;
	.mib
	nop 0
	sxt4 r44 = r44
	br.call.sptk.many b0 = recurse#
	;;
	.mmi
	ld4.acq r44 = [r32]
	mov r1 = r42
	mov r33 = r8
	.mmi
	addl r46 = 2, r0
	addl r45 = 1, r0
	addl r43 = 30, r0
	;;
	.mib
	nop 0
	sxt4 r44 = r44
	br.call.sptk.many b0 = recurse#
	;;
	.mmi
	ld4.acq r14 = [r32]
	cmp.eq p6, p7 = r8, r33
	mov r1 = r42
	;;
	.mmi
	adds r14 = 1, r14
	nop 0
	(p6) addl r15 = 1, r0
	;;
	.mmi
	st4.rel [r32] = r14
	nop 0
	(p7) mov r15 = r0
	;;
	.mmi
	ld4.acq r14 = [r35]
	nop 0
	add r34 = r34, r15
	;;
	.mib
	nop 0
	cmp4.ge p6, p7 = 19, r14
	(p6) br.cond.dptk .L49
	;;
.L48:
	.mlx
	cmp.lt p6, p7 = 0, r34
	movl r43 = @gprel(.LC28)
	;;
	.mmi
	(p6) addl r44 = 1, r0
	nop 0
	add r43 = r1, r43
	;;
	.mib
	(p7) mov r44 = r0
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mlx
	mov r1 = r42
	movl r45 = 134217728
	.mmi
	addl r43 = 11, r0
	;;
	addl r44 = @ltoff(@fptr(overflow#)), gp
	nop 0
	;;
	.mib
	ld8 r44 = [r44]
	nop 0
	br.call.sptk.many b0 = on_signal#
	;;
	.mmi
	mov r1 = r42
	addl r45 = 2, r0
	nop 0
	.mmb
	addl r44 = 1, r0
	mov r43 = r0
	br.call.sptk.many b0 = for_ever#
	;;
	.mii
	mov r1 = r42
	mov b0 = r40
	;;
	mov ar.pfs = r41
	.mmb
	nop 0
	.label_state 1
	.restore sp
	adds r12 = 48, r12
	br.ret.sptk.many b0
	;;
.L56:
	.body
	.copy_state 1
	.mmi
	addl r45 = 2, r0
	nop 0
	addl r44 = 1, r0
	.mmb
	addl r43 = 3, r0
	nop 0
	br.call.sptk.many b0 = deep#
	;;
	.mmi
	mov r35 = r8
	addl r44 = 1, r0
	mov r1 = r42
	.mmb
	addl r45 = 2, r0
	addl r43 = 3, r0
	br.call.sptk.many b0 = deep#
	;;
	.mii
	cmp.eq p6, p7 = r8, r35
	mov r1 = r42
	;;
	(p6) addl r44 = 1, r0
	;;
	.mib
	nop 0
	(p7) mov r44 = r0
	br .L46
	;;
.L57:
	.mlx
	adds r44 = 16, r12
	movl r14 = 20000000
	.mii
	mov r45 = r0
	addl r43 = 1168, r0
	;;
	nop 0
	.mmb
	st8 [r44] = r0
	st8 [r38] = r14
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r42
	nop 0
	adds r14 = 48, r12
	.mmi
	addl r43 = 1027, r0
	nop 0
	addl r46 = 1, r0
	;;
	.mlx
	nop 0
	movl r45 = @gprel(.LC25)
	.mmi
	nop 0
	ld8 r44 = [r14]
	nop 0
	;;
	.mib
	add r45 = r1, r45
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mib
	mov r1 = r42
	mov r43 = r0
	br.call.sptk.many b0 = exit#
	;;
	break.f 0
	;;
	.endp main#
	.bss
	.align 16
	.type	room.0#, @object
	.size	room.0#, 1024
room.0:
	.skip	1024
	.sbss
	.align 8
	.type	alternate#, @object
	.size	alternate#, 8
alternate:
	.skip	8
	.bss
	.align 8
	.type	found#, @object
	.size	found#, 64
found:
	.skip	64
	.sbss
	.align 4
	.type	depth#, @object
	.size	depth#, 4
depth:
	.skip	4
	.align 4
	.type	handled#, @object
	.size	handled#, 4
handled:
	.skip	4
	.ident	"GCC: (GNU) 12.2.0"
