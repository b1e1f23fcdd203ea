"""Hash trees as in RFC 6962, section 2.1: leaf 0x00, node 0x01, split at the largest power of two.

One proof form serves decks and the log alike: the hashes of the largest subtrees without a
known leaf, left to right. For one leaf that is the audit path; for the last leaves of a log it is
the log's whole past. `consistency` bridges two heads far apart (RFC 6962, 2.1.2).
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

EMPTY = hashlib.sha256(b"").digest()


def leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\0" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def half(size: int) -> int:
    """The largest power of two below size: how many leaves go left."""
    return 1 << ((size - 1).bit_length() - 1)


def root(leaves: Sequence[bytes]) -> bytes:
    """Level by level; the odd one out climbs, which gives the RFC's tree for any size."""
    level = list(leaves) or [EMPTY]
    sha = hashlib.sha256
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        above = [sha(b"\1" + left + right).digest() for left, right in pairs]
        level = above + level[len(above) * 2 :]
    return level[0]


def proof(leaves: Sequence[bytes], known: set[int]) -> list[bytes]:
    """What someone who knows these leaves still needs to reach the root."""
    return list(_missing(leaves, 0, len(leaves), sorted(known)))


def _missing(leaves: Sequence[bytes], low: int, high: int, known: list[int]) -> Iterator[bytes]:
    """`known`: those from `low` to `high`."""
    if not known:
        yield root(leaves[low:high])
    elif high - low > 1:
        middle = low + half(high - low)
        right = bisect_left(known, middle)
        yield from _missing(leaves, low, middle, known[:right])
        yield from _missing(leaves, middle, high, known[right:])


def climb(size: int, known: Mapping[int, bytes], hashes: Sequence[bytes]) -> bytes | None:
    """The root that these leaves and hashes make; None when hashes are missing or left over."""
    rest = iter(hashes)
    try:
        found = _climb(0, size, known, rest)
    except StopIteration:
        return None
    return found if next(rest, None) is None else None


def _climb(low: int, high: int, known: Mapping[int, bytes], rest: Iterator[bytes]) -> bytes:
    if not any(low <= at < high for at in known):
        return next(rest)
    if high - low == 1:
        return known[low]
    middle = low + half(high - low)
    left = _climb(low, middle, known, rest)
    return node(left, _climb(middle, high, known, rest))


def consistency(leaves: Sequence[bytes], old: int) -> list[bytes]:
    """That the tree of the first `old` leaves grew into this one (RFC 6962, PROOF)."""
    assert 0 < old <= len(leaves)
    return _grown(leaves, old, whole=True)


def _grown(leaves: Sequence[bytes], old: int, whole: bool) -> list[bytes]:
    if old == len(leaves):
        return [] if whole else [root(leaves)]
    left = half(len(leaves))
    if old <= left:
        return [*_grown(leaves[:left], old, whole), root(leaves[left:])]
    return [*_grown(leaves[left:], old - left, False), root(leaves[:left])]


def consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, hashes: Sequence[bytes]
) -> bool:
    """Check such a proof: both roots must come out of the same hashes."""
    if not 0 < old <= new:
        return False
    rest = list(reversed(hashes))  # the outermost level stands last
    try:
        was, now = _regrow(old, new, True, old_root, rest)
    except IndexError:
        return False
    return not rest and was == old_root and now == new_root


def _regrow(
    old: int, new: int, whole: bool, old_root: bytes, rest: list[bytes]
) -> tuple[bytes, bytes]:
    if old == new:
        same = old_root if whole else rest.pop(0)
        return same, same
    left = half(new)
    if old <= left:
        right = rest.pop(0)
        was, now = _regrow(old, left, whole, old_root, rest)
        return was, node(now, right)
    before = rest.pop(0)
    was, now = _regrow(old - left, new - left, False, old_root, rest)
    return node(before, was), node(before, now)


class Frontier:
    """A tree that only grows: it keeps one hash for each complete subtree, nothing else."""

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        assert len(peaks) == size.bit_count()
        self.size, self.peaks = size, list(peaks)

    def append(self, leaf_hash: bytes) -> None:
        self.size += 1
        self.peaks.append(leaf_hash)
        for _ in range((self.size & -self.size).bit_length() - 1):  # trees of equal size join
            right = self.peaks.pop()
            self.peaks[-1] = node(self.peaks[-1], right)

    def root(self) -> bytes:
        if not self.peaks:
            return EMPTY
        found = self.peaks[-1]
        for left in reversed(self.peaks[:-1]):
            found = node(left, found)
        return found
