"""What a program of the table holds is nobody else's: cards, keys, PINs on their way to the bank.

No core dump, no look into it by another program of the same user, no page of it on a disk. Linux
does these; elsewhere, or where a limit forbids the last one, the program runs without: the units
have the same promises from systemd (LimitCORE, MemorySwapMax).
"""

import ctypes
import resource
from contextlib import suppress

PR_SET_DUMPABLE = 4
CURRENT, FUTURE, ON_FAULT = 1, 2, 4  # pages as they are touched: nothing is read in for it


def keep_private() -> None:
    """At the start of a program, before it has read a key."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    libc = ctypes.CDLL(None)
    for name, words in (
        ("prctl", (PR_SET_DUMPABLE, 0, 0, 0, 0)),
        ("mlockall", (CURRENT | FUTURE | ON_FAULT,)),
    ):
        call = getattr(libc, name, None)
        if call is not None:
            call(*words)
