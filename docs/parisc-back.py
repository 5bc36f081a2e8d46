"""Lets gdb step back by lines in PA-RISC guests, and out of the handlers of their signals:  (gdb) source docs/parisc-back.py

reverse-step, reverse-next, reverse-nexti and reverse-finish ask gdbarch_skip_trampoline_code() of each place they come to
whether it is a stub of the linker. Under GNU/Linux that is hppa_skip_trampoline_code() (hppa-tdep.c, gdb 13.1), which answers
the place itself where it means "no", so that they go on for ever. These do the same while gdb knows of no operating system,
where nobody is asked. Meanwhile gdb cannot take in libraries, and would abort (solib_target_free_so()) where one comes or
goes: breakpoints behind all that the loader does for that end a step there.
"""
import re

import gdb
import gdb.unwinder

CALL = 0x3a  # the opcode of B,L


def call_target(place, word):
    """Where a B,L goes (PA-RISC 1.1 Architecture, assemble_17 of its displacement); None: it is no B,L."""
    if word >> 26 != CALL or word >> 13 & 7:
        return None
    low = word >> 2 & 0x7ff
    words = (word >> 16 & 0x1f) << 11 | (low & 1) << 10 | low >> 1
    return place + 8 + 4 * (words - (1 << 16 if word & 1 else 0))


def behind_library_events():
    """Where the loader goes on after it has told gdb that libraries come or go."""
    listing = gdb.execute("with print address on -- maintenance info breakpoints", to_string=True)
    events = {int(place, 16) for place in re.findall(r"shlib events .*?(0x[0-9a-f]+)", listing)}
    libraries = gdb.execute("info sharedlibrary", to_string=True)
    memory = gdb.selected_inferior()
    for low, high in re.findall(r"^(0x[0-9a-f]+) +(0x[0-9a-f]+)", libraries, re.M):
        low, high = int(low, 16), int(high, 16)
        if any(low <= event < high for event in events):
            code = memory.read_memory(low, high - low).tobytes()
            for at in range(0, len(code) - 3, 4):
                if call_target(low + at, int.from_bytes(code[at:at + 4], "big")) in events:
                    yield low + at + 8


class Back(gdb.Command):
    def __init__(self, forward):
        self.__doc__ = f"What gdb's own reverse-{forward} does, in PA-RISC guests, too."
        super().__init__("reverse-" + forward, gdb.COMMAND_RUNNING)
        self.forward = forward

    def invoke(self, argument, from_tty):
        if not gdb.selected_inferior().pid:
            raise gdb.GdbError("The program is not being run.")
        osabi, direction = gdb.parameter("osabi"), gdb.parameter("exec-direction")
        guards = []
        try:
            gdb.execute("set exec-direction reverse")
            if gdb.selected_inferior().architecture().name().startswith("hppa"):
                guards = [gdb.Breakpoint(f"*{place}", internal=True) for place in behind_library_events()]
                gdb.execute("set osabi none")
            places = [guard.location for guard in guards]
            gdb.execute(f"{self.forward} {argument}", from_tty)
        except gdb.error as error:
            raise gdb.GdbError(str(error))
        finally:
            gdb.execute(f"set osabi {osabi}")
            gdb.execute(f"set exec-direction {direction}")
            for guard in guards:
                guard.delete()
        if guards and f"*{gdb.selected_frame().pc()}" in places:
            print("A library comes or goes here: on with a breakpoint and reverse-continue.")


for command in "step", "next", "nexti", "finish":
    Back(command)


class Interrupted:
    """The frame of what a handler returns to, by its stack pointer and place."""
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class Handlers(gdb.unwinder.Unwinder):
    """What a signal has interrupted. The kernel's trampoline stands in an object of its own, before its code the distance from the stack
    pointer to struct sigcontext (Linux 5.18, arch/parisc/kernel/vdso32/sigtramp.S); hppa_linux_sigtramp_find_sigcontext() of gdb 13.1
    looks for both on the stack, as older kernels had them."""
    TRAMPOLINE = 0x34190000, 0x3414015a, 0xe4008200, 0x08000240  # ldi 0 or 1,%r25; ldi __NR_rt_sigreturn,%r20; ble 0x100(%sr2,%r0); nop
    GR, FR4, IASQ, IAOQ, SAR = 4, 168, 392, 400, 408  # offsets in struct sigcontext; gr[0] is the PSW

    def __init__(self):
        super().__init__("parisc-handlers")

    def __call__(self, pending):
        if not pending.architecture().name().startswith("hppa"):
            return None
        pc = int(pending.read_register("pcoqh")) & 0xfffffffc
        try:
            code, distance = self.words(pc, 4), self.words(pc & ~63, 1)[0]
        except gdb.MemoryError:
            return None
        if (code[0] & ~2, *code[1:]) != self.TRAMPOLINE:  # 2: the other immediate
            return None
        sp = pending.read_register("sp")
        context = int(sp) + distance & 0xffffffff
        found = pending.create_unwind_info(Interrupted(sp, pending.read_register("pcoqh")))
        names = [register.name for register in pending.architecture().registers()]
        fr4 = names.index("fr4")
        for offset, saved in (self.GR, ["ipsw"] + names[1:32]), (self.FR4, names[fr4:fr4 + 56]), (self.IASQ, ["pcsqh", "pcsqt"]), \
                (self.IAOQ, ["pcoqh", "pcoqt"]), (self.SAR, ["sar"]):
            for name, word in zip(saved, self.bytes(context + offset, len(saved))):
                found.add_saved_register(name, gdb.Value(word, pending.read_register(name).type))
        return found

    @staticmethod
    def bytes(at, count):
        raw = gdb.selected_inferior().read_memory(at, 4 * count).tobytes()
        return [raw[i:i + 4] for i in range(0, 4 * count, 4)]

    def words(self, at, count):
        return [int.from_bytes(raw, "big") for raw in self.bytes(at, count)]


gdb.unwinder.register_unwinder(None, Handlers(), True)
