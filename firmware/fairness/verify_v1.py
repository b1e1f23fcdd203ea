#!/usr/bin/env python3
"""Checks the receipt of a hand of cards. One file, Python's own library, nothing else.

    python3 verify.py receipt.json [more.json ...] [--log hands.jsonl] [--key HEX] [--code CODE]

A receipt is JSON, or the texts of its QR codes, one a line; - reads it from standard input.
What is proved:

  log    the table signed each step in order: commitment, sealed touches, cut, end of the hand;
  cut    the players' touches, sealed until all were in, chose the deck and where it was cut;
  decks  the three decks not played were full and shuffled by the published rule: a table that
         stacks one deck is caught three times in four, every time it tries;
  cards  each card you saw was committed to before the cut, dealt in order, and came once.

What no receipt can prove: that nobody inside the table looked at the deck during the hand.
Several receipts, or the public log, also show whether the table ever told two histories.
"""

import argparse
import base64
import hashlib
import hmac
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timezone
from typing import Any

# --- the form of a receipt. Every field has one way to be written, so no byte can change unseen.
# A string is a pattern, a range holds whole numbers, [x] is any number of x, (x, y) exactly those.

HASH, SIGN = "[0-9a-f]{64}", "[0-9a-f]{128}"
SEAT, COUNT, CARD, ANY = range(1, 256), range(1 << 53), range(256), object()
HAND = {"table": "[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}", "hand": COUNT}
STORY = {
    "dealt": [range(-3, 256)],
    "shown": [(COUNT, CARD)],
}  # to: seat, 0 board, -1 burn, -2 rabbit, -3 bank
ENTRIES: dict[str, dict[str, Any]] = {
    "commit": HAND
    | {"cards": "([0-9a-f]{2}){2,1024}", "roots": (HASH, HASH, HASH, HASH), "sealed": HASH}
    | {"size": COUNT, "prev": HASH, "time": range(1 << 36), "noise": "hardware|simulation"},
    "seals": HAND | {"seals": [(SEAT, HASH)]},
    "cut": HAND | {"touches": [(SEAT, range(1 << 32), "[0-9a-f]{32}")], "seeds": [f"({HASH})?"]},
    "reshuffle": HAND | {"round": range(1, 5), "at": COUNT, "discards": [COUNT], "root": HASH},
    "hand": HAND | STORY,
    "void": HAND | STORY | {"why": "[ -~]{0,200}"},
}
RECEIPT = {
    "stormdeck": range(1, 2),
    "key": HASH,
    "seat": range(256),  # 0: the rail, who saw only what all saw
    "log": {"before": [HASH], "entries": [ANY], "signs": [SIGN]},
    "cards": [{"open": [(COUNT, CARD, HASH)], "proof": [HASH]}],
}
AFTER = {  # which entry may follow which; a hand begins with a commitment
    "": ("commit",),
    "commit": ("seals", "void"),
    "seals": ("cut", "void"),
    "cut": ("reshuffle", "hand", "void"),
    "reshuffle": ("reshuffle", "hand", "void"),
}
DECKS, RESHUFFLES, BYTES_MAX = 4, 4, 1 << 20
NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Joker"]
USUAL = {
    "a full deck": bytes(range(52)),
    "a full deck and the joker": bytes(range(53)),
    "no eights, nines and tens, and the joker": bytes(
        c for c in range(53) if c // 4 not in (6, 7, 8)
    ),
    "sevens to aces": bytes(range(20, 52)),
    "sixes to aces": bytes(range(16, 52)),
}


class Wrong(Exception):
    """Where it fails, and why."""


def demand(true: object, where: str, why: str) -> None:
    if not true:
        raise Wrong(f"{where}: {why}")


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def load(data: bytes, where: str) -> Any:
    demand(len(data) <= BYTES_MAX, where, "too big to be one")
    try:
        value = json.loads(data)
        again = canonical(value)
    except (ValueError, RecursionError) as no:
        raise Wrong(f"{where}: not readable ({str(no)[:70]})") from None
    pairs = enumerate(zip(again, data, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(again), len(data)))
    demand(again == data, where, f"not as the table wrote it, from byte {at} on")
    return value


def fits(value: Any, form: Any, where: str) -> None:
    if isinstance(form, dict):
        demand(isinstance(value, dict) and set(value) == set(form), where, f"must have {[*form]}")
        for key in form:
            fits(value[key], form[key], f"{where}.{key}")
    elif isinstance(form, list | tuple):
        demand(isinstance(value, list), where, "must be a list")
        same = form * len(value) if isinstance(form, list) else form
        demand(len(same) == len(value), where, f"must have {len(same)} items")
        for i, item in enumerate(value):
            fits(item, same[i], f"{where}[{i}]")
    elif isinstance(form, range):
        demand(type(value) is int and value in form, where, "not a number that can stand here")
    elif isinstance(form, str):
        demand(isinstance(value, str) and re.fullmatch(form, value), where, "not of the right form")


def fits_entry(entry: Any, came: str, where: str) -> None:
    kind = str(entry.get("kind")) if isinstance(entry, dict) else ""
    demand(kind in AFTER.get(came, ()), where, "not what comes next")
    fits(entry, {"kind": kind, **ENTRIES[kind]}, where)


def from_qr(data: bytes) -> bytes:
    """The texts of the QR codes, in any order, back to the receipt."""
    lines = [line.strip() for line in data.splitlines() if line.strip()]
    found = [re.fullmatch(rb"SD1/(\d{1,3})/(\d{1,3})/(\w{8})/([A-Z2-7]+)", line) for line in lines]
    parts = {int(part[1]): part for part in found if part}
    count = max(int(part[2]) for part in parts.values()) if parts else 0
    demand(sorted(parts) == [*range(1, count + 1)], "QR texts", f"need parts 1 to {count}")
    packed = b"".join(parts[n][4] for n in sorted(parts))
    check = hashlib.sha256(packed).hexdigest()[:8].upper().encode()
    demand({part[3] for part in parts.values()} == {check}, "QR texts", "a part was misread")
    try:
        squeezed = base64.b32decode(packed + b"=" * (-len(packed) % 8))
        return zlib.decompressobj().decompress(squeezed, BYTES_MAX)
    except (ValueError, zlib.error):
        raise Wrong("QR texts: damaged") from None


# --- the pieces: hashes, fair draws, sealed decks

Slot = tuple[str, int, int | str]  # table, hand, deck
Leaves = list[tuple[int, bytes]]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def label(purpose: str, *parts: int | str) -> bytes:
    return "/".join(["stormdeck/1", purpose, *map(str, parts), ""]).encode()


def short(number: int) -> bytes:
    return number.to_bytes(2, "big")


def node(left: bytes, right: bytes) -> bytes:
    return sha(b"\1" + left + right)


def climb(low: int, high: int, known: Leaves, proof: Iterator[bytes]) -> bytes:
    """The root over leaves low to high (RFC 6962): the known ones, and hashes for the rest."""
    if not known:
        return next(proof)
    if high - low == 1:
        return known[0][1]
    middle = low + (1 << ((high - low - 1).bit_length() - 1))
    left = climb(low, middle, [leaf for leaf in known if leaf[0] < middle], proof)
    return node(left, climb(middle, high, [leaf for leaf in known if leaf[0] >= middle], proof))


def draws(key: bytes, purpose: bytes) -> Callable[[int], int]:
    """Fair draws below n: HMAC-SHA256 in counter mode; what would favour some is thrown away."""
    blocks = (mac(key, purpose + n.to_bytes(4, "big")) for n in range(1 << 32))
    byte = (byte for block in blocks for byte in block)

    def below(n: int) -> int:
        while n > 1:
            word, words = (next(byte), 256) if n <= 256 else (next(byte) << 8 | next(byte), 65536)
            if (drawn := word // (words // n)) < n:
                return drawn
        return 0

    return below


def card_leaf(slot: Slot, place: int, card: int, salt: bytes) -> bytes:
    return sha(b"\0" + label("card", *slot) + short(place) + bytes([card]) + salt)


def deck_root(seed: bytes, slot: Slot, cards: bytes) -> bytes:
    """Shuffle (Fisher-Yates, last place first), salt and seal a whole deck from its seed."""
    below, deck = draws(seed, label("deck", *slot)), list(cards)
    for last in range(len(deck) - 1, 0, -1):
        drawn = below(last + 1)
        deck[last], deck[drawn] = deck[drawn], deck[last]
    salts = [mac(seed, label("salt", *slot) + short(place)) for place in range(len(deck))]
    leaves = [card_leaf(slot, i, deck[i], salts[i]) for i in range(len(deck))]
    for r in range(1, RESHUFFLES + 1):
        later = mac(seed, label("again", *slot) + short(r))
        leaves.append(sha(b"\0" + label("reshuffle", *slot) + short(r) + later))
    return climb(0, len(leaves), [*enumerate(leaves)], iter(()))


# --- Ed25519 (RFC 8032): did the holder of this key sign this?

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]  # X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z


def point(data: bytes) -> Point | None:
    """The point of the curve that 32 bytes stand for, if any."""
    y, odd = int.from_bytes(data, "little") & (1 << 255) - 1, data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and odd):
        return None
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


def add(one: Point, two: Point) -> Point:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, two
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def twice(one: Point) -> Point:
    x, y, z, _ = one
    a, b, c = x * x % P, y * y % P, 2 * z * z % P
    h, e, g = a + b, a + b - (x + y) * (x + y), a - b
    f = c + g
    return e * f % P, g * h % P, f * g % P, e * h % P


BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """RFC 8032, 5.1.7: S·B = R + k·A. Here S·B - k·A is computed and compared with R."""
    a, s = point(key), int.from_bytes(signature[32:], "little")
    if BASE is None or a is None or s >= L:
        return False
    if twice(twice(twice(a)))[0] == 0:  # of such a key anybody can sign: it binds nobody
        return False
    minus = (P - a[0], a[1], 1, P - a[3])
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    sums, total = (None, BASE, minus, add(BASE, minus)), (0, 1, 1, 0)
    for bit in range(252, -1, -1):
        total = twice(total)
        term = sums[(s >> bit & 1) + 2 * (k >> bit & 1)]
        total = add(total, term) if term else total
    scale = pow(total[2], -1, P)
    x, y = total[0] * scale % P, total[1] * scale % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


class Log:
    """A Merkle tree that only grows, kept as the roots of its complete subtrees."""

    def __init__(self, key: bytes, size: int, peaks: list[bytes]) -> None:
        self.key, self.size, self.peaks = key, size, peaks
        self.heads = {size: self.root()}

    def root(self) -> bytes:
        found = self.peaks[-1] if self.peaks else sha(b"")
        for left in reversed(self.peaks[:-1]):
            found = node(left, found)
        return found

    def grow(self, entry: dict[str, Any], sign: str, where: str) -> None:
        """One more entry, and the head that the table signed after it."""
        self.size += 1
        self.peaks.append(sha(b"\0" + canonical(entry)))
        while len(self.peaks) > self.size.bit_count():
            right = self.peaks.pop()
            self.peaks.append(node(self.peaks.pop(), right))
        root = self.heads[self.size] = self.root()
        message = label("head", entry["table"], self.size) + root
        why = f"this {entry['kind']} entry and its signature do not belong together"
        demand(signed(self.key, message, bytes.fromhex(sign)), where, why)


class Layer:
    """A deck as it was dealt from: the one that was cut, then one for each reshuffle."""

    def __init__(self, slot: Slot, root: str, places: list[int], leaves: int, first: int) -> None:
        self.slot, self.root, self.places = slot, bytes.fromhex(root), places
        self.leaves, self.first = leaves, first


class Hand:
    """One receipt, checked from the log down to the cards."""

    def __init__(self, data: bytes) -> None:
        text = from_qr(data) if data.startswith(b"SD1/") else data.removesuffix(b"\n")
        self.receipt = load(text, "receipt")
        fits(self.receipt, RECEIPT, "receipt")
        self.key, self.seat = bytes.fromhex(self.receipt["key"]), self.receipt["seat"]
        self.entries: list[dict[str, Any]] = self.receipt["log"]["entries"]
        self.layers: list[Layer] = []
        self.returned: set[int] = set()  # discards that went into a reshuffle
        self.open: dict[int, int] = {}  # number of the dealt card: the card
        self.check_log()
        self.name = (self.commit["table"], self.commit["hand"])
        self.deck = bytes.fromhex(self.commit["cards"])
        if len(self.entries) > 3:
            self.check_cut(self.entries[1]["seals"], **self.entries[2])
        for i, entry in enumerate(self.entries[3:-1], start=3):
            self.check_reshuffle(f"log.entries[{i}]", entry["round"], entry)
        self.check_cards(f"log.entries[{len(self.entries) - 1}]", **self.entries[-1])

    def check_log(self) -> None:
        before, signs = self.receipt["log"]["before"], self.receipt["log"]["signs"]
        came = ""
        for i, entry in enumerate(self.entries):
            fits_entry(entry, came, f"log.entries[{i}]")
            same = all(entry[name] == self.entries[0][name] for name in HAND)
            demand(same, f"log.entries[{i}]", "of another table or hand")
            came = entry["kind"]
        demand(came in ("hand", "void"), "log.entries", "the hand has no end")
        demand(len(signs) == len(self.entries), "log.signs", "must be one for each entry")
        self.commit = self.entries[0]
        counted = len(before) == self.commit["size"].bit_count()
        demand(counted, "log.before", "does not fit the size of the log")
        log = Log(self.key, self.commit["size"], [bytes.fromhex(peak) for peak in before])
        committed = log.root().hex() == self.commit["prev"]
        demand(committed, "log.before", "not the past that the hand was committed on")
        for i, entry in enumerate(self.entries):
            log.grow(entry, signs[i], f"log.entries[{i}], log.signs[{i}]")
        self.heads = log.heads

    def check_cut(self, seals: list[Any], touches: list[Any], seeds: list[str], **_: Any) -> None:
        """The touches are those that were sealed, and they chose the deck and the place."""
        sealed, joined = dict(seals), b""
        self.touched = [seat for seat, _, _ in touches]
        demand(
            [seat for seat, _ in seals] == sorted(sealed), "log.entries[1].seals", "not in order"
        )
        ordered = self.touched == sorted(set(self.touched))
        demand(ordered, "log.entries[2].touches", "not in order")
        for i, (seat, value, nonce) in enumerate(touches):
            packed = bytes([seat]) + value.to_bytes(4, "big") + bytes.fromhex(nonce)
            seal = sha(label("touch", *self.name) + packed).hex()
            demand(seal == sealed.get(seat), f"log.entries[2].touches[{i}]", "not what was sealed")
            joined += packed
        self.commitment = sha(b"\0" + canonical(self.commit))
        below = draws(sha(b"stormdeck/1/cut/" + self.commitment + joined), b"cut")
        self.played, self.cut, size = below(DECKS), below(len(self.deck)), len(self.deck)
        self.check_spot(seeds)
        slot, places = (*self.name, self.played), [*range(self.cut, size), *range(self.cut)]
        root = self.commit["roots"][self.played]
        self.layers = [Layer(slot, root, places, size + RESHUFFLES, 0)]

    def check_spot(self, seeds: list[str]) -> None:
        """The three decks not played are whole, shuffled by the rule, and were committed to."""
        demand(len(seeds) == DECKS, "log.entries[2].seeds", "must be four")
        for j, seed in enumerate(seeds):
            where = f"log.entries[2].seeds[{j}]"
            demand((seed == "") == (j == self.played), where, "not the deck that the touches chose")
            if seed:
                root = deck_root(bytes.fromhex(seed), (*self.name, j), self.deck).hex()
                honest = root == self.commit["roots"][j]
                demand(honest, where, f"deck {j + 1} is not the one that was committed to")

    def check_reshuffle(self, where: str, turn: int, entry: dict[str, Any]) -> None:
        """The stub and some discards, in a new deck that was sealed before it was dealt."""
        at, discards, last = entry["at"], entry["discards"], self.layers[-1]
        demand(turn == len(self.layers), f"{where}.round", "not the next one")
        back = set(discards)
        left = last.first + len(last.places) - at
        demand(at >= last.first and left >= 0, where, "more cards were dealt than there are")
        once = discards == sorted(back) and not back & self.returned
        demand(once and all(number < at for number in back), where, "a card went back wrongly")
        self.returned |= back
        size, slot = left + len(back), (*self.name, f"{self.played}.{turn}")
        self.layers.append(Layer(slot, entry["root"], [*range(size)], size, at))

    def check_cards(self, where: str, dealt: list[int], shown: list[Any], **_: Any) -> None:
        """What is opened is what this seat was dealt or all saw, and fits the sealed decks."""
        opened = self.receipt["cards"]
        demand(len(opened) == len(self.layers), "cards", "must be one part for each deck")
        ends = [layer.first for layer in self.layers[1:]] + [len(dealt)]
        for i, layer in enumerate(self.layers):
            known = self.check_opened(layer, ends[i], opened[i]["open"], f"cards[{i}]")
            proof = iter([bytes.fromhex(sibling) for sibling in opened[i]["proof"]])
            try:
                root = climb(0, layer.leaves, sorted(known), proof)
            except StopIteration:
                raise Wrong(f"cards[{i}].proof: too short") from None
            sealed = root == layer.root and not [*proof]
            demand(sealed, f"cards[{i}]", "a card, its salt or its proof is not what was sealed")
        for i, (number, card) in enumerate(shown):
            spot = f"{where}.shown[{i}]"
            demand(self.open.get(number) == card, spot, "not the card that was sealed")
        self.dealt, self.shown = dealt, [number for number, _ in shown]
        self.mine = [n for n, to in enumerate(dealt) if to == self.seat and self.seat]
        demand({*self.open} == {*self.shown, *self.mine}, "cards", "not what this seat may see")
        live = [self.open[number] for number in self.open if number not in self.returned]
        twice = [card for card in live if live.count(card) > self.deck.count(card)]
        demand(not twice, "cards", f"{''.join(map(name, twice[:1]))} came too often")

    def check_opened(self, layer: Layer, end: int, cards: list[Any], where: str) -> Leaves:
        known: Leaves = []
        demand(end <= layer.first + len(layer.places), where, "more were dealt than there are")
        for i, (number, card, salt) in enumerate(cards):
            ordered = layer.first <= number < end and number > max(self.open, default=-1)
            demand(ordered, f"{where}.open[{i}]", "not a card dealt from this deck")
            place, self.open[number] = layer.places[number - layer.first], card
            known.append((place, card_leaf(layer.slot, place, card, bytes.fromhex(salt))))
        return known

    def words(self) -> Iterator[str]:
        """What the receipt says, for people."""
        when = datetime.fromtimestamp(self.commit["time"], timezone.utc)  # noqa: UP017
        who = f"seat {self.seat}" if self.seat else "the rail"
        yield f"Table {self.name[0]}, hand {self.name[1]}, {when:%d %b %Y %H:%M} UTC, {who}"
        if self.commit["noise"] == "simulation":
            yield "  SIMULATION, not a real table: no hardware noise"
        yield f"  log    signed by key {self.key.hex()[:16]}, {self.commit['size']:,} entries older"
        if self.entries[-1]["kind"] == "void":
            yield f"  void   this hand did not count: {self.entries[-1]['why']}"
        if not self.layers:
            return
        deck, touched = self.played + 1, len(self.touched)
        yield f"  cut    {touched} seats touched; deck {deck} of 4 was played, cut at {self.cut}"
        yield f"  code   {code(self.commitment)} stood on the screen before the cut"
        yield f"  decks  the three not played were honest, {deck_words(self.deck)}"
        board = [n for n in self.shown if self.dealt[n] == 0]
        others = [n for n in self.shown if n not in board and n not in self.mine]
        for title, numbers in ("yours", self.mine), ("board", board), ("shown", others):
            if numbers:
                yield f"  {title}  {' '.join(name(self.open[n]) for n in numbers)}"


def deck_words(deck: bytes) -> str:
    """Which deck it is. A card that is missing, or there too often, must meet the eye."""
    for words, usual in USUAL.items():
        copies = len(deck) // len(usual)
        if sorted(deck) == sorted(usual * copies):
            return f"{len(deck)} cards each, {words}{f' times {copies}' if copies > 1 else ''}"
    full = USUAL["a full deck"]
    missing = " ".join(name(card) for card in full if card not in deck)
    twice = " ".join(name(card) for card in sorted(set(deck)) if deck.count(card) > 1)
    return f"{len(deck)} cards each, NO USUAL DECK: missing {missing or '-'}; twice {twice or '-'}"


def name(card: int) -> str:
    return NAMES[card] if card < len(NAMES) else f"card {card}"


def code(commitment: bytes) -> str:
    text = base64.b32encode(commitment[:8]).decode()
    return f"{text[:4]}-{text[4:8]}-{text[8:12]}"


# --- several receipts, and the public log


def check_heads(hands: list[tuple[str, Hand]], public: dict[int, bytes] | None = None) -> None:
    """One table and one size have one root: otherwise it told two histories."""
    seen: dict[tuple[bytes, int], tuple[bytes, str]] = {}
    for path, hand in hands:
        for size, root in hand.heads.items():
            first, other = seen.setdefault((hand.key, size), (root, path))
            demand(first == root, path, f"FORKED LOG: not the history of {other} (size {size})")
            demand(public is None or public.get(size) == root, path, "not in the public log")


def check_public_log(lines: Iterable[bytes], key: bytes) -> tuple[dict[int, bytes], dict[str, int]]:
    """Every entry signed, every commitment followed to its end; how many hands and voids."""
    log, came, ends = Log(key, 0, []), "", {"hand": 0, "void": 0}
    first: dict[str, Any] = {}
    for i, line in enumerate(lines, start=1):
        where = f"log line {i}"
        row = load(line.removesuffix(b"\n"), where)
        fits(row, {"entry": ANY, "sign": SIGN}, where)
        entry = row["entry"]
        fits_entry(entry, came, where)
        came, first = entry["kind"], entry if entry["kind"] == "commit" else first
        demand(all(entry[key] == first[key] for key in HAND), where, "of another table or hand")
        past = came != "commit" or (entry["size"], entry["prev"]) == (log.size, log.root().hex())
        demand(past, where, "committed on another past")
        log.grow(entry, row["sign"], where)
        if came in ends:
            ends[came], came = ends[came] + 1, ""
        if sys.stderr.isatty() and log.size % 256 == 0:
            print(f"{log.size:,} entries", end="\r", file=sys.stderr, flush=True)
    return log.heads, ends


def read(path: str) -> bytes:
    with open(0 if path == "-" else path, "rb") as file:
        return file.read(BYTES_MAX + 1)


def check(paths: list[str], log: str | None, pinned: str | None, seen: str | None) -> None:
    demand(not pinned or re.fullmatch(HASH, pinned), "--key", "must be 64 hex digits, lower case")
    hands = []
    for path in paths:
        try:
            hand = Hand(read(path))
            demand(pinned in (None, hand.key.hex()), "key", "not the key that you named")
            shown = code(sha(b"\0" + canonical(hand.commit)))
            demand(seen in (None, shown), "code", f"{shown}, not the one that you saw")
        except Wrong as no:
            raise Wrong(f"{path}: {no}") from None
        print("\n".join(hand.words()))
        hands.append((path, hand))
    check_heads(hands)
    if log:
        key = bytes.fromhex(pinned) if pinned else hands[0][1].key
        with open(log, "rb") as file:
            heads, ends = check_public_log(iter(lambda: file.readline(BYTES_MAX), b""), key)
        check_heads(hands, heads)
        print(
            f"  public log: {ends['hand']:,} hands and {ends['void']:,} voids, signed and in order"
        )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="verify-hand", description="Check the receipt of a hand.")
    words = "JSON, or the texts of its QR codes; - is standard input"
    parser.add_argument("receipts", nargs="*", help=words)
    parser.add_argument("--log", help="the table's public log: check it, and the receipts in it")
    parser.add_argument("--key", help="the table's public key, if you know it from elsewhere")
    parser.add_argument("--code", help="the code that you saw on the screen before the cut")
    args = parser.parse_args(argv)
    if not args.receipts and not (args.log and args.key):
        parser.error("name a receipt, or --log together with --key")
    try:
        check(args.receipts, args.log, args.key, args.code)
    except Wrong as no:
        print(f"NOT VERIFIED  {no}")
        return 1
    except OSError as no:
        what = "go on" if no.filename is None else f"read {no.filename}"
        print(f"Cannot {what}: {no.strerror}.", file=sys.stderr)
        return 2
    print("VERIFIED")
    return 0


if __name__ == "__main__":
    sys.exit(main())
