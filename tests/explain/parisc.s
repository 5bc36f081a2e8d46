; What tests/explain/run asks about: a loop with a wait of one cycle, a nullification, a branch that nullifies its slot;
; a loop whose first word is an odd one; one that waits for what its last iteration made; one that loads from the double word that it has stored to;
; and, which does not run, a loop that begins where the one around it does.
	.text
	.globl	_start
	.type	_start, @function
_start:
	ldi	1000, %r20
	ldi	0, %r21
	.size	_start, . - _start
	.globl	loop
	.type	loop, @function
loop:
	ldw	0(%r30), %r19
	add	%r19, %r21, %r21
	stw	%r21, 8(%r30)
	addi,<>	-3, %r21, %r22
	ldi	7, %r22
	fmpy,dbl	%fr4, %fr5, %fr6
	fadd,dbl	%fr6, %fr4, %fr7
	addib,<>,n	-1, %r20, loop
	ldi	9, %r23
	.size	loop, . - loop
	.globl	again
	.type	again, @function
again:
	ldi	1000, %r20
	nop
	.size	again, . - again
	.globl	odd
	.type	odd, @function
odd:
	add	%r4, %r5, %r6
	add	%r7, %r8, %r9
	addib,<>	-1, %r20, odd
	add	%r10, %r11, %r12
	.size	odd, . - odd
	.globl	again2
	.type	again2, @function
again2:
	ldi	1000, %r20
	nop
	.size	again2, . - again2
	.globl	carried
	.type	carried, @function
carried:
	fadd,dbl	%fr7, %fr4, %fr7
	ldi	3, %r22
	addib,<>	-1, %r20, carried
	fmpy,dbl	%fr7, %fr5, %fr7
	.size	carried, . - carried
	.globl	again3
	.type	again3, @function
again3:
	ldi	1000, %r20
	nop
	.size	again3, . - again3
	.globl	stored
	.type	stored, @function
stored:
	stw	%r20, 16(%r30)
	ldw	20(%r30), %r19
	ldw	24(%r30), %r18
	stw	%r19, 32(%r30)
	addib,<>	-1, %r20, stored
	stw	%r18, 36(%r30)
	.size	stored, . - stored
	.globl	done
	.type	done, @function
done:
	ldi	0, %r26
	ble	0x100(%sr2, %r0)
	ldi	1, %r20
	.size	done, . - done
	.globl	nested
	.type	nested, @function
nested:
	add	%r4, %r5, %r6
	addib,<>	-1, %r20, nested
	nop
	ldi	20, %r20
	addib,<>	-1, %r21, nested
	nop
	bv,n	%r0(%r2)
	.size	nested, . - nested
	.globl	two
	.type	two, @function
two:
	ldi	20, %r20
	addib,<>	-1, %r20, two + 4
	nop
	ldi	20, %r20
	addib,<>	-1, %r20, two + 16
	nop
	bv,n	%r0(%r2)
	.size	two, . - two
