"""Shares: what every station puts into the shuffle, sealed before anything of it is opened.

A station draws 32 bytes of kernel noise for each attempt and hashes them down a chain: its end
opens the cut, each link before it one later mix. Only a seal leaves the station first. As long as
one station that you trust drew its share, every order of the deck is equally likely, whatever the
others and the table sealed.
"""

import base64
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from firmware.fairness.digest import Mac, label2, sha256
from firmware.fairness.shuffle import apart, below, stream
from firmware.fairness.verify import LINKS, LONG

SHARE_BYTES = 32
DIGITS_LEAST, DIGITS_MOST = 6, 12
_LINK = label2("link")

Attempt = tuple[str, int, int]  # table, hand, attempt: T of the protocol
Opened = dict[int, bytes]  # by seat


def links_of(deck: str) -> int:
    """Behind the share itself: one for each mix that the longest deal from this deck may need."""
    return LONG.get(deck, LINKS)


def chain(last: bytes, count: int = LINKS) -> tuple[bytes, ...]:
    """x0 to x64 from x64."""
    assert len(last) == SHARE_BYTES
    links = [last]
    for _ in range(count):
        links.append(sha256(_LINK + links[-1]))
    return tuple(reversed(links))


def follows(before: bytes, link: bytes) -> bool:
    """Is this the link behind the one that was opened before?"""
    return len(link) == SHARE_BYTES and sha256(_LINK + link) == before


def seal_of(attempt: Attempt, commitment: bytes, seat: int, share: bytes) -> bytes:
    return sha256(label2("share", *attempt) + commitment + bytes([seat]) + share)


def joined(opened: Opened) -> bytes:
    return b"".join(bytes([seat]) + opened[seat] for seat in sorted(opened))


@dataclass(frozen=True, slots=True)
class Cut:
    played: int  # which of the decks
    order: tuple[int, ...] = field(repr=False)  # card i lies at this place of it


def cut_key(attempt: Attempt, commitment: bytes, shares: Opened, digits: str) -> bytes:
    """u: from the commitment, all shares and the digits."""
    return sha256(label2("cut", *attempt) + commitment + joined(shares) + digits.encode())


def cut(key: bytes, decks: int, size: int, packs: int = 1) -> Cut:
    """One selection (REQ-R9): the deck, then the order of all its places."""
    byte, places = stream(Mac(key), b"cut"), range(size)
    return Cut(below(decks, byte), apart([places[n::packs] for n in range(packs)], byte))


def mix_key(attempt: Attempt, commitment: bytes, n: int, links: Opened) -> bytes:
    """vn: from the links that all opened for this mix."""
    return sha256(label2("mix", *attempt, n) + commitment + joined(links))


def square(hand: int, attempt: int, size: int, root: bytes) -> str:
    """The head that was signed, whole: what a phone keeps of it cannot be made to fit later."""
    return f"SD2/{hand}.{attempt}/{size}/{base64.b32encode(root).decode().rstrip('=')}"


def letters(root: bytes) -> str:
    """Twelve of the square, to read aloud."""
    text = base64.b32encode(root[:8]).decode()
    return f"{text[:4]} {text[4:8]} {text[8:12]}"


@dataclass
class Shares:
    """What the stations sealed and opened for one attempt. Late, twice or another: not taken."""

    attempt: Attempt
    commitment: bytes
    seals: Opened = field(default_factory=dict)
    closed: bool = False
    shares: Opened = field(default_factory=dict)
    links: Opened = field(default_factory=dict)  # of the mix that is asked for
    _last: Opened = field(default_factory=dict)  # the newest link of each seat
    n: int = 0  # of the mix that is asked for, or was last
    most: int = LINKS  # of a seat

    def seal(self, seat: int, seal: bytes) -> bool:
        fits = 0 < seat < 256 and len(seal) == SHARE_BYTES
        if self.closed or not fits:
            return False
        return self.seals.setdefault(seat, seal) == seal

    def close(self, seats: Iterable[int]) -> None:
        """Only who is dealt in."""
        self.seals = {seat: self.seals[seat] for seat in sorted(seats) if seat in self.seals}
        self.closed = True

    def open(self, seat: int, share: bytes) -> bool:
        if not self.closed or seat not in self.seals or len(share) != SHARE_BYTES:
            return False
        if seal_of(self.attempt, self.commitment, seat, share) != self.seals[seat]:
            return False
        self.shares[seat] = self._last[seat] = share
        return True

    @property
    def missing(self) -> list[int]:
        return [seat for seat in self.seals if seat not in self.shares]

    def ask(self) -> bool:
        """The next link of everybody who opened all before; False: there is none left."""
        if not self._last or self.n >= self.most:
            return False
        self.n, self.links = self.n + 1, {}
        return True

    def link(self, seat: int, n: int, link: bytes) -> bool:
        due = n == self.n and seat in self._last and seat not in self.links
        if not due or not follows(self._last[seat], link):
            return False
        self.links[seat] = link
        return True

    @property
    def absent(self) -> list[int]:
        """Who has not opened the link that is asked for."""
        return [seat for seat in sorted(self._last) if seat not in self.links]

    def done(self) -> bytes | None:
        """The links of this mix are what they are. None: a seat was absent, and it is void."""
        absent, self._last = self.absent, {**self.links}
        return None if absent else mix_key(self.attempt, self.commitment, self.n, self.links)


class Share:
    """One station's own, for one attempt."""

    def __init__(
        self,
        attempt: Attempt,
        commitment: bytes,
        seat: int,
        random: Callable[[int], bytes] = os.urandom,
        links: int = LINKS,
    ) -> None:
        self.attempt, self.commitment, self.seat = attempt, commitment, seat
        self._links = chain(random(SHARE_BYTES), links)
        self.seal = seal_of(attempt, commitment, seat, self._links[0])

    def open(self, n: int) -> bytes:
        assert n >= 0, "from the other end, where all the links before it follow from one"
        return self._links[n]

    def __repr__(self) -> str:
        return f"<Share of seat {self.seat}>"
