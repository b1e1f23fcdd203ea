"""What needs everybody's yes: who may ask for it, who is asked, and how it stands.

All of it is off unless the house turns it on; the rules are the table's (table/playing.py).
"""

from collections.abc import Iterator

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.poker.rules import spelled
from firmware.money import Cents, show
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.engine import (
    SEATED,
    Table,
    asks_to_kill,
    chop_shares,
    extras,
    over_range,
    voters,
)

FIRST = 1 << 40  # a vote has numbers of its own: no answer to a turn is taken for a yes


class Motion(Struct, frozen=True):
    title: str
    asks: str
    yes: str
    no: str
    setting: str


MOTIONS: dict[c.Motion, Motion] = {
    "run it twice": Motion(
        "Run it twice", "Run it twice?", "Two boards, half the pot each", "One board decides",
        "run_twice",
    ),
    "rabbit": Motion(
        "Next cards", "Show the cards that would have come?", "Everyone sees them",
        "They stay secret", "rabbit",
    ),
    "straddle": Motion(
        "Straddle", "A straddle in the next hand?", "Twice the big blind, to its left",
        "Blinds as always", "straddle",
    ),
    "bomb pot": Motion(
        "Bomb pot", "A bomb pot next?", "Everyone antes, straight to the flop", "A hand as always",
        "bomb_pot",
    ),
    "stakes": Motion(
        "New stakes", "New stakes?", "From the next hand", "They stay as they are", "stakes_vote",
    ),
    "chop": Motion(
        "End the tournament", "End the tournament now?", "The prizes are shared by chips",
        "It is played to its end", "chop",
    ),
    "kill": Motion(
        "Kill", "May a returning player kill the pot?",
        "Doubled limits in the next hand", "He waits for the blind", "",
    ),
}  # fmt: skip
OPENED_BY_SEATS: tuple[c.Motion, ...] = ("straddle", "bomb pot", "rabbit", "chop")


def number(table: Table) -> int:
    return FIRST + table.this_hand.number


def offered(table: Table, seat: int) -> tuple[g.Option, ...]:
    """What this seat may bring up now, and nobody has yet; and what it may choose by itself."""
    return (*_own(table, seat), *_motions(table, seat))


def _own(table: Table, seat: int) -> Iterator[g.Option]:
    blinds, may = table.seats[seat].blinds, extras(table, seat)
    if table.config.rotate == "button" and table.seats[seat].life in SEATED:
        for at, spread in enumerate(table.config.spreads):
            if at != blinds.game:
                yield g.Option(f"deal {at}", spelled(spread.game), "When you have the button")
    if blinds.extra:
        yield g.Option(f"no {blinds.extra}", f"No {blinds.extra}", "Blinds as always")
    elif "straddle" in may:
        note = "If you are left of the big blind, or of a straddle"
        yield g.Option("my straddle", "My straddle", note)
    elif "over" in may:
        least, most = over_range(table)
        sizes = (("over", least), ("big over", most)) if most > least else (("over", least),)
        for name, chips in sizes:
            yield g.Option(name, f"Over {show(Cents(chips))}", "A live blind in the next hand")


def _motions(table: Table, seat: int) -> tuple[g.Option, ...]:
    return tuple(
        g.Option(motion, MOTIONS[motion].title, _note(table, motion, seat))
        for motion in OPENED_BY_SEATS
        if _on(table, motion)
        and not table.consent.votes.get(motion)
        and seat in voters(table, motion)
    )


def asked(table: Table, seat: int) -> g.Ask | None:
    """The question that waits for this seat: run it twice by itself, others when brought up."""
    for motion, words in MOTIONS.items():
        if _on(table, motion) and _waits(table, motion, seat):
            options = (
                g.Option(f"{motion}/no", "No", words.no),
                g.Option(f"{motion}/yes", "Yes", _note(table, motion, seat)),
            )
            return g.Ask(number(table), "pick", words=words.asks, options=options, vote=True)
    return None


def _waits(table: Table, motion: c.Motion, seat: int) -> bool:
    yes = table.consent.votes.get(motion, ())
    asked_by_itself = motion in ("run it twice", "kill") or (
        motion == "stakes" and motion in table.consent.votes
    )
    return bool(yes or asked_by_itself) and seat not in yes and seat in voters(table, motion)


def _on(table: Table, motion: c.Motion) -> bool:
    setting = MOTIONS[motion].setting
    if not (getattr(table.config.ways, setting) if setting else asks_to_kill(table)):
        return False
    if motion == "bomb pot" and not table.config.bomb_ante:
        return False
    return motion not in table.consent.vetoed


def _note(table: Table, motion: c.Motion, seat: int) -> str:
    if motion == "chop" and table.live is None:
        return f"Shared by chips: {show(Cents(chop_shares(table)[seat]))} to you"
    if motion == "bomb pot":
        return f"{show(Cents(table.config.bomb_ante))} each, straight to the flop"
    if motion == "stakes" and table.consent.proposed is not None:
        spread = table.consent.proposed.spreads[0]
        blinds = " / ".join(show(Cents(chips)) for chips in spread.stakes.blinds)
        return ", ".join(filter(None, (spelled(spread.game), blinds)))
    return MOTIONS[motion].yes


def notice(table: Table) -> str:
    """How a vote stands, for all."""
    for motion, yes in table.consent.votes.items():
        asked = voters(table, motion) if yes else ()
        if asked:
            title = MOTIONS[motion].title
            missing = sum(seat not in yes for seat in asked)
            if not missing:
                return f"{title}: everyone agrees"
            return f"{title}?  {len(yes)} of {len(yes) + missing} agree"
    return ""


def command(
    table: Table, seat: int, pick: g.Pick, now: int
) -> c.Propose | c.ChooseExtra | c.ChooseGame:
    motion, _, answer = pick.name.partition("/")
    if motion in _OWN:
        return _extra(table, seat, motion, now)
    if motion.removeprefix("deal ").isdecimal():
        return c.ChooseGame(now, seat, int(motion.removeprefix("deal ")))
    if motion not in MOTIONS or answer not in ("yes", "no"):
        raise Refused("That is not offered at this table.", "protocol")
    if pick.decision != number(table):
        raise Refused("The situation has changed; please look again.", "in turn")
    return c.Propose(now, seat, motion, answer == "yes")


_OWN = ("my straddle", "over", "big over", "no straddle", "no over")


def _extra(table: Table, seat: int, name: str, now: int) -> c.ChooseExtra:
    if name == "my straddle":
        return c.ChooseExtra(now, seat, "straddle")
    if name.startswith("no "):
        return c.ChooseExtra(now, seat, "")
    least, most = over_range(table) if "over" in extras(table, seat) else (0, 0)
    return c.ChooseExtra(now, seat, "over", most if name == "big over" else least)
