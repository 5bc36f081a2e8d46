/* The ROM of Itanium: interruption vectors and the handler of the interval timer.
 *
 * An interruption brings in bank 0 of r16 to r31 and masks others; the handler runs at privilege level 0, its code in
 * absolute space. Its data is there too once PSR.dt is 0; while it is 1, data is the program's. It uses the registers
 * of bank 0, which no program sees, and, for the product, f6 to f8, which go to the control block's scratch and come
 * back with whatever they held. Predicates are kept in r30 as a whole. No stacked register, no branch register and no
 * application register is touched, so that frame, NaT bits, UNAT and the register stack engine stay what they were. PSR
 * comes back from IPSR with rfi.
 *
 * The kernel leaves the real address of the process's control block (rom/pcb.h) in r31 of bank 0. */
#include "rom/pcb.h"

#define USER 3 /* privilege level */
#define TIMER_VECTOR 0xef

#define BIT_ON 0
#define BIT_BIG_ENDIAN 1
#define BIT_SATURATE 0
#define BIT_FINAL 1
#define BIT_OVERFLOW 2
#define BIT_BYTEWISE 3

#define block r31
#define saved_pr r30
#define pc r29
#define left r28
#define entry r27
#define flags r26

        .text
        .explicit
        .align  32768

/* --- vectors ------------------------------------------------------------------------------------------------------ */

/* Interruptions of programs go to the guest kernel as signals and never come here; while a handler runs there is no
 * cause for any but those that its references to the program's memory may have. A vector without a handler is zeros: a
 * bundle of breaks. */
        .macro  vector at to
        .org    \at
        br      \to ;;
        .endm

        .globl  vectors
vectors:
        vector  0x1400, guest_fault     /* data nested TLB: what a miss is while no interruption is collected */

/* --- the timer: the external interrupt, of which it is the only source -------------------------------------------- */

        .org    0x3000
        mov     r16=cr.ivr              /* in service from here on */
        mov     saved_pr=pr
        mov     r17=TIMER_VECTOR
        mov     r19=cr.itm
        rsm     psr.dt
        add     r18=PCB_PERIOD,block ;;
        srlz.d
        cmp.ne  p6,p0=r16,r17
(p6)    br      wrong_interrupt ;;
        ld8     r20=[r18]
        ld4     flags=[block]           /* PCB_FLAGS is 0 */
        add     r21=PCB_ACTION,block ;;
        add     r19=r19,r20 ;;
        mov     cr.itm=r19
        tbit.z  p6,p0=flags,BIT_ON
        mov     cr.eoi=r0               /* rfi serializes */
        mov     r16=PCB_DID_OFF
(p6)    br      leave ;;

        add     r17=PCB_SCRATCH,block
        add     r18=PCB_SCRATCH+16,block
        add     r19=PCB_SCRATCH+32,block ;;
        stf.spill [r17]=f6
        stf.spill [r18]=f7
        add     r20=PCB_COUNT,block
        stf.spill [r19]=f8
        mov     pc=cr.iip               /* the bundle */
        mov     r21=PCB_ENTRIES ;;
        ld4     left=[r20]
        add     entry=r21,block ;;

/* --- the search --------------------------------------------------------------------------------------------------- */

/* left = entries left, entry = the next one; what is behind the last one may be read. */
search:
        ld8     r20=[entry]             /* PCB_LOW is 0 */
        add     r17=PCB_LAST,entry
        cmp.eq  p6,p0=0,left ;;
        ld8     r21=[r17]
        cmp.ltu p7,p0=pc,r20
(p6)    br      miss ;;
        cmp.ltu p8,p0=r21,pc
(p7)    br      advance
(p8)    br      advance ;;
        add     r18=PCB_KIND,entry
        add     r19=PCB_SCALE,entry
        sub     r20=pc,r20 ;;           /* the distance */
        ld4     r22=[r18]
        ld4     r23=[r19]
        mov     r24=0 ;;
        cmp.eq  p8,p0=PCB_KIND_ONE_BIN,r22
        cmp.eq  p9,p0=PCB_KIND_HALVED,r22
        cmp.eq  p10,p0=PCB_KIND_EVEN_UP,r22
        add     r17=PCB_LIMIT,entry
        mov     r25=0
(p8)    br      compare ;;

/* r25:r24 = product / 65536: 64 by 32 bits make 96. */
        setf.sig f7=r23
(p9)    shr.u   r20=r20,1
        cmp.eq  p11,p0=PCB_KIND_FLOOR,r22 ;;
        setf.sig f6=r20 ;;
        xma.l   f8=f6,f7,f0
        xma.hu  f6=f6,f7,f0 ;;
        getf.sig r24=f8
        getf.sig r25=f6 ;;
        shrp    r24=r25,r24,16
        shr.u   r25=r25,16
(p11)   br      compare ;;
        .pred.rel "mutex",p9,p10
(p9)    shrp    r25=r25,r24,63          /* twice */
(p9)    add     r24=r24,r24
(p10)   add     r24=1,r24 ;;            /* up to an even number */
(p10)   cmp.eq.unc p11,p0=0,r24
(p10)   and     r24=-2,r24 ;;
(p11)   add     r25=1,r25 ;;

/* r17 leads to the limit, which has 64 bits. */
compare:
        ld8     r18=[r17]
        cmp.ne  p6,p0=0,r25
(p6)    br      outside ;;
        cmp.ltu p6,p0=r24,r18
(p6)    br      hit ;;
outside:
        add     r17=PCB_MODE,entry ;;
        ld4     r18=[r17] ;;
        tbit.nz p6,p0=r18,BIT_FINAL
(p6)    br      miss ;;
advance:
        add     left=-1,left
        add     entry=PCB_ENTRY_SIZE,entry
        br      search ;;

miss:
        mov     r16=PCB_DID_MISS
        br      done ;;

        vector  0x5300, guest_fault     /* data access rights */
        vector  0x5a00, guest_fault     /* unaligned data reference */
        .org    0x8000

/* --- the element -------------------------------------------------------------------------------------------------- */

/* r24 = position in the buffer. From here on r20 = size, r22 = address, r23 = mode, r27 = last byte, r28 = bits of a
 * register that an element leaves free. */
hit:
        add     r17=PCB_INDEX,entry
        add     r18=PCB_ELEMENT,entry
        add     r19=PCB_BASE,entry ;;
        ld4     r16=[r17]
        ld4     r20=[r18]
        add     r21=PCB_MODE,entry
        ld8     r19=[r19]
        add     r25=PCB_REGION,block
        add     r18=PCB_ADDRESS,block ;;
        ld4     r23=[r21]
        add     r17=-1,r20 ;;
        st4     [r25]=r16
        andcm   r24=r24,r17 ;;
        add     r22=r19,r24 ;;
        st8     [r18]=r22
        add     r27=r22,r17
        and     r16=r22,r17
        cmp.ltu p6,p0=r22,r19           /* past the end of the address space */
(p6)    br      fault ;;
        cmp.ltu p6,p0=r27,r22
        tbit.nz p7,p12=r23,BIT_BYTEWISE
(p6)    br      fault ;;
(p12)   cmp.ne.unc p6,p0=0,r16          /* misaligned */
(p12)   cmp.eq.unc p8,p0=2,r20
(p6)    br      fault ;;
        cmp.eq  p9,p0=4,r20
        cmp.eq  p10,p0=8,r20
        tbit.nz p11,p0=flags,BIT_BIG_ENDIAN
        .pred.rel "mutex",p7,p8,p9,p10

/* The rights are asked for first, at the program's level; a reference can still fail where a mapping passes the end of
 * its file, and comes back as guest_fault. p6 is 0. */
        ssm     psr.dt
        sub     r28=8,r20 ;;
        srlz.d ;;
        probe.r r16=r22,USER
        shl     r28=r28,3
        probe.w r17=r22,USER
        probe.r r18=r27,USER
        probe.w r19=r27,USER ;;
        cmp.eq.or p6,p0=0,r16
        cmp.eq.or p6,p0=0,r17
        cmp.eq.or p6,p0=0,r18
        cmp.eq.or p6,p0=0,r19
(p6)    br      no_access ;;

/* r16 = old value. */
(p7)    ld1     r16=[r22]
(p7)    ld1     r17=[r27]
(p8)    ld2     r16=[r22]
(p9)    ld4     r16=[r22]
(p10)   ld8     r16=[r22] ;;
        rsm     psr.dt ;;
        srlz.d
        add     r18=PCB_OLD,block
(p7)    dep     r16=r17,r16,8,8 ;;
        add     r19=PCB_NEW,block
(p11)   mux1    r16=r16,@rev ;;
(p11)   shr.u   r16=r16,r28 ;;
        st8     [r18]=r16

/* r17 = new value, cut to the element's size; it is 0 where the old one was the maximum. */
        add     r17=1,r16 ;;
        shl     r17=r17,r28 ;;
        shr.u   r17=r17,r28 ;;
        cmp.ne  p12,p13=0,r17 ;;
(p13)   tbit.z.unc p12,p13=r23,BIT_SATURATE ;;
(p13)   mov     r17=r16 ;;
        st8     [r19]=r17
        mov     r16=PCB_DID_SATURATED
(p13)   br      done ;;

        ssm     psr.dt
(p11)   shl     r17=r17,r28 ;;
(p11)   mux1    r17=r17,@rev ;;
        srlz.d ;;
(p7)    st1     [r22]=r17
(p7)    shr.u   r18=r17,8 ;;
(p7)    st1     [r27]=r18
(p8)    st2     [r22]=r17
        tbit.nz p6,p0=r23,BIT_OVERFLOW
(p9)    st4     [r22]=r17
(p10)   st8     [r22]=r17
        mov     r16=PCB_DID_COUNT ;;
        rsm     psr.dt
(p6)    mov     r16=PCB_DID_OVERFLOW_BIN ;;

/* r16 = what was done. */
done:
        srlz.d ;;
        add     r17=PCB_SCRATCH,block
        add     r18=PCB_SCRATCH+16,block
        add     r19=PCB_SCRATCH+32,block
        add     r21=PCB_ACTION,block ;;
        ldf.fill f6=[r17]
        ldf.fill f7=[r18]
        ldf.fill f8=[r19] ;;
leave:  /* r21 = where */
        st4     [r21]=r16
        mov     pr=saved_pr,-1
        rfi ;;

/* --- profiling is turned off -------------------------------------------------------------------------------------- */

/* A reference to the program's memory was interrupted. PSR.ic was 0, so that IPSR and IIP still hold what the timer's
 * interruption left there. */
guest_fault:
no_access:
        rsm     psr.dt ;;
        srlz.d ;;
fault:
        dep     flags=0,flags,BIT_ON,1 ;;
        st4     [block]=flags
        mov     r16=PCB_DID_FAULT
        br      done ;;

wrong_interrupt:
        break.m 0 ;;
