; The parity of 150,000 random numbers of 17 bits, each computed by shifts.
	.include "hppa.inc"
	.include "12/hppa-main.inc"

_start:
	count_parities
	exit

parity:	extru %r26, 15, 16, %r21		; of the upper half and the lower one: the same parity
	xor %r26, %r21, %r26
	extru %r26, 23, 24, %r21
	xor %r26, %r21, %r26
	extru %r26, 27, 28, %r21
	xor %r26, %r21, %r26
	extru %r26, 29, 30, %r21
	xor %r26, %r21, %r26
	extru %r26, 30, 31, %r21
	xor %r26, %r21, %r26
	bv %r0(%r2)
	extru %r26, 31, 1, %r28
