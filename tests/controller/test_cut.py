"""The deck is opened: shares of all stations, digits of one finger, and never a reason to wait."""

import pytest

from firmware.controller.deal_memory import ENTRY, DealMemory
from firmware.controller.faults import voids_alarm
from firmware.controller.opening import DIGITS_MS, FIRST, KEY_MS
from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.fairness.station import LATE
from firmware.screens import protocol as g
from tests.controller.glasses import look, sit_down, until


def over(whole, number):
    table = whole.controller.table
    return lambda: table.this_hand.number >= number and table.live is None


@pytest.fixture
def pause(make_whole):
    """Three players, the pause after the first hand; those in `askers` want to cut."""

    def make(seed: int, askers=(), **settings):
        whole = make_whole(seed, **{"player_cut": True, **settings})
        whole.power_on()
        glasses = sit_down(whole, 1, 2, 3)
        until(whole, glasses, over(whole, 1))
        for seat in askers:
            glasses[seat].tap("menu", "tile proof", "switch cut", "page back", "menu")
        look(whole, glasses)
        return whole, glasses

    return make


def until_cut(whole, glasses) -> None:
    """Time until somebody is asked for digits."""
    while not any(glass.view.ask for glass in glasses.values()):
        assert whole.advance()
        look(whole, glasses)


def dealt(whole, glasses) -> int:
    """Time until the next hand's cards are there; when."""
    look(whole, glasses)
    while not whole.controller.deal.playing:
        assert whole.advance()
        look(whole, glasses)
    return whole.now


def receipt(whole, glasses, seat) -> verify.Hand:
    number = whole.controller.table.this_hand.number
    until(whole, glasses, over(whole, number))
    look(whole, glasses)
    return glasses[seat].receipt()


def test_nobody_waits_for_a_share_where_nobody_asked_to_cut(pause):
    whole, glasses = pause(63)
    due = whole.controller.table.pace.next_hand_at
    assert dealt(whole, glasses) == due
    mine = receipt(whole, glasses, 1)
    assert len(mine.last.cut["shares"]) == 3
    assert mine.last.seals["cutter"] == 0


def test_who_asked_types_digits_under_the_square_and_the_receipt_proves_it(pause):
    whole, glasses = pause(61, askers=(2,))
    until_cut(whole, glasses)
    station = glasses[2]
    assert station.view.ask.kind == "cut"
    assert glasses[1].view.ask is None
    assert station.says("Scan it, then type 6 to 12 digits")
    square = station.screen.state.log.square
    assert square == whole.controller.deal.waiting.square == glasses[1].view.public.deal.square
    station.tap(*(f"cut {digit}" for digit in "483920"))
    assert not any(isinstance(wish, g.OpenShare) and wish.hand == 2 for wish in station.sent)
    station.tap("cut")
    dealt(whole, glasses)
    mine = receipt(whole, glasses, 2)
    assert mine.last.digits == "483920"
    assert mine.squares[square] == "seals"
    assert verify.check_square(mine, square)
    verify.check_digits(mine, "483920")
    station.tap("menu", "tile proof")
    assert station.says("Your digits went into the shuffle")
    glasses[1].tap("menu", "tile proof")
    assert glasses[1].says("Seat 2 cut the deck")


def test_a_cutter_who_does_nothing_costs_four_seconds(pause):
    whole, glasses = pause(62, askers=(1,))
    until_cut(whole, glasses)
    began = whole.now
    assert dealt(whole, glasses) == began + KEY_MS


def test_one_who_types_on_costs_twenty_at_most(pause):
    whole, glasses = pause(64, askers=(1,))
    until_cut(whole, glasses)
    began = whole.now
    while whole.controller.deal.waiting:
        glasses[1].tap("cut 7", "cut erase")
        whole.now += 1000
        look(whole, glasses)
        assert whole.now <= began + DIGITS_MS + 1000
    assert whole.now >= began + DIGITS_MS


def test_one_finger_a_hand_and_the_next_asker_after_it(pause):
    whole, glasses = pause(65, askers=(1, 3))
    cutters = []
    for number in (2, 3, 4):
        until_cut(whole, glasses)
        [cutter] = [seat for seat, glass in glasses.items() if glass.view.ask]
        cutters.append(cutter)
        glasses[cutter].tap("cut skip")
        until(whole, glasses, over(whole, number))
    assert cutters in ([1, 3, 1], [3, 1, 3])


def refuses(station) -> None:
    """It seals, and does not open."""
    log = station.screen.state.log
    hear = log.hear
    log.hear = lambda told: None if told.wants in (LATE, 0) else hear(told)


def test_a_share_that_is_not_opened_voids_the_deal_and_opens_all_four_decks(pause):
    whole, glasses = pause(66)
    refuses(glasses[3])
    due, stacks = whole.controller.table.pace.next_hand_at, None
    stacks = [seat.chips.stack for seat in whole.controller.table.seats]
    while not whole.controller.deal.owed:
        assert whole.advance()
        look(whole, glasses)
    table = whole.controller.table
    share_ms = table.config.ways.share_ms
    assert due + share_ms <= whole.now <= due + share_ms + 50
    assert [seat.chips.stack for seat in table.seats] == stacks
    dealt(whole, glasses)
    assert table.this_hand.number == 2
    assert sorted(table.live.seats) == [1, 2]  # seat 3 is dealt nothing
    mine = receipt(whole, glasses, 1)
    first, second = mine.attempts
    assert first.end["missing"] == [3]
    assert first.end["why"] == "Seat 3 did not open its share: new decks."
    assert all(first.end["seeds"])
    assert second.whose[2] == 2
    assert mine.counted_voids == 1


def test_a_seat_that_did_not_open_is_out_until_its_share_is_known(pause):
    whole, glasses = pause(67)
    refuses(glasses[3])
    while not whole.controller.deal.owed:
        assert whole.advance()
        look(whole, glasses)
    del glasses[3].screen.state.log.hear  # it opens after all
    glasses[3].screen.state.log._told = None
    until(whole, glasses, lambda: not whole.controller.deal.owed)
    assert whole.controller.table.seats[3].link
    mine = receipt(whole, glasses, 1)
    assert [entry["kind"] for entry in mine.entries].count("late") == 1


def test_another_share_than_the_sealed_one_is_not_taken(pause):
    whole, glasses = pause(68)
    while whole.controller.deal.waiting.life == "committed":
        assert whole.advance()
        whole.settle()
    hand = whole.controller.deal.waiting
    whole.touch(1, g.OpenShare(hand.number, hand.attempt, 0, bytes(32)))
    whole.touch(7, g.OpenShare(hand.number, hand.attempt, 0, bytes(32)))
    whole.settle()
    assert hand.shares.shares == {}
    look(whole, glasses)
    assert len(receipt(whole, glasses, 1).last.cut["shares"]) == 3


@pytest.mark.parametrize("when", ["committed", "sealed", "playing"])
def test_the_power_goes_and_the_same_deck_comes_back(pause, when):
    whole, glasses = pause(69)
    if when == "sealed":
        for glass in glasses.values():
            refuses(glass)
    while whole.controller.deal.hand.life != when:
        assert whole.advance()
        look(whole, glasses)
    commitment = whole.controller.deal.hand.shares.commitment
    whole.controller.deal.close()
    whole.power_on()
    for seat, glass in glasses.items():
        glass.screen.state.log.__dict__.pop("hear", None)
        whole.links[seat].log = None
    assert whole.controller.deal.hand.shares.commitment == commitment
    assert whole.controller.deal.hand.life == when
    look(whole, glasses)
    dealt(whole, glasses)
    assert whole.controller.deal.hand.shares.commitment == commitment
    assert receipt(whole, glasses, 2)


def test_stations_that_lost_their_shares_with_the_power_are_nobodys_fault(pause):
    whole, glasses = pause(70)
    for glass in glasses.values():
        refuses(glass)
    while whole.controller.deal.hand.life != "sealed":
        assert whole.advance()
        look(whole, glasses)
    whole.controller.deal.close()
    whole.power_on()
    for seat, glass in glasses.items():
        whole.links[seat].log = None
        glass.screen.state.log = type(glass.screen.state.log)(glass.seat)
    dealt(whole, glasses)
    assert not whole.controller.deal.owed
    assert whole.controller.deal.hand.attempt == 2
    assert receipt(whole, glasses, 1).attempts[0].end["missing"] == [1, 2, 3]


def test_no_digits_where_the_house_did_not_turn_it_on(pause):
    whole, glasses = pause(71, player_cut=False)
    whole.touch(1, g.Digits(FIRST + 2, "123456"))
    look(whole, glasses)
    assert glasses[1].says("The deck is cut.")
    glasses[1].tap("menu", "tile proof")
    assert "switch cut" not in glasses[1].screen.report.targets


def test_a_person_at_the_station_lets_it_back_in(pause):
    whole, glasses = pause(72)
    refuses(glasses[3])
    while not whole.controller.deal.owed:
        assert whole.advance()
        look(whole, glasses)
    whole.controller.looked_at(2)
    assert whole.controller.deal.owed
    whole.controller.looked_at(3)
    assert not whole.controller.deal.owed
    assert whole.controller.table.seats[3].link


def test_three_voids_are_a_fault_that_says_what_to_do(pause):
    whole, glasses = pause(73)
    ctl = whole.controller
    ctl.deal.memory.voids[:] = [1, 1]
    refuses(glasses[3])
    while not ctl.deal.owed:
        assert whole.advance()
        look(whole, glasses)
    dealt(whole, glasses)
    words = str(ctl.folds.faults.open["VOIDS_ALARM"])
    assert "3 deals were voided in the last 1,000 hands" in words
    assert "seat 3: 1" in words
    assert "stormdeck rng log" in words


def test_one_void_that_keeps_its_decks_shut_is_enough(pause):
    """As when the vault's key is lost before the cut."""
    whole, _ = pause(74)
    memory, hand = whole.controller.deal.memory, whole.controller.deal.waiting
    void = {"kind": "void", "table": "1", "hand": hand.number, "attempt": hand.attempt}
    void |= {"answers": [], "shown": [], "why": "lost", "by": "", "missing": [], "shares": []}
    assert not memory.alarm(hand.number)
    memory.note(ENTRY, canonical({**void, "seeds": []}))
    assert memory.alarm(hand.number + 1)
    assert not memory.alarm(hand.number + 1001)


def test_the_alarm_says_what_is_true_of_the_last_thousand_hands():
    memory = DealMemory(unopened=[5, 2000], blamed=[(3, 5), (4, 2000)])
    counts = memory.voids_before(2001), memory.unopened_before(2001), memory.blamed_before(2001)
    words = str(voids_alarm(*counts))
    assert words.startswith("The decks of 1 voided deal were not opened. ")
    assert "but receipts of that hand say NOT VERIFIED" in words
    assert "seat 4: 1" in words
    assert "seat 3" not in words
    many = str(voids_alarm(3, 2, {}))
    assert many.startswith("3 deals were voided in the last 1,000 hands. The decks of 2 voided d")
    assert "but receipts say NOT VERIFIED" in many
