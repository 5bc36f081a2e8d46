; A program that has been running for some slices when it calls for the first time: until then nothing says where it began. The delay
; slot of a call has work to do, and so has the function that is called by it.
	.level 1.1
	.text
	.export _start, code
_start:
	.proc
	.callinfo
	.entry
	ldil	L%80000, %r4
	ldo	R%80000(%r4), %r4
first:	addib,<>	-1, %r4, first
	nop
	ldi	200, %r5
again:	bl	work, %rp
	ldi	1000, %r4
	addib,<>	-1, %r5, again
	nop
	ldi	0, %r26
	ble	0x100(%sr2, %r0)
	ldi	1, %r20
	.exit
	.procend
	.export work, code
work:
	.proc
	.callinfo
	.entry
loop:	addib,<>	-1, %r4, loop
	nop
	bv,n	%r0(%rp)
	nop
	.exit
	.procend
