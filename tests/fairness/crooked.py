"""Receipts and codes that a house writes with its real key for whoever reads them in another way:
to pass in one verifier only, to stop one with an error of its own, or to keep it busy."""

import copy
import hashlib
import json
import re
import zlib
from base64 import b32encode
from collections.abc import Callable
from typing import Any

from firmware.fairness import verify
from firmware.fairness.demonstration import HOLDEM, Stations, deal, play_draw, play_stud
from firmware.fairness.hand import Hand, Terms
from firmware.fairness.qr import lean, texts
from firmware.fairness.receipt import Earlier, receipt
from tests.fairness.cheat import Cheat
from tests.fairness.second_check import SMALL_ORDER

Change = Callable[[dict[str, Any]], None]


def dumped(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def put(kind: str, *path: Any) -> Change:
    """Something else there, in the first entry of that kind."""
    *way, last, value = path

    def change(made: dict[str, Any]) -> None:
        holder = next(one for one in made["log"]["entries"] if one["kind"] == kind)
        for key in way:
            holder = holder[key]
        holder[last] = value

    return change


def receipts(cheat: Cheat) -> dict[str, bytes]:
    """None of them verifies."""
    plain = cheat.played(cheat.hand())
    draw = receipt(play_draw(cheat.hand(), range(1, 4)), cheat.log().public_key, 1)
    as_it_is = put("seals", "plan", 0, ["down", 2])

    def step(value: Any) -> Change:
        return put("seals", "plan", 0, value)

    def given(*numbers: int) -> Change:
        return put("hand", "answers", 1, [1, 1, *numbers])

    changes: dict[str, tuple[dict[str, Any], Change]] = {
        "a step that is named by a list": (plain, step([["down"], 2])),
        "a step that is named by a map": (plain, step([{"toString": 1}, 2])),
        "a step that every map has": (plain, step(["constructor", 2])),
        "a word of a step that is a list": (plain, step(["down", 2, ["mix"]])),
        "an entry whose kind is a map": (plain, put("commit", "kind", {"toString": 1})),
        "a card given up twice, once counted from behind": (draw, given(0, -15, 3)),
        "cards given up that are counted from behind": (draw, given(-15, -12, -9)),
        "a card given up before the first": (draw, given(-16, -12, -9)),
        "cards shown in another order": (plain, lambda made: _shown(made).reverse()),
        "a card shown twice": (plain, lambda made: _shown(made).insert(0, _shown(made)[0])),
    }
    made = {"honest": dumped(_changed(cheat, plain, as_it_is))}
    made |= {name: dumped(_changed(cheat, *how)) for name, how in changes.items()}
    made |= {name: dumped(_changed(cheat, *how)) for name, how in _stories(cheat).items()}
    made |= {name: dumped(one) for name, one in _unsigned(plain).items()}
    made["a number that some readers round"] = dumped(_hit(cheat, 2**53 + 1))
    made["a plan that is deep"] = dumped(_changed(cheat, plain, step("@"))).replace(
        b'"@"', b"[" * 400 + b"]" * 400
    )
    made["cards for a seat that sealed no share"] = dumped(_given_to_nobody(cheat))
    made["one red card more than blue ones"] = dumped(_odd_packs(cheat))
    made["a draw for the button among nobody"] = dumped(_drawn_by_nobody(cheat))
    return made | {f"a key of small order, {key[:4]}": _unbound(plain, key) for key in SMALL_ORDER}


def _stories(cheat: Cheat) -> dict[str, tuple[dict[str, Any], Change]]:
    """Signed by the house from the start, as it would have liked the hand to be."""
    plain, other = cheat.played(cheat.hand()), cheat.played(cheat.hand(2))
    typed = cheat.played(cheat.hand(), digits="483920", seat=6)
    shares = other["log"]["entries"][2]["shares"]
    mine = plain["log"]["entries"][2]["shares"]
    swapped = [[mine[0][0], mine[1][1]], [mine[1][0], mine[0][1]], *mine[2:]]
    whose = {name: plain["log"]["entries"][0][name] for name in verify.WHOSE}
    guessed = {"kind": "digits", **whose, "seat": 6, "digits": "000000"}
    return {
        "a card more for everybody": (plain, put("seals", "plan", 0, ["down", 3])),
        "seats in another order": (plain, put("seals", "seats", [6, 5, 4, 3, 2, 1])),
        "a seat that sits there twice": (plain, put("seals", "seats", [1, 1, 3, 4, 5, 6])),
        "shares of another hand": (plain, put("cut", "shares", shares)),
        "shares that two seats changed": (plain, put("cut", "shares", swapped)),
        "a share less": (plain, put("cut", "shares", mine[:-1])),
        "a share twice": (plain, put("cut", "shares", [*mine, mine[-1]])),
        "another deck than was sealed": (plain, put("commit", "deck", ["36", 1])),
        "another past": (plain, put("commit", "prev", "00" * 32)),
        "digits that were typed and are not in it": (typed, put("digits", "digits", "483921")),
        "digits that another seat typed": (typed, put("digits", "seat", 5)),
        "digits that are none of ours": (typed, put("digits", "digits", "\uff14\uff18\uff13920")),
        "digits and a line's end": (typed, put("digits", "digits", "483920\n")),
        "digits of which nothing is left": (typed, put("digits", "digits", "")),
        "digits without a cutter": (
            plain, lambda made: made["log"]["entries"].insert(2, guessed)),
        "the digits' line left out": (typed, lambda made: made["log"]["entries"].pop(2)),
        "no seals": (plain, lambda made: made["log"]["entries"].pop(1)),
        "no end": (plain, lambda made: made["log"]["entries"].pop()),
        "two ends": (plain, lambda made: made["log"]["entries"].append(
            made["log"]["entries"][-1])),
        "answers in another order": (plain, lambda made: made["log"]["entries"][-1][
            "answers"].reverse()),
    }  # fmt: skip


def _unsigned(plain: dict[str, Any]) -> dict[str, Any]:
    """Changed by whoever holds the receipt, who can sign nothing."""
    first, (key, log) = plain["cards"][0], (plain["key"], plain["log"])
    sign = log["signs"][0]
    s = int.from_bytes(bytes.fromhex(sign[64:]), "little") + verify.L
    signs = {
        "a signature's number is one round further": sign[:64] + s.to_bytes(32, "little").hex(),
        "a signature in capitals": sign.upper(),
        "a signature and a line's end": sign + "\n",
    }
    made = {
        name: {**plain, "log": {**log, "signs": [one, *log["signs"][1:]]}}
        for name, one in signs.items()
    }
    twice = {**first, "open": [first["open"][0], *first["open"]]}
    return made | {
        "somebody else's cards": {**plain, "seat": 4},
        "a card's number twice": {**plain, "cards": [twice]},
        "a proof that goes on": {**plain, "cards": [{**first, "proof": [*first["proof"], key]}]},
        "signatures in another order": {**plain, "log": {**log, "signs": log["signs"][::-1]}},
        "a signature more": {**plain, "log": {**log, "signs": [*log["signs"], sign]}},
        "a past that has a peak more": {**plain, "log": {**log, "before": [key]}},
    }


def _changed(cheat: Cheat, made: dict[str, Any], change: Change) -> dict[str, Any]:
    made = copy.deepcopy(made)
    change(made)
    try:
        return cheat.resigned(made)
    except (TypeError, AttributeError):
        return made  # the table's own log does not take it


def _shown(made: dict[str, Any]) -> list[Any]:
    found: list[Any] = made["log"]["entries"][-1]["shown"]
    return found


def _begun(cheat: Cheat, plan: tuple[Any, ...], deck: tuple[str, int] = ("52", 1)) -> Any:
    hand = Hand(cheat.prepared(deck=deck), cheat.log(), 0, True)
    stations = Stations(hand, (1, 2))
    hand.close(Terms("x", "", 2, (1, 2), plan))
    stations.open()
    hand.cut()
    return hand, stations


def _ended(cheat: Cheat, hand: Hand, *won: tuple[int, int]) -> dict[str, Any]:
    hand.show(range(len(hand.to)))
    hand.finish((), won)
    return receipt(hand, cheat.log().public_key, 1)


def _hit(cheat: Cheat, of_which_hand: int) -> dict[str, Any]:
    hand, stations = _begun(cheat, (("down", 2), ("hit", 3), ("bank", 1)))
    deal(hand, stations, 0)
    deal(hand, stations, 1, 1, 0, 1)
    deal(hand, stations, 2)
    made = _ended(cheat, hand, (1, 5))
    return _changed(cheat, made, put("hand", "answers", 1, 2, of_which_hand))


def _given_to_nobody(cheat: Cheat) -> dict[str, Any]:
    hand, stations = _begun(cheat, (("give", 1, 2, 2), ("bank", 2)))
    deal(hand, stations, 0)
    deal(hand, stations, 1)
    made = _ended(cheat, hand, (9, 100))
    return _changed(cheat, made, put("seals", "plan", 0, ["give", 1, 9, 9]))


def _odd_packs(cheat: Cheat) -> dict[str, Any]:
    plan = (("burn", 1), ("mix",), ("down", 1))
    hand, stations = _begun(cheat, plan, ("24, red and blue", 1))
    deal(hand, stations, 0)
    made = _ended(cheat, hand, (1, 5))
    links = [[seat, share.open(1).hex()] for seat, share in stations.shares.items()]
    entries = made["log"]["entries"]
    whose = {name: entries[0][name] for name in verify.WHOSE}
    entries.insert(-1, {"kind": "mix", **whose, "n": 1, "links": links, "absent": []})
    return _changed(cheat, made, put("hand", "answers", [[0], [2]]))


def _drawn_by_nobody(cheat: Cheat) -> dict[str, Any]:
    log, seats = cheat.log(), (1, 2, 3)
    drawn = Hand(cheat.prepared(), log, 0, True)
    stations = Stations(drawn, seats)
    drawn.close(Terms("button: high card", "", 0, seats, verify.BUTTON_PLAN))
    stations.open()
    drawn.draw()
    after = Hand(cheat.prepared(attempt=2), log, 0, True)
    after.void("new decks")
    earlier = Earlier(*drawn.before)
    earlier.entries += drawn.entries
    earlier.signs += [head.signature for head in drawn.heads[1:]]
    made = copy.deepcopy(receipt(after, log.public_key, 0, earlier))
    entries, tree = made["log"]["entries"], verify.Log(b"", 0, [])
    entries[1]["seats"] = []
    for entry in entries[:3]:
        tree.grow(entry)
    entries[3]["prev"] = tree.root().hex()
    return cheat.resigned(made)


def _unbound(plain: dict[str, Any], key: str) -> bytes:
    """Nothing was signed: zero times the base, and a key that is nothing when it is taken eight
    times. One of eight messages fits; with the point that is nothing, all do."""
    nothing = (bytes([1]) + bytes(63)).hex()
    return dumped({**plain, "key": key, "log": {**plain["log"], "signs": [nothing] * 2}})


# --- codes


def codes(cheat: Cheat) -> dict[str, bytes]:
    """None of them verifies, and none is read for long."""
    plain = cheat.played(cheat.hand())
    stud = receipt(play_stud(cheat.hand(), range(1, 4)), cheat.log().public_key, 1)
    whole = b"".join(text.split("/", 4)[4].encode() for text in texts(plain))
    slim, hashes = _slim(lean(plain))
    made = {
        "three signs that are more than two bytes": _written(b"..."),
        "a last sign that stands for nothing": _written(whole[: len(whole) // 3 * 3] + b"0"),
        "squeezed, and cut short": _packed(slim, hashes, cut=1),
        "squeezed, and something after it": _packed(slim, hashes, after=b"xx"),
        "words of two bytes a letter": _packed(dumped(lean(plain)).decode().encode("utf-16-le")),
        "a mark before the first letter": _packed(b"\xef\xbb\xbf" + slim, hashes),
        "a hash too many": _packed(slim, hashes + bytes(32)),
        "JSON as deep as it is long": _packed(b"[" * 100_000),
        "older, and a mark before the first letter": _older(b"\xef\xbb\xbf" + dumped(plain)),
        "older, and a line more": _older(dumped(plain) + b"\n"),
        "older, cut short": _older(dumped(plain), cut=2),
        "older, and something after it": _older(dumped(plain), after=b"zz"),
        "a space that is none": "\u00a0".join(texts(plain)).encode(),
        "a mark before the first code": ("\ufeff" + "\n".join(texts(plain))).encode(),
        "more than a receipt can be": _older(b" " * (verify.BYTES_MAX + 9)),
    }
    for name, base, kind, path in (
        ("no deck", plain, "commit", ("deck", ["52", 0])),
        ("fewer than no deck", plain, "commit", ("deck", ["52", -1])),
        ("a shoe of a thousand decks", plain, "commit", ("deck", ["52", 1000])),
        ("a deck that is named by a list", plain, "commit", ("deck", [["52"], 1])),
        ("a log without end", plain, "commit", ("size", 10**4000)),
        ("half an entry", plain, "commit", ("size", 1.5)),
        ("a link that is a year of hashes away", stud, "mix", ("n", 10**12)),
        ("half a link", stud, "mix", ("n", 1.5)),
    ):
        slimmer = copy.deepcopy(lean(base))
        put(kind, *path)(slimmer)
        made[name] = _packed(*_slim(slimmer))
    return made


def _slim(made: dict[str, Any]) -> tuple[bytes, bytes]:
    """Words, and the hashes that stand behind them."""
    plain, form = dumped(made), rb'"((?:[0-9a-f]{128})|(?:[0-9a-f]{64}))"'
    hashes = b"".join(bytes.fromhex(one.decode()) for one in re.findall(form, plain))
    return re.sub(form, lambda found: bytes([len(found[1]) // 64]), plain), hashes


def _packed(words: bytes, hashes: bytes = b"", cut: int = 0, after: bytes = b"") -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=verify.COMMON)
    squeezed = squeeze.compress(words) + squeeze.flush()
    squeezed = squeezed[: len(squeezed) - cut] + after
    data, signs = len(squeezed).to_bytes(2, "big") + squeezed + hashes, b""
    for at in range(0, len(data), 2):
        two = data[at : at + 2]
        number, three = int.from_bytes(two, "big"), b""
        for _ in range(len(two) + 1):
            number, sign = divmod(number, len(verify.SIGNS))
            three = verify.SIGNS[sign : sign + 1] + three
        signs += three
    return _written(signs)


def _older(data: bytes, cut: int = 0, after: bytes = b"") -> bytes:
    squeezed = zlib.compress(data, 9)
    signs = b32encode(squeezed[: len(squeezed) - cut] + after).rstrip(b"=")
    return _written(signs, b"SR2")


def _written(signs: bytes, form: bytes = b"SR3") -> bytes:
    check = hashlib.sha256(signs).hexdigest()[:8].upper().encode()
    return b"%s/1/1/%s/%s" % (form, check, signs)


HOLDEM_AND_A_BANK = (*HOLDEM, ("more", 1))


def paid_after_he_folded(cheat: Cheat) -> dict[str, Any]:
    """A plan whose last step, never asked for, is one of games against a bank: there whoever bet is
    paid."""
    hand = cheat.hand()
    stations = Stations(hand, cheat.seats)
    hand.close(Terms("texas-holdem", "", 6, tuple(cheat.seats), HOLDEM_AND_A_BANK))
    stations.open()
    hand.cut()
    for step in range(len(HOLDEM)):
        deal(hand, stations, step)
    hand.show([dealt.number for dealt in hand.dealt if dealt.to in (1, 4)])
    hand.finish([3, 4, 5, 6], [(4, 1000)])
    return receipt(hand, cheat.log().public_key, 2)
