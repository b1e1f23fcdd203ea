"""Each spot's hand against the bank's: three card poker, Caribbean stud, ultimate hold'em.

Cards come street by street, each with its question; who has paid to play is asked no more. All who
are asked choose at once: nobody sees what another one does.
"""

from firmware.games.banked.hands import (
    FIVES,
    HAND_RANKINGS,
    HIGH,
    QUALIFIERS,
    THREES,
    HandRanking,
    kinds_of,
)
from firmware.games.banked.kinds.kind import Kind, Verb, priced
from firmware.games.banked.round import Round
from firmware.games.play import BANK, BANK_UP, BOARD

FACTS = ("folded", "bank out", "win", "tie", "lose")
MARKS = frozenset(
    (*FACTS, *FIVES, *THREES, *(f"{of} {kind}" for of in ("six-card", "beaten") for kind in FIVES))
)


def plan(r: Round) -> list[int]:
    """A card a pass, the bank last; which of its cards lies up says the page (000 L2386)."""
    streets = r.rules.streets
    if r.deals == len(streets) or _asked(r) or (r.deals and not r.live):
        return []
    street, out = streets[r.deals], list[int]()
    for face in street.bank:  # as many as everybody's
        out += [*r.wagering, BANK if face == "d" else BANK_UP]
    return out + [BOARD] * street.board


def asks(r: Round) -> list[int]:
    return _asked(r)


def _asked(r: Round) -> list[int]:
    """Who has not answered on this street; who has bet to play, or folded, is done."""
    return [seat for seat in r.live if len(r.answers[seat]) < r.deals and not _plays(r, seat)]


def _plays(r: Round, seat: int) -> bool:
    circles = r.rules.circles
    return any(circles[circle].later for circle in r.bets[seat])


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    unit = r.bets[seat][r.rules.played]
    found = (priced(text, unit) for text in r.rules.streets[r.deals - 1].asks)
    return tuple(verb for verb in found if verb.chips <= r.stacks[seat])


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    """Check where that is free, else fold."""
    names = [verb.name for verb in verbs(r, seat)]
    return ("check" if "check" in names else "fold"), ()


def _ranking(r: Round) -> HandRanking:
    return HAND_RANKINGS[r.rules.ranking]


def _strength(r: Round, cards: list[int]) -> int:
    return _ranking(r).strength([*cards, *r.common])


def marks(r: Round, seat: int) -> frozenset[str]:
    ranking, bank = _ranking(r), _strength(r, r.bank)
    mine = _strength(r, r.hand(seat))
    found = {*kinds_of(ranking, mine)}
    if not QUALIFIERS[r.rules.qualifies](bank):
        found.add("bank out")
    if any("six-card" in row[0] for circle in r.rules.circles.values() for row in circle.rows):
        six = HIGH.rank([*r.hand(seat), *r.bank])
        found |= {f"six-card {kind}" for kind in kinds_of(HAND_RANKINGS["high"], six)}
    if seat in r.gone:
        return frozenset(found | {"folded"})
    found.add("win" if mine > bank else "tie" if mine == bank else "lose")
    if mine != bank:
        found |= {f"beaten {kind}" for kind in kinds_of(ranking, min(mine, bank))}
    return frozenset(found)


def words(r: Round, place: int) -> str:
    if place == BOARD:
        return ""
    cards = r.bank if place == BANK else r.hand(place)
    needed = 3 if r.rules.ranking == "three" else 5
    return _ranking(r).words(_strength(r, cards)) if len(cards) + len(r.common) >= needed else ""


def came_to(r: Round) -> tuple[str, ...]:
    plays = QUALIFIERS[r.rules.qualifies](_strength(r, r.bank))
    return () if plays else ("bank out",)


VERSUS = Kind(MARKS, plan, asks, verbs, default, marks, words, came_to=came_to)
