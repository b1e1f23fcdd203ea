"""What a player finds again after a power cut: his hands, his numbers, his ways."""

from firmware.controller import loop as controller
from firmware.controller import restore
from firmware.journal import folds
from firmware.journal.preferences import PATRONS_KEPT, Preferences, keep
from firmware.journal.records import PreferencesKept
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.table import state
from tests.controller.glasses import Glass, look, sit_down, until

LIKED = g.Prefs(deck="classic", left=True, large=True, volume=3)


def again(desk, glasses):
    """The power goes and comes back; the stations were never switched off."""
    desk.controller.deal.close()
    desk.power_on()
    look(desk, glasses)


def played(desk, hands):
    glasses = sit_down(desk, 1, 2, 5)
    table = desk.controller.table
    until(desk, glasses, lambda: table.this_hand.number >= hands and table.live is None)
    return glasses


def test_the_last_hands_and_the_sessions_numbers_survive(make_desk):
    desk = make_desk(31)
    desk.power_on()
    glasses = played(desk, 3)
    glasses[2].tap("menu", "tile history")
    before = glasses[2].view
    assert len(before.past) == 3
    assert before.session.hands == 3
    assert before.past[0].mine
    again(desk, glasses)
    glasses[2].tap("page back", "tile history")
    assert glasses[2].view.past == before.past
    assert glasses[2].view.session == before.session


def test_hands_from_before_a_snapshot_are_there_too(make_desk):
    desk = make_desk(32)
    desk.power_on()
    glasses = played(desk, 2)
    desk.controller.snapshot()
    glasses[1].tap("menu", "tile history")
    before = glasses[1].view.past
    assert len(before) == 2
    again(desk, glasses)
    glasses[1].tap("page back", "tile history")
    assert glasses[1].view.past == before


def test_a_table_whose_power_goes_every_few_hands_gets_its_snapshot_too(make_desk, monkeypatch):
    """Or its start would take longer every time, and its fees would never leave for the bank."""
    monkeypatch.setattr(controller, "SNAPSHOT_HANDS", 3)
    desk = make_desk(35)
    desk.power_on()
    glasses = played(desk, 2)
    assert snapshots(desk) == 0
    again(desk, glasses)
    until(desk, glasses, lambda: desk.controller.table.this_hand.number >= 4)
    assert snapshots(desk) == 1
    again(desk, glasses)
    until(desk, glasses, lambda: desk.controller.table.this_hand.number >= 6)
    assert snapshots(desk) == 1  # two hands since


def snapshots(desk):
    return sum(name.endswith(".snap") for name in desk.controller.journal.disks[0].list())


def test_nobody_finds_the_hands_of_who_sat_there_before(make_desk):
    desk = make_desk(33)
    ctl = desk.power_on()
    glasses = played(desk, 1)
    assert len(ctl.memory.past_hands.past) == 3
    glasses[5].tap("menu", "tile leave", "leave now")
    rest = {1: glasses[1], 2: glasses[2]}
    until(desk, rest, lambda: ctl.table.seats[5].life == "empty")
    assert len(ctl.memory.past_hands.past) == 2


def test_preferences_are_kept_for_the_account_and_follow_it(make_desk):
    desk = make_desk(34)
    desk.power_on()
    glasses = played(desk, 1)
    glasses[5].tap("menu", "tile display", "deck classic", "switch left", "switch large")
    glasses[5].tap("page back", "tile sound", "volume 3")
    assert glasses[5].view.prefs == LIKED
    assert glasses[1].view.prefs == g.Prefs()
    again(desk, glasses)
    assert glasses[5].view.prefs == LIKED
    desk.touch(5, g.Leave())
    rest = {1: glasses[1], 2: glasses[2]}
    table = desk.controller.table
    until(desk, rest, lambda: table.seats[5].life == "empty")
    desk.controller.swipe(8, desk.tracks[4])  # the same card, at another seat
    desk.settle()
    assert g.view(desk.links[8].take()).prefs == LIKED


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


def test_a_card_that_is_locked_says_so_until_it_is_read(make_desk):
    desk = make_desk(35)
    desk.power_on()
    station = Glass(desk, 4)
    desk.controller.swipe(4, desk.tracks[3])
    look(desk, {4: station})
    tail = station.view.pin.tail
    for _ in range(desk.config.ways.pin_tries):
        station.tap("key 9", "key 9", "key 9", "key 9")
    assert station.says("This card is locked")
    assert station.says(f"Take the card ending {tail}")
    station.tap("cancel")
    assert station.view.mode == "attract"
    assert not station.view.refused


def test_a_card_that_nobody_knows_is_refused_on_the_glass(make_desk):
    desk = make_desk(36)
    desk.power_on()
    station = Glass(desk, 4)
    desk.controller.swipe(4, ";000000=0000?")
    look(desk, {4: station})
    assert station.view.refused
    assert station.says(station.view.refused)


def test_a_snapshot_by_a_version_with_other_fields_is_set_aside(make_desk, monkeypatch):
    """What it would be read as is anybody's guess; every record is heard again instead."""
    desk = make_desk(36)
    desk.power_on()
    glasses = played(desk, 2)
    monkeypatch.setattr(restore, "shape", lambda: "another")
    desk.controller.snapshot()
    monkeypatch.undo()
    before, now = state.encode(desk.controller.table), desk.controller.table.now
    again(desk, glasses)
    table = desk.controller.table
    assert (snapshots(desk), table.this_hand.number) == (1, 2)
    table.now = now
    assert state.encode(table) == before
