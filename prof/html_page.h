/* The fixed parts of the HTML report, as the files in prof/html have them. */
#ifndef PCGRAM_PROF_HTML_PAGE_H
#define PCGRAM_PROF_HTML_PAGE_H

/* Each from its name to its name_end; no NUL behind them. */
extern const char html_style[], html_style_end[];
extern const char html_body[], html_body_end[];
extern const char html_script[], html_script_end[];

#endif
