/* The formats a profile can be written in: chosen by word or by the file's name, for a run and for export alike. */
#ifndef PCGRAM_RUN_FORMATS_H
#define PCGRAM_RUN_FORMATS_H

#include "emu/run/progress.h"
#include "prof/output/outfile.h"
#include "prof/profile/profile.h"

enum profile_format {
    FORMAT_NONE,
    FORMAT_PCGRAM,
    FORMAT_GMON,
    FORMAT_MON,
    FORMAT_CALLGRIND,
    FORMAT_FOLDED,
    FORMAT_PPROF,
    FORMAT_PERF,
    FORMAT_LCOV,
    FORMAT_SPEEDSCOPE,
    FORMAT_TRACE_EVENT,
    FORMATS
};

/* What a user may choose of some formats only. */
enum format_option {
    FORMAT_EVENT = 1,      /* it holds one event */
    FORMAT_IMAGE = 2,      /* and the code of one image */
    FORMAT_INLINE = 4,     /* it can have frames of inlined functions */
    FORMAT_NO_DEMANGLE = 8 /* names are for people in it, or mangled if the user wants so; in the others they are never, or always, mangled */
};

#define FORMAT_WORDS 128 /* bytes that hold the words of all formats */

/* "pcgram", "gmon", "callgrind"; FORMAT_NONE for another word. */
enum profile_format format_of_word(const char *word);
/* gmon.out, run.gmon, callgrind.out.7: the names these formats have everywhere; else FORMAT_NONE. */
enum profile_format format_of_name(const char *path);
/* The name a file of this format has when the user gives none: "gmon.out". */
const char *format_default_name(enum profile_format format);
/* Whether it takes all these options (enum format_option). */
bool format_takes(enum profile_format format, unsigned options);
/* Whether who reads it takes the names of functions from the files of the programs. */
bool format_names_outside(enum profile_format format);
/* The event that it holds when the user chooses none. */
enum profile_event format_event(enum profile_format format);
/* "gmon, mon ... and trace-event", those of other programs that take all these options (enum format_option; 0: all there are); for messages.
 * Returns out. */
const char *format_words(unsigned options, char out[FORMAT_WORDS]);

struct format_request {
    const char *path;        /* "-": standard output */
    struct outfile *to;      /* is open already, and closed afterwards; NULL: path is opened */
    enum profile_format format;
    enum profile_event event; /* of those that hold one */
    const char *image;       /* gmon, mon: path or number of the image; NULL: the first */
    struct progress *progress; /* shown meanwhile, gone before a remark; NULL: nothing is */
    bool quiet;              /* no remarks on stderr about what the format cannot hold */
};

/* Writes the profile. -1 with *e. */
int format_write(const struct profile *p, const struct format_request *r, struct error *e);

#endif
