# Every target sets up what it needs; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
SERVE ?= yes
# One more than there are cores: some tests wait for a browser or a worker.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.DEFAULT_GOAL := help
.PHONY: help demo test matches beliefs attacks check bench strength

help: ## show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.texts ## fill a demo club, play its tables, serve it (SERVE=no: stop after the standings; PORT=8000)
	@exec $(BIN)/python manage.py demo --port $(PORT) $(if $(filter no,$(SERVE)),--no-serve)

test: ARGS ?= --ignore=tests/attacks
test: $(VENV)/.dev $(VENV)/.texts ## run all tests but the attacks on the sandbox (ARGS="-k standings" for some of them)
	$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

matches: $(VENV)/.dev ## play 10,000 random matches of every game at every number of players
	RANDOM_MATCHES=10000 $(BIN)/python -m pytest -n $(WORKERS) tests/games/test_random_matches.py

beliefs: $(VENV)/.dev ## ask what seats believe at 100,000 random positions of every game
	BELIEF_GAMES="$$($(BIN)/python -c 'import games; print(*(game.slug for game in games.all()))')" BELIEF_POSITIONS=100000 $(BIN)/python -m pytest -n $(WORKERS) tests/games/test_random_beliefs.py tests/engine/test_hindsight.py

attacks: $(VENV)/.dev ## let all attacks loose on the sandbox, play 1,000 matches that must leave nothing
	SANDBOX_ALL=yes SANDBOX_MATCHES=1000 $(BIN)/python -m pytest -n $(WORKERS) tests/attacks tests/bots/sandbox tests/league/jobs/test_faulty_bots.py

check: $(VENV)/.dev ## what CI checks: format, lint, types, layers, migrations, OpenAPI document
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy engine games bots league
	$(BIN)/lint-imports
	$(BIN)/python manage.py check
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py spectacular --fail-on-warn --validate --file $(VENV)/openapi.yaml
	diff -u openapi.yaml $(VENV)/openapi.yaml

bench: $(VENV)/.bench ## measure beside a C program and OpenSpiel
	$(BIN)/python -m bench

strength: $(VENV)/.dev ## play what is missing of the contests in docs/strength.md, for hours (ARGS="skat loo")
	$(BIN)/python -m bench.strength $(ARGS)

# A stamp says which requirements are installed; it is older than them when they change.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stammtisch needs Python 3.11 or newer; set PYTHON=python3.11 or the like.")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: requirements/base.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt
	@touch $@

# Translations are kept as text and compiled here.
$(VENV)/.texts: $(wildcard locale/*/LC_MESSAGES/*.po) $(VENV)/.base
	$(BIN)/python manage.py compiletexts
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt -r requirements/dev.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.base
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt -r requirements/bench.txt \
	&& touch $@ || echo "OpenSpiel cannot be installed here: measuring without it." >&2
