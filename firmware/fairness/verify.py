#!/usr/bin/env python3
"""Checks the receipt of a hand of cards. One file, Python's own library, nothing else.

    python3 verify.py receipt.json [more.json ...] [--square TEXT] [--cut DIGITS]
                      [--key HEX] [--witness HEX] [--log log.jsonl]

A receipt is JSON, or the texts of its QR codes, one a line; - reads it from standard input.
--square is what you scanned from the glass before the cards came, or its twelve letters; --cut are
the digits that you typed. What is proved, in this order:

   1  form and deck       everything has one way to be written, and the deck has a known name;
   2  log                 the table signed each step in order, on the past that it had;
   3  square              what you scanned is a head that was signed then;
   4  seals               every seat that was dealt in had sealed a share before;
   5  shares              they open all seals and no other; your digits are in;
   6  order               shares and digits name the deck and the place of every card;
   7  decks               those not played were whole and committed to;
   8  plan                logged before any share was opened, it sends each card where it went;
   9  mixes               later links and reshuffles, sealed before they were opened;
  10  cards               yours and the shown ones fit; who was paid at a showdown is open;
  11  voids               earlier attempts opened all their decks, and are few;
  12  several receipts    no card twice in a hand, and one history.

What no receipt can prove: that nobody inside the table looked at the deck, or told a friend.
"""

import argparse
import base64
import hashlib
import hmac
import io
import json
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timezone
from functools import lru_cache
from typing import Any

# --- the form of a receipt. Every field has one way to be written, so no byte can change unseen.
# A string is a pattern, a range holds whole numbers, [x] is any number of x, (x, y) exactly those.

HASH, SIGN, TEXT = "[0-9a-f]{64}", "[0-9a-f]{128}", "[ -~]{0,200}"
SEAT, COUNT, CARD, ANY = range(1, 256), range(1 << 53), range(256), object()
SIZE = range(1 << 52)  # of a log, which goes on from there
LINKS = 64  # of a share: x0 opens the cut, x1 to x64 one mix each
# Of decks that are drawn from so often.
LONG = {"24, red and blue": 192}
LONG |= dict.fromkeys(("320 of pan", "310 of pan, 8-7", "307 of pan, 8-7-6"), 256)
WHOSE = {
    "table": "[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}",
    "hand": COUNT,
    "attempt": range(1, 1 << 16),
}
STORY = {"answers": [ANY], "shown": [(COUNT, CARD)]}
ENTRIES: dict[str, dict[str, Any]] = {
    "commit": {"time": range(1 << 36), "noise": "hardware|simulation", "size": SIZE, "prev": HASH}
    | {"deck": ("[ -~]{1,40}", range(1, 33)), "roots": [HASH], "boxes": HASH, "auditor": HASH}
    | {"voids": COUNT},
    "seals": {"game": TEXT, "rules": "[0-9a-f]{0,64}", "button": range(256), "seats": [SEAT]}
    | {"plan": [ANY], "askers": [SEAT], "cutter": range(256), "seals": [(SEAT, HASH)]},
    "digits": {"seat": SEAT, "digits": "([0-9]{6,12})?"},
    "cut": {"shares": [(SEAT, HASH)], "seeds": [f"({HASH})?"]},
    "mix": {"n": range(1, 1 + max(LONG.values())), "links": [(SEAT, HASH)], "absent": [SEAT]},
    "again": {"back": [COUNT], "root": HASH},
    "next": {"to": [range(-4, 256)]},  # where the next cards go, before anybody knows them
    "draw": {"shares": [(SEAT, HASH)], "seeds": [HASH], "button": SEAT},  # all is opened
    "hand": STORY | {"won": [(SEAT, COUNT)]},
    "void": STORY
    | {"why": TEXT, "by": TEXT, "missing": [SEAT], "shares": [(SEAT, HASH)]}
    | {"seeds": [f"({HASH})?"]},
    "late": {"seat": SEAT, "share": HASH},  # what a station should have opened, for all to read
    "station": {"seat": SEAT, "by": TEXT},  # another one, or the same without its memory
}
SIGNED = ("seals", "digits", "draw", "again", "next", "hand", "void")
_PLAYED, ASIDE = ("mix", "again", "next", "hand", "void"), ("late", "station")
AFTER = {  # which entry may follow which; what stands aside may come at any time
    "": ("commit",),
    "commit": ("seals", "void"),
    "seals": ("digits", "cut", "draw", "void"),
    "digits": ("cut", "void"),
    "cut": _PLAYED,
    "mix": _PLAYED,
    "again": ("mix", "hand", "void"),
    "next": _PLAYED,
    "draw": ("commit",),
    "void": ("commit",),
}
WITNESS = {"name": "[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}", "key": HASH, "size": COUNT, "sign": SIGN}
RECEIPT = {
    "stormdeck": range(2, 3),
    "key": HASH,
    "seat": range(256),  # 0: the rail, who saw only what all saw
    "log": {"before": [HASH], "entries": [ANY], "signs": [SIGN]},
    "cards": [{"open": [(COUNT, CARD, HASH)], "proof": [HASH]}],
    "witness": [WITNESS],  # who saw the log this far, and signed what he computed himself
}
BYTES_MAX, ALARM, SHOE = 1 << 20, 3, 1024
NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Joker"]
_FULL = bytes(range(52))
DECKS = {  # the only decks that there are; a shoe holds several copies
    "52": _FULL,
    "52 + joker": bytes(range(53)),
    "40 + joker": bytes(c for c in range(53) if c // 4 not in (6, 7, 8)),
    "32": _FULL[20:],
    "36": _FULL[16:],
    "36, no 7 to 10": bytes(c for c in _FULL if c // 4 not in (5, 6, 7, 8)),
    "44, tens twice": bytes(
        sorted([*(c for c in _FULL if c // 4 not in (5, 6, 7)), *_FULL[32:36]])
    ),
    "56, aces twice": _FULL + _FULL[48:],
    "52 + 4 jokers": _FULL + bytes([52] * 4),
    "52 + 2 jokers": _FULL + bytes([52] * 2),
    "52 + 3 jokers": _FULL + bytes([52] * 3),
    "20": _FULL[32:],
    "24, red and blue": bytes(c for one in _FULL[:20] + _FULL[48:] for c in (one, one)),
}
_ENDS = [(high, low) for high in range(6, 0, -1) for low in range(high, 0, -1)]
_ALONE = [(5, 4), (6, 3), (6, 2), (5, 3), (5, 2), (4, 3), (4, 1), (3, 2), (2, 1), (4, 2)]
DECKS["32 tiles"] = bytes(
    64 + n for n, ends in enumerate(_ENDS) for _ in range(1 if ends in _ALONE else 2)
)
DECKS["20 mah-jong tiles"] = bytes(n for n in range(96, 106) for _ in range(2))
_PAN = {c: 7 if c % 4 == 3 else 8 for c in range(52) if c // 4 not in (6, 7, 8)}
_SIX = dict.fromkeys((7, 15, 23), 6)  # threes, fives and sevens of spades
DECKS["320 of pan"] = bytes(c for c in _PAN for _ in range(8))
DECKS["310 of pan, 8-7"] = bytes(c for c, n in _PAN.items() for _ in range(n))
DECKS["307 of pan, 8-7-6"] = bytes(c for c, n in (_PAN | _SIX).items() for _ in range(n))
PACKS = {"24, red and blue": 2}  # shuffled apart and laid alternately; any other deck is one pack
BUTTON: dict[str, Callable[[int], int]] = {  # the draw for the button: the best card has it
    "button: high card": lambda card: card,
    "button: low card": lambda card: -card,
    "button: low card, ace low": lambda card: -((card + 4) % 52),
}
BUTTON_PLAN = [["up", 1]]


class Wrong(Exception):
    """Where it fails, and why."""


def demand(true: object, where: str, why: str) -> None:
    if not true:
        raise Wrong(f"{where}: {why}")


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def plain(value: Any, levels: int = 9) -> bool:
    """Nothing lies deeper than the words of a step of a plan, and any reader reads each number."""
    if type(value) is int:
        return abs(value) in COUNT
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(plain(one, levels - 1) for one in held)


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
    demand(plain(value), where, "deeper, or a number greater, than a table writes")
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
    aside = kind in ASIDE and came
    demand(aside or kind in AFTER.get(came, ()), where, "not what comes next")
    fits(entry, {"kind": kind, **WHOSE, **ENTRIES[kind]}, where)


CODED = b"SR2/", b"SR3/"  # how the texts of QR codes begin
SIGNS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-."  # of SR3: three are two bytes, two are one
# What receipts have in common, for zlib: said here, it need not stand in every code.
COMMON = (
    b'"why":"","missing":[],"by":""},{"kind":"next","to":[{"kind":"again","back":[],"root":'
    b'{"button":1,"kind":"draw","shares":[{"digits":"","kind":"digits","seat":{"absent":[],'
    b'"links":[[1,""],[2,""],[3,""],[4,""],[5,""],[6,""],[7,""],[8,""],[9,""],[10,""]],"n":1,'
    b'["fill",1],["stud","u"],["stud","d"],["draw",5,"mix"],["hit",1,"mix"],["more",["give",'
    b'["bank",1],["twice",5],["up",1],["out",1],["keep",52 + jokerpan tiles'
    b'{"cards":[{"open":[[0,,"proof":[\1,\1,\1,\1,\1,\1,\1,\1]}],"key":\1,"log":{"before":'
    b'[\1,\1,\1,\1],"entries":[{"attempt":1,"auditor":\1,"boxes":\1,"deck":["52",1],"hand":'
    b'"kind":"commit","noise":"simulationhardware","prev":"","roots":["","",\1,""],"size":'
    b'"table":"1","time":17,"voids":0},{"askers":[],"attempt":1,"button":1,"cutter":0,"game":'
    b'"no-limit texas-holdem","hand":1,"kind":"seals","plan":[["down",2],["burn",1],["board",3],'
    b'["burn",1],["board",1],["burn",1],["board",1]],"rules":\1,"seals":[[1,""],[2,""],[3,""],'
    b'[4,""],[5,""],[6,""],[7,""],[8,""],[9,""],[10,""]],"seats":[1,2,3,4,5,6,7,8,9,10],"table":'
    b'{"attempt":1,"hand":1,"kind":"cut","seeds":[\1,\1,"",\1],"shares":[[1,\1],[2,\1],[3,\1],'
    b'[4,\1],[5,\1],[6,\1],[7,\1],[8,\1],[9,\1],[10,\1]],"table":"{"answers":[[0],[1],[2],[3],'
    b'[4],[5],[6]],"attempt":1,"hand":1,"kind":"hand","shown":[[0,],[1,]],"table":"1","won":[[1,00'
    b']]}],"signs":[\2,\2]},"seat":1,"stormdeck":2,"witness":[{"key":\1,"name":"bank","sign":\2,'
    b'"size":}]}'
)


def from_qr(data: bytes) -> bytes:
    """The texts of the QR codes, in any order, back to the receipt."""
    lines = data.split()
    form = rb"(SR[23]/)(\d{1,3})/(\d{1,3})/(\w{8})/([A-Z0-9$*+.-]+)"
    found = [re.fullmatch(form, line) for line in lines]
    parts = {int(part[2]): part for part in found if part}
    count = max(int(part[3]) for part in parts.values()) if parts else 0
    there = parts and sorted(parts) == [*range(1, count + 1)]
    demand(there, "QR texts", f"need parts 1 to {count}")
    packed = b"".join(parts[n][5] for n in sorted(parts))
    check = hashlib.sha256(packed).hexdigest()[:8].upper().encode()
    same = {(part[1], part[4]) for part in parts.values()} == {(parts[1][1], check)}
    demand(same, "QR texts", "a part was misread")
    try:
        return (_older if parts[1][1] == CODED[0] else _lean)(packed)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, zlib.error, Wrong):
        raise Wrong("QR texts: damaged") from None


def _older(packed: bytes) -> bytes:
    squeezed = base64.b32decode(packed + b"=" * (-len(packed) % 8))
    return _whole(zlib.decompressobj(), squeezed)


def _whole(form: Any, squeezed: bytes) -> bytes:
    """Squeezed in one way: as it ends, it ends."""
    words: bytes = form.decompress(squeezed, BYTES_MAX)
    demand(form.eof and not form.unused_data, "QR texts", "damaged")
    return words


def _lean(packed: bytes) -> bytes:
    """First what is no hash, squeezed, then the hashes as they are, in the order of their marks."""
    data = b"".join(_two(packed[at : at + 3]) for at in range(0, len(packed), 3))
    size = int.from_bytes(data[:2], "big")
    words = _whole(zlib.decompressobj(-15, zdict=COMMON), data[2 : 2 + size])
    rest = io.BytesIO(data[2 + size :])

    def hashed(mark: re.Match[bytes]) -> bytes:
        found = rest.read(32 * mark[0][0])
        demand(len(found) == 32 * mark[0][0], "QR texts", "damaged")
        return b'"' + found.hex().encode() + b'"'

    receipt = json.loads(re.sub(rb"[\1\2]", hashed, words).decode())
    demand(not rest.read(), "QR texts", "damaged")
    complete(receipt["log"])
    return canonical(receipt)


def _two(signs: bytes) -> bytes:
    number = 0
    for sign in signs:
        number = number * len(SIGNS) + SIGNS.index(sign)
    demand(len(signs) > 1 and number < 256 ** (len(signs) - 1), "QR texts", "damaged")
    return number.to_bytes(len(signs) - 1, "big")


def complete(log: dict[str, Any]) -> None:
    """A code leaves out what follows from the rest ("" stands for it): links that later ones give,
    roots of decks whose seeds are there, seals of opened shares, the head before a commitment. If
    one of them came out wrong, no signature fits."""
    entries: list[Any] = log["entries"]
    for mine in spread(entries):
        fits(mine[0]["deck"], ENTRIES["commit"]["deck"], "deck")
        fits(mine[0]["size"], SIZE, "size")
        opened: dict[int, tuple[int, str]] = {}  # by seat: the newest link, and its number
        for entry in reversed(mine):
            fits(entry.get("n", 1), ENTRIES["mix"]["n"], "n")
            for one in entry.get("links", entry.get("shares", [])):
                one[1] = one[1] or earlier(opened, one[0], entry.get("n", 0))
                opened[one[0]] = entry.get("n", 0), one[1]
    tree = Log(b"", entries[0]["size"], [bytes.fromhex(peak) for peak in log["before"]])
    for mine in spread(entries):
        commit = mine[0]
        commit["prev"] = commit["prev"] or tree.root().hex()
        seeds, whose = _of(mine, "seeds"), tuple(commit[name] for name in WHOSE)
        for j, root in enumerate(commit["roots"][:8]):
            commit["roots"][j] = root or _root(commit, whose, j, seeds[j])
        commitment, shares = sha(b"\0" + canonical(commit)), dict(_of(mine, "shares"))
        for one in _of(mine, "seals"):
            if not one[1]:
                share = bytes.fromhex(shares[one[0]])
                one[1] = share_seal(whose, commitment, one[0], share)
        for entry in mine:
            tree.grow(entry)


def spread(entries: list[Any]) -> list[list[Any]]:
    """The attempts of a hand: each begins with a commitment."""
    starts = [i for i, entry in enumerate(entries) if entry["kind"] == "commit"]
    demand(starts[:1] == [0], "QR texts", "damaged")
    return [entries[a:b] for a, b in zip(starts, [*starts[1:], len(entries)], strict=True)]


def earlier(opened: dict[int, tuple[int, str]], seat: int, n: int) -> str:
    """A seat's n-th link, from one that it opened later."""
    later, link = opened[seat]
    for _ in range(n, later):
        link = link_before(bytes.fromhex(link)).hex()
    return link


def _of(entries: list[Any], field: str) -> list[Any]:
    return next((entry[field] for entry in entries if entry.get(field)), [])


def _root(commit: dict[str, Any], whose: tuple[Any, ...], j: int, seed: str) -> str:
    (name, copies), (table, hand, attempt) = commit["deck"], whose
    cards = DECKS[name] * copies
    demand(len(cards) <= SHOE, "deck", "more cards than a shoe holds")
    slot = table, hand, f"{attempt}.{j}"
    return deck_root(bytes.fromhex(seed), slot, cards, PACKS.get(name, 1)).hex()


# --- the pieces: hashes, fair draws, sealed decks

Slot = tuple[str, int, str]  # table, hand, attempt.deck
Leaves = list[tuple[int, bytes]]
Draw = Callable[[int], int]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def label(*parts: int | str) -> bytes:
    return "/".join(["stormdeck/2", *map(str, parts), ""]).encode()


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


def draws(key: bytes, purpose: bytes) -> Draw:
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


def shuffled(things: Iterable[Any], below: Draw) -> list[Any]:
    """Fisher-Yates, last place first."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        drawn = below(last + 1)
        order[last], order[drawn] = order[drawn], order[last]
    return order


def apart(packs: list[Any], below: Draw) -> list[Any]:
    """Packs that are shuffled one after the other, and laid alternately."""
    piles = [shuffled(pack, below) for pack in packs]
    demand(len({len(pile) for pile in piles}) == 1, "packs", "not alike")
    return [card for row in zip(*piles, strict=True) for card in row]


def card_leaf(slot: Slot, place: int, card: int, salt: bytes) -> bytes:
    return sha(b"\0" + label("card", *slot) + short(place) + bytes([card]) + salt)


def deck_cards(seed: bytes, slot: Slot, cards: bytes, packs: int = 1) -> list[int]:
    """A whole deck, shuffled from its seed."""
    return apart([cards[n::packs] for n in range(packs)], draws(seed, label("deck", *slot)))


@lru_cache(64)  # ten receipts of a hand ask for the same opened decks
def deck_root(seed: bytes, slot: Slot, cards: bytes, packs: int = 1) -> bytes:
    """The same, salted and sealed."""
    deck = deck_cards(seed, slot, cards, packs)
    salts = [mac(seed, label("salt", *slot) + short(place)) for place in range(len(deck))]
    leaves = [card_leaf(slot, i, deck[i], salts[i]) for i in range(len(deck))]
    return climb(0, len(leaves), [*enumerate(leaves)], iter(()))


def share_seal(whose: tuple[Any, ...], commitment: bytes, seat: int, share: bytes) -> str:
    return sha(label("share", *whose) + commitment + bytes([seat]) + share).hex()


def link_before(link: bytes) -> bytes:
    """The link that was opened before this one: so the seal of a share binds all of its links."""
    return sha(label("link") + link)


def joined(opened: list[Any]) -> bytes:
    """(u8 seat | x) by rising seat."""
    return b"".join(bytes([seat]) + bytes.fromhex(x) for seat, x in sorted(opened))


def square(hand: int, attempt: int, size: int, root: bytes) -> str:
    """For a phone: the head that was signed, whole. Its letters are the root's first twelve."""
    return f"SD2/{hand}.{attempt}/{size}/{base64.b32encode(root).decode().rstrip('=')}"


def letters(root: bytes) -> str:
    text = base64.b32encode(root[:8]).decode()
    return f"{text[:4]}-{text[4:8]}-{text[8:12]}"


# --- Ed25519 (RFC 8032): did the holder of this key sign this?

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]  # X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z


def point(data: bytes) -> Point | None:
    """The point of the curve that 32 bytes stand for, if any."""
    y, odd = int.from_bytes(data, "little") & (1 << 255) - 1, data[31] >> 7
    ratio = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(ratio, (P + 3) // 8, P)
    if x * x % P != ratio:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != ratio or (x == 0 and odd):
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


@lru_cache(64)
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
        self.trees: dict[tuple[int, int], bytes] = {}  # first leaf, leaves: every subtree seen
        self.heads = {size: self.root()}
        self._seen()

    def root(self) -> bytes:
        found = self.peaks[-1] if self.peaks else sha(b"")
        for left in reversed(self.peaks[:-1]):
            found = node(left, found)
        return found

    def _seen(self) -> None:
        first, leaves = 0, [1 << n for n in range(self.size.bit_length()) if self.size >> n & 1]
        for peak, count in zip(self.peaks, reversed(leaves), strict=True):
            self.trees[first, count] = peak
            first += count

    def grow(self, entry: dict[str, Any]) -> None:
        self.size += 1
        self.peaks.append(sha(b"\0" + canonical(entry)))
        while len(self.peaks) > self.size.bit_count():
            right = self.peaks.pop()
            self.peaks.append(node(self.peaks.pop(), right))
        self.heads[self.size] = self.root()
        self._seen()

    def check_sign(self, entry: dict[str, Any], sign: str, where: str) -> None:
        message = label("head", entry["table"], self.size) + self.heads[self.size]
        why = f"this {entry['kind']} entry and its signature do not belong together"
        demand(signed(self.key, message, bytes.fromhex(sign)), where, why)


# --- the plan: where each card goes. It is logged before any share is opened.

BOARD, BURN, RABBIT, BANK, SCRAP = 0, -1, -2, -3, -4
Op = tuple[str, list[int]]  # deal to these; mix, with these burns; again, with these discards
STEPS = {  # numbers and words that a step may have
    "down": 1,
    "up": 1,
    "fill": 1,
    "burn": 1,
    "board": 1,
    "bank": 1,
    "twice": 1,
    "draw": 1,
    "hit": 1,
    "stud": 1,
    "dice": 1,
    "give": 0,
    "more": 1,
    "mix": 0,
}
FLAGS = ("burn", "fifth", "mix", "skip", "ten", "drop")
OF_A_BANK = ("bank", "give", "more", "dice")  # steps of games against a bank, and of pan


DICE = {"dice": 6, "ten": 10}  # how many sides they have


def against_a_bank(plan: list[Any]) -> bool:
    """There whoever bet is paid, with cards or without."""
    return any(step[0] in OF_A_BANK for step in plan)


class Walk:
    """Step by step through the plan, as the answers say: who is still in, what each asked for."""

    def __init__(self, plan: list[Any], seats: list[int], size: int) -> None:
        for at, step in enumerate(plan):
            good = isinstance(step, list) and step and isinstance(step[0], str)
            good = good and step[0] in STEPS and len(step) >= 1 + STEPS[step[0]]
            demand(good, "plan", f"{str(step)[:40]} is no step")
            words = [] if step[0] == "give" else step[1 + STEPS[step[0]] :]
            if step[0] == "give":
                fits(step[1:], [range(-4, 256)], "plan")
                there = all(to <= 0 or to in seats for to in step[1:])
                demand(there, "plan", "a card for a seat that is not in the hand")
            demand(all(word in FLAGS for word in words), "plan", f"{str(step)[:40]} is no step")
            if STEPS[step[0]] and step[0] != "stud":
                demand(type(step[1]) is int and 0 < step[1] <= 1024, "plan", "a strange number")
            if step[0] == "stud":
                demand(step[1] in ("u", "d", "f"), "plan", "a strange street")
            if "drop" in words:  # one card of the first that everybody gets
                dropped = at == 0 and step[0] == "down" and step[1] > 1
                demand(dropped, "plan", "only one of several cards is given up unseen")
        demand(len(set(seats)) == len(seats), "seats", "a seat stands there twice")
        self.plan, self.seats, self.stub = plan, seats, size
        self.given_up = sum("drop" in step for step in plan)  # cards of each hand, face down
        self.inside, self.keeps = [*seats], list[int]()  # keeps: out, but its card is still dealt
        self.at = 0  # the next step
        self.to: list[int] = []  # where each dealt card went, by number
        self.lies: list[int] = []  # and where it lies now; SCRAP: it is out of it
        self.up: set[int] = set()  # numbers dealt for all to see
        self.muck: list[int] = []  # numbers given up
        self.kept: list[int] = []  # given up by who waits for a fifth card
        self.drawn: list[int] = []  # seats that were served in this draw
        self.owed: list[int] = []

    def follow(self, answer: Any) -> list[Op]:
        """What an answer sets going; the cards of a step come by `dealt`."""
        demand(isinstance(answer, list) and answer, "answers", "not a list")
        what, rest = answer[0], answer[1:]
        demand(all(type(one) is int for one in rest), "answers", "not numbers")
        if what in ("out", "keep"):
            self._leave(what, rest)
            return []
        demand(type(what) is int and self.at <= what < len(self.plan), "answers", "no such step")
        ops = self._skip_to(what)
        step = self.plan[what]
        demand(step[0] != "mix", "answers", "a mix is no answer")
        does = {
            "down": self._down, "fill": self._down, "up": self._up, "burn": self._burn,
            "bank": self._bank, "board": self._board, "twice": self._twice, "give": self._give,
            "more": self._more, "hit": self._hit, "dice": self._dice, "draw": self._draw,
            "stud": self._stud,
        }  # fmt: skip
        return [*ops, *does[step[0]](step, rest)]

    def _leave(self, what: str, seats: list[int]) -> None:
        for seat in seats:
            demand(seat in self.inside or seat in self.keeps, "answers", f"seat {seat} is not in")
            if seat in self.inside:
                self.inside.remove(seat)
            if seat in self.keeps:
                self.keeps.remove(seat)
            if what == "keep":
                self.keeps.append(seat)

    def _skip_to(self, step: int) -> list[Op]:
        """Over mixes, which are done, and over what nobody asked for."""
        ops: list[Op] = []
        if step > self.at:
            self.drawn = []
            owed = [seat for seat in self.owed if seat in self.inside]
            demand(not owed, "answers", "a fifth card is owed")
            self.muck, self.kept, self.owed = [*self.muck, *self.kept], [], []
        for kind, *_ in self.plan[self.at : step]:
            ops += [("mix", [])] if kind == "mix" else []
            done = kind in ("mix", "draw", "hit", "twice", "more")
            demand(done, "answers", f"a {kind} of the plan was left out")
        self.at = step
        return ops

    def _done(self) -> None:
        self.at += 1

    def _pass(self) -> list[int]:
        """One card each, in the order of `seats`; SCRAP where a seat keeps its place only."""
        dealt = (s for s in self.seats if s in self.inside or s in self.keeps)
        return [seat if seat in self.inside else SCRAP for seat in dealt]

    def _down(self, step: list[Any], rest: list[int]) -> list[Op]:
        demand(not rest, "answers", "nothing is asked here")
        self._done()
        return self._serve(self._pass() * step[1])

    def _up(self, step: list[Any], rest: list[int]) -> list[Op]:
        before = len(self.to)
        ops = self._down(step, rest)
        self._face_up(before, ops)
        return ops

    def _face_up(self, before: int, ops: list[Op]) -> None:
        targets = [to for kind, tos in ops if kind == "deal" for to in tos]
        self.up |= {before + n for n, to in enumerate(targets) if to > 0}

    def _give(self, step: list[Any], rest: list[int]) -> list[Op]:
        """To each of these: known when the bets were closed, and logged then."""
        demand(not rest, "answers", "nothing is asked here")
        self._done()
        return [("deal", step[1:])]

    def _more(self, step: list[Any], rest: list[int]) -> list[Op]:
        """What players and the bank asked for: logged first, then mixed, then dealt."""
        demand(0 < len(rest) <= step[1], "answers", "a strange deal")
        there = all(to in self.inside or -4 <= to <= 0 for to in rest)
        demand(there, "answers", "a card for somebody who is not in")
        return [("next", rest), ("mix", []), ("deal", rest)]

    def _to(self, step: list[Any], rest: list[int], where: int) -> list[Op]:
        demand(not rest, "answers", "nothing is asked here")
        self._done()
        return [("deal", [where] * step[1])]

    def _burn(self, step: list[Any], rest: list[int]) -> list[Op]:
        return self._to(step, rest, BURN)

    def _bank(self, step: list[Any], rest: list[int]) -> list[Op]:
        return self._to(step, rest, BANK)

    def _board(self, step: list[Any], rest: list[int]) -> list[Op]:
        """A one: nobody waited for these cards any more, and all wanted to see them."""
        demand(rest in ([], [1]), "answers", "nothing is asked here")
        return self._to(step, [], RABBIT if rest else BOARD)

    def _twice(self, step: list[Any], rest: list[int]) -> list[Op]:
        demand(len(rest) == 1 and 0 < rest[0] <= step[1], "answers", "a strange second run")
        self._done()
        return [("deal", [BOARD] * rest[0])]

    def _hit(self, step: list[Any], rest: list[int]) -> list[Op]:
        """One seat's cards: so many, for its first hand or for one that a split made."""
        demand(len(rest) == 3 and 0 < rest[2] <= step[1], "answers", "a strange hit")
        self._in_turn(rest[0])
        mix: list[Op] = [("mix", [])] if "mix" in step else []
        return [*mix, ("deal", [rest[0]] * rest[2])]

    def _dice(self, step: list[Any], rest: list[int]) -> list[Op]:
        """So many dice, or dice of ten sides; the answer says how they fell."""
        demand(len(rest) == step[1], "answers", "a strange throw")
        self._done()
        mix: list[Op] = [("mix", [])] if "mix" in step else []
        return [*mix, ("ten" if "ten" in step else "dice", rest)]

    def _in_turn(self, seat: int) -> None:
        demand(seat in self.inside, "answers", f"seat {seat} is not in")
        last = self.drawn[-1] if self.drawn else None
        after = last is None or self.seats.index(seat) >= self.seats.index(last)
        demand(after, "answers", f"seat {seat} is not next")
        self.drawn.append(seat)

    def _draw(self, step: list[Any], rest: list[int]) -> list[Op]:
        """A seat and the cards that it gives up; 0: the fifth cards that were owed."""
        demand(rest, "answers", "a strange draw")
        seat, given = rest[0], rest[1:]
        mix: list[Op] = [("mix", [])] if "mix" in step else []
        if seat == 0:
            demand(self.owed and not given, "answers", "no fifth card is owed")
            owed, self.owed = [s for s in self.owed if s in self.inside], []
            ops = self._serve(owed)
            self.muck, self.kept = [*self.muck, *self.kept], []
            return [*mix, *ops]
        demand(seat not in self.drawn, "answers", f"seat {seat} drew before")
        burn = [BURN] if "burn" in step and not self.drawn else []
        self._in_turn(seat)
        mine = all(0 <= n < len(self.lies) and self.lies[n] == seat for n in given)
        demand(mine and len(set(given)) == len(given), "answers", "a card that was not his")
        demand(0 < len(given) <= step[1], "answers", "more cards than the plan allows")
        for number in given:
            self.lies[number] = SCRAP
        fifth = len(given) == 5 and "fifth" in step
        ops = self._serve([*burn, *[seat] * (4 if fifth else len(given))])
        if fifth:
            self.owed.append(seat)
            self.kept += given
        else:
            self.muck += given
        return [*mix, *ops]

    def pool(self) -> list[int]:
        """What goes back when the stub is used up: discards, and the hands of who is out."""
        out = set(self.seats) - set(self.inside)
        return sorted([*self.muck, *(n for n, at in enumerate(self.lies) if at in out)])

    def _serve(self, targets: list[int]) -> list[Op]:
        """Out of the discards when the stub is used up."""
        if len(targets) <= self.stub:
            return [("deal", targets)] if targets else []
        if len(targets) - self.stub > len(self.pool()):
            self.muck, self.kept = [*self.muck, *self.kept], []
        back, first = self.pool(), targets[: self.stub]
        demand(len(targets) - self.stub <= len(back), "answers", "more cards than there are")
        for number in back:
            self.lies[number] = SCRAP
        self.muck = []
        ops: list[Op] = [("deal", first)] if first else []
        return [*ops, ("again", back), ("mix", []), ("deal", targets[self.stub :])]

    def _stud(self, step: list[Any], rest: list[int]) -> list[Op]:
        """A burn and one card each. If the stub is too short: counted, not believed."""
        demand(not rest, "answers", "nothing is asked here")
        self._done()
        before, targets = len(self.to), [BURN, *self._pass()]
        seats = [seat for seat in self.seats if seat in self.inside]
        if len(targets) > self.stub:
            targets = [BURN, *seats]
        if len(targets) <= self.stub:
            ops: list[Op] = [("mix", []), ("deal", targets)]
        else:
            ops = self._short_street(seats, "skip" in step)
        if step[1] == "u":
            self._face_up(before, ops)
        return ops

    def _short_street(self, seats: list[int], skip: bool) -> list[Op]:
        """All but the last card, the rest mixed with the burns, a burn if it can be spared; and if
        even that is too little, one card for everybody."""
        stub, burns = self.stub, [n for n, at in enumerate(self.lies) if at == BURN]
        served = max(stub - 2, 0)
        mixed, missing = stub + len(burns) - served, len(seats) - served
        first = [*([BURN] if stub >= 2 else []), *seats[:served]]
        if mixed > missing:
            second = [BURN, *seats[served:]]
        elif mixed == missing and skip:
            second = seats[served:]
        else:
            return [("mix", []), ("deal", [BURN, BOARD] if stub >= 2 else [BOARD])]
        back = [*burns, *([len(self.to)] if stub >= 2 else [])]
        ops: list[Op] = [("mix", []), ("deal", first)] if first else [("mix", [])]
        return [*ops, ("mix", back), ("deal", second)]

    def dealt(self, targets: list[int]) -> None:
        self.stub -= len(targets)
        demand(self.stub >= 0, "answers", "more were dealt than there are")
        self.to += targets
        self.lies += targets

    def came_back(self, numbers: list[int]) -> None:
        for number in numbers:
            self.lies[number] = SCRAP
        self.stub += len(numbers)

    def held(self, seat: int) -> list[int]:
        return [number for number, at in enumerate(self.lies) if at == seat]


class Stub:
    """The places that are still to be dealt, in order: (deck, place) of the sealed decks."""

    def __init__(self, order: Iterable[int], packs: int = 1) -> None:
        self.order, self.packs = [(0, place) for place in order], packs
        self.dealt: list[tuple[int, int]] = []  # by number of the card

    def deal(self, count: int) -> list[tuple[int, int]]:
        cards, self.order = self.order[:count], self.order[count:]
        self.dealt += cards
        return cards

    def mix(self, below: Draw, back: Iterable[int]) -> None:
        """What is undealt, and burns that nobody saw, in the order of the links."""
        places = sorted({*self.order, *(self.dealt[number] for number in back)})
        own = [[one for one in places if one[1] % self.packs == n] for n in range(self.packs)]
        self.order = apart(own, below)

    def again(self, size: int) -> None:
        layer = 1 + max([layer for layer, _ in self.order + self.dealt], default=0)
        self.order = [(layer, place) for place in range(size)]


# --- one receipt


class Attempt:
    """One set of decks, from its commitment to its end: checks 3 to 9."""

    def __init__(self, entries: list[dict[str, Any]], where: str) -> None:
        self.entries, self.where = entries, where
        self.commit, self.end = entries[0], entries[-1]
        self.kinds = [entry["kind"] for entry in entries]
        self.whose = tuple(self.commit[name] for name in WHOSE)
        self.commitment = sha(b"\0" + canonical(self.commit))
        name, copies = self.commit["deck"]
        demand(name in DECKS, f"{where}.deck", f"{name[:40]!r} is no deck that this file knows")
        demand(len(DECKS[name]) * copies <= SHOE, f"{where}.deck", "more cards than a shoe holds")
        self.deck: bytes = DECKS[name] * copies
        self.packs: int = PACKS.get(name, 1)
        demand(len(self.commit["roots"]) in (4, 8), f"{where}.roots", "must be four or eight")
        self.seals: dict[str, Any] = self.entry("seals")
        self.digits = self.entry("digits").get("digits", "")
        if self.seals:
            self._check_seals()
        self.cut = self.entry("cut")
        self.walk, self.stub = Walk([], [], 0), Stub(())
        self.roots: list[bytes] = []  # of the decks that were dealt from
        self.sizes: list[int] = []
        self.drawn: list[int] = []  # for the button: the card of each seat
        self.came_back = False  # discards lie in the deck that no link has mixed yet
        if self.cut:
            self._check_cut()
        if "draw" in self.kinds:
            self._check_draw()

    def entry(self, kind: str) -> dict[str, Any]:
        return next((entry for entry in self.entries if entry["kind"] == kind), {})

    def slot(self, deck: int | str) -> Slot:
        table, hand, attempt = self.whose
        return str(table), int(hand), f"{attempt}.{deck}"

    # 4

    def _check_seals(self) -> None:
        where, seals = f"{self.where}.seals", self.seals["seals"]
        self.sealed = dict(seals)
        ordered = [seat for seat, _ in seals] == sorted(self.sealed)
        demand(ordered, where, "not in order")
        bare = [seat for seat in self.seals["seats"] if seat not in self.sealed]
        demand(not bare, where, f"seat {bare[:1]} was dealt in and had sealed no share")
        cutter, typed = self.seals["cutter"], self.entry("digits")
        demand(not cutter or cutter in self.sealed, where, "the cutter is not in the hand")
        asked = cutter in self.seals["askers"] or not (cutter or self.seals["askers"])
        demand(asked, where, "who cuts is not one of those who asked to")
        rightly = typed.get("seat", cutter) == cutter and (not typed or cutter)
        demand(rightly, where, "digits of somebody who does not cut")
        late = "cut" in self.kinds and cutter and not typed
        demand(not late, where, "the shares were opened before the cutter's digits were logged")
        Walk(self.seals["plan"], self.seals["seats"], len(self.deck))

    # 5

    def opens(self, shares: list[Any], where: str) -> None:
        demand([seat for seat, _ in shares] == sorted(dict(shares)), where, "not in order")
        for seat, share in shares:
            seal = share_seal(self.whose, self.commitment, seat, bytes.fromhex(share))
            demand(
                seal == self.sealed.get(seat), where, f"seat {seat} opened what it had not sealed"
            )

    # 6, 7

    def _check_cut(self) -> None:
        where = f"{self.where}.cut"
        u = self._all_shares(self.cut["shares"], where)
        self.dice = draws(u, b"dice")
        self.played, order = self._order(u)
        self.stub = Stub(order, self.packs)
        self.roots, self.sizes = (
            [bytes.fromhex(self.commit["roots"][self.played])],
            [len(self.deck)],
        )
        self.check_seeds(self.cut["seeds"], self.played, where)

    def _all_shares(self, shares: list[Any], where: str) -> bytes:
        self.opens(shares, where)
        missing = sorted(self.sealed.keys() - dict(shares).keys())
        demand(not missing, where, f"seat {missing[:1]} did not open: all or nothing")
        whose = label("cut", *self.whose) + self.commitment
        return sha(whose + joined(shares) + self.digits.encode())

    def _order(self, u: bytes) -> tuple[int, list[int]]:
        """The deck that is dealt from, and the place of each card in it."""
        below = draws(u, b"cut")
        played, places = below(len(self.commit["roots"])), range(len(self.deck))
        return played, apart([places[n :: self.packs] for n in range(self.packs)], below)

    def _check_draw(self) -> None:
        """For the button: a card for each seat, and nothing of it is secret."""
        where, draw, seals = f"{self.where}.draw", self.entry("draw"), self.seals
        best = BUTTON.get(seals["game"])
        meant = best and seals["plan"] == BUTTON_PLAN and not seals["cutter"]
        meant = meant and 0 < len(seals["seats"]) <= len(self.deck)
        demand(meant and self.commit["deck"] == ["52", 1], where, "not what was sealed")
        u = self._all_shares(draw["shares"], where)
        self.check_seeds(draw["seeds"], -1, where)
        played, order = self._order(u)
        cards = deck_cards(bytes.fromhex(draw["seeds"][played]), self.slot(played), self.deck)
        self.drawn = [cards[place] for place in order[: len(seals["seats"])]]
        first = max(range(len(self.drawn)), key=lambda at: best(self.drawn[at]) if best else 0)
        demand(draw["button"] == seals["seats"][first], where, "not the seat with the best card")

    def check_seeds(self, seeds: list[str], played: int, where: str) -> None:
        """All decks but the one that was played are whole, and were committed to."""
        demand(len(seeds) == len(self.commit["roots"]), where, "a seed for each deck")
        for j, seed in enumerate(seeds):
            spot = f"{where}.seeds[{j}]"
            demand((seed == "") == (j == played), spot, "not the deck that the shares chose")
            if seed:
                root = deck_root(bytes.fromhex(seed), self.slot(j), self.deck, self.packs).hex()
                honest = root == self.commit["roots"][j]
                demand(honest, spot, f"deck {j + 1} is not the one that was committed to")

    # 8, 9

    def check_deal(self) -> None:
        if not self.cut:
            return
        self.walk = Walk(self.seals["plan"], self.seals["seats"], len(self.deck))
        at = self.kinds.index("cut") + 1
        steps = iter([(i, e) for i, e in enumerate(self.entries[at:-1], at)])
        most = LONG.get(self.commit["deck"][0], LINKS)
        links = Links(self.cut["shares"], self.whose, self.commitment, most)
        for answer in self.end["answers"]:
            for kind, what in self.walk.follow(answer):
                if kind == "deal":
                    self.walk.dealt(what)
                    self.stub.deal(len(what))
                elif kind == "again":
                    self._again(next(steps, (0, {})), what)
                elif kind == "next":
                    i, entry = next(steps, (0, dict[str, Any]()))
                    logged = entry.get("kind") == "next" and entry["to"] == what
                    demand(logged, f"{self.where}[{i}]", "cards were dealt as was not logged")
                elif kind in DICE:
                    fell = [1 + self.dice(DICE[kind]) for _ in what]
                    demand(what == fell, self.where, f"the dice fell {fell}")
                else:
                    self._mix(links, steps, what)
        left = next(steps, None)
        over = self.end["kind"] == "void" or len(self.walk.inside) < 2  # while cards were due
        demand(left is None or over, self.where, "a mix or a reshuffle that nobody asked for")

    def _again(self, step: tuple[int, dict[str, Any]], back: list[int]) -> None:
        spot, entry = f"{self.where}[{step[0]}]", step[1]
        demand(entry.get("kind") == "again", self.where, "a reshuffle was not logged")
        demand(entry["back"] == back, spot, "not the discards that the plan sends back")
        self.walk.came_back(back)
        self.came_back = True
        self.stub.again(self.walk.stub)
        self.roots.append(bytes.fromhex(entry["root"]))
        self.sizes.append(self.walk.stub)

    def _mix(self, links: "Links", steps: Iterator[Any], burns: list[int]) -> None:
        if burns:
            self.walk.came_back(burns)
        while links.seats and links.n <= links.most:
            i, entry = next(steps, (0, dict[str, Any]()))
            demand(entry.get("kind") == "mix", self.where, "a mix of the plan was not logged")
            key = links.check(entry, f"{self.where}[{i}]")
            if key is not None:
                self.stub.mix(draws(key, b"mix"), burns)
                self.came_back = False
                self.dice = draws(key, b"dice")
                return
        void = self.end["kind"] == "void"
        demand(void or not self.came_back, self.where, "a reshuffle that nobody mixed")
        if burns:  # the order stays, the burns lie behind
            self.stub.order += [self.stub.dealt[number] for number in burns]

    # 11

    def check_void(self) -> None:
        """No card was dealt, so nothing is lost if all of its decks are opened."""
        end, where = self.end, f"{self.where}.void"
        if end["kind"] != "void" or self.cut:
            return
        missing = [seat for seat in end["missing"] if self.seals]
        shares = dict(end["shares"])
        if self.seals:
            self.opens(end["shares"], where)
            there = sorted([*shares, *missing]) == sorted(self.sealed)
            demand(there or not missing, where, "not the seats that had sealed a share")
        demand(not end["shown"] and not end["answers"], where, "cards of a deck that was not cut")
        self.check_seeds(end["seeds"], -1, where)


class Links:
    """What each station opens for the mixes, one after the other."""

    def __init__(
        self, shares: list[Any], whose: tuple[Any, ...], commitment: bytes, most: int
    ) -> None:
        self.last = {seat: bytes.fromhex(share) for seat, share in shares}
        self.seats, self.n, self.most = sorted(self.last), 1, most
        self.whose, self.commitment = whose, commitment

    def check(self, entry: dict[str, Any], where: str) -> bytes | None:
        """None: a seat did not open its link, so this mix is void and the others go on."""
        demand(entry["n"] == self.n, where, "not the next link")
        opened, absent = entry["links"], entry["absent"]
        there = [seat for seat, _ in opened]
        demand(there == sorted(set(there)), where, "not in order")
        demand(sorted(there + absent) == self.seats, where, "not the seats that are due")
        for seat, link in opened:
            before = link_before(bytes.fromhex(link))
            demand(before == self.last[seat], where, f"seat {seat} opened what it had not sealed")
            self.last[seat] = bytes.fromhex(link)
        self.seats, self.n = there, self.n + 1
        if absent or not opened:
            return None
        return sha(label("mix", *self.whose, entry["n"]) + self.commitment + joined(opened))


class Hand:
    """One receipt, checked from the log down to the cards."""

    def __init__(self, data: bytes) -> None:
        text = from_qr(data) if data.lstrip().startswith(CODED) else data.removesuffix(b"\n")
        self.receipt = load(text, "receipt")
        old = isinstance(self.receipt, dict) and self.receipt.get("stormdeck") == 1
        demand(not old, "receipt", "of version 1: check it with verify_v1.py")
        fits(self.receipt, RECEIPT, "receipt")
        self.key, self.seat = bytes.fromhex(self.receipt["key"]), self.receipt["seat"]
        self.entries: list[dict[str, Any]] = self.receipt["log"]["entries"]
        self.open: dict[int, int] = {}  # number of the dealt card: the card
        self.check_log()
        self.check_witness()
        self.attempts = [Attempt(part, where) for part, where in self.parts()]
        self.last = self.attempts[-1]
        self.last.check_deal()
        self.commit, self.walk = self.last.commit, self.last.walk
        if self.last.seals:
            mine = not self.seat or self.seat in self.last.sealed
            demand(mine, "seat", "your seat had sealed no share in this hand")
        self.check_cards()
        self.check_button()
        for attempt in self.attempts:
            attempt.check_void()
        self.check_voids()

    # 2

    def check_log(self) -> None:
        before, signs = self.receipt["log"]["before"], [*self.receipt["log"]["signs"]]
        came, whose = "", (0, 0)
        for i, entry in enumerate(self.entries):
            where = f"log.entries[{i}]"
            fits_entry(entry, came, where)
            came = came if entry["kind"] in ASIDE else entry["kind"]
            whose = self.check_number(entry, whose, where)
        ended = came in ("hand", "void") and self.entries[-1]["kind"] not in ASIDE
        demand(ended, "log.entries", "the hand has no end")
        first = self.entries[0]
        counted = len(before) == first["size"].bit_count()
        demand(counted, "log.before", "does not fit the size of the log")
        self.log = log = Log(self.key, first["size"], [bytes.fromhex(peak) for peak in before])
        self.squares: dict[str, str] = {}  # of each signed head: what was signed then
        for i, entry in enumerate(self.entries):
            if entry["kind"] == "commit":
                past = (entry["size"], entry["prev"]) == (log.size, log.root().hex())
                demand(past, f"log.entries[{i}]", "not the past that the hand was committed on")
            log.grow(entry)
            if entry["kind"] in SIGNED:
                demand(signs, "log.signs", "too few")
                where = f"log.entries[{i}], log.signs"
                log.check_sign(entry, signs.pop(0), where)
                seen = square(entry["hand"], entry["attempt"], log.size, log.root())
                self.squares[seen] = entry["kind"]
        demand(not signs, "log.signs", "one for each signed head")
        self.heads = log.heads

    def check_number(
        self, entry: dict[str, Any], whose: tuple[int, int], where: str
    ) -> tuple[int, int]:
        first, mine = self.entries[0], (entry["hand"], entry["attempt"])
        demand(entry["table"] == first["table"], where, "of another table")
        if entry["kind"] in ASIDE:
            return whose
        if entry["kind"] == "commit":
            due = (first["hand"], whose[1] + 1)
            demand(mine == due, where, "not the next attempt of this hand")
            return mine
        demand(mine == whose, where, "of another hand or attempt")
        return whose

    def check_witness(self) -> None:
        whose = {self.receipt["key"]}  # a table is no witness of itself, and nobody is two
        for i, one in enumerate(self.receipt["witness"]):
            demand(
                one["key"] not in whose,
                f"witness[{i}]",
                "the key of the table or of another witness",
            )
            whose.add(one["key"])
            root = self.heads.get(one["size"])
            demand(root is not None, f"witness[{i}]", "not of a head of this hand")
            message = label("witness", one["name"], self.key.hex(), one["size"]) + (root or b"")
            good = signed(bytes.fromhex(one["key"]), message, bytes.fromhex(one["sign"]))
            demand(good, f"witness[{i}]", "not what the witness signed")

    def parts(self) -> Iterator[tuple[list[dict[str, Any]], str]]:
        """The attempts: each begins with a commitment."""
        entries = [entry for entry in self.entries if entry["kind"] not in ASIDE]
        starts = [i for i, entry in enumerate(entries) if entry["kind"] == "commit"]
        for start, stop in zip(starts, [*starts[1:], len(entries)], strict=True):
            yield entries[start:stop], f"attempt {entries[start]['attempt']}"

    # 8

    def check_button(self) -> None:
        """Who drew the button has it, if he is dealt in. A bank is offered, and may pass on."""
        drew, seals = [one.end["button"] for one in self.attempts if one.drawn], self.last.seals
        if not drew or not seals or against_a_bank(seals["plan"]):
            return
        has_it = seals["button"] == drew[-1] or drew[-1] not in seals["seats"]
        demand(has_it, "button", f"seat {drew[-1]} drew it")

    # 10

    def check_cards(self) -> None:
        """What is opened is what this seat was dealt or all saw, and fits the sealed decks."""
        opened, last, walk = self.receipt["cards"], self.last, self.walk
        demand(len(opened) == len(last.roots), "cards", "must be one part for each deck")
        for layer, part in enumerate(opened):
            self.check_layer(layer, part)
        self.shown = [number for number, _ in last.end["shown"]]
        demand(self.shown == sorted({*self.shown}), "shown", "not in order")
        for i, (number, card) in enumerate(last.end["shown"]):
            demand(self.open.get(number) == card, f"shown[{i}]", "not the card that was sealed")
        self.mine = [n for n, to in enumerate(walk.to) if to == self.seat and self.seat]
        demand({*self.open} == {*self.shown, *self.mine}, "cards", "not what this seat may see")
        public = walk.up | {n for n, to in enumerate(walk.to) if to in (BOARD, RABBIT)}
        demand(public <= {*self.shown}, "cards", "a card that lay face up was not opened")
        again = len(last.roots) > 1
        there = [n for n in self.open if not again or walk.lies[n] != SCRAP]
        live = Counter((self.pack(n), self.open[n]) for n in there)
        twice = [card for (n, card), count in live.items() if count > self.copies(card, n)]
        demand(not twice, "cards", f"{''.join(map(name, twice[:1]))} came too often")
        if last.end["kind"] == "hand":
            self.check_winners(last.end["won"])

    def pack(self, number: int) -> int:
        """Which of the packs that were shuffled apart a card came from."""
        place: int = self.last.stub.dealt[number][1]
        return place % self.last.packs

    def copies(self, card: int, pack: int) -> int:
        return self.last.deck[pack :: self.last.packs].count(card)

    def check_layer(self, layer: int, part: dict[str, Any]) -> None:
        last, known, where = self.last, dict[int, bytes](), f"cards[{layer}]"
        deck = f"{last.played}" if not layer else f"{last.played}.{layer}"
        for i, (number, card, salt) in enumerate(part["open"]):
            spot = f"{where}.open[{i}]"
            dealt = number < len(last.stub.dealt) and last.stub.dealt[number][0] == layer
            demand(dealt and number not in self.open, spot, "not a card dealt from this deck")
            demand(not i or number > part["open"][i - 1][0], spot, "not in order")
            place, self.open[number] = last.stub.dealt[number][1], card
            leaf = card_leaf(last.slot(deck), place, card, bytes.fromhex(salt))
            demand(known.setdefault(place, leaf) == leaf, spot, "two cards at one place")
        proof = iter([bytes.fromhex(sibling) for sibling in part["proof"]])
        try:
            root = climb(0, last.sizes[layer], sorted(known.items()), proof)
        except StopIteration:
            raise Wrong(f"{where}.proof: too short") from None
        sealed = root == last.roots[layer] and not [*proof]
        demand(sealed, where, "a card, its salt or its proof is not what was sealed")

    def check_winners(self, won: list[Any]) -> None:
        """After a showdown or a settlement every hand that was paid lies open, but for a card that
        the plan has everybody give up face down."""
        walk, paid = self.walk, [seat for seat, _ in won]
        demand(paid == sorted(set(paid)), "won", "not in order")
        for seat in paid if not against_a_bank(walk.plan) else []:
            inside = seat in walk.inside
            demand(inside, "won", f"seat {seat} was paid, and was not in at the end")
        bank = [n for n, to in enumerate(walk.to) if to == BANK]
        if (len(walk.inside) < 2 and not bank) or not won:
            return
        for seat in paid:
            due = [*walk.held(seat), *bank]
            opened = len([n for n in due if n not in self.shown]) <= walk.given_up
            demand(opened, "won", f"seat {seat} was paid, and its hand was not opened")

    # 11

    @property
    def counted_voids(self) -> int:
        """Those of this hand that count, and those of the thousand hands before it. A second draw
        for the button buys what a void buys."""
        moments = [a for a in self.attempts if a.end["kind"] == "void" and a.seals]
        draws_again = [a for a in self.attempts if a.drawn][1:]
        absences = [e for e in self.entries if e["kind"] == "mix" and e["absent"]]
        before: int = self.entries[0]["voids"]
        return before + len(moments) + len(draws_again) + len(absences)

    def check_voids(self) -> None:
        count = self.counted_voids
        demand(count < ALARM, "voids", f"ALARM: {count} deals voided in 1,000 hands")

    # For people

    def words(self) -> Iterator[str]:
        table, hand, attempt = self.last.whose
        when = datetime.fromtimestamp(self.commit["time"], timezone.utc)  # noqa: UP017
        who = f"seat {self.seat}" if self.seat else "the rail"
        yield f"Table {table}, hand {hand}, {when:%d %b %Y %H:%M} UTC, {who}"
        if self.commit["noise"] == "simulation":
            yield "  SIMULATION, not a real table: no hardware noise"
        yield f"  log    signed by key {self.key.hex()[:16]}, {self.entries[0]['size']:,} older"
        for seen, kind in self.squares.items():
            if kind in ("seals", "digits") and seen.startswith(f"SD2/{hand}.{attempt}/"):
                root = self.heads[int(seen.split("/")[2])]
                yield f"  square {letters(root)} after the {kind}"
        yield from self.told()
        yield from self.notes()

    def told(self) -> Iterator[str]:
        last, walk = self.last, self.walk
        for one in (attempt for attempt in self.attempts if attempt.drawn):
            pairs = zip(one.seals["seats"], one.drawn, strict=True)
            faces = ", ".join(f"seat {seat} {name(card)}" for seat, card in pairs)
            yield f"  button seat {one.end['button']} drew it: {faces}"
        if last.end["kind"] == "void":
            yield f"  void   this hand did not count: {last.end['why']}"
        if not last.cut:
            return
        decks, (deck, copies) = len(self.commit["roots"]), self.commit["deck"]
        times = f" times {copies}" if copies > 1 else ""
        shares = len(last.cut["shares"])
        yield f"  shares {shares} opened, all or none; deck {last.played + 1} of {decks}"
        yield f"  decks  the {decks - 1} not played were whole: {deck}{times}"
        yield f"  plan   {len(walk.to)} cards went where it sends them"
        board = [n for n in self.shown if walk.to[n] == BOARD]
        others = [n for n in self.shown if n not in board and n not in self.mine]
        for title, numbers in ("yours", self.mine), ("board", board), ("shown", others):
            if numbers:
                yield f"  {title}  {' '.join(name(self.open[n]) for n in numbers)}"

    def notes(self) -> Iterator[str]:
        last = self.last
        if last.cut and self.seat:
            mine = last.seals["cutter"] == self.seat and last.digits
            yield f"  note   {'your digits were in it' if mine else 'you did not cut'}"
        if self.walk.given_up:
            yield "  note   one card of each hand was given up face down"
        for word in self.strangely_paid():
            yield f"  note   {word}"
        if not self.receipt["witness"]:
            yield "  note   not witnessed"
        for one in self.receipt["witness"]:
            yield f"  note   witnessed by {one['name']}, key {one['key'][:16]}"
        yield f"  note   {self.counted_voids} deals voided in 1,000 hands"

    def strangely_paid(self) -> Iterator[str]:
        """It may be right, and who sat there knows: a hand that was passed out, a bet on others."""
        paid, left = [seat for seat, _ in self.last.end.get("won", [])], self.walk.inside
        if self.last.end["kind"] == "hand" and not paid and len(left) > 1:
            yield "nobody was paid"
        for seat in paid:
            if seat not in left:
                yield f"seat {seat} was paid, and was not in at the end"


def name(card: int) -> str:
    if 64 <= card < 64 + len(_ENDS):
        return "tile {}-{}".format(*_ENDS[card - 64])
    if 96 <= card < 106:
        return f"tile {card - 95}" if card < 105 else "window"
    return NAMES[card] if card < len(NAMES) else f"card {card}"


# --- what you saw, several receipts, and the public log


def check_square(hand: Hand, seen: str) -> str:
    """3: one of the signed heads; which."""
    plain = seen.replace(" ", "").replace("-", "").upper()
    number, attempt = hand.last.whose[1:]
    for whole, kind in hand.squares.items():
        this = whole.startswith(f"SD2/{number}.{attempt}/")
        kind = kind if this else f"{kind} of an earlier attempt, and this deal has another one"
        if plain == whole:
            return f"  note   your square stood after the {kind}"
        if len(plain) == 12 and whole.rpartition("/")[2].startswith(plain):
            return f"  note   your letters stood after the {kind}; only a whole square proves it"
    raise Wrong("square: not one that the table signed in this hand")


def check_digits(hand: Hand, typed: str) -> None:
    cutter = hand.last.seals.get("cutter", 0)
    demand(cutter == hand.seat and hand.seat, "cut", "your seat did not cut in this hand")
    demand(hand.last.digits == typed, "cut", "not the digits that you typed")


def check_together(hands: list[tuple[str, Hand]], public: Log | None = None) -> None:
    """12: one table has one history, and one hand no card twice."""
    trees: dict[tuple[Any, ...], tuple[bytes, str]] = {}
    cards: dict[tuple[Any, ...], dict[int, int]] = {}
    keys: dict[str, bytes] = {}
    commitments: dict[tuple[Any, ...], bytes] = {}
    for path, hand in hands:
        for place, root in hand.log.trees.items():
            first, other = trees.setdefault((hand.key, *place), (root, path))
            demand(first == root, path, f"FORKED LOG: not the history of {other} (leaf {place[0]})")
        for size, root in hand.heads.items():
            demand(public is None or public.heads.get(size) == root, path, "not in the public log")
        check_names(path, hand, keys, commitments)
        table = cards.setdefault((hand.key, *hand.last.whose), {})
        for number, card in hand.open.items():
            same = table.setdefault(number, card) == card
            demand(same, path, f"card {number} of this hand is another one in another receipt")
        live = Counter(c for n, c in table.items() if hand.walk.lies[n] != SCRAP)
        most = all(count <= hand.last.deck.count(card) for card, count in live.items())
        demand(most, path, "with another receipt of this hand a card came too often")


def check_names(
    path: str, hand: Hand, keys: dict[str, bytes], commitments: dict[tuple[Any, ...], bytes]
) -> None:
    table = str(hand.commit["table"])
    demand(keys.setdefault(table, hand.key) == hand.key, path, "another key of the same table")
    for attempt in hand.attempts:
        first = commitments.setdefault((hand.key, *attempt.whose), attempt.commitment)
        demand(first == attempt.commitment, path, "a hand of this number was dealt before")


class PublicLog:
    """The whole log of a table: every entry in order, every deal but for its cards, every void
    counted."""

    def __init__(self, key: bytes, table: str = "") -> None:
        self.log, self.came, self.table = Log(key, 0, []), "hand", table
        self.hand = self.attempt = self.hands = 0
        self.voids: list[int] = []  # hand numbers of those that count
        self.old = 0  # entries of version 1, which stand before
        self._sealed = self._again = False  # of this attempt; another of this hand may follow
        self._drew = 0  # the last hand for which the button was drawn
        self._entries: list[dict[str, Any]] = []  # of this attempt
        self._cutter = 0  # the last who cut
        self._owed: dict[int, list[tuple[Any, ...]]] = {}  # by seat: what it did not open
        self.bare = 0  # hands dealt to a seat without a share, as a tournament may
        self.alarm = ""

    def line(self, line: bytes, where: str) -> None:
        row = load(line.removesuffix(b"\n"), where)
        fits(row, {"entry": ANY, "sign": f"({SIGN})?"}, where)
        entry = row["entry"]
        if isinstance(entry, dict) and "attempt" not in entry and not self.attempt:
            self.old += 1  # what version 1 wrote: part of the tree, checked by verify_v1.py
            self.log.grow(entry)
            return
        came = "void" if self.came == "hand" else self.came
        fits_entry(entry, came, where)
        self.came = self.came if entry["kind"] in ASIDE else entry["kind"]
        self._number(entry, where)
        self.log.grow(entry)
        demand(bool(row["sign"]) == (entry["kind"] in SIGNED), where, "signed, or not, wrongly")
        if row["sign"]:
            self.log.check_sign(entry, row["sign"], where)
        self._count(entry)
        self._late(entry, where) if entry["kind"] in ASIDE else self._deal(entry, where)

    def _deal(self, entry: dict[str, Any], where: str) -> None:
        """What a receipt of the rail proves of a deal, without its cards."""
        if entry["kind"] == "commit":
            self._entries = []
        self._entries.append(entry)
        if entry["kind"] == "seals":
            self._turn(entry, where)
        if entry["kind"] not in ("hand", "void", "draw"):
            return
        sealed = dict(_of(self._entries, "seals"))
        if any(seat not in sealed for seat in _of(self._entries, "seats")):
            self.bare += 1
            return
        attempt = Attempt(self._entries, where)
        attempt.check_deal()
        attempt.check_void()
        for seat in entry.get("missing", []):
            owed = attempt.whose, attempt.commitment, sealed.get(seat)
            self._owed.setdefault(seat, []).append(owed)

    def _turn(self, seals: dict[str, Any], where: str) -> None:
        """One finger a hand: the next asker left of the last cutter."""
        askers = sorted(seals["askers"])
        due = [seat for seat in askers if seat > self._cutter] or askers
        demand(seals["cutter"] in (due[:1] or [0]), where, "another one's turn to cut")
        self._cutter = seals["cutter"] or self._cutter

    def _late(self, entry: dict[str, Any], where: str) -> None:
        """What a station should have opened: it is what it had sealed."""
        if entry["kind"] != "late" or self.bare:
            return
        seat, share = entry["seat"], bytes.fromhex(entry["share"])
        owed = self._owed.get(seat, [])
        fits_one = any(share_seal(whose, c, seat, share) == seal for whose, c, seal in owed)
        demand(fits_one, where, f"seat {seat} opened late what it had not sealed")

    def _number(self, entry: dict[str, Any], where: str) -> None:
        self.table = self.table or entry["table"]
        demand(entry["table"] == self.table, where, "of another table")
        mine = entry["hand"], entry["attempt"]
        if entry["kind"] == "commit":
            due = [(self.hand, self.attempt + 1)] if self._again else []
            due += [(self.hand + 1, 1)] if self.attempt else [(entry["hand"], 1)]
            demand(mine in due, where, "not the next hand or attempt")
            self.hand, self.attempt = mine
            past = (entry["size"], entry["prev"]) == (self.log.size, self.log.root().hex())
            demand(past, where, "committed on another past")
            recent = sum(hand > self.hand - 1000 for hand in self.voids)
            demand(entry["voids"] == recent, where, "does not count the voids before it")
        elif entry["kind"] not in ASIDE:
            demand(mine == (self.hand, self.attempt), where, "of another hand or attempt")

    def _count(self, entry: dict[str, Any]) -> None:
        kind = entry["kind"]
        if kind == "commit":
            self._sealed, self._again = False, False
        elif kind == "seals":
            self._sealed = True
        elif kind == "hand":
            self.hands += 1
        if kind in ("void", "draw"):
            self._again = True
        again = kind == "draw" and self._drew == self.hand
        if (kind == "void" and self._sealed) or (kind == "mix" and entry["absent"]) or again:
            self.voids.append(self.hand)
            recent = sum(hand > self.hand - 1000 for hand in self.voids)
            if recent >= ALARM:
                self.alarm = f"ALARM: {recent} deals voided in 1,000 hands, up to hand {self.hand}"
        if kind == "draw":
            self._drew = self.hand

    def notes(self) -> Iterator[str]:
        if self.alarm:
            yield self.alarm
        if self.bare:
            yield f"{self.bare:,} deals to a seat without a share: nothing is proved of them"


def check_public_log(lines: Iterable[bytes], key: bytes) -> PublicLog:
    found = PublicLog(key)
    for i, line in enumerate(lines, start=1):
        found.line(line, f"log line {i}")
        if sys.stderr.isatty() and found.log.size % 256 == 0:
            print(f"{found.log.size:,} entries", end="\r", file=sys.stderr, flush=True)
    return found


def read(path: str) -> bytes:
    with open(0 if path == "-" else path, "rb") as file:
        return file.read(BYTES_MAX + 1)


def check(args: argparse.Namespace) -> None:
    for option in ("key", "witness"):
        pinned = getattr(args, option)
        good = not pinned or re.fullmatch(HASH, pinned)
        demand(good, f"--{option}", "must be 64 hex digits, lower case")
    hands = []
    for path in args.receipts:
        try:
            hand = Hand(read(path))
            notes = check_seen(hand, args)
        except Wrong as no:
            raise Wrong(f"{path}: {no}") from None
        print("\n".join([*hand.words(), *notes]))
        hands.append((path, hand))
    check_together(hands)
    if args.log:
        key = bytes.fromhex(args.key) if args.key else hands[0][1].key
        with open(args.log, "rb") as file:
            found = check_public_log(iter(lambda: file.readline(BYTES_MAX), b""), key)
        check_together(hands, found.log)
        print(f"  public log: {found.hands:,} hands, {len(found.voids):,} voids, in order")
        for word in found.notes():
            print(f"  note   {word}")


def check_seen(hand: Hand, args: argparse.Namespace) -> list[str]:
    demand(args.key in (None, hand.key.hex()), "key", "not the key that you named")
    keys = [one["key"] for one in hand.receipt["witness"]]
    demand(args.witness is None or args.witness in keys, "witness", "not by the key that you named")
    if args.cut is not None:
        check_digits(hand, args.cut)
    return [] if args.square is None else [check_square(hand, args.square)]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="verify-hand", description="Check the receipt of a hand.")
    words = "JSON, or the texts of its QR codes; - is standard input"
    parser.add_argument("receipts", nargs="*", help=words)
    parser.add_argument("--square", help="what you scanned before the cards came, or its letters")
    parser.add_argument("--cut", metavar="DIGITS", help="the digits that you typed")
    parser.add_argument("--key", help="the table's public key, if you know it from elsewhere")
    parser.add_argument("--witness", help="the key of a witness that must have signed")
    parser.add_argument("--log", help="the table's public log: check it, and the receipts in it")
    args = parser.parse_args(argv)
    if not args.receipts and not (args.log and args.key):
        parser.error("name a receipt, or --log together with --key")
    try:
        check(args)
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
