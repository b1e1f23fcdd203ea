"""The verifier passes what is true, and not a byte of it can be changed."""

import re

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness import verify, verify_v1
from firmware.fairness.demonstration import (
    HOLDEM,
    Stations,
    cut,
    deal,
    play_craps,
    play_draw,
    play_holdem,
    play_stud,
)
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Terms
from firmware.fairness.receipt import Earlier, receipt
from firmware.fairness.verify import BUTTON_PLAN
from tests.fairness.cheat import Cheat
from tests.fairness.refusing import no_reason
from tests.fairness.second_check import problems

pytestmark = pytest.mark.usefixtures("_sign_once")


def both_pass(hand, key, seat, *rest) -> verify.Hand:
    data = canonical(receipt(hand, key, seat, *rest))
    assert no_reason(data) == ""
    assert problems(data) == []
    return verify.Hand(data)


@pytest.mark.parametrize("seat", [0, 1, 3, 6])
def test_an_honest_hand_passes_both_checks(table, seat):
    hand = play_holdem(table.commit(1), range(1, 7), shown=(1, 2), digits="123456789012")
    both_pass(hand, table.log.public_key, seat)


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ("button: high card", ["As", "Kd", "2d", "2c"]),
        ("button: low card", ["2c", "2d", "Kd", "As"]),
        ("button: low card, ace low", ["As", "2c", "2d", "Kd"]),
    ],
)
def test_which_card_draws_the_button(rule, first):
    """000 L1848: the high card; in lowball the low one (002 L133), whose ace may be low."""
    drawn = [verify.NAMES.index(card) for card in ("2d", "As", "Kd", "2c")]
    best = sorted(drawn, key=verify.BUTTON[rule], reverse=True)
    assert [verify.NAMES[card] for card in best] == first


@pytest.mark.parametrize("seats", [2, 6, 8])
def test_a_draw_with_mixes_and_a_reshuffle_passes_both_checks(table, seats):
    hand = play_draw(table.commit(1), range(1, seats + 1))
    for seat in (0, 1, seats):
        both_pass(hand, table.log.public_key, seat)


@pytest.mark.parametrize("seats", [2, 7, 8])
def test_stud_passes_both_checks_when_the_deck_runs_short_too(table, seats):
    hand = play_stud(table.commit(1), range(1, seats + 1))
    for seat in (0, 1, seats):
        both_pass(hand, table.log.public_key, seat)


def test_dice_fall_as_the_shares_say(table):
    hand = play_craps(table.commit(1), [1, 2, 3])
    assert hand.terms.button == 3
    throws = [answer[1:] for answer in hand.answers if isinstance(answer[0], int)]
    assert all(len(dice) == 2 and set(dice) <= {1, 2, 3, 4, 5, 6} for dice in throws)
    both_pass(hand, table.log.public_key, 0)


def test_cards_that_were_asked_for_are_logged_before_they_are_dealt(table):
    """A round against a bank: two each and two for the bank, then a third for seat 2."""
    hand = table.commit(1, ("52", 8))
    plan = (("give", 1, 2, -3, 1, 2, -3), ("more", 2))
    stations = cut(hand, Terms("baccarat", "", 3, (1, 2, 3), plan))
    deal(hand, stations, 0)
    hand.step(1, (2,), (), ())
    assert hand.due == "next"
    hand.announce()
    stations.mix()
    hand.deal(hand.wanted)
    hand.show([n for n, to in enumerate(hand.to) if to != 1])
    hand.finish([], [(2, 1000)])
    assert [to for to in hand.to if to == 2] == [2, 2, 2]
    both_pass(hand, table.log.public_key, 1)


def test_a_hand_of_pan_may_draw_till_its_block_is_used_up(table):
    """000 L113, L1438: whoever uses no card lets the next one draw, so two who use none draw 300
    times. Links are there for 256 mixes; after them the cards come as they lie."""
    hand = table.commit(1, ("320 of pan", 1))
    plan = (("give", *([1] * 5 + [2] * 5) * 2), ("more", 64))
    stations = cut(hand, Terms("panguingue", "", 1, (1, 2), plan))
    deal(hand, stations, 0)
    for _ in range(300):
        hand.step(1, (0,), (), ())
        hand.announce()
        if hand.due == "mix":
            stations.mix()
        hand.deal(hand.wanted)
    hand.finish()
    assert max(entry["n"] for entry in hand.entries if entry["kind"] == "mix") == 256
    both_pass(hand, table.log.public_key, 1)


def test_who_witnessed_a_hand_signed_one_of_its_heads(made):
    passing = verify.Hand(canonical(made))
    assert "  note   not witnessed" in [*passing.notes()]
    key, size = Ed25519PrivateKey.generate(), max(passing.heads)
    head = verify.label("witness", "cage", made["key"], size) + passing.heads[size]
    witness = {
        "name": "cage",
        "key": key.public_key().public_bytes_raw().hex(),
        "size": size,
        "sign": key.sign(head).hex(),
    }
    data = canonical(made | {"witness": [witness]})
    assert problems(data) == []
    assert f"witnessed by cage, key {witness['key'][:16]}" in "".join(verify.Hand(data).notes())
    for lie, why in (
        ({"size": size - 1}, "not what the witness signed"),
        ({"name": "bank"}, "not what the witness signed"),
        ({"size": size + 1}, "not of a head of this hand"),
    ):
        assert why in no_reason(canonical(made | {"witness": [witness | lie]}))


@pytest.mark.parametrize("number", [20, 21, 999])
def test_a_card_that_was_never_dealt_is_not_opened(made, number):
    """Twelve in hands, three burns and five on the board: 0 to 19."""
    made["cards"][0]["open"][-1][0] = number
    assert "not a card dealt from this deck" in no_reason(canonical(made))


@pytest.mark.parametrize(
    "deck",
    [("52 + joker", 1), ("40 + joker", 1), ("32", 1), ("36", 1), ("52", 8), ("52 + joker", 19)],
)
def test_every_deck_passes_both_checks(table, deck):
    hand = play_holdem(table.commit(1, deck), range(1, 4), shown=(2,))
    both_pass(hand, table.log.public_key, 1)


def test_a_hand_after_a_void_shows_the_void_with_all_its_decks(table):
    first = table.commit(1)
    stations = Stations(first, [1, 2, 3])
    first.close(Terms("texas-holdem", "", 3, (1, 2, 3), HOLDEM))
    first.shares.open(1, stations.shares[1].open(0))
    first.shares.open(2, stations.shares[2].open(0))
    first.void("Seat 3 did not open: new decks.", "table")
    earlier = Earlier(*first.before)
    earlier.entries += first.entries
    earlier.signs += [first.heads[n].signature for n in (1, 2)]
    second = play_holdem(table.commit(1, attempt=2), [1, 2])
    found = both_pass(second, table.log.public_key, 1, earlier)
    assert found.counted_voids == 1


def test_a_void_names_who_did_not_open_until_the_cards_are_cut(table):
    """Who keeps his share shut costs the others a deal: the log says which seat it was."""
    hand = table.commit(1)
    stations = Stations(hand, [1, 2, 3])
    hand.close(Terms("texas-holdem", "", 3, (1, 2, 3), HOLDEM))
    hand.shares.open(2, stations.shares[2].open(0))
    hand.void("Seats 1 and 3 did not open: new decks.", "table")
    assert hand.entries[-1]["missing"] == [1, 3]


def test_a_tile_is_named_by_its_ends():
    """The highest, the lowest, and the cards on either side of them."""
    named = {64: "tile 6-6", 84: "tile 1-1", 52: "Joker", 63: "card 63", 85: "card 85"}
    assert {card: verify.name(card) for card in named} == named
    tiles = {96: "tile 1", 104: "tile 9", 105: "window", 95: "card 95", 106: "card 106"}
    assert {card: verify.name(card) for card in tiles} == tiles


def test_a_second_draw_for_the_button_counts_like_a_void(table):
    """What it buys is the same: other decks."""
    earlier = Earlier(table.log.size, table.log.peaks)
    for attempt in (1, 2, 3):
        drawn = table.commit(1, attempt=attempt)
        stations = Stations(drawn, [1, 2])
        drawn.close(Terms("button: high card", "", 0, (1, 2), BUTTON_PLAN))
        stations.open()
        button, _ = drawn.draw()
        earlier.entries += drawn.entries
        earlier.signs += [head.signature for head in drawn.heads[1:]]
    hand = play_holdem(table.commit(1, attempt=4), [3 - button, button])
    assert both_pass(hand, table.log.public_key, 1, earlier).counted_voids == 2


def test_a_card_for_the_button_goes_to_as_many_seats_as_there_are_cards(table):
    earlier, seats = Earlier(table.log.size, table.log.peaks), tuple(range(1, 53))
    drawn = table.commit(1)
    stations = Stations(drawn, seats)
    drawn.close(Terms("button: high card", "", 0, seats, BUTTON_PLAN))
    stations.open()
    button, cards = drawn.draw()
    assert len({*cards}) == 52
    earlier.entries += drawn.entries
    earlier.signs += [head.signature for head in drawn.heads[1:]]
    hand = play_holdem(table.commit(1, attempt=2), [button % 52 + 1, button])
    both_pass(hand, table.log.public_key, button, earlier)


@pytest.mark.parametrize("of", [verify, verify_v1])
def test_where_a_receipt_is_not_as_it_was_written_is_named(of):
    for data, at in ((b'{"a":1,"b": 2}', 11), (b'{"a":1} ', 7), (b' {"a":1}', 0)):
        with pytest.raises(of.Wrong, match=f"not as the table wrote it, from byte {at} on"):
            of.load(data, "receipt")


@pytest.mark.parametrize("of", [verify, verify_v1])
def test_a_file_that_is_too_big_to_be_a_receipt_is_not_read_to_its_end(of, tmp_path, capsys):
    file = tmp_path / "receipt"
    for more, why in ((0, "not readable"), (1, "too big to be one"), (9, "too big to be one")):
        file.write_bytes(b"[" + b" " * (of.BYTES_MAX - 1 + more))
        assert of.main([str(file)]) == 1
        assert why in capsys.readouterr().out
    assert len(of.read(str(file))) == of.BYTES_MAX + 1


@pytest.mark.parametrize("moment", ["committed", "sealed", "dealt"])
def test_a_void_hand_passes_and_says_so(table, moment):
    hand = table.commit(1)
    terms = Terms("texas-holdem", "", 2, (1, 2), HOLDEM)
    if moment == "sealed":
        Stations(hand, [1, 2])
        hand.close(terms)
    if moment == "dealt":
        deal(hand, cut(hand, terms), 0)
    hand.void("A station failed.")
    checked = both_pass(hand, table.log.public_key, 1)
    assert any("did not count: A station failed." in line for line in checked.words())


def test_the_words_name_the_cards_that_were_dealt(table):
    hand = play_holdem(table.commit(1, time=1_790_000_000), [1, 2, 3], shown=(2,))
    lines = "\n".join(both_pass(hand, table.log.public_key, 1).words())
    mine = [verify.NAMES[dealt.card] for dealt in hand.dealt if dealt.to == 1]
    board = [verify.NAMES[dealt.card] for dealt in hand.dealt if dealt.to == 0]
    assert f"yours  {' '.join(mine)}" in lines
    assert f"board  {' '.join(board)}" in lines
    assert "Table Test 1, hand 1, 21 Sep 2026" in lines
    assert "SIMULATION" in lines
    assert "you did not cut" in lines


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


def test_a_red_pack_and_a_blue_one_are_shuffled_and_mixed_apart(table):
    """Craps: longer than other shares reach, a card of each pack a draw."""
    hand = table.commit(1, ("24, red and blue", 16))
    stations = cut(hand, Terms("craps", "", 3, (1, 2), (("give", -3, -3), ("more", 2))))
    deal(hand, stations, 0)
    for _ in range(34):
        hand.step(1, (-3, -3), (), ())
        hand.announce()
        stations.mix()
        hand.deal(hand.wanted)
    assert all(one.place % 2 == one.number % 2 for one in hand.dealt)
    hand.show(range(len(hand.to)))
    hand.finish([], [(2, 1000)])
    both_pass(hand, table.log.public_key, 0)


# --- what is told, and of whom


def test_every_card_is_named_once_yours_the_board_and_those_of_others(made):
    hand = verify.Hand(canonical(made))
    told = {line.split()[0]: line.split()[1:] for line in hand.told() if line.startswith("  ")}
    assert [len(told[whose]) for whose in ("yours", "board", "shown")] == [2, 5, 4]
    assert len({*told["yours"], *told["board"], *told["shown"]}) == 11


def test_whose_digits_were_in_it(table):
    hand = play_holdem(table.commit(1), [1, 2, 3], digits="483920")
    for seat, words in (1, "you did not cut"), (3, "your digits were in it"):
        hers = verify.Hand(canonical(receipt(hand, table.log.public_key, seat)))
        assert any(words in line for line in hers.notes())
        assert f"seat {seat}" in next(iter(hers.words()))
    nobody_s = verify.Hand(canonical(receipt(hand, table.log.public_key, 0)))
    assert "the rail" in next(iter(nobody_s.words()))
    assert not any("cut" in line or "digits" in line for line in nobody_s.notes())


def test_digits_of_another_than_the_cutter_are_refused():
    cheat = Cheat()
    made = cheat.played(cheat.hand(), digits="483920")
    assert no_reason(canonical(made)) == ""
    (typed,) = [entry for entry in made["log"]["entries"] if entry["kind"] == "digits"]
    typed["seat"] = 1
    assert "somebody who does not cut" in no_reason(canonical(cheat.resigned(made)))


@pytest.mark.parametrize("words", [["--log", "hands.jsonl"], ["--key", "00" * 32], []])
def test_a_log_is_checked_only_with_its_key(words, capsys):
    with pytest.raises(SystemExit):
        verify.main(words)
    assert "--log together with --key" in capsys.readouterr().err


def test_lines_of_version_1_stand_before_all_others():
    """They are part of the tree; once a line of this version has come, no older one does."""
    log = verify.PublicLog(bytes(32))
    line = canonical({"entry": {"hand": 1}, "sign": ""})
    log.line(line, "line 1")
    assert (log.old, log.log.size) == (1, 1)
    log.attempt = 1
    with pytest.raises(verify.Wrong):
        log.line(line, "line 2")


def test_a_log_goes_back_and_never_on(table):
    before = table.log.size, [*table.log._tree.peaks]
    play_holdem(table.commit(1), [1, 2])
    end = table.log.size, [*table.log._tree.peaks]
    table.log.back_to(*end)
    assert table.log.size == end[0], "nothing came since"
    table.log.back_to(*before)
    assert table.log.size == before[0]
    with pytest.raises(AssertionError):
        table.log.back_to(*end)
