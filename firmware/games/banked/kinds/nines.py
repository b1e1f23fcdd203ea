"""Super 9, pan 9, super pan nine: three cards each, one more for who is low, nearest to nine.

"Must draw 0-4, option 5-6, must stand 7-9", players and bank alike; the bank is opened, and then
whoever holds it chooses, too (003 L548-600, 004 L839-840).
"""

from firmware.games.banked.kinds.kind import Kind, Verb
from firmware.games.banked.kinds.points import total
from firmware.games.banked.round import Round
from firmware.games.play import BANK, BANK_UP

HOUSE_WAY = 5  # draws so much or less (003 L565, 004 L842)
MARKS = frozenset(
    ("win", "tie", "lose", "bank tie", *(f"three-card tie on {points}" for points in range(10)))
)


def plan(r: Round) -> list[int]:
    each, seats = r.rules.each, r.wagering
    if not r.deals:
        return [*seats, BANK] * each
    if _undecided(r):
        return []
    drew = [seat for seat in seats if _draws(r, seat)]
    if r.deals == 1 and drew:
        return drew
    return [BANK_UP] if len(r.bank) == each and not r.hidden and _bank_draws(r) else []


def _undecided(r: Round) -> list[int]:
    option, each = r.rules.option, r.rules.each
    return [s for s in r.wagering if not r.answers[s] and total(r.hand(s)[:each]) in option]


def asks(r: Round) -> list[int]:
    """All at once; then the bank, on its opened hand."""
    seats = _undecided(r)
    if seats or r.hidden or r.answers[r.banker]:
        return seats
    return [r.banker] if total(r.bank[: r.rules.each]) in r.rules.option else []


def _draws(r: Round, seat: int) -> bool:
    return "draw" in r.answers[seat] or (
        not r.answers[seat] and total(r.hand(seat)[: r.rules.each]) in r.rules.hits
    )


def _bank_draws(r: Round) -> bool:
    first = total(r.bank[: r.rules.each])
    if first in r.rules.option:
        return r.answers[r.banker] == ["draw"]
    return first in r.rules.hits


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    return Verb("stand"), Verb("draw")


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    cards = r.bank if seat == r.banker else r.hand(seat)
    return ("draw" if total(cards) <= HOUSE_WAY else "stand"), ()


def opens(r: Round) -> bool:
    """When every player has what he wants."""
    drew = [seat for seat in r.wagering if _draws(r, seat)]
    return bool(r.deals) and not _undecided(r) and (r.deals > 1 or not drew)


def marks(r: Round, seat: int) -> frozenset[str]:
    hand, bank = r.hand(seat), r.bank
    mine, theirs = total(hand), total(bank)
    found = {"win" if mine > theirs else "tie" if mine == theirs else "lose"}
    if mine == theirs:
        if mine in r.rules.bank_ties:
            found.add("bank tie")
        if len(hand) == len(bank) == r.rules.each:
            found.add(f"three-card tie on {mine}")
    return frozenset(found)


def words(r: Round, place: int) -> str:
    cards = r.bank if place == BANK else r.hand(place)
    return str(total(cards)) if cards else ""


NINES = Kind(MARKS, plan, asks, verbs, default, marks, words, opens)
