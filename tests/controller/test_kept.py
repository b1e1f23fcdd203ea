"""What a player finds again after a power cut: his hands, his numbers, his ways."""

from msgspec import json

from firmware.controller import restore
from firmware.journal import folds
from firmware.journal.preferences import PATRONS_KEPT, Preferences, keep
from firmware.journal.records import PreferencesKept
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.table import state
from tests.controller.glasses import Glass, look, sit_down, until

LIKED = g.Prefs(deck="classic", left=True, large=True, volume=3)


def again(whole, glasses):
    """The power goes and comes back; the stations were never switched off."""
    whole.controller.deal.close()
    whole.power_on()
    look(whole, glasses)


def played(whole, hands):
    glasses = sit_down(whole, 1, 2, 5)
    table = whole.controller.table
    until(whole, glasses, lambda: table.this_hand.number >= hands and table.live is None)
    return glasses


def test_the_last_hands_and_the_sessions_numbers_survive(make_whole):
    whole = make_whole(31)
    whole.power_on()
    glasses = played(whole, 3)
    glasses[2].tap("menu", "tile history")
    before = glasses[2].view
    assert len(before.past) == 3
    assert before.session.hands == 3
    kept = glasses[2].screen.state.log.own_receipts
    mine = [kept.cards(one.hand) for one in before.past]
    assert all(mine)
    again(whole, glasses)
    glasses[2].tap("page back", "tile history")
    assert glasses[2].view.past[1:] == before.past[1:]
    assert [kept.cards(one.hand) for one in before.past] == mine, "no station was switched off"
    assert glasses[2].view.session == before.session


def test_hands_from_before_a_snapshot_are_there_too(make_whole):
    whole = make_whole(32)
    whole.power_on()
    glasses = played(whole, 2)
    whole.controller.snapshot()
    glasses[1].tap("menu", "tile history")
    before = glasses[1].view.past
    assert len(before) == 2
    again(whole, glasses)
    glasses[1].tap("page back", "tile history")
    assert glasses[1].view.past == before


def seen(table) -> dict:
    """All of it but the last hand's own cards: nobody knows them any more."""
    return {**json.decode(state.encode(table)), "play": None}


def test_a_table_whose_power_goes_every_few_hands_gets_its_snapshot_too(make_whole, monkeypatch):
    """Or its start would take longer every time, and its fees would never leave for the bank."""
    monkeypatch.setattr("firmware.controller.snapshots.HANDS", 3)
    whole = make_whole(35)
    whole.power_on()
    glasses = played(whole, 2)
    assert snapshots(whole) == 0
    again(whole, glasses)
    until(whole, glasses, lambda: whole.controller.table.this_hand.number >= 4)
    assert snapshots(whole) == 1
    again(whole, glasses)
    until(whole, glasses, lambda: whole.controller.table.this_hand.number >= 6)
    assert snapshots(whole) == 1  # two hands since


def snapshots(whole):
    return sum(name.endswith(".snap") for name in whole.controller.journal.disks[0].list())


def test_nobody_finds_the_hands_of_who_sat_there_before(make_whole):
    whole = make_whole(33)
    ctl = whole.power_on()
    glasses = played(whole, 1)
    assert len(ctl.memory.past_hands.past) == 3
    glasses[5].tap("menu", "tile leave", "leave now")
    rest = {1: glasses[1], 2: glasses[2]}
    until(whole, rest, lambda: ctl.table.seats[5].life == "empty")
    assert len(ctl.memory.past_hands.past) == 2


def test_preferences_are_kept_for_the_account_and_follow_it(make_whole):
    whole = make_whole(34)
    whole.power_on()
    glasses = played(whole, 1)
    glasses[5].tap("menu", "tile display", "deck classic", "switch left", "switch large")
    glasses[5].tap("page back", "tile sound", "volume 3")
    assert glasses[5].view.prefs == LIKED
    assert glasses[1].view.prefs == g.Prefs()
    again(whole, glasses)
    assert glasses[5].view.prefs == LIKED
    whole.touch(5, g.Leave())
    rest = {1: glasses[1], 2: glasses[2]}
    table = whole.controller.table
    until(whole, rest, lambda: table.seats[5].life == "empty")
    whole.controller.swipe(8, whole.tracks[4])  # the same card, at another seat
    whole.settle()
    assert g.view(whole.links[8].pop()).prefs == LIKED


def test_what_an_older_table_wrote_is_no_reason_to_stop():
    assert projection.prefs({"deck": "classic", "perfume": "roses"}) == g.Prefs(deck="classic")
    assert projection.prefs({"deck": 7}) == g.Prefs()


def test_the_longest_silent_player_is_forgotten_first():
    kept = Preferences()
    for n in range(PATRONS_KEPT):
        keep(kept, PreferencesKept(f"p{n}", {"volume": 1}))
    keep(kept, PreferencesKept("p0", {"volume": 2}))
    keep(kept, PreferencesKept("new", {"volume": 3}))
    assert len(kept.of) == PATRONS_KEPT
    assert "p1" not in kept.of
    assert kept.of["p0"] == {"volume": 2}
    whole = folds.Folds(preferences=kept)
    assert folds.from_bytes(folds.to_bytes(whole)) == whole


def test_after_three_wrong_pins_the_card_goes_back(make_whole):
    """REQ-R38: five tries for all tables together; after three the card goes back, not locked."""
    whole = make_whole(35)
    whole.power_on()
    station = Glass(whole, 4)
    whole.settle()
    station.sign_on("9999")
    assert station.says("2 tries left")  # at this table, before the card goes back
    for _ in range(2):
        station.tap("key 9", "key 9", "key 9", "key 9")
    assert station.view.mode == "attract"
    assert station.says("Too many wrong PINs. Swipe again, or ask at the cage.")
    station.sit_down()
    assert station.view.mode == "seated"


def test_a_card_that_is_locked_says_so_until_it_is_read(make_whole):
    whole = make_whole(35)
    whole.power_on()
    station = Glass(whole, 4)
    whole.settle()
    station.sign_on("9999")
    tail = station.view.pin.tail
    for _ in range(2):
        station.tap("key 9", "key 9", "key 9", "key 9")
    station.sign_on("9999")
    assert station.says("1 try left")
    station.tap("key 9", "key 9", "key 9", "key 9")
    assert station.says("This card is locked")
    assert station.says(f"Take the card ending {tail}")
    station.tap("cancel")
    assert station.view.mode == "attract"
    assert not station.view.refused


def test_a_card_that_nobody_knows_is_refused_on_the_glass(make_whole):
    whole = make_whole(36)
    whole.power_on()
    station = Glass(whole, 4)
    whole.controller.swipe(4, ";000000=0000?")
    look(whole, {4: station})
    assert station.view.refused
    assert station.says(station.view.refused)


def test_a_snapshot_by_a_version_with_other_fields_is_set_aside(make_whole, monkeypatch):
    """What it would be read as is anybody's guess; every record is heard again instead."""
    whole = make_whole(36)
    whole.power_on()
    glasses = played(whole, 2)
    monkeypatch.setattr(restore, "shape", lambda: "another")
    whole.controller.snapshot()
    monkeypatch.undo()
    before, now = seen(whole.controller.table), whole.controller.table.now
    again(whole, glasses)
    table = whole.controller.table
    assert (snapshots(whole), table.this_hand.number) == (1, 2)
    table.now = now
    assert seen(table) == before
