"""The verifier: it passes what is true, and every lie about a hand is caught and named."""

import copy
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from firmware.fairness import verify
from firmware.fairness.cut import Touch, touch_seal
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Hand, Layer, lay_all, prepare
from firmware.fairness.log import Log, log_line
from firmware.fairness.receipt import receipt
from firmware.games.cards import decks
from lab.fair_table import FairTable, Keyring, play_draw, play_holdem, touch_all
from lab.noise import ScriptedNoise, good
from tests.fairness.second_check import problems

WRONG = verify.Wrong


@pytest.fixture(scope="module", autouse=True)
def _sign_once():
    """Checking a signature is pure; a receipt with one changed byte has three that did not."""
    real, verify.signed = verify.signed, cache(verify.signed)
    yield
    verify.signed = real


def no_reason(data: bytes) -> str:
    """Empty when the receipt is good; else what the verifier says."""
    try:
        verify.Hand(data)
    except WRONG as no:
        return str(no)
    return ""


def both_refuse(made: dict, where: str) -> None:
    data = canonical(made)
    assert re.search(where, no_reason(data)), no_reason(data)
    assert problems(data)


# --- what is true passes, in both checks


@pytest.mark.parametrize("seat", [0, 1, 3, 6])
def test_an_honest_hand_passes_both_checks(table, seat):
    hand = play_holdem(table.commit(1), range(1, 7), shown=(1, 2))
    data = canonical(receipt(hand, table.log.public_key, seat))
    assert no_reason(data) == ""
    assert problems(data) == []


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_a_hand_with_a_reshuffle_passes_both_checks(table, seats):
    hand = play_draw(table.commit(1), range(1, seats + 1))
    for seat in (0, 1, seats):
        data = canonical(receipt(hand, table.log.public_key, seat))
        assert no_reason(data) == ""
        assert problems(data) == []


@pytest.mark.parametrize(
    "cards", [decks("52 + joker"), decks("40 + joker"), decks("32"), decks("36"), decks("52", 8)],
    ids=len,
)  # fmt: skip
def test_every_deck_passes_both_checks(table, cards):
    hand = play_holdem(table.commit(1, cards), range(1, 4), shown=(2,))
    data = canonical(receipt(hand, table.log.public_key, 1))
    assert no_reason(data) == ""
    assert problems(data) == []


@pytest.mark.parametrize("moment", ["committed", "sealed", "dealt"])
def test_a_void_hand_passes_and_says_so(table, moment):
    hand = table.commit(1)
    if moment != "committed":
        touch_all(hand, [1, 2])
    if moment == "dealt":
        hand.cut()
        hand.deal([1, 2, 1, 2])
    hand.void("A station failed.")
    data = canonical(receipt(hand, table.log.public_key, 1))
    assert problems(data) == []
    assert any("did not count: A station failed." in line for line in verify.Hand(data).words())


def test_a_hand_that_nobody_touched_passes_and_says_so(table):
    hand = table.commit(1)
    hand.close_window()
    hand.cut()
    hand.deal([1, 2])
    hand.finish()
    data = canonical(receipt(hand, table.log.public_key, 1))
    assert any("0 seats touched" in line for line in verify.Hand(data).words())


def test_the_words_name_the_cards_that_were_dealt(table):
    hand = play_holdem(table.commit(1, time=1_790_000_000), [1, 2, 3], shown=(2,))
    lines = "\n".join(verify.Hand(canonical(receipt(hand, table.log.public_key, 1))).words())
    mine = [verify.NAMES[dealt.card] for dealt in hand.dealt if dealt.to == 1]
    board = [verify.NAMES[dealt.card] for dealt in hand.dealt if dealt.to == 0]
    assert f"yours  {' '.join(mine)}" in lines
    assert f"board  {' '.join(board)}" in lines
    assert "Table Test 1, hand 1, 21 Sep 2026" in lines
    assert "SIMULATION" in lines


# --- every byte


@pytest.mark.parametrize("part", range(8))
def test_no_byte_can_be_changed(text, part):
    """One changed byte anywhere fails, and the verifier says where.

    The change keeps the byte's kind (a digit for a digit, a letter for a letter), so that it gets
    past the form and must be caught by what it says; the soak tries all 255 others.
    """
    for at in range(part, len(text), 8):
        changed = bytearray(text)
        changed[at] = alike(text[at])
        said = no_reason(bytes(changed))
        assert re.match(r"[\w.]+(\[\d+\])?[\w.\[\], ]*: \S", said), (at, said)


def alike(byte: int) -> int:
    for kind in (b"0123456789", b"abcdef", b"ghijklmnopqrstuvwxyz", b"[]{}", b'",:'):
        if byte in kind:
            return kind[(kind.index(byte) + 1) % len(kind)]
    return byte ^ 1


@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80])
def test_no_bit_flip_slips_through_the_form(text, mask):
    """Every fifth byte, one bit each: case, spaces and control characters."""
    for at in range(mask & 7, len(text), 5):
        changed = bytearray(text)
        changed[at] ^= mask
        assert no_reason(bytes(changed)), at


def test_no_byte_can_be_added_or_lost(text):
    for at in range(0, len(text), 17):
        assert no_reason(text[:at] + text[at + 1 :])
        assert no_reason(text[:at] + b" " + text[at:])
        assert no_reason(text[:at])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(64))
def test_soak_every_byte_in_all_255_ways(text, part):
    for at in range(part, len(text), 64):
        for mask in range(1, 256):
            changed = bytearray(text)
            changed[at] ^= mask
            assert no_reason(bytes(changed)), (at, mask)


# --- lies told by a table that signs whatever it likes


class Cheat:
    """A dishonest house with the real key: it changes what it likes and signs the result."""

    def __init__(self, seats=range(1, 7)):
        self.ring = Keyring()
        self.seats = list(seats)
        self.seeds = [bytes([j + 1]) * 32 for j in range(4)]

    def log(self):
        return Log("T", self.ring.table)

    def hand(self, number=1, cards=range(52), change=lambda prepared: prepared, log=None) -> Hand:
        ready = prepare("T", number, cards, self.seeds, bytes(128), self.ring.holders())
        hand = Hand(change(ready), log or self.log(), 0, True)
        touches = [Touch(seat, seat, bytes([seat]) * 16) for seat in self.seats]
        for touch in touches:
            hand.window.seal(touch.seat, touch_seal("T", number, touch))
        hand.close_window()
        for touch in touches:
            hand.window.open(touch)
        return hand

    def resigned(self, made: dict) -> dict:
        """The same receipt after a change in its entries, signed again from the start."""
        log = self.log()
        made["log"]["signs"] = [
            log.append(entry).signature.hex() for entry in made["log"]["entries"]
        ]
        return made

    def played(self, hand: Hand, seat=3) -> dict:
        hand.cut()
        hand.deal(self.seats * 2)
        hand.deal([0, 0, 0])
        hand.finish()
        return receipt(hand, self.log().public_key, seat)


@pytest.fixture(scope="module")
def cheat() -> Cheat:
    return Cheat()


@pytest.fixture
def story(cheat) -> dict:
    return copy.deepcopy(cheat.played(cheat.hand()))


def test_the_cheat_is_honest_when_it_changes_nothing(cheat, story):
    assert no_reason(canonical(cheat.resigned(story))) == ""


def test_a_swapped_card_is_caught(story):
    story["cards"][0]["open"][0][1], story["cards"][0]["open"][1][1] = (
        story["cards"][0]["open"][1][1],
        story["cards"][0]["open"][0][1],
    )
    both_refuse(story, r"^cards\[0\]: a card, its salt or its proof")


def test_a_card_swapped_after_the_commitment_is_caught(cheat):
    """The house deals another card than it sealed, and signs it."""
    hand = cheat.hand()
    hand.cut()
    layer = hand.layers[0]
    cards = list(layer.faces)
    cards[0], cards[40] = cards[40], cards[0]
    layer.faces = tuple(cards)
    hand.deal(cheat.seats * 2)
    hand.finish()
    both_refuse(receipt(hand, cheat.log().public_key, 1), r"^cards\[0\]")


def test_a_stacked_deck_is_caught_unless_it_is_the_one_that_is_played(cheat):
    """One deck of four in the wrong order: seen whenever the cut plays another one."""
    caught = 0
    for number in range(40):

        def stack(ready):
            bad = lay_all("T", ready.hand, sorted(range(52), reverse=True), [b"x" * 32] * 4)[0]
            return type(ready)(ready.table, ready.hand, ready.cards, ready.seeds,
                               (bad, *ready.decks[1:]), ready.boxes)  # fmt: skip

        said = no_reason(canonical(cheat.played(cheat.hand(number, change=stack))))
        assert said == "" or "deck 1 is not the one that was committed to" in said
        caught += said != ""
    assert 20 <= caught <= 38  # three in four


def test_a_deck_with_a_card_twice_is_caught(cheat):
    """Five aces in the played deck: the three open decks pass, the cards do not."""
    twice = [0, *range(51)]
    for number in range(60):
        ready = prepare("T", number, range(52), cheat.seeds, bytes(128), cheat.ring.holders())
        bad = lay_all("T", number, twice, cheat.seeds)
        for j in range(4):
            decks_ = tuple(bad[i] if i == j else deck for i, deck in enumerate(ready.decks))
            hand = cheat.hand(number, change=lambda r, d=decks_: type(r)(
                r.table, r.hand, r.cards, r.seeds, d, r.boxes))  # fmt: skip
            hand.cut()
            if int(hand.layers[0].deck.slot.name) != j:
                continue
            hand.deal([0] * 52)  # all on the board, so that the second ace must show
            hand.finish()
            made = receipt(hand, cheat.log().public_key, 0)
            return both_refuse(made, r"cards: 2c came too often")
    raise AssertionError("the cut never chose the bad deck")


def test_a_declared_deck_is_the_whole_deck(cheat, story):
    """Taking a card out of the declared deck leaves roots that do not fit it."""
    story["log"]["entries"][0]["cards"] = bytes(range(51)).hex()
    both_refuse(cheat.resigned(story), r"log\.entries\[2\]")


def test_a_recut_is_caught(cheat, story):
    """The house does not like the cut and rotates the deck by one more."""
    hand = cheat.hand()
    hand.cut()
    deck, places = hand.layers[0].deck, hand.layers[0].places
    hand.layers[0] = Layer(deck, places[1:] + places[:1], first=0)
    hand.deal(cheat.seats * 2)
    hand.finish()
    both_refuse(receipt(hand, cheat.log().public_key, 3), r"^cards\[0\]")


def test_another_deck_than_the_cut_chose_is_caught(cheat, story):
    seeds = story["log"]["entries"][2]["seeds"]
    played = seeds.index("")
    other = (played + 1) % 4
    seeds[played], seeds[other] = cheat.seeds[played].hex(), ""
    both_refuse(cheat.resigned(story), r"seeds\[\d\]: not the deck that the touches chose")


def test_a_touch_changed_after_its_seal_is_caught(cheat, story):
    """A shill who would like to touch last."""
    story["log"]["entries"][2]["touches"][5][1] += 1
    both_refuse(cheat.resigned(story), r"log\.entries\[2\]\.touches\[5\]: not what was sealed")


def test_a_touch_taken_out_moves_the_cut(cheat, story):
    del story["log"]["entries"][2]["touches"][5]
    both_refuse(cheat.resigned(story), r"seeds|cards")


def test_a_root_replayed_from_an_earlier_hand_is_caught(cheat):
    """The decks of hand 1 again in hand 2: known to the house since then."""
    old = prepare("T", 1, range(52), cheat.seeds, bytes(128), cheat.ring.holders())

    def replay(ready):
        return type(ready)(ready.table, 2, ready.cards, ready.seeds, old.decks, ready.boxes)

    both_refuse(cheat.played(cheat.hand(2, change=replay)), r"is not the one that was committed to")


def test_another_hands_past_is_caught(story):
    story["log"]["before"] = ["00" * 32]
    both_refuse(story, r"log\.before")


def test_a_hand_committed_on_a_past_that_never_was_is_caught(cheat, story):
    story["log"]["entries"][0]["prev"] = "00" * 32
    both_refuse(cheat.resigned(story), r"log\.before: not the past that the hand was committed on")


def test_an_entry_of_another_hand_is_caught(cheat, story):
    story["log"]["entries"][3]["hand"] = 2
    both_refuse(cheat.resigned(story), r"log\.entries\[3\]: of another table or hand")


def test_a_public_log_with_a_hand_on_another_past_is_caught():
    """Signed and in order, but the second commitment names a log that this one never was."""
    cheat, lines = Cheat(), b""
    log, other = cheat.log(), cheat.log()
    for number, past in enumerate((log, other)):
        hand = cheat.hand(number, log=past)
        hand.void("test")
        for n, entry in enumerate(hand.entries):
            head = hand.heads[n] if number == 0 else log.append(entry)
            lines += log_line(entry, head)
    with pytest.raises(WRONG, match="log line 4: committed on another past"):
        verify.check_public_log(lines.splitlines(keepends=True), log.public_key)


def test_a_card_hidden_from_its_own_seat_is_caught(cheat, story):
    story["cards"][0]["open"].pop(0)
    assert no_reason(canonical(story))
    assert problems(canonical(story))


def test_a_proof_has_no_hash_too_many_or_too_few(story):
    proof = story["cards"][0]["proof"]
    proof.append("00" * 32)
    both_refuse(story, r"^cards\[0\]")
    del proof[-2:]
    both_refuse(story, r"^cards\[0\]\.proof: too short")


def test_a_seat_cannot_take_anothers_receipt(story):
    story["seat"] = 4
    both_refuse(story, "cards: not what this seat may see")


def test_another_key_is_caught(story):
    story["key"] = Keyring().table.public_key().public_bytes_raw().hex()
    both_refuse(story, r"log\.entries\[0\], log\.signs\[0\]")


def test_a_reshuffle_that_returns_a_card_twice_is_caught(table):
    hand = play_draw(table.commit(1), range(1, 7))
    made = receipt(hand, table.log.public_key, 6)
    made["log"]["entries"][3]["discards"][1] = made["log"]["entries"][3]["discards"][0]
    log = Log(table.name, table.keys.table)
    made["log"]["signs"] = [log.append(e).signature.hex() for e in made["log"]["entries"]]
    both_refuse(made, r"log\.entries\[3\]: a card went back wrongly")


# --- the chain of heads


@pytest.fixture
def three_hands(table, tmp_path):
    """Receipts of three hands in a row, and the public log of them."""
    paths, lines = [], b""
    for number in range(3):
        hand = play_holdem(table.commit(number), [1, 2, 3])
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(canonical(receipt(hand, table.log.public_key, 1)))
        pairs = zip(hand.entries, hand.heads, strict=True)
        lines += b"".join(log_line(entry, head) for entry, head in pairs)
    (tmp_path / "log").write_bytes(lines)
    return [str(path) for path in paths], tmp_path / "log"


def test_receipts_of_one_history_pass_together(three_hands, capsys):
    paths, log = three_hands
    assert verify.main([*paths, "--log", str(log)]) == 0
    said = capsys.readouterr().out
    assert "3 hands and 0 voids" in said
    assert said.endswith("VERIFIED\n")


def test_a_forked_log_is_caught(tmp_path, capsys):
    """Two players of one table are told two histories; each alone looks good."""
    cheat, paths = Cheat(), []
    for fork in range(2):
        log = cheat.log()
        log.append({"kind": "other past", "fork": fork})
        hand = cheat.hand(1, log=log)
        paths.append(tmp_path / f"{fork}.json")
        paths[-1].write_bytes(canonical(cheat.played(hand)))
        assert verify.main([str(paths[-1])]) == 0
    assert verify.main([str(path) for path in paths]) == 1
    assert "FORKED LOG" in capsys.readouterr().out


def test_a_receipt_of_another_history_is_not_in_the_public_log(three_hands, tmp_path, capsys):
    _, log = three_hands
    other = FairTable(ScriptedNoise(good()), True, "Test 1")
    hand = play_holdem(other.commit(0), [1, 2, 3])
    (tmp_path / "x.json").write_bytes(canonical(receipt(hand, other.log.public_key, 1)))
    other.close()
    assert verify.main([str(tmp_path / "x.json"), "--log", str(log)]) == 1
    assert "NOT VERIFIED" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["drop", "swap", "repeat", "edit", "cut off"])
def test_a_public_log_that_was_touched_is_caught(three_hands, what, capsys):
    paths, log = three_hands
    lines = log.read_bytes().splitlines(keepends=True)
    if what == "drop":
        del lines[4:8]  # a whole hand goes missing
    elif what == "swap":
        lines[0:4], lines[4:8] = lines[4:8], lines[0:4]
    elif what == "repeat":
        lines[8:8] = lines[4:8]
    elif what == "edit":
        lines[7] = lines[7].replace(b'"dealt":[1', b'"dealt":[2')
    else:
        del lines[8:]
    log.write_bytes(b"".join(lines))
    assert verify.main([*paths, "--log", str(log)]) == 1
    said = capsys.readouterr().out
    assert re.search(r"NOT VERIFIED  (log line \d+: |.*not in the public log)", said)


def test_voids_are_counted(table, tmp_path, capsys):
    lines = b""
    for number in range(3):
        hand = table.commit(number)
        hand.void("test") if number == 1 else play_holdem(hand, [1, 2])
        lines += b"".join(map(log_line, hand.entries, hand.heads))
    (tmp_path / "log").write_bytes(lines)
    key = table.log.public_key.hex()
    assert verify.main(["--log", str(tmp_path / "log"), "--key", key]) == 0
    assert "2 hands and 1 voids" in capsys.readouterr().out


# --- the command


def test_the_file_runs_alone(text, tmp_path):
    """Copied away from everything else, with an empty search path."""
    alone = tmp_path / "verify.py"
    alone.write_text(Path(verify.__file__).read_text())
    (tmp_path / "r.json").write_bytes(text)
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(alone), "r.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("VERIFIED\n")


def test_a_receipt_may_come_through_a_pipe(text):
    """stormdeck rng receipt | stormdeck verify-hand -"""
    ran = subprocess.run(
        [sys.executable, "-I", verify.__file__, "-"], input=text, capture_output=True
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.endswith(b"VERIFIED\n")


def test_a_trailing_newline_is_allowed_and_no_more(text):
    assert no_reason(text + b"\n") == ""
    assert "not as the table wrote it" in no_reason(text + b"\n\n")


HOSTILE = {
    "nothing": b"",
    "no json": b"hello",
    "cut off": b'{"cards":[',
    "a number": b"7",
    "null": b"null",
    "a list": b"[]",
    "wrong types": b'{"cards":{},"key":5,"log":[],"seat":"x","stormdeck":1}',
    "deep": b"[" * 200_000,
    "long number": b'{"seat":' + b"9" * 100_000 + b"}",
    "not text": bytes(range(256)),
    "too big": b" " * (verify.BYTES_MAX + 5),
    "infinity": b'{"seat":Infinity}',
    "qr nonsense": b"SD1/1/1/00000000/AAAA",
    "qr missing part": b"SD1/2/3/00000000/AAAA\nSD1/3/3/00000000/AAAA",
    "qr empty": b"SD1/",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_bad_input_gives_one_line_and_status_1(tmp_path, capsys, data):
    (tmp_path / "r").write_bytes(data)
    assert verify.main([str(tmp_path / "r")]) == 1
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert said.out.startswith("NOT VERIFIED")
    assert len(said.out) < 400


def test_what_cannot_be_read_gives_one_line_and_status_2(tmp_path, capsys):
    for path in (tmp_path / "missing", tmp_path):
        assert verify.main([str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("value", [-1, 2**70, "x", None, True, [], {}, 1.5, "00" * 50_000])
def test_any_field_of_any_type_is_refused_with_its_place(made, value):
    """Hostile values in each field, deep or shallow: one line, never a traceback."""
    for path in paths_of(made):
        changed = copy.deepcopy(made)
        spot = changed
        for key in path[:-1]:
            spot = spot[key]
        if spot[path[-1]] == value and type(spot[path[-1]]) is type(value):
            continue
        spot[path[-1]] = value
        assert no_reason(canonical(changed)), path


def paths_of(value, at=()):
    """Every field; the first and the fourth item of each list."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        if isinstance(value, list) and key not in (0, 3):
            continue
        yield (*at, key)
        if isinstance(inner, dict | list):
            yield from paths_of(inner, (*at, key))


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    import base64
    import zlib
    from hashlib import sha256

    packed = base64.b32encode(zlib.compress(b" " * 50_000_000, 9)).rstrip(b"=")
    check = sha256(packed).hexdigest()[:8].upper().encode()
    assert len(verify.from_qr(b"SD1/1/1/" + check + b"/" + packed)) <= verify.BYTES_MAX


def test_a_pinned_key_is_demanded(text, made, tmp_path, capsys):
    (tmp_path / "r").write_bytes(text)
    assert verify.main([str(tmp_path / "r"), "--key", made["key"]]) == 0
    assert verify.main([str(tmp_path / "r"), "--key", "00" * 32]) == 1
    assert verify.main([str(tmp_path / "r"), "--key", "zz"]) == 1
    assert "must be 64 hex digits" in capsys.readouterr().out


def test_the_code_from_the_screen_is_demanded(text, tmp_path, capsys):
    (tmp_path / "r").write_bytes(text)
    seen = verify.code(verify.Hand(text).commitment)
    assert verify.main([str(tmp_path / "r"), "--code", seen]) == 0
    assert verify.main([str(tmp_path / "r"), "--code", "AAAA-BBBB-CCCC"]) == 1
    assert f"code: {seen}, not the one that you saw" in capsys.readouterr().out


def test_a_log_that_is_one_endless_line_is_not_swallowed(text, made, tmp_path, capsys):
    (tmp_path / "r").write_bytes(text)
    with open(tmp_path / "log", "wb") as log:
        log.truncate(1 << 33)  # eight gigabytes of nothing, on no disk
    assert verify.main([str(tmp_path / "r"), "--log", str(tmp_path / "log")]) == 1
    assert "log line 1: not readable" in capsys.readouterr().out


def test_a_reshuffle_out_of_turn_is_caught(table):
    hand = play_draw(table.commit(1), range(1, 7))
    made = receipt(hand, table.log.public_key, 6)
    made["log"]["entries"][3]["round"] = 2
    log = Log(table.name, table.keys.table)
    made["log"]["signs"] = [log.append(e).signature.hex() for e in made["log"]["entries"]]
    both_refuse(made, r"log\.entries\[3\]\.round: not the next one")


def test_the_receipt_is_plain_json(text):
    assert json.loads(text)["stormdeck"] == 1


@pytest.mark.parametrize("kind", ["52", "52 + joker", "40 + joker", "32", "36"])
def test_every_deck_of_the_games_is_named(kind):
    assert "NO USUAL DECK" not in verify.deck_words(bytes(decks(kind)))
    assert verify.deck_words(bytes(decks(kind, 6))).endswith("times 6")


def test_a_deck_with_a_second_ace_of_spades_meets_the_eye():
    """A table could declare such a deck before the cut: the receipt then says so."""
    crooked = bytes(51 if card == 48 else card for card in range(52))
    assert verify.deck_words(crooked) == "52 cards each, NO USUAL DECK: missing Ac; twice As"
