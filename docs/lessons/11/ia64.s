// How data lie: structures of which one field is read, an array of that field, a matrix whose rows conflict, a list on the heap.
	.include "ia64.inc"

	.macro walk name, base, count, stride	// a word every so many bytes
	.type \name, @function
\name:	movl r20 = \base
	movl r21 = \count - 1
	movl r22 = \stride
	;;
	mov ar.lc = r21
	;;
1:	ld4 r23 = [r20], r22
	;;
	add r24 = r24, r23
	br.cloop.sptk.few 1b
	;;
	br.ret.sptk.many b0
	;;
	.endm

	.macro call name
	br.call.sptk.many b0 = \name
	;;
	.endm

	.text
	.globl _start
	.type _start, @function
_start:	begin
	movl r3 = 2000
	mov r5 = 0				// the list
	mov r24 = 0
	;;
1:	call new_node
	mov r5 = r8
	adds r3 = -1, r3
	;;
	cmp.ne p6, p0 = 0, r3
(p6)	br.cond.sptk.few 1b
	;;
	mov r3 = 4
	;;
2:	call sum_structures
	call sum_array
	call sum_list
	adds r3 = -1, r3
	;;
	cmp.ne p6, p0 = 0, r3
(p6)	br.cond.sptk.few 2b
	;;
	mov r3 = 4
	;;
3:	call sum_column
	adds r3 = -1, r3
	;;
	cmp.ne p6, p0 = 0, r3
(p6)	br.cond.sptk.few 3b
	;;
	exit

	walk sum_structures, particles, 4000, 64
	walk sum_array, masses, 4000, 4
	walk sum_column, matrix, 64, 65536

	.type new_node, @function
new_node:				// r8 = a node whose next is r5
	alloc r32 = ar.pfs, 0, 2, 1, 0
	;;
	mov r33 = b0
	mov r34 = 56
	br.call.sptk.many b0 = malloc
	;;
	mov b0 = r33
	mov ar.pfs = r32
	st8 [r8] = r5
	;;
	br.ret.sptk.many b0
	;;

	.type sum_list, @function
sum_list:
	mov r20 = r5
	;;
1:	adds r21 = 8, r20
	ld8 r20 = [r20]
	;;
	ld4 r23 = [r21]
	cmp.ne p6, p0 = 0, r20
	;;
	add r24 = r24, r23
(p6)	br.cond.sptk.few 1b
	;;
	br.ret.sptk.many b0
	;;

	.type malloc, @function
malloc:				// r8 = so many bytes (r32), 8 more than asked for apart
	movl r20 = used
	movl r22 = arena
	;;
	ld8 r21 = [r20]
	;;
	add r8 = r22, r21
	add r21 = r21, r32
	;;
	adds r21 = 8, r21
	;;
	st8 [r20] = r21
	br.ret.sptk.many b0
	;;

	.macro object name, size
	.type \name, @object
	.size \name, \size
	.balign 64
\name:	.skip \size
	.endm

	.section .bss
	object particles, 256000
	object masses, 16000
	object matrix, 4194304
	object used, 8
	object arena, 128000
