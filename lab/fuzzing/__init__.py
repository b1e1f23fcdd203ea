"""The fuzzing room: bytes that nobody thought of, at every door that takes bytes from outside.

targets.py: the doors, and what each promises whatever comes. run.py: `stormdeck fuzz`, an hour of
coverage-guided search (atheris). corpus.py: what the search found worth keeping, a file a door in
tests/corpus; `make test` replays it.
Never in here: a way into a running table.
"""
