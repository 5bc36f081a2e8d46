#include "emu/run/usage.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/inspect/spelling.h"
#include "prof/output/outpath.h"
#include "prof/output/text.h"
#include "prof/symbols/debug_file.h"
#include "prof/symbols/source_age.h"

int usage_error(const char *command, const char *fmt, ...)
{
    const char *blank = *command ? " " : ""; /* a run has no name */
    struct error e;
    va_list ap;
    va_start(ap, fmt);
    error_set_list(&e, fmt, ap);
    va_end(ap);
    fprintf(stderr, "pcgram%s%s: %s (try 'pcgram%s%s --help')\n", blank, command, e.text, blank, command);
    return STATUS_USAGE;
}

/* The names of the options that begin like `typed` (without dashes), or else are near it; "" when there are none. */
static const char *candidates(const struct option *options, const char *typed, char *out, size_t size)
{
    size_t n = strcspn(typed, "="), used = 0;
    const char *near = NULL;
    unsigned best = 0;
    *out = 0;
    for (const struct option *o = options; o->name; o++) {
        unsigned d = word_distance(typed, n, o->name);
        if (word_is_near(d, n) && (!near || d < best)) near = o->name, best = d;
        if (strncmp(o->name, typed, n) != 0 || used >= size) continue;
        used += (size_t)snprintf(out + used, size - used, "%s--%s", used ? ", " : "", o->name);
    }
    if (!used && near) snprintf(out, size, "--%s", near);
    return out;
}

int usage_option(const char *command, int result, char **argv, const struct option *options)
{
    char letter[3] = {'-', (char)optopt, 0}, names[400];
    /* The text of a long option is the argument just passed; of its value optopt has what the table gives, or 0. */
    const char *last = argv[optind - 1];
    bool is_long = !strncmp(last, "--", 2) && (result == ':' || !optopt || strchr(last, '='));
    if (result == ':') return usage_error(command, "%s: needs a value", is_long ? last : letter);
    if (!is_long && optopt) return usage_error(command, "%s: no such option", letter);
    if (optopt) return usage_error(command, "%s: takes no value", last);
    candidates(options, last + 2, names, sizeof names);
    if (!*names) return usage_error(command, "%s: no such option", last);
    return usage_error(command, strchr(names, ',') ? "%s: which of %s?" : "%s: no such option; is it %s?", last, names);
}

int usage_overwrites(const char *command, const char *output, const char *input)
{
    struct stat out, in;
    if (!output || !input || !strcmp(output, "-") || !strcmp(input, "-")) return 0;
    if (stat(output, &out) || stat(input, &in) || !S_ISREG(in.st_mode)) return 0;
    if (out.st_dev != in.st_dev || out.st_ino != in.st_ino) return 0;
    return usage_error(command, "%s: would be written over, and is what is read: give the output another name", output);
}

int usage_both(const char *command, const char *option, const char *output, const char *other_option, const char *other)
{
    bool is = output && !strcmp(output, "-"), other_is = other && !strcmp(other, "-");
    if (is && other_is) return usage_error(command, "--%s and --%s: both to standard output: give one of them a file", option, other_option);
    if (!output || !other || !*output || !*other || is || other_is || !outpath_is_one(output, other)) return 0;
    return usage_error(command, "--%s and --%s: both to %s: give each a file of its own", option, other_option, output);
}

unsigned terminal_width(const char *output)
{
    struct winsize size = {0};
    bool is = !strcmp(output, "-") && isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    return is ? size.ws_col : 0;
}

int parse_source_map(const char *command, const char *rule, struct source_map *m)
{
    if (source_map_add(m, rule)) return 0;
    if (m->rules == SOURCE_RULES) return usage_error(command, "--source-map=%s: more than %d of them", rule, SOURCE_RULES);
    return usage_error(command, "--source-map=%s: not FROM=TO, two folders", rule);
}

void note_no_inlines(const char *command)
{
    fprintf(stderr, "pcgram %s: no inlined functions: there are none, or the programs have no debug information or are not here as they ran\n", command);
}

void note_changed_sources(const char *command, const struct source_map *m, char *const *file, size_t files, const char *path, const bool *shown)
{
    const char *one;
    size_t n = source_changed(m, file, files, shown, path, &one);
    if (!n) return;
    fprintf(stderr, "pcgram %s: ", command);
    text_name(stderr, one);
    if (n > 1) fprintf(stderr, " and %zu more source file%s", n - 1, n > 2 ? "s" : "");
    fprintf(stderr, " %s changed after %s was made: lines may not be those that ran\n", n > 1 ? "were" : "was", path);
}

void note_changed_programs(const char *command, const struct profile *p)
{
    for (size_t i = 0; i < p->images; i++) {
        const struct profile_image *m = &p->image[i];
        if (!m->size || debug_file_is(m->path, m->size, m->build_id)) continue;
        fprintf(stderr, "pcgram %s: ", command);
        text_name(stderr, m->path);
        fputs(" is not here as it ran: who reads names from it finds wrong ones, or none\n", stderr);
    }
}

/* Our standard input, which is the guest's, may have something that can be read once only. A terminal's user can be asked again. */
static bool input_is_read_once(void)
{
    struct stat s;
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    char next;
    if (fstat(STDIN_FILENO, &s)) return false;
    if (S_ISSOCK(s.st_mode)) return recv(STDIN_FILENO, &next, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
    return S_ISFIFO(s.st_mode) && (poll(&p, 1, 0) != 1 || p.revents & POLLIN); /* else there is nobody who writes into it */
}

int usage_reads_once(const char *command, const char *what)
{
    if (!input_is_read_once()) return 0;
    return usage_error(command, "%s%sruns the guest more than once, and a pipe or socket can be read once: give its input as a file, or none (< /dev/null)", what,
                       *what ? ": " : "");
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

int parse_number(const char *command, const char *option, const char *s, u64 *n)
{
    if (parse_count(s, n)) return 0;
    usage_error(command, "--%s=%s: not a number from 0 to 2^64 - 1", option, s);
    return -1;
}

int parse_profile(const char *command, int argc, char **argv, const char **input)
{
    for (; optind < argc; *input = argv[optind++]) {
        if (!*input) continue;
        usage_error(command, "'%s': one profile only", argv[optind]);
        return -1;
    }
    return 0;
}

int parse_percent(const char *command, const char *option, const char *s, u64 most, u64 *hundredths)
{
    char *end = (char *)s;
    bool digit = *s >= '0' && *s <= '9';
    errno = 0;
    u64 whole = digit ? strtoull(s, &end, 10) : 0, part = 0;
    if (*end == '.') {
        u64 weight = 10;
        for (end++; *end >= '0' && *end <= '9' && weight; end++, weight /= 10) part += weight * (u64)(*end - '0');
    }
    if (!digit || *end || errno || whole > most || (whole == most && part)) {
        usage_error(command, "--%s=%s: not a percentage from 0 to %" PRIu64 " with two decimals at most", option, s, most);
        return -1;
    }
    *hundredths = whole * 100 + part;
    return 0;
}

int parse_thread(const char *command, const char *s, u64 *tid)
{
    if (parse_count(s, tid) && *tid) return 0;
    usage_error(command, "--thread=%s: not a thread's number", s);
    return -1;
}

int parse_slices(const char *command, const char *s, struct slice_range *range)
{
    char *end;
    *range = (struct slice_range){.given = true};
    errno = 0;
    range->first = strtoull(s, &end, 10);
    bool good = *s >= '0' && *s <= '9' && !errno;
    if (good && !*end) range->last = range->first;
    else good = good && *end == '-' && parse_count(end + 1, &range->last);
    if (good && range->first <= range->last) return 0;
    usage_error(command, "--slices=%s: not FROM-TO, two numbers of slices", s);
    return -1;
}

bool parse_by(const char *word, enum report_by *by)
{
    static const char *const words[] = {[BY_FUNCTION] = "function", [BY_LINE] = "line", [BY_FILE] = "file", [BY_IMAGE] = "image", [BY_THREAD] = "thread",
                                        [BY_TIME] = "time", [BY_CALLS] = "calls"};
    for (unsigned i = 0; i < ARRAY_LEN(words); i++) {
        if (!words[i] || strcmp(word, words[i])) continue;
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
