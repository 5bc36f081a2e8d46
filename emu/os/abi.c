#include "emu/os/abi.h"

#include <signal.h>
#include <stdio.h>

#include "emu/os/abi_hppa.h"
#include "emu/os/abi_ia64.h"

enum { REALTIME_FIRST = 32 }; /* signals from here on have the same numbers everywhere */

const struct guest_abi *guest_abi_find(u16 elf_machine)
{
    static const struct guest_abi *const all[] = {&guest_abi_hppa, &guest_abi_ia64};
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (all[i]->elf_machine == elf_machine) return all[i];
    return NULL;
}

int errno_to_guest(const struct guest_abi *abi, int host)
{
    for (const struct pair *p = abi->errnos; p->host; p++)
        if (p->host == (u32)host) return (int)p->guest;
    return host;
}

int signal_to_guest(const struct guest_abi *abi, int host)
{
    for (const struct pair *p = abi->signals; p->host; p++)
        if (p->host == (u32)host) return (int)p->guest;
    return host;
}

int signal_to_host(const struct guest_abi *abi, int guest)
{
    for (const struct pair *p = abi->signals; p->host; p++)
        if (p->guest == (u32)guest) return (int)p->host;
    return guest;
}

u32 flags_to_host(const struct pair *table, u32 guest)
{
    u32 host = 0;
    for (; table->guest; table++)
        if ((guest & table->guest) == table->guest) host |= table->host;
    return host;
}

u32 flags_to_guest(const struct pair *table, u32 host)
{
    u32 guest = 0;
    for (; table->guest; table++)
        if ((host & table->host) == table->host) guest |= table->guest;
    return guest;
}

u32 number_to_host(const struct pair *table, u32 guest)
{
    for (; table->guest; table++)
        if (table->guest == guest) return table->host;
    return 0;
}

const char *signal_name(const struct guest_abi *abi, int guest, char buffer[8])
{
    if (guest >= REALTIME_FIRST) {
        snprintf(buffer, 8, "RT%u", (unsigned)(guest - REALTIME_FIRST) % 100);
        return buffer;
    }
    const char *name = sigabbrev_np(signal_to_host(abi, guest));
    return name ? name : "?";
}
