"""Antes, blinds, straddles and posts of a file, as the engine takes them.

Files of one public dataset do not all mean the same: each other meaning has a name here, and is
tried only where a hand cannot have been what the plain one says.
"""

from collections.abc import Iterator
from typing import Literal

from firmware.games.poker.commands import Post
from firmware.history.phh import Record

Reading = Literal[
    "as written",
    "missed blinds",  # the post is a small blind, dead; a big blind went with it, live
    "lone blind",  # of two players one posts; it stands where it is written, not in reverse
]

UNTOLD = 10**18  # stands for a stack that the file does not tell: no bet reaches it


def readings(record: Record) -> Iterator[Reading]:
    """The plain meaning first, then those that these forced bets could have."""
    yield "as written"
    blinds = record.blinds
    if any(-max(blinds) < chips < 0 for chips in blinds):
        yield "missed blinds"
    if len(blinds) == 2 and sum(map(bool, blinds)) == 1:
        yield "lone blind"


def posts(record: Record, reading: Reading) -> tuple[Post, ...]:
    """Two players hold antes and blinds in reverse: the button has the small blind."""
    antes, listed = record.antes, record.blinds
    if len(listed) == 2:
        antes = antes[::-1]
        listed = listed if reading == "lone blind" else listed[::-1]
    return (*_antes(record, antes), *_blinds(listed, reading))


def blinds(record: Record) -> tuple[int, ...]:
    """Small to big: a house may round the pot by them (002 L589)."""
    found = (post.chips for post in posts(record, "as written") if post.kind == "blind")
    return tuple(sorted(found))


def _antes(record: Record, antes: list[int]) -> Iterator[Post]:
    stacks = [UNTOLD if stack is None else stack for stack in record.stacks]
    paid = [min(ante, stack) for ante, stack in zip(antes, stacks, strict=True)]
    most = sorted(paid)[-2] if record.trimmed else max(paid)  # what a second one matches
    for seat, chips in enumerate(paid, 1):
        if chips and most:
            yield Post(seat, min(chips, most), "ante" if record.trimmed else "dead")


def _blinds(blinds: list[int], reading: Reading) -> Iterator[Post]:
    """The first two are blinds, and so is what a button has that is no bigger than they are (000
    L842): it comes before them."""
    big, live = max(blinds), [chips for chips in blinds if chips > 0]
    if len(live) > 2 and 0 < blinds[-1] <= max(live[:2]):
        yield Post(len(blinds), blinds[-1], "blind")
        blinds = [*blinds[:-1], 0]
    ahead = 0
    for seat, chips in enumerate(blinds, 1):
        if chips > 0:
            yield Post(seat, chips, "straddle" if ahead >= 2 else "blind")
            ahead += 1
        elif chips < 0:
            yield from _post(seat, -chips, big, missed=reading == "missed blinds")


def _post(seat: int, chips: int, big: int, *, missed: bool) -> Iterator[Post]:
    """A big blind, live. What is above it is for a missed small blind, and dead."""
    live = big if missed and chips < big else min(chips, big) or chips
    dead = chips if missed and chips < big else chips - live
    if dead:
        yield Post(seat, dead, "dead")
    yield Post(seat, live, "post")
