; A loop in a local function with such a name as compilers give to a part of another; gprof leaves it out.
	.globl	_start
	.type	_start, @function
_start:	b,l	work.part.0, %r2
	ldi	0, %r20
	ldi	0, %r26
	ble	0x100(%sr2, %r0)
	ldi	1, %r20
	.size	_start, . - _start
	.globl	before
	.type	before, @function
before:	bv	%r0(%r2)
	nop
	.size	before, . - before
	.type	work.part.0, @function
work.part.0:
	ldil	L%0x20000, %r21
1:	addib,<>	-1, %r21, 1b
	ldo	1(%r20), %r20
	bv	%r0(%r2)
	nop
	.size	work.part.0, . - work.part.0
	.globl	behind
	.type	behind, @function
behind:	bv	%r0(%r2)
	nop
	.size	behind, . - behind
