"""The verifier of version 1, which players keep with their old receipts: what it let pass passes,
and a table that signs anything it likes is still caught. Its hands are those of fixtures/v1."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness import verify_v1
from firmware.fairness.before import OldHand
from firmware.fairness.deck import RESHUFFLES_MAX, Slot, lay
from firmware.fairness.digest import Mac
from firmware.fairness.log import Log as MadeLog
from firmware.fairness.shuffle import below, stream
from firmware.fairness.verify import BOARD, BURN
from firmware.fairness.verify_v1 import Hand, Log, Wrong, canonical, deck_words, label, main

RECEIPTS = Path(__file__).parents[1] / "fixtures/v1/receipts"
CUT, FIRST = "hand-by-consent-2-cut-seat-6.json", "hand-by-consent-1-first-seat-6.json"
AGAIN, VOID = "hand-stud-2-reshuffled-seat-8.json", "hand-floor-5-void-seat-8.json"
HOUSE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def receipt(name: str) -> dict:
    return json.loads((RECEIPTS / name).read_text())


def signed_by_the_house(told: dict) -> bytes:
    """With a key of its own, whatever it says."""
    log, entries = told["log"], told["log"]["entries"]
    told["key"] = HOUSE.public_key().public_bytes_raw().hex()
    made = Log(b"", entries[0]["size"], [bytes.fromhex(peak) for peak in log["before"]])
    log["signs"] = []
    with patch.object(verify_v1, "signed", lambda *_: True):
        for entry in entries:
            made.grow(entry, "", "")
            head = label("head", entry["table"], made.size) + made.root()
            log["signs"].append(HOUSE.sign(head).hex())
    return canonical(told)


@pytest.mark.parametrize("name", [CUT, FIRST, AGAIN, VOID])
def test_what_is_signed_again_is_as_good(name):
    Hand(signed_by_the_house(receipt(name)))


def changed(name: str, change: Callable[[dict, list[dict]], object]) -> bytes:
    told = receipt(name)
    change(told, told["log"]["entries"])
    return signed_by_the_house(told)


LIES: dict[str, tuple[str, Callable[[dict, list[dict]], object]]] = {
    "touches[0]: not what was sealed": (
        CUT, lambda _, e: e[2]["touches"][0].__setitem__(1, e[2]["touches"][0][1] ^ 1)),
    "touches: not in order": (CUT, lambda _, e: e[2]["touches"].reverse()),
    "seals: not in order": (CUT, lambda _, e: e[1]["seals"].reverse()),
    "must be four": (CUT, lambda _, e: e[2]["seeds"].pop()),
    "not the deck that the touches chose": (CUT, lambda _, e: e[2]["seeds"].reverse()),
    "deck 1 is not the one that was committed to": (
        CUT, lambda _, e: e[2]["seeds"].__setitem__(0, "0" * 64)),
    "shown[0]: not the card that was sealed": (
        CUT, lambda _, e: e[3]["shown"][0].__setitem__(1, e[3]["shown"][0][1] ^ 1)),
    "not what this seat may see": (CUT, lambda _, e: e[3]["dealt"].__setitem__(0, 6)),
    "more were dealt than there are": (CUT, lambda _, e: e[3]["dealt"].extend([-1] * 52)),
    "a card, its salt or its proof is not what was sealed": (
        CUT, lambda t, _: t["cards"][0]["proof"].append("0" * 64)),
    "proof: too short": (CUT, lambda t, _: t["cards"][0]["proof"].pop()),
    "not a card dealt from this deck": (CUT, lambda t, _: t["cards"][0]["open"].reverse()),
    "must be one part for each deck": (CUT, lambda t, _: t["cards"].append(t["cards"][0])),
    "round: not the next one": (AGAIN, lambda _, e: e[3].update(round=2)),
    "more cards were dealt than there are": (AGAIN, lambda _, e: e[3].update(at=53)),
    "log.entries[3]: a card went back wrongly": (AGAIN, lambda _, e: e[3]["discards"].append(51)),
    "entries[3]: a card went back wrongly": (AGAIN, lambda _, e: e[3]["discards"].reverse()),
    "of another table or hand": (CUT, lambda _, e: e[3].update(hand=3)),
    "not what comes next": (CUT, lambda _, e: e.pop(1)),
    "the hand has no end": (CUT, lambda _, e: e.pop()),
    "does not fit the size of the log": (CUT, lambda t, _: t["log"]["before"].append("0" * 64)),
    "not the past that the hand was committed on": (CUT, lambda _, e: e[0].update(prev="0" * 64)),
}  # fmt: skip


@pytest.mark.parametrize("why", LIES)
def test_what_the_house_signs_is_not_yet_true(why):
    with pytest.raises(Wrong) as wrong:
        Hand(changed(*LIES[why]))
    assert why in str(wrong.value)


@pytest.mark.parametrize("name", [CUT, AGAIN])
def test_a_card_that_was_not_dealt_from_a_deck_is_not_opened_from_it(name):
    """The first that is still in it: after a reshuffle it came out of the next deck, or never."""
    told = receipt(name)
    entries, opened = told["log"]["entries"], told["cards"][0]["open"]
    again = [entry["at"] for entry in entries if entry["kind"] == "reshuffle"]
    opened[-1][0] = again[0] if again else len(entries[-1]["dealt"])
    with pytest.raises(Wrong, match="not a card dealt from this deck"):
        Hand(signed_by_the_house(told))


def test_no_byte_can_be_changed():
    """One in sixty of a hand with a reshuffle, the last bit of it."""
    good = (RECEIPTS / AGAIN).read_bytes().removesuffix(b"\n")
    for at in range(0, len(good), 61):
        with pytest.raises(Wrong):
            Hand(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])


def test_every_entry_is_signed():
    told = receipt(AGAIN)
    told["log"]["signs"].pop()
    with pytest.raises(Wrong, match="must be one for each entry"):
        Hand(canonical(told))


def test_a_card_that_its_deck_has_not_is_seen():
    hand = Hand((RECEIPTS / CUT).read_bytes())
    hand.deck = hand.deck.replace(bytes([min(hand.open.values())]), b"")
    hand.open.clear()
    with pytest.raises(Wrong, match="came too often"):
        hand.check_cards("log.entries[3]", **hand.entries[-1])


# In words


def test_decks_are_named_and_no_usual_deck_meets_the_eye():
    full = bytes(range(52))
    assert deck_words(full) == "52 cards each, a full deck"
    assert deck_words(full * 6) == "312 cards each, a full deck times 6"
    assert deck_words(bytes(range(53))) == "53 cards each, a full deck and the joker"
    mexican = bytes(c for c in range(53) if c < 24 or c >= 36)
    says = "41 cards each, no eights, nines and tens, and the joker"
    assert deck_words(mexican) == says
    aces = bytes([*range(51), 0])
    assert deck_words(aces) == "52 cards each, NO USUAL DECK: missing As; twice 2c"
    assert deck_words(bytes([*range(52), 53])) == (
        "53 cards each, NO USUAL DECK: missing -; twice -"
    )
    assert (verify_v1.name(52), verify_v1.name(53)) == ("Joker", "card 53")


@pytest.mark.parametrize(
    ("name", "whose", "lines"),
    [
        (CUT, "seat 6", ["yours  Ts 4d", "board  2h 6h Qh Kc 9d", "shown  Kh 6s 8s 7d"]),
        (
            "hand-by-consent-2-cut-rail.json",
            "the rail",
            ["board  2h 6h Qh Kc 9d", "shown  Kh 6s 8s 7d"],
        ),
        (VOID, "seat 8", ["yours  5d 6s"]),
    ],
)
def test_a_receipt_in_words_names_whose_it_is_and_each_card_once(name, whose, lines):
    first, *rest = Hand((RECEIPTS / name).read_bytes()).words()
    assert first.endswith(f" UTC, {whose}")
    told = [line.strip() for line in rest]
    assert [line for line in told if line.split()[0] in ("yours", "board", "shown")] == lines


def test_a_table_deals_on_what_version_1_sealed():
    """Cards and reshuffles of a deck that is still in play after the update are one root."""
    seed, slot, cards = bytes(range(32)), Slot("T", 7, "2", 1), bytes(range(52))
    sealed = lay(seed, slot, cards, verify_v1.RESHUFFLES)
    assert sealed.root == verify_v1.deck_root(seed, ("T", 7, "2"), cards)


def begun(entries: int = 3, touches: tuple = ((2, 77, "ab" * 16), (5, 3, "cd" * 16))) -> OldHand:
    """A hand of which version 1 had written so many entries when the power went."""
    log, seeds, whose = MadeLog("T", HOUSE), [bytes([n]) * 32 for n in range(4)], ("T", 7)
    decks = [
        lay(seed, Slot(*whose, str(n), 1), range(52), RESHUFFLES_MAX)
        for n, seed in enumerate(seeds)
    ]
    packed = [bytes([s]) + v.to_bytes(4, "big") + bytes.fromhex(n) for s, v, n in touches]
    seals = [verify_v1.sha(label("touch", *whose) + one).hex() for one in packed]
    commit = {
        "kind": "commit", "cards": bytes(range(52)).hex(), "noise": "simulation", "size": 0,
        "prev": verify_v1.sha(b"").hex(), "roots": [deck.root.hex() for deck in decks],
        "sealed": "0" * 64, "time": 1_781_118_210,
    }  # fmt: skip
    told = [
        commit,
        {
            "kind": "seals",
            "seals": [[s, seal] for (s, *_), seal in zip(touches, seals, strict=True)],
        },
        {"kind": "cut", "touches": touches, "seeds": [""] * 4},
    ]
    told = [one | {"table": "T", "hand": 7} for one in told]
    played = (
        OldHand(MadeLog("T", HOUSE), 7, range(52), seeds, [*map(canonical, told)]).layers[0].deck
    )
    told[2]["seeds"] = [
        s.hex() * (d.root != played.root) for s, d in zip(seeds, decks, strict=True)
    ]
    return OldHand(log, 7, range(52), seeds, [*map(canonical, told[:entries])])


@pytest.mark.parametrize("reshuffles", [0, 2])
def test_a_hand_that_version_1_began_is_dealt_to_its_end(reshuffles):
    hand = begun()
    hand.deal([2, 5] * 2 + [BURN, *[BOARD] * 3])
    for turn in range(reshuffles):
        hand.reshuffle([4, 0] if not turn else [])
        hand.deal([5, BOARD])
    hand.show([1])
    hand.finish()
    dealt = 8 + 2 * reshuffles
    for seat in (0, 2, 5):
        proved = Hand(canonical(hand.receipt(HOUSE.public_key().public_bytes_raw(), seat)))
        board = [n for n, to in enumerate(hand.to) if to == BOARD]
        mine = [n for n, to in enumerate(hand.to) if seat and to == seat]
        assert {*proved.open} == {1, *board, *mine}
        assert len(proved.dealt) == dealt


def test_each_reshuffle_of_version_1_follows_from_the_seed_that_was_sealed_for_it():
    """The first from the first: the deck's own leaves commit to them in this order."""
    hand = begun()
    hand.deal([2, 5] * 2)
    sealed = hand.layers[0].deck
    for turn in (1, 2):
        hand.reshuffle([])
        again = hand.layers[turn].deck
        slot = Slot("T", 7, f"{sealed.slot.name}.{turn}", 1)
        seed = sealed.reshuffle_seeds[turn - 1]
        assert again.root == lay(seed, slot, sorted(again.cards)).root
        assert sealed.leaves[51 + turn] == verify_v1.sha(
            b"\0" + label("reshuffle", "T", 7, sealed.slot.name) + turn.to_bytes(2, "big") + seed
        )
        hand.deal([BURN])


@pytest.mark.parametrize("n", [2, 52, 255, 256, 257, 300])
def test_version_1_draws_as_the_table_does(n):
    """One byte up to 256, two above."""
    key, purpose = bytes(range(32)), b"cut"
    theirs, ours = verify_v1.draws(key, purpose), stream(Mac(key), purpose)
    assert [theirs(n) for _ in range(50)] == [below(n, ours) for _ in range(50)]


def test_a_deck_of_version_1_is_dealt_to_its_last_card_and_no_further():
    hand = begun()
    hand.deal([BURN] * 51 + [BOARD])
    with pytest.raises(AssertionError, match="reshuffle first"):
        hand.deal([BURN])
    hand.finish()
    proved = Hand(canonical(hand.receipt(HOUSE.public_key().public_bytes_raw(), 2)))
    assert {*proved.open} == {51}


@pytest.mark.parametrize(("entries", "life"), [(1, "committed"), (2, "committed"), (3, "playing")])
def test_what_version_1_had_not_cut_is_voided_and_so_is_what_it_had(entries, life):
    hand = begun(entries)
    assert hand.life == life
    hand.void("The power failed.")
    proved = Hand(canonical(hand.receipt(HOUSE.public_key().public_bytes_raw(), 2)))
    assert any("did not count: The power failed." in line for line in proved.words())


def test_who_reads_it_knows_whose_and_what_it_is(capsys):
    assert main([str(RECEIPTS / VOID)]) == 0
    said = capsys.readouterr().out
    assert "SIMULATION, not a real table" in said
    assert "void   this hand did not count:" in said
    played = Hand((RECEIPTS / FIRST).read_bytes())
    assert f"deck {played.played + 1} of 4 was played" in "\n".join(played.words())
    real = changed(FIRST, lambda _, e: e[0].update(noise="hardware"))
    with pytest.raises(Wrong):  # another commitment, another cut
        Hand(real)


# QR codes


def test_qr_texts_come_in_any_order_and_whole():
    lines = (RECEIPTS / "hand-qr-codes.txt").read_bytes().splitlines()
    hand = Hand(b"\n".join(lines))
    assert Hand(b"\n".join(reversed(lines))).receipt == hand.receipt
    with pytest.raises(Wrong, match=f"need parts 1 to {len(lines)}"):
        Hand(b"\n".join(lines[:-1]))
    with pytest.raises(Wrong, match="a part was misread"):
        Hand(b"\n".join([lines[0][:-1] + b"A", lines[1][:-1] + b"B", *lines[2:]]))


# The command, and the public log


def run(capsys, *arguments: object) -> tuple[int, str]:
    status = main([str(one) for one in arguments])
    said = capsys.readouterr()
    return status, (said.out + said.err).strip().splitlines()[-1]


def test_a_key_and_a_code_are_demanded(capsys):
    told, path = receipt(CUT), RECEIPTS / CUT
    code = "34CB-QRDI-EHKZ"
    assert run(capsys, path, "--key", told["key"], "--code", code) == (0, "VERIFIED")
    assert run(capsys, path, "--key", "0" * 64)[1].endswith("key: not the key that you named")
    assert "must be 64 hex digits" in run(capsys, path, "--key", "Z" * 64)[1]
    assert code in run(capsys, path, "--code", "AAAA-AAAA-AAAA")[1]


def test_what_cannot_be_read_is_named(capsys, tmp_path):
    assert run(capsys, tmp_path / "none")[1] == (
        f"Cannot read {tmp_path / 'none'}: No such file or directory."
    )
    with patch.object(verify_v1, "check", side_effect=BrokenPipeError(32, "Broken pipe")):
        assert run(capsys, "x") == (2, "Cannot go on: Broken pipe.")
    with pytest.raises(SystemExit):
        main([])


def test_the_file_runs_alone_and_takes_a_pipe():
    done = subprocess.run(
        [sys.executable, "-I", "-S", verify_v1.__file__, "-"],
        input=(RECEIPTS / CUT).read_bytes(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, b"VERIFIED", b"")


def lines_of(*names: str) -> list[bytes]:
    logs = [receipt(name)["log"] for name in names]
    rows = [row for log in logs for row in zip(log["entries"], log["signs"], strict=True)]
    return [canonical({"entry": entry, "sign": sign}) + b"\n" for entry, sign in rows]


def test_receipts_are_held_against_the_public_log(capsys, tmp_path):
    log, both = tmp_path / "log", [RECEIPTS / FIRST, RECEIPTS / CUT]
    log.write_bytes(b"".join(lines_of(FIRST, CUT)))
    assert main([*map(str, both), "--log", str(log)]) == 0
    assert "public log: 2 hands and 0 voids, signed and in order" in capsys.readouterr().out
    assert run(capsys, "--log", log, "--key", receipt(CUT)["key"]) == (0, "VERIFIED")
    log.write_bytes(b"".join(lines_of(FIRST)))
    assert run(capsys, *both, "--log", log)[1].endswith("not in the public log")
    log.write_bytes(b"".join(lines_of(CUT)))
    assert run(capsys, *both, "--log", log)[1].endswith("committed on another past")
    first, cut = lines_of(FIRST), lines_of(CUT)
    log.write_bytes(b"".join([*first[:2], *cut[2:]]))
    assert run(capsys, *both, "--log", log)[1].endswith("of another table or hand")


def test_two_histories_of_one_table_are_seen(capsys, tmp_path):
    """The same key and size, and another hand."""
    one = tmp_path / "one"
    two = tmp_path / "two"
    one.write_bytes(signed_by_the_house(receipt(FIRST)))
    two.write_bytes(changed("hand-rotation-1-first-seat-4.json", lambda *_: None))
    assert "FORKED LOG" in run(capsys, one, two)[1]
    assert run(capsys, one, one) == (0, "VERIFIED")
