"""Make high.bin, the tables of high.py:  python -m firmware.games.ranking.make_table

After a change of its layout remove the old file first: high.py reads it on the way here.

Rank sums are sparse: 49,205 of 7.8 million. They are cut into rows of 512, and every row is slid
along one list until its used places fall on free ones; the slide of each row is kept beside it.
Then strength = slots[sum + slides[sum >> 9]]: two indexings, no hashing, little memory.

Sums of five cards are few enough (keys.RANK_KEYS5) for a plain list, which high.py fills.

File, little endian: 7,463 strengths (u32, first 0); 8,192 flushes by rank mask (u16, a place in
strengths); 6,175 sums of five (u32) and their places (u16); for 6 and 7 cards: count of slides
(u32), slides (i32), count of slots (u32), slots (u16).
"""

import sys
from array import array
from itertools import combinations_with_replacement
from pathlib import Path

from firmware.games.ranking.keys import RANK_KEYS, RANK_KEYS5
from firmware.games.ranking.ladder import STANDARD

ROW_BITS = 9


def by_sum(count: int, keys: tuple[int, ...]) -> dict[int, int]:
    """Rank sum -> strength without flushes, for every hand of `count` ranks."""
    hands = combinations_with_replacement(range(13), count)
    return {
        sum(keys[r] for r in hand): STANDARD.by_ranks(hand)
        for hand in hands
        if all(hand[i] != hand[i + 4] for i in range(count - 4))
    }


def squeeze(sums: list[int]) -> tuple[list[int], int]:
    """Slides that keep all sums apart, fullest rows first, and the number of slots needed."""
    rows: dict[int, list[int]] = {}
    for s in sums:
        rows.setdefault(s >> ROW_BITS, []).append(s & (1 << ROW_BITS) - 1)
    slides = [0] * (max(rows) + 1)
    used = 0  # a bit a slot
    for row, places in sorted(rows.items(), key=lambda item: -len(item[1])):
        taken = 0
        for p in places:
            taken |= used >> p
        at = (~taken & taken + 1).bit_length() - 1  # the lowest zero
        for p in places:
            used |= 1 << at + p
        slides[row] = at - (row << ROW_BITS)
    return slides, used.bit_length()


def table() -> bytes:
    flushes = [STANDARD.by_suit(mask) for mask in range(1 << 13)]
    fives = by_sum(5, RANK_KEYS5)
    strengths = sorted({0, *flushes, *fives.values()})
    place = {strength: at for at, strength in enumerate(strengths)}
    out = _raw("I", strengths) + _raw("H", [place[f] for f in flushes])
    out += _raw("I", list(fives)) + _raw("H", [place[s] for s in fives.values()])
    for count in (6, 7):
        hands = by_sum(count, RANK_KEYS)
        slides, size = squeeze(sorted(hands))
        slots = [0] * size
        for s, strength in hands.items():
            slots[s + slides[s >> ROW_BITS]] = place[strength]
        out += _raw("I", [len(slides)]) + _raw("i", slides) + _raw("I", [size]) + _raw("H", slots)
    return out


def _raw(kind: str, numbers: list[int]) -> bytes:
    raw = array(kind, numbers)
    if sys.byteorder == "big":
        raw.byteswap()
    return raw.tobytes()


if __name__ == "__main__":
    Path(__file__).with_name("high.bin").write_bytes(table())
