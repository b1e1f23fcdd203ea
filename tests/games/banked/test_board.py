"""The result board: bead plate, big road, counts (000 L3289-3298, 001 L1588-1597)."""

import pytest

from firmware.games.banked.board import ROUNDS, Roads, big_road, counts
from tests.games.banked.spots import deal, round_of, settle

SIDES = {"P": "player", "B": "banker", "T": "tie"}


def results(text):
    return [(SIDES[letter],) for letter in text]


def drawn(text):
    """The big road as people write it: a line a row; a tie is an apostrophe."""
    cells = {(cell.row, cell.column): cell for cell in big_road(results(text))}
    rows = max((row for row, _ in cells), default=-1) + 1
    wide = max((column for _, column in cells), default=-1) + 1
    return [
        "".join(_sign(cells.get((row, column))) for column in range(wide)).rstrip()
        for row in range(rows)
    ]


def _sign(cell):
    return "." if cell is None else cell.side[0].upper() + "'" * cell.ties


@pytest.mark.parametrize(
    ("came", "road"),
    [
        ("", []),
        ("P", ["P"]),
        ("PPB", ["PB", "P."]),
        ("PTPB", ["P'B", "P."]),
        ("TTP", ["P''"]),
        ("T", []),
        ("PBPB", ["PBPB"]),
        ("BBBBBBBB", ["B..", "B..", "B..", "B..", "B..", "BBB"]),
        ("BBBBBBBBPP", ["BP.", "BP.", "B..", "B..", "B..", "BBB"]),
    ],
)
def test_the_big_road(came, road):
    assert drawn(came) == [row.rstrip() for row in road]


def test_a_long_column_turns_right_and_the_next_ones_keep_clear_of_it():
    road = drawn("B" * 8 + "P" * 6)
    assert road == ["BP..", "BP..", "BP..", "BP..", "BPPP", "BBB."] or road[5] == "BBB"
    assert sum(row.count("P") for row in road) == 6


@pytest.mark.parametrize(
    ("board", "bank", "came"),
    [
        ("Kc 9d", "Qc 7d", ("player", "natural")),
        ("Kc 7d", "Qc 8d", ("banker", "natural")),
        ("Kc 7d", "Qc 7h", ("tie",)),
        ("Kc 6d", "Qc 5d 2h", ("banker", "banker three-card 7")),
        ("Kc 3d 5h", "Qc 7h", ("player", "player three-card 8")),
    ],
)
def test_a_round_is_told_by_its_side_and_what_is_counted_beside_it(board, bank, came):
    r = deal(round_of("ez-baccarat", "artichoke-joes", {2: {"player": 10}}), board=board, bank=bank)
    settle(r)
    assert r.outcome == came


def test_counts_and_percents():
    came = [("player", "natural"), ("banker", "banker three-card 7"), ("banker",), ("tie",)]
    assert [*counts(came)] == [
        ("player", 1, 25), ("banker", 2, 50), ("tie", 1, 25), ("natural", 1, 25),
        ("banker three-card 7", 1, 25),
    ]  # fmt: skip
    assert [*counts([])] == [("player", 0, 0), ("banker", 0, 0), ("tie", 0, 0)]


def test_a_page_ends_and_another_game_begins_its_own():
    """Never a board that mixes pages."""
    roads = Roads()
    for _ in range(ROUNDS + 1):
        roads.add("ez-baccarat", ("banker",))
    assert (len(roads.now), len(roads.last)) == (1, ROUNDS)
    roads.add("panda-8", ("player",))
    assert (roads.now, roads.last) == ([("player",)], [])
