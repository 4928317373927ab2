# Everything that needs an environment makes it first: Python 3.11 and pip are all there has to be.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: run test check snapshots texts clean
.DEFAULT_GOAL := run

$(VENV)/.run: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.run

run: $(VENV)/.run          ## start Sidekicks in the current folder
	@$(BIN)/sidekicks

test: $(VENV)/.dev         ## run the tests
	@$(BIN)/python -m pytest -q -n auto --dist worksteal

check: $(VENV)/.dev        ## style, types and layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

snapshots: $(VENV)/.dev    ## draw the pictures in snapshots/ again
	@$(BIN)/python -m pytest -q -n auto tests/snapshots --snapshot-update

texts: $(VENV)/.dev        ## bring the translations up to date with the source
	@$(BIN)/python -m tools.texts

clean:
	rm -rf $(VENV)
