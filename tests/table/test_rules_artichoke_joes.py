"""AJ-R1-R34 (000a L13) where no other file of this folder has them, and the rows of table L15."""

import re

import pytest

from firmware.games.poker.betting import choices
from firmware.games.poker.commands import Call, Raise
from firmware.money import show
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.commands import AnyCommand
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.seen import everyone, station
from tests.table.ruling import playing, refused


def test_R1_the_table_asks_no_age_an_account_card_is_enough():
    m = BareTable(config())
    m.ask(c.SwipeCard, 1, "ann", "Ann")
    assert station(m, 1).mode == "pin"


def test_R2_the_floor_may_stop_a_player():
    m = playing()
    m.order(c.CashIn, 2)
    m.fold_out()
    m.settle()
    assert m.table.seats[2].life == "empty"


def test_R3_the_whole_stack_is_on_the_card_after_leaving():
    m = playing()
    m.fold_out()
    chips = m.table.seats[1].chips.stack
    m.ask(c.Leave, 1)
    assert sum(x.chips for x in m.table.transit.flying.values()) == chips


def test_R4_fees_are_shown_with_the_hand_and_stay_taken():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand().call_down()
    assert m.table.books.fees > 0
    assert f"Fee {show(m.table.books.fees)}" in everyone(m).result.note


def test_R10_there_is_nothing_to_touch_for_checking_down_or_splitting():
    names = " ".join(kind.__name__ for kind in AnyCommand.__args__).lower()
    assert not re.search("split|checkdown|chop|agree", names)


def test_R13_no_card_can_be_shown_before_the_showdown():
    m = playing()
    assert "Not during a hand" in refused(m, c.ShowCards(m.now, 1, m.table.play.held(1)))


def test_R18_nobody_plays_over_anothers_chips():
    m = playing()
    assert "A player sits here" in refused(m, c.SwipeCard(m.now, 2, "bob", "Bob"))


def test_R22_no_straddle_no_kill_no_button_to_buy():
    m = playing()
    for command in (c.Propose(m.now, 1, "straddle"), c.ChooseEntry(m.now, 1, "buy the button")):
        refused(m, command)
    from firmware.games.poker.commands import Kill

    refused(m, c.Play(m.now, m.table.decision, Kill(4, True)))


def test_R24_the_touched_option_is_the_action_and_nothing_is_public_before_it():
    m = playing()
    before = everyone(m)
    station(m, 4)
    assert everyone(m) == before
    m.move(Call(4))
    assert (everyone(m).seats[3].did, everyone(m).seats[3].bet) == ("call", 200)


def test_R25_odd_amounts_play_the_last_of_a_stack_can_go_in():
    m = BareTable(no_limit())
    m.do(c.Reserve(m.now, "floor", "his game broke", 3, "p3", "p3", 4_150))
    for seat, chips in ((1, 10_000), (2, 10_000), (3, 4_150)):
        m.sit(seat, chips)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 3)
    m.next_hand()
    assert 4_150 in choices(m.table.play).raise_to


def test_R26_only_an_all_in_player_puts_in_less():
    m = playing(no_limit())
    m.move(Raise(4, 600))
    assert "or more" in refused(m, c.Play(m.now, m.table.decision, Raise(1, 700)))
    assert choices(m.table.play).call == 600


def test_R27_check_raise_is_allowed():
    m = playing()
    while not m.table.play.board:
        m.move(Call(m.table.play.queue[0]))
    first = m.table.play.queue[0]
    m.move(Call(first))
    m.move(Raise(m.table.play.queue[0], 200))
    while m.table.play.queue[0] != first:
        m.move(Call(m.table.play.queue[0]))
    m.move(Raise(first, 400))


def test_R29_order_before_and_after_the_flop():
    m = playing(seats=(1, 2, 3, 4, 5))
    assert m.table.play.queue == [4, 5, 1, 2, 3]
    while not m.table.play.board:
        m.move(Call(m.table.play.queue[0]))
    assert m.table.play.queue == [2, 3, 4, 5, 1]


def test_R31_the_debt_moves_along():
    m = playing(seats=(1, 2, 3, 4, 5, 6))
    m.ask(c.SitOut, 4)
    for _ in range(4):
        m.next_hand()
    m.fold_out()
    m.ask(c.TakeSeat, 4, 9)
    assert m.table.seats[9].blinds.missed


# Table L15: Lightning beside the dealer's game


@pytest.mark.parametrize(
    ("topic", "holds"),
    [
        ("NL blinds", lambda m: len(m.table.play.stakes.blinds) == 2),
        ("NL minimum bet", lambda m: choices(m.table.play).call == 200),
        ("NL pre-flop order", lambda m: m.table.play.queue[0] == 4),
        ("Straddle", lambda m: not m.table.config.ways.straddle),
        ("Buy button", lambda m: not m.table.config.ways.buy_button),
        ("New player", lambda m: m.table.config.ways.newcomer_posts == "big"),
        ("Missed blind left of BB", lambda m: not m.table.config.ways.missed_next_to_blind),
        ("Short buys", lambda m: m.table.config.ways.short_buys == "one a session"),
        ("Heads-up blinds", lambda m: playing(no_limit(), (1, 2)).table.position.small == (1,)),
        ("Limit short all-in", lambda m: m.table.play.rules.settings.short_bet == "half"),
        (
            "Misdeal",
            lambda m: not any("misdeal" in k.__name__.lower() for k in AnyCommand.__args__),
        ),
    ],
)
def test_L15_row(topic, holds):
    assert holds(playing(no_limit()))


def test_L15_a_broke_player_who_returns_still_owes():
    """000a L15: no waiver, where the dealer's game has one (000 L774)."""
    m = playing(seats=(1, 2, 3, 4, 5))
    m.fold_out()
    seat = m.table.seats[3]
    m.table.books.bought_in -= seat.chips.stack
    seat.chips.stack = 0  # lost it all
    m.settle()
    assert (seat.life, seat.absence.kind) == ("away", "broke")
    for _ in range(6):
        m.next_hand()
    assert m.table.seats[3].blinds.missed
    m.fold_out()
    m.ask(c.BuyIn, 3, 5_000)
    m.bank()
    assert m.table.seats[3].life == "playing"
    for _ in range(5):  # dealt in by the blind, or by posting both: never for nothing
        began = next(x for x in reversed(m.next_hand().events) if isinstance(x, e.HandBegan))
        if 3 in began.dealt:
            break
    assert 3 in began.big
