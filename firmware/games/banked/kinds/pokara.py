"""Pokara: three cards of a shoe of tens to aces; stand, or change one for a better hand.

One after the other, cards face up. "Must double when drawing to a dealt pair or better", and a
hand that drew must have improved or it loses at once (003 L2075-2185).
"""

from functools import cache

from firmware.games.banked.kinds.kind import Kind, Verb
from firmware.games.banked.round import Round
from firmware.games.cards import ACE, RANK_PLURALS, RANK_WORDS
from firmware.games.play import BANK, BANK_UP

NAMES = (
    "high card", "pair", "straight", "flush", "three of a kind", "straight flush", "royal flush",
    "trip flush",
)  # fmt: skip
PAIR, TRIP_FLUSH = 1, 7
FACTS = ("not improved", "bank not improved", "win", "tie", "lose")
MARKS = frozenset((*NAMES, *FACTS, "trip flush, clubs"))
CLUBS = 0

# The bank changes one of its cards: ranks from the top -> which (003 L2101-2113).
BANK_CHANGES = {
    "AKJ": "J", "AKT": "T", "AQJ": "A", "AQT": "T", "AJT": "T", "KQT": "T", "KJT": "T",
    "AAT": "T", "KKT": "T", "QQT": "T", "JJT": "T", "JTT": "J",
}  # fmt: skip


@cache
def strength(cards: tuple[int, ...]) -> int:
    """Kind, then ranks: of a pair first; else from the top."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    suited = len({card & 3 for card in cards}) == 1
    runs = ranks[0] == ranks[1] + 1 == ranks[2] + 2
    if ranks[0] == ranks[2]:
        kind = TRIP_FLUSH if suited else 4
    elif suited and runs:
        kind = 6 if ranks[0] == ACE else 5
    elif suited:
        kind = 3
    elif runs:
        kind = 2
    elif len(set(ranks)) == 2:
        kind, pair = PAIR, ranks[1]
        ranks = [pair, pair, next(rank for rank in ranks if rank != pair)]
    else:
        kind = 0
    return kind << 12 | ranks[0] << 8 | ranks[1] << 4 | ranks[2]


def _first(r: Round, place: int) -> tuple[int, ...]:
    """As it was dealt."""
    places = (BANK, BANK_UP) if place == BANK else (place, -place)
    return tuple(r.dealt[n] for n, to in enumerate(r.to) if to in places)[:3]


def _now(r: Round, place: int) -> tuple[int, ...]:
    return tuple(r.bank if place == BANK else r.hand(place))


def plan(r: Round) -> list[int]:
    if not r.deals:  # three in a row to each (003 L2121); the bank's third lies up
        return [-seat for seat in r.wagering for _ in range(3)] + [BANK, BANK, BANK_UP]
    if len(r.bank) < 3:
        return [BANK_UP]
    return [-seat for seat in r.wagering if len(_now(r, seat)) < 3]


def asks(r: Round) -> list[int]:
    """In turn from the left of the bank; then the bank, which has no choice."""
    players = [seat for seat in r.wagering if not r.answers[seat]]
    bank = [r.banker] if not r.hidden and not r.answers[r.banker] else []
    return players[:1] or bank


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    if seat == r.banker:
        verb, given = default(r, seat)
        return (Verb(verb, cards=len(given)),)
    base = r.bets[seat]["base"]
    found = [Verb("stand"), Verb("draw", cards=1), Verb("double", base, "double", cards=1)]
    if strength(_now(r, seat)) >> 12 >= PAIR:
        del found[1]  # "must double"
    return tuple(verb for verb in found if verb.chips <= r.stacks[seat])


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    given = bank_gives_up(_now(r, BANK)) if seat == r.banker else None
    return ("stand", ()) if given is None else ("draw", (given,))


def opens(r: Round) -> bool:
    """When everybody has acted."""
    done = all(r.answers[seat] and len(_now(r, seat)) == 3 for seat in r.wagering)
    return bool(r.deals) and done


def bank_gives_up(cards: tuple[int, ...]) -> int | None:
    """The place of the card that the bank changes; None: it stands. A flush always does."""
    order = sorted(range(3), key=lambda at: -cards[at])
    if len({card & 3 for card in cards}) == 1:
        return None
    ranks = "".join("TJQKA"[(cards[at] >> 2) - 8] for at in order)
    change = BANK_CHANGES.get(ranks)
    return None if change is None else order[ranks.index(change)]


def _improved(r: Round, place: int) -> bool:
    """The new hand beats the old one in full order (003 A-27)."""
    seat = r.banker if place == BANK else place
    stood = r.answers[seat] == ["stand"]
    return stood or strength(_now(r, place)) > strength(_first(r, place))


def marks(r: Round, seat: int) -> frozenset[str]:
    dealt = strength(_first(r, seat))
    found = {NAMES[dealt >> 12]}
    if dealt >> 12 == TRIP_FLUSH and _first(r, seat)[0] & 3 == CLUBS:
        found.add("trip flush, clubs")
    if not _improved(r, seat):
        found.add("not improved")
    if not _improved(r, BANK):
        found.add("bank not improved")
    mine, bank = strength(_now(r, seat)), strength(_now(r, BANK))
    found.add("win" if mine > bank else "tie" if mine == bank else "lose")
    return frozenset(found)


def words(r: Round, place: int) -> str:
    cards = _now(r, place)
    if len(cards) < 3:
        return ""
    value = strength(cards)
    name, top = NAMES[value >> 12], value >> 8 & 15
    match name:
        case "high card":
            return f"{RANK_WORDS[top]} high"
        case "pair":
            return f"Pair of {RANK_PLURALS[top]}"
        case "three of a kind":
            return f"Three of a Kind, {RANK_PLURALS[top]}"
        case "trip flush":
            return f"Trip Flush, {RANK_PLURALS[top]}"
    return name.title()


def came_to(r: Round) -> tuple[str, ...]:
    return () if _improved(r, BANK) else ("bank not improved",)


POKARA = Kind(MARKS, plan, asks, verbs, default, marks, words, opens, came_to)
