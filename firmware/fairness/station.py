"""The station's half of the shuffle: it hears every leaf of the log, believes no head that it did
not compute itself, seals one share an attempt and opens it once, under the square that it drew.

It signs nothing: the house enrolled its key, so that would prove nothing to a player. What does not
fit is a fault, and a station with a fault seals nothing any more.
"""

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from firmware.fairness import verify_v1
from firmware.fairness.keeping import OwnReceipts, unpacked
from firmware.fairness.log import head_message
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.qr import texts
from firmware.fairness.share import Share, letters, links_of, square
from firmware.fairness.sight import Sight
from firmware.fairness.verify import ASIDE, SIGNED, WHOSE, Attempt, Hand, Wrong, canonical

# What the table waits for; 0 is the share, from 1 on that link. LATE: the share of an attempt that
# was voided because it was not opened.
LATE, NOTHING, SEAL = -3, -2, -1
WORDS_MOST = 120  # of a fault


class Told(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What the table tells a station of the log: enough to grow from the last head it knows."""

    key: bytes = b""  # the table's, that signs the heads
    size: int = 0  # leaves before the ones below
    peaks: tuple[bytes, ...] = ()
    past: tuple[bytes, ...] = ()  # leaves of the hands before
    lines: tuple[bytes, ...] = ()  # entries of this hand, as they are hashed; b"": none yet
    signs: tuple[bytes, ...] = ()  # a signature for each; b"": its head is not signed
    wants: int = NOTHING
    ended: bytes = b""  # the last line of the last hand that was finished


class Seal(Struct, frozen=True):
    hand: int
    attempt: int
    seal: bytes


class Opening(Struct, frozen=True):
    hand: int
    attempt: int
    n: int
    link: bytes

    def __repr__(self) -> str:
        return f"<Opening {self.n} of hand {self.hand}.{self.attempt}>"


class Proved(Struct, frozen=True):
    """A receipt that this station checked."""

    receipt: Hand | verify_v1.Hand | None = None
    wrong: str = ""  # why it does not hold
    codes: tuple[str, ...] = ()  # to check it anywhere else

    def __repr__(self) -> str:  # a card is in no log and in no crash report
        return f"<Proved: {self.wrong or 'it holds'}>"


class StationLog:
    """One station's memory of the log, its share of the hand, and what it keeps for its player."""

    def __init__(
        self, seat: int, random: Callable[[int], bytes] = os.urandom,
        check: Callable[[list[dict[str, Any]], str], Attempt] | None = None,
    ) -> None:  # fmt: skip
        """`check` raises Wrong for an attempt that does not hold."""
        self.seat, self._random, self._checks = seat, random, check or checked
        self.key = b""
        self.fault = ""  # why it seals nothing any more
        self.size, self.root = 0, Frontier().root()  # the last head that it knows
        self.since = 0  # leaves before the first that it heard since it was started, or was away
        self.square = self.letters = ""  # as it drew them
        self.checked = ""  # the cut of this attempt was checked here: which
        self._sight = Sight()
        self._played: list[
            dict[str, Any]
        ] = []  # entries of the hand whose end is yet to be checked
        self.own_receipts = OwnReceipts()
        self.proved: Proved | None = None  # the receipt that is looked at
        self._read = b"", b""  # as it came
        self._share: Share | None = None
        self._opened = -1  # the newest link that left
        self._voided: set[tuple[int, int]] = set()  # attempts
        self._entries: list[dict[str, Any]] = []
        self._good: set[tuple[bytes, bytes]] = set()  # heads that the table signed, with the signs
        self._told = Told()

    def hear(self, told: Told) -> Seal | Opening | None:
        """What the table told; what it gets, once. What does not fit is a fault for good."""
        if not told.key or self.fault or told == self._told:
            return None
        self._told = told
        return self._answered(told)

    def read(self, everyones: bytes, box: bytes) -> None:
        """A receipt, as the table sent it: opened and checked here, once."""
        if self._read != (everyones, box):
            self._read = everyones, box
            self.proved = self._prove(everyones, box) if everyones else None

    def _prove(self, everyones: bytes, box: bytes) -> Proved:
        try:
            receipt = self.own_receipts.receipt(unpacked(everyones), box)
            if receipt["stormdeck"] == 1:  # dealt before an update: its own file checks it
                return Proved(verify_v1.Hand(canonical(receipt)))
            return Proved(self._held_against(Hand(canonical(receipt))), "", tuple(texts(receipt)))
        except (Wrong, verify_v1.Wrong) as no:
            wrong = str(no)
        except Exception:
            wrong = "The receipt cannot be read."
        if not wrong.startswith("voids: "):  # that is the table's fault, and it says so
            self.fault = wrong[:WORDS_MOST]
        return Proved(None, wrong)

    def _held_against(self, hand: Hand) -> Hand:
        """What this station heard and saw of it."""
        if self.key not in (b"", hand.key):
            raise Wrong("The receipt is signed with another key than the log.")
        if hand.last.cut and hand.commit["hand"] == self._sight.hand:
            self._sight.compare(self.seat, hand.walk, hand.open.items())
        return hand

    def unheard(self) -> None:
        """The link is gone: nobody knows what was heard, and what is asked again is said again."""
        self._told = Told()
        self.own_receipts.told = False

    def _answered(self, told: Told) -> Seal | Opening | None:
        try:
            heads = self._grow(told)
            self._entries = [_entry(line) for line in told.lines if line]
            self._voided |= {
                (e["hand"], e["attempt"]) for e in self._entries if e["kind"] == "void"
            }
            self._draw_square(told, heads)
            self._check_cut()
            self._check_end(told)
            return self._answer(told, heads)
        except Exception as no:  # whatever a table tells: it is a fault, and ends no program
            self.fault = str(no)[:WORDS_MOST] or "the log cannot be read"
            return None

    def _grow(self, told: Told) -> list[tuple[int, bytes]]:
        """Sizes and roots after each line. The log only grows from what was known here."""
        if self.key not in (b"", told.key):
            raise Wrong("The table signs with another key than before.")
        tree, seen = Frontier(told.size, told.peaks), dict[int, bytes]()
        seen[tree.size] = tree.root()
        heads = []
        for one in (*told.past, *(leaf(line) for line in told.lines if line)):
            tree.append(one)
            seen[tree.size] = tree.root()
            heads.append((tree.size, seen[tree.size]))
        if self.size < told.size:  # it is new here, or was away for several hands
            self.since, self._share = told.size, None
        elif seen.get(self.size) != self.root:
            raise Wrong("The table's log is not the one that this station knew.")
        self.key = told.key
        self.size, self.root = tree.size, seen[tree.size]
        return heads[len(told.past) :]

    def _draw_square(self, told: Told, heads: Sequence[tuple[int, bytes]]) -> None:
        """Of the newest head that the table signed; a signature that does not fit is a fault. What
        was found good is said again with every line that comes, and not computed again."""
        found = set[tuple[bytes, bytes]]()
        for entry, sign, (size, root) in zip(self._entries, told.signs, heads, strict=False):
            if entry["kind"] in SIGNED and sign:
                head = head_message(entry["table"], size, root), sign
                if head not in self._good and not good(self.key, *head):
                    raise Wrong("The table's signature does not fit its log.")
                found.add(head)
                self.square = square(entry["hand"], entry["attempt"], size, root)
                self.letters = letters(root)
        self._good = found

    def _attempt(self) -> list[dict[str, Any]]:
        """The entries of the newest attempt."""
        entries = [entry for entry in self._entries if entry["kind"] not in ASIDE]
        starts = [n for n, entry in enumerate(entries) if entry["kind"] == "commit"]
        return entries[starts[-1] :] if starts else []

    def sight(self, hand: int) -> Sight:
        """What this station draws of a hand, to be held against the log at its end."""
        if self._sight.hand != hand:
            self._sight = Sight(hand)
        return self._sight

    def _check_cut(self) -> None:
        """As soon as it is there: shares, deck and the decks that were not played."""
        entries = [entry for entry in self._attempt() if entry["kind"] not in ("hand", "void")]
        kinds = [entry["kind"] for entry in entries]
        if "cut" not in kinds and "draw" not in kinds:
            return
        name = f"{entries[0]['hand']}.{entries[0]['attempt']}"
        sealed = dict(entries[1]["seals"])
        if any(seat not in sealed for seat in entries[1]["seats"]):
            return  # a tournament deals to all: no receipt of such a hand verifies, and says so
        if self.checked != name:
            self._checks(entries, f"Hand {name}")
            self.checked = name
        self._played = entries if "cut" in kinds else []

    def _check_end(self, told: Told) -> None:
        """Every card's way through the hand, and the faces that lay on this glass. Who missed a
        step of it, as a line that was quickly followed by others, has its receipt to check."""
        played = self._played
        if not played or not told.ended:
            return
        end = _entry(told.ended)
        if [end.get(name) for name in WHOSE] != [played[0][name] for name in WHOSE]:
            return
        leaves = [*told.past, *(leaf(line) for line in told.lines if line)]
        before = [leaf(canonical(played[-1])), leaf(told.ended)]
        if before in [leaves[n : n + 2] for n in range(len(leaves))]:
            self._played = []
            dealt = self._checks([*played, end], f"Hand {end['hand']}")
            if self._sight.hand == end["hand"]:
                self._sight.compare(self.seat, dealt.walk, end["shown"])

    def _answer(self, told: Told, heads: Sequence[tuple[int, bytes]]) -> Seal | Opening | None:
        entries = self._attempt()
        if told.wants < LATE or told.wants == NOTHING or not entries:
            return None  # a link of a number below nought would be counted from the last one
        commit = entries[0]
        whose = str(commit["table"]), int(commit["hand"]), int(commit["attempt"])
        if told.wants == LATE:
            return self._late()
        if told.wants == SEAL:
            return self._seal(whose, told, heads) if len(entries) == 1 else None
        if self._share is None or self._share.attempt != whose:
            return None  # it was sealed before this station was started
        return self._open(entries, told, heads, told.wants)

    def _seal(
        self, whose: tuple[str, int, int], told: Told, heads: Sequence[tuple[int, bytes]]
    ) -> Seal | None:
        """Once an attempt, and only a commitment that grows from what was known."""
        at = max(n for n, entry in enumerate(self._entries) if entry["kind"] == "commit")
        commit, line = self._entries[at], [line for line in told.lines if line][at]
        before = self._tree_before(told, at)
        if (commit["size"], commit["prev"]) != (before.size, before.root().hex()):
            raise Wrong("The table committed on another past.")
        share = self._share
        if share is None or (share.attempt, share.commitment) != (whose, leaf(line)):
            if share is not None and share.attempt[1:] >= whose[1:]:
                raise Wrong("The table committed twice to one deal.")
            links = links_of(str(commit["deck"][0]))
            share = self._share = Share(whose, leaf(line), self.seat, self._random, links)
            self._opened = -1
        return Seal(whose[1], whose[2], share.seal)

    def _tree_before(self, told: Told, at: int) -> Frontier:
        tree = Frontier(told.size, told.peaks)
        lines = [line for line in told.lines if line][:at]
        for one in (*told.past, *map(leaf, lines)):
            tree.append(one)
        return tree

    def _open(
        self,
        entries: list[dict[str, Any]],
        told: Told,
        heads: Sequence[tuple[int, bytes]],
        n: int,
    ) -> Opening | None:
        """Only under a signed head that this station drew, with its own seal beneath it."""
        share, kinds = self._share, [entry["kind"] for entry in entries]
        assert share is not None
        seals = next((entry for entry in entries if entry["kind"] == "seals"), None)
        if seals is None or [self.seat, share.seal.hex()] not in seals["seals"]:
            return None
        due = "digits" if seals["cutter"] else "seals"
        if n == 0 and (due not in kinds or not self._is_signed(due, told, share.attempt)):
            return None
        if n > 0 and (kinds[-1] not in ("cut", "mix", "again", "next") or n not in self._links()):
            return None
        if kinds[-1] in ("again", "next") and not self._newest_is_signed(told):
            return None
        self._opened = max(self._opened, n)
        return Opening(share.attempt[1], share.attempt[2], n, share.open(n))

    def _late(self) -> Opening | None:
        """Only of an attempt that the log says is void: its share opens no card any more."""
        share = self._share
        if share is None or share.attempt[1:] not in self._voided:
            return None
        return Opening(share.attempt[1], share.attempt[2], 0, share.open(0))

    def _links(self) -> tuple[int, ...]:
        """In order; the newest may be asked for again."""
        return (self._opened, self._opened + 1)

    def _newest_is_signed(self, told: Told) -> bool:
        pairs = zip(self._entries, told.signs, strict=False)
        return bool([sign for entry, sign in pairs if entry["kind"] not in ASIDE][-1])

    def _is_signed(self, kind: str, told: Told, whose: tuple[str, int, int]) -> bool:
        pairs = zip(self._entries, told.signs, strict=False)
        mine = [sign for e, sign in pairs if e["kind"] == kind and e["attempt"] == whose[2]]
        return bool(mine and mine[-1])


def checked(entries: list[dict[str, Any]], where: str) -> Attempt:
    """From the commitment as far as it has come."""
    attempt = Attempt(entries, where)
    if entries[-1]["kind"] == "hand":
        attempt.check_deal()
    return attempt


OLD = {"kind": ASIDE[0]}  # what version 1 wrote: a leaf of the log, and nothing to this station


def _entry(line: bytes) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(line)
    return entry if "attempt" in entry else OLD


def good(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
