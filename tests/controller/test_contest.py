"""A sit-n-go on the glass: level, time, places and prizes; chips that are no money."""

import pytest
from msgspec.structs import replace

from firmware.money import show
from firmware.table import commands as c
from firmware.table.config import Spread, Tournament
from lab.simulation import audit
from lab.simulation.demo_cage import FUNDED
from tests.controller.glasses import Glass, look, sit_down, until

SHOW = Tournament(
    entry=3_400, fee=600, chips=1_000, levels=((10, 20, 0), (20, 40, 5), (500, 1_000, 50)),
    level_ms=20_000, break_after=1, break_ms=10_000, prizes=(70, 30),
)  # fmt: skip


@pytest.fixture
def begun(make_whole):
    whole = make_whole(82)
    stakes = replace(whole.config.spreads[0].stakes, chip=1)
    spread = Spread("lightning-sit-n-go", stakes, "no-limit")
    whole.config = replace(whole.config, spreads=(spread,), tournament=SHOW)
    whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)
    return whole, glasses


def start(whole, glasses) -> None:
    whole.controller.perform(c.StartTournament(whole.controller.now, "floor", "full"))
    until(whole, glasses, lambda: whole.controller.table.live is not None)
    look(whole, glasses)


def test_the_entry_is_told_with_its_fee_and_the_chips_that_it_gives(begun):
    """What is paid is money, what is got is none, and nothing about it can be chosen."""
    whole, glasses = begun
    glass = glasses[4] = Glass(whole, 4)
    look(whole, glasses)
    assert glass.says("Entry $34 + $6 fee  ·  3 of 10 players are here")
    glass.sign_on()
    look(whole, glasses)
    for words in ("$34 + $6 fee", "You get 1,000 chips, 50 big blinds.", "Enter for $40"):
        assert glass.says(words), glass.words
    assert {"$40", show(FUNDED - 4_000)} <= {*glass.words}, "all that leaves the card"
    assert "buy slider" not in glass.screen.report.targets
    glass.tap("sit down")
    look(whole, glasses)
    assert whole.bank.balance("patron:100004").balance == FUNDED - 4_000
    assert glass.view.public.missing == 6, "ten begin it"


def test_what_was_won_in_a_hand_is_told_in_chips(begun):
    whole, glasses = begun
    start(whole, glasses)
    table = whole.controller.table
    until(whole, glasses, lambda: table.this_hand.result is not None)
    look(whole, glasses)
    told = [glass.screen.state.last_hand for glass in glasses.values()]
    assert all(one and "win" in one.words and "$" not in one.words for one in told), told


def test_where_it_stands_is_on_every_glass(begun):
    whole, glasses = begun
    assert glasses[1].says("Sit-n-go")
    start(whole, glasses)
    station = glasses[1]
    contest = station.view.public.contest
    assert (contest.level, contest.levels, contest.players, contest.entered) == (1, 3, 3, 3)
    assert contest.prizes == (7_140, 3_060)  # 70 and 30 percent of three entries
    assert station.says("Level 1 of 3")
    assert station.says("Next in 0:")
    assert station.says("3 of 3 left")
    assert station.says("1st $71.40")
    assert station.view.public.placard.stakes == "10 / 20"


def test_its_chips_are_not_shown_as_money(begun):
    whole, glasses = begun
    start(whole, glasses)
    actor = next(station for station in glasses.values() if station.view.turn)
    felt = [text.words for text in actor.screen.report.texts if text.rect.y > 80]
    assert any(words.startswith("Call ") for words in felt)
    assert not any("$" in words for words in felt), felt
    actor.tap("keypad", "digit 2", "digit 0", "digit 0", "keypad set")
    assert actor.screen.state.bet.to == 200


def test_the_break_is_told_and_the_next_level_comes(begun):
    whole, glasses = begun
    start(whole, glasses)
    table = whole.controller.table
    until(whole, glasses, lambda: table.sit_n_go.on_break, most=3000)
    look(whole, glasses)
    assert glasses[1].view.public.phase == "break"
    assert glasses[1].view.public.contest.on_break
    assert glasses[1].says("Break")
    until(whole, glasses, lambda: table.sit_n_go.level == 1 and table.live is not None, most=3000)
    look(whole, glasses)
    assert glasses[1].view.public.placard.stakes == "20 / 40 ante 5"


def test_it_is_played_until_one_is_left_and_the_prizes_are_paid(begun):
    whole, glasses = begun
    start(whole, glasses)
    table = whole.controller.table
    until(whole, glasses, lambda: not table.sit_n_go.running, most=9000)
    whole.settle()
    paid = sorted(whole.bank.balance(f"patron:{100001 + n}").balance for n in range(3))
    assert [cents - 500_000 + 4_000 for cents in paid] == [0, 3_060, 7_140]


def test_everybody_reads_his_place_and_his_prize(begun):
    """As long as a cash-out is read: the winner was paid without a word."""
    whole, glasses = begun
    start(whole, glasses)
    table, told = whole.controller.table, {}

    def over() -> bool:
        for seat, glass in glasses.items():
            if glass.view.slip is not None:
                told.setdefault(seat, glass.words)
        return not table.sit_n_go.running

    until(whole, glasses, over, most=9000)
    look(whole, glasses)
    over()
    assert any({"You finished 3rd", "No prize"} <= {*words} for words in told.values()), told
    assert any({"You finished 2nd", "$30.60"} <= {*words} for words in told.values()), told
    won = next(glass for glass in glasses.values() if glass.says("You won the tournament"))
    assert won.says("$71.40")
    assert won.says("Is on your card ending")
    contest = won.view.public.contest
    assert [cents for _, cents in contest.ended] == [7_140, 3_060]
    assert not contest.agreed
    won.tap("cancel")
    won.sit_down()
    assert won.view.public.contest.ended == (), "somebody entered the next one"


def test_its_chips_are_in_no_meter(begun):
    """REQ-R42: meters are cents. An entry and a prize are money, a tournament's chip is none."""
    whole, glasses = begun
    start(whole, glasses)
    table, folds = whole.controller.table, whole.controller.folds
    until(whole, glasses, lambda: not table.sit_n_go.running, most=9000)
    whole.settle()
    meters, sat = folds.meters, [*folds.sessions.open.values(), *folds.sessions.closed]
    assert meters.hands == table.this_hand.number > 0
    assert (meters.money_in, meters.money_out, meters.fees) == (12_000, 10_200, 1_800)
    assert meters.wagered == 0
    assert len(sat) == 3
    assert all(one.hands > 0 for one in sat)
    assert {(one.wagered, one.won) for one in sat} == {(0, 0)}
    assert sorted(one.cashed_out for one in sat) == [0, 3_060, 7_140]


def test_who_leaves_before_it_begins_reads_and_gets_the_entry_and_its_fee(begun):
    """000 L2154: there was no tournament; every cent is on the card again, and in every book."""
    whole, glasses = begun
    station = glasses[1]
    station.tap("menu")
    look(whole, glasses)
    station.tap("tile leave")
    look(whole, glasses)
    assert station.says("$40")
    station.tap("leave now")
    look(whole, glasses)
    assert whole.bank.balance("patron:100001").balance == FUNDED
    assert audit.check(whole.controller, whole.bank) == []
    assert whole.controller.folds.meters.fees == 0


def test_002_L1210_the_finalists_end_it_by_touch_and_each_gets_what_he_read(begun):
    """With no floor connected nobody else is asked; every cent of the prizes is paid."""
    whole, glasses = begun
    page = whole.controller.table.config
    on = replace(page.page, settings={**page.settings, "chop": True})
    for glass in glasses.values():
        glass.tap("menu", "tile leave", "leave now")
    whole.controller.perform(c.ChangeGame(whole.controller.now, "floor", "as posted", on))
    glasses = sit_down(whole, 1, 2, 3)
    start(whole, glasses)
    table = whole.controller.table
    until(whole, glasses, lambda: table.live is None and table.sit_n_go.running)
    asker = glasses[1]
    asker.tap("menu", "tile motions")
    assert asker.says("End the tournament")
    read = {1: next(one.note for one in asker.view.motions if one.name == "chop")}
    asker.tap("motion chop")
    look(whole, glasses)
    for seat in (2, 3):
        station = glasses[seat]
        if station.view.ask.kind == "show":
            station.tap("muck")
        assert station.says("End the tournament now?")
        read[seat] = station.view.ask.options[1].note
        station.tap("pick chop/yes")
    look(whole, glasses)
    assert not table.sit_n_go.running
    won = {n: whole.bank.balance(f"patron:{100000 + n}").balance - FUNDED + 4_000 for n in read}
    assert sum(won.values()) == 10_200
    assert read == {n: f"Shared by chips: {show(cents)} to you" for n, cents in won.items()}
    for seat, cents in won.items():
        assert glasses[seat].says("The tournament was ended: your share")
        assert show(cents) in glasses[seat].words
    contest = glasses[1].view.public.contest
    assert contest.agreed
    assert sorted(cents for _, cents in contest.ended) == sorted(won.values())
    assert audit.check(whole.controller, whole.bank) == []


def test_a_power_cut_takes_none_of_a_levels_time(begun):
    """The dark hour is on nobody's clock: between two hands, and in one."""
    whole, glasses = begun
    start(whole, glasses)
    for live in (True, False):
        table = whole.controller.table
        until(whole, glasses, lambda: (table.live is not None) == live)  # noqa: B023
        left, level = table.sit_n_go.until - table.now, table.sit_n_go.level
        whole.power_off()
        whole.now += 3_600_000
        whole.power_on()
        table = whole.controller.table
        assert (table.sit_n_go.until - whole.controller.now, table.sit_n_go.level) == (left, level)
        assert not table.paused
