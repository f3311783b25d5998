# SPDX-License-Identifier: MIT
# A front for Meson: each target is one step of tools/dev, which the help text names. Compiler flags
# live in meson.build, build folders in build/, links to the programs in bin/.

PREFIX ?= /usr/local
DESTDIR ?=
MESON_OPTIONS ?=
BENCH ?=
SECONDS ?= 20
FULL ?=
full = $(if $(FULL),--full)

export MESON_OPTIONS

.PHONY: help demo build test install lint format sanitize sanitize-threads sanitize-gpu fuzz gate \
  gate-full bench labs site clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s%s\n", $$1, $$2}' Makefile

demo: ## Build, solve a graph of 4000 vertices with every solver that runs here, check each result
	@tools/dev/setup && tools/dev/build release --only hw3-gen hw3-check hw3-1 hw3-2 hw3-3 && tools/dev/demo

build: ## Build the programs, which appear in bin/, and the libraries
	@tools/dev/setup && tools/dev/build release --programs-only

test: ## Build and run the tests; FULL=1 adds those under Slurm, Valgrind and load
	@tools/dev/setup && tools/dev/build release && tools/dev/test release $(full)

install: ## Install programs, library, manual pages, completions: make install [PREFIX=/usr/local] [DESTDIR=]
	@tools/dev/setup && tools/dev/install "$(PREFIX)" "$(DESTDIR)"

lint: ## Check format, scripts, spelling, and by clang-tidy and cppcheck what changed; FULL=1: all of it
	@tools/dev/setup lint && tools/dev/build sources --configure-only && tools/dev/lint $(full)

format: ## Rewrite the sources with clang-format
	@tools/dev/setup lint && tools/dev/lint --format

sanitize: ## Run tests with AddressSanitizer and UndefinedBehaviorSanitizer; FULL=1: all without a GPU
	@tools/dev/setup && tools/dev/with-clang sanitize $(full)

sanitize-threads: ## Run the tests of host threads with ThreadSanitizer; FULL=1: long ones, too
	@tools/dev/setup && tools/dev/with-clang threads $(full)

fuzz: ## Feed every reader and the command lines mutated files: make fuzz [SECONDS=20], for each
	@tools/dev/setup && tools/dev/with-clang fuzz $(SECONDS)

gate: ## Run all that must hold before a change is good, from a clean checkout
	@.ci/run

gate-full: ## Run the gate, and what takes hours, or STEPS of it: compilers, bare distributions, packagers
	@.ci/run --full $(STEPS)

sanitize-gpu: ## Run the tests of the GPU programs under the four tools of compute-sanitizer
	@tools/dev/setup && tools/dev/build release && tools/dev/sanitize-gpu

bench: ## Measure this machine, and its GPU, against its ceilings: make bench [BENCH="--quick"]
	@tools/dev/setup && tools/dev/build release --programs-only && tools/dev/bench $(BENCH)

labs: ## Build the exercises of labs/, test them, and time every step on what the machine has
	@tools/dev/setup && tools/dev/build release --target all-labs && labs/measure

site: ## Make a site of README.md, docs/ and the references of C++ and Python in build/site, check its links
	@tools/dev/site

clean: ## Remove everything that was built; a Meson in build/venv stays
	@rm -rf bin && if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name venv -exec rm -rf {} +; fi
