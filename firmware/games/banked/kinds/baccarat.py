"""Two hands for everybody, the player's and the bank's; nearest to nine wins.

The player's hand lies on the board. Where a house lets each bettor choose, there is one common
third card: who hits counts it, who stands does not, and wagers that choose nothing (the banker's
line, ties) go by the house way, five or less hits. The bank draws once, by its chart.
"""

from collections.abc import Callable

from firmware.games.banked.kinds.kind import Kind, Verb
from firmware.games.banked.kinds.points import total, value
from firmware.games.banked.round import Round
from firmware.games.play import BANK, BANK_UP, BOARD

HOUSE_WAY = 5  # hits so much or less
NATURAL = (8, 9)  # of two cards

_SIDES = ("player", "banker", "tie", "wins", "ties", "loses", "hit wins", "surrendered")
_NATURALS = ("natural wins", "banker natural wins", "natural tie")
_THREE_CARD = (
    "banker three-card 7",
    "player three-card 8",
    "one three-card 9",
    "two three-card 9s",
)
_PAIRS = ("player pair", "banker pair", "any pair", "both pairs", "four suited")
_TIES = ("bank tie", "house bank tie")
_BY = tuple(f"{who}wins by {points}" for who in ("", "banker ") for points in range(1, 10))
MARKS = frozenset(
    (*_SIDES, *_NATURALS, *_THREE_CARD, *_PAIRS, *_TIES, *_BY, "banker wins with 6")
)  # fmt: skip


# ---- How the bank draws: its total, the value of the player's third card if there is one


def _standard(bank: int, third: int | None) -> bool:
    if third is None or bank < 3:
        return bank <= 5
    return third in {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}.get(
        bank, ()
    )


def _three_to_seven(bank: int, third: int | None) -> bool:
    """003 L1550-1559, 001 L59-64."""
    if third is None or bank < 4:
        return bank <= 5
    return bank <= 5 and 3 <= third <= 7


def _to_five(bank: int, third: int | None) -> bool:
    return bank <= 5


CHARTS: dict[str, Callable[[int, int | None], bool]] = {
    "standard": _standard,
    "3 to 7": _three_to_seven,
    "to five": _to_five,
}


# ---- The hands


def _dealt(r: Round, cards: list[int]) -> int:
    """What the first cards come to."""
    return total(cards[: r.rules.each])


def _third(r: Round) -> int | None:
    """The value of the player's further card."""
    cards = r.common
    return value(cards[r.rules.each]) if len(cards) > r.rules.each else None


def _ended(r: Round) -> bool:
    """By a natural, in either hand."""
    return any(_dealt(r, cards) in r.rules.natural for cards in (r.common, r.bank))


def _optional(r: Round) -> bool:
    """May each bettor choose?"""
    rules = r.rules
    if not rules.option or _dealt(r, r.common) not in rules.option:
        return False
    if _ended(r) and not rules.blind_option:
        return False
    return not rules.option_up or value(r.bank[0]) in rules.option_up


def _hit(r: Round, seat: int) -> bool:
    return not {"hit", "double"}.isdisjoint(r.answers[seat])


def _draws(r: Round) -> bool:
    """Is there a third card for the player's hand?"""
    first = _dealt(r, r.common)
    if not _optional(r):
        return not _ended(r) and (first in r.rules.hits or _house_hits(r))
    anybody = any(_hit(r, seat) for seat in r.wagering)
    return anybody or (r.rules.completes and _house_hits(r))


def _house_hits(r: Round) -> bool:
    return _dealt(r, r.common) <= HOUSE_WAY


def house_total(r: Round) -> int:
    """The player's, by the house way."""
    stands = _optional(r) and not _house_hits(r)
    return _dealt(r, r.common) if stands else total(r.common)


def _own_total(r: Round, seat: int) -> int:
    """As this bettor chose."""
    if not _optional(r) or not r.answers[seat]:
        return house_total(r)
    return total(r.common) if _hit(r, seat) else _dealt(r, r.common)


# ---- What comes next


def plan(r: Round) -> list[int]:
    each = r.rules.each
    if not r.deals:
        bank = [BANK_UP if face == "u" else BANK for face in r.rules.bank_cards]
        return [target for at in range(each) for target in (BOARD, bank[at])]
    if asks(r):
        return []
    if _third(r) is None and _draws(r):
        return [BOARD]
    if r.hidden or len(r.bank) > each or _ended(r):
        return []
    return [BANK_UP] if CHARTS[r.rules.chart](_dealt(r, r.bank), _third(r)) else []


def asks(r: Round) -> list[int]:
    """All at once."""
    if not r.deals or not _optional(r):
        return []
    played = r.rules.played
    return [seat for seat in r.wagering if r.bets[seat].get(played) and not r.answers[seat]]


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    must = _dealt(r, r.common) in r.rules.hits
    names = [name for name in r.rules.verbs if not (must and name == "stand")]
    bet = r.bets[seat][r.rules.played]
    priced = {"double": Verb("double", bet, "double"),
              "surrender": Verb("surrender", back=r.rules.half_of(bet))}  # fmt: skip
    found = (priced.get(name) or Verb(name) for name in names)
    return tuple(verb for verb in found if verb.chips <= r.stacks[seat])


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    return ("hit" if _house_hits(r) else "stand"), ()


def opens(r: Round) -> bool:
    """When the player's hand is done."""
    return bool(r.deals) and not asks(r) and (_third(r) is not None or not _draws(r))


# ---- What it came to


def marks(r: Round, seat: int) -> frozenset[str]:
    bank, house, mine = total(r.bank), house_total(r), _own_total(r, seat)
    found = {
        _side(house, bank),
        {"player": "wins", "banker": "loses", "tie": "ties"}[_side(mine, bank)],
    }
    if "surrender" in r.answers[seat]:
        found.add("surrendered")
    if mine > bank and _hit(r, seat):
        found.add("hit wins")
    if mine == bank and mine in r.rules.bank_ties:
        found.add("bank tie")
    if house == bank and house in r.rules.bank_ties:
        found.add("house bank tie")
    return frozenset(found.union(_margins(r, mine, house, bank), _three_cards(r), _first_four(r)))


def _side(player: int, bank: int) -> str:
    return "player" if player > bank else "banker" if player < bank else "tie"


def _margins(r: Round, mine: int, house: int, bank: int) -> set[str]:
    """A natural is paid as one whatever the margin (000b, Dragon Bonus)."""
    found = set[str]()
    ours, theirs = (_natural(r, cards) for cards in (r.common, r.bank))
    if mine > bank:
        found.add("natural wins" if ours else f"wins by {mine - bank}")
    if bank > house:
        found.add("banker natural wins" if theirs else f"banker wins by {bank - house}")
    if ours and theirs and mine == bank:
        found.add("natural tie")
    return found


def _natural(r: Round, cards: list[int]) -> bool:
    return len(cards) == r.rules.each == 2 and total(cards) in NATURAL


def _three_cards(r: Round) -> set[str]:
    player, bank, found = house_total(r), total(r.bank), set[str]()
    ours, theirs = (len(cards) == 3 for cards in (r.common, r.bank))
    if theirs and bank == 7 > player:
        found.add("banker three-card 7")
    if ours and player == 8 > bank:
        found.add("player three-card 8")
    if bank == 6 > player:
        found.add("banker wins with 6")
    nines = (ours and player == 9) + (theirs and bank == 9)
    return found | {("", "one three-card 9", "two three-card 9s")[nines]} - {""}


def _first_four(r: Round) -> set[str]:
    ours, theirs, found = r.common[:2], r.bank[:2], set[str]()
    pairs = [cards[0] >> 2 == cards[1] >> 2 for cards in (ours, theirs)]
    found |= {
        name for name, is_pair in zip(("player pair", "banker pair"), pairs, strict=True) if is_pair
    }
    if any(pairs):
        found.add("any pair")
    if all(pairs):
        found.add("both pairs")
    if len({card & 3 for card in (*ours, *theirs)}) == 1:
        found.add("four suited")
    return found


def words(r: Round, place: int) -> str:
    cards = r.bank if place == BANK else r.common if place == BOARD else []
    return str(total(cards)) if cards else ""


def came_to(r: Round) -> tuple[str, ...]:
    """For the board: the side, then what is counted beside it."""
    found = _three_cards(r)
    side = _side(house_total(r), total(r.bank))
    natural = any(_natural(r, cards) for cards in (r.common, r.bank))
    kept = ("banker three-card 7", "player three-card 8")
    return (side, *(("natural",) if natural else ()), *(name for name in kept if name in found))


BACCARAT = Kind(MARKS, plan, asks, verbs, default, marks, words, opens, came_to)
