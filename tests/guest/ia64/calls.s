// Compiler output: tests/guest/ia64/compile makes it. Source: calls.c, 1172273506 7821
	.file	"calls.c"
	.pred.safe_across_calls p1-p5,p16-p63
	.text
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC0:
	stringz	"a file"
	.align 8
.LC1:
	stringz	"ten bytes."
	.align 8
.LC2:
	stringz	"mode %x, links %lu, size %lu\n"
	.align 8
.LC3:
	stringz	"%s on %s\n"
	.align 8
.LC4:
	stringz	"seconds %lu\n"
	.text
	.align 16
	.align 64
	.proc structures#
structures:
	.prologue 12, 34
	.mmi
	.save ar.pfs, r35
	alloc r35 = ar.pfs, 0, 5, 4, 0
	.fframe 560
	adds r12 = -560, r12
	.save rp, r34
	mov r34 = b0
	.mlx
	mov r36 = r1
	.body
	movl r38 = @gprel(.LC0)
	;;
	.mmi
	add r38 = r1, r38
	addl r40 = 384, r0
	addl r39 = 66, r0
	.mmb
	addl r37 = 1028, r0
	adds r33 = 552, r12
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r36
	addl r40 = 10, r0
	nop 0
	.mmi
	mov r32 = r8
	addl r37 = 1027, r0
	mov r38 = r8
	;;
	.mlx
	nop 0
	movl r39 = @gprel(.LC1)
	;;
	.mib
	add r39 = r1, r39
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r36
	adds r39 = 408, r12
	nop 0
	.mmb
	mov r38 = r32
	addl r37 = 1212, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	adds r14 = 456, r12
	nop 0
	mov r1 = r36
	;;
	.mmi
	nop 0
	ld8 r40 = [r14]
	adds r14 = 424, r12
	.mlx
	nop 0
	movl r37 = @gprel(.LC2)
	;;
	.mmi
	ld8 r39 = [r14]
	adds r14 = 432, r12
	add r37 = r1, r37
	;;
	.mib
	ld4 r38 = [r14]
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r36
	nop 0
	adds r38 = 16, r12
	.mmb
	addl r37 = 1130, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r36
	adds r39 = 276, r12
	adds r38 = 16, r12
	;;
	.mlx
	nop 0
	movl r37 = @gprel(.LC3)
	;;
	.mib
	add r37 = r1, r37
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r36
	mov r39 = r33
	nop 0
	.mmb
	addl r38 = 1, r0
	addl r37 = 1254, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r36
	ld8 r38 = [r33]
	nop 0
	;;
	.mlx
	nop 0
	movl r37 = @gprel(.LC4)
	;;
	.mib
	add r37 = r1, r37
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mii
	mov r1 = r36
	mov b0 = r34
	;;
	mov ar.pfs = r35
	.mmb
	nop 0
	.restore sp
	adds r12 = 560, r12
	br.ret.sptk.many b0
	.endp structures#
	.section	.rodata.str1.8
	.align 8
.LC5:
	stringz	""
	.align 8
.LC6:
	stringz	"auxiliary vector has %lu\n"
	.align 8
.LC7:
	stringz	"argc %d, name as argv[0] %d, page %lu, headers of %lu, clock %lu\n"
	.align 8
.LC8:
	stringz	"fpsr %lx, rsc %lx, register stack in region %lu above %lx\n"
	.align 8
.LC9:
	stringz	"stack in region %lu, aligned %lu, page size %ld\n"
	.align 8
.LC10:
	stringz	"pid %ld of %ld\n"
	.align 8
.LC11:
	stringz	"a NaT for a number %ld, for an argument %ld, nine outputs %ld\n"
	.align 8
.LC12:
	stringz	"/none"
	.align 8
.LC13:
	stringz	"no such call %ld, no such file %ld, no such address %ld\n"
	.align 8
.LC14:
	stringz	"pipe %ld %ld\n"
	.align 8
.LC15:
	stringz	"x"
	.align 8
.LC16:
	stringz	"through it %ld"
	.align 8
.LC17:
	stringz	" %ld %c\n"
	.align 8
.LC18:
	stringz	"heap in region %lu, grown %d, "
	.align 8
.LC19:
	stringz	"shrunk %d\n"
	.align 8
.LC20:
	stringz	"mapped at %lx, unmapped %ld, "
	.align 8
.LC21:
	stringz	"protected %ld, with a hole %ld\n"
	.align 8
.LC22:
	stringz	"between the regions %d\n"
	.section	.text.startup,"ax",@progbits
	.align 16
	.align 64
	.global main#
	.type	main#, @function
	.proc main#
main:
	.prologue 12, 43
	.mmi
	.save ar.pfs, r44
	alloc r44 = ar.pfs, 2, 12, 7, 0
	.fframe 16
	adds r12 = -16, r12
	.save rp, r43
	mov r43 = b0
	.mii
	mov r45 = r1
	.body
	sxt4 r34 = r32
	;;
	adds r34 = 1, r34
	;;
	.mmi
	shladd r34 = r34, 3, r0
	;;
	add r34 = r33, r34
	nop 0
	;;
#APP
// 11 "calls.c" 1
	mov.m r41 = ar.fpsr
// 0 "" 2
#NO_APP
	;;
#APP
// 12 "calls.c" 1
	mov.m r42 = ar.rsc
// 0 "" 2
#NO_APP
	;;
#APP
// 13 "calls.c" 1
	mov.m r40 = ar.bsp
// 0 "" 2
#NO_APP
	;;
	.mmi
	ld8 r15 = [r34]
	nop 0
	adds r14 = 8, r34
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = 0, r15
	(p6) br.cond.dpnt .L4
	.align 32
.L5:
	.mmi
	mov r34 = r14
	nop 0
	adds r14 = 8, r14
	;;
	.mmi
	nop 0
	ld8 r15 = [r34]
	nop 0
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = 0, r15
	(p6) br.cond.dptk .L5
.L4:
	.mlx
	adds r14 = 8, r34
	movl r38 = @gprel(.LC5)
	.mlx
	adds r34 = 16, r34
	movl r35 = @gprel(.LC6)
	;;
	.mmi
	ld8 r47 = [r14]
	mov r39 = r0
	mov r37 = r0
	.mmi
	add r38 = r1, r38
	mov r36 = r0
	add r35 = r1, r35
	;;
	.mib
	nop 0
	cmp.eq p6, p7 = 0, r47
	(p6) br.cond.dpnt .L16
	;;
	.align 32
.L15:
	.mmi
	nop 0
	cmp.ne p6, p7 = 6, r47
	nop 0
	;;
	.mib
	(p7) ld8 r36 = [r34]
	nop 0
	(p7) br.cond.dpnt .L10
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = 4, r47
	(p6) br.cond.dpnt .L24
	;;
	.mmi
	(p7) ld8 r37 = [r34]
	nop 0
	nop 0
.L10:
	.mmi
	adds r34 = 16, r34
	;;
	adds r14 = -8, r34
	nop 0
	;;
	.mmi
	nop 0
	ld8 r47 = [r14]
	nop 0
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = 0, r47
	(p6) br.cond.dptk .L15
.L6:
	.mmi
	mov r34 = r33
	mov r46 = r38
	adds r35 = 24, r12
	;;
	.mib
	ld8 r47 = [r34], -8
	nop 0
	br.call.sptk.many b0 = strcmp#
	;;
	.mmi
	mov r1 = r45
	cmp4.eq p6, p7 = 0, r8
	mov r51 = r39
	.mmi
	mov r50 = r37
	mov r49 = r36
	mov r47 = r32
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC7)
	.mmi
	nop 0
	(p6) addl r48 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r48 = r0
	add r46 = r1, r46
	br.call.sptk.many b0 = printf#
	;;
	.mmb
	mov r1 = r45
	addl r50 = -4096, r0
	nop 0
	.mii
	mov r48 = r42
	shr.u r49 = r40, 61
	mov r47 = r41
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC8)
	.mmi
	nop 0
	and r50 = r50, r40
	nop 0
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	addl r46 = 1171, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r49 = r8
	shr.u r47 = r33, 61
	.mmi
	nop 0
	and r48 = 15, r34
	nop 0
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC9)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r14 = -1, r0
	adds r46 = 16, r12
	mov r1 = r45
	;;
	.mib
	st8 [r46] = r14
	nop 0
	br.call.sptk.many b0 = pipe_call#
	;;
	.mmi
	mov r1 = r45
	mov r34 = r8
	nop 0
	.mmb
	addl r46 = 1041, r0
	st1 [r35] = r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r36 = r8
	.mmb
	addl r46 = 1042, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r36
	mov r48 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC10)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	nop 0
	br.call.sptk.many b0 = nat_number#
	;;
	.mib
	mov r1 = r45
	mov r36 = r8
	br.call.sptk.many b0 = nat_argument#
	;;
	.mib
	mov r1 = r45
	mov r37 = r8
	br.call.sptk.many b0 = nine_outputs#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r48 = r37
	.mmi
	mov r47 = r36
	nop 0
	mov r49 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC11)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	addl r46 = 1024, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r36 = r8
	nop 0
	.mmi
	mov r49 = r0
	mov r48 = r0
	addl r46 = 1028, r0
	;;
	.mlx
	nop 0
	movl r47 = @gprel(.LC12)
	;;
	.mib
	add r47 = r1, r47
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r37 = r8
	addl r46 = 1028, r0
	.mmi
	mov r49 = r0
	mov r48 = r0
	addl r47 = 8, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r49 = r8
	.mmi
	mov r48 = r37
	nop 0
	mov r47 = r36
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC13)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	adds r14 = 16, r12
	mov r47 = r34
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC14)
	.mmi
	nop 0
	ld8 r48 = [r14]
	nop 0
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	nop 0
	adds r15 = 16, r12
	.mmi
	addl r49 = 1, r0
	nop 0
	addl r46 = 1027, r0
	;;
	.mlx
	nop 0
	movl r48 = @gprel(.LC15)
	.mmi
	nop 0
	ld8 r47 = [r15]
	nop 0
	;;
	.mib
	add r48 = r1, r48
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r47 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC16)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r49 = 1, r0
	mov r1 = r45
	mov r48 = r35
	.mmb
	mov r47 = r34
	addl r46 = 1026, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	ld1 r48 = [r35]
	mov r47 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC17)
	.mib
	nop 0
	sxt1 r48 = r48
	nop 0
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	nop 0
	br.call.sptk.many b0 = structures#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r47 = r0
	.mmb
	addl r46 = 1060, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r34 = r8
	.mmb
	addl r46 = 12288, r0
	nop 0
	br.call.sptk.many b0 = map#
	;;
	.mmi
	addl r14 = 100000, r0
	nop 0
	mov r35 = r8
	.mii
	mov r1 = r45
	addl r46 = 1060, r0
	;;
	add r36 = r34, r14
	;;
	.mib
	mov r47 = r36
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	cmp.eq p6, p7 = r8, r36
	shr.u r47 = r34, 61
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC18)
	.mmi
	nop 0
	(p6) addl r48 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r48 = r0
	add r46 = r1, r46
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r48 = 100000, r0
	mov r1 = r45
	nop 0
	.mmb
	mov r46 = r34
	addl r47 = 1, r0
	br.call.sptk.many b0 = memset#
	;;
	.mmi
	mov r47 = r34
	nop 0
	mov r1 = r45
	.mmb
	addl r46 = 1060, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	cmp.eq p6, p7 = r8, r34
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC19)
	.mmi
	nop 0
	(p6) addl r47 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r47 = r0
	add r46 = r1, r46
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	adds r47 = 4096, r35
	nop 0
	.mmb
	addl r46 = 1152, r0
	addl r48 = 4096, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r35
	mov r48 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC20)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r35
	addl r49 = 1, r0
	.mmb
	addl r48 = 4096, r0
	addl r46 = 1155, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	addl r49 = 1, r0
	mov r47 = r35
	.mmi
	mov r34 = r8
	addl r46 = 1155, r0
	addl r48 = 8192, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r34
	mov r48 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC21)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	mov r52 = r0
	addl r51 = -1, r0
	.mmi
	addl r50 = 50, r0
	addl r49 = 3, r0
	addl r48 = 4096, r0
	;;
	.mlx
	addl r46 = 1151, r0
	movl r47 = 1152921504606846976
	.mmb
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	extr.u r47 = r8, 63, 1
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC22)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r8 = r0
	mov r1 = r45
	mov b0 = r43
	;;
	.mii
	nop 0
	mov ar.pfs = r44
	nop 0
	.mmb
	.label_state 1
	.restore sp
	adds r12 = 16, r12
	nop 0
	br.ret.sptk.many b0
.L24:
	.body
	.copy_state 1
	.mmi
	nop 0
	cmp.ne p6, p7 = 17, r47
	nop 0
	;;
	.mib
	(p7) ld8 r39 = [r34]
	nop 0
	(p7) br.cond.dptk .L10
	.mib
	cmp.ne p6, p7 = 31, r47
	nop 0
	(p6) br.cond.spnt .L12
	;;
	.mii
	ld8 r38 = [r34]
	adds r34 = 16, r34
	;;
	adds r14 = -8, r34
	;;
	.mmi
	nop 0
	ld8 r47 = [r14]
	nop 0
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = 0, r47
	(p6) br.cond.dptk .L15
	.mib
	nop 0
	nop 0
	br .L6
.L16:
	.mlx
	mov r34 = r33
	movl r38 = @gprel(.LC5)
	.mmi
	mov r39 = r0
	mov r37 = r0
	mov r36 = r0
	;;
	.mmi
	add r38 = r1, r38
	ld8 r47 = [r34], -8
	adds r35 = 24, r12
	;;
	.mib
	mov r46 = r38
	nop 0
	br.call.sptk.many b0 = strcmp#
	;;
	.mmi
	mov r1 = r45
	cmp4.eq p6, p7 = 0, r8
	mov r51 = r39
	.mmi
	mov r50 = r37
	mov r49 = r36
	mov r47 = r32
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC7)
	.mmi
	nop 0
	(p6) addl r48 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r48 = r0
	add r46 = r1, r46
	br.call.sptk.many b0 = printf#
	;;
	.mmb
	mov r1 = r45
	addl r50 = -4096, r0
	nop 0
	.mii
	mov r48 = r42
	shr.u r49 = r40, 61
	mov r47 = r41
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC8)
	.mmi
	nop 0
	and r50 = r50, r40
	nop 0
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	addl r46 = 1171, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r49 = r8
	shr.u r47 = r33, 61
	.mmi
	nop 0
	and r48 = 15, r34
	nop 0
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC9)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r14 = -1, r0
	adds r46 = 16, r12
	mov r1 = r45
	;;
	.mib
	st8 [r46] = r14
	nop 0
	br.call.sptk.many b0 = pipe_call#
	;;
	.mmi
	mov r1 = r45
	mov r34 = r8
	nop 0
	.mmb
	addl r46 = 1041, r0
	st1 [r35] = r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r36 = r8
	.mmb
	addl r46 = 1042, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r36
	mov r48 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC10)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	nop 0
	br.call.sptk.many b0 = nat_number#
	;;
	.mib
	mov r1 = r45
	mov r36 = r8
	br.call.sptk.many b0 = nat_argument#
	;;
	.mib
	mov r1 = r45
	mov r37 = r8
	br.call.sptk.many b0 = nine_outputs#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r48 = r37
	.mmi
	mov r47 = r36
	nop 0
	mov r49 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC11)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	addl r46 = 1024, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r36 = r8
	nop 0
	.mmi
	mov r49 = r0
	mov r48 = r0
	addl r46 = 1028, r0
	;;
	.mlx
	nop 0
	movl r47 = @gprel(.LC12)
	;;
	.mib
	add r47 = r1, r47
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r37 = r8
	addl r46 = 1028, r0
	.mmi
	mov r49 = r0
	mov r48 = r0
	addl r47 = 8, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r49 = r8
	.mmi
	mov r48 = r37
	nop 0
	mov r47 = r36
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC13)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	adds r14 = 16, r12
	mov r47 = r34
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC14)
	.mmi
	nop 0
	ld8 r48 = [r14]
	nop 0
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	nop 0
	adds r15 = 16, r12
	.mmi
	addl r49 = 1, r0
	nop 0
	addl r46 = 1027, r0
	;;
	.mlx
	nop 0
	movl r48 = @gprel(.LC15)
	.mmi
	nop 0
	ld8 r47 = [r15]
	nop 0
	;;
	.mib
	add r48 = r1, r48
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r47 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC16)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r49 = 1, r0
	mov r1 = r45
	mov r48 = r35
	.mmb
	mov r47 = r34
	addl r46 = 1026, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	ld1 r48 = [r35]
	mov r47 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC17)
	.mib
	nop 0
	sxt1 r48 = r48
	nop 0
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mib
	mov r1 = r45
	nop 0
	br.call.sptk.many b0 = structures#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r47 = r0
	.mmb
	addl r46 = 1060, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	mov r34 = r8
	.mmb
	addl r46 = 12288, r0
	nop 0
	br.call.sptk.many b0 = map#
	;;
	.mmi
	addl r14 = 100000, r0
	nop 0
	mov r35 = r8
	.mii
	mov r1 = r45
	addl r46 = 1060, r0
	;;
	add r36 = r34, r14
	;;
	.mib
	mov r47 = r36
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	cmp.eq p6, p7 = r8, r36
	shr.u r47 = r34, 61
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC18)
	.mmi
	nop 0
	(p6) addl r48 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r48 = r0
	add r46 = r1, r46
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	addl r48 = 100000, r0
	mov r1 = r45
	nop 0
	.mmb
	mov r46 = r34
	addl r47 = 1, r0
	br.call.sptk.many b0 = memset#
	;;
	.mmi
	mov r47 = r34
	nop 0
	mov r1 = r45
	.mmb
	addl r46 = 1060, r0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	cmp.eq p6, p7 = r8, r34
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC19)
	.mmi
	nop 0
	(p6) addl r47 = 1, r0
	nop 0
	;;
	.mib
	(p7) mov r47 = r0
	add r46 = r1, r46
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	adds r47 = 4096, r35
	nop 0
	.mmb
	addl r46 = 1152, r0
	addl r48 = 4096, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r35
	mov r48 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC20)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r35
	addl r49 = 1, r0
	.mmb
	addl r48 = 4096, r0
	addl r46 = 1155, r0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	addl r49 = 1, r0
	mov r47 = r35
	.mmi
	mov r34 = r8
	addl r46 = 1155, r0
	addl r48 = 8192, r0
	;;
	.mib
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	mov r47 = r34
	mov r48 = r8
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC21)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r1 = r45
	mov r52 = r0
	addl r51 = -1, r0
	.mmi
	addl r50 = 50, r0
	addl r49 = 3, r0
	addl r48 = 4096, r0
	;;
	.mlx
	addl r46 = 1151, r0
	movl r47 = 1152921504606846976
	.mmb
	nop 0
	nop 0
	br.call.sptk.many b0 = system_call#
	;;
	.mmi
	mov r1 = r45
	nop 0
	extr.u r47 = r8, 63, 1
	;;
	.mlx
	nop 0
	movl r46 = @gprel(.LC22)
	;;
	.mib
	add r46 = r1, r46
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	mov r8 = r0
	mov r1 = r45
	mov b0 = r43
	;;
	.mii
	nop 0
	mov ar.pfs = r44
	nop 0
	.mmb
	.label_state 2
	.restore sp
	adds r12 = 16, r12
	nop 0
	br.ret.sptk.many b0
.L12:
	.body
	.copy_state 2
	.mii
	adds r14 = -32, r47
	mov r46 = r35
	;;
	cmp.geu p6, p7 = 1, r14
	;;
	.mib
	cmp.eq.or.andcm p6, p7 = 15, r47
	nop 0
	(p7) br.cond.dpnt .L10
	;;
	.mib
	adds r34 = 16, r34
	nop 0
	br.call.sptk.many b0 = printf#
	;;
	.mmi
	adds r14 = -8, r34
	nop 0
	mov r1 = r45
	;;
	.mmi
	nop 0
	ld8 r47 = [r14]
	nop 0
	;;
	.mib
	nop 0
	cmp.ne p6, p7 = 0, r47
	(p6) br.cond.dptk .L15
	.mib
	nop 0
	nop 0
	br .L6
	.endp main#
	.ident	"GCC: (GNU) 12.2.0"
