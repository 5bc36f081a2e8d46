# pcgram. `make` builds ./pcgram; `make help` lists the rest. No configure step: the compiler tells which libraries
# are there.
CC      ?= gcc
CFLAGS  ?= -O2 -g
WARN    := -Wall -Wextra -Wshadow
BUILD   ?= build
BIN     ?= pcgram

# -fno-math-errno: square roots are one instruction; -frounding-math: the guest sets the host's rounding mode.
# Nothing of the folder that it is built in is in the program.
ALL_CFLAGS := -std=gnu11 $(WARN) -I. '-ffile-prefix-map=$(CURDIR)=.' -MMD -MP -D_GNU_SOURCE -fno-strict-aliasing -fno-math-errno -frounding-math \
              $(CPPFLAGS) $(CFLAGS) $(EXTRA_CFLAGS)
# There gcc makes calls of what must be jumps, and no macro tells these levels from -O2 (emu/core/uop.h).
ifneq ($(filter -O -O1 -Og,$(CFLAGS) $(EXTRA_CFLAGS)),)
ALL_CFLAGS += -DPCGRAM_THREADED=0
endif
LIBS       := -lelf -lz -lm
HASH       := \#
found       = $(shell echo '$(HASH)include <$1>' | $(CC) $(CFLAGS) $(EXTRA_CFLAGS) -E -xc - > /dev/null 2>&1 && echo yes)
# Source lines come from elfutils' libdw, where it is there (LIBDW=no: without).
LIBDW      ?= $(call found,elfutils/libdw.h)
ifeq ($(LIBDW),yes)
ALL_CFLAGS += -DPCGRAM_LIBDW=1
LIBS       := -ldw $(LIBS)
endif

# Names of C++ functions as their source has them: by libiberty, where it is there (IBERTY=no: without).
IBERTY     ?= $(call found,libiberty/demangle.h)
ifeq ($(IBERTY),yes)
$(BUILD)/prof/symbols/demangle.o: ALL_CFLAGS += -DPCGRAM_LIBIBERTY=1
LIBS       += -liberty
endif

# The second wall of --sandbox has a filter for system calls where libseccomp is (SECCOMP=no: without).
SECCOMP    ?= $(call found,seccomp.h)
ifeq ($(SECCOMP),yes)
$(BUILD)/emu/os/wall.o: ALL_CFLAGS += -DPCGRAM_SECCOMP=1
LIBS       += -lseccomp
endif

# The debug view has windows where SDL2's headers are (SDL=no: without); the library is loaded when one is opened.
SDL        ?= $(call found,SDL2/SDL.h)
ifeq ($(SDL),yes)
ALL_CFLAGS += -DPCGRAM_SDL=1
endif

# ... and is in a terminal where ncurses' headers are (CURSES=no: without); loaded likewise.
CURSES     ?= $(call found,curses.h)
ifeq ($(CURSES),yes)
ALL_CFLAGS += -DPCGRAM_CURSES=1
endif

FOLDERS := $(addprefix emu/,core host os debug data gdb view inspect run conform cli) \
           $(foreach isa,isa/parisc isa/ia64,$(isa) $(addprefix $(isa)/,insn timing exec system)) \
           $(addprefix prof/,tick conform profile file symbols report html formats output) rom rom/parisc rom/ia64
SOURCES := $(wildcard $(addsuffix /*.c,$(FOLDERS)))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
MAIN    := $(BUILD)/emu/cli/main.o

TESTS   := $(wildcard tests/unit/*.c)
TESTOBJ := $(TESTS:%.c=$(BUILD)/%.o)

$(BIN): $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) $(EXTRA_CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c $(BUILD)/compiled | $(BUILD)/needed
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

# Said once, and before the compiler trips over it: what the build cannot do without.
NEEDED := stdlib.h,libc6-dev libelf.h,libelf-dev zlib.h,zlib1g-dev
$(BUILD)/needed:
	@command -v $(firstword $(CC)) > /dev/null || \
	  { echo "pcgram: no compiler '$(firstword $(CC))': apt-get install gcc libc6-dev libelf-dev zlib1g-dev libdw-dev libiberty-dev" >&2; exit 1; }
	@# Guest memory is mapped, not translated: both byte orders of guests are read from a host of the little end, with room for 2^40 bytes.
	@case "$$(echo __BYTE_ORDER__ __SIZEOF_POINTER__ | $(CC) $(CFLAGS) $(EXTRA_CFLAGS) -E -P -xc - 2> /dev/null | tail -1)" in \
	  "4321 "*) echo "pcgram: $(firstword $(CC)) compiles for a big-endian machine: pcgram runs on little-endian ones (x86-64, aarch64)" >&2; exit 1;; \
	  *" 4") echo "pcgram: $(firstword $(CC)) compiles for a 32-bit machine: pcgram runs on 64-bit ones (x86-64, aarch64)" >&2; exit 1;; esac
	@missing=; for need in $(NEEDED); do \
	  echo "#include <$${need%,*}>" | $(CC) $(CFLAGS) $(EXTRA_CFLAGS) -E -xc - > /dev/null 2>&1 || missing="$$missing $${need#*,}"; \
	done; [ -z "$$missing" ] || { echo "pcgram needs what is not installed: apt-get install$$missing" >&2; exit 1; }
	@mkdir -p $(@D); touch $@

# How objects are compiled, optional libraries included: where that is not as it was, they are made anew. What is only warned of does not count.
COMPILED := $(CC) $(filter-out $(WARN),$(ALL_CFLAGS)) iberty=$(IBERTY) seccomp=$(SECCOMP)
$(BUILD)/compiled: always
	@mkdir -p $(@D); echo '$(subst ','\'',$(COMPILED))' | cmp -s - $@ || echo '$(subst ','\'',$(COMPILED))' > $@

# The parts of the HTML report, which the compiler does not see.
$(BUILD)/prof/html/page.o: $(wildcard prof/html/*.js prof/html/*.css prof/html/*.html)

$(BUILD)/unit: $(TESTOBJ) $(filter-out $(MAIN),$(OBJECTS))
	$(CC) $(CFLAGS) $(LDFLAGS) $(EXTRA_CFLAGS) -o $@ $^ $(LIBS) $(shell pkg-config --libs check 2>/dev/null) -lmpfr -lgmp

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
include tests/tests.mk

.PHONY: always clean help objects libs
# What the fuzz targets link: everything but the command line.
objects:
	@echo $(filter-out $(BUILD)/emu/cli/%,$(OBJECTS))
libs:
	@echo $(LIBS)

clean:
	rm -rf $(BUILD) $(BIN)

help:
	@sed -n 's/^##: *//p' $(MAKEFILE_LIST)

##: make                 build ./pcgram (gcc or clang; libelf-dev, zlib1g-dev; libdw-dev for source lines, libiberty-dev for C++ names, libseccomp-dev for --sandbox)
##: make demo            run a guest with --profile and show where its time went
##: make check           all tests that fit in half an hour (installs what is missing)
