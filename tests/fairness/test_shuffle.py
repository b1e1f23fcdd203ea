import ast
import hmac
import math
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from firmware.fairness.deck import CARDS_MAX, Slot, lay
from firmware.fairness.digest import Mac
from firmware.fairness.shuffle import LARGEST, PAST, below, drawers, shuffled, stream

ROOT = Path(__file__).parents[2]
FAIRNESS = ROOT / "firmware" / "fairness"
SHIPPED = [*ROOT.glob("firmware/**/*.py"), *ROOT.glob("drivers/*.py")]


def test_the_mac_is_that_of_the_standard_for_every_key_it_takes():
    """FIPS 198-1: a key as long as the block is used as it is."""
    for size in range(65):
        key = bytes(range(size))
        assert Mac(key)(b"deal") == hmac.digest(key, b"deal", "sha256")


def test_two_cards_are_a_deck():
    """In either order; one card would be no secret."""
    slot = Slot("T", 1, "1.0")
    orders = {lay(bytes([n]) * 32, slot, (3, 7)).cards for n in range(20)}
    assert orders == {(3, 7), (7, 3)}
    with pytest.raises(AssertionError):
        lay(bytes(32), slot, (3,))


def test_the_largest_deck_is_one():
    slot, cards = Slot("T", 1, "1.0"), [7] * CARDS_MAX
    assert [*lay(bytes(32), slot, cards).cards] == cards
    with pytest.raises(AssertionError):
        lay(bytes(32), slot, [*cards, 7])


@pytest.mark.parametrize("n", range(2, 257))
def test_every_byte_counted_no_drawer_is_larger_than_another(n):
    """REQ-R7, exhaustive: all 256 words, each n that a deck up to 256 cards asks for."""
    counts = Counter(drawers(n))
    thrown = counts.pop(PAST, 0)
    assert sorted(counts) == list(range(n))
    assert set(counts.values()) == {256 // n}
    assert thrown < n
    assert len(drawers(n)) == 256


@pytest.mark.parametrize("n", range(2, 53))
def test_a_draw_takes_the_next_byte_when_one_falls_past(n):
    """below() itself, fed each byte and then a zero."""
    got = Counter(below(n, iter([byte, 0]).__next__) for byte in range(256))
    thrown = 256 - n * (256 // n)
    assert got == Counter({0: 256 // n + thrown} | dict.fromkeys(range(1, n), 256 // n))


@pytest.mark.parametrize("n", [257, 300, 416, 1000, 65_535, 65_536])
def test_larger_draws_are_even_over_all_two_byte_words(n):
    counts = Counter()
    for word in range(LARGEST):
        fed = iter([word >> 8, word & 255])
        try:
            counts[below(n, fed.__next__)] += 1
        except StopIteration:  # thrown away: it asked for more
            counts[PAST] += 1
    thrown = counts.pop(PAST, 0)
    assert len(counts) == n
    assert set(counts.values()) == {LARGEST // n}
    assert thrown < n


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_order_comes_from_as_many_streams_as_any_other(size):
    """The whole shuffle, exhaustive: one byte of each drawer width stands for all like it."""
    choices = [range(n) for n in range(size, 1, -1)]
    orders = Counter()
    for draws in product(*choices):
        sizes = range(size, 1, -1)
        fed = [draw * (256 // n) for draw, n in zip(draws, sizes, strict=True)]
        orders[shuffled(range(size), iter(fed).__next__)] += 1
    assert len(orders) == math.factorial(size)
    assert set(orders.values()) == {1}


@pytest.mark.parametrize("size", [2, 32, 36, 41, 52, 53, 256, 257, 312, 416])
def test_decks_of_any_size_keep_all_their_cards(size):
    cards = [n // 8 for n in range(size)]
    deck = shuffled(cards, stream(Mac(b"k" * 32), b"test"))
    assert sorted(deck) == sorted(cards)
    assert list(deck) != cards or size == 2


def test_the_written_out_loop_draws_exactly_as_below_does():
    """The hot loop in shuffled() repeats below(); here the two are held together."""
    slow = list(range(300))
    byte = stream(Mac(b"k" * 32), b"test")
    for last in range(299, 0, -1):
        drawn = below(last + 1, byte)
        slow[last], slow[drawn] = slow[drawn], slow[last]
    assert shuffled(range(300), stream(Mac(b"k" * 32), b"test")) == tuple(slow)


def _nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


def test_the_table_shuffles_in_one_place_only():
    """REQ-R9: the decks in one, their joint order in another; the verifier has its own."""
    calls = [
        path.name
        for path in SHIPPED
        if path.name != "verify.py"
        for node in _nodes(path)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "apart"
    ]
    assert sorted(calls) == ["deck.py", "share.py"]


@pytest.mark.parametrize(
    "path",
    [path for path in FAIRNESS.glob("*.py") if not path.name.startswith("verify")],
    ids=lambda p: p.name,
)
def test_no_modulo_no_float_no_random_in_the_room(path):
    """REQ-R7. verify.py is let off: its curve arithmetic is modulo a prime."""
    for node in _nodes(path):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            assert isinstance(node.left, ast.Constant), "only bytes formatting"
        assert not isinstance(getattr(node, "op", None), ast.Div)
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            assert path.name == "noise.py", "seconds to wait, nothing else"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] + [getattr(node, "module", "")]
            assert not {"random", "numpy", "secrets"} & set(names)
