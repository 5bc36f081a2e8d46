#include "moncontrol.h"

#include "../include/hpux/mon.h"

static struct sampled on;

void moncontrol(int mode)
{
    if (!mode || !on.regions) sprofil(NULL, 0, NULL, 0);
    else if (sprofil(on.region, on.regions, &on.tick, on.flags) != 0) perror("sprofil");
}

void sampled_start(const struct sampled *s)
{
    on = *s;
    moncontrol(1);
}

void sampled_stop(void (*write_out)(const struct sampled *s, FILE *f), const char *name)
{
    if (on.write_out != write_out) return;
    moncontrol(0);
    on.write_out = NULL;
    if (name) {
        FILE *f = fopen(name, "w");
        if (f) write_out(&on, f);
        if (!f || fflush(f) != 0 || ferror(f)) perror(name);
        if (f) fclose(f);
    }
    on.regions = 0;
}
