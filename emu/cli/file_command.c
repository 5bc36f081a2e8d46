#include "emu/cli/file_command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int usage_error(const char *command, const char *fmt, ...)
{
    const char *blank = *command ? " " : ""; /* a run has no name */
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "pcgram%s%s: ", blank, command);
    vfprintf(stderr, fmt, ap);
    fprintf(stderr, " (try 'pcgram%s%s --help')\n", blank, command);
    va_end(ap);
    return STATUS_USAGE;
}

int usage_option(const char *command, int result, char **argv)
{
    char letter[3] = {'-', (char)optopt, 0};
    /* A long option leaves its value (past all letters) or 0 in optopt; its text is the argument just passed. */
    const char *option = optopt > ' ' && optopt < 256 ? letter : argv[optind - 1];
    if (result == ':') return usage_error(command, "option '%s' needs an argument", option);
    return usage_error(command, "option '%s' is unknown, ambiguous or takes no argument", option);
}

int trouble(const struct error *e)
{
    fprintf(stderr, "pcgram: %s\n", e->text);
    return STATUS_TROUBLE;
}

int print_help(const char *text)
{
    struct outfile o;
    struct error e;
    if (outfile_open(&o, "-", &e)) return trouble(&e);
    fputs(text, o.f);
    return outfile_close(&o, &e) ? trouble(&e) : 0;
}

bool parse_count(const char *s, u64 *n)
{
    char *end;
    if (*s < '0' || *s > '9') return false;
    errno = 0;
    *n = strtoull(s, &end, 10);
    return !errno && !*end;
}

bool parse_percent(const char *s, u64 *hundredths)
{
    char *end;
    if (*s < '0' || *s > '9') return false;
    errno = 0;
    u64 whole = strtoull(s, &end, 10), part = 0;
    if (errno || whole > 100) return false;
    if (*end == '.') {
        u64 weight = 10;
        for (end++; *end >= '0' && *end <= '9' && weight; end++, weight /= 10) part += weight * (u64)(*end - '0');
    }
    *hundredths = whole * 100 + part;
    return !*end && *hundredths <= 10000;
}

bool parse_by(const char *word, enum report_by *by)
{
    static const char *const words[] = {[BY_FUNCTION] = "function", [BY_LINE] = "line", [BY_FILE] = "file"};
    for (unsigned i = 0; i < ARRAY_LEN(words); i++) {
        if (strcmp(word, words[i])) continue;
        *by = (enum report_by)i;
        return true;
    }
    return false;
}

static bool auto_color(const char *output)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return !strcmp(output, "-") && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") && !(no && *no);
}

int choose_color(const char *command, const char *when, const char *output, bool *color)
{
    if (!when || !strcmp(when, "auto")) *color = auto_color(output);
    else if (!strcmp(when, "always")) *color = true;
    else if (!strcmp(when, "never")) *color = false;
    else return usage_error(command, "--color=%s: not auto, always or never", when);
    return 0;
}
