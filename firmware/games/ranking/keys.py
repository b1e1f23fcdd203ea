"""Additive keys: the sum of the keys of some cards tells their ranks, and whether they flush.

Each rank key is the smallest number that keeps the sums of different hands of as many cards
apart, up to four of a rank. Five cards have their own, smaller keys, so that their sums can be
looked up in one plain list. The suit keys are the smallest whose sum alone tells that five of
five, six or seven cards are of one suit, and of which. Rank sums stand above SUIT_BITS, so that
one addition a card does both; nearly all sums stay under 2**30, where Python adds fastest, and
all under 2**32, where NumPy does.
"""

RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
RANK_KEYS5 = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
SUIT_KEYS = (0, 1, 25, 32)
SUIT_BITS = 8
SUM5_END = 4 * RANK_KEYS5[-1] + RANK_KEYS5[-2] + 1  # four aces and a king is the highest


def _keys(ranks: tuple[int, ...]) -> list[int]:
    return [(ranks[c >> 2] << SUIT_BITS) + SUIT_KEYS[c & 3] for c in range(52)]


KEY, KEY5 = _keys(RANK_KEYS), _keys(RANK_KEYS5)


def flush_suits(count: int) -> bytes:
    """Sum of the suit keys of `count` cards -> 1 + the suit that has five of them, 0 if none."""
    suits = bytearray(1 << SUIT_BITS)
    for suit, own in enumerate(SUIT_KEYS):
        others = [k for k in SUIT_KEYS if k != own]
        for inside in range(5, count + 1):
            for rest in _sums(others, count - inside):
                suits[own * inside + rest] = suit + 1
    return bytes(suits)


def _sums(keys: list[int], count: int) -> set[int]:
    sums = {0}
    for _ in range(count):
        sums = {s + k for s in sums for k in keys}
    return sums
