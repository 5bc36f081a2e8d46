#include "rom/rom.h"

const struct rom_image *rom_find(const char *isa)
{
    static const struct rom_image *const images[] = {&rom_parisc, &rom_ia64};
    for (size_t i = 0; i < ARRAY_LEN(images); i++)
        if (!strcmp(images[i]->isa, isa)) return images[i];
    return NULL;
}
