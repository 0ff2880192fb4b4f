# Everything a checkout needs; `make` lists the targets. Linux and macOS, GNU make 3.81 or later.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

VERSION := $(shell sed -n 's/.*static let text = "\(.*\)"$$/\1/p' Sources/GeoJoule/GeoJoule.swift)
PYTHON ?= python3

BINARY := .build/release/geojoule
# Debian's Swift has static run-time libraries beside the shared ones: with them the program starts faster and runs
# where Swift is not installed. macOS has the run time in the system.
STATIC_LIBRARIES := $(dir $(shell command -v $(SWIFT) 2>/dev/null))../lib/swift_static/linux/libswiftCore.a
# Nobody links against the program: without its dynamic symbols it is 1.5 MB smaller. Installing strips it, so that places of
# the source in it would only make the build longer.
# The package manager's own driver of the compiler, where it has one, lets a module's dependents wait for its interface only.
# With it every build compiles everything again, so that only a first look has it.
DRIVER = $(if $(findstring --use-integrated-swift-driver,$(shell $(SWIFT) build --help-hidden 2>/dev/null)),\
  --use-integrated-swift-driver)
FIRST_FLAGS = $(if $(filter first,$(GEOJOULE_QUICK_BUILD)),$(DRIVER) -Xswiftc -Onone)
BUILD_FLAGS ?= -c release -debug-info-format none \
  $(if $(wildcard $(STATIC_LIBRARIES)),--static-swift-stdlib -Xlinker --no-export-dynamic) \
  $(FIRST_FLAGS) $(LINK_FLAGS)

# Packages, which are what is timed, are optimized once more as a whole when they are linked: the compiler inlines few of the
# small functions that one module calls of another. It takes minutes, so that a build for oneself does without.
dist bench: LINK_FLAGS = $(if $(and $(wildcard $(dir $(shell command -v $(SWIFT) 2>/dev/null))ld.lld),\
  $(findstring --experimental-lto-mode,$(shell $(SWIFT) build --help-hidden 2>/dev/null))),--experimental-lto-mode full)

# Code that writes text is not optimized, see Package.swift.
export GEOJOULE_QUICK_BUILD := 1

# The tests have a build of their own, from clean, in release and with internals visible. It is also the one that checks
# that each target imports only what it declares.
TEST_FLAGS := -c release -Xswiftc -enable-testing -debug-info-format none --scratch-path '$(CURDIR)/.build/check'
SOURCES := $(wildcard Package.swift Sources Tests Plugins Examples Benchmarks)

BUDGETS := Examples/budgets/budgets.yml

.PHONY: help setup resolve build built dist dist-test version python-test compare check-budgets lint structure words format test quick-test example test-long intervals test-build fuzz bench docs man install install-files uninstall clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

# Where nothing is built yet, only what simulates is optimized, see Package.swift. A file says so, and since when: until a
# source changes, there is nothing to build.
FIRST_LOOK := .build/first-look
compare: export GEOJOULE_QUICK_BUILD := $(if $(wildcard $(BINARY)),1,first)
compare: $(if $(and $(wildcard $(BINARY)),$(wildcard $(FIRST_LOOK))),\
  $(if $(shell find Sources Plugins Package.swift Makefile -newer $(FIRST_LOOK) -type f),build),build)
compare: ## build and compare the main strategies on an everyday day: table, reports/compare.csv and .html
	@mkdir -p reports
	$(BINARY) compare --csv reports/compare.csv --html reports/compare.html
	@if [ -e $(FIRST_LOOK) ]; then \
	  echo "This first program is slow at fits and long recordings. 'make build' and 'make install' make the fast one."; fi

check-budgets: build ## hold the catalogue's strategies against its own power budget, as an example
	$(BINARY) check $(BUDGETS)

setup: ## install what is missing: GSL, libexpat, SQLite, zlib, pkg-config (asks for root only if it must)
	@SWIFT='$(SWIFT)' .ci/setup

# A network that blips should not fail a build: three attempts.
fetch = $(SWIFT) package $(1) resolve || { sleep 5; $(SWIFT) package $(1) resolve; } \
  || { sleep 20; $(SWIFT) package $(1) resolve; }

resolve: setup
	@$(call fetch)

# GSL, libexpat, SQLite, zlib and the C++ run time are linked statically where their archives are installed; the pkg-config files of
# this folder say so to the package manager.
STATIC := $(CURDIR)/.build/static
WITH_STATIC := PKG_CONFIG_PATH='$(STATIC)'"$${PKG_CONFIG_PATH:+:$$PKG_CONFIG_PATH}"

build: resolve ## build the program in release: .build/release/geojoule
	@packaging/static-libraries '$(STATIC)'
	@packaging/stamp-commit
	$(WITH_STATIC) $(SWIFT) build $(BUILD_FLAGS) --product geojoule
	@if [ "$$GEOJOULE_QUICK_BUILD" = first ]; then touch $(FIRST_LOOK); else rm -f $(FIRST_LOOK); fi

dist: build man ## packages for this machine's kind in dist/: archive, Debian package, Python wheel, checksums
	PYTHON='$(PYTHON)' packaging/dist '$(VERSION)'

dist-test: ## install each package of dist/ into an empty Debian root and use it there (needs root and debootstrap)
	packaging/dist-test dist

version:
	@echo '$(VERSION)'

python-test: build ## type checks and tests of the Python package, in an environment of their own
	PYTHON='$(PYTHON)' packaging/python-test '$(BINARY)'

lint: ## check the formatting of all Swift code
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

structure: ## sizes of modules, files and functions, repeated code, circles of folders, 400 public declarations
	@if command -v $(PYTHON) >/dev/null 2>&1; then $(PYTHON) .ci/structure && $(PYTHON) .ci/face; \
	else echo "structure: not checked, $(PYTHON) is missing"; fi

words: ## check the words of README, docs, help and what the program prints
	@if command -v $(PYTHON) >/dev/null 2>&1; then $(PYTHON) .ci/words; else echo "words: not checked, $(PYTHON) is missing"; fi

format: ## format all Swift code
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

# The sources and the tests of Examples/EnergyTest are targets of the tests' build too. What is left to check is that the
# products which its manifest names are there. This comes before the tests, so that their closing line is the last.
test: lint structure words test-build ## formatting, structure, words, a build from clean with import checks, the power budget, all but the long tests
	env -u GEOJOULE_QUICK_BUILD $(SWIFT) build --package-path Examples/EnergyTest --scratch-path .build/example --build-tests \
	  --print-manifest-job-graph >/dev/null
	.build/check/release/geojoule check $(BUDGETS)
	@# The tests leave half a core free: hashes and counts of instructions are taken beside them.
	{ .ci/digests .build/check/release/DayBenchmark && .ci/instructions .build/check/release/DayBenchmark; } & beside=$$!; \
	$(SWIFT) test $(TEST_FLAGS) --skip-build --disable-xctest --quiet; tests=$$?; \
	wait $$beside && exit $$tests

example: setup ## build and run the energy tests of Examples/EnergyTest and Examples/AppSource, packages of their own
	$(SWIFT) test --package-path Examples/EnergyTest --scratch-path .build/example --disable-xctest --quiet
	$(SWIFT) test --package-path Examples/AppSource --scratch-path .build/example --disable-xctest --quiet

test-long: lint test-build ## the same, and the long tests: how often intervals hold the truth
	GEOJOULE_LONG_TESTS=1 $(SWIFT) test $(TEST_FLAGS) --skip-build --disable-xctest --quiet

# SERIES is the number of data sets of a cell.
SERIES ?= 200
intervals: test-build ## count how often 95 % intervals contain the truth, and write the table of reports/validation/intervals.md
	rm -f reports/validation/intervals.csv
	GEOJOULE_LONG_TESTS=1 GEOJOULE_REPETITIONS=$(SERIES) GEOJOULE_COVERAGE='$(CURDIR)/reports/validation/intervals.csv' \
	  $(SWIFT) test $(TEST_FLAGS) --skip-build --disable-xctest --quiet \
	  --filter 'CorrelatedCoverageTests|CurveDesignCoverageTests|ErrorCoverageTests|OtherDesignsCoverageTests|SampleCoverageTests' || true
	$(PYTHON) reports/validation/intervals.py

# A build of single files, for the tests one needs while working: FILTER is a suite or a test.
WORK := GEOJOULE_QUICK_BUILD=work $(SWIFT)
WORK_FLAGS := -debug-info-format none -Xswiftc -gnone
quick-test: setup ## while you work: an incremental build and the tests that FILTER names
	$(WORK) build $(WORK_FLAGS) --build-tests
	$(WORK) test $(WORK_FLAGS) --skip-build --disable-xctest --quiet --filter '$(FILTER)'

test-build: setup
	rm -rf .build/check
	@$(call fetch,--scratch-path '$(CURDIR)/.build/check')
	$(SWIFT) build $(TEST_FLAGS) --build-tests --explicit-target-dependency-import-check error

# The sanitizers' build has a folder of its own. Their libraries come with the toolchain on Linux; where they are missing,
# the readers meet the fuzzer's own damages only. The compiler counts what is reached, and libFuzzer is linked by hand:
# `-sanitize=fuzzer` alone would give its `main` to every executable, also to the one that embeds the catalogue.
FUZZ_S ?= 600
LIBFUZZER := $(firstword $(wildcard \
  $(dir $(shell command -v $(SWIFT) 2>/dev/null))../lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-$(shell uname -m).a))
FUZZ_BUILD := $(SWIFT) build --scratch-path .build-fuzz --product ReaderFuzzer -Xswiftc -O -Xswiftc -DFUZZING \
  -Xswiftc -use-ld=lld -Xswiftc -sanitize=address -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer,address \
  -Xlinker '$(LIBFUZZER)' -Xlinker -lstdc++

fuzz: build ## damage files for FUZZ_S seconds: every reader and every command in process, then the program (not part of the tests)
	$(WITH_STATIC) $(SWIFT) build $(BUILD_FLAGS) --product ReaderFuzzer
	$(WITH_STATIC) $(SWIFT) build $(BUILD_FLAGS) --product CommandFuzzer
	@rm -f .build-fuzz/debug/ReaderFuzzer
	$(if $(LIBFUZZER),$(FUZZ_BUILD) || true)
	Tests/Fuzz/fuzz.py --seconds $(FUZZ_S) --tool $(BINARY) --fuzzer .build/release/ReaderFuzzer \
	  --commands .build/release/CommandFuzzer \
	  $$(test -x .build-fuzz/debug/ReaderFuzzer && echo --libfuzzer .build-fuzz/debug/ReaderFuzzer)

bench: build ## time days, a fit and the program beside plain C++, ns-3, SimPy and SciPy: the table of docs/benchmarks.md
	$(WITH_STATIC) $(SWIFT) build $(BUILD_FLAGS) --product PhoneDayBenchmark
	$(WITH_STATIC) $(SWIFT) build $(BUILD_FLAGS) --product FitBenchmark
	$(WITH_STATIC) $(SWIFT) build $(BUILD_FLAGS) --product DayBenchmark
	@Benchmarks/run.sh

# What `import GeoJoule` gives: the documentation of one target alone would leave out what it exports of the others.
DOCUMENTED := GeoJoule Core DeviceModel World LocationServices Strategies Simulation Analysis \
  FileFormats Documents

docs: export GEOJOULE_DOCS := 1
docs: resolve ## the library's documentation as a web site in .build/docs
	@command -v docc >/dev/null 2>&1 || xcrun --find docc >/dev/null 2>&1 \
	  || { echo "docs: error: this toolchain has no docc; install one from https://www.swift.org/install" >&2; exit 1; }
	@mkdir -p .build/docs
	$(SWIFT) package --allow-writing-to-directory .build/docs generate-documentation \
	  $(addprefix --target ,$(DOCUMENTED)) --enable-experimental-combined-documentation \
	  --disable-indexing --transform-for-static-hosting --output-path .build/docs

man: build ## the manual page: .build/man/geojoule.1
	@mkdir -p .build/man
	$(BINARY) manual > .build/man/geojoule.1

# Nothing is built as root: after 'make build man' there is nothing left to build.
built:
	@[ -x '$(BINARY)' ] && [ -f .build/man/geojoule.1 ] || { \
	  echo "install: error: nothing is built as root; run 'make build man' as yourself first" >&2; exit 1; }

install: $(if $(SUDO_USER),built,build man) ## install the program, its manual page and shell completions under PREFIX (default /usr/local)
	@$(MAKE) --no-print-directory install-files

# What `install` does once the program and its page are there.
install-files:
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' '$(DESTDIR)$(PREFIX)/share/zsh/site-functions' \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d'
	install -m 755 $(BINARY) '$(DESTDIR)$(PREFIX)/bin/geojoule'
	@# Without its symbols the program is about a quarter of its size; where there is no strip it works as it is.
	strip '$(DESTDIR)$(PREFIX)/bin/geojoule' || true
	install -m 644 .build/man/geojoule.1 '$(DESTDIR)$(PREFIX)/share/man/man1/geojoule.1'
	$(BINARY) --generate-completion-script bash > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/geojoule'
	$(BINARY) --generate-completion-script zsh > '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_geojoule'
	$(BINARY) --generate-completion-script fish > '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/geojoule.fish'

uninstall: ## remove what `make install` put under PREFIX
	rm -f '$(DESTDIR)$(PREFIX)/bin/geojoule' '$(DESTDIR)$(PREFIX)/share/man/man1/geojoule.1' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/geojoule' \
	  '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_geojoule' \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/geojoule.fish'

clean: ## remove everything that was built
	rm -rf .build .build-fuzz dist Benchmarks/build Benchmarks/.venv
