// Frames whose page in the backing store has gone: the fill after a return faults, at the instruction that is returned to.
// Eight calls of 60 locals each; all is flushed, the page of the first frames is unmapped, and the last function returns.
        .explicit
        .text
        .global _start, function, back
        .proc _start
_start:
        alloc r32=ar.pfs,0,1,2,0 ;;
        addl r33=60,r0 ;;               // calls to come: 3,600 registers, seven pages
        br.call.sptk.many b0=function ;;
        .endp _start

        .proc function
function:
        alloc r33=ar.pfs,1,59,2,0 ;;
        mov r34=b0
        cmp.eq p6,p7=0,r32
        adds r92=-1,r32 ;;
(p7)    br.call.sptk.many b0=function ;;
back:
(p7)    mov b0=r34
(p7)    mov ar.pfs=r33 ;;
(p7)    br.ret.sptk.many b0 ;;
        // the innermost: the page before the one that BSP is in goes
        flushrs ;;
        mov r14=ar.bsp
        movl r15=4095 ;;
        andcm r14=r14,r15
        movl r16=-4096 ;;
        add r92=r14,r16
        addl r93=4096,r0
        movl r15=1152 ;;
        break 0x100000 ;;
        cmp.ne p6,p0=0,r8 ;;
(p6)    break 1
        ;;
        cmp.eq p7,p0=r0,r0              // the callers go on
        mov b0=r34
        mov ar.pfs=r33 ;;
        br.ret.sptk.many b0 ;;
        .endp function
