"""How fast, beside the best public ones or the bare limit of disk and cable, in the same run.
A module a bench, each with figures(); all.py runs them (`stormdeck bench`, `make bench`)."""
