"""Broken, contradictory and hostile hands: one line each, and never an exception but Malformed."""

import tomllib
from decimal import Decimal
from pathlib import Path
from random import Random
from time import process_time

import pytest

from firmware.history import plain
from firmware.history.compare import judge
from firmware.history.malformed import Malformed
from firmware.history.phh import read
from firmware.history.split import split
from tests.history.mutate import mutate
from tests.history.test_replay import SHARED
from tests.history.texts import EVERY, F7S, N2L1D, NS, NT

MUTANTS = 6_000

BAD = {
    "variant: missing": (NT, 'variant = "NT"', ""),
    "variant: 'XX' is none of FT": (NT, '"NT"', '"XX"'),
    "variant: a list is none of": (NT, '"NT"', "[]"),
    "text: not TOML": (NT, "antes = [", "antes = [["),
    "text: nested too deep": (NT, "[0, 0, 0]", "[" * 100_000),
    "antes: missing": (NT, "antes = [0, 0, 0]", ""),
    "antes: 2 values for 3 players": (NT, "[0, 0, 0]", "[0, 0]"),
    "antes: an amount is negative": (NT, "[0, 0, 0]", "[0, -1, 0]"),
    "antes: should be an array, not 5": (NT, "[0, 0, 0]", "5"),
    "antes: should be a number, not 'x'": (NT, "[0, 0, 0]", "['x', 0, 0]"),
    "antes: should be a number, not True": (NT, "[0, 0, 0]", "[true, 0, 0]"),
    "antes: NaN is no amount": (NT, "[0, 0, 0]", "[nan, 0, 0]"),
    "antes: Infinity is no amount": (NT, "[0, 0, 0]", "[inf, 0, 0]"),
    "blinds_or_straddles: missing": (NT, "blinds_or_straddles = [1, 2, 0]", ""),
    "blinds_or_straddles: F7S is played with": (
        F7S, "bring_in", "blinds_or_straddles = [1, 2, 0]\nbring_in"
    ),
    "bring_in: missing": (F7S, "bring_in = 1", ""),
    "bring_in: should be less than small_bet": (F7S, "bring_in = 1", "bring_in = 4"),
    "big_bet: should not be less": (F7S, "big_bet = 8", "big_bet = 1"),
    "min_bet: should be more than 0": (NT, "min_bet = 2", "min_bet = 0"),
    "min_bet: beyond": (NT, "min_bet = 2", "min_bet = 1e400"),
    "min_bet: beyond .*finer": (NT, "min_bet = 2", "min_bet = 1e-400"),
    "min_bet: beyond 1e": (NT, "min_bet = 2", "min_bet = 99999999999999999999"),
    "min_bet: missing": (NT, "min_bet = 2", ""),
    "starting_stacks: every player needs chips": (NT, "[100, 100, 100]", "[100, -100, 100]"),
    "starting_stacks: should be an array for 2 to": (NT, "[100, 100, 100]", "[100]"),
    "starting_stacks: .* not 10000 players": (NT, "[100, 100, 100]", f"[{'9, ' * 10_000}]"),
    "starting_stacks: NaN": (NT, "[100, 100, 100]", "[100, nan, 100]"),
    "finishing_stacks: 2 values": (NT, "[152, 48, 100]", "[152, 48]"),
    "finishing_stacks: an amount is negative": (NT, "[152, 48, 100]", "[152, -48, 100]"),
    "players: 1 values for 3": (NT, "min_bet", 'players = ["x"]\nmin_bet'),
    "ante_trimming_status: should be true or false": (
        NT, "min_bet", "ante_trimming_status = 1\nmin_bet"
    ),
    "actions: missing": (NT, "actions", "_actions"),
    "action 4: should be a string, not 7": (NT, '"p3 f"', "7"),
    "action 4 'p3 x': is no action": (NT, '"p3 f"', '"p3 x"'),
    "action 4 'p3': is no action": (NT, '"p3 f"', '"p3"'),
    "action 4 'q3 f': 'q3' is no player": (NT, '"p3 f"', '"q3 f"'),
    "action 4 'p9 f': there is no p9 among 3": (NT, '"p3 f"', '"p9 f"'),
    "action 7 .*'2c3d4' is no list of cards": (NT, "2c3d4h", "2c3d4"),
    "action 7 .*'2c3d4x' is no list of cards": (NT, "2c3d4h", "2c3d4x"),
    "2c is not in the deck of this game": (NS, "9c7c", "2c7c"),
    "actions: As is in this hand twice": (NT, "2c3d4h", "2c3dAs"),
    "action 8 .*'lots' is no amount": (NT, "cbr 50", "cbr lots"),
    "action 8 .*Make it .2 or more, up to .98.* .rule: bet size": (NT, "cbr 50", "cbr 1"),
    "action 4 'p1 f': it is the turn of p3 .rule: in turn": (NT, '"p3 f"', '"p1 f"'),
    "action 4 'p3 sd': p3 has to act now": (NT, '"p3 f"', '"p3 sd"'),
    "action 4 'p3 pb': p3 has no bring-in": (NT, '"p3 f"', '"p3 pb"'),
    "action 4 'p3 cc': p3 has to bring it in": (F7S, '"p3 pb"', '"p3 cc"'),
    "action 3 .*no cards dealt yet to p3": (NT, '"d dh p3 ????",', ""),
    "the board has 4 cards dealt by now, 3 are due": (NT, "2c3d4h", "2c3d4h9c"),
    "no cards dealt yet to the board on the street 'flop'": (NT, '"d db 2c3d4h", ', ""),
    "p3 has 7 cards dealt by now, 6 are due": (N2L1D, '"d dh p3 ??"', '"d dh p3 ????"'),
    "action 16 .*Ad is not among the cards of p1: As Ah": (NT, "p1 sm AsAh", "p1 sm AdAh"),
    "the betting is over": (NT, '"p1 sm AsAh"', '"p1 cc"'),
    "_house: there is no 'casino'": (NT, "min_bet", '_house = "casino"\nmin_bet'),
    "_house: should be a name, not 7": (NT, "min_bet", "_house = 7\nmin_bet"),
    "_game: should be a name, not a list": (NT, "min_bet", "_game = []\nmin_bet"),
    "_house: Casino Royale does not spread Razz": (
        F7S, '"F7S"', '"F7S"\n_house = "casino-royale"\n_game = "razz"'
    ),
    "_house: razz is not written as F7S": (
        F7S, '"F7S"', '"F7S"\n_house = "club-caribe"\n_game = "razz"'
    ),
    "bring_in: should be less than small_bet, or the same": (
        F7S, "bring_in = 1", 'bring_in = 5\n_house = "club-caribe"'
    ),
    "showdown: Somebody has to show": (NT, "p1 sm AsAh", "p1 sm"),
}  # fmt: skip


@pytest.mark.parametrize("words", BAD)
def test_one_line_names_the_field(words: str) -> None:
    text, old, new = BAD[words]
    assert old in text

    with pytest.raises(Malformed, match=words) as bad:
        judge(read(text.replace(old, new, 1)))

    assert "\n" not in str(bad.value)
    assert len(str(bad.value)) < 300


@pytest.mark.parametrize(
    "text", [b"\xff\xfe\x00", b"\x00" * 100, b"variant = 'NT\xe9'", b"[" * 9999]
)
def test_junk_is_no_toml(text: bytes) -> None:
    with pytest.raises(Malformed, match="text"):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1",
        "[" + "a." * 100_000 + "a]\n",
        'x = {"b"' + " . b" * 90_000 + "=1}",
    ],
)
def test_a_key_of_a_hundred_thousand_parts_takes_no_time(text: str) -> None:
    start = process_time()
    with pytest.raises(Malformed, match="text: nested too deep"):
        read(text.encode())
    assert process_time() - start < 2


def real_hands() -> list[bytes]:
    """Our own texts in one line a field, and the real ones where they are."""
    shared = sorted(SHARED.rglob("*.phh")) if SHARED.is_dir() else list[Path]()
    ours = [" ".join(t.split("\n")).encode() for t in EVERY.values()]
    return ours + [t.encode() for t in EVERY.values()] + [file.read_bytes() for file in shared]


def complaint(text: bytes) -> str:
    try:
        judge(read(text))
    except Malformed as bad:
        return str(bad)
    return ""


def test_no_mutant_of_a_real_hand_gets_through() -> None:
    hands, lines = real_hands(), 0
    for number in range(MUTANTS):
        rng = Random(f"mutant {number}")
        text = mutate(rng.choice(hands), rng)
        for piece in split(text.splitlines(keepends=True)):
            words = complaint(piece.text)
            lines += bool(words)
            assert "\n" not in words
            assert len(words) < 400
    assert lines > MUTANTS // 2


def test_the_fast_lane_reads_what_toml_reads() -> None:
    hands, lane = real_hands(), 0
    for number in range(MUTANTS // 4):
        rng = Random(f"lane {number}")
        text = mutate(rng.choice(hands), rng)
        fields = plain.parse(text)
        if fields is not None:
            lane += 1
            full = tomllib.loads(text.decode(), parse_float=Decimal)
            assert str(fields) == str(full)  # types too: 2 is not 2.0
    assert lane


# Files of many hands


def test_tables_are_cut_one_by_one() -> None:
    text = b"# head\n\n[1] # first\na = 1\n['x y']\nb = [\n  1\n]\n\r\n [ 3 ]\r\n[3.more]\nc = 1\n"

    assert [(p.name, p.line) for p in split(text.splitlines(keepends=True))] == [
        ("1", 3),
        ("x y", 5),
        ("3", 10),
    ]


def pieces(text: bytes) -> list[tuple[str, int, bytes]]:
    return [(p.name, p.line, p.text) for p in split(text.splitlines(keepends=True))]


@pytest.mark.parametrize("quotes", [b'"""', b"'''"])
def test_a_line_in_a_long_string_is_no_table(quotes: bytes) -> None:
    note = b"_note = " + quotes + b"one\n[7]\n[b.c]\n" + quotes + b"  # done\n"

    assert pieces(b"[1]\n" + note + b"[2]\na = 1\n") == [("1", 1, note), ("2", 6, b"a = 1\n")]


def test_quotes_in_a_comment_or_a_short_string_begin_no_long_one() -> None:
    text = b'[1]\n# """\na = "it\'s" # \'\'\'\nb = \'"""\'\nc = """x"""\n[2]\nd = 1\n'

    assert [(name, line) for name, line, _ in pieces(text)] == [("1", 1), ("2", 6)]


def test_a_long_string_that_nobody_closes_spoils_no_other_hand() -> None:
    text = b'[1]\na = """x\n[2]\nb = 1\n[3]\nc = 1\n'

    assert [name for name, *_ in pieces(text)] == ["1", "2", "3"]


def test_a_table_of_another_hand_is_not_taken_into_this_one() -> None:
    text = b"[1]\na = 1\n[1._more]\nb = 2\n[b.c]\nd = 3\n[[e]]\nf = 4\n[2]\ng = 5\n"

    assert pieces(text) == [
        ("1", 1, b"a = 1\n[_more]\nb = 2\n"),
        ("b", 5, b"[c]\nd = 3\n"),
        ("e", 7, b"[[e]]\nf = 4\n"),
        ("2", 9, b"g = 5\n"),
    ]
    for _, _, part in pieces(text)[1:3]:
        words = complaint(part)
        assert words
        assert "\n" not in words


def test_a_file_that_begins_with_a_field_is_one_hand() -> None:
    pieces = list(split([b"\n", b"a = 1\n", b"[_more]\n", b"b = 1\n"]))

    assert [(p.name, p.text) for p in pieces] == [("", b"\na = 1\n[_more]\nb = 1\n")]


def test_a_hand_that_never_ends_is_not_kept() -> None:
    (piece,) = split(b"x" * 1000 + b"\n" for _ in range(5000))

    assert piece.too_long
    assert len(piece.text) <= 1 << 20
