; The same, but the parity is looked up in a table of 131,072 bytes, which is made before.
	.include "hppa.inc"
	.include "12/hppa-main.inc"
	.type prepare, @function

_start:
	bl prepare, %r2
	nop
	count_parities
	exit

prepare:
	set table, %r5
	set 131072, %r22
	ldi 1, %r20
1:	extru %r20, 30, 31, %r21		; the parity of n is that of n / 2, and n's lowest bit
	ldbx %r21(%r5), %r23
	add %r5, %r20, %r24
	xor %r23, %r20, %r23
	extru %r23, 31, 1, %r23
	ldo 1(%r20), %r20
	comb,<> %r20, %r22, 1b
	stb %r23, 0(%r24)
	bv %r0(%r2)
	nop

parity:	bv %r0(%r2)
	ldbx %r26(%r5), %r28

	.bss
	.align 4096
table:	.space 131072
