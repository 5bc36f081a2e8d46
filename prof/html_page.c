#include "prof/html_page.h"

/* The assembler takes the files in as they are: no tool beside the compiler, no copy of them in the tree. Their paths
 * are from the root, where make runs; the Makefile makes this object anew when one of them has changed. */
#define PART(name, files)                                                                                              \
    __asm__(".pushsection .rodata\n.globl " #name "\n" #name ":\n" files ".globl " #name "_end\n" #name                \
            "_end:\n.byte 0\n.popsection\n")
#define TAKE(file) ".incbin \"prof/html/" file "\"\n"

PART(html_style, TAKE("report.css"));
PART(html_body, TAKE("report.html"));
PART(html_script, TAKE("base.js") TAKE("list.js") TAKE("flame.js") TAKE("functions.js") TAKE("code.js")
                      TAKE("bundles.js") TAKE("slots.js") TAKE("sampled.js") TAKE("main.js"));
