"""What a house can try that holds the controller, its keys, some stations and some players. Each
trick ends NOT VERIFIED, or it gains nothing; what remains is said in docs/fairness.md."""

import copy
import importlib
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.controller.opening import Opening
from firmware.fairness import verify
from firmware.fairness.deck import Slot, lay
from firmware.fairness.demonstration import HOLDEM, Stations, cut, deal
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Hand, Terms
from firmware.fairness.receipt import Earlier, receipt
from firmware.fairness.share import Share, cut_key
from firmware.fairness.share import cut as cut_of
from firmware.table.commands import VoidHand
from lab.judges.deck_statistics import ALARM, chi_square
from tests.fairness.cheat import Cheat
from tests.fairness.refusing import both_refuse, no_reason
from tests.fairness.second_check import problems

HERE = "test_dishonest_house"
TRICKS = {  # of docs/fairness.md: each by its test
    "search for decks before the commitment": (
        HERE, "test_whatever_was_searched_for_one_unknown_share_makes_every_place_equally_likely"),
    "open only the shares that one likes": (HERE, "test_shares_are_opened_all_or_none"),
    "choose seats, plan, burns after the cut": (
        HERE, "test_what_steers_the_cards_is_fixed_before_a_share_is_opened"),
    "two commitments under one code": (
        HERE, "test_the_square_is_the_whole_head_and_letters_alone_are_said_to_prove_little"),
    "read a touched spot a little to the left": (
        HERE, "test_other_digits_than_the_typed_ones_are_caught"),
    "know the shares before the digits": (HERE, "test_shares_opened_before_the_digits_are_caught"),
    "dice from the house's seeds": (
        HERE, "test_dice_that_did_not_fall_from_the_opened_shares_are_caught"),
    "reshuffles from the house's seeds": (
        HERE, "test_a_reshuffle_that_the_house_chose_is_caught"),
    "a false deck, void until it is the one played": (
        HERE, "test_a_void_opens_all_of_its_decks_and_so_the_false_one"),
    "a void that keeps its decks shut": (HERE, "test_a_void_that_keeps_a_deck_closed_is_an_alarm"),
    "void as often as it takes": (HERE, "test_three_voids_in_a_thousand_hands_are_an_alarm"),
    "hide an attempt": (HERE, "test_an_attempt_that_was_left_out_of_the_receipt_is_caught"),
    "pay a winner whose cards were never opened": (
        HERE, "test_who_is_paid_at_a_showdown_is_open"),
    "pay somebody who was not in": (
        HERE, "test_who_was_not_in_at_the_end_is_not_paid"),
    "have the winner give up all of his cards": (
        HERE, "test_a_plan_that_hides_a_whole_hand_is_caught"),
    "let a friend have the button": (HERE, "test_who_drew_the_button_has_it"),
    "let a friend cut": (HERE, "test_only_who_asked_cuts"),
    "a deck of aces": (HERE, "test_a_deck_that_is_no_deck_is_caught"),
    "a card twice": (HERE, "test_a_card_that_came_twice_is_caught"),
    "a number twice": (HERE, "test_a_number_that_was_dealt_twice_is_caught"),
    "a new key": (HERE, "test_another_key_of_the_same_table_is_caught"),
    "steer by a fold, a draw or a hit": (
        HERE, "test_a_mix_that_was_left_out_or_chosen_is_caught"),
    "make a station open early": (
        HERE, "test_a_station_opens_once_and_only_under_the_square_that_it_drew"),
    "draw another face than was dealt": (
        "test_another_face", "test_what_lay_on_the_glass_is_not_what_the_log_says"),
    "more witnesses than there are": (
        HERE, "test_one_witness_is_not_two_and_a_table_is_none_of_its_own"),
    "two logs": ("test_forked_log", "test_a_story_that_the_bank_does_not_know_stops_the_table"),
    "read old folded cards with the journal's key": ("test_reader_of_old_hands", ""),
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("_sign_once")
MANY = 20_000  # deals; the soak runs a million


@pytest.fixture(scope="module")
def cheat() -> Cheat:
    return Cheat()


@pytest.fixture
def story(cheat) -> dict:
    return copy.deepcopy(cheat.played(cheat.hand()))


@pytest.fixture(scope="module")
def _sign_once():
    from functools import cache

    real, verify.signed = verify.signed, cache(verify.signed)
    yield
    verify.signed = real


def entry(made: dict, kind: str) -> dict:
    return next(one for one in made["log"]["entries"] if one["kind"] == kind)


@pytest.mark.parametrize("trick", TRICKS)
def test_every_trick_of_the_list_has_its_test(trick):
    module, name = TRICKS[trick]
    tests = vars(importlib.import_module(f"tests.attacks.{module}"))
    assert name in tests or (not name and any(one.startswith("test_") for one in tests))


def test_the_house_is_honest_when_it_changes_nothing(cheat, story):
    assert no_reason(canonical(cheat.resigned(story))) == ""


# --- search for decks before the commitment


def first_cards(deals: int, shares) -> list[int]:
    """Which place the first card comes from, with decks of the house's choice and one share that
    it does not know."""
    found = [0] * 52
    for n in range(deals):
        key = cut_key(("T", 1, 1), b"C" * 32, shares(n), "")
        found[cut_of(key, 4, 52).order[0]] += 1
    return found


def luck_of(seat: int, n: int) -> bytes:
    return random.Random(f"{seat} {n}").randbytes(32)


@pytest.mark.parametrize("deals", [MANY, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_whatever_was_searched_for_one_unknown_share_makes_every_place_equally_likely(deals):
    """Five of six shares are the house's and the best it found; the sixth is honest."""
    counts = first_cards(
        deals, lambda n: dict.fromkeys(range(1, 6), b"h" * 32) | {6: luck_of(6, n)}
    )
    assert chi_square("first", "", counts, [1] * 52).p > ALARM


def test_the_search_would_pay_where_all_stations_and_no_digits_are_the_houses():
    """What remains, and is said: nothing binds a house that knows every share."""
    counts = first_cards(2000, lambda n: dict.fromkeys(range(1, 7), b"h" * 32))
    assert max(counts) == 2000


@pytest.mark.parametrize("deals", [MANY, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_digits_that_nobody_guessed_bind_a_house_that_built_every_station(deals):
    found = [0] * 52
    for n in range(deals):
        digits = f"{random.Random(n).randrange(10**12):012d}"
        key = cut_key(("T", 1, 1), b"C" * 32, dict.fromkeys(range(1, 7), b"h" * 32), digits)
        found[cut_of(key, 4, 52).order[0]] += 1
    assert chi_square("first", "", found, [1] * 52).p > ALARM


# --- open only what one likes


def test_shares_are_opened_all_or_none(cheat, story):
    entry(story, "cut")["shares"].pop(2)
    both_refuse(cheat.resigned(story), "all or nothing")


def test_another_share_than_the_sealed_one_is_caught(cheat, story):
    entry(story, "cut")["shares"][0][1] = "00" * 32
    both_refuse(cheat.resigned(story), "opened what it had not sealed")


# --- choose seats, plan, burns after the cut


@pytest.mark.parametrize("what", ["seats", "plan", "one burn less"])
def test_what_steers_the_cards_is_fixed_before_a_share_is_opened(cheat, story, what):
    """Changed afterwards it is no longer what was signed; signed anew, the stations' square is
    another one, and so is the deal."""
    seals = entry(story, "seals")
    before = verify.Hand(canonical(story)).squares
    if what == "seats":
        seals["seats"] = seals["seats"][1:] + seals["seats"][:1]
    elif what == "plan":
        seals["plan"][0] = ["down", 3]
    else:
        seals["plan"].pop(1)
    both_refuse(story, "signature")
    made = cheat.resigned(story)
    both_refuse(made, ".")
    assert not set(before) & set(cheat_squares(made))


def cheat_squares(made: dict) -> dict:
    try:
        return verify.Hand(canonical(made)).squares
    except verify.Wrong:
        return {}


def test_a_seat_list_without_a_seal_for_each_is_caught(cheat, story):
    entry(story, "seals")["seats"].append(9)
    both_refuse(cheat.resigned(story), "had sealed no share")


def test_answers_that_the_plan_does_not_allow_are_caught(cheat, story):
    end = entry(story, "hand")
    for wrong in ([["out", 9]], [[1]], [[0], [0]], [[0], [1, 7]], [["keep"], [9]]):
        made = copy.deepcopy(story)
        entry(made, "hand")["answers"] = wrong
        both_refuse(cheat.resigned(made), ".")
    assert end["answers"][0] == [0]


# --- two commitments under one code


def test_the_square_is_the_whole_head_and_letters_alone_are_said_to_prove_little(story):
    hand = verify.Hand(canonical(story))
    [square] = [seen for seen, kind in hand.squares.items() if kind == "seals"]
    root = square.rpartition("/")[2]
    assert len(root) == 52  # 256 bits in base 32
    assert "after the seals" in verify.check_square(hand, square)
    assert "only a whole square" in verify.check_square(hand, root[:12])
    with pytest.raises(verify.Wrong, match="not one that the table signed"):
        verify.check_square(hand, square[:-1] + ("A" if square[-1] != "A" else "E"))


# --- read a touched spot a little to the left


def test_other_digits_than_the_typed_ones_are_caught(cheat):
    made = cheat.played(cheat.hand(), seat=6, digits="483920")
    assert no_reason(canonical(made)) == ""
    verify.check_digits(verify.Hand(canonical(made)), "483920")
    with pytest.raises(verify.Wrong, match="not the digits that you typed"):
        verify.check_digits(verify.Hand(canonical(made)), "483921")
    entry(made, "digits")["digits"] = "483921"
    both_refuse(cheat.resigned(made), ".")


def test_shares_opened_before_the_digits_are_caught(cheat):
    """Who knew the shares would choose the deck by the digits."""
    made = cheat.played(cheat.hand(), digits="483920")
    made["log"]["entries"] = [e for e in made["log"]["entries"] if e["kind"] != "digits"]
    both_refuse(cheat.resigned(made), "before the cutter's digits were logged")


# --- a false deck, void until it is the one played


def stacked(prepared, which: int = 0):
    """One deck in the wrong order, its root committed to."""
    other = lay(b"x" * 32, Slot("T", prepared.hand, f"{prepared.attempt}.{which}"), range(52))
    decks = [other if j == which else deck for j, deck in enumerate(prepared.decks)]
    return replace(prepared, decks=tuple(decks))


def test_a_false_deck_passes_one_time_in_four():
    cheat, caught = Cheat([1, 2]), 0
    for _number in range(40):
        made = cheat.played(cheat.hand(change=stacked), seat=1)
        caught += bool(no_reason(canonical(made)))
    assert 18 <= caught <= 39  # 30 are expected


def test_a_void_opens_all_of_its_decks_and_so_the_false_one(cheat):
    hand = cheat.hand(change=stacked)
    cheat.sealed(hand)
    hand.void("Seat 3 did not open: new decks.")
    both_refuse(receipt(hand, cheat.log().public_key, 1), "deck 1 is not the one")


def test_a_void_that_keeps_a_deck_closed_is_an_alarm(cheat):
    hand = cheat.hand()
    cheat.sealed(hand)
    hand.void("Seat 3 did not open: new decks.")
    made = receipt(hand, cheat.log().public_key, 1)
    made["log"]["entries"][-1]["seeds"][2] = ""
    both_refuse(cheat.resigned(made), "void")


@pytest.mark.parametrize(
    ("what", "lie", "why"),
    [
        ("shown", [[0, 12]], "not the card that was sealed"),
        ("answers", [["draw", 1, 2]], "cards of a deck that was not cut"),
    ],
)
def test_a_void_before_the_cut_shows_no_card_and_no_draw(cheat, what, lie, why):
    """No card was dealt: one that is told nevertheless, or a draw, was never anybody's."""
    hand = cheat.hand()
    cheat.sealed(hand)
    hand.void("Seat 3 did not open: new decks.")
    made = receipt(hand, cheat.log().public_key, 1)
    made["log"]["entries"][-1][what] = lie
    both_refuse(cheat.resigned(made), why)


def test_three_voids_in_a_thousand_hands_are_an_alarm(cheat):
    assert no_reason(canonical(cheat.played(cheat.hand(voids=2)))) == ""
    both_refuse(cheat.played(cheat.hand(voids=3)), "ALARM: 3 deals voided")


def test_an_attempt_that_was_left_out_of_the_receipt_is_caught(cheat):
    log = cheat.log()
    first = Hand(cheat.prepared(), log, 0, True)
    cheat.sealed(first)
    first.void("new decks")
    second = Hand(cheat.prepared(attempt=2), log, 0, True)
    stations = cheat.sealed(second)
    stations.open()
    second.cut()
    cheat.dealt(second, stations)
    alone = receipt(second, log.public_key, 3)
    both_refuse(alone, "not the next attempt")
    earlier = Earlier(*first.before)
    earlier.entries += first.entries
    earlier.signs += [first.heads[n].signature for n in (1, 2)]
    assert no_reason(canonical(receipt(second, log.public_key, 3, earlier))) == ""


# --- pay a winner whose cards were never opened


def test_who_is_paid_at_a_showdown_is_open(cheat):
    hand = cheat.hand()
    stations = cheat.sealed(hand)
    stations.open()
    hand.cut()
    for step in range(len(HOLDEM)):
        deal(hand, stations, step)
    hand.show([dealt.number for dealt in hand.dealt if dealt.to == 1])
    hand.finish([3, 4, 5, 6], [(2, 1000)])
    both_refuse(receipt(hand, cheat.log().public_key, 1), "seat 2 was paid")


# --- a deck of aces, a number twice, a new key


@pytest.mark.parametrize(
    ("down", "hides", "good"),
    [
        (("down", 3, "drop"), 0, True),
        (("down", 3, "drop"), 1, True),
        (("down", 3, "drop"), 2, False),
        (("down", 3), 1, False),
    ],
)
def test_who_is_paid_hides_no_more_than_the_card_that_the_plan_has_him_give_up(
    cheat, down, hides, good
):
    """Pineapple: three cards, one of them given up face down; the other two win, or do not."""
    hand = cheat.hand()
    plan = (down, ("board", 5))
    stations = Stations(hand, [1, 2])
    hand.close(Terms("pineapple", "", 2, (1, 2), plan))
    stations.open()
    hand.cut()
    for step in range(len(plan)):
        deal(hand, stations, step)
    of_winner = [dealt.number for dealt in hand.dealt if dealt.to == 1]
    others = [dealt.number for dealt in hand.dealt if dealt.to != 1]
    hand.show([*others, *of_winner[hides:]])
    hand.finish([], [(1, 1000)])
    made = receipt(hand, cheat.log().public_key, 2)
    if good:
        assert no_reason(canonical(made)) == ""
        assert problems(canonical(made)) == []
    else:
        both_refuse(made, "seat 1 was paid, and its hand was not opened")


WON = {
    "a seat without cards": [[9, 1000]],
    "a seat that folded": [[4, 1000]],
    "the winner, and a seat without cards": [[1, 500], [9, 500]],
    "the winner, twice": [[1, 500], [1, 500]],
}


@pytest.mark.parametrize("who", WON)
def test_who_was_not_in_at_the_end_is_not_paid(cheat, story, who):
    entry(story, "hand")["won"] = WON[who]
    both_refuse(cheat.resigned(story), "won: (seat . was paid, and was not in|not in order)")


def test_who_folded_is_not_paid_what_all_left_to_another(cheat):
    hand = cheat.hand()
    stations = cheat.sealed(hand)
    stations.open()
    hand.cut()
    deal(hand, stations, 0)
    hand.finish([2, 3, 4, 5, 6], [(4, 1000)])
    made = receipt(hand, cheat.log().public_key, 2)
    both_refuse(made, "seat 4 was paid, and was not in at the end")


PLANS = {
    "every card": [["down", 1, "drop"], ["down", 1, "drop"]],
    "the only card": [["down", 1, "drop"]],
    "a later one": [["down", 1], ["down", 2, "drop"]],
}


@pytest.mark.parametrize("which", PLANS)
def test_a_plan_that_hides_a_whole_hand_is_caught(cheat, story, which):
    entry(story, "seals")["plan"][:1] = PLANS[which]
    data = canonical(cheat.resigned(story))
    assert "plan: only one of several cards is given up unseen" in no_reason(data)
    assert problems(data) == ["one card given up"]


@pytest.mark.parametrize(("askers", "cutter"), [([3], 0), ([], 6), ([3], 6)])
def test_only_who_asked_cuts(cheat, askers, cutter):
    story = copy.deepcopy(cheat.played(cheat.hand(), digits="483920" if cutter else ""))
    entry(story, "seals")["askers"] = askers
    both_refuse(cheat.resigned(story), "who cuts is not one of those who asked to")


def with_a_draw(cheat: Cheat, friend: bool, plan=verify.BUTTON_PLAN) -> dict:
    """The button is drawn; then it lies where it was drawn, or before a friend of the house."""
    log, seats = cheat.log(), tuple(cheat.seats)
    drawn = Hand(cheat.prepared(), log, 0, True)
    stations = Stations(drawn, seats)
    drawn.close(Terms("button: high card", "", 0, seats, plan))
    stations.open()
    button, _ = drawn.draw()
    hand = Hand(cheat.prepared(attempt=2), log, 0, True)
    where = next(seat for seat in seats if (seat == button) != friend)
    stations = cut(hand, Terms("texas-holdem", "", where, seats, HOLDEM))
    cheat.dealt(hand, stations)
    earlier = Earlier(*drawn.before)
    earlier.entries += drawn.entries
    earlier.signs += [head.signature for head in drawn.heads[1:]]
    return receipt(hand, log.public_key, 3, earlier)


def test_the_button_is_drawn_by_its_own_plan_and_no_other(cheat):
    story = with_a_draw(cheat, friend=False, plan=HOLDEM)
    both_refuse(story, "not what was sealed")


def test_who_drew_the_button_has_it(cheat):
    assert no_reason(canonical(with_a_draw(cheat, friend=False))) == ""
    both_refuse(with_a_draw(cheat, friend=True), "button: seat . drew it")


def test_a_deck_that_is_no_deck_is_caught(cheat, story):
    entry(story, "commit")["deck"] = ["aces", 13]
    both_refuse(cheat.resigned(story), "no deck")


def test_a_card_that_came_twice_is_caught(cheat):
    def doubled(prepared):
        decks = [
            lay(s, Slot("T", 1, f"1.{j}"), [*range(51), 0]) for j, s in enumerate(prepared.seeds)
        ]
        return replace(prepared, decks=tuple(decks))

    assert no_reason(canonical(cheat.played(cheat.hand(change=doubled))))


def test_a_discard_that_comes_again_out_of_one_deck_is_caught():
    """Each card lies in it once; only a reshuffle, with its own root, brings one back."""
    from firmware.fairness.demonstration import play_draw

    def pairs(prepared):
        false = lay(b"x" * 32, Slot("T", 1, "1.0"), [*range(26)] * 2)
        return replace(prepared, decks=(false, *prepared.decks[1:]))

    def discard_came_again() -> tuple[bool, str]:
        hand = play_draw(cheat.hand(change=pairs), [1, 2])
        made = receipt(hand, cheat.log().public_key, 1)
        cards = [card for _, card, _ in made["cards"][0]["open"]]
        thrown, kept = cards[:3], cards[3:]
        alone = len({*thrown}) == 3 and len({*kept}) == len(kept)
        return alone and bool({*thrown} & {*kept}), no_reason(canonical(made))

    cheat = Cheat([1, 2])
    hands = (discard_came_again() for _ in range(500))
    played = next(why for again, why in hands if again and "committed" not in why)
    assert "came too often" in played


def test_a_number_that_was_dealt_twice_is_caught(cheat, tmp_path, capsys):
    log = cheat.log()
    for n in (1, 2):
        made = cheat.played(cheat.hand(number=1, log=log))
        (tmp_path / f"{n}.json").write_bytes(canonical(made))
    assert verify.main([str(tmp_path / "1.json"), str(tmp_path / "2.json")]) == 1
    assert "a hand of this number was dealt before" in capsys.readouterr().out


def test_another_key_of_the_same_table_is_caught(cheat, tmp_path, capsys):
    for n, house in enumerate((cheat, Cheat()), 1):
        (tmp_path / f"{n}.json").write_bytes(canonical(house.played(house.hand(number=n))))
    assert verify.main([str(tmp_path / "1.json"), str(tmp_path / "2.json")]) == 1
    assert "another key of the same table" in capsys.readouterr().out


# --- more witnesses than there are


def witnessed(made: dict, *signers: tuple[str, Ed25519PrivateKey]) -> dict:
    """By whoever is named, each with its key: all of them sign the last head."""
    heads = verify.Hand(canonical(made)).heads
    size = max(heads)
    signed = []
    for name, key in signers:
        said = verify.label("witness", name, made["key"], size) + heads[size]
        public = key.public_key().public_bytes_raw().hex()
        signed.append({"name": name, "key": public, "size": size, "sign": key.sign(said).hex()})
    return {**made, "witness": signed}


def test_one_witness_is_not_two_and_a_table_is_none_of_its_own(cheat, story):
    """The bank's key signs again, also as somebody else; or the table's own key signs."""
    bank, auditor = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    assert no_reason(canonical(witnessed(story, ("bank", bank), ("auditor", auditor)))) == ""
    for second in "bank", "regulator":
        both_refuse(witnessed(story, ("bank", bank), (second, bank)), r"witness\[1\].*another")
    both_refuse(witnessed(story, ("auditor", cheat.ring.table)), r"witness\[0\].*of the table")


# --- steer the next card by a fold, a draw or a hit


def test_a_mix_that_was_left_out_or_chosen_is_caught(table):
    from firmware.fairness.demonstration import play_stud

    hand = play_stud(table.commit(1), [1, 2, 3])
    made = receipt(hand, table.log.public_key, 1)
    assert no_reason(canonical(made)) == ""
    at = next(n for n, e in enumerate(made["log"]["entries"]) if e["kind"] == "mix")
    left_out = copy.deepcopy(made)
    del left_out["log"]["entries"][at]
    both_refuse(left_out, ".")
    chosen = copy.deepcopy(made)
    chosen["log"]["entries"][at]["links"][0][1] = "11" * 32
    both_refuse(chosen, ".")


def test_a_mix_that_nobody_asked_for_is_caught(cheat):
    """One more order to choose from, while all are still in."""
    hand, seats = cheat.hand(), (1, 2, 3)
    stations = cut(hand, Terms("stud", "", 3, seats, (("down", 1), ("mix",), ("down", 1))))
    deal(hand, stations, 0)
    deal(hand, stations, 2)
    hand.show([dealt.number for dealt in hand.dealt])
    hand.finish([], [(1, 100)])
    made = receipt(hand, cheat.log().public_key, 1)
    entries = made["log"]["entries"]
    assert no_reason(canonical(cheat.resigned(made))) == ""
    last = max(n for n, one in enumerate(entries) if one["kind"] == "mix")
    entries.insert(last + 1, entries[last])
    both_refuse(cheat.resigned(made), "nobody asked for")


def test_a_link_that_is_not_opened_costs_its_mix_and_counts(table):
    """The last to open would choose between two orders: so there is a third."""
    hand = table.commit(1)
    stations = cut(hand, Terms("stud", "", 2, (1, 2), (("down", 1), ("mix",), ("down", 1))))
    deal(hand, stations, 0)
    hand.step(2, (), (), ())
    assert hand.ask_links()
    hand.shares.link(1, 1, stations.shares[1].open(1))
    hand.mix()
    assert hand.due == "mix"  # void: the others open their next one
    assert hand.ask_links()
    assert hand.shares.absent == [1]
    hand.shares.link(1, 2, stations.shares[1].open(2))
    hand.mix()
    hand.deal(hand.wanted)
    hand.finish([2], [(1, 100)])
    checked = verify.Hand(canonical(receipt(hand, table.log.public_key, 1)))
    assert checked.counted_voids == 1


@pytest.fixture
def table():
    from firmware.fairness.demonstration import Shuffler
    from lab.twins.noise import ScriptedNoise, good

    made = Shuffler(ScriptedNoise(good()), simulation=True, name="Test 1")
    yield made
    made.close()


# --- dice, reshuffles from the house's seeds


def test_dice_that_did_not_fall_from_the_opened_shares_are_caught(cheat):
    from firmware.fairness.demonstration import play_craps

    hand = play_craps(cheat.hand(), [1, 2, 3])
    made = receipt(hand, cheat.log().public_key, 1)
    assert no_reason(canonical(made)) == ""
    throw = next(answer for answer in entry(made, "hand")["answers"] if len(answer) == 3)
    throw[1] = throw[1] % 6 + 1
    both_refuse(cheat.resigned(made), "dice")


@pytest.mark.parametrize("what", ["root", "back", "left out"])
def test_a_reshuffle_that_the_house_chose_is_caught(cheat, what):
    """Its root is signed before the links that order it are opened."""
    from firmware.fairness.demonstration import play_draw

    hand = play_draw(cheat.hand(), range(1, 8))  # so many that the discards come back
    made = receipt(hand, cheat.log().public_key, 1)
    assert no_reason(canonical(made)) == ""
    again = entry(made, "again")
    if what == "root":
        again["root"] = "11" * 32
    elif what == "back":
        again["back"] = again["back"][1:]
    else:
        made["log"]["entries"].remove(again)
    both_refuse(cheat.resigned(made), ".")


def drawn_with_nobody_there(cheat: Cheat, absent_from: int) -> Hand:
    """Seven draw; from a mix on the house says that no station opened its link. As far as the first
    reshuffle after it."""
    from firmware.fairness.demonstration import DRAW

    hand, seats = cheat.hand(), range(1, 8)
    stations = cut(hand, Terms("draw-poker", "", 7, tuple(seats), DRAW))
    deal(hand, stations, 0)
    for seat in seats:
        mine = [dealt.number for dealt in hand.dealt if dealt.to == seat]
        hand.step(1, (seat, *mine[:3]), (), ())
        while hand.stepping:
            if hand.due == "again":
                hand.again()
                return hand
            if hand.due == "mix" and seat >= absent_from:
                hand.ask_links()
                hand.mix()
            elif hand.due == "mix":
                stations.mix()
            else:
                hand.deal(hand.wanted)
    raise AssertionError("the discards never came back")


def test_a_reshuffle_that_no_station_mixed_is_no_deal(cheat):
    """One moment of absence of all buys no order that is the house's alone: that hand is void."""
    hand = drawn_with_nobody_there(cheat, absent_from=2)
    assert hand.unmixed
    assert not hand.ask_links(), "nobody has a link any more"
    hand.mix()
    while hand.stepping:
        hand.deal(hand.wanted)
    hand.finish(range(2, 8), [(1, 1000)])
    both_refuse(receipt(hand, cheat.log().public_key, 1), "a reshuffle that nobody mixed")


def test_where_nothing_comes_back_the_order_of_the_cut_stands_unmixed(cheat):
    """The stations' links are gone: the stub lies as all of them had cut it."""
    from firmware.fairness.demonstration import DRAW

    hand, seats = cheat.hand(), (1, 2, 3)
    deal(hand, cut(hand, Terms("draw-poker", "", 3, seats, DRAW)), 0)
    hand.step(1, (1, *[dealt.number for dealt in hand.dealt if dealt.to == 1][:3]), (), ())
    while hand.stepping:
        if hand.due == "mix":
            hand.ask_links()
            hand.mix()
        else:
            hand.deal(hand.wanted)
    hand.finish([2, 3], [(1, 1000)])
    assert no_reason(canonical(receipt(hand, cheat.log().public_key, 1))) == ""


def test_a_table_voids_a_hand_whose_discards_nobody_can_mix(cheat):
    hand = drawn_with_nobody_there(cheat, absent_from=2)
    deal_of = SimpleNamespace(hand=hand)
    (void,) = Opening.mix(SimpleNamespace(_deal=deal_of, until=0), 5)
    assert isinstance(void.command, VoidHand)
    assert not void.command.again, "cards were dealt: every chip goes back, and the next hand comes"
    hand.void("nobody could mix", "the table")
    assert no_reason(canonical(receipt(hand, cheat.log().public_key, 1))) == ""


def test_links_last_for_the_longest_deal(cheat):
    """Triple draw, eight who throw all away each time: the last reshuffle is mixed, too."""
    plan = (("down", 5), *[("draw", 5, "burn", "mix")] * 3)
    hand, seats = cheat.hand(), range(1, 9)
    stations = cut(hand, Terms("kansas-city", "", 8, tuple(seats), plan))
    deal(hand, stations, 0)
    for step in (1, 2, 3):
        for seat in seats:
            deal(hand, stations, step, seat, *hand._walk.held(seat))
    hand.finish(range(2, 9), [(1, 1000)])
    made = receipt(hand, cheat.log().public_key, 1)
    assert no_reason(canonical(made)) == ""
    assert sum(entry["kind"] == "mix" for entry in hand.entries) > 32


# --- a station that is asked for more than it may give


def test_a_station_opens_once_and_only_under_the_square_that_it_drew(cheat):
    from firmware.fairness.station import NOTHING, SEAL, Opening, Seal, StationLog, Told

    hand, log = cheat.hand(), StationLog(3)
    key = cheat.log().public_key
    size, peaks = hand.before
    told = Told(key, size, peaks, (), tuple(hand.lines), (b"",), SEAL)
    seal = log.hear(told)
    assert isinstance(seal, Seal)
    assert log.hear(told) is None  # it was said
    log.unheard()
    assert log.hear(told) == seal  # on a new link, the very same
    hand.shares.seal(3, seal.seal)
    for seat in (1, 2):
        share = Share(hand.shares.attempt, hand.shares.commitment, seat)
        hand.shares.seal(seat, share.seal)
    unsigned = replace_told(told, lines=tuple(hand.lines), wants=0)
    assert log.hear(unsigned) is None  # nothing is sealed yet
    hand.close(Terms("texas-holdem", "", 3, (1, 2, 3), HOLDEM))
    signs = (b"", hand.heads[1].signature)
    assert log.hear(replace_told(told, lines=tuple(hand.lines), signs=(b"", b""), wants=0)) is None
    opened = log.hear(replace_told(told, lines=tuple(hand.lines), signs=signs, wants=0))
    assert isinstance(opened, Opening)
    assert log.square == hand.square
    early = replace_told(told, lines=tuple(hand.lines), signs=signs, wants=1)
    assert log.hear(early) is None  # links come after the cut
    assert log.hear(replace_told(told, wants=NOTHING)) is None


def test_a_station_opens_no_link_of_a_reshuffle_that_is_not_signed(cheat):
    """The root of what came back is signed before the links that order it are opened."""
    from firmware.fairness.demonstration import DRAW
    from firmware.fairness.station import SEAL, Opening, StationLog, Told

    hand, log, seats = cheat.hand(), StationLog(3), range(1, 8)
    told = Told(cheat.log().public_key, *hand.before, (), tuple(hand.lines), (b"",), SEAL)
    hand.shares.seal(3, log.hear(told).seal)
    others = Stations(hand, [seat for seat in seats if seat != 3])
    hand.close(Terms("draw-poker", "", 7, tuple(seats), DRAW))

    def asked(wants: int, *, signed: bool = True) -> Opening | None:
        signs = [head.signature for head in hand.heads[:-1]]
        signs.append(hand.heads[-1].signature if signed else b"")
        lines = tuple(hand.lines)
        return log.hear(replace_told(told, lines=lines, signs=tuple(signs), wants=wants))

    others.open()
    hand.shares.open(3, asked(0).link)
    hand.cut()
    deal(hand, others, 0)
    for seat in seats:
        mine = [dealt.number for dealt in hand.dealt if dealt.to == seat]
        hand.step(1, (seat, *mine[:3]), (), ())
        while hand.stepping:
            came_back = hand.due == "again"
            if came_back:
                hand.again()
            elif hand.due == "mix":
                assert hand.ask_links()
                hand.shares.link(3, hand.asked, asked(hand.asked).link)
                others.mix()
            else:
                hand.deal(hand.wanted)
            if came_back:
                assert hand.ask_links()
                assert asked(hand.asked, signed=False) is None
                assert isinstance(asked(hand.asked), Opening)
                return
    raise AssertionError("the discards never came back")


def replace_told(told, **changes):
    from msgspec.structs import replace as changed

    return changed(told, **changes)


@pytest.mark.parametrize("trick", ["another key", "another past", "a bad signature", "twice"])
def test_a_station_with_a_fault_seals_nothing_any_more(cheat, trick):
    from firmware.fairness.station import SEAL, StationLog, Told

    log, key = StationLog(3), cheat.log().public_key
    hand = cheat.hand()
    told = Told(key, 0, (), (), tuple(hand.lines), (b"",), SEAL)
    assert log.hear(told)
    if trick == "another key":
        bad = replace_told(told, key=Cheat().log().public_key)
    elif trick == "another past":
        bad = replace_told(told, lines=tuple(cheat.hand(number=2).lines))
    elif trick == "a bad signature":
        Stations(hand, [1, 2, 3])
        hand.close(Terms("texas-holdem", "", 3, (1, 2, 3), HOLDEM))
        bad = replace_told(told, lines=tuple(hand.lines), signs=(b"", bytes(64)))
    else:
        bad = replace_told(told, lines=tuple(cheat.hand(voids=1).lines))
    assert log.hear(bad) is None
    assert log.fault
    assert log.hear(told) is None
