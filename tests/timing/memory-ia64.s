// What tests/timing/hardware measures of the memory of an Itanium 2: chases of addresses, and reading and writing in order. Lines have 128 bytes.

	.explicit
	.text

// chase(lines, loads): from line to line, each once before the first comes again; lines is a power of two. The list is made anew, when the
// caches hold something else, so that this takes the same each time.
	.global chase
	.proc chase
chase:
	alloc r2=ar.pfs,2,0,0,0
	mov r3=ar.lc
	movl r14=other
	mov r16=32767 ;;
	mov ar.lc=r16 ;;
1:
	ld8 r16=[r14],128
	br.cloop.sptk 1b ;;
	movl r14=region
	movl r15=1664525 ;;		// as of a linear congruential generator, so its period is all of them
	setf.sig f7=r15
	movl r16=1013904223
	add r17=-1,r32
	mov r18=0 ;;
	mov ar.lc=r17
1:
	setf.sig f6=r18 ;;
	xma.l f6=f6,f7,f0 ;;
	getf.sig r19=f6 ;;
	add r19=r19,r16 ;;
	and r19=r19,r17 ;;
	shl r20=r18,7
	shl r21=r19,7 ;;
	add r20=r20,r14
	add r21=r21,r14 ;;
	st8 [r20]=r21
	mov r18=r19
	br.cloop.sptk 1b ;;
	add r33=-1,r33 ;;
	mov ar.lc=r33 ;;
2:
	ld8 r14=[r14]
	br.cloop.sptk 2b ;;
	mov ar.lc=r3
	br.ret.sptk b0 ;;
	.endp chase

// read_in_order(lines), 4 bytes at a time; the caches hold something else.
	.global read_in_order
	.proc read_in_order
read_in_order:
	alloc r2=ar.pfs,1,16,0,16
	mov r3=ar.lc
	movl r14=other
	mov r9=pr
	mov r16=32767 ;;
	mov ar.lc=r16
	shl r15=r32,5 ;;
1:
	ld8 r16=[r14],128
	br.cloop.sptk 1b ;;
	add r15=-1,r15
	movl r14=region
	mov ar.ec=9
	mov pr.rot=1<<16 ;;
	mov ar.lc=r15 ;;
2:					// who needs a word comes eight words later
	(p16) ld4 r33=[r14],4
	(p24) add r16=r16,r41
	br.ctop.sptk 2b ;;
	mov ar.lc=r3
	mov pr=r9,-1
	br.ret.sptk b0 ;;
	.endp read_in_order

// write_in_order(lines), 4 bytes at a time; the caches hold something else that has been written.
	.global write_in_order
	.proc write_in_order
write_in_order:
	alloc r2=ar.pfs,1,0,0,0
	mov r3=ar.lc
	movl r14=other
	mov r16=32767 ;;
	mov ar.lc=r16
	shl r32=r32,5 ;;
1:
	st8 [r14]=r0,128
	br.cloop.sptk 1b ;;
	add r32=-1,r32
	movl r14=region ;;
	mov ar.lc=r32 ;;
2:
	st4 [r14]=r0,4
	br.cloop.sptk 2b ;;
	mov ar.lc=r3
	br.ret.sptk b0 ;;
	.endp write_in_order

	.bss
	.align 65536
region:	.skip 8 << 20
other:	.skip 4 << 20
