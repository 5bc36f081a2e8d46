// The same, but the parity is looked up in a table of 131,072 bytes, which is made before.
	.include "ia64.inc"
	.include "12/ia64-main.inc"
	.type prepare, @function

_start:	begin
	br.call.sptk.many b0 = prepare
	;;
	count_parities
	exit

prepare:
	movl r5 = table
	movl r14 = 131072 - 2
	mov r20 = 1
	;;
	mov ar.lc = r14
	;;
1:	extr.u r21 = r20, 1, 31			// the parity of n is that of n / 2, and n's lowest bit
	add r24 = r5, r20
	;;
	add r21 = r5, r21
	;;
	ld1 r23 = [r21]
	;;
	xor r23 = r23, r20
	add r20 = 1, r20
	;;
	and r23 = 1, r23
	;;
	st1 [r24] = r23
	br.cloop.sptk.few 1b
	;;
	br.ret.sptk.many b0
	;;

parity:	add r26 = r26, r5
	;;
	ld1 r28 = [r26]
	br.ret.sptk.many b0
	;;

	.bss
	.align 4096
table:	.space 131072
