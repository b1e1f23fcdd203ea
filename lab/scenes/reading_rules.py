"""The rules page of any game: with the words that a table of that game sends."""

from msgspec.structs import replace

from firmware.screens.projection import public, rules_page
from firmware.screens.protocol import View
from firmware.table.config import Config
from lab.scenes.banked import BANKED
from lab.scenes.cast import SEATED
from lab.simulation.any_game import banked_page, front_page, page_of
from lab.simulation.bare_table import BareTable


def rules_of(page: Config) -> View:
    """Seated at such a table, with its page open."""
    table = BareTable(page).table
    placard = public(table, 0).placard
    return replace(
        SEATED, public=replace(SEATED.public, placard=placard), rules=rules_page(table)
    )  # fmt: skip


def _with_words(name: str, game: str, house: str) -> View:
    return replace(BANKED[name], rules=rules_of(banked_page(game, house)).rules)


THREE_CARD = _with_words("banked-rules", "three-card-poker-6-card-bonus", "artichoke-joes")
READING_RULES: dict[str, View] = {
    "rules": rules_of(front_page()),
    "rules-play": rules_of(front_page()),
    "rules-fees": rules_of(front_page()),
    "rules-stud": rules_of(page_of("seven-card-stud")),
    "banked-rules": THREE_CARD,
    "banked-rules-play": THREE_CARD,
    "banked-rules-fees": THREE_CARD,
}
