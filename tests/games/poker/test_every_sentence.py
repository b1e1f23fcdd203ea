"""All that the rules pages of poker say, a sentence a line, and on how many of them: sentences.txt.

A page is made of settings, and a sentence that goes missing, or stands on another house's page, is
seen nowhere else. After a change of the pages `python -m tests.games.poker.test_every_sentence`
writes it anew, and the difference is read against the filings.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from zlib import crc32

from firmware.games.poker import page
from tests.games.poker.test_page import EVERY

TEXT = Path(__file__).with_name("sentences.txt")


def pages() -> Iterator[tuple[str, list[str]]]:
    """Where, and what it says there; sources have tests of their own."""
    for house, game, limit in EVERY:
        sections = page.sheet(game, house, limit).sections
        lines = [line for one in sections if one.title != "Sources" for line in one.lines]
        yield f"{house} {game} {limit}", lines


def told(pages: Iterable[tuple[str, list[str]]]) -> str:
    """How many pages say it, which ones (as a number), and the sentence."""
    where = defaultdict[str, list[str]](list)
    for name, lines in pages:
        for line in lines:
            where[line].append(name)
    rows = (f"{len(on)} {crc32(' '.join(on).encode()):08x} {line}" for line, on in where.items())
    return "\n".join(sorted(rows, key=lambda row: row.split(" ", 2)[2])) + "\n"


def test_every_sentence_stands_where_it_did():
    before, now = set(TEXT.read_text("utf-8").splitlines()), set(told(pages()).splitlines())
    assert sorted(before ^ now) == [], (
        "read these; then python -m tests.games.poker.test_every_sentence"
    )


if __name__ == "__main__":
    TEXT.write_text(told(pages()), "utf-8")
