# Every target sets up what it needs in .venv by itself.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: test soak bench frameworks pictures clean
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

STEPS ?= 100_000_000
soak: $(INSTALLED)  ## STEPS random decisions over all games and variants with every invariant checked, then games against the reference
	$(BIN)/python -m tests.soak --steps $(STEPS)

bench: $(INSTALLED)  ## speed, as ratios to PettingZoo in the same run
	$(BIN)/python -m tests.bench $(ONLY)

frameworks: $(INSTALLED)  ## every framework in a fresh environment of its own: its checks, and an example that must learn
	$(BIN)/python -m tests.frameworks $(ONLY)

pictures: $(INSTALLED)  ## the README's pictures and its film, drawn anew in docs/images
	$(BIN)/python docs/pictures.py

clean:
	rm -rf .bench .frameworks .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
