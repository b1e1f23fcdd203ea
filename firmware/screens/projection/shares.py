"""Who won what, pot by pot, in words: for the end of a hand and for its history."""

from collections.abc import Iterable
from typing import cast

from firmware.games.play import Award
from firmware.screens import protocol as g
from firmware.screens.projection.hand_name import spoken


def totals(won: Iterable[Award]) -> dict[int, int]:
    """By seat, over all pots."""
    sums: dict[int, int] = {}
    for share in won:
        sums[share.seat] = sums.get(share.seat, 0) + share.chips
    return sums


def first_winner(won: tuple[Award, ...]) -> Award:
    """Of the main pot: its largest share."""
    return max((one for one in won if one.pot == won[0].pot), key=lambda one: one.chips)


def most_won(won: tuple[Award, ...]) -> Award:
    """By who won most in all pots: his largest share."""
    sums = totals(won)
    most = max(sums, key=sums.__getitem__)
    return max((one for one in won if one.seat == most), key=lambda one: one.chips)


def shares(won: tuple[Award, ...]) -> tuple[g.Share, ...]:
    """Each pot, and in games that split each side of it; none where one hand took all. Equal
    winners by seat, in every pot alike: the engine has them as odd chips went."""
    if len({(one.seat, one.words) for one in won}) < 2:
        return ()
    parts: dict[tuple[int, str, int], list[Award]] = {}
    for one in sorted(won, key=lambda one: one.seat):
        parts.setdefault((one.pot, one.side, one.run), []).append(one)
    several, twice = any(one.pot for one in won), any(one.run for one in won)
    split = {(one.pot, one.run) for one in won if one.side == "low"}
    return tuple(
        g.Share(
            pot=_name(*part, several=several, twice=twice, whole=part[::2] not in split),
            chips=sum(one.chips for one in those),
            seats=tuple(one.seat for one in those),
            hand=spoken(those[0].words),
            each=tuple(one.chips for one in those),
            board=part[2] + 1 if twice else 0,
            side=cast(g.Side, part[1]) if part[::2] in split else "",
            cards=those[0].cards if part[::2] in split else (),
        )
        for part, those in sorted(parts.items())
    )


def _name(pot: int, side: str, run: int, *, several: bool, twice: bool, whole: bool) -> str:
    """`whole`: nobody had a low, or it is played for none: the high hand took all of it."""
    name = (f"Side pot {pot}" if pot else "Main pot") if several else "Pot"
    ends = ("first board", "second board") if twice else ("", "")
    part = "no low" if side and whole else side
    return ", ".join(filter(None, (name, part, ends[run])))
