// Compiler output: tests/guest/ia64/compile makes it. Source: runtime.c, 1927943396 8549
	.file	"runtime.c"
	.pred.safe_across_calls p1-p5,p16-p63
	.text
	.align 16
	.align 64
	.global memset#
	.type	memset#, @function
	.proc memset#
memset:
	.prologue
	.mmi
	add r14 = r32, r34
	mov r15 = r32
	.save ar.lc, r2
	mov r2 = ar.lc
	.body
	.mmi
	mov r8 = r32
	cmp.ne p6, p7 = 0, r34
	zxt1 r33 = r33
	;;
	.mib
	nop 0
	sub r14 = r14, r32, 1
	(p7) br.cond.dpnt .L6
	;;
	.mii
	nop 0
	mov ar.lc = r14
	nop 0
	;;
	.align 32
.L3:
	.mib
	st1.rel [r15] = r33
	adds r15 = 1, r15
	br.cloop.sptk.few .L3
	;;
.L6:
	.mib
	nop 0
	mov ar.lc = r2
	br.ret.sptk.many b0
	.endp memset#
	.align 16
	.align 64
	.global memcpy#
	.type	memcpy#, @function
	.proc memcpy#
memcpy:
	.prologue
	.mmi
	adds r14 = -1, r34
	mov r16 = r32
	.save ar.lc, r2
	mov r2 = ar.lc
	.body
	.mmb
	mov r8 = r32
	cmp.eq p6, p7 = 0, r34
	(p6) br.cond.dpnt .L10
	;;
	.mii
	nop 0
	mov ar.lc = r14
	nop 0
	.align 32
.L11:
	.mmi
	ld1 r15 = [r33]
	nop 0
	adds r33 = 1, r33
	;;
	.mib
	st1.rel [r16] = r15
	adds r16 = 1, r16
	br.cloop.sptk.few .L11
	;;
.L10:
	.mib
	nop 0
	mov ar.lc = r2
	br.ret.sptk.many b0
	.endp memcpy#
	.align 16
	.align 64
	.global strlen#
	.type	strlen#, @function
	.proc strlen#
strlen:
	.prologue
	.body
	.mmi
	ld1 r14 = [r32]
	mov r8 = r0
	adds r32 = 1, r32
	;;
	.mii
	nop 0
	sxt1 r14 = r14
	;;
	cmp4.eq p6, p7 = 0, r14
	;;
	.mib
	nop 0
	(p6) mov r8 = r0
	(p6) br.cond.dpnt .L18
	;;
	.align 32
.L20:
	.mii
	ld1 r14 = [r32], 1
	adds r8 = 1, r8
	;;
	sxt1 r14 = r14
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L20
.L18:
	.mib
	nop 0
	nop 0
	br.ret.sptk.many b0
	.endp strlen#
	.align 16
	.align 64
	.global strcmp#
	.type	strcmp#, @function
	.proc strcmp#
strcmp:
	.prologue
	.body
	.mmi
	ld1 r14 = [r32]
	mov r15 = r33
	adds r32 = 1, r32
	;;
	.mii
	nop 0
	sxt1 r14 = r14
	;;
	cmp4.ne p6, p7 = 0, r14
	.mmi
	mov r16 = r14
	;;
	(p7) ld1 r8 = [r33]
	(p7) mov r16 = r0
	;;
	.mib
	nop 0
	(p7) sxt1 r8 = r8
	(p7) br.cond.dpnt .L27
	;;
	.align 32
.L28:
	.mmi
	mov r17 = r15
	ld1 r8 = [r15], 1
	nop 0
	;;
	.mii
	nop 0
	sxt1 r8 = r8
	nop 0
	;;
	.mib
	cmp4.eq p6, p7 = r16, r8
	nop 0
	(p7) br.cond.dpnt .L33
	;;
	.mmi
	ld1 r14 = [r32], 1
	;;
	nop 0
	sxt1 r14 = r14
	;;
	.mib
	mov r16 = r14
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L28
	;;
	.mmi
	adds r17 = 1, r17
	nop 0
	mov r16 = r0
	;;
	.mii
	ld1 r8 = [r17]
	nop 0
	;;
	sxt1 r8 = r8
	;;
.L27:
	.mii
	nop 0
	zxt1 r8 = r8
	nop 0
	;;
	.mib
	nop 0
	sub r8 = r16, r8
	br.ret.sptk.many b0
	;;
.L33:
	.mii
	nop 0
	zxt1 r16 = r16
	zxt1 r8 = r8
	;;
	.mib
	nop 0
	sub r8 = r16, r8
	br.ret.sptk.many b0
	.endp strcmp#
	.align 16
	.align 64
	.global strtol#
	.type	strtol#, @function
	.proc strtol#
strtol:
	.prologue
	.body
	.mmi
	ld1 r15 = [r32]
	mov r8 = r0
	adds r17 = 1, r32
	;;
	.mii
	nop 0
	sxt1 r15 = r15
	;;
	adds r14 = -48, r15
	;;
	.mii
	nop 0
	zxt1 r14 = r14
	;;
	cmp4.ltu p6, p7 = 9, r14
	;;
	.mib
	nop 0
	(p6) mov r8 = r0
	(p6) br.cond.dpnt .L35
	;;
	.align 32
.L36:
	.mmi
	shladd r14 = r8, 2, r0
	nop 0
	mov r32 = r17
	.mmi
	ld1 r16 = [r17], 1
	nop 0
	sxt4 r18 = r15
	;;
	.mii
	add r14 = r14, r8
	sxt1 r15 = r16
	;;
	shladd r14 = r14, 1, r0
	.mmi
	adds r16 = -48, r15
	;;
	add r14 = r14, r18
	zxt1 r16 = r16
	;;
	.mib
	adds r8 = -48, r14
	cmp4.geu p6, p7 = 9, r16
	(p6) br.cond.dptk .L36
	;;
.L35:
	.mmi
	nop 0
	cmp.eq p6, p7 = 0, r33
	nop 0
	;;
	.mib
	(p7) st8 [r33] = r32
	nop 0
	br.ret.sptk.many b0
	.endp strtol#
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC0:
	stringz	"0123456789abcdef"
	.text
	.align 16
	.align 64
	.global printf#
	.type	printf#, @function
	.proc printf#
printf:
	.prologue 12, 52
	.spill 40
	.mmb
	.save ar.pfs, r53
	alloc r53 = ar.pfs, 8, 17, 4, 0
	adds r16 = 8, r12
	nop 0
	.mmi
	mov r17 = r12
	.fframe 112
	adds r12 = -112, r12
	.save ar.lc, r56
	mov r56 = ar.lc
	;;
	.mmi
	.save ar.unat, r55
	mov r55 = ar.unat
	.mem.offset -8, 0
	st8.spill [r16] = r39, -16
	.save rp, r52
	mov r52 = b0
	.mlx
	mov r54 = r1
	movl r46 = @gprel(out#)
	;;
	.mmi
	.mem.offset 0, 0
	st8.spill [r17] = r38, -16
	.mem.offset 8, 0
	st8.spill [r16] = r37, -16
	addl r41 = @gprel(used#), gp
	.mlx
	addl r44 = 1024, r0
	movl r48 = @gprel(.LC0)
	;;
	.mmi
	.mem.offset 16, 0
	st8.spill [r17] = r36, -16
	.mem.offset 24, 0
	st8.spill [r16] = r35, -16
	nop 0
	.mmi
	add r46 = r1, r46
	add r48 = r1, r48
	adds r49 = 72, r12
	;;
	.mmi
	.mem.offset 32, 0
	st8.spill [r17] = r34
	.mem.offset 40, 0
	st8.spill [r16] = r33
	.body
	nop 0
.L110:
	.mmi
	ld1 r14 = [r32]
	;;
	nop 0
	sxt1 r14 = r14
	;;
	.mib
	mov r15 = r14
	cmp4.ne p6, p7 = 0, r14
	(p7) br.cond.dpnt .L108
	;;
.L115:
	.mmi
	adds r40 = 1, r32
	cmp4.eq p6, p7 = 10, r14
	cmp4.ne p8, p9 = 37, r14
	.mmb
	mov r59 = r46
	addl r58 = 1, r0
	(p9) br.cond.dpnt .L114
	;;
	.mmi
	ld8 r14 = [r41]
	mov r32 = r40
	addl r57 = 1027, r0
	;;
	.mmi
	adds r60 = 1, r14
	nop 0
	add r14 = r46, r14
	;;
	.mmi
	nop 0
	st8 [r41] = r60
	nop 0
	.mmb
	st1 [r14] = r15
	cmp.eq.or.andcm p6, p7 = r44, r60
	(p6) br.cond.dpnt .L80
	.align 32
.L116:
	.mmi
	ld1 r14 = [r32]
	;;
	nop 0
	sxt1 r14 = r14
	;;
	.mib
	mov r15 = r14
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L115
.L108:
	.mmi
	mov r8 = r0
	mov ar.unat = r55
	mov b0 = r52
	;;
	.mii
	nop 0
	mov ar.pfs = r53
	;;
	mov ar.lc = r56
	.mmb
	nop 0
	.label_state 1
	.restore sp
	adds r12 = 112, r12
	br.ret.sptk.many b0
	;;
.L80:
	.body
	.copy_state 1
	.mib
	mov r32 = r40
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r54
	nop 0
	.mmb
	st8 [r41] = r0
	nop 0
	br .L116
.L114:
	.mii
	ld1 r14 = [r40]
	addl r47 = 32, r0
	;;
	sxt1 r14 = r14
	;;
	.mmi
	adds r16 = -48, r14
	nop 0
	cmp4.eq p6, p7 = 48, r14
	.mmb
	mov r15 = r14
	nop 0
	(p6) br.cond.dpnt .L84
	;;
	.mii
	nop 0
	zxt1 r16 = r16
	adds r32 = 2, r32
	;;
	.mmi
	nop 0
	cmp4.ltu p6, p7 = 9, r16
	nop 0
	;;
	.mib
	nop 0
	(p6) mov r17 = r0
	(p6) br.cond.dpnt .L49
	;;
	.mmi
	mov r17 = r0
	nop 0
	nop 0
	;;
	.align 32
.L50:
	.mmi
	ld1 r16 = [r32]
	shladd r14 = r17, 2, r0
	sxt4 r18 = r15
	.mmi
	mov r40 = r32
	nop 0
	adds r32 = 1, r32
	;;
	.mii
	add r14 = r14, r17
	sxt1 r15 = r16
	;;
	shladd r14 = r14, 1, r0
	.mmi
	adds r16 = -48, r15
	;;
	add r14 = r14, r18
	zxt1 r16 = r16
	;;
	.mib
	adds r17 = -48, r14
	cmp4.geu p6, p7 = 9, r16
	(p6) br.cond.dptk .L50
.L49:
	.mib
	adds r16 = 1, r40
	cmp4.ne p8, p9 = 108, r15
	(p8) br.cond.dpnt .L51
	;;
	.align 32
.L52:
	.pred.rel.mutex p8, p9
	.mmi
	mov r40 = r16
	ld1 r14 = [r16], 1
	nop 0
	;;
	.mii
	nop 0
	sxt1 r14 = r14
	nop 0
	;;
	.mib
	mov r15 = r14
	cmp4.eq p6, p7 = 108, r14
	(p6) br.cond.dptk .L52
	;;
.L51:
	.pred.rel.mutex p8, p9
	.mib
	adds r50 = 8, r49
	cmp4.ne p6, p7 = 115, r15
	(p7) br.cond.dpnt .L117
	;;
	.mmi
	ld8 r14 = [r41]
	nop 0
	cmp4.ne p6, p7 = 99, r15
	;;
	.mib
	adds r16 = 1, r14
	nop 0
	(p7) br.cond.dpnt .L118
	;;
	.mib
	(p9) ld8 r15 = [r49]
	(p9) mov r49 = r50
	(p9) br.cond.dpnt .L65
	;;
	.mmi
	cmp4.ne p6, p7 = 100, r15
	;;
	(p7) ld4 r15 = [r49]
	(p7) mov r49 = r50
	;;
	.mib
	nop 0
	(p7) sxt4 r15 = r15
	(p7) br.cond.dpnt .L65
	;;
	.mlx
	ld1 r18 = [r40]
	movl r43 = @gprel(out#)
	.mmi
	ld4 r15 = [r49]
	nop 0
	mov r49 = r50
	;;
	.mii
	nop 0
	sxt1 r18 = r18
	add r43 = r1, r43
	;;
	.mib
	mov r19 = r18
	cmp4.eq p6, p7 = 100, r18
	(p6) br.cond.dpnt .L67
	;;
.L68:
	.mmi
	nop 0
	cmp4.ne p6, p7 = 120, r19
	nop 0
	;;
	.mii
	(p6) addl r20 = 10, r0
	nop 0
	;;
	(p7) addl r20 = 16, r0
	;;
.L71:
	.mmi
	nop 0
	setf.sig f6 = r20
	sub r18 = r0, r20
	.mmi
	adds r19 = 16, r12
	mov r42 = r0
	cmp.eq p7, p8 = 0, r20
	;;
	.mmi
	nop 0
	setf.sig f12 = r18
	nop 0
	;;
	.mfi
	nop 0
	fcvt.xuf f10 = f6
	nop 0
	.align 32
.L72:
	.pred.rel.mutex p8, p9
	.mmi
	nop 0
	setf.sig f6 = r15
	(p7) break 1
	.mmi
	cmp.leu p9, p10 = r20, r15
	mov r45 = r42
	adds r42 = 1, r42
	;;
	.mmf
	nop 0
	nop 0
	fcvt.xuf f9 = f6
	;;
	.mmf
	nop 0
	nop 0
	frcpa.s1 f6, p6 = f9, f10
	;;
	.mfi
	nop 0
	(p6) fnma.s1 f7 = f10, f6, f1
	nop 0
	.mfi
	nop 0
	(p6) fmpy.s1 f8 = f9, f6
	nop 0
	;;
	.mfi
	nop 0
	(p6) fmpy.s1 f11 = f7, f7
	nop 0
	.mfi
	nop 0
	(p6) fma.s1 f8 = f8, f7, f8
	nop 0
	;;
	.mmf
	nop 0
	nop 0
	(p6) fma.s1 f7 = f6, f7, f6
	;;
	.mmf
	nop 0
	nop 0
	(p6) fma.s1 f8 = f11, f8, f8
	;;
	.mmf
	nop 0
	nop 0
	(p6) fma.s1 f7 = f7, f11, f7
	;;
	.mmf
	nop 0
	nop 0
	(p6) fnma.s1 f9 = f10, f8, f9
	;;
	.mfi
	nop 0
	(p6) fma.s1 f6 = f9, f7, f8
	nop 0
	.mmi
	setf.sig f7 = r15
	nop 0
	nop 0
	;;
	.mmf
	nop 0
	nop 0
	fcvt.fxu.trunc.s1 f6 = f6
	;;
	.mfi
	nop 0
	xma.l f7 = f6, f12, f7
	nop 0
	.mmi
	getf.sig r15 = f6
	;;
	getf.sig r18 = f7
	nop 0
	;;
	.mmi
	add r18 = r48, r18
	;;
	ld1 r18 = [r18]
	nop 0
	;;
	.mib
	st1 [r19] = r18, 1
	(p7) break 1
	(p9) br.cond.dptk .L72
	.mib
	adds r15 = -1, r17
	cmp4.le p6, p7 = r17, r42
	(p6) br.cond.dpnt .L73
	;;
	.mmi
	nop 0
	sub r15 = r15, r45, 1
	nop 0
	;;
	.mii
	addp4 r15 = r15, r0
	nop 0
	;;
	mov ar.lc = r15
	.align 32
.L75:
	.mmi
	add r15 = r43, r14
	nop 0
	mov r14 = r16
	.mmi
	st8 [r41] = r16
	nop 0
	cmp.ne p6, p7 = r44, r16
	;;
	.mmi
	nop 0
	st1 [r15] = r47
	adds r16 = 1, r14
	.bbb
	nop 0
	(p7) br.cond.dpnt .L119
	br.cloop.sptk.few .L75
	;;
.L73:
	.mmi
	adds r17 = 14, r12
	addp4 r15 = r45, r0
	sxt4 r42 = r42
	.mmi
	adds r18 = 16, r12
	add r14 = r43, r14
	mov r60 = r16
	;;
	.mmi
	adds r45 = -1, r42
	add r42 = r17, r42
	mov r59 = r46
	.mmi
	addl r58 = 1, r0
	st8 [r41] = r16
	addl r57 = 1027, r0
	;;
	.mmi
	add r45 = r18, r45
	nop 0
	sub r15 = r42, r15
	;;
	.mii
	sub r15 = r45, r15, 1
	nop 0
	;;
	mov ar.lc = r15
	.mii
	ld1 r15 = [r45], -1
	nop 0
	;;
	sxt1 r17 = r15
	.mmi
	st1 [r14] = r15
	;;
	cmp4.ne p6, p7 = 10, r17
	nop 0
	;;
	.mib
	nop 0
	cmp.ne.and.orcm p6, p7 = r44, r16
	(p7) br.cond.dpnt .L120
	.align 32
.L76:
	.mib
	nop 0
	nop 0
	br.cloop.sptk.few .L106
.L59:
	.mib
	nop 0
	adds r32 = 1, r40
	br .L110
	;;
.L84:
	.mmi
	nop 0
	addl r47 = 48, r0
	adds r32 = 2, r32
	.mmb
	nop 0
	mov r17 = r0
	br .L50
	;;
.L117:
	.mii
	ld8 r49 = [r49]
	sxt4 r18 = r17
	;;
	adds r45 = 1, r49
	;;
	.mmi
	ld1 r14 = [r49]
	;;
	nop 0
	sxt1 r14 = r14
	;;
	.mib
	cmp4.eq p6, p7 = 0, r14
	mov r16 = r14
	(p6) br.cond.dpnt .L54
	;;
	.mmi
	nop 0
	mov r15 = r0
	mov r17 = r45
	;;
	.align 32
.L55:
	.mii
	ld1 r14 = [r17], 1
	adds r15 = 1, r15
	;;
	sxt1 r14 = r14
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L55
	;;
	.mmi
	nop 0
	cmp.leu p6, p7 = r18, r15
	nop 0
	;;
	.mlx
	nop 0
	(p6) movl r43 = @gprel(out#)
	.mmi
	nop 0
	(p6) addl r42 = @gprel(used#), gp
	nop 0
	;;
	.mib
	nop 0
	(p6) add r43 = r1, r43
	(p6) br.cond.dpnt .L56
	;;
.L83:
	.mlx
	sub r14 = r18, r15, 1
	movl r43 = @gprel(out#)
	.mmi
	adds r15 = 1, r15
	addl r42 = @gprel(used#), gp
	addl r45 = 32, r0
	;;
	.mmb
	add r43 = r1, r43
	cmp.ltu p6, p7 = r18, r15
	nop 0
	.mmi
	addl r47 = 1024, r0
	nop 0
	mov ar.lc = r14
	;;
	.mib
	mov r51 = r43
	nop 0
	(p6) br.cond.spnt .L105
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = 0, r18
	(p6) br.cond.spnt .L105
	.align 32
.L58:
	.mmi
	ld8 r14 = [r42]
	;;
	adds r15 = 1, r14
	add r14 = r43, r14
	;;
	.mmi
	nop 0
	st8 [r42] = r15
	nop 0
	.mmb
	st1 [r14] = r45
	cmp.ne p6, p7 = r47, r15
	(p7) br.cond.dpnt .L121
.L57:
	.mib
	nop 0
	nop 0
	br.cloop.sptk.few .L58
.L123:
	.mmi
	nop 0
	ld1 r14 = [r49]
	nop 0
	;;
	.mii
	nop 0
	sxt1 r14 = r14
	;;
	cmp4.ne p6, p7 = 0, r14
	.mmb
	mov r16 = r14
	nop 0
	(p7) br.cond.dpnt .L62
	;;
	.mmi
	(p6) adds r45 = 1, r49
	nop 0
	nop 0
.L56:
	.mlx
	nop 0
	movl r47 = @gprel(out#)
	.mii
	addl r49 = 1024, r0
	nop 0
	;;
	add r47 = r1, r47
	;;
	.align 32
.L61:
	.mmi
	nop 0
	ld8 r14 = [r42]
	cmp4.ne p6, p7 = 10, r16
	.mmi
	mov r59 = r47
	addl r58 = 1, r0
	addl r57 = 1027, r0
	;;
	.mmi
	adds r15 = 1, r14
	nop 0
	add r14 = r43, r14
	;;
	.mmi
	st1 [r14] = r16
	st8 [r42] = r15
	nop 0
	.mmb
	cmp.ne.and.orcm p6, p7 = r49, r15
	mov r60 = r15
	(p7) br.cond.dpnt .L122
	;;
	.mmi
	ld1 r14 = [r45], 1
	;;
	nop 0
	sxt1 r14 = r14
	;;
	.mib
	mov r16 = r14
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L61
.L62:
	.mmi
	mov r49 = r50
	nop 0
	nop 0
.L124:
	.mib
	nop 0
	adds r32 = 1, r40
	br .L110
.L121:
	.mmi
	addl r60 = 1024, r0
	mov r59 = r51
	nop 0
	.mmb
	addl r58 = 1, r0
	addl r57 = 1027, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r54
	nop 0
	.mmb
	st8 [r42] = r0
	nop 0
	br.cloop.sptk.few .L58
	.mib
	nop 0
	nop 0
	br .L123
.L122:
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	ld1 r14 = [r45], 1
	mov r1 = r54
	.mmi
	st8 [r42] = r0
	;;
	nop 0
	sxt1 r14 = r14
	;;
	.mib
	mov r16 = r14
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L61
	.mib
	nop 0
	nop 0
	br .L62
.L105:
	.mii
	ld8 r14 = [r42]
	mov ar.lc = 0
	;;
	adds r15 = 1, r14
	.mmi
	add r14 = r43, r14
	;;
	st8 [r42] = r15
	nop 0
	.mmb
	st1 [r14] = r45
	cmp.ne p6, p7 = r47, r15
	(p6) br.cond.dptk .L57
	.mib
	nop 0
	nop 0
	br .L121
.L65:
	.mmi
	ld1 r18 = [r40]
	;;
	nop 0
	sxt1 r18 = r18
	;;
	.mmi
	cmp4.ne p6, p7 = 100, r18
	nop 0
	mov r19 = r18
	;;
	.mlx
	nop 0
	(p6) movl r43 = @gprel(out#)
	;;
	.mib
	nop 0
	(p6) add r43 = r1, r43
	(p6) br.cond.dptk .L68
	;;
	.mlx
	nop 0
	movl r43 = @gprel(out#)
	.mmb
	cmp.le p6, p7 = r0, r15
	addl r18 = 1024, r0
	(p6) br.cond.dpnt .L67
	;;
	.mmi
	add r43 = r1, r43
	cmp.eq p6, p7 = r18, r16
	addl r18 = 45, r0
	.mmi
	st8 [r41] = r16
	;;
	add r14 = r43, r14
	nop 0
	;;
	.mib
	st1 [r14] = r18
	nop 0
	(p6) br.cond.dpnt .L69
	;;
	.mmi
	ld1 r14 = [r40]
	;;
	nop 0
	sxt1 r14 = r14
	;;
	.mmi
	cmp4.eq p6, p7 = 100, r14
	mov r19 = r14
	mov r14 = r16
	;;
	.mib
	nop 0
	(p7) adds r16 = 1, r16
	(p7) br.cond.dptk .L68
	;;
.L70:
	.mmi
	addl r20 = 10, r0
	sub r15 = r0, r15
	nop 0
	.mmi
	adds r16 = 1, r14
	adds r19 = 16, r12
	mov r42 = r0
	;;
	.mmi
	setf.sig f6 = r20
	sub r18 = r0, r20
	cmp.eq p7, p8 = 0, r20
	;;
	.mmi
	nop 0
	setf.sig f12 = r18
	nop 0
	;;
	.mfb
	nop 0
	fcvt.xuf f10 = f6
	br .L72
.L119:
	.mmi
	addl r60 = 1024, r0
	mov r59 = r46
	nop 0
	.mmb
	addl r58 = 1, r0
	addl r57 = 1027, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r14 = r0
	nop 0
	mov r1 = r54
	;;
	.mib
	nop 0
	adds r16 = 1, r14
	br.cloop.sptk.few .L75
	.mib
	nop 0
	nop 0
	br .L73
.L106:
	.mmi
	ld8 r14 = [r41]
	mov r59 = r46
	addl r58 = 1, r0
	.mmi
	addl r57 = 1027, r0
	ld1 r15 = [r45], -1
	nop 0
	;;
	.mii
	adds r16 = 1, r14
	sxt1 r17 = r15
	add r14 = r43, r14
	;;
	.mmi
	cmp4.ne p6, p7 = 10, r17
	nop 0
	mov r60 = r16
	.mmi
	st8 [r41] = r16
	st1 [r14] = r15
	nop 0
	;;
	.mib
	nop 0
	cmp.ne.and.orcm p6, p7 = r44, r16
	(p6) br.cond.dptk .L76
.L120:
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r54
	nop 0
	.mmb
	st8 [r41] = r0
	nop 0
	br.cloop.sptk.few .L106
	.mib
	nop 0
	nop 0
	br .L59
	;;
.L67:
	.mlx
	addl r20 = 10, r0
	movl r43 = @gprel(out#)
	.mmi
	mov r49 = r50
	adds r19 = 16, r12
	mov r42 = r0
	;;
	.mmi
	setf.sig f6 = r20
	sub r18 = r0, r20
	add r43 = r1, r43
	.mmi
	cmp.eq p7, p8 = 0, r20
	;;
	setf.sig f12 = r18
	nop 0
	;;
	.mfb
	nop 0
	fcvt.xuf f10 = f6
	br .L72
.L118:
	.mlx
	ld4 r15 = [r49]
	movl r43 = @gprel(out#)
	.mmi
	addl r17 = 1024, r0
	mov r60 = r16
	addl r58 = 1, r0
	;;
	.mii
	add r43 = r1, r43
	sxt1 r15 = r15
	cmp.ne p6, p7 = r17, r16
	.mmb
	addl r57 = 1027, r0
	st8 [r41] = r16
	nop 0
	;;
	.mmi
	add r14 = r43, r14
	mov r59 = r43
	cmp4.ne.and.orcm p6, p7 = 10, r15
	;;
	.mib
	st1 [r14] = r15
	nop 0
	(p6) br.cond.dptk .L62
	.mib
	mov r49 = r50
	adds r32 = 1, r40
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	nop 0
	mov r1 = r54
	nop 0
	.mmb
	st8 [r41] = r0
	nop 0
	br .L110
.L54:
	.mmi
	nop 0
	cmp4.ne p6, p7 = 0, r17
	nop 0
	;;
	.mib
	nop 0
	(p6) mov r15 = r0
	(p6) br.cond.dptk .L83
	.mib
	nop 0
	mov r49 = r50
	br .L124
.L69:
	.mmi
	adds r14 = 48, r12
	adds r18 = 56, r12
	addl r60 = 1024, r0
	.mmi
	mov r59 = r43
	addl r58 = 1, r0
	addl r57 = 1027, r0
	;;
	.mmi
	nop 0
	st8 [r14] = r15
	nop 0
	.mmb
	st8 [r18] = r17
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	ld1 r14 = [r40]
	adds r18 = 56, r12
	mov r1 = r54
	.mii
	st8 [r41] = r0
	nop 0
	;;
	sxt1 r14 = r14
	.mmi
	ld8 r17 = [r18]
	;;
	cmp4.ne p6, p7 = 100, r14
	mov r19 = r14
	.mmi
	adds r14 = 48, r12
	;;
	ld8 r15 = [r14]
	(p6) addl r16 = 1, r0
	.mmb
	mov r14 = r0
	nop 0
	(p7) br.cond.dpnt .L70
	;;
	.mmi
	cmp4.ne p6, p7 = 120, r19
	;;
	(p6) addl r20 = 10, r0
	nop 0
	;;
	.mib
	nop 0
	(p7) addl r20 = 16, r0
	br .L71
	.endp printf#
	.align 16
	.align 64
	.global exit#
	.type	exit#, @function
	.proc exit#
exit:
	.prologue 12, 34
	.mmi
	.save ar.pfs, r35
	alloc r35 = ar.pfs, 1, 4, 4, 0
	addl r33 = @gprel(used#), gp
	.save rp, r34
	mov r34 = b0
	.mmi
	mov r36 = r1
	.body
	;;
	ld8 r40 = [r33]
	nop 0
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = 0, r40
	(p7) br.cond.dpnt .L133
.L127:
	.mmi
	nop 0
	mov r38 = r32
	addl r37 = 1236, r0
	.mmb
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r36
	nop 0
	nop 0
.L134:
	.mib
	mov r38 = r32
	addl r37 = 1236, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mib
	nop 0
	mov r1 = r36
	br .L127
	;;
.L133:
	.mlx
	nop 0
	movl r39 = @gprel(out#)
	.mmi
	addl r38 = 1, r0
	nop 0
	addl r37 = 1027, r0
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r36
	st8 [r33] = r0
	nop 0
	.mmb
	mov r38 = r32
	addl r37 = 1236, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mib
	nop 0
	mov r1 = r36
	br .L134
	.endp exit#
	.align 16
	.align 64
	.global start_c#
	.type	start_c#, @function
	.proc start_c#
start_c:
	.prologue 12, 33
	.mmi
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 3, 2, 0
	mov r37 = r32
	.save rp, r33
	mov r33 = b0
	.mmi
	nop 0
	mov r35 = r1
	.body
	nop 0
	;;
	.mib
	ld8 r36 = [r37], 8
	nop 0
	br.call.sptk.many b0 = main#
	;;
	.mib
	mov r1 = r35
	mov r36 = r8
	br.call.sptk.many b0 = exit#
	;;
	break.f 0
	;;
	.endp start_c#
	.align 16
	.align 64
	.global on_signal#
	.type	on_signal#, @function
	.proc on_signal#
on_signal:
	.prologue 12, 35
	.mmi
	.save ar.pfs, r36
	alloc r36 = ar.pfs, 3, 3, 5, 0
	.fframe 32
	adds r12 = -32, r12
	.save rp, r35
	mov r35 = b0
	.mmi
	or r34 = 4, r34
	mov r37 = r1
	.body
	mov r39 = r32
	;;
	.mmi
	adds r14 = 16, r12
	addl r42 = 8, r0
	nop 0
	.mmi
	mov r41 = r0
	adds r40 = 16, r12
	addl r38 = 1177, r0
	;;
	.mmi
	st8 [r14] = r33
	nop 0
	adds r14 = 32, r12
	;;
	.mmi
	st8 [r14] = r0
	nop 0
	adds r14 = 24, r12
	;;
	.mib
	st8 [r14] = r34
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mii
	mov r1 = r37
	mov b0 = r35
	;;
	mov ar.pfs = r36
	.mmb
	nop 0
	.restore sp
	adds r12 = 32, r12
	br.ret.sptk.many b0
	.endp on_signal#
	.align 16
	.align 64
	.global map#
	.type	map#, @function
	.proc map#
map:
	.prologue 12, 33
	.mmi
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 3, 7, 0
	nop 0
	.save rp, r33
	mov r33 = b0
	.mmi
	mov r35 = r1
	.body
	nop 0
	mov r38 = r32
	;;
	.mmi
	mov r42 = r0
	addl r41 = -1, r0
	addl r40 = 34, r0
	.mmi
	addl r39 = 3, r0
	mov r37 = r0
	addl r36 = 1151, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r35
	nop 0
	mov b0 = r33
	;;
	.mib
	nop 0
	mov ar.pfs = r34
	br.ret.sptk.many b0
	.endp map#
	.align 16
	.align 64
	.global fork_child#
	.type	fork_child#, @function
	.proc fork_child#
fork_child:
	.prologue 12, 32
	.mii
	.save ar.pfs, r33
	alloc r33 = ar.pfs, 0, 3, 6, 0
	.save rp, r32
	mov r32 = b0
	mov r34 = r1
	.body
	;;
	.mmi
	mov r40 = r0
	mov r39 = r0
	mov r38 = r0
	.mmi
	mov r37 = r0
	addl r36 = 17, r0
	addl r35 = 1128, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r34
	nop 0
	mov b0 = r32
	;;
	.mib
	nop 0
	mov ar.pfs = r33
	br.ret.sptk.many b0
	.endp fork_child#
	.align 16
	.align 64
	.global wait_for#
	.type	wait_for#, @function
	.proc wait_for#
wait_for:
	.prologue 12, 33
	.mmi
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 3, 5, 0
	.fframe 16
	adds r12 = -16, r12
	.save rp, r33
	mov r33 = b0
	.mii
	mov r35 = r1
	.body
	nop 0
	;;
	addl r14 = -1, r0
	.mmi
	adds r15 = 16, r12
	;;
	st4 [r15] = r14
	nop 0
.L144:
	.mmi
	mov r40 = r0
	mov r39 = r0
	adds r38 = 16, r12
	.mmb
	mov r37 = r32
	addl r36 = 1126, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	adds r14 = 16, r12
	nop 0
	cmp.eq p6, p7 = -4, r8
	.mmb
	mov r1 = r35
	nop 0
	(p6) br.cond.dpnt .L144
	;;
	.mii
	ld4 r8 = [r14]
	mov b0 = r33
	;;
	mov ar.pfs = r34
	.mmb
	nop 0
	.restore sp
	adds r12 = 16, r12
	br.ret.sptk.many b0
	.endp wait_for#
	.align 16
	.align 64
	.global begin_thread#
	.type	begin_thread#, @function
	.proc begin_thread#
begin_thread:
	.prologue 12, 36
	.mmi
	.save ar.pfs, r37
	alloc r37 = ar.pfs, 4, 3, 8, 0
	mov r38 = r1
	.save rp, r36
	mov r36 = b0
	.body
	;;
	.mmi
	addl r41 = 262144, r0
	mov r40 = r0
	addl r39 = 1151, r0
	.mmi
	mov r45 = r0
	addl r44 = -1, r0
	addl r43 = 34, r0
	;;
	.mib
	addl r42 = 3, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r38
	mov r40 = r8
	mov r46 = r33
	.mmi
	mov r45 = r32
	mov r44 = r35
	mov r43 = r34
	;;
	.mmi
	nop 0
	mov r42 = r34
	addl r41 = 262144, r0
	.mlx
	nop 0
	movl r39 = 3739392
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = clone2_call#
	;;
	.mmi
	mov r1 = r38
	nop 0
	mov b0 = r36
	;;
	.mib
	nop 0
	mov ar.pfs = r37
	br.ret.sptk.many b0
	.endp begin_thread#
	.align 16
	.align 64
	.global join_thread#
	.type	join_thread#, @function
	.proc join_thread#
join_thread:
	.prologue 12, 33
	.mmb
	.save ar.pfs, r34
	alloc r34 = ar.pfs, 1, 3, 7, 0
	ld4.acq r39 = [r32]
	nop 0
	.mmi
	mov r35 = r1
	nop 0
	.save rp, r33
	mov r33 = b0
	.body
	;;
	.mib
	nop 0
	cmp4.eq p6, p7 = 0, r39
	(p6) br.cond.dpnt .L151
	.align 32
.L153:
	.mmi
	mov r42 = r0
	mov r41 = r0
	mov r40 = r0
	.mmi
	mov r38 = r0
	mov r37 = r32
	addl r36 = 1230, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	ld4.acq r39 = [r32]
	nop 0
	mov r1 = r35
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 0, r39
	(p6) br.cond.dptk .L153
.L151:
	.mii
	nop 0
	mov b0 = r33
	nop 0
	;;
	.mib
	nop 0
	mov ar.pfs = r34
	br.ret.sptk.many b0
	.endp join_thread#
	.sbss
	.align 8
	.type	used#, @object
	.size	used#, 8
used:
	.skip	8
	.bss
	.align 8
	.type	out#, @object
	.size	out#, 1024
out:
	.skip	1024
	.ident	"GCC: (GNU) 12.2.0"
