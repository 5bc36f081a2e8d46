// A backing store that runs into a page that is not there: the spill of an alloc faults. Recursion with 90 locals; the page
// behind the one that BSP is in is unmapped first.
        .explicit
        .text
        .global _start, function
        .proc _start
_start:
        alloc r32=ar.pfs,0,2,2,0 ;;
        flushrs ;;
        mov r14=ar.bsp
        movl r15=4095 ;;
        add r14=r14,r15 ;;
        andcm r34=r14,r15               // the first page that is wholly behind
        addl r35=4096,r0
        movl r15=1152 ;;                // munmap
        break 0x100000 ;;
        cmp.ne p6,p0=0,r8 ;;
(p6)    break 1                         // not unmapped: another signal
        ;;
        br.call.sptk.many b0=function ;;
        .endp _start

        .proc function
function:
        alloc r32=ar.pfs,0,90,0,0 ;;
        br.call.sptk.many b0=function ;;
        .endp function
