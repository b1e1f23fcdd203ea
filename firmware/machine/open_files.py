"""Room for everything that a table opens: its screens, readers, desks, disks and books. No other
program of the room needs more."""

import resource

from firmware.errors import Fault

FILES = 256  # more than ten seats, their readers, a room full of desks and the books together


def make_room() -> None:
    """At the start, as far as this machine allows it: a table that opens half of its seats and
    fails at the others would be found out hand by hand. Raises Fault."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= FILES:
        return
    if most != resource.RLIM_INFINITY and most < FILES:
        raise few_files(most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, most))


def few_files(most: int) -> Fault:
    return Fault(
        "FEW_FILES",
        happened=f"This machine lets a program open {most} files at once; it needs {FILES}.",
        safe="Nothing was opened.",
        do=f"Allow more (ulimit -n, or LimitNOFILE={4 * FILES} in its unit), then start again.",
    )
