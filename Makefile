# Every target sets up what it needs in .venv by itself.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: test train soak bench baselines frameworks pictures clean
.DEFAULT_GOAL := test

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

test: $(INSTALLED)  ## style, types and the whole test suite
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --numprocesses 2

GAME ?= dice_matrix
MINUTES ?= 6
train: $(INSTALLED)  ## an agent for GAME in MINUTES minutes, then its score against the baselines
	$(BIN)/ludarium train $(GAME) --minutes $(MINUTES)

STEPS ?= 100_000_000
soak: $(INSTALLED)  ## STEPS random decisions over all games and variants with every invariant checked, then games against the reference
	$(BIN)/python -m tests.soak --steps $(STEPS)

bench: $(INSTALLED)  ## speed, as ratios to PettingZoo in the same run
	$(BIN)/python -m tests.bench $(ONLY)

baselines: $(INSTALLED)  ## the table of a game's page: its players against each other, GAME=tablero
	$(BIN)/python -m tests.baselines $(GAME)

frameworks: $(INSTALLED)  ## every framework in a fresh environment of its own: its checks, and an example that must learn
	$(BIN)/python -m tests.frameworks $(ONLY)

pictures: $(INSTALLED)  ## the pictures of the README and the games' pages, drawn anew
	$(BIN)/python -m tests.pictures

clean:
	rm -rf .bench .frameworks .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
