/* The ROM of PA-RISC: interruption vectors and the handler of the interval timer.
 *
 * An interruption clears PSW: the handler runs at the most privileged level, with its code and data in absolute space,
 * and with interruptions masked. The registers that the program lent it are those that have shadows: r1, r8, r9, r16,
 * r17, r24, r25. Nothing else is touched but SR 1, which goes to the control block's scratch and comes back; no
 * floating-point register, no SAR, no other space register. PSW with its N, V and C/B bits comes back from IPSW.
 *
 * The kernel leaves the real address of the process's control block (rom/pcb.h) in TR 0 (CR 24) and the value of the
 * timer's comparator, which cannot be read, in TR 1 (CR 25).
 *
 * The guest's addresses are 32 bits: of the 64-bit fields the right words count, the left ones are 0, and
 * the product of a distance and a scale has 64 bits at most. */
#include "rom/pcb.h"

#define CR_IIASQ %cr17
#define CR_IIAOQ %cr18
#define CR_ITMR %cr16
#define CR_IPSW %cr22
#define CR_EIRR %cr23
#define CR_BLOCK %cr24
#define CR_COMPARATOR %cr25

#define PSW_D 2
#define USER 3 /* privilege level */

#define BIT(mask) (31 - LOG2_##mask)
#define LOG2_PCB_ON 0
#define LOG2_PCB_SATURATE 0
#define LOG2_PCB_FINAL 1
#define LOG2_PCB_OVERFLOW 2
#define LOG2_PCB_BYTEWISE 3

#define SAVED_SR1 PCB_SCRATCH
#define SAVED_IPSW (PCB_SCRATCH + 4)

#define LOW_WORD(field) ((field) + 4)

        .level  1.1
        .text
        .align  2048

/* --- vectors: 32 bytes each --------------------------------------------------------------------------------------- */

        .macro  vector to
        b       \to
        nop
        .balign 32, 0
        .endm

        .globl  vectors
vectors:
        vector  unexpected      /* 0 */
        vector  unexpected      /* 1 high-priority machine check */
        vector  unexpected      /* 2 power failure */
        vector  unexpected      /* 3 recovery counter */
        vector  timer           /* 4 external interruption: the timer is the only one */
        vector  unexpected      /* 5 */
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  unexpected      /* 10 */
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  guest_fault     /* 15 data TLB miss, data page fault */
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  unexpected      /* 20 */
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  unexpected
        vector  unexpected      /* 25 */
        vector  guest_fault     /* 26 data memory access rights */
        vector  unexpected
        vector  guest_fault     /* 28 unaligned data reference */
        vector  unexpected
        vector  unexpected      /* 30 */
        vector  unexpected

/* Interruptions of programs go to the guest kernel as signals and never come here; while a handler runs there is no
 * cause for any but those that its references to the program's memory may have. */
unexpected:
        break   0,0

/* --- the timer ---------------------------------------------------------------------------------------------------- */

timer:
        mfctl   CR_BLOCK,%r24
        ldil    L%0x80000000,%r1
        mtctl   %r1,CR_EIRR             /* a one clears the bit */
        mfctl   CR_COMPARATOR,%r1
        ldw     LOW_WORD(PCB_PERIOD)(%r24),%r8
        addl    %r1,%r8,%r1
        mtctl   %r1,CR_ITMR
        mtctl   %r1,CR_COMPARATOR

        ldw     PCB_FLAGS(%r24),%r1
        bb,>=   %r1,BIT(PCB_ON),done
        ldi     PCB_DID_OFF,%r1

        ldw     PCB_COUNT(%r24),%r17
        ldo     PCB_ENTRIES(%r24),%r25

/* --- the search --------------------------------------------------------------------------------------------------- */

/* r17 = entries left, r25 = the next one. */
search:
        cmpib,=,n 0,%r17,miss
        mfctl   CR_IIAOQ,%r1            /* the front of the queue */
        depwi   0,31,2,%r1              /* without its privilege level: pc */
        ldw     LOW_WORD(PCB_LOW)(%r25),%r8
        ldw     LOW_WORD(PCB_LAST)(%r25),%r9
        cmpb,<<,n %r1,%r8,advance
        cmpb,<<,n %r9,%r1,advance
        sub     %r1,%r8,%r8             /* r8 = distance */
        ldw     PCB_KIND(%r25),%r16
        copy    %r0,%r24                /* r24:r16 is to be the product */
        cmpib,=,n PCB_KIND_ONE_BIN,%r16,zero
        cmpib,<>,n PCB_KIND_HALVED,%r16,multiply
        extrw,u %r8,30,31,%r8
multiply:
        ldw     PCB_SCALE(%r25),%r1
        copy    %r0,%r9                 /* r9:r8 = distance, shifted left step by step */
        copy    %r0,%r16
        /* 32 by 32 bits make 64: a doubleword is added for each bit of the scale. XMPYU would be shorter, but its
         * registers are the program's, and an exception may be pending in its unit. */
1:      bb,>=,n %r1,31,2f
        add     %r8,%r16,%r16
        addc    %r9,%r24,%r24
2:      extrw,u %r1,30,31,%r1
        add     %r8,%r8,%r8
        cmpib,<> 0,%r1,1b
        addc    %r9,%r9,%r9             /* the comparison leaves the carry alone */

        shrpw   %r24,%r16,16,%r16       /* r24:r16 = product / 65536 */
        extrw,u %r24,15,16,%r24
        ldw     PCB_KIND(%r25),%r1
        cmpib,=,n PCB_KIND_EVEN_UP,%r1,even_up
        cmpib,<>,n PCB_KIND_HALVED,%r1,compare
        add     %r16,%r16,%r16
        addc    %r24,%r24,%r24
        b,n     compare
even_up:
        addi    1,%r16,%r16
        addc    %r24,%r0,%r24
        b       compare
        depwi   0,31,1,%r16
zero:
        copy    %r0,%r16
compare:
        cmpib,<>,n 0,%r24,outside       /* a limit is below 2^32 */
        ldw     LOW_WORD(PCB_LIMIT)(%r25),%r1
        cmpb,<<,n %r16,%r1,hit
outside:
        ldw     PCB_MODE(%r25),%r1
        bb,<,n  %r1,BIT(PCB_FINAL),miss
advance:
        addi    -1,%r17,%r17
        b       search
        ldo     PCB_ENTRY_SIZE(%r25),%r25

miss:
        mfctl   CR_BLOCK,%r24
        b       done
        ldi     PCB_DID_MISS,%r1

/* --- the element -------------------------------------------------------------------------------------------------- */

/* r16 = position in the buffer, r25 = entry. */
hit:
        mfctl   CR_BLOCK,%r24
        ldw     PCB_INDEX(%r25),%r1
        stw     %r1,PCB_REGION(%r24)
        ldw     PCB_ELEMENT(%r25),%r17
        ldo     -1(%r17),%r1
        andcm   %r16,%r1,%r16
        ldw     LOW_WORD(PCB_BASE)(%r25),%r8
        add     %r8,%r16,%r8            /* r8 = element */
        addc    %r0,%r0,%r16
        stw     %r8,LOW_WORD(PCB_ADDRESS)(%r24)
        cmpib,<>,n 0,%r16,fault         /* past the end of the address space */
        add     %r8,%r1,%r9             /* r9 = its last byte */
        addc    %r0,%r0,%r16
        cmpib,<>,n 0,%r16,fault
        ldw     PCB_MODE(%r25),%r25     /* r25 = mode from here on */
        bb,<,n  %r25,BIT(PCB_BYTEWISE),access
        and     %r8,%r1,%r16
        cmpib,<>,n 0,%r16,fault         /* misaligned */

/* The program's memory is in the space of its code. Its rights are asked for first, at its level; a reference can still
 * fail where a mapping passes the end of its file, and comes back as guest_fault. */
access:
        mfsp    %sr1,%r1
        stw     %r1,SAVED_SR1(%r24)
        mfctl   CR_IPSW,%r1
        stw     %r1,SAVED_IPSW(%r24)
        mfctl   CR_IIASQ,%r1
        mtsp    %r1,%sr1
        ssm     PSW_D,%r0
        proberi (%sr1,%r8),USER,%r16
        probewi (%sr1,%r8),USER,%r1
        and     %r1,%r16,%r16
        proberi (%sr1,%r9),USER,%r1
        and     %r1,%r16,%r16
        probewi (%sr1,%r9),USER,%r1
        and     %r1,%r16,%r16
        cmpib,=,n 0,%r16,no_access

/* r16:r1 = old value. */
        cmpib,=,n 4,%r17,load_word
        cmpib,=,n 8,%r17,load_double
        bb,<,n  %r25,BIT(PCB_BYTEWISE),load_bytes
        ldh     0(%sr1,%r8),%r1
        b       loaded
        copy    %r0,%r16
load_bytes:
        ldb     0(%sr1,%r8),%r16
        ldb     0(%sr1,%r9),%r1
        depw    %r16,23,8,%r1
        b       loaded
        copy    %r0,%r16
load_word:
        ldw     0(%sr1,%r8),%r1
        b       loaded
        copy    %r0,%r16
load_double:
        ldw     0(%sr1,%r8),%r16
        ldw     4(%sr1,%r8),%r1
loaded:
        rsm     PSW_D,%r0
        stw     %r16,PCB_OLD(%r24)
        stw     %r1,LOW_WORD(PCB_OLD)(%r24)

/* r16:r1 = new value, cut to the element's size; it is 0 where the old one was the maximum. */
        addi    1,%r1,%r1
        addc    %r16,%r0,%r16
        cmpib,=,n 8,%r17,sized
        cmpib,=,n 4,%r17,sized_word
        extrw,u %r1,31,16,%r1
sized_word:
        copy    %r0,%r16
sized:
        or,=    %r1,%r16,%r0            /* zero: look at the mode */
        b,n     store
        bb,>=,n %r25,BIT(PCB_SATURATE),store
        ldw     PCB_OLD(%r24),%r16
        ldw     LOW_WORD(PCB_OLD)(%r24),%r1
        stw     %r16,PCB_NEW(%r24)
        stw     %r1,LOW_WORD(PCB_NEW)(%r24)
        b       restore
        ldi     PCB_DID_SATURATED,%r1

store:
        stw     %r16,PCB_NEW(%r24)
        stw     %r1,LOW_WORD(PCB_NEW)(%r24)
        ssm     PSW_D,%r0
        cmpib,=,n 4,%r17,store_word
        cmpib,=,n 8,%r17,store_double
        bb,<,n  %r25,BIT(PCB_BYTEWISE),store_bytes
        b       stored
        sth     %r1,0(%sr1,%r8)
store_bytes:
        stb     %r1,0(%sr1,%r9)
        extrw,u %r1,23,8,%r1
        b       stored
        stb     %r1,0(%sr1,%r8)
store_word:
        b       stored
        stw     %r1,0(%sr1,%r8)
store_double:
        stw     %r16,0(%sr1,%r8)
        stw     %r1,4(%sr1,%r8)
stored:
        rsm     PSW_D,%r0
        ldi     PCB_DID_COUNT,%r1
        bb,<,n  %r25,BIT(PCB_OVERFLOW),overflow_bin
restore:
        ldw     SAVED_SR1(%r24),%r8
        mtsp    %r8,%sr1
done:
        stw     %r1,PCB_ACTION(%r24)
        rfir
        nop

overflow_bin:
        b       restore
        ldi     PCB_DID_OVERFLOW_BIN,%r1

/* --- profiling is turned off -------------------------------------------------------------------------------------- */

/* A reference to the program's memory was interrupted. PSW Q was 0, so that queues and shadow registers still hold what
 * the timer's interruption left there; IPSW does not. */
guest_fault:
        mfctl   CR_BLOCK,%r24
        ldw     SAVED_IPSW(%r24),%r1
        mtctl   %r1,CR_IPSW
no_access:
        rsm     PSW_D,%r0
        ldw     SAVED_SR1(%r24),%r1
        mtsp    %r1,%sr1
fault:
        ldw     PCB_FLAGS(%r24),%r1
        depwi   0,BIT(PCB_ON),1,%r1
        stw     %r1,PCB_FLAGS(%r24)
        b       done
        ldi     PCB_DID_FAULT,%r1
