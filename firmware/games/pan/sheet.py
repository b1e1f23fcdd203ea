"""Pan told to a player: how it is dealt, what is a meld, what it pays, who signed that."""

from collections.abc import Iterator

from firmware.games.pan.page import UNSIGNED, PanRules, pan_rules
from firmware.games.poker.page import Section, Sheet

MELDS = (
    "Three of a rank in three suits, or all in one; aces and kings in any suits.",
    "A rope: three in a row of one suit, ace to king; the jack follows the seven.",
    "More cards may be added: to three suits any of that rank, to one suit the same.",
)
VALLE = "Valle cards are threes, fives and sevens."


def sheet(game: str, house: str = "common") -> Sheet:
    return tell(pan_rules(game, house))


def tell(rules: PanRules) -> Sheet:
    """As it is posted, with its signature; or as its page has it."""
    told = {
        "Table": _table(rules),
        "Melds": iter((*MELDS, VALLE)),
        "Pay card": iter((*_pays(rules), _going_out(rules), _signed(rules))),
        "Sources": iter((f"{rules.source}.",)),
    }
    house = rules.house
    where = "As its page has it" if house == "common" else f"As {house} spreads it"
    sections = tuple(Section(name, tuple(lines)) for name, lines in told.items())
    return Sheet(rules.game, house, "", rules.name, where, rules.words, sections)


def _table(rules: PanRules) -> Iterator[str]:
    *others, last = (pack.split(" of pan")[0] for pack in rules.packs)
    sizes = f"{', '.join(others)} or {last}"
    yield f"A deck of {sizes} cards. {rules.seats[0]} to {rules.seats[1]} seats."
    yield f"The condition is the chip: one a hand from each. Buy-in {rules.buy_in} of them or more."


def _pays(rules: PanRules) -> Iterator[str]:
    """Chips from each player still in."""
    for row, (first, more) in rules.pays.items():
        further = f", {more} for each card more" if more else ""
        yield f"{row[0].upper()}{row[1:]}: {first}{further}."


def _going_out(rules: PanRules) -> str:
    return f"Going out: {rules.going_out} chips from each, and every condition once more."


def _signed(rules: PanRules) -> str:
    return f"Signed: {rules.signed}." if rules.signed else f"Off until signed: {UNSIGNED}."
