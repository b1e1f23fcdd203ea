"""Every fee as a player reads it on a rules page, and on how many of them: fees_told.txt.

Written as tests/games/poker/sentences.txt is, by `python -m tests.table.test_every_fee`."""

from collections.abc import Iterator
from pathlib import Path

from firmware.table.fee import fees_told
from tests.games.poker.test_every_sentence import told
from tests.games.poker.test_page import EVERY

TEXT = Path(__file__).with_name("fees_told.txt")


def pages() -> Iterator[tuple[str, list[str]]]:
    for house, game, limit in EVERY:
        yield f"{house} {game} {limit}", [*fees_told(house, game, limit)]


def test_every_fee_is_told_where_it_was():
    before, now = set(TEXT.read_text("utf-8").splitlines()), set(told(pages()).splitlines())
    assert sorted(before ^ now) == [], "read these; then python -m tests.table.test_every_fee"


if __name__ == "__main__":
    TEXT.write_text(told(pages()), "utf-8")
