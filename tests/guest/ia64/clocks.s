// Compiler output: tests/guest/ia64/compile makes it. Source: clocks.c, 911972157 5715
	.file	"clocks.c"
	.pred.safe_across_calls p1-p5,p16-p63
	.text
	.align 16
	.align 64
	.proc now#
now:
	.prologue 12, 33
	.mmb
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 3, 3, 0
	.fframe 16
	adds r12 = -16, r12
	nop 0
	.mii
	mov r35 = r1
	.save rp, r33
	mov r33 = b0
	.body
	mov r37 = r32
	;;
	.mib
	adds r38 = 16, r12
	addl r36 = 1254, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	adds r14 = 16, r12
	nop 0
	mov r1 = r35
	;;
	.mii
	ld8 r16 = [r14]
	adds r14 = 24, r12
	;;
	shl r15 = r16, 5
	.mmi
	ld8 r8 = [r14]
	;;
	sub r15 = r15, r16
	nop 0
	;;
	.mii
	nop 0
	shl r14 = r15, 6
	;;
	sub r14 = r14, r15
	;;
	.mmi
	shladd r14 = r14, 3, r0
	;;
	add r14 = r14, r16
	nop 0
	;;
	.mmi
	shladd r15 = r14, 2, r0
	;;
	add r14 = r14, r15
	nop 0
	;;
	.mmi
	shladd r15 = r14, 2, r0
	;;
	add r14 = r14, r15
	nop 0
	;;
	.mmi
	shladd r15 = r14, 2, r0
	;;
	add r14 = r14, r15
	nop 0
	;;
	.mii
	nop 0
	shl r14 = r14, 9
	nop 0
	;;
	.mii
	add r8 = r14, r8
	mov b0 = r33
	;;
	mov ar.pfs = r34
	.mmb
	nop 0
	.restore sp
	adds r12 = 16, r12
	br.ret.sptk.many b0
	.endp now#
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC0:
	stringz	"%ld\n%ld\n"
	.align 8
.LC1:
	stringz	"%ld\n%ld\n%ld\n"
	.section	.text.startup,"ax",@progbits
	.align 16
	.align 64
	.global main#
	.type	main#, @function
	.proc main#
main:
	.prologue 12, 38
	.mmi
	.save ar.pfs, r39
	alloc r39 = ar.pfs, 2, 8, 4, 0
	.fframe 16
	adds r12 = -16, r12
	.save ar.lc, r41
	mov r41 = ar.lc
	.mmi
	adds r14 = 8, r33
	cmp4.ge p6, p7 = 1, r32
	mov r40 = r1
	;;
	.mib
	nop 0
	.save rp, r38
	mov r38 = b0
	.body
	(p6) br.cond.dpnt .L11
	;;
	.mmi
	ld8 r14 = [r14]
	;;
	ld1 r14 = [r14]
	nop 0
	;;
	.mii
	nop 0
	sxt1 r14 = r14
	nop 0
	;;
	.mib
	cmp4.eq p6, p7 = 115, r14
	nop 0
	(p6) br.cond.dpnt .L5
	;;
	.mib
	cmp4.eq p6, p7 = 119, r14
	nop 0
	(p6) br.cond.dpnt .L10
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 100, r14
	(p7) br.cond.dpnt .L16
.L11:
	.mii
	addl r8 = 2, r0
	mov b0 = r38
	;;
	mov ar.pfs = r39
	;;
	.mii
	nop 0
	mov ar.lc = r41
	nop 0
	.mmb
	.label_state 1
	.restore sp
	adds r12 = 16, r12
	nop 0
	br.ret.sptk.many b0
.L10:
	.body
	.copy_state 1
	.mlx
	nop 0
	movl r14 = 2999999
	.mii
	mov r15 = r0
	addl r17 = @gprel(sum.0#), gp
	;;
	mov ar.lc = r14
	.align 32
.L6:
	.mmi
	ld8.acq r16 = [r17]
	;;
	nop 0
	shl r14 = r16, 5
	;;
	.mmi
	add r14 = r14, r16
	;;
	xor r14 = r15, r14
	adds r15 = 1, r15
	;;
	.mib
	st8.rel [r17] = r14
	nop 0
	br.cloop.sptk.few .L6
	.mmi
	mov r8 = r0
	nop 0
	nop 0
.L17:
	.mii
	nop 0
	mov b0 = r38
	nop 0
	;;
	.mii
	nop 0
	mov ar.pfs = r39
	;;
	mov ar.lc = r41
	.mmb
	nop 0
	.label_state 2
	.restore sp
	adds r12 = 16, r12
	br.ret.sptk.many b0
	;;
.L16:
	.body
	.copy_state 2
	.mib
	mov r42 = r0
	nop 0
	br.call.sptk.many b0 = now#
	;;
	.mmi
	mov r1 = r40
	nop 0
	mov r34 = r8
	.mmb
	addl r42 = 1, r0
	nop 0
	br.call.sptk.many b0 = now#
	;;
	.mlx
	nop 0
	movl r14 = 1237940039285380275
	.mmi
	setf.sig f7 = r34
	mov r1 = r40
	shr r43 = r34, 63
	;;
	.mlx
	setf.sig f6 = r14
	movl r42 = @gprel(.LC0)
	;;
	.mmi
	nop 0
	add r42 = r1, r42
	nop 0
	;;
	.mmf
	nop 0
	nop 0
	xmpy.h f7 = f7, f6
	;;
	.mmi
	getf.sig r34 = f7
	setf.sig f7 = r8
	shr r8 = r8, 63
	;;
	.mfi
	nop 0
	xmpy.h f7 = f7, f6
	shr r34 = r34, 26
	;;
	.mmi
	sub r43 = r34, r43
	;;
	getf.sig r44 = f7
	nop 0
	;;
	.mii
	nop 0
	shr r44 = r44, 26
	nop 0
	;;
	.mib
	sub r44 = r44, r8
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r40
	mov r8 = r0
	br .L17
.L5:
	.mmi
	nop 0
	cmp4.eq p6, p7 = 2, r32
	nop 0
	;;
	.mib
	nop 0
	(p6) mov r8 = r0
	(p6) br.cond.dptk .L7
	.mmi
	adds r33 = 16, r33
	addl r44 = 10, r0
	mov r43 = r0
	;;
	.mbb
	ld8 r42 = [r33]
	br.call.sptk.many b0 = strtol#
	nop 0
	;;
	.mmi
	mov r1 = r40
	nop 0
	nop 0
.L7:
	.mlx
	setf.sig f6 = r8
	movl r14 = 2361183241434822607
	.mmi
	adds r16 = 16, r12
	addl r42 = 1, r0
	shr r15 = r8, 63
	;;
	.mmi
	nop 0
	setf.sig f7 = r14
	nop 0
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
	shr r14 = r14, 7
	;;
	.mii
	sub r14 = r14, r15
	nop 0
	;;
	shl r15 = r14, 5
	.mmi
	st8 [r16] = r14
	;;
	sub r15 = r15, r14
	nop 0
	;;
	.mmi
	shladd r15 = r15, 2, r0
	;;
	add r14 = r15, r14
	nop 0
	;;
	.mmi
	shladd r14 = r14, 3, r0
	;;
	sub r8 = r8, r14
	nop 0
	;;
	.mii
	nop 0
	shl r15 = r8, 5
	;;
	sub r15 = r15, r8
	;;
	.mii
	nop 0
	shl r14 = r15, 6
	nop 0
	;;
	.mii
	sub r14 = r14, r15
	adds r15 = 24, r12
	;;
	shladd r14 = r14, 3, r0
	;;
	.mmi
	add r14 = r14, r8
	;;
	nop 0
	shl r14 = r14, 6
	;;
	.mib
	st8 [r15] = r14
	nop 0
	br.call.sptk.many b0 = now#
	;;
	.mmi
	mov r1 = r40
	nop 0
	addl r42 = 2, r0
	.mmb
	mov r35 = r8
	nop 0
	br.call.sptk.many b0 = now#
	;;
	.mmi
	mov r1 = r40
	nop 0
	mov r34 = r8
	;;
#APP
// 16 "clocks.c" 1
	mov r37=ar.itc
// 0 "" 2
#NO_APP
	;;
	.mmi
	mov r44 = r0
	nop 0
	adds r43 = 16, r12
	.mmb
	addl r42 = 1168, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r40
	nop 0
	;;
#APP
// 16 "clocks.c" 1
	mov r36=ar.itc
// 0 "" 2
#NO_APP
	;;
	.mib
	addl r42 = 1, r0
	sub r36 = r36, r37
	br.call.sptk.many b0 = now#
	;;
	.mmi
	mov r1 = r40
	nop 0
	sub r35 = r8, r35
	.mmb
	addl r42 = 2, r0
	nop 0
	br.call.sptk.many b0 = now#
	;;
	.mmi
	mov r1 = r40
	nop 0
	mov r45 = r36
	.mmi
	mov r43 = r35
	nop 0
	sub r44 = r8, r34
	;;
	.mlx
	nop 0
	movl r42 = @gprel(.LC1)
	;;
	.mib
	add r42 = r1, r42
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r40
	mov r8 = r0
	br .L17
	.endp main#
	.sbss
	.align 8
	.type	sum.0#, @object
	.size	sum.0#, 8
sum.0:
	.skip	8
	.ident	"GCC: (GNU) 12.2.0"
