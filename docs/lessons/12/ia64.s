// The parity of 150,000 random numbers of 17 bits, each computed by shifts.
	.include "ia64.inc"
	.include "12/ia64-main.inc"

	.macro fold bits			// of the upper bits and the lower ones: the same parity
	extr.u r21 = r26, \bits, \bits
	;;
	xor r26 = r26, r21
	;;
	.endm

_start:	begin
	count_parities
	exit

parity:	fold 16
	fold 8
	fold 4
	fold 2
	fold 1
	and r28 = 1, r26
	br.ret.sptk.many b0
	;;
