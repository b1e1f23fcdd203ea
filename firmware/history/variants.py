"""The eleven variant codes of PHH, and the game of our catalogue that each of them is."""

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.cards import DECKS
from firmware.games.poker.house import Limit
from firmware.games.poker.rules import Rules, rules
from firmware.pages import BadPage


class Variant(Struct, frozen=True):
    code: str
    game: str
    limit: Limit

    @property
    def bets(self) -> tuple[str, ...]:
        """The fields that hold its stakes."""
        return ("small_bet", "big_bet") if self.limit == "limit" else ("min_bet",)


_TABLE: tuple[tuple[str, str, Limit], ...] = (
    ("FT", "texas-holdem", "limit"),
    ("NT", "texas-holdem", "no-limit"),
    ("NS", "short-deck-holdem", "no-limit"),
    ("PO", "omaha", "pot-limit"),
    ("FO/8", "omaha-hi-lo", "limit"),
    ("F7S", "seven-card-stud", "limit"),
    ("F7S/8", "seven-card-stud-hi-lo", "limit"),
    ("FR", "razz", "limit"),
    ("N2L1D", "lowball-deuce-to-seven", "no-limit"),
    ("F2L3D", "kansas-city", "limit"),
    ("FB", "badugi", "limit"),
)

VARIANTS: dict[str, Variant] = {row[0]: Variant(*row) for row in _TABLE}
CODES: dict[tuple[str, str], str] = {(v.game, v.limit): v.code for v in VARIANTS.values()}
# The electronic table's games are the same games.
CODES |= {
    (f"lightning-{v.game.removeprefix('texas-')}", v.limit): v.code
    for v in VARIANTS.values()
    if v.game in ("texas-holdem", "omaha", "omaha-hi-lo")
}
CODES["lightning-sit-n-go", "no-limit"] = "NT"


def house_rules(variant: Variant, house: str = "common", game: str = "") -> Rules:
    """Hand histories are replayed by what card rooms have in common, or by the ways of the house
    that a file names (a fourth raise: 000 L261). Raises BadPage."""
    found = rules(game or variant.game, house, variant.limit)
    if CODES.get((found.game, found.limit)) != variant.code:
        raise BadPage(f"{found.game} is not written as {variant.code}")
    as_posted = replace(found.settings, straddles=-1, overs=-1)  # the file tells what was posted
    return replace(found, settings=as_posted) if house != "common" else found


def players_most(game: Rules) -> int:
    """So many can be dealt a first hand, and a board, from one deck."""
    deals = [phase for phase in game.phases if phase.kind == "deal"]
    common = sum(phase.board + phase.burn for phase in deals if phase.board)
    return (len(DECKS[game.deck]) - common) // len(deals[0].faces)
