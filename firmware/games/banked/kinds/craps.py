"""Craps with cards: a red card and a blue one are the dice (004 L1226-1653).

A round is a deal of the bank: from the first come-out until a seven while a point is on. Bets are
open again before each draw; what a draw does not decide stays. A page's rows say so: "stays", and
"moves" for a come bet that goes to its number.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement

from firmware.games.banked.kinds.kind import Kind, Verb
from firmware.games.banked.page import LASTS, Circle, Row, odds, row_of
from firmware.games.banked.round import Round
from firmware.games.cards import ACE
from firmware.games.play import BANK, BANK_UP

BOX = (4, 5, 6, 8, 9, 10)
CRAPS, NATURAL, FIELD = (2, 3, 12), (7, 11), (3, 4, 9, 10, 11)
HARD = (4, 6, 8, 10)
COVERED, NOT_COVERED = "cover hardways", "no hardways"
TOTALS = range(2, 13)
MARKS = frozenset(
    (
        "craps", "natural", "field", "come-out", "come-out craps", "come-out natural",
        "point made", "seven out", *(f"hard {n}" for n in HARD),
        *(f"{what} {n}" for what in ("total", "come-out") for n in TOTALS),
        *(name for n in BOX for name in (f"point {n} made", f"seven out on {n}")),
    )
)  # fmt: skip


def pips(card: int) -> int:
    rank = card >> 2
    return 1 if rank == ACE else rank + 2


def total(cards: list[int]) -> int:
    return sum(map(pips, cards))


def _draws(r: Round) -> list[int]:
    """The total of each draw so far."""
    return [total(r.dealt[n : n + 2]) for n in range(0, len(r.dealt), 2)]


def point(draws: list[int]) -> int:
    """The number that must come again before a seven; 0: the next draw is a come-out."""
    on = 0
    for drawn in draws:
        ends = drawn in (on, 7)
        on = (0 if ends else on) if on else (drawn if drawn in BOX else 0)
    return on


def facts(one: int, other: int, on: int) -> frozenset[str]:
    """What a draw of these two is, with this point on."""
    came = one + other
    found = {f"total {came}"}
    found |= {name for name, kind in _KINDS.items() if came in kind}
    if one == other and came in HARD:
        found.add(f"hard {came}")
    if not on:
        found |= {"come-out", f"come-out {came}"}
        found |= {f"come-out {name}" for name in ("craps", "natural") if came in _KINDS[name]}
    elif came == on:
        found |= {"point made", f"point {on} made"}
    elif came == 7:
        found |= {"seven out", f"seven out on {on}"}
    return frozenset(found)


_KINDS = {"craps": CRAPS, "natural": NATURAL, "field": FIELD}


def marks(r: Round, seat: int) -> frozenset[str]:
    red, blue = map(pips, r.dealt[-2:])
    return facts(red, blue, point(_draws(r)[:-1]))


# ---- What is dealt and asked


def plan(r: Round) -> list[int]:
    """A card of each pack, face up before the bank (004 L1280)."""
    return [BANK_UP, BANK_UP] if r.deals == r.decided else []


def consents(r: Round) -> list[int]:
    """The bank is asked whether it covers the hardway section (004 L1245)."""
    return [r.banker] if not r.answers[r.banker] else []


def asks(r: Round) -> list[int]:
    return []


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    return Verb(COVERED), Verb(NOT_COVERED)


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    return NOT_COVERED, ()


def covered(r: Round) -> bool:
    return COVERED in r.answers[r.banker]


def goes_on(r: Round) -> bool:
    """Until the seven, or until half of the shoe is dealt: there lies the cut card (004 L1266)."""
    whole = len(r.rules.shoe)
    return "seven out" not in marks(r, 0) and 2 * len(r.dealt) < whole


# ---- Which circles are open


def opens_now(r: Round, name: str) -> bool:
    """May somebody lay chips there before the next draw?"""
    circle = r.rules.circles[name]
    if circle.later or (circle.section and not covered(r)):
        return False
    return not circle.when or (circle.when == "point") == bool(number(r))


def times(r: Round, name: str) -> int:
    """How often odds may be as big as this wager: by the number that has to come."""
    own = name.rpartition(" ")[2]
    return r.rules.odds.get(own if own.isdigit() else str(number(r)), 0)


def moved(r: Round, name: str) -> str:
    """Where a come bet goes: to the number that came."""
    return f"{name} {total(r.dealt[-2:])}"


# ---- What the hardway section may cost

WAYS = tuple(combinations_with_replacement(range(1, 7), 2))
PARTS = 60  # of a cent: every result of the section is so many of them


@cache
def _worth(rows: tuple[Row, ...]) -> tuple[int, ...]:
    """What the bank moves for each cent wagered, either way, by what comes; bets that are off on a
    come-out are counted too."""
    found = []
    for one, other in WAYS:
        _, result = row_of(Circle(rows), facts(one, other, 0) - {"come-out"})
        won, per = (0, 1) if result in LASTS else odds(result)
        found.append(abs(won) * PARTS // per)
    return tuple(found)


def _needs(r: Round, seat: int, placed: Mapping[str, int]) -> list[int]:
    """By what comes: all of the section, with these wagers of a seat in place of its own."""
    needs, circles = [0] * len(WAYS), r.rules.circles
    for number, lying in enumerate(r.bets):
        for name, chips in (placed if number == seat else lying).items():
            if circles[name].section:
                worth = _worth(circles[name].rows)
                needs = [need + chips * each for need, each in zip(needs, worth, strict=True)]
    return needs


def section_need(r: Round, seat: int, placed: Mapping[str, int] | None) -> int:
    """The most that the bank could have to pay or take there in one draw: all of it is covered, or
    nothing is (004 L1427, L1512)."""
    return -(-max(_needs(r, seat, r.bets[seat] if placed is None else placed)) // PARTS)


def section_room(r: Round, seat: int) -> Callable[[str], int]:
    """The most that a seat may lay on a circle of it, beside what lies there."""
    stood = r.standing(seat)
    needs, whole = _needs(r, seat, stood), r.stake * PARTS
    short = max(needs) > whole

    def most(name: str) -> int:
        own, worth = stood.get(name, 0), _worth(r.rules.circles[name].rows)
        if short:  # the stake is less than it was: what lies there, and no more
            return own
        pairs = zip(needs, worth, strict=True)
        return min((whole - need + own * each) // each for need, each in pairs if each)

    return most


# ---- Words


def words(r: Round, place: int) -> str:
    return f"Total {total(r.bank)}" if place == BANK and r.bank else ""


def number(r: Round) -> int:
    return point(_draws(r))


CRAPS_KIND = Kind(
    MARKS, plan, asks, verbs, default, marks, words, consents=consents, goes_on=goes_on,
    point=number, covered=covered,
    opens_now=opens_now, times=times, moved=moved, need=section_need,
    room=section_room,
)  # fmt: skip
