# The commands a person types. Each sets up what it needs, once, under $(VENV).

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

ENGINE := setup.py pyproject.toml src/fast2048/__init__.py \
	$(wildcard csrc/*.[ch] src/fast2048/*.px[di] src/fast2048/*.pyx)

.PHONY: play catalogues test prove test-c check-c test-valgrind test-qemu test-threads test-python \
	test-sanitize test-parallel coverage fuzz test-all-pythons lint types dist-check bench \
	bench-peers clean

play: $(VENV)/built
	@$(BIN)/fast2048

# The words of the terminal game: what is new in the sources goes into the .po files, to be
# translated there; run again, it goes into the .mo files.
CATALOGUES := src/fast2048/locale

catalogues: $(VENV)/tools
	@mkdir -p build
	$(BIN)/pybabel -q extract -k _ -k later -k _say -k _language -k language --no-location \
		-o build/fast2048.pot src/fast2048/terminal src/fast2048/notices.py
	$(BIN)/pybabel -q update -D fast2048 -d $(CATALOGUES) -i build/fast2048.pot \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -D fast2048 -d $(CATALOGUES)

test: test-c test-python

test-python: $(VENV)/built $(VENV)/tools
	$(BIN)/python -m pytest

# ---- the bit arithmetic of the C source, proven for all boards

prove: $(VENV)/tools
	$(BIN)/python tests/proofs/proofs.py --mutants

# ---- the C engine by itself, under AddressSanitizer and UndefinedBehaviorSanitizer

CFLAGS_CHECKED = -std=c11 -O1 -g -Wall -Wextra -Wconversion -Werror \
	-fsanitize=address,undefined -fno-sanitize-recover=all

test-c: build/engine-tests
	build/engine-tests

build/engine-tests: $(wildcard csrc/*.[ch] csrc/tests/*.[ch])
	@mkdir -p build
	$(CC) $(CFLAGS_CHECKED) -Icsrc -o $@ $(wildcard csrc/*.c csrc/tests/*.c) -lm

# ---- the C by other compilers and tools, and on other machines

WARNINGS := -std=c11 -Wall -Wextra -Wconversion -Werror
C_TESTS := $(wildcard csrc/*.c csrc/tests/*.c)

check-c: $(VENV)/tools
	$(BIN)/clang-tidy --quiet $(wildcard csrc/*.c) -- -std=c11 -Icsrc
	for compiler in gcc clang; do \
		$$compiler $(WARNINGS) -O2 -Icsrc -fsyntax-only $(C_TESTS) || exit 1; done

# All rooms but the board's, which enumerates more than valgrind has the time for.
test-valgrind: build/engine-plain
	valgrind --quiet --error-exitcode=1 --leak-check=full \
		build/engine-plain generator game network learning kernels search

build/engine-plain: $(wildcard csrc/*.[ch] csrc/tests/*.[ch])
	@mkdir -p build
	$(CC) $(WARNINGS) -O1 -g -Icsrc -o $@ $(C_TESTS) -lm

# s390x puts the highest byte first.
test-qemu: build/engine-aarch64 build/engine-s390x
	qemu-aarch64 build/engine-aarch64
	qemu-s390x build/engine-s390x

build/engine-%: $(wildcard csrc/*.[ch] csrc/tests/*.[ch])
	@mkdir -p build
	$*-linux-gnu-gcc $(WARNINGS) -O2 -ffp-contract=off -static -Icsrc -o $@ $(C_TESTS) -lm

# ---- the engine in several threads, under ThreadSanitizer

test-threads: build/engine-threads
	build/engine-threads

build/engine-threads: $(wildcard csrc/*.[ch] csrc/tests/threads/*.c)
	@mkdir -p build
	$(CC) $(WARNINGS) -O1 -g -fsanitize=thread -pthread \
		-Icsrc -o $@ $(wildcard csrc/*.c csrc/tests/threads/*.c) -lm

# ---- the Python tests on an engine built with the sanitizers

SANITIZED := $(CURDIR)/build/sanitized

SANITIZED_PYTHON := PYTHONPATH=$(SANITIZED) PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	$(BIN)/python

test-sanitize: $(SANITIZED)/built $(VENV)/tools
	$(SANITIZED_PYTHON) -c 'import fast2048; assert "$(SANITIZED)" in fast2048.__file__'
	$(SANITIZED_PYTHON) -m pytest

$(SANITIZED)/built: $(ENGINE) $(wildcard src/fast2048/*.py src/fast2048/*/*.py) $(VENV)/built
	rm -rf $(SANITIZED)
	FAST2048_SANITIZE=address,undefined $(PIP) install --no-build-isolation --no-deps \
		--target $(SANITIZED) .
	@touch $@

# ---- coverage: the Python tests and the C tests on an engine built for gcov. Threads that count
# at the same time may spoil a counter: the line was run all the same.

COVERAGE := $(CURDIR)/build/coverage
COVERED_PYTHON := PYTHONPATH=$(COVERAGE)/package $(BIN)/python

coverage: $(COVERAGE)/built $(VENV)/tools
	rm -f $(COVERAGE)/python*
	find $(COVERAGE) -name '*.gcda' -delete
	cd $(COVERAGE)/c-tests && ./engine-tests
	$(COVERED_PYTHON) -c 'import fast2048; assert "$(COVERAGE)" in fast2048.__file__'
	$(COVERED_PYTHON) -m coverage run -m pytest; tests=$$?; \
	$(BIN)/coverage combine --quiet && $(BIN)/coverage report; python=$$?; \
	$(BIN)/gcovr --root . --filter csrc/ --exclude csrc/tests/ \
		--gcov-ignore-parse-errors=negative_hits.warn_once_per_file --fail-under-line 95 $(COVERAGE); \
	exit $$((tests + python + $$?))

$(COVERAGE)/built: $(ENGINE) $(wildcard csrc/tests/*.[ch] src/fast2048/*.py src/fast2048/*/*.py) $(VENV)/built
	rm -rf $(COVERAGE)
	mkdir -p $(COVERAGE)/c-tests
	cd $(COVERAGE)/c-tests && $(CC) -std=c11 -O1 -g --coverage -I$(CURDIR)/csrc -o engine-tests \
		$(abspath $(wildcard csrc/*.c csrc/tests/*.c)) -lm
	FAST2048_COVERAGE=1 $(PIP) install --no-build-isolation --no-deps --target $(COVERAGE)/package .
	@touch $@

# ---- fuzzing: the C that takes bytes and boards, and every reader of text and files

SECONDS ?= 120 # for all targets together
FUZZED_C := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZED_PYTHON := records boards shapes networks checkpoints saves keys commands
FUZZ_SECONDS = $$(($(SECONDS) / $(words $(FUZZED_C) $(FUZZED_PYTHON))))
FUZZ_OPTIONS = -max_total_time=$(FUZZ_SECONDS) -timeout=30 -verbosity=0 \
	-artifact_prefix=build/fuzz/crash-$@- build/fuzz/found/$@ tests/fuzz/corpus/$@

.PHONY: $(FUZZED_C) $(FUZZED_PYTHON)
fuzz: $(FUZZED_C) $(FUZZED_PYTHON)

$(FUZZED_C): %: build/fuzz/%
	@mkdir -p build/fuzz/found/$@
	build/fuzz/$@ $(FUZZ_OPTIONS)

$(FUZZED_PYTHON): $(VENV)/built $(VENV)/fuzzer
	@mkdir -p build/fuzz/found/$@
	$(BIN)/python tests/fuzz/fuzz.py $@ $(FUZZ_OPTIONS)

FUZZED_CFLAGS = $(WARNINGS) -O1 -g -Icsrc -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZED_OBJECTS := $(patsubst csrc/%.c,build/fuzz/engine/%.o,$(wildcard csrc/*.c))

build/fuzz/%: tests/fuzz/fuzz_%.c tests/fuzz/input.h $(FUZZED_OBJECTS)
	clang $(FUZZED_CFLAGS) -fsanitize=fuzzer -o $@ $< $(FUZZED_OBJECTS) -lm

build/fuzz/engine/%.o: csrc/%.c $(wildcard csrc/*.h)
	@mkdir -p build/fuzz/engine
	clang $(FUZZED_CFLAGS) -fsanitize=fuzzer-no-link -c -o $@ $<

.PRECIOUS: build/fuzz/engine/%.o

# ---- the tests in several threads at once, on a Python without the GIL

test-parallel:
	sh tests/free-threaded.sh

test-all-pythons:
	sh tests/all-pythons.sh

# ---- what is distributed: contents, metadata, installs on every Python here, workflows

dist-check: $(VENV)/built $(VENV)/tools
	$(PIP) install --group dist
	$(BIN)/python -m pytest -v -o faulthandler_timeout=0 tests/distribution/check_*.py

lint: $(VENV)/built $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.PHONY: docs

# The pages in build/docs, from docs/ and the docstrings. A warning or a dead link is an error.
docs: $(VENV)/built
	$(PIP) install --group docs
	rm -rf build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -b html docs build/docs

# ---- the types: of the sources, of the extension's stub, and of what users see

types: $(VENV)/built $(VENV)/tools
	$(BIN)/mypy
	$(BIN)/mypy tests/typing
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python -m mypy.stubtest --concise --allowlist tests/typing/stubtest-allowlist.txt fast2048

bench: $(VENV)/built $(VENV)/tools
	$(PIP) install --group bench
	$(BIN)/python -m pytest benchmarks --benchmark-only --benchmark-group-by=group

bench-peers: $(VENV)/built $(VENV)/created
	$(PIP) install --group peers
	$(BIN)/python benchmarks/peers/compare.py

clean:
	rm -rf build dist .venv* src/fast2048/_core.c src/fast2048/*.so

# ---- setting up

$(VENV)/created:
	@$(PYTHON) -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'fast2048 needs Python 3.11 or newer, with venv; $(PYTHON) is not.' \
		'Name another one: make PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/built: $(VENV)/created $(ENGINE)
	$(PIP) install --group build
	$(PIP) install --no-build-isolation --editable .
	@touch $@

$(VENV)/fuzzer: $(VENV)/tools
	$(PIP) install --group fuzz
	@touch $@

$(VENV)/tools: $(VENV)/created pyproject.toml
	$(PIP) install --group dev
	@touch $@
