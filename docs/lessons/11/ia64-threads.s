// Two threads that count 200,000 times each: in counters side by side, and in counters 256 bytes apart.
	.include "ia64.inc"

	.text
	.globl _start
	.type _start, @function
	.type count, @function
_start:	alloc r2 = ar.pfs, 0, 0, 6, 0
	movl r32 = 0x50f00			// clone2: the memory, the files and the process are shared
	movl r33 = stack
	movl r34 = 16384
	mov r35 = 0
	mov r36 = 0
	mov r37 = 0
	;;
	system_call 1213
	movl r20 = side_by_side
	movl r22 = apart
	cmp.eq p6, p0 = 0, r8			// the new thread
	;;
(p6)	br.cond.sptk.few count
	;;
	adds r20 = 4, r20
	adds r22 = 256, r22
	;;

count:	movl r21 = 200000 - 1
	;;
	mov ar.lc = r21
	;;
1:	ld4 r23 = [r20]
	ld4 r24 = [r22]
	;;
	adds r23 = 1, r23
	adds r24 = 1, r24
	;;
	st4 [r20] = r23
	st4 [r22] = r24
	br.cloop.sptk.few 1b
	;;
	exit					// of this thread

	.section .bss
	.macro object name, size
	.type \name, @object
	.size \name, \size
	.balign 256
\name:	.skip \size
	.endm
	object side_by_side, 8
	object apart, 512
	object stack, 16384
