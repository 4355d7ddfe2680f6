# Every target sets itself up: all it takes is Python 3.11 or newer, make, and a way to the Python package index.
#   make try      play in a browser, without a token          make test     everything that must hold
#   make run      the bot, with the token from .env           make soak     what takes longer
#   make help     the rest

SHELL := /bin/sh
.DEFAULT_GOAL := help

UV_VERSION := 0.13.9
KILLS ?= 200
FIND_PYTHON := for name in python3 python3.11 python3.12 python3.13 python3.14 python3.15 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $$name && break; done
PYTHON ?= $(shell $(FIND_PYTHON))

# uv takes the Python that is here and trusts the certificates that the system trusts.
export UV_PYTHON_DOWNLOADS := never
export UV_SYSTEM_CERTS := true
unexport VIRTUAL_ENV
# The tests start the bot hundreds of times: it is compiled once.
unexport PYTHONDONTWRITEBYTECODE

UV ?= $(shell uv --version >/dev/null 2>&1 && echo uv || echo .venv-uv/bin/uv)
BIN := .venv/bin
INSTALLED := .venv/.installed
TOOLS := .venv/.tools
COMPILED := .venv/.compiled

.PHONY: help install try run test check lint types contracts bars assembly tests coverage bench soak kill hooks fmt clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 12

install: $(INSTALLED) ## .venv with what the bot runs on, exactly as the lock file has it

$(INSTALLED): uv.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and none was found: install it, or say make PYTHON=/path/to/python3." >&2; exit 1; }
	@test "$(UV)" != .venv-uv/bin/uv || $(MAKE) --no-print-directory .venv-uv/bin/uv
	@test -x $(BIN)/python || $(UV) venv --quiet --clear --python "$(PYTHON)" .venv
	$(UV) sync --frozen --inexact --all-extras --no-dev --quiet
	@touch $@

# What tests the bot is not for every Python that it runs on: there is no wheel of the tests' PostgreSQL for 3.15.
$(TOOLS): $(INSTALLED)
	$(UV) sync --frozen --all-extras --quiet
	@touch $@

.venv-uv/bin/uv:
	@"$(PYTHON)" -m venv .venv-uv || { rm -rf .venv-uv; echo "Python's venv module is needed (Debian: apt-get install python3-venv)." >&2; exit 1; }
	@.venv-uv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

try: $(INSTALLED) ## the bot on a simulated Discord in your browser, no token
	@$(BIN)/python -m bot try

run: $(INSTALLED) ## the bot on Discord, with the token from .env
	$(BIN)/python -m bot run

# mypy has one processor for itself; what else is to be done before the tests is done beside it.
test: $(TOOLS) ## all that must hold: lint, types, contracts, bars, tests, coverage
	@$(MAKE) --no-print-directory --jobs=2 check $(COMPILED)
	@$(MAKE) --no-print-directory tests

# The first who finds the tests compiles them, three times as long as finding them takes, and those who test would each.
$(COMPILED): $(TOOLS)
	-@$(BIN)/pytest --collect-only -qq >/dev/null
	@touch $@

check: lint types contracts bars assembly ## the quick half of test

lint: $(TOOLS) ## style and mistakes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TOOLS) ## mypy, strict
	$(BIN)/mypy

contracts: $(TOOLS) ## who may import whom
	$(BIN)/lint-imports

bars: $(TOOLS) ## length of functions, names, purity, honest tests
	$(BIN)/python -m tests.bars

assembly: $(TOOLS) ## whether every rule system can be put together
	$(BIN)/python -m bot assemble

# Who waits for a bot of its own leaves its processor to another test; one test at a time, so that all end together.
ONE_MORE := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := pytest -n $(ONE_MORE) --dist load --maxschedchunk 1

# Those who test trace themselves (tests/tracing.py): all else, how they start among it, takes twice as long traced.
tests: $(TOOLS) ## the tests alone, and full branch coverage of the rules
	@rm -f .coverage .coverage.*
	TRACE_RULES=yes $(BIN)/python -m $(PYTEST)
	@$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

coverage: $(TOOLS) ## where the rules are not covered, as pages in htmlcov/
	-@$(MAKE) --no-print-directory tests
	$(BIN)/python -m coverage html --skip-covered --quiet

bench: $(TOOLS) ## ratios against an echo bot, the disk and d20, as a table
	$(BIN)/python -m tests.bench

soak: $(TOOLS) $(filter .venv-uv/bin/uv,$(UV)) ## what takes minutes: crowds, kills, races, faults, random fights
	$(BIN)/python -m tests.soak $(if $(SHORT),--short) $(STEPS)

kill: $(TOOLS) ## kill -9 in mid-fight, KILLS times
	$(BIN)/python -m tests.wire.kill --kills $(KILLS)

hooks: $(TOOLS) ## have git run `make check` before each commit
	$(BIN)/pre-commit install

fmt: $(TOOLS) ## put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## all that make made
	rm -rf .venv .venv-* htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
