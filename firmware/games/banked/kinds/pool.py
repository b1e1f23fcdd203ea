"""No Push: three cards each, change one; the strongest hand takes everybody's wagers, and no two
hands are alike (004 L1054-1224). Nobody holds a bank."""

from firmware.games.banked.kinds.kind import Kind, Verb
from firmware.games.banked.kinds.points import total
from firmware.games.banked.round import Round
from firmware.games.cards import ACE, RANK_WORDS

MARKS: frozenset[str] = frozenset()  # no circle pays: somebody takes all of it
STANDARD, THREE_FACES, TRIPS = range(3)
QUALIFIES = 8  # points, for the second wager (004 A18)
TEN = 8  # rank


def key(cards: list[int]) -> tuple[int, int, bool, int]:
    """Class, points, two faces above others, the highest card that counts, by rank and suit."""
    ranks = [card >> 2 for card in cards]
    faces = [card for card in cards if TEN < card >> 2 < ACE]
    if len(set(ranks)) == 1:
        return TRIPS, 0, False, max(cards)
    if len(faces) == 3:
        return THREE_FACES, 0, False, max(cards)
    two = len(faces) == 2
    return STANDARD, total(cards), two, max(faces if two else cards)


def qualifies(cards: list[int]) -> bool:
    kind, points, _, _ = key(cards)
    return kind > STANDARD or points >= QUALIFIES


def plan(r: Round) -> list[int]:
    if not r.deals:
        return r.wagering * 3
    return [] if asks(r) else [seat for seat in r.wagering if len(r.hand(seat)) < 3]


def asks(r: Round) -> list[int]:
    return [seat for seat in r.wagering if not r.answers[seat]]


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    return Verb("keep"), Verb("change", cards=1)


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    return "keep", ()


def marks(r: Round, seat: int) -> frozenset[str]:
    return frozenset()


def best_with(r: Round, circle: str, first: bool) -> int:
    """Who takes what lies on this circle; 0: nobody's hand is good enough for a second wager."""
    there = [seat for seat in r.live if r.bets[seat].get(circle)]
    best = max(there, key=lambda seat: key(r.hand(seat)), default=0)
    return best if best and (first or qualifies(r.hand(best))) else 0


def words(r: Round, place: int) -> str:
    cards = r.hand(place)
    if len(cards) < 3:
        return ""
    kind, points, _, top = key(cards)
    if kind == STANDARD:
        return str(points)
    return f"{'Three of a Kind' if kind == TRIPS else 'Three faces'}, {RANK_WORDS[top >> 2]} high"


POOL = Kind(MARKS, plan, asks, verbs, default, marks, words)
