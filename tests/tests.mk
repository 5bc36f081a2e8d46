# Everything but the build itself: tests, oracles, campaigns, benchmark, demo. Included by the Makefile.

BUILD_PACKAGES := gcc make libelf-dev libdw-dev libiberty-dev libseccomp-dev zlib1g-dev pkg-config
CROSS_PACKAGES := gcc-hppa-linux-gnu binutils-hppa-linux-gnu libc6-dev-hppa-cross
TEST_PACKAGES  := $(BUILD_PACKAGES) $(CROSS_PACKAGES) g++-hppa-linux-gnu binutils-ia64-linux-gnu libcapstone4 check libmpfr-dev libgmp-dev zlib1g-dev \
                  python3 qemu-user valgrind gcc-12-source xz-utils clang libclang-rt-14-dev jq lcov \
                  libdevel-nytprof-perl libxml2-utils linux-perf golang-go python3-jsonschema gdb-multiarch nodejs chromium parallel \
                  libsdl2-dev libsdl2-ttf-2.0-0 fonts-dejavu-core libncurses-dev tmux xvfb xdotool m4 zsh fish pandoc

.PHONY: docs site install uninstall packages demo check check-unit check-guests check-oracles check-hard check-sanitize check-tsan torture torture-cxx gmp-check lockstep lockstep-long lockstep-ia64 lint fuzz \
        fuzz-host host-operations \
        bench format property screenshots fpu regions guests-ia64 attack attack-hour compilers engines hardware-pins \
        dist deb deb-check install-arch install-indep ia64-toolchain ia64-toolchain-check check-aarch64

packages:
	@tests/packages $(TEST_PACKAGES)

##: make demo            run a real guest with --profile and show where its time went
demo:
	@tests/packages $(BUILD_PACKAGES) $(CROSS_PACKAGES)
	@$(MAKE) --no-print-directory -s -j$$(nproc) $(BIN)
	@tests/demo/run

##: make check           all tests that fit in half an hour; installs what is missing
check: packages
	@$(MAKE) --no-print-directory -s -j$$(nproc) WARN='$(WARN) -Werror' $(BIN) $(BUILD)/unit $(BUILD)/property $(BUILD)/always
	@tests/check

##: make check-hard      the same programs with blocks of one instruction: same results
check-hard: $(BIN)
	@PCGRAM_FLAGS=--step tests/run-guests

##: make check-sanitize  the tests under AddressSanitizer and UndefinedBehaviorSanitizer
check-sanitize: packages
	@tests/sanitize

##: make check-tsan      pcgram's own threads under ThreadSanitizer (it is built anew for that)
check-tsan: packages
	@tests/tsan/run

##: make check-aarch64   pcgram for aarch64 under qemu: unit tests, and guests with the same bytes as here (long)
check-aarch64: $(BIN)
	@tests/packages $(BUILD_PACKAGES) $(CROSS_PACKAGES) binutils-ia64-linux-gnu gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
	@tests/aarch64/run

##: make compilers       unit tests and vectors as seven ways of compiling give them (an hour)
compilers: packages
	@tests/compilers

# The rule of the tick and the calls, in C and in the ROM, behind a pipe.
$(BUILD)/property: $(wildcard tests/property/*.c) $(filter-out $(MAIN),$(OBJECTS))
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.c %.o,$^) $(LIBS) -lz

$(BUILD)/always: tests/ticks/always.c $(filter-out $(MAIN),$(OBJECTS))
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.c %.o,$^) $(LIBS) -lz

##: make ticks           guests that profile themselves, under every clock (half an hour)
ticks: $(BIN) $(BUILD)/always
	tests/ticks/run

##: make engines         blocks beside single steps, each program with its stack at each of 128 places (hours)
engines: $(BIN) $(BUILD)/always
	tests/timing/engines $$(seq -f '-p %g' 0 16 2032)

##: make property        ten million random profiling calls and ticks: C, ROM and an independent model agree; guests that make such calls
property: $(BUILD)/property $(BIN)
	tests/property/run -n $${CASES:-10000000} -s $${SEED:-1}
	tests/oracle/sprofil -n 200 -s $${SEED:-1}

##: make torture         gcc's execution tests at -O0, -O2 and -O3 (an hour)
torture: $(BIN)
	tests/torture/run --emu ./$(BIN) --opt O0 --opt O2 --opt O3
	tests/torture/run --target ia64 --emu ./$(BIN) --opt O0 --opt O2 --opt O3

##: make torture-cxx     the same of C++ and of its library, at -O2 (hours); Itanium's by the compiler of IA64_PREFIX
torture-cxx: $(BIN)
	@for target in hppa ia64; do for suite in g++ libstdc++; do \
	  IA64_CXX=$(IA64_PREFIX)/bin/ia64-linux-gnu-g++ tests/torture/run --target $$target --suite $$suite --emu ./$(BIN) --opt O2 || exit 1; done; done

##: make gmp-check       GMP's own test suite on both processors (an hour)
gmp-check: $(BIN)
	tests/gmp/run

##: make lockstep        ten million random instructions beside qemu-hppa (half an hour)
lockstep: $(BIN)
	tests/lockstep/run -s 1-200 -r 8 -i 3000

##: make lockstep-long   10^8 random instructions as host code: PA-RISC beside qemu-hppa, Itanium beside single steps (an hour)
lockstep-long: $(BIN)
	tests/lockstep/long -n $${CASES:-100000000} -s $${SEED:-1}
	tests/fuzz/host-code --fast -i $${CASES:-100000000} -s $${SEED:-1} ia64

##: make lockstep-ia64   six million random Itanium slots beside Ski (SKI=bski, half an hour)
lockstep-ia64: $(BIN)
	tests/lockstep/ia64_run -o $${SKI:-bski} -s 1-100

##: make fpu             ten million random floating-point instructions of Itanium beside MPFR
fpu:
	tests/oracle/ia64_fpu/run $${CASES:-10000000} $${SEED:-1}

##: make regions         what is counted between 10,000 random pairs of instructions, by the trace (half an hour)
regions: $(BIN)
	tests/regions/run $${CASES:-10000} $${SEED:-1}

##: make guests-ia64     guest programs that are kept as assembly for Itanium, made anew by the compiler
guests-ia64:
	tests/guest/ia64/compile

##: make docs            the manual page and the completions (bash, zsh, fish) anew, from the help texts; all pages as a site
docs: $(BIN)
	docs/man/generate ./$(BIN)
	@$(MAKE) --no-print-directory -s site

##: make site            the pages of docs/ with search, to be opened in a browser: build/site/index.html
site: $(BIN)
	@tests/packages pandoc
	docs/site/generate ./$(BIN) $(BUILD)/site

##: make install         into PREFIX (default /usr/local), below DESTDIR
PREFIX ?= /usr/local
ZSH_FOLDER ?= site-functions
install: install-arch install-indep
# What is of this machine's kind, and what is the same on all.
install-arch: $(BIN)
	install -D $(BIN) "$(DESTDIR)$(PREFIX)/bin/pcgram"
	install -D -m 644 docs/pcgram.1 "$(DESTDIR)$(PREFIX)/share/man/man1/pcgram.1"
	install -D -m 644 docs/pcgram.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/pcgram"
	install -D -m 644 docs/pcgram.zsh "$(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FOLDER)/_pcgram"
	install -D -m 644 docs/pcgram.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/pcgram.fish"
	install -D -m 644 docs/parisc-back.py "$(DESTDIR)$(PREFIX)/share/pcgram/parisc-back.py"
install-indep:
	install -d "$(DESTDIR)$(PREFIX)/share/doc/pcgram" "$(DESTDIR)$(PREFIX)/include/pcgram" "$(DESTDIR)$(PREFIX)/share/pcgram/rom/lib"
	install -m 644 LICENSE docs/*.json docs/clauses.txt "$(DESTDIR)$(PREFIX)/share/doc/pcgram"
	cp -r --no-preserve=ownership docs/lessons docs/screenshots "$(DESTDIR)$(PREFIX)/share/doc/pcgram"
	@# What is in docs/ stands at the top there, and so links lead.
	for page in docs/*.md README.md CHANGELOG.md CONTRIBUTING.md tests/README.md isa/README.md isa/*/README.md; do \
	  to="$(DESTDIR)$(PREFIX)/share/doc/pcgram/$${page#docs/}"; install -D -m 644 /dev/null "$$to" && \
	  case $$page in docs/*) sed 's,](\.\./,](,g' $$page > "$$to";; *) sed 's,](\(\(\.\./\)*\)docs/,](\1,g' $$page > "$$to";; esac || exit 1; done
	cp -r --no-preserve=ownership rom/include/. "$(DESTDIR)$(PREFIX)/include/pcgram"
	install -m 644 rom/lib/*.c rom/lib/*.h "$(DESTDIR)$(PREFIX)/share/pcgram/rom/lib"
	install rom/lib/build "$(DESTDIR)$(PREFIX)/share/pcgram/rom/lib"
	@# What docs/conform.md has one compile, at the same places below that folder.
	for file in prof/conform/conform.h prof/conform/libc.h prof/conform/libc.c tests/conformance/agent.c tests/conformance/example.c; do \
	  install -D -m 644 $$file "$(DESTDIR)$(PREFIX)/share/pcgram/$$file" || exit 1; done
	@# cp has them as the umask says
	chmod -R u=rwX,go=rX "$(DESTDIR)$(PREFIX)/share/doc/pcgram" "$(DESTDIR)$(PREFIX)/include/pcgram"
	ln -sfn ../../../include/pcgram "$(DESTDIR)$(PREFIX)/share/pcgram/rom/include"

##: make uninstall       what make install has put into PREFIX is removed
uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/pcgram" "$(DESTDIR)$(PREFIX)/share/man/man1/pcgram.1" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/pcgram" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FOLDER)/_pcgram" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/pcgram.fish"
	rm -rf "$(DESTDIR)$(PREFIX)/share/pcgram" "$(DESTDIR)$(PREFIX)/share/doc/pcgram" "$(DESTDIR)$(PREFIX)/include/pcgram"

##: make deb             Debian packages in build/deb, made without a network, with lintian's word on them
deb:
	@tests/packages $(BUILD_PACKAGES) $(CROSS_PACKAGES) debhelper libsdl2-dev libncurses-dev lintian
	@tests/package/deb

##: make deb-check       the packages in a fresh Debian: installed, used, tested, removed (as root, some minutes)
deb-check: deb
	@tests/packages debootstrap
	@tests/package/chroot

##: make dist            an archive of the sources, the same bytes wherever it is made: build/pcgram-VERSION.tar.gz
dist:
	@tests/package/dist $(BUILD)

##: make lint            includes, state and file sizes keep to the rules of the house
lint: $(BIN)
	@tests/lint/run

##: make fuzz            the ELF loader, the decoder and the profile reader (SECONDS=1200 each)
fuzz: packages
	@tests/fuzz/run

##: make fuzz-host       a million blocks of random programs as host code beside single steps, under sanitizers (hours)
fuzz-host: packages
	@tests/fuzz/host-code -n $${CASES:-500000} -s $${SEED:-1}

##: make host-operations host code of each operation beside its handler, a million random states each (a quarter of an hour)
host-operations: $(BUILD)/unit
	HOST_STATES=$${CASES:-1000000} HOST_SEED=$${SEED:-0} CK_TIMEOUT_MULTIPLIER=10 $(BUILD)/unit parisc_host ia64_host

##: make attack          campaigns of hostile input under sanitizers (N= how many of each, SEED=)
attack: packages
	@tests/attack/run $${N:+-n $$N} -s $${SEED:-1}

##: make attack-hour     the same in large, without sanitizers: 10^8 system calls, 10^7 frames, 10^7 files, 10^6 packets
attack-hour: packages
	@tests/attack/hour

##: make hardware-pins   which measured loops pin which number of the models: tests/timing/hardware.pins
hardware-pins: $(BIN)
	@{ sed -n '/^#/p; /^$$/{p;q}' tests/timing/hardware.pins; tests/timing/hardware --pins; } > $(BUILD)/hardware.pins
	@mv $(BUILD)/hardware.pins tests/timing/hardware.pins

# What a compiler for Itanium is made with.
IA64_PACKAGES := binutils-ia64-linux-gnu build-essential bison flex gawk gettext rsync python3 perl m4 file xz-utils libgmp-dev libmpfr-dev \
                 libmpc-dev zlib1g-dev
IA64_PREFIX   ?= $(HOME)/.local/lib/pcgram-ia64

##: make ia64-toolchain  a compiler for Itanium (C, C++, glibc) of Debian's sources in IA64_PREFIX (hours; goes on where it was stopped)
ia64-toolchain:
	@tests/packages $(BUILD_PACKAGES) $(IA64_PACKAGES)
	@$(MAKE) --no-print-directory -s -j$$(nproc) $(BIN)
	@tests/ia64-toolchain/build $(IA64_PREFIX)

##: make ia64-toolchain-check  the same in a fresh Debian, beside the package; gcc's execution tests by it (as root, hours, 5 GB)
ia64-toolchain-check: deb
	@tests/packages debootstrap
	@tests/ia64-toolchain/chroot $(BUILD)/ia64-chroot $(IA64_PACKAGES)

##: make screenshots     pictures of the HTML report and the debug view in docs/screenshots
screenshots: $(BIN)
	@tests/packages $(CROSS_PACKAGES) binutils-ia64-linux-gnu nodejs chromium pngquant
	tests/demo/film
	tests/html/screenshots
	tests/view/screenshots

##: make bench           instructions per second beside qemu-hppa and Ski
bench: $(BIN)
	@tests/bench/bench

##: make format          clang-format over the sources
format:
	clang-format -i $$(git ls-files '*.c' '*.h')
