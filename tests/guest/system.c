/* What files of /proc and /sys say of the machine is no host's: a guest may start as many threads as there are processors. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static void show(const char *path)
{
    char line[256];
    FILE *f = fopen(path, "r");
    printf("%s:\n", path);
    for (unsigned i = 0; f && i < 12 && fgets(line, sizeof line, f); i++) fputs(line, stdout);
    if (f) fclose(f);
}

/* Lines that begin with the key, whatever else the processor's kind says. */
static unsigned lines_of(const char *path, const char *key)
{
    char line[256];
    unsigned n = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) n += strncmp(line, key, strlen(key)) == 0;
    if (f) fclose(f);
    return n;
}

static unsigned long total_memory(void)
{
    unsigned long kb = 0;
    FILE *f = fopen("/proc/meminfo", "r");
    if (f && fscanf(f, "MemTotal: %lu kB", &kb) != 1) kb = 0;
    if (f) fclose(f);
    return kb;
}

static int is_uuid(const char *s)
{
    for (unsigned i = 0; i < 36; i++)
        if (i == 8 || i == 13 || i == 18 || i == 23 ? s[i] != '-' : !isxdigit((unsigned char)s[i])) return 0;
    return s[14] == '4' && strchr("89ab", s[19]) && s[36] == '\n';
}

/* What mmap() of the file fails with, 0 if it does not. */
static int mapping(const char *path)
{
    int fd = open(path, O_RDONLY);
    void *at = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, fd, 0);
    int error = at == MAP_FAILED ? errno : 0;
    close(fd);
    return error;
}

int main(void)
{
    char a[64] = "", b[64] = "";
    struct sysinfo info;
    printf("processors: %ld, %ld\n", sysconf(_SC_NPROCESSORS_ONLN), sysconf(_SC_NPROCESSORS_CONF));
    printf("cpuinfo: %u processor, %u clock\n", lines_of("/proc/cpuinfo", "processor"), lines_of("/proc/cpuinfo", "cpu MHz"));
    printf("memory: %s\n", sysinfo(&info) == 0 && info.totalram / 1024 * info.mem_unit == total_memory() ? "as sysinfo() has it" : "wrong");
    printf("mapped: %s,", strerror(mapping("/proc/cpuinfo")));
    printf(" %s,", strerror(mapping("/sys/devices/system/cpu/online")));
    printf(" %s\n", strerror(mapping("/proc/self/maps")));
    show("/sys/devices/system/cpu/online");
    show("/sys/devices/system/cpu/possible");
    show("/sys/devices/system/cpu/present");
    show("/proc/loadavg");
    show("/proc/version");
    printf("stat: %u\n", lines_of("/proc/stat", "cpu"));
    sleep(3);
    printf("uptime: %u\n", lines_of("/proc/uptime", "3."));
    for (unsigned i = 0; i < 2; i++) {
        int fd = open("/proc/sys/kernel/random/uuid", O_RDONLY);
        if (read(fd, i ? b : a, 63) != 37) printf("short\n");
        close(fd);
    }
    printf("uuid: %d %d %d\n", is_uuid(a), is_uuid(b), strcmp(a, b) != 0);
    return open("/proc/cpuinfo", O_WRONLY) >= 0;
}
