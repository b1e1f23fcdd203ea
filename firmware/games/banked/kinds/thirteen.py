"""Thirteen cards in three hands: against the bank's three (posoy), or everybody against everybody
for points (chinese poker)."""

from firmware.games.banked.hands import HIGH
from firmware.games.banked.kinds import sets
from firmware.games.banked.kinds.kind import HandSeen, Kind, Verb
from firmware.games.banked.points import NATURALS, Side
from firmware.games.banked.round import Round
from firmware.games.play import BANK

HANDS = ("front", "middle", "back")
MARKS = frozenset(f"{hand} wins" for hand in HANDS)
SHORT = {1: "high card", 2: "pair", 4: "three of a kind"}  # of three cards, by category


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    """Or a hand that wins by itself, where points are played for: it need not be set."""
    return *sets.verbs(r, seat), *(Verb(name) for name in naturals(r, seat))


def naturals(r: Round, seat: int) -> list[str]:
    if r.rules.points is None:
        return []
    names = [name for equals in r.rules.points.naturals for name, _ in equals]
    return [name for name in names if NATURALS[name](r.hand(seat))]


def marks(r: Round, seat: int) -> frozenset[str]:
    """A copy is the bank's (004 L891)."""
    mine, bank = sets.strengths(r, seat), sets.strengths(r, r.banker)
    every = zip(HANDS, mine, bank, strict=True)
    return frozenset(f"{hand} wins" for hand, own, theirs in every if own > theirs)


def side(r: Round, seat: int) -> Side:
    """What a seat has when points are counted."""
    answer = r.answers[seat][-1] if r.answers[seat] else ""
    if answer in NATURALS:
        return Side(natural=answer, foul=seat in r.foul)
    found = tuple(sets.strengths(r, seat))
    kinds = (SHORT[found[0] >> 20], *(HIGH.kind(one) for one in found[1:])) if found else ()
    kinds = tuple("straight flush" if kind == "royal flush" else kind for kind in kinds)
    return Side(foul=seat in r.foul, strengths=found, kinds=kinds)


def hands(r: Round, seat: int) -> tuple[HandSeen, ...]:
    answer = r.answers[seat][-1] if r.answers[seat] else ""
    if answer in NATURALS:
        seen = HandSeen(tuple(sorted(r.hand(seat), reverse=True)), answer.capitalize(), 0)
        return (seen,) if r.due == "over" else ()
    return sets.hands(r, seat)


def words(r: Round, place: int) -> str:
    answers = r.answers[place] if place != BANK else []
    return (
        answers[-1].capitalize()
        if answers[-1:] and answers[-1] in NATURALS
        else (sets.words(r, place))
    )


THIRTEEN = Kind(
    MARKS, sets.plan, sets.asks, verbs, sets.default, marks, words, sets.opens, hands=hands,
)  # fmt: skip
