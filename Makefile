# What a developer can do. Nothing is needed but Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
unexport PYTHONDONTWRITEBYTECODE  # tests start hundreds of processes: each would compile all modules
# Most modules of packages are never imported: those that are, are compiled then.
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt

.PHONY: help demo test browser fuzz kernels collected lint docs dist bench results fleet-results pictures format clean

help:            ## this list
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

demo: $(VENV)/.demo   ## a small town, solved and drawn into demo/
	$(BIN)/arcload demo --out demo

test: lint browser kernels collected  ## lint, types and every test
	$(BIN)/python -m pytest -n auto --dist loadfile

kernels: $(VENV)/.demo  ## compile what is not compiled yet, each kernel once for all tests
	$(BIN)/arcload warmup

collected: $(VENV)/.dev  ## compile the tests, once for all processes that run them
	@$(BIN)/python -m pytest --collect-only --quiet --quiet >/dev/null || true  # pytest says it again

browser:              ## Chromium for the tests of pages, where it is missing and can be had
	@for name in chromium chromium-browser google-chrome; do \
	  command -v $$name >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  (timeout 120 apt-get update; DEBIAN_FRONTEND=noninteractive timeout 600 \
	    apt-get install --yes --no-install-recommends chromium) >/dev/null 2>&1 && exit 0; \
	fi; \
	echo "no Chromium is here or can be installed: the tests of pages in a browser are skipped"

fuzz: $(VENV)/.dev    ## bounds and claims on 30,700 tiny instances and fleets, an hour on two cores
	$(BIN)/python -m tests.fuzz --count 20000
	$(BIN)/python -m tests.fuzz_fleets --count 5000
	$(BIN)/python -m tests.fuzz_turns --count 2000

lint: $(VENV)/.dev    ## ruff, mypy and the contracts of the layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.docs   ## the documentation site, in build/site; a broken link or a missing name fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

dist: $(VENV)/.dist   ## wheel and sdist in dist/, checked, installed elsewhere and tried
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m twine check --strict dist/*
	@ls -l dist | awk 'NR > 1 { printf "%s: %.1f MB\n", $$9, $$5 / 1e6 }'
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && wheel=$$(echo $(CURDIR)/dist/*.whl) && \
	  $(PYTHON) -m venv "$$folder/venv" && cd "$$folder" && unset PYTHONPATH && \
	  venv/bin/python -m pip install --quiet --disable-pip-version-check "$$wheel[plot]" && \
	  venv/bin/arcload --version && venv/bin/arcload demo

bench: $(VENV)/.dev   ## compare with the published results, an hour
	$(BIN)/python benchmarks/greedy.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/bounds.py
	$(BIN)/python benchmarks/policy.py
	$(BIN)/python benchmarks/reading.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python benchmarks/studio_map.py
	$(BIN)/python benchmarks/shortest_tours.py
	$(BIN)/python benchmarks/matching.py
	$(BIN)/python benchmarks/waiting.py
	$(BIN)/python benchmarks/turns.py

pictures: $(VENV)/.dev browser  ## the pictures in docs/images, from the demo
	$(BIN)/python docs/pictures.py

results: $(VENV)/.dev ## docs/results.md from some thousand runs, an hour; goes on where it was stopped
	$(BIN)/python benchmarks/results.py

fleet-results: $(VENV)/.dev ## docs/fleet_results.md from some hundred runs, three hours; goes on where it was stopped
	$(BIN)/python benchmarks/fleets.py

format: $(VENV)/.dev  ## put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:                ## remove what the other targets made
	rm -rf $(VENV) demo results results-quick fleet-results fleet-results-quick .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# A stamp per set of packages: a second run finds it and installs nothing.
$(VENV)/.demo: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[plot]'
	@touch $@

$(VENV)/.docs: $(VENV)/.demo
	$(PIP) --editable '.[docs]'
	@touch $@

$(VENV)/.dist: | $(BIN)/python
	$(PIP) build twine
	@touch $@

$(VENV)/.dev: $(VENV)/.demo
	$(PIP) --editable '.[all]'
	@touch $@
