"""A state that evolve moves in place."""

from typing import TypeVar

from msgspec import Struct

S = TypeVar("S", bound=Struct)


def moves(state: type[S]) -> type[S]:
    """Fields are stored as quickly as they are read: a hand of ten seats stores four hundred.

    msgspec puts a hook before every store, to tell the garbage collector of a struct that came to
    hold a container. No state holds itself, so the collector never has to find one; and without the
    hook the interpreter stores straight into the slot. `lab.bench.table` measures it.
    """
    for store in ("__setattr__", "__delattr__"):  # one slot of the type: both, or neither
        setattr(state, store, getattr(object, store))
    return state
