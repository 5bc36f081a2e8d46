/* SHA-256 (FIPS 180-4) in base64 (RFC 4648): how a page's security policy names the script that may run. */
#ifndef PCGRAM_PROF_HTML_SHA256_H
#define PCGRAM_PROF_HTML_SHA256_H

#include "emu/core/types.h"

#define SHA256_BASE64 45 /* bytes: 44 characters and the NUL */

/* The digest of the n bytes at data. Returns out. */
const char *sha256_base64(char out[SHA256_BASE64], const char *data, size_t n);

#endif
