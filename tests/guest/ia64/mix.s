// Compiler output: tests/guest/ia64/compile makes it. Source: mix.c, 1883088489 4608
	.file	"mix.c"
	.pred.safe_across_calls p1-p5,p16-p63
	.text
	.align 16
	.align 64
	.proc merge_sort#
merge_sort:
	.prologue 12, 35
	.mmi
	.save ar.pfs, r36
	alloc r36 = ar.pfs, 1, 5, 1, 0
	.fframe 32
	adds r12 = -32, r12
	.save rp, r35
	mov r35 = b0
	.mmi
	cmp.eq p6, p7 = 0, r32
	mov r37 = r1
	.body
	mov r33 = r32
	;;
	.mib
	(p6) mov r8 = r0
	nop 0
	(p6) br.cond.dpnt .L1
	;;
	.mmi
	nop 0
	ld8 r14 = [r32]
	nop 0
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = 0, r14
	(p6) br.cond.dpnt .L18
	;;
	.mmi
	(p7) mov r38 = r14
	nop 0
	nop 0
	.align 32
.L3:
	.mmi
	nop 0
	ld8 r14 = [r14]
	nop 0
	;;
	.mib
	cmp.ne p6, p7 = 0, r14
	nop 0
	(p7) br.cond.dpnt .L4
	;;
	.mmi
	nop 0
	ld8 r14 = [r14]
	mov r33 = r38
	.mmi
	nop 0
	ld8 r15 = [r38]
	nop 0
	;;
	.mib
	mov r38 = r15
	cmp.eq p6, p7 = 0, r14
	(p7) br.cond.dptk .L3
.L4:
	.mib
	adds r34 = 40, r12
	nop 0
	br.call.sptk.many b0 = merge_sort#
	;;
	.mmi
	mov r1 = r37
	st8 [r33] = r0
	mov r38 = r32
	.mmb
	mov r33 = r8
	st8 [r34] = r8
	br.call.sptk.many b0 = merge_sort#
	;;
	.mmi
	cmp.ne p6, p7 = 0, r33
	adds r20 = 32, r12
	adds r17 = 16, r12
	.mmi
	mov r1 = r37
	;;
	(p6) addl r15 = 1, r0
	nop 0
	.mmi
	st8 [r20] = r8
	;;
	(p7) mov r15 = r0
	cmp.ne p6, p7 = 0, r8
	;;
	.mmi
	(p6) addl r14 = 1, r0
	;;
	(p7) mov r14 = r0
	nop 0
	;;
	.mmi
	and r14 = r15, r14
	;;
	cmp4.eq p8, p9 = 0, r14
	nop 0
	;;
	.mib
	nop 0
	(p8) adds r14 = 16, r12
	(p8) br.cond.dpnt .L6
	;;
	.align 32
.L8:
	.mmi
	adds r15 = 8, r8
	adds r19 = 8, r33
	mov r14 = r33
	.mmi
	mov r16 = r34
	ld8.a r33 = [r34]
	nop 0
	;;
	.mmi
	ld4 r18 = [r15]
	ld4 r15 = [r19]
	nop 0
	;;
	.mmi
	cmp4.ltu p6, p7 = r15, r18
	;;
	(p7) mov r14 = r8
	(p7) mov r16 = r20
	.mmi
	ld8.a r8 = [r20]
	;;
	ld8.a r15 = [r14]
	nop 0
	.mmi
	st8 [r17] = r14
	cmp.ne p6, p7 = 0, r8
	mov r17 = r14
	;;
	.mmi
	ld8.c.clr r15 = [r14]
	(p6) cmp.eq.unc p8, p0 = r0, r0
	(p7) cmp.eq.unc p9, p0 = r0, r0
	;;
	.mmi
	nop 0
	st8 [r16] = r15
	nop 0
	;;
	.mmi
	ld8.c.clr r33 = [r34]
	chk.a.clr r8, .L19
.L20:
	.pred.rel.mutex p6, p7
	.pred.rel.mutex p8, p9
	.pred.rel.mutex p8, p9
	nop 0
	;;
	.mib
	nop 0
	cmp.ne.and.orcm p8, p9 = 0, r33
	(p8) br.cond.dptk .L8
.L6:
	.pred.rel.mutex p6, p7
	.mmi
	(p6) st8 [r14] = r8
	(p7) st8 [r14] = r33
	nop 0
	.mmi
	adds r14 = 16, r12
	;;
	ld8 r8 = [r14]
	nop 0
.L1:
	.mii
	nop 0
	mov b0 = r35
	;;
	mov ar.pfs = r36
	.mmb
	nop 0
	.label_state 1
	.restore sp
	adds r12 = 32, r12
	br.ret.sptk.many b0
.L18:
	.body
	.copy_state 1
	.mii
	mov r8 = r32
	mov b0 = r35
	;;
	mov ar.pfs = r36
	.mmb
	nop 0
	.label_state 2
	.restore sp
	adds r12 = 32, r12
	br.ret.sptk.many b0
.L19:
	.body
	.copy_state 2
	.mmi
	ld8 r8 = [r20]
	;;
	cmp.ne p6, p7 = 0, r8
	nop 0
	;;
	.mib
	(p6) cmp.eq.unc p8, p0 = r0, r0
	(p7) cmp.eq.unc p9, p0 = r0, r0
	br .L20
	.endp merge_sort#
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC2:
	stringz	"mix %d %08x\n"
	.sdata
	.align 8
.LC0:
	data8	node.3#+16
	.align 8
.LC1:
	data8	a.4#+4
	.section	.text.startup,"ax",@progbits
	.align 16
	.align 64
	.global main#
	.type	main#, @function
	.proc main#
main:
	.prologue 12, 56
	.mlx
	.save ar.pfs, r57
	alloc r57 = ar.pfs, 2, 26, 3, 0
	movl r42 = @gprel(node.3#)
	.mlx
	mov r58 = r1
	movl r44 = @gprel(a.1#)
	;;
	.mlx
	addl r62 = 10, r0
	movl r43 = @gprel(b.0#)
	.mmi
	add r42 = r1, r42
	add r44 = r1, r44
	mov r61 = r0
	;;
	.mlx
	add r43 = r1, r43
	movl r52 = @gprel(a.4#)
	.mlx
	adds r14 = 8, r33
	movl r50 = @gprel(slot.2#)
	;;
	.mmi
	addl r40 = @gprel(seed#), gp
	cmp4.ge p6, p7 = 1, r32
	.save ar.lc, r59
	mov r59 = ar.lc
	.mlx
	addl r41 = 10, r0
	movl r36 = 20260101
	;;
	.mmi
	mov r51 = r0
	adds r49 = 8, r42
	.save rp, r56
	mov r56 = b0
	.body
	.mmb
	add r52 = r1, r52
	adds r48 = 8176, r42
	(p7) br.cond.dpnt .L73
	;;
	.mmi
	add r50 = r1, r50
	addl r34 = -1, r0
	addl r55 = 1023, r0
	.mmi
	addl r47 = @gprel(.LC0), gp
	addl r54 = 512, r0
	addl r46 = @gprel(.LC1), gp
	;;
	.mlx
	nop 0
	movl r35 = -306674912
	.mmi
	addl r37 = 255, r0
	adds r45 = 2400, r44
	adds r38 = 96, r43
.L24:
	.mii
	nop 0
	dep.z r14 = r36, 13, 19
	addl r16 = 510, r0
	.mmb
	ld8 r15 = [r47]
	ld8 r17 = [r46]
	nop 0
	;;
	.mmi
	xor r14 = r36, r14
	nop 0
	mov ar.lc = r16
	;;
	.mii
	nop 0
	extr.u r16 = r14, 17, 15
	;;
	xor r14 = r16, r14
	;;
	.mii
	nop 0
	dep.z r16 = r14, 5, 27
	;;
	xor r14 = r16, r14
	;;
	.mii
	nop 0
	extr.u r16 = r14, 7, 25
	mov r36 = r14
	.mmi
	st4 [r52] = r14
	;;
	st4 [r49] = r16
	nop 0
.L26:
	.mii
	nop 0
	dep.z r14 = r36, 13, 19
	adds r18 = -16, r15
	.mmi
	adds r16 = 8, r15
	;;
	xor r14 = r36, r14
	nop 0
	.mii
	st8 [r18] = r15
	adds r15 = 16, r15
	;;
	extr.u r18 = r14, 17, 15
	;;
	.mmi
	xor r14 = r18, r14
	;;
	nop 0
	dep.z r18 = r14, 5, 27
	;;
	.mmi
	xor r14 = r18, r14
	;;
	nop 0
	extr.u r18 = r14, 7, 25
	.mmi
	mov r36 = r14
	st4 [r17] = r14, 4
	nop 0
	;;
	.mib
	st4 [r16] = r18
	nop 0
	br.cloop.sptk.few .L26
	.mmi
	adds r53 = 2048, r52
	st4 [r40] = r14
	addl r62 = 4096, r0
	.mmi
	st8 [r48] = r0
	mov r61 = r0
	mov r60 = r50
	;;
	.mib
	adds r39 = -2048, r53
	nop 0
	br.call.sptk.many b0 = memset#
	;;
	.mmi
	nop 0
	mov r52 = r39
	mov r1 = r58
	.mmi
	nop 0
	mov r19 = r39
	mov r18 = r0
	;;
.L25:
	.mmi
	ld4 r15 = [r19], 4
	;;
	addp4 r16 = r15, r0
	nop 0
	;;
	.mmi
	shladd r14 = r16, 2, r0
	;;
	add r14 = r14, r16
	nop 0
	;;
	.mii
	nop 0
	shl r14 = r14, 6
	;;
	sub r14 = r14, r16
	;;
	.mmi
	shladd r17 = r14, 4, r0
	;;
	add r14 = r14, r17
	nop 0
	;;
	.mmi
	shladd r14 = r14, 4, r0
	;;
	sub r14 = r14, r16
	nop 0
	;;
	.mii
	nop 0
	shl r17 = r14, 5
	;;
	add r14 = r14, r17
	;;
	.mmi
	shladd r14 = r14, 1, r0
	;;
	add r14 = r14, r16
	nop 0
	;;
	.mmi
	shladd r14 = r14, 4, r0
	;;
	add r14 = r14, r16
	nop 0
	;;
	.mmi
	shladd r16 = r14, 2, r0
	;;
	add r14 = r14, r16
	nop 0
	;;
	.mii
	nop 0
	shr.u r14 = r14, 37
	;;
	shladd r16 = r14, 2, r0
	;;
	.mmi
	add r16 = r16, r14
	;;
	shladd r14 = r16, 4, r0
	nop 0
	;;
	.mmi
	sub r14 = r14, r16
	;;
	shladd r14 = r14, 2, r0
	nop 0
	;;
	.mmi
	sub r15 = r15, r14
	;;
	adds r16 = 1, r15
	nop 0
	;;
	.mmi
	shladd r14 = r16, 2, r0
	;;
	add r14 = r14, r16
	nop 0
	;;
	.mii
	nop 0
	dep.z r14 = r14, 5, 27
	;;
	sub r14 = r14, r16
	;;
	.mii
	nop 0
	dep.z r15 = r14, 5, 27
	;;
	add r14 = r14, r15
	;;
	.mmi
	shladd r14 = r14, 2, r0
	;;
	sub r14 = r14, r16
	nop 0
	;;
	.mii
	nop 0
	dep.z r15 = r14, 5, 27
	;;
	sub r15 = r15, r14
	;;
	.mii
	nop 0
	dep.z r14 = r15, 8, 24
	;;
	sub r14 = r14, r15
	;;
	.mmi
	shladd r14 = r14, 4, r0
	;;
	add r14 = r14, r16
	nop 0
	;;
	.mii
	nop 0
	extr.u r17 = r14, 22, 10
	nop 0
	;;
	.mii
	shladd r15 = r17, 2, r0
	mov r14 = r17
	;;
	add r15 = r50, r15
	;;
	.mmi
	ld4 r15 = [r15]
	;;
	cmp4.ne p6, p7 = 0, r15
	nop 0
	;;
	.mib
	nop 0
	(p7) addl r15 = 1, r0
	(p7) br.cond.dpnt .L29
	;;
.L28:
	.mib
	adds r17 = 1, r14
	cmp4.ne p6, p7 = r15, r16
	(p7) br.cond.dpnt .L74
	;;
	.mmi
	and r14 = r55, r17
	;;
	addp4 r15 = r14, r0
	nop 0
	;;
	.mmi
	shladd r15 = r15, 2, r0
	;;
	add r15 = r50, r15
	nop 0
	;;
	.mmi
	nop 0
	ld4 r15 = [r15]
	nop 0
	;;
	.mib
	nop 0
	cmp4.eq p6, p7 = 0, r15
	(p7) br.cond.dptk .L28
	.mmi
	nop 0
	addl r15 = 1, r0
	addp4 r17 = r14, r0
	;;
.L29:
	.mmi
	shladd r14 = r17, 2, r0
	add r18 = r18, r15
	cmp.ne p6, p7 = r19, r53
	;;
	.mmi
	nop 0
	add r14 = r50, r14
	nop 0
	;;
	.mib
	st4 [r14] = r16
	nop 0
	(p6) br.cond.dptk .L25
.L76:
	.mmi
	nop 0
	xor r34 = r34, r18
	mov ar.lc = 31
	;;
.L31:
	.mii
	nop 0
	extr r14 = r34, 0, 1
	nop 0
	;;
	.mmi
	and r14 = r35, r14
	nop 0
	extr.u r34 = r34, 1, 31
	;;
	.mib
	nop 0
	xor r34 = r14, r34
	br.cloop.sptk.few .L31
	.mmi
	nop 0
	addl r26 = 9, r0
	addl r18 = 256, r0
	;;
.L32:
	.mii
	nop 0
	sxt4 r15 = r18
	sub r14 = r0, r18
	.mmi
	mov r23 = r18
	;;
	shladd r25 = r15, 2, r0
	sxt4 r19 = r14
	;;
	.mmi
	add r15 = r52, r25
	shladd r19 = r19, 2, r0
	sub r25 = -4, r25
	;;
.L39:
	.mmi
	mov r24 = r15
	nop 0
	cmp4.le p6, p7 = r18, r23
	;;
	.mib
	ld4 r21 = [r24], 4
	(p7) adds r23 = 1, r23
	(p7) br.cond.dpnt .L34
	;;
	.mmi
	nop 0
	add r14 = r25, r24
	mov r16 = r23
	;;
	.align 32
.L35:
	.mmi
	nop 0
	ld4 r17 = [r14]
	sub r16 = r16, r18
	.mmi
	mov r20 = r15
	mov r22 = r14
	add r14 = r14, r19
	;;
	.mib
	cmp4.gtu p6, p7 = r17, r21
	nop 0
	(p7) br.cond.dpnt .L36
	;;
	.mmi
	nop 0
	st4 [r15] = r17
	cmp4.gt p6, p7 = r18, r16
	.mmb
	nop 0
	add r15 = r20, r19
	(p7) br.cond.dptk .L35
	.mmi
	mov r20 = r22
	nop 0
	nop 0
	;;
.L36:
	.mmi
	adds r23 = 1, r23
	st4 [r20] = r21
	nop 0
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = r54, r23
	(p7) br.cond.dpnt .L75
.L34:
	.mib
	nop 0
	mov r15 = r24
	br .L39
.L75:
	.mmi
	adds r26 = -1, r26
	nop 0
	extr r18 = r18, 1, 31
	;;
	.mib
	nop 0
	cmp4.eq p6, p7 = 0, r26
	(p7) br.cond.dptk .L32
	.mib
	nop 0
	mov r60 = r42
	br.call.sptk.many b0 = merge_sort#
	;;
	.mmi
	mov r1 = r58
	nop 0
	nop 0
.L41:
	.mmi
	ld4 r14 = [r39]
	addl r18 = 32, r0
	mov ar.lc = 31
	.mmi
	nop 0
	;;
	nop 0
	xor r34 = r34, r14
	;;
	.align 32
.L40:
	.mii
	nop 0
	extr r14 = r34, 0, 1
	adds r18 = -1, r18
	;;
	.mii
	nop 0
	extr.u r34 = r34, 1, 31
	and r14 = r35, r14
	;;
	.mib
	nop 0
	xor r34 = r14, r34
	br.cloop.sptk.few .L40
	.mmi
	nop 0
	adds r39 = 32, r39
	nop 0
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = r39, r53
	(p6) br.cond.dptk .L41
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = 0, r8
	(p6) br.cond.dpnt .L42
.L43:
	.mmi
	nop 0
	adds r14 = 8, r8
	dep.z r16 = r34, 5, 27
	.mmi
	nop 0
	ld8 r8 = [r8]
	nop 0
	;;
	.mmi
	add r34 = r16, r34
	ld4 r14 = [r14]
	cmp.ne p6, p7 = 0, r8
	;;
	.mib
	nop 0
	add r34 = r34, r14
	(p6) br.cond.dptk .L43
	;;
.L42:
	.mlx
	mov r20 = r0
	movl r22 = @gprel(b.0#)
	.mlx
	addp4 r23 = r34, r0
	movl r21 = @gprel(a.1#)
	;;
	.mmi
	nop 0
	add r22 = r1, r22
	add r21 = r1, r21
	;;
.L44:
	.mmi
	and r14 = 15, r20
	mov r17 = r22
	mov r16 = r21
	;;
	.mii
	nop 0
	shr.u r14 = r23, r14
	;;
	and r14 = r37, r14
	;;
	.mii
	mov r15 = r14
	adds r14 = -24, r14
	;;
	sub r14 = r15, r14, 1
	;;
	.mii
	addp4 r14 = r14, r0
	nop 0
	;;
	mov ar.lc = r14
	.align 32
.L45:
	.mii
	nop 0
	dep.z r14 = r36, 13, 19
	nop 0
	.mii
	st4 [r17] = r15, 4
	adds r15 = -1, r15
	;;
	xor r14 = r36, r14
	;;
	.mii
	nop 0
	extr.u r19 = r14, 17, 15
	;;
	xor r14 = r19, r14
	;;
	.mii
	nop 0
	dep.z r19 = r14, 5, 27
	nop 0
	;;
	.mmi
	xor r14 = r19, r14
	;;
	and r19 = r37, r14
	mov r36 = r14
	;;
	.mib
	st4 [r16] = r19, 4
	nop 0
	br.cloop.sptk.few .L45
	.mmi
	adds r20 = 1, r20
	adds r21 = 96, r21
	adds r22 = 96, r22
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 24, r20
	(p6) br.cond.dptk .L44
	.mmi
	nop 0
	st4 [r40] = r14
	adds r21 = 96, r44
	;;
.L46:
	.mmi
	nop 0
	mov r19 = r43
	adds r20 = -96, r21
	;;
	.align 32
.L50:
	.mmi
	setf.sig f6 = r0
	nop 0
	sub r16 = r21, r20
	.mii
	mov r15 = r20
	mov r14 = r19
	;;
	adds r16 = -4, r16
	;;
	.mii
	nop 0
	shr.u r16 = r16, 2
	;;
	mov ar.lc = r16
	.align 32
.L47:
	.mmi
	ld4 r17 = [r15], 4
	ld4 r16 = [r14], 96
	nop 0
	;;
	.mmi
	setf.sig f7 = r17
	setf.sig f8 = r16
	nop 0
	;;
	.mfb
	nop 0
	xma.l f6 = f7, f8, f6
	br.cloop.sptk.few .L47
	.mii
	nop 0
	dep.z r14 = r18, 5, 27
	adds r19 = 4, r19
	;;
	.mmi
	sub r18 = r14, r18
	getf.sig r14 = f6
	cmp.eq p6, p7 = r19, r38
	;;
	.mib
	nop 0
	add r18 = r14, r18
	(p7) br.cond.dptk .L50
	.mmi
	nop 0
	adds r21 = 96, r21
	nop 0
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = r21, r45
	(p7) br.cond.dptk .L46
	.mmi
	nop 0
	xor r34 = r34, r18
	mov ar.lc = 31
	;;
.L51:
	.mii
	nop 0
	extr r14 = r34, 0, 1
	nop 0
	;;
	.mmi
	and r14 = r35, r14
	nop 0
	extr.u r34 = r34, 1, 31
	;;
	.mib
	nop 0
	xor r34 = r14, r34
	br.cloop.sptk.few .L51
	.mmi
	nop 0
	adds r51 = 1, r51
	nop 0
	;;
	.mib
	nop 0
	cmp4.ge p6, p7 = r51, r41
	(p7) br.cond.dptk .L24
.L23:
	.mlx
	nop 0
	movl r60 = @gprel(.LC2)
	.mmi
	mov r62 = r34
	nop 0
	mov r61 = r41
	;;
	.mib
	add r60 = r1, r60
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r8 = r0
	mov r1 = r58
	mov b0 = r56
	;;
	.mii
	nop 0
	mov ar.pfs = r57
	nop 0
	;;
	.mib
	nop 0
	mov ar.lc = r59
	br.ret.sptk.many b0
.L74:
	.mmi
	addp4 r17 = r14, r0
	mov r15 = r0
	cmp.ne p6, p7 = r19, r53
	;;
	.mii
	shladd r14 = r17, 2, r0
	add r18 = r18, r15
	;;
	add r14 = r50, r14
	;;
	.mib
	st4 [r14] = r16
	nop 0
	(p6) br.cond.dptk .L25
	.mib
	nop 0
	nop 0
	br .L76
.L73:
	.mmi
	ld8 r60 = [r14]
	mov r51 = r0
	adds r49 = 8, r42
	.mmb
	adds r48 = 8176, r42
	addl r55 = 1023, r0
	br.call.sptk.many b0 = strtol#
	;;
	.mmi
	mov r1 = r58
	cmp4.ge p6, p7 = 0, r8
	mov r41 = r8
	.mlx
	addl r54 = 512, r0
	movl r15 = 20260101
	;;
	.mlx
	(p6) addl r34 = -1, r0
	movl r52 = @gprel(a.4#)
	.mlx
	st4 [r40] = r15
	movl r50 = @gprel(slot.2#)
	;;
	.mmi
	addl r47 = @gprel(.LC0), gp
	add r52 = r1, r52
	add r50 = r1, r50
	.mmb
	addl r46 = @gprel(.LC1), gp
	addl r37 = 255, r0
	(p6) br.cond.dpnt .L23
	;;
	.mlx
	nop 0
	movl r36 = 20260101
	.mlx
	addl r34 = -1, r0
	movl r35 = -306674912
	;;
	.mib
	adds r45 = 2400, r44
	adds r38 = 96, r43
	br .L24
	.endp main#
	.bss
	.align 4
	.type	b.0#, @object
	.size	b.0#, 2304
b.0:
	.skip	2304
	.align 4
	.type	a.1#, @object
	.size	a.1#, 2304
a.1:
	.skip	2304
	.align 4
	.type	slot.2#, @object
	.size	slot.2#, 4096
slot.2:
	.skip	4096
	.align 8
	.type	node.3#, @object
	.size	node.3#, 8192
node.3:
	.skip	8192
	.align 4
	.type	a.4#, @object
	.size	a.4#, 2048
a.4:
	.skip	2048
	.sbss
	.align 4
	.type	seed#, @object
	.size	seed#, 4
seed:
	.skip	4
	.ident	"GCC: (GNU) 12.2.0"
