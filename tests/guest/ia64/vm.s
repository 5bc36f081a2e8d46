// Compiler output: tests/guest/ia64/compile makes it. Source: vm.c, 2557641182 4586
	.file	"vm.c"
	.pred.safe_across_calls p1-p5,p16-p63
	.text
	.align 16
	.align 64
	.proc run#
run:
	.prologue 12, 35
	.mmi
	.save ar.pfs, r36
	alloc r36 = ar.pfs, 1, 5, 3, 0
	.fframe 144
	adds r12 = -144, r12
	.save rp, r35
	mov r35 = b0
	.mlx
	mov r37 = r1
	.body
	movl r38 = @gprel(memory.0#)
	;;
	.mmi
	adds r33 = 144, r12
	adds r34 = 152, r12
	add r38 = r1, r38
	.mii
	addl r40 = 2048, r0
	mov r39 = r0
	;;
	nop 0
	.mmb
	st8 [r33] = r0
	st8 [r34] = r0
	br.call.sptk.many b0 = memset#
	;;
	.mmi
	mov r1 = r37
	mov r15 = r32
	adds r16 = 16, r12
	;;
	.mlx
	addl r19 = @ltoffx(.L5), r1
	movl r20 = @gprel(memory.0#)
	;;
	.mmi
	nop 0
	ld8.mov r19 = [r19], .L5
	add r20 = r1, r20
	.align 32
.L2:
	.mmi
	ld4 r14 = [r15]
	nop 0
	adds r18 = 8, r15
	;;
	.mib
	cmp4.ltu p6, p7 = 13, r14
	shladd r14 = r14, 3, r0
	(p6) br.cond.spnt .L20
	;;
	.mmi
	add r14 = r19, r14
	;;
	ld8 r17 = [r14]
	nop 0
	;;
	.mmi
	nop 0
	add r14 = r14, r17
	nop 0
	;;
	.mib
	nop 0
	mov b6 = r14
	br b6
	.section	.rodata
	.align 8
	.align 4
.L5:
	data8 @pcrel(.L18)
	data8 @pcrel(.L17)
	data8 @pcrel(.L16)
	data8 @pcrel(.L15)
	data8 @pcrel(.L14)
	data8 @pcrel(.L13)
	data8 @pcrel(.L12)
	data8 @pcrel(.L21)
	data8 @pcrel(.L10)
	data8 @pcrel(.L9)
	data8 @pcrel(.L8)
	data8 @pcrel(.L7)
	data8 @pcrel(.L6)
	data8 @pcrel(.L4)
	.text
.L10:
	.mmi
	adds r16 = -4, r16
	;;
	ld4 r14 = [r16]
	nop 0
	;;
	.mib
	nop 0
	cmp4.ne p6, p7 = 0, r14
	(p6) br.cond.dptk .L20
.L21:
	.mmi
	adds r15 = 4, r15
	;;
	ld4 r15 = [r15]
	nop 0
	;;
	.mii
	nop 0
	sxt4 r15 = r15
	;;
	shladd r15 = r15, 3, r0
	;;
	.mib
	nop 0
	add r15 = r32, r15
	br .L2
	;;
.L12:
	.mmi
	adds r14 = -8, r16
	adds r16 = -4, r16
	mov r15 = r18
	;;
	.mmi
	ld4 r17 = [r16]
	ld4 r18 = [r14]
	nop 0
	;;
	.mmi
	cmp4.gt p6, p7 = r17, r18
	;;
	(p6) addl r17 = 1, r0
	nop 0
	;;
	.mmi
	nop 0
	(p7) mov r17 = r0
	nop 0
	;;
	.mib
	st4 [r14] = r17
	nop 0
	br .L2
.L13:
	.mmi
	adds r17 = -8, r16
	adds r16 = -4, r16
	mov r15 = r18
	;;
	.mmi
	ld4 r14 = [r16]
	ld4 r18 = [r17]
	nop 0
	;;
	.mmi
	setf.sig f7 = r14
	setf.sig f6 = r18
	nop 0
	;;
	.mmf
	nop 0
	nop 0
	xmpy.l f6 = f6, f7
	;;
	.mmi
	nop 0
	getf.sig r14 = f6
	nop 0
	;;
	.mib
	st4 [r17] = r14
	nop 0
	br .L2
.L14:
	.mmi
	adds r17 = -8, r16
	adds r16 = -4, r16
	mov r15 = r18
	;;
	.mmi
	ld4 r14 = [r17]
	ld4 r18 = [r16]
	nop 0
	;;
	.mmi
	nop 0
	sub r14 = r14, r18
	nop 0
	;;
	.mib
	st4 [r17] = r14
	nop 0
	br .L2
.L15:
	.mmi
	adds r17 = -8, r16
	adds r16 = -4, r16
	mov r15 = r18
	;;
	.mmi
	ld4 r14 = [r17]
	ld4 r18 = [r16]
	nop 0
	;;
	.mmi
	nop 0
	add r14 = r14, r18
	nop 0
	;;
	.mib
	st4 [r17] = r14
	nop 0
	br .L2
.L16:
	.mmi
	adds r14 = 4, r15
	adds r16 = -4, r16
	mov r15 = r18
	;;
	.mmi
	ld4 r14 = [r14]
	ld4 r17 = [r16]
	nop 0
	;;
	.mii
	nop 0
	sxt4 r14 = r14
	;;
	shladd r14 = r14, 2, r0
	;;
	.mmi
	nop 0
	add r14 = r33, r14
	nop 0
	;;
	.mib
	st4 [r14] = r17
	nop 0
	br .L2
.L17:
	.mmi
	adds r14 = 4, r15
	nop 0
	mov r15 = r18
	;;
	.mmi
	ld4 r14 = [r14]
	;;
	nop 0
	sxt4 r14 = r14
	;;
	.mmi
	shladd r14 = r14, 2, r0
	;;
	add r14 = r33, r14
	nop 0
	;;
	.mmi
	nop 0
	ld4 r14 = [r14]
	nop 0
	;;
	.mib
	st4 [r16] = r14, 4
	nop 0
	br .L2
.L18:
	.mmi
	adds r14 = 4, r15
	nop 0
	mov r15 = r18
	;;
	.mmi
	nop 0
	ld4 r14 = [r14]
	nop 0
	;;
	.mib
	st4 [r16] = r14, 4
	nop 0
	br .L2
.L4:
	.mii
	ld4 r8 = [r34]
	mov b0 = r35
	;;
	mov ar.pfs = r36
	.mmb
	nop 0
	.label_state 1
	.restore sp
	adds r12 = 144, r12
	br.ret.sptk.many b0
.L6:
	.body
	.copy_state 1
	.mib
	adds r16 = -4, r16
	mov r15 = r18
	br .L2
	;;
.L7:
	.mmi
	adds r14 = -4, r16
	nop 0
	mov r15 = r18
	;;
	.mmi
	nop 0
	ld4 r14 = [r14]
	nop 0
	;;
	.mib
	st4 [r16] = r14, 4
	nop 0
	br .L2
	;;
.L8:
	.mmi
	adds r14 = -4, r16
	adds r16 = -8, r16
	mov r15 = r18
	;;
	.mmi
	ld4 r14 = [r14]
	ld4 r17 = [r16]
	nop 0
	;;
	.mii
	nop 0
	sxt4 r14 = r14
	;;
	shladd r14 = r14, 2, r0
	;;
	.mmi
	nop 0
	add r14 = r20, r14
	nop 0
	;;
	.mib
	st4 [r14] = r17
	nop 0
	br .L2
.L9:
	.mmi
	adds r17 = -4, r16
	nop 0
	mov r15 = r18
	;;
	.mmi
	ld4 r18 = [r17]
	;;
	nop 0
	sxt4 r14 = r18
	;;
	.mmi
	shladd r14 = r14, 2, r0
	;;
	add r14 = r20, r14
	nop 0
	;;
	.mmi
	nop 0
	ld4 r14 = [r14]
	nop 0
	;;
	.mib
	st4 [r17] = r14
	nop 0
	br .L2
.L20:
	.mib
	nop 0
	mov r15 = r18
	br .L2
	.endp run#
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC0:
	stringz	"vm %d %u %08x\n"
	.section	.text.startup,"ax",@progbits
	.align 16
	.align 64
	.global main#
	.type	main#, @function
	.proc main#
main:
	.prologue 12, 39
	.mmi
	.save ar.pfs, r40
	alloc r40 = ar.pfs, 2, 9, 4, 0
	cmp4.ge p6, p7 = 1, r32
	.save ar.lc, r42
	mov r42 = ar.lc
	.mlx
	mov r41 = r1
	movl r36 = @gprel(sieve#)
	;;
	.mlx
	addl r38 = 5, r0
	movl r37 = @gprel(fibonacci#)
	.mmi
	addl r45 = 10, r0
	mov r44 = r0
	mov r35 = r0
	;;
	.mii
	adds r14 = -1, r38
	.save rp, r39
	mov r39 = b0
	.body
	add r36 = r1, r36
	.mmb
	add r37 = r1, r37
	adds r33 = 8, r33
	(p7) br.cond.dpnt .L34
	;;
	.mmi
	addp4 r14 = r14, r0
	nop 0
	cmp4.ge p6, p7 = 0, r38
	;;
	.mii
	nop 0
	(p7) mov ar.lc = r14
	;;
	(p6) mov ar.lc = 0
	.align 32
.L27:
	.mii
	nop 0
	dep.z r14 = r35, 5, 27
	mov r43 = r36
	;;
	.mib
	sub r35 = r14, r35
	nop 0
	br.call.sptk.many b0 = run#
	;;
	.mmi
	mov r34 = r8
	nop 0
	mov r1 = r41
	.mmb
	mov r43 = r37
	nop 0
	br.call.sptk.many b0 = run#
	;;
	.mmi
	add r34 = r34, r8
	nop 0
	mov r1 = r41
	;;
	.mib
	nop 0
	add r35 = r34, r35
	br.cloop.sptk.few .L27
.L26:
	.mlx
	nop 0
	movl r43 = @gprel(sieve#)
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = run#
	;;
	.mmi
	mov r1 = r41
	nop 0
	mov r45 = r8
	.mmi
	mov r46 = r35
	nop 0
	mov r44 = r38
	;;
	.mlx
	nop 0
	movl r43 = @gprel(.LC0)
	;;
	.mib
	add r43 = r1, r43
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r8 = r0
	mov r1 = r41
	mov b0 = r39
	;;
	.mii
	nop 0
	mov ar.pfs = r40
	nop 0
	;;
	.mib
	nop 0
	mov ar.lc = r42
	br.ret.sptk.many b0
	;;
.L34:
	.mib
	ld8 r43 = [r33]
	nop 0
	br.call.sptk.many b0 = strtol#
	;;
	.mmi
	mov r38 = r8
	cmp4.ge p6, p7 = 0, r8
	mov r1 = r41
	;;
	.mib
	adds r14 = -1, r38
	(p6) mov r35 = r0
	(p6) br.cond.dpnt .L26
	;;
	.mii
	addp4 r14 = r14, r0
	cmp4.ge p6, p7 = 0, r38
	;;
	(p7) mov ar.lc = r14
	;;
	.mib
	nop 0
	(p6) mov ar.lc = 0
	br .L27
	.endp main#
	.bss
	.align 4
	.type	memory.0#, @object
	.size	memory.0#, 2048
memory.0:
	.skip	2048
	.section	.rodata
	.align 4
	.type	fibonacci#, @object
	.size	fibonacci#, 232
fibonacci:
	data4	0
	data4	0
	data4	2
	data4	0
	data4	0
	data4	1
	data4	2
	data4	1
	data4	0
	data4	40
	data4	2
	data4	3
	data4	0
	data4	0
	data4	1
	data4	3
	data4	6
	data4	0
	data4	8
	data4	26
	data4	1
	data4	0
	data4	1
	data4	1
	data4	11
	data4	0
	data4	2
	data4	0
	data4	3
	data4	0
	data4	2
	data4	1
	data4	1
	data4	0
	data4	1
	data4	1
	data4	5
	data4	0
	data4	1
	data4	2
	data4	4
	data4	0
	data4	2
	data4	2
	data4	1
	data4	3
	data4	0
	data4	1
	data4	4
	data4	0
	data4	7
	data4	27
	data4	13
	data4	0
	data4	2
	data4	3
	data4	7
	data4	6
	.align 4
	.type	sieve#, @object
	.size	sieve#, 296
sieve:
	data4	0
	data4	2
	data4	2
	data4	0
	data4	1
	data4	0
	data4	0
	data4	500
	data4	6
	data4	0
	data4	8
	data4	30
	data4	1
	data4	0
	data4	9
	data4	0
	data4	8
	data4	10
	data4	7
	data4	25
	data4	1
	data4	2
	data4	0
	data4	1
	data4	3
	data4	0
	data4	2
	data4	2
	data4	1
	data4	0
	data4	11
	data4	0
	data4	3
	data4	0
	data4	2
	data4	1
	data4	1
	data4	1
	data4	0
	data4	500
	data4	6
	data4	0
	data4	8
	data4	25
	data4	0
	data4	1
	data4	1
	data4	1
	data4	7
	data4	31
	data4	1
	data4	0
	data4	0
	data4	1
	data4	3
	data4	0
	data4	2
	data4	0
	data4	7
	data4	2
	data4	13
	data4	0
	data4	10
	data4	0
	data4	1
	data4	1
	data4	1
	data4	0
	data4	3
	data4	0
	data4	2
	data4	1
	data4	7
	data4	18
	.ident	"GCC: (GNU) 12.2.0"
