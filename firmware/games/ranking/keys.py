"""Additive keys: the sum of the keys of some cards tells their ranks, and whether they flush.

Each rank key is the smallest number that keeps all sums of up to seven cards (four of a rank)
apart from all other sums of as many cards. The suit keys are the smallest that tell, from their
sum alone, that five of five, six or seven cards are of one suit, and of which one. Rank sums
stand above SUIT_BITS, so that one addition a card does both; nearly all sums stay under 2**30,
where Python adds fastest, and all under 2**32, where NumPy does.
"""

RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SUIT_KEYS = (0, 1, 25, 32)
SUIT_BITS = 8

KEY = [(RANK_KEYS[c >> 2] << SUIT_BITS) + SUIT_KEYS[c & 3] for c in range(52)]


def flush_suits(count: int) -> bytes:
    """Sum of the suit keys of `count` cards -> 1 + the suit that has five of them, 0 if none."""
    suits = bytearray(1 << SUIT_BITS)
    for suit, own in enumerate(SUIT_KEYS):
        for inside in range(5, count + 1):
            for rest in _sums([k for k in SUIT_KEYS if k != own], count - inside):
                suits[own * inside + rest] = suit + 1
    return bytes(suits)


def _sums(keys: list[int], count: int) -> set[int]:
    sums = {0}
    for _ in range(count):
        sums = {s + k for s in sums for k in keys}
    return sums
