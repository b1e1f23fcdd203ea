"""The rules page of any game: with the words that a table of that game sends."""

from msgspec.structs import replace

from firmware.games.poker.rules import Stakes
from firmware.screens.projection import public, rules_page
from firmware.screens.protocol import View
from firmware.table.config import Config, Spread
from firmware.table.engine import new_table
from firmware.table.jackpot import Jackpot
from lab.scenes.banked import BANKED
from lab.scenes.cast import SEATED

NL_STAKES, STUD_STAKES = Stakes(600, blinds=(200, 600)), Stakes(600, 1200, ante=100, bring_in=200)
NL = Spread("lightning-holdem", NL_STAKES, "no-limit", (24_000, 0), (56, 71, 77))
STUD = Spread("seven-card-stud", STUD_STAKES, "limit", (24_000, 0), (11,))
THREE_CARD = Spread(
    "three-card-poker-6-card-bonus", Stakes(500), buy_in=(10_000, 50_000), fees=(1,)
)


def rules_of(page: Config) -> View:
    """Seated at such a table, with its page open."""
    table = new_table(page, 0)
    placard = public(table, 0).placard
    return replace(SEATED, public=replace(SEATED.public, placard=placard), rules=rules_page(table))


def _posted(spread: Spread, schedule: str = "") -> Config:
    return Config("4", "artichoke-joes", (spread,), schedule=schedule)


HOLDEM_RULES = rules_of(replace(_posted(NL, "board-2018-12"), jackpot=Jackpot()))
THREE_CARD_RULES = replace(BANKED["banked-rules"], rules=rules_of(_posted(THREE_CARD)).rules)
READING_RULES: dict[str, View] = {
    "rules": HOLDEM_RULES,
    "rules-play": HOLDEM_RULES,
    "rules-fees": HOLDEM_RULES,
    "rules-stud": rules_of(_posted(STUD, "stud-and-draw")),
    "banked-rules": THREE_CARD_RULES,
    "banked-rules-play": THREE_CARD_RULES,
    "banked-rules-fees": THREE_CARD_RULES,
}
