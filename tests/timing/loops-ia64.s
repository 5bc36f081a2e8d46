// Loops of our own whose cycles were published as a number that a kernel tells; tests/timing/hardware runs them.

	.explicit
	.text

// delay(times): a bundle that is only a loop branch, by which Linux calibrates its delays (BogoMIPS).
	.global delay
	.proc delay
	.align 32
delay:
	alloc r2=ar.pfs,1,0,0,0
	mov r3=ar.lc
	add r32=-1,r32 ;;
	mov ar.lc=r32 ;;
	.align 32
1:
	br.cloop.sptk.few 1b ;;
	mov ar.lc=r3
	br.ret.sptk b0 ;;
	.endp delay
