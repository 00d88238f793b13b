# Every target sets up what it needs; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
SERVE ?= yes
NPROC := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
WORKERS ?= $(NPROC)

# Without it, every worker of the tests and every program they start would compile all modules for itself.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo dump-demo test slow newcomer image wheel client kubernetes matches beliefs bounds attacks faults hosts soak fuzz mutants examples check check-draws bench strength train

help: ## show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.texts ## fill a demo club and serve it (SERVE=no: stop after the standings; EMPTY=yes: nothing but an administrator; PORT=8000)
	@exec $(BIN)/python manage.py demo --port $(PORT) $(if $(filter no,$(SERVE)),--no-serve) $(if $(filter yes,$(EMPTY)),--empty)

OTHERS := --ignore=tests/attacks --ignore=tests/faults --ignore=tests/hosts
test: ARGS ?= -m "not slow" $(OTHERS)
test: $(VENV)/.dev $(VENV)/.texts ## run all tests but the slow ones (ARGS="-k standings" for some of them)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

# One worker more than there are cores: these tests wait for browsers and workers. Those that start servers and
# workers of their own are the group `programs`, of which one runs at a time.
slow: ARGS ?=
slow: ## run the slow tests: browsers, workers that are killed, programs as operators start them (ARGS=tests/browser)
	$(MAKE) test ARGS="-m slow $(OTHERS) $(ARGS)" WORKERS=$$(($(NPROC) + 1))

newcomer: ## run the README's commands in a fresh clone on a bare Debian, on two cores and on one; as root
	@$(PYTHON) .ci/newcomer.py $(ARGS)

image: ## build the image of the Dockerfile on a bare Debian, with podman and without a registry of images; as root
	@$(PYTHON) .ci/image.py $(ARGS)

wheel: $(VENV)/.wheel $(VENV)/.texts ## build the wheels of rules, bots and tools and of the site into dist/, check and try them
	@$(BIN)/python .ci/wheel.py

examples: $(VENV)/.dev $(VENV)/.texts ## write openapi.yaml, with an example of each operation from the tests of the API
	rm -f .examples.jsonl
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file openapi.yaml
	EXAMPLES=$(CURDIR)/.examples.jsonl $(MAKE) test ARGS="-m '' tests/league/api $(foreach name,any_request any_sequence mutations crashes outages examples,--ignore=tests/league/api/test_$(name).py)"
	$(BIN)/python -m tests.league.api.recording .examples.jsonl && rm .examples.jsonl
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file openapi.yaml

client: $(VENV)/.dev ## make the methods and types of stammtisch.client from openapi.yaml
	$(BIN)/python manage.py client

kubernetes: export SITE_HOST ?= karten.example.org
kubernetes: $(VENV)/.dev ## make deploy/kubernetes.yaml from compose.yaml; tests hold it against the schema of Kubernetes
	$(BIN)/python manage.py kubernetes > deploy/kubernetes.new && mv deploy/kubernetes.new deploy/kubernetes.yaml
	$(BIN)/python -m pytest -q -n0 tests/deploy/test_kubernetes.py

matches: $(VENV)/.dev ## play 10,000 random matches of every game at every number of players
	RANDOM_MATCHES=10000 $(BIN)/python -m pytest -n $(WORKERS) tests/games/test_random_matches.py

beliefs: $(VENV)/.dev ## ask what seats believe at 100,000 random positions of every game
	BELIEF_GAMES="$$($(BIN)/python -c 'import games; print(*(game.slug for game in games.all()))')" BELIEF_POSITIONS=100000 $(BIN)/python -m pytest -n $(WORKERS) tests/games/test_random_beliefs.py tests/engine/conformance/test_hindsight.py

# Kernels of these have a cache of their own, and are compiled first: three minutes.
bounds: $(VENV)/.dev ## run the tests of rules, games and bots with kernels that notice when they reach past an array
	NUMBA_BOUNDSCHECK=1 $(MAKE) test ARGS='-m "not slow" tests/engine tests/games tests/bots'
	NUMBA_BOUNDSCHECK=1 $(MAKE) test ARGS='-m slow tests/engine/records tests/games/test_random_matches.py'

check-draws: DRAWS ?= 5000
check-draws: $(VENV)/.dev ## draw 5,000 sessions of random events and seasons of divisions, play 1,000 cups, check all (DRAWS=500)
	DRAWS=$(DRAWS) $(BIN)/python -m pytest -n $(WORKERS) tests/league/logic/draws/test_random_events.py tests/league/logic/draws/test_random_divisions.py tests/league/logic/draws/test_random_cups.py tests/league/services/draws/test_random_cups.py tests/league/logic/draws/test_every.py tests/league/logic/draws/test_arrivals.py

attacks: $(VENV)/.dev ## let all attacks loose on the sandbox, play 1,000 matches that must leave nothing
	SANDBOX_ALL=yes SANDBOX_MATCHES=1000 $(BIN)/python -m pytest -n $(WORKERS) tests/attacks tests/bots/sandbox tests/league/jobs/test_faulty_bots.py

# One after the other: each has servers, workers and a web server of its own.
faults: FAULTS ?= long
faults: ARGS ?= tests/faults
faults: $(VENV)/.dev $(VENV)/.texts ## break everything while 2,000 matches are played (FAULTS=short: 200; FAULTS_SEED=2)
	STAMMTISCH_ENV=development FAULTS=$(FAULTS) $(BIN)/python -m pytest -n0 -s $(ARGS)

hosts: HOSTS ?= long
hosts: ARGS ?= tests/hosts
hosts: $(VENV)/.dev $(VENV)/.texts ## let 50 people play on five hosts that are upgraded and lost (HOSTS=short; HOSTS_SEED=2; HOSTS_FROM=revision)
	STAMMTISCH_ENV=development HOSTS=$(HOSTS) $(BIN)/python -m pytest -n0 -s $(ARGS)

soak: HOURS ?= 2
soak: SEED ?= 1
soak: $(VENV)/.dev $(VENV)/.texts ## load a site for hours and watch memory, files, queues and rows (HOURS=0.05 SEED=2 ARGS=--docs)
	$(BIN)/python -m tests.soak --hours $(HOURS) --seed $(SEED) $(ARGS)

fuzz: SECONDS ?= 60
fuzz: $(VENV)/.fuzz ## let a fuzzer look for what breaks the parsers of what strangers hand in (SECONDS=60 for each)
	for target in record packed sheet line upload actions season table; do \
	  NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.fuzz $$target $(SECONDS) || exit 1; \
	done

mutants: SAMPLE ?= 60
mutants: SEED ?= 1
mutants: $(VENV)/.dev ## change small things in the code, one at a time, and see whether tests notice (SAMPLE=60; SEED=1; ARGS="league/logic/draws")
	$(BIN)/python -m tests.mutants --sample $(SAMPLE) --seed $(SEED) $(ARGS)

check: $(VENV)/.dev ## what CI checks: format, lint, types, layers, migrations, OpenAPI document, client
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy engine games bots league stammtisch
	$(BIN)/lint-imports
	$(BIN)/python manage.py check
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py lintmigrations
	$(BIN)/python manage.py spectacular --fail-on-warn --validate --file $(VENV)/openapi.yaml
	diff -u openapi.yaml $(VENV)/openapi.yaml
	$(BIN)/python manage.py client --check

dump-demo: REVISION ?= HEAD
dump-demo: $(VENV)/.dev ## keep a dump of a revision's demo, from which tests upgrade (REVISION=47e6081)
	$(BIN)/python -m tests.league.upgrades $(REVISION)

bench: $(VENV)/.bench ## measure beside a C program and OpenSpiel, write docs/speed.md
	$(BIN)/python -m bench

strength: $(VENV)/.dev ## play what is missing of the contests in docs/strength.md, for hours (ARGS="skat loo")
	$(BIN)/python -m bench.strength $(ARGS)

train: HOURS ?= 1
train: $(VENV)/.dev ## let a bot learn a game by playing it, and go on where that stopped (GAME=skat HOURS=2 ARGS="--seed 1")
	$(BIN)/python -m bots.training $(GAME) --hours $(HOURS) $(ARGS)

# A stamp says which requirements are installed; it is older than them when they change.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stammtisch needs Python 3.11 or newer; set PYTHON=python3.11 or the like.")'
	@$(PYTHON) -m venv $(VENV)

# What pip says is kept, and shown if it fails. It compiles no modules: of most packages few are ever imported.
LOG := $(VENV)/pip.log
install = $(BIN)/python -m pip install --no-compile --disable-pip-version-check --progress-bar off --require-hashes \
	$(foreach file,$(1),-r requirements/$(file).txt) >$(LOG) 2>&1
say_install = @echo "Installing $$(cd requirements && cat $(addsuffix .txt,$(1)) | grep -o '^[^ ]*==' | sort -u | wc -l) packages into $(VENV) …"
or_show = || { cat $(LOG) >&2; exit 1; }

$(VENV)/.base: requirements/base.txt | $(BIN)/python
	$(call say_install,base)
	@$(call install,base) $(or_show)
	@touch $@

# In one go with what all need, which is then there, too.
$(VENV)/.dev: requirements/dev.txt requirements/base.txt | $(BIN)/python
	$(call say_install,base dev)
	@$(call install,base dev) $(or_show)
	@touch $(VENV)/.base $@

# Translations are kept as text and compiled here.
$(VENV)/.texts: $(wildcard locale/*/LC_MESSAGES/*.po games/*/locale/*/LC_MESSAGES/*.po) $(VENV)/.base
	@$(BIN)/python manage.py compiletexts
	@touch $@

$(VENV)/.fuzz: requirements/fuzz.txt $(VENV)/.dev
	$(call say_install,fuzz)
	@$(call install,fuzz) $(or_show)
	@touch $@

$(VENV)/.wheel: requirements/wheel.txt $(VENV)/.dev
	$(call say_install,wheel)
	@$(call install,wheel) $(or_show)
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.base
	$(call say_install,base bench)
	@$(call install,base bench) && touch $@ || { cat $(LOG); echo "OpenSpiel cannot be installed here: measuring without it."; } >&2

# Two installations at once would be in each other's way.
.NOTPARALLEL:
