; How data lie: structures of which one field is read, an array of that field, a matrix whose rows conflict, a list on the heap.
	.include "hppa.inc"

	.macro walk name, base, count, stride	; a word every so many bytes
	.type \name, @function
\name:	set \base, %r20
	set \count, %r21
	set \stride, %r22
1:	ldw 0(%r20), %r23
	addib,<> -1, %r21, 1b
	addl %r20, %r22, %r20
	bv %r0(%r2)
	nop
	.endm

	.macro call name
	bl \name, %r2
	nop
	.endm

	.text
	.globl _start
	.type _start, @function
_start:	set 2000, %r3
	copy %r0, %r5				; the list
1:	call new_node
	addib,<> -1, %r3, 1b
	copy %r28, %r5
	ldi 4, %r3
2:	call sum_structures
	call sum_array
	call sum_list
	addib,<> -1, %r3, 2b
	nop
	ldi 4, %r3
3:	call sum_column
	addib,<> -1, %r3, 3b
	nop
	exit

	walk sum_structures, particles, 4000, 64
	walk sum_array, masses, 4000, 4
	walk sum_column, matrix, 64, 65536

	.type new_node, @function
new_node:				; r28 = a node whose next is r5
	copy %r2, %r4
	bl malloc, %r2
	ldi 56, %r26
	bv %r0(%r4)
	stw %r5, 0(%r28)

	.type sum_list, @function
sum_list:
	copy %r5, %r20
1:	ldw 4(%r20), %r23
	ldw 0(%r20), %r20
	comib,<> 0, %r20, 1b
	nop
	bv %r0(%r2)
	nop

	.type malloc, @function
malloc:				; r28 = so many bytes (r26), 8 more than asked for apart
	set used, %r20
	ldw 0(%r20), %r21
	set arena, %r28
	addl %r28, %r21, %r28
	addl %r21, %r26, %r21
	ldo 8(%r21), %r21
	bv %r0(%r2)
	stw %r21, 0(%r20)

	.macro object name, size
	.type \name, @object
	.size \name, \size
	.balign 64
\name:	.skip \size
	.endm

	.bss
	object particles, 256000
	object masses, 16000
	object matrix, 4194304
	object used, 4
	object arena, 128000
