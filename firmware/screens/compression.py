"""A view on a serial line, made short: a byte costs 87 microseconds there.

Most of a change is words and shapes that every hand repeats, so both ends know them beforehand
(the hello compares them, see wording.py). What goes out comes in steps of STEP bytes: the length
of a sealed message tells whoever taps the line little about the words of the hand inside.
"""

import zlib

from firmware.games.cards import RANK_PLURALS, RANK_WORDS
from firmware.screens.protocol import pack

STEP = 16
LOOSE_MAX = 1 << 16  # no view is longer; nothing that claims to be is read to its end
_RAW = -15

# The nearer to the end, the cheaper to quote: the commonest comes last.
_SAID: tuple[object, ...] = (
    [*RANK_WORDS, *RANK_PLURALS],
    ["Royal Flush", "Straight Flush, ", "Four of a Kind, ", "Full House, ", " over ", "Flush, "],
    ["Straight, ", "Three of a Kind, ", "Two Pair, ", " and ", "Pair of ", " kickers", " high"],
    ["preflop", "river", "turn", "flop", "all-in", "post", "waiting", "in hand", "ready"],
    {2: {1: ["showdown"], 4: [""], 7: {0: {1: [[9]]}}, 9: [0], 11: [None], 12: [None]}},
    {n: {5: [""], 9: [[30, 47]], 15: ["Two Pair, "]} for n in range(10)},
    {8: {n: {4: [0], 5: [""]} for n in range(10)}},
    {8: {n: {1: ["folded"], 4: [0], 5: ["fold"], 7: [0]} for n in range(10)}},
    {5: [[21, True, 200, [400, 20_000, 100]]], 18: [[]], 19: [200], 23: [True]},
    {5: [None], 18: [["fold", "call", "call any"]], 19: [200], 23: [False]},
    {2: {7: {0: {0: [700]}}, 8: {4: {3: [18_600], 4: [200], 5: ["raise"]}}, 10: [200]}},
    {8: {4: {3: [18_600], 4: [200], 5: ["call"]}}, 9: [6], 12: {0: [5], 1: ["call"]}, 18: [700]},
    {2: {8: {6: {5: ["check"]}}, 9: [8], 12: {0: [7]}}},
    {5: [None], 18: [["check/fold", "check", "call any"]], 23: [False]},
)
KNOWN = b"".join(map(pack, _SAID))


def squeeze(body: bytes) -> bytes:
    press = zlib.compressobj(9, zlib.DEFLATED, _RAW, zdict=KNOWN)
    short = press.compress(body) + press.flush()
    return short + bytes(-len(short) % STEP)


def loosen(short: bytes) -> bytes:
    """What was squeezed; ValueError if nothing was."""
    press = zlib.decompressobj(_RAW, KNOWN)
    try:
        body = press.decompress(short, LOOSE_MAX)
    except zlib.error as problem:
        raise ValueError("no view of ours") from problem
    if not press.eof or len(press.unused_data) >= STEP:
        raise ValueError("no view of ours")
    return body
