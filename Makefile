# Everything works in .venv, made here from the lock file.

PYTHON ?= python3
BIN := .venv/bin
PACKAGES := store gates profiler crawler server samples

.PHONY: demo test lint docs lock clean

demo: .venv/ready ## the whole way on our own samples, on loopback
	PDL_HOME=$${PDL_HOME:-.pdl} $(BIN)/pdl demo

test: .venv/ready ## all tests
	$(BIN)/python -m pytest -q -n auto --dist loadfile

lint: .venv/ready ## style, types, import directions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: .venv/ready ## renews docs/reference.md from the code
	$(BIN)/python -m server.reference

lock: ## renews requirements.lock after a change of pyproject.toml (needs uv)
	uv pip compile pyproject.toml --group dev --universal --generate-hashes --quiet \
		--no-emit-index-url --custom-compile-command "make lock" -o requirements.lock

clean:
	rm -rf .venv .pdl build dist *.egg-info

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
