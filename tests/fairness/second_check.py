"""A second check of a whole receipt, written from docs/fairness.md and sharing no code.

Where verify.py climbs, this builds; where that has its own curve, this asks a library; where that
keeps peaks, this folds the log by its definition; where that walks the plan step by step, this
deals it out as a table would. Both must say the same of every receipt.
"""

import hmac
import itertools
import json
from collections import Counter
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SIGNED = {"seals", "digits", "draw", "again", "next", "hand", "void"}
RANKS = {
    "52": range(13),
    "52 + joker": range(13),
    "52 + 4 jokers": range(13),
    "52 + 2 jokers": range(13),
    "52 + 3 jokers": range(13),
    "56, aces twice": range(13),
    "44, tens twice": [*range(5), 8, *range(8, 13)],
    "40 + joker": [*range(6), *range(9, 13)],
    "36": range(4, 13),
    "36, no 7 to 10": [*range(5), *range(9, 13)],
    "32": range(5, 13),
    "20": range(8, 13),
    "24, red and blue": [*range(5), 12],
}
TWO_PACKS = {"24, red and blue"}
OF_PAN = {"320 of pan": (), "310 of pan, 8-7": "A234567JQK", "307 of pan, 8-7-6": "A234567JQK357"}
AT_THE_END = {
    "52 + joker": [52],
    "40 + joker": [52],
    "52 + 4 jokers": [52] * 4,
    "52 + 2 jokers": [52] * 2,
    "52 + 3 jokers": [52] * 3,
    "56, aces twice": [48, 49, 50, 51],
}
KEYS = {
    "commit": "attempt auditor boxes deck hand kind noise prev roots size table time voids",
    "seals": "askers attempt button cutter game hand kind plan rules seals seats table",
    "digits": "attempt digits hand kind seat table",
    "cut": "attempt hand kind seeds shares table",
    "draw": "attempt button hand kind seeds shares table",
    "mix": "absent attempt hand kind links n table",
    "again": "attempt back hand kind root table",
    "next": "attempt hand kind table to",
    "hand": "answers attempt hand kind shown table won",
    "void": "answers attempt by hand kind missing seeds shares shown table why",
    "late": "attempt hand kind seat share table",
    "station": "attempt by hand kind seat table",
}


class Bad(Exception):
    pass


# The eight points that added to themselves eight times are nothing: any signature may fit them.
SMALL_ORDER = (
    "00" * 32,
    "00" * 31 + "80",
    "01" + "00" * 31,
    "ec" + "ff" * 30 + "7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
)


BANKED = {"give", "more", "dice", "bank"}  # steps of a round against a bank, or of pan


def problems(text: bytes) -> list[str]:
    """What is wrong with a receipt; an empty list is a good one."""
    try:
        doc = json.loads(text)
        need(dump(doc) == text.rstrip(b"\n") and text.count(b"\n") <= 1, "canonical")
        audit(doc)
    except Bad as no:
        return [str(no)]
    except (ValueError, KeyError, TypeError, IndexError, StopIteration, OverflowError) as no:
        return [f"malformed: {type(no).__name__}"]
    return []


def need(good: object, what: str) -> None:
    if not good:
        raise Bad(what)


def dump(value) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def h(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def tag(*parts) -> bytes:
    return ("stormdeck/2/" + "".join(f"{part}/" for part in parts)).encode()


def unhex(text: str, size: int = 32) -> bytes:
    data = bytes.fromhex(text)
    need(len(data) == size and data.hex() == text, "hex")
    return data


def fold(leaves: list[bytes]) -> bytes:
    """RFC 6962, by its definition."""
    if len(leaves) < 2:
        return leaves[0] if leaves else h()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return h(b"\1", fold(leaves[:k]), fold(leaves[k:]))


def stream(key: bytes, front: bytes):
    n = 0
    while True:
        yield from hmac.new(key, front + n.to_bytes(4, "big"), "sha256").digest()
        n += 1


def fair(n: int, source) -> int:
    while n > 1:
        word, top = (next(source), 256) if n <= 256 else (next(source) * 256 + next(source), 65536)
        if word < top // n * n:
            return word // (top // n)
    return 0


def shuffle(things, source) -> list:
    out = list(things)
    for last in reversed(range(1, len(out))):
        at = fair(last + 1, source)
        out[at], out[last] = out[last], out[at]
    return out


def full_deck(name: str, copies: int) -> list[int]:
    need(type(copies) is int and 0 < copies <= 32, "copies")
    if name == "32 tiles":  # a double-six set without blanks; some tiles have no twin
        lone = {(1, 2), (1, 4), (2, 3), (2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (3, 6), (4, 5)}
        ends = sorted(((a, b) for a in range(1, 7) for b in range(1, a + 1)), reverse=True)
        two = [64 + n for n, (a, b) in enumerate(ends) for _ in range(2 - ((b, a) in lone))]
        return two * copies
    if name == "20 mah-jong tiles":
        return [96 + n // 2 for n in range(20)] * copies
    if name in OF_PAN:  # eight packs without 8, 9, 10, and the spades that were taken out
        eight = sorted([r * 4 + s for r in RANKS["40 + joker"] for s in range(4)] * 8)
        for rank in OF_PAN[name]:
            eight.remove("23456789TJQKA".index(rank) * 4 + 3)
        return eight * copies
    need(name in RANKS, "deck")
    one = sorted(r * 4 + suit for r in RANKS[name] for suit in range(4)) + AT_THE_END.get(name, [])
    if name in TWO_PACKS:
        one = [card for card in one for _ in ("red", "blue")]
    return one * copies


def by_pack(name: str, places: list[int], source, things=None) -> list:
    """One pack after the other is shuffled; then a card of each in turn."""
    things = places if things is None else things
    if name not in TWO_PACKS:
        return shuffle(things, source)
    both = list(zip(places, things, strict=True))
    red = shuffle([thing for at, thing in both if at % 2 == 0], source)
    blue = shuffle([thing for at, thing in both if at % 2], source)
    need(len(red) == len(blue), "as many red as blue")
    return [card for pair in zip(red, blue, strict=True) for card in pair]


def audit(doc: dict) -> None:
    need(sorted(doc) == ["cards", "key", "log", "seat", "stormdeck", "witness"], "keys")
    need(doc["stormdeck"] == 2 and type(doc["stormdeck"]) is int, "version")
    need(type(doc["seat"]) is int and 0 <= doc["seat"] < 256, "seat")
    need(sorted(doc["log"]) == ["before", "entries", "signs"], "log keys")
    entries = doc["log"]["entries"]
    for entry in entries:
        need(sorted(entry) == KEYS[entry["kind"]].split(), f"form of {entry['kind']}")
        need(entry["table"] == entries[0]["table"], "one table")
    heads = audit_log(doc, entries)
    keys = [doc["key"], *(one["key"] for one in doc["witness"])]
    need(len(keys) == len({*keys}), "each witness by its own key")
    for one in doc["witness"]:
        message = tag("witness", one["name"], doc["key"], one["size"]) + heads[one["size"]]
        check_sign(one["key"], message, one["sign"])
    attempts = split(entries)
    for number, attempt in enumerate(attempts, 1):
        need(attempt[0]["attempt"] == number, "attempts in order")
        whose = {(e["hand"], e["attempt"]) for e in attempt}
        need(whose == {(entries[0]["hand"], number)}, "one attempt")
    dealt = [Dealing(attempt) for attempt in attempts]
    ends = [one.end["kind"] for one in dealt]
    need(set(ends[:-1]) <= {"void", "draw"}, "only the last attempt ends")
    voids = entries[0]["voids"] + sum(one.counts for one in dealt) + max(0, ends.count("draw") - 1)
    voids += sum(e["kind"] == "mix" and bool(e["absent"]) for e in entries)
    need(voids < 3, "alarm")
    buttons = [one.end["button"] for one in dealt if one.end["kind"] == "draw"]
    seals = dealt[-1].entries[1] if dealt[-1].sealed else {"seats": []}
    if buttons and buttons[-1] in seals["seats"] and not {s[0] for s in seals["plan"]} & BANKED:
        need(seals["button"] == buttons[-1], "who drew the button has it")
    dealt[-1].play()
    dealt[-1].cards(doc)


def audit_log(doc, entries) -> dict[int, bytes]:
    size, peaks = entries[0]["size"], [unhex(p) for p in doc["log"]["before"]]
    need(type(size) is int and len(peaks) == bin(size).count("1"), "before")
    spans = [1 << n for n in reversed(range(size.bit_length())) if size >> n & 1]
    signs, leaves, heads = list(doc["log"]["signs"]), [], {}

    def head() -> bytes:
        """The peaks before, then the leaves since, as one list of subtrees joined by size."""
        stack = list(zip(spans, peaks, strict=True))
        for leaf in leaves:
            stack.append((1, leaf))
            while len(stack) > 1 and stack[-1][0] == stack[-2][0]:
                (n, right), (_, left) = stack.pop(), stack.pop()
                stack.append((2 * n, h(b"\1", left, right)))
        found = stack.pop()[1] if stack else h()
        while stack:
            found = h(b"\1", stack.pop()[1], found)
        return found

    heads[size] = head()
    for entry in entries:
        if entry["kind"] == "commit":
            now = size + len(leaves), head().hex()
            need((entry["size"], entry["prev"]) == now, "committed on the past")
        leaves.append(h(b"\0", dump(entry)))
        at = size + len(leaves)
        heads[at] = head()
        if entry["kind"] in SIGNED:
            check_sign(doc["key"], tag("head", entry["table"], at) + heads[at], signs.pop(0))
    need(not signs, "signatures")
    return heads


def check_sign(key: str, message: bytes, sign: str) -> None:
    need(key not in SMALL_ORDER, "a key that binds nobody")
    try:
        Ed25519PublicKey.from_public_bytes(unhex(key)).verify(unhex(sign, 64), message)
    except InvalidSignature:
        raise Bad("signature") from None


def split(entries) -> list[list[dict]]:
    out: list[list[dict]] = []
    for entry in entries:
        if entry["kind"] == "commit":
            need(not out or out[-1][-1]["kind"] in ("void", "draw"), "attempt ended")
            out.append([])
        if entry["kind"] not in ("late", "station"):
            out[-1].append(entry)
    need(entries[-1]["kind"] in ("hand", "void"), "an end")
    return out


class Dealing:
    def __init__(self, entries: list[dict]) -> None:
        self.entries, self.first, self.end = entries, entries[0], entries[-1]
        letters = {"cut": "k", "draw": "b"}
        kinds = "".join(letters.get(e["kind"], e["kind"][0]) for e in entries)
        self.kinds = kinds
        self.t = self.first["table"], self.first["hand"], self.first["attempt"]
        self.c = h(b"\0", dump(self.first))
        self.deck, self.name = full_deck(*self.first["deck"]), self.first["deck"][0]
        self.roots = [unhex(root) for root in self.first["roots"]]
        need(len(self.roots) in (4, 8), "roots")
        need(kinds[0] == "c" and kinds[-1] in "hvb", "order")
        inner = kinds[1:-1]
        self.sealed = {}
        if inner:
            need(inner[0] == "s", "seals first")
            seals = entries[1]
            self.sealed = dict(seals["seals"])
            need([s for s, _ in seals["seals"]] == sorted(self.sealed), "seals in order")
            need(set(seals["seats"]) <= set(self.sealed), "a seal for each seat")
            need(len(set(seals["seats"])) == len(seals["seats"]), "a seat once")
            rest, cutter = inner[1:], seals["cutter"]
            need(not rest or (rest[0] == "d") == bool(cutter), "digits")
            need([cutter] == [s for s in seals["askers"] or [0] if s == cutter][:1], "he asked")
            self.digits = entries[2]["digits"] if rest[:1] == "d" else ""
            if rest[:1] == "d":
                need(entries[2]["seat"] == cutter and cutter in self.sealed, "the cutter's")
                need(
                    not self.digits or (self.digits.isdigit() and 6 <= len(self.digits) <= 12), "6"
                )
                rest = rest[1:]
            need(rest[:1] in ("", "k") and set(rest[1:]) <= set("man"), "order of the rest")
        self.dealt = "k" in inner
        self.counts = self.end["kind"] == "void" and bool(self.sealed)
        need(self.dealt or self.end["kind"] in ("void", "draw"), "no hand without a cut")
        if self.end["kind"] == "draw":
            self.button()
        elif not self.dealt:
            self.void()

    def opened(self, shares) -> None:
        need([s for s, _ in shares] == sorted({s for s, _ in shares}), "shares in order")
        for seat, x in shares:
            seal = h(tag("share", *self.t), self.c, bytes([seat]), unhex(x)).hex()
            need(self.sealed.get(seat) == seal, "a share that was not sealed")

    def seeds(self, seeds, but: int) -> None:
        need(len(seeds) == len(self.roots), "seeds")
        for j, seed in enumerate(seeds):
            need((seed == "") == (j == but), "which deck")
            if seed:
                need(self.root(unhex(seed), j) == self.roots[j], "a false deck")

    def root(self, seed: bytes, j) -> bytes:
        slot = (self.t[0], self.t[1], f"{self.t[2]}.{j}")
        places = [*range(len(self.deck))]
        cards = by_pack(self.name, places, stream(seed, tag("deck", *slot)), self.deck)
        leaves = []
        for place, card in enumerate(cards):
            at = place.to_bytes(2, "big")
            salt = hmac.new(seed, tag("salt", *slot) + at, "sha256").digest()
            leaves.append(h(b"\0", tag("card", *slot), at, bytes([card]), salt))
        return fold(leaves)

    def void(self) -> None:
        self.opened(self.end["shares"])
        missing, there = set(self.end["missing"]), {s for s, _ in self.end["shares"]}
        need(not missing or missing | there == set(self.sealed), "who is missing")
        need(not self.end["shown"] and not self.end["answers"], "no card of a void")
        self.seeds(self.end["seeds"], -1)
        self.order, self.to, self.places, self.lies = [], [], [], []

    def button(self) -> None:
        """Everybody turns one card, and the best has the button."""
        seals, end = self.entries[1], self.end
        need(seals["plan"] == [["up", 1]] and self.deck == list(range(52)), "a card for each")
        need(self.kinds == "csb" and self.digits == "", "nothing between")
        self.opened(end["shares"])
        need({s for s, _ in end["shares"]} == set(self.sealed), "all or none")
        self.seeds(end["seeds"], -1)
        source = stream(h(tag("cut", *self.t), self.c, self.join(end["shares"])), b"cut")
        played = fair(len(self.roots), source)
        places = shuffle(range(52), source)
        slot = (self.t[0], self.t[1], f"{self.t[2]}.{played}")
        cards = shuffle(self.deck, stream(unhex(end["seeds"][played]), tag("deck", *slot)))
        turned = {seat: cards[place] for seat, place in zip(seals["seats"], places, strict=False)}
        aces_last, aces_first = [*range(52)], [*range(48, 52), *range(48)]
        ladder = {"high card": aces_last, "low card": aces_last[::-1]}
        ladder["low card, ace low"] = aces_first[::-1]
        best = ladder[seals["game"].removeprefix("button: ")]
        need(max(turned, key=lambda seat: best.index(turned[seat])) == end["button"], "the button")

    def join(self, pairs) -> bytes:
        return b"".join(bytes([seat]) + unhex(x) for seat, x in sorted(pairs))

    def play(self) -> None:
        if not self.dealt:
            return
        cut = next(e for e in self.entries if e["kind"] == "cut")
        self.opened(cut["shares"])
        need({s for s, _ in cut["shares"]} == set(self.sealed), "all or nothing")
        u = h(tag("cut", *self.t), self.c, self.join(cut["shares"]), self.digits.encode())
        source = stream(u, b"cut")
        self.played = fair(len(self.roots), source)
        self.order = [(0, p) for p in by_pack(self.name, [*range(len(self.deck))], source)]
        self.dice = stream(u, b"dice")
        self.seeds(cut["seeds"], self.played)
        self.last = {seat: unhex(x) for seat, x in cut["shares"]}
        self.steps = [e for e in self.entries if e["kind"] in ("mix", "again", "next")]
        self.turn, self.sizes, self.layer_roots = 1, [len(self.deck)], [self.roots[self.played]]
        seals = self.entries[1]
        self.seats, self.inside, self.keeps = seals["seats"], list(seals["seats"]), []
        self.to, self.places, self.lies, self.up = [], [], [], set()
        self.muck, self.kept, self.owed, self.served = [], [], [], []
        self.plan, self.at = seals["plan"], 0
        words = {"burn", "fifth", "mix", "skip", "ten", "drop", "u", "d", "f"}
        flags = [word for step in self.plan for word in step[1:] if type(word) is not int]
        need(all(type(word) is str and word in words for word in flags), "a word of a step")
        drops = [n for n, step in enumerate(self.plan) if "drop" in step]
        need(drops in ([], [0]) and (not drops or self.plan[0][1] >= 2), "one card given up")
        for answer in self.end["answers"]:
            self.answer(answer[0], answer[1:])
        over = self.end["kind"] == "void" or len(self.inside) < 2
        need(not self.steps or over, "a mix too many")

    def answer(self, what, rest) -> None:
        need(all(abs(one) < 2**53 for one in rest), "a number that any reader reads")
        if what in ("out", "keep"):
            for seat in rest:
                need(seat in self.inside + self.keeps, "who leaves is in")
                self.inside = [s for s in self.inside if s != seat]
                self.keeps = [s for s in self.keeps if s != seat] + [seat] * (what == "keep")
            return
        need(type(what) is int and self.at <= what < len(self.plan), "step")
        if what > self.at:
            need(not [s for s in self.owed if s in self.inside], "owed")
            self.muck += self.kept
            self.kept, self.owed, self.served = [], [], []
        for step in self.plan[self.at : what]:
            need(step[0] in ("mix", "draw", "hit", "twice", "more"), "left out")
            if step[0] == "mix":
                self.mix([])
        kind, *args = self.plan[what]
        self.at = what if kind in ("draw", "hit", "more") else what + 1
        asks = ("board", "twice", "draw", "hit", "dice", "more")
        need(kind in asks or not rest, "asked for nothing")
        first = len(self.to)
        if kind in ("down", "up", "fill"):
            self.serve(self.round() * args[0])
            if kind == "up":
                self.up |= {n for n in range(first, len(self.to)) if self.to[n] > 0}
        elif kind in ("burn", "bank", "board"):
            need(rest in ([], [1]) and (kind == "board" or not rest), "rabbit")
            place = {"burn": -1, "bank": -3, "board": -2 if rest else 0}[kind]
            self.deal([place] * args[0])
        elif kind == "twice":
            need(len(rest) == 1 and 0 < rest[0] <= args[0], "second run")
            self.deal([0] * rest[0])
        elif kind == "give":
            need(all(to <= 0 or to in self.seats for to in args), "who has a seat")
            self.deal(args)
        elif kind == "more":
            entry = self.steps.pop(0)
            need(entry["kind"] == "next" and entry["to"] == rest, "logged before")
            need(0 < len(rest) <= args[0], "so many")
            need(all(to <= 0 or to in self.inside for to in rest), "who is in")
            self.mix([])
            self.deal(rest)
        elif kind == "stud":
            self.street(args[0], "skip" in args)
            if args[0] == "u":
                self.up |= {n for n in range(first, len(self.to)) if self.to[n] > 0}
        elif kind == "draw":
            self.draw(rest, args)
        elif kind == "dice":
            if "mix" in args:
                self.mix([])
            sides = 10 if "ten" in args else 6
            need(rest == [1 + fair(sides, self.dice) for _ in range(args[0])], "dice")
        elif kind == "hit":
            need(len(rest) == 3 and rest[0] in self.inside and 0 < rest[2] <= args[0], "hit")
            self.in_turn(rest[0])
            if "mix" in args:
                self.mix([])
            self.deal([rest[0]] * rest[2])
        else:
            raise Bad("step")

    def round(self) -> list[int]:
        return [s if s in self.inside else -4 for s in self.seats if s in self.inside + self.keeps]

    def deal(self, targets) -> None:
        need(len(targets) <= len(self.order), "enough cards")
        for to in targets:
            self.to.append(to)
            self.lies.append(to)
            self.places.append(self.order.pop(0))

    def in_turn(self, seat) -> None:
        need(not self.served or self.seats.index(seat) >= self.seats.index(self.served[-1]), "turn")
        self.served.append(seat)

    def draw(self, rest, args) -> None:
        seat, given = rest[0], rest[1:]
        if "mix" in args:
            self.mix([])
        if seat == 0:
            need(self.owed and not given, "fifth")
            owed, self.owed = [s for s in self.owed if s in self.inside], []
            self.serve(owed)
            self.muck, self.kept = self.muck + self.kept, []
            return
        need(seat in self.inside and seat not in self.served, "drawer")
        burn = [-1] if "burn" in args and not self.served else []
        self.in_turn(seat)
        need(0 < len(given) <= args[0] and len(set(given)) == len(given), "given")
        need(all(n >= 0 and self.lies[n] == seat for n in given), "his own")
        for n in given:
            self.lies[n] = -4
        fifth = len(given) == 5 and "fifth" in args
        self.serve(burn + [seat] * (4 if fifth else len(given)))
        if fifth:
            self.owed.append(seat)
            self.kept = self.kept + given
        else:
            self.muck = self.muck + given

    def pool(self) -> list[int]:
        held = [n for n, at in enumerate(self.lies) if at in self.seats and at not in self.inside]
        return sorted(self.muck + held)

    def serve(self, targets) -> None:
        short = len(targets) - len(self.order)
        if short <= 0:
            self.deal(targets)
            return
        if short > len(self.pool()):
            self.muck, self.kept = self.muck + self.kept, []
        back, cut = self.pool(), len(self.order)
        need(short <= len(back), "enough discards")
        self.deal(targets[:cut])
        entry = self.steps.pop(0)
        need(entry["kind"] == "again" and entry["back"] == back, "what goes back")
        for n in back:
            self.lies[n] = -4
        self.muck = []
        self.layer_roots.append(unhex(entry["root"]))
        self.sizes.append(len(back))
        self.order = [(len(self.sizes) - 1, p) for p in range(len(back))]
        need(self.mix([]) or self.end["kind"] == "void", "links for what goes back")
        self.deal(targets[cut:])

    def street(self, face, skip) -> None:
        stub, live = len(self.order), [s for s in self.seats if s in self.inside]
        self.mix([])
        for targets in ([-1, *self.round()], [-1, *live]):
            if len(targets) <= stub:
                self.deal(targets)
                return
        burns = [n for n, at in enumerate(self.lies) if at == -1]
        served, first = max(stub - 2, 0), [-1] * (stub >= 2)
        mixed, missing = stub + len(burns) - served, len(live) - served
        if mixed < missing or (mixed == missing and not skip):
            self.deal([*first, 0])
            return
        self.deal([*first, *live[:served]])
        self.mix([n for n, at in enumerate(self.lies) if at == -1])
        self.deal([*([-1] * (mixed > missing)), *live[served:]])

    def mix(self, burns) -> bool:
        back = [self.places[n] for n in burns]
        for n in burns:
            self.lies[n] = -4
        most = 192 if self.name in TWO_PACKS else 256 if self.name in OF_PAN else 64
        while self.last and self.turn <= most:
            entry = self.steps.pop(0)
            need(entry["kind"] == "mix" and entry["n"] == self.turn, "the next mix")
            links = {seat: unhex(x) for seat, x in entry["links"]}
            need([s for s, _ in entry["links"]] == sorted(links), "links in order")
            need(sorted([*links, *entry["absent"]]) == sorted(self.last), "who is due")
            for seat, x in links.items():
                need(h(tag("link"), x) == self.last[seat], "a link of the chain")
            self.last, self.turn = links, self.turn + 1
            if links and not entry["absent"]:
                v = h(tag("mix", *self.t, entry["n"]), self.c, self.join(entry["links"]))
                rest = sorted({*self.order, *back})
                places = [place for _, place in rest]
                self.order = by_pack(self.name, places, stream(v, b"mix"), rest)
                self.dice = stream(v, b"dice")
                return True
        self.order += back
        return False

    def cards(self, doc) -> None:
        seat, shown = doc["seat"], dict(map(tuple, self.end["shown"]))
        need(not self.sealed or not seat or seat in self.sealed, "your seal")
        if not self.dealt:
            need(doc["cards"] == [], "no cards")
            return
        need(len(doc["cards"]) == len(self.sizes), "a part for each deck")
        opened: dict[int, int] = {}
        for layer, part in enumerate(doc["cards"]):
            name = f"{self.t[2]}.{self.played}" + (f".{layer}" if layer else "")
            known = {}
            for number, card, salt in part["open"]:
                need(self.places[number][0] == layer and number not in opened, "of this deck")
                opened[number], place = card, self.places[number][1]
                front = tag("card", self.t[0], self.t[1], name)
                known[place] = h(b"\0", front, place.to_bytes(2, "big"), bytes([card]), unhex(salt))
            proof = [unhex(one) for one in part["proof"]]
            need(tree(0, self.sizes[layer], known, proof) == self.layer_roots[layer], "fits")
            need(not proof, "proof")
        mine = {n for n, to in enumerate(self.to) if seat and to == seat}
        need([n for n, _ in self.end["shown"]] == sorted(shown), "shown in order, and once")
        need(set(opened) == set(shown) | mine, "what this seat may see")
        need(all(opened[n] == card for n, card in shown.items()), "shown as sealed")
        face_up = self.up | {n for n, to in enumerate(self.to) if to in (0, -2)}
        need(face_up <= set(shown), "face up")
        live = {n: c for n, c in opened.items() if len(self.sizes) == 1 or self.lies[n] != -4}
        if self.name in TWO_PACKS:
            for pack in (0, 1):
                own = [c for n, c in live.items() if self.places[n][1] % 2 == pack]
                need(not Counter(own) - Counter(self.deck[pack::2]), "too often in its pack")
        need(not Counter(live.values()) - Counter(self.deck), "too often")
        if self.end["kind"] == "hand":
            bank = [n for n, to in enumerate(self.to) if to == -3]
            paid, steps = [winner for winner, _ in self.end["won"]], {step[0] for step in self.plan}
            need(all(a < b for a, b in itertools.pairwise(paid)), "each paid once")
            if not steps & BANKED:
                need(set(paid) <= set(self.inside), "who folded wins nothing")
            if self.end["won"] and (len(self.inside) > 1 or bank):
                for winner, _ in self.end["won"]:
                    held = [n for n, at in enumerate(self.lies) if at == winner] + bank
                    dropped = sum(step[0] == "down" and "drop" in step[2:] for step in self.plan)
                    need(len(set(held) - set(shown)) <= dropped, "winners open")


def tree(low, high, known, proof) -> bytes:
    if not any(low <= at < high for at in known):
        return proof.pop(0)
    if high - low == 1:
        return known[low]
    k = 1
    while k * 2 < high - low:
        k *= 2
    left = tree(low, low + k, known, proof)
    return h(b"\1", left, tree(low + k, high, known, proof))
