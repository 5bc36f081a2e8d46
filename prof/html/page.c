#include "prof/html/page.h"

#include "prof/html/sha256.h"

#include <string.h>

/* The assembler takes the files in as they are: no tool beside the compiler, no copy of them in the tree. Their paths
 * are from the root, where make runs; the Makefile makes this object anew when one of them has changed. */
#define PART(name, files)                                                                                              \
    __asm__(".pushsection .rodata\n.globl " #name "\n" #name ":\n" files ".globl " #name "_end\n" #name                \
            "_end:\n.byte 0\n.popsection\n")
#define TAKE(file) ".incbin \"prof/html/" file "\"\n"

PART(html_style, TAKE("report.css") TAKE("diff.css"));
PART(html_body, TAKE("report.html"));
PART(html_script, TAKE("page.js") TAKE("list.js") TAKE("base.js") TAKE("time.js") TAKE("frames.js") TAKE("flame.js") TAKE("functions.js") TAKE("jumps.js") TAKE("code.js")
                      TAKE("bundles.js") TAKE("slots.js") TAKE("sampled.js") TAKE("callers.js") TAKE("picture.js") TAKE("data.js") TAKE("head.js") TAKE("main.js"));
PART(html_diff_script, TAKE("page.js") TAKE("list.js") TAKE("diff_join.js") TAKE("diff_align.js") TAKE("frames.js") TAKE("diff_flame.js")
                           TAKE("diff_functions.js") TAKE("diff_code.js") TAKE("diff_head.js") TAKE("main.js"));

/* The policy is read before anything that it is about. */
static void print_policy(const char *from, const char *to, FILE *f)
{
    char style[SHA256_BASE64], script[SHA256_BASE64];
    sha256_base64(style, html_style, (size_t)(html_style_end - html_style));
    sha256_base64(script, from, (size_t)(to - from));
    fprintf(f,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-%s'; "
            "style-src 'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'\">\n",
            script, style);
}

/* In JSON '<' stands in strings alone, where \u003c says the same: so nothing in the block can end it, begin a comment
 * or be markup (HTML, 4.12.1.3, "Restrictions for contents of script elements"). */
static void print_block(const char *text, size_t n, FILE *f)
{
    for (size_t i = 0; i < n;) {
        const char *sign = memchr(text + i, '<', n - i);
        size_t to = sign ? (size_t)(sign - text) : n;
        fwrite(text + i, 1, to - i, f);
        if (sign) fputs("\\u003c", f);
        i = sign ? to + 1 : n;
    }
}

static void put(const char *from, const char *to, FILE *f) { fwrite(from, 1, (size_t)(to - from), f); }

void html_page(const char *script, const char *script_end, const char *data, size_t n, FILE *f)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", f);
    print_policy(script, script_end, f);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"pcgram\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>pcgram</title>\n<style>",
          f);
    put(html_style, html_style_end, f);
    fputs("</style>\n</head>\n<body>\n", f);
    put(html_body, html_body_end, f);
    fputs("<script type=\"application/json\" id=\"profile\">\n", f);
    print_block(data, n, f);
    fputs("</script>\n<script>", f);
    put(script, script_end, f);
    fputs("</script>\n</body>\n</html>\n", f);
}
