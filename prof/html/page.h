/* The fixed parts of the pages for a browser, as the files in prof/html have them, and a page made of them. */
#ifndef PCGRAM_PROF_HTML_PAGE_H
#define PCGRAM_PROF_HTML_PAGE_H

#include <stddef.h>
#include <stdio.h>

/* Each ends where its twin in _end begins; no NUL behind them. */
extern const char html_style[], html_style_end[];
extern const char html_body[], html_body_end[];
extern const char html_script[], html_script_end[];
extern const char html_diff_script[], html_diff_script_end[]; /* two runs beside each other */

/* Writes the page that this script draws from the n bytes of JSON at `data`. Script and style are let in by their digests, so
 * that none other runs, and no request is made; the data stand in a block in which there is no '<'. Errors stay in f. */
void html_page(const char *script, const char *script_end, const char *data, size_t n, FILE *f);

#endif
