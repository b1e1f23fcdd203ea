"""A second check of a whole receipt, written from docs/fairness.md and sharing no code.

Where verify.py climbs, this builds; where that has its own curve, this asks a library; where that
keeps peaks, this folds the log by its definition. Both must say the same of every receipt.
"""

import hmac
import json
from collections import Counter
from hashlib import sha256
from itertools import accumulate

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def problems(text: bytes) -> list[str]:
    """Everything that is wrong with a receipt; an empty list is a good one."""
    try:
        doc = json.loads(text)
        return [what for what, good in audit(doc, text) if not good]
    except (ValueError, KeyError, TypeError, IndexError, StopIteration, OverflowError) as no:
        return [f"malformed: {type(no).__name__}"]


def dump(value) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def h(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def tag(*parts) -> bytes:
    return ("stormdeck/1/" + "".join(f"{part}/" for part in parts)).encode()


def unhex(text: str, size: int) -> bytes:
    data = bytes.fromhex(text)
    if len(data) != size or data.hex() != text:
        raise ValueError(text)
    return data


def whole(value, top: int, low: int = 0) -> int:
    if type(value) is not int or not low <= value < top:
        raise ValueError(value)
    return value


def audit(doc: dict, text: bytes):
    yield "canonical", dump(doc) == text.rstrip(b"\n") and text.count(b"\n") <= 1
    yield "keys", sorted(doc) == ["cards", "key", "log", "seat", "stormdeck"]
    yield "log keys", sorted(doc["log"]) == ["before", "entries", "signs"]
    yield "version", doc["stormdeck"] == 1 and type(doc["stormdeck"]) is int
    entries = doc["log"]["entries"]
    kinds = [entry["kind"] for entry in entries]
    yield (
        "order",
        kinds[-1] in ("hand", "void")
        and kinds[:-1]
        == (
            ["commit", "seals", "cut"] + ["reshuffle"] * (len(kinds) - 4)
            if len(kinds) > 3
            else ["commit", "seals"][: len(kinds) - 1]
        ),
    )
    yield "ended", kinds[-1] == "void" or len(kinds) > 3
    first = entries[0]
    yield (
        "one hand",
        {(e["table"], e["hand"]) for e in entries} == {(first["table"], first["hand"])},
    )
    yield from audit_log(doc, entries, first)
    if "cut" in kinds:
        yield from audit_cut(doc, entries, first)
    else:
        yield "no cards", doc["cards"] == [] and entries[-1]["shown"] == []


def audit_log(doc, entries, first):
    """Rebuild each head from the old subtrees' hashes by the RFC's recursive definition."""
    size, key = (
        whole(first["size"], 1 << 53),
        Ed25519PublicKey.from_public_bytes(unhex(doc["key"], 32)),
    )
    old = {}  # (start, length) of complete subtree: hash
    start = 0
    for bit in reversed(range(54)):
        if size >> bit & 1:
            old[start, 1 << bit] = unhex(doc["log"]["before"][len(old)], 32)
            start += 1 << bit
    yield "past", len(old) == len(doc["log"]["before"])
    leaves = {size + n: h(b"\0", dump(entry)) for n, entry in enumerate(entries)}

    def mth(start, length):
        if (start, length) in old:
            return old[start, length]
        if length == 1:
            return leaves[start]
        k = max(1 << bit for bit in range(54) if 1 << bit < length)
        return h(b"\1", mth(start, k), mth(start + k, length - k))

    yield "prev", first["prev"] == (mth(0, size) if size else h()).hex()
    yield "signatures", len(doc["log"]["signs"]) == len(entries)
    for n in range(len(entries)):
        root, signature = mth(0, size + n + 1), unhex(doc["log"]["signs"][n], 64)
        try:
            key.verify(signature, tag("head", first["table"], size + n + 1) + root)
            good = True
        except InvalidSignature:
            good = False
        yield f"head {n}", good


def dice(key: bytes, purpose: bytes):
    """Draws by arithmetic on the whole expanded stream, not byte by byte."""
    stream = b"".join(
        hmac.new(key, purpose + n.to_bytes(4, "big"), sha256).digest() for n in range(200)
    )
    at = 0

    def draw(n: int) -> int:
        nonlocal at
        if n == 1:
            return 0
        size = 1 if n <= 256 else 2
        limit = (256**size // n) * n
        while True:
            word = int.from_bytes(stream[at : at + size], "big")
            at += size
            if word < limit:
                return word * n // limit  # drawers of equal width

    return draw


def sealed(seed: bytes, slot: tuple, cards: list[int]) -> bytes:
    draw = dice(seed, tag("deck", *slot))
    deck = list(cards)
    for n in range(len(deck), 1, -1):
        k = draw(n)
        deck[n - 1], deck[k] = deck[k], deck[n - 1]
    make = lambda what: hmac.new(seed, what, sha256).digest()  # noqa: E731
    data = [
        tag("card", *slot) + i.to_bytes(2, "big") + bytes([card])
        + make(tag("salt", *slot) + i.to_bytes(2, "big"))
        for i, card in enumerate(deck)
    ]  # fmt: skip
    data += [
        tag("reshuffle", *slot)
        + r.to_bytes(2, "big")
        + make(tag("again", *slot) + r.to_bytes(2, "big"))
        for r in (1, 2, 3, 4)
    ]
    return tree([h(b"\0", leaf) for leaf in data])


def tree(hashes: list[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    k = 1
    while 2 * k < len(hashes):
        k *= 2
    return h(b"\1", tree(hashes[:k]), tree(hashes[k:]))


def audit_cut(doc, entries, first):
    table, hand = first["table"], first["hand"]
    cards = list(bytes.fromhex(first["cards"]))
    seals = {whole(seat, 256, 1): unhex(seal, 32) for seat, seal in entries[1]["seals"]}
    yield "seals sorted", [seat for seat, _ in entries[1]["seals"]] == sorted(seals)
    touches = [
        bytes([whole(seat, 256, 1)]) + whole(value, 1 << 32).to_bytes(4, "big") + unhex(nonce, 16)
        for seat, value, nonce in entries[2]["touches"]
    ]
    yield (
        "touches sorted",
        touches == sorted(touches) and len({t[0] for t in touches}) == len(touches),
    )
    for touch in touches:
        yield f"touch {touch[0]}", h(tag("touch", table, hand), touch) == seals.get(touch[0])
    u = h(b"stormdeck/1/cut/", h(b"\0", dump(first)), *touches)
    draw = dice(u, b"cut")
    played, turn = draw(4), draw(len(cards))
    for j, (seed, root) in enumerate(zip(entries[2]["seeds"], first["roots"], strict=True)):
        if j == played:
            yield "played seed closed", seed == ""
        else:
            yield f"deck {j}", sealed(unhex(seed, 32), (table, hand, j), cards).hex() == root
    rounds = [entry for entry in entries if entry["kind"] == "reshuffle"]
    starts = [0] + [whole(entry["at"], 1 << 20) for entry in rounds]
    dealt = entries[-1]["dealt"]
    ends = [*starts[1:], len(dealt)]
    back = [entry["discards"] for entry in rounds]
    changes = [len(d) - (e - s) for s, e, d in zip(starts, ends, back, strict=False)]
    sizes = list(accumulate([len(cards), *changes]))
    yield "enough cards", all(0 <= e - s <= n for s, e, n in zip(starts, ends, sizes, strict=True))
    yield "rounds", [entry["round"] for entry in rounds] == list(range(1, len(rounds) + 1))
    flat = [number for numbers in back for number in numbers]
    yield (
        "discards once",
        len(flat) == len(set(flat))
        and all(
            numbers == sorted(numbers) and all(0 <= n < end for n in numbers)
            for numbers, end in zip(back, ends, strict=False)
        ),
    )
    roots = [first["roots"][played]] + [entry["root"] for entry in rounds]
    names = [str(played)] + [f"{played}.{n}" for n in range(1, len(roots))]
    yield "parts", len(doc["cards"]) == len(roots)
    seen = {}
    for n, part in enumerate(doc["cards"]):
        yield f"part {n} keys", sorted(part) == ["open", "proof"]
        leaves, shift = [None] * (sizes[n] + (4 if n == 0 else 0)), turn if n == 0 else 0
        for number, card, salt in part["open"]:
            yield f"card {number} in order", number > max(seen, default=-1)
            place = (whole(number, ends[n], starts[n]) - starts[n] + shift) % sizes[n]
            seen[number] = whole(card, 256)
            leaves[place] = h(b"\0", tag("card", table, hand, names[n]), place.to_bytes(2, "big"),
                              bytes([card]), unhex(salt, 32))  # fmt: skip
        hashes = [unhex(sibling, 32) for sibling in part["proof"]]
        yield f"deck root {n}", fold(leaves, hashes).hex() == roots[n] and not hashes
    shown = {whole(number, len(dealt)): card for number, card in entries[-1]["shown"]}
    mine = {n for n, to in enumerate(dealt) if to == whole(doc["seat"], 256) != 0}
    yield "opened", set(seen) == set(shown) | mine
    yield "shown", all(seen.get(number) == card for number, card in shown.items())
    live = Counter(card for number, card in seen.items() if number not in flat)
    yield "none twice", not live - Counter(cards)


def fold(leaves: list, hashes: list[bytes]) -> bytes:
    """Known leaves stand in the list, None for the others; hashes are used up from the left."""
    if not any(leaves):
        return hashes.pop(0)
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    left = fold(leaves[:k], hashes)
    return h(b"\1", left, fold(leaves[k:], hashes))
