"""Rules by number, where no other file of this folder has them; and a check that none is missing.

R: Artichoke Joe's (000a L13). LP: Delta (002 A-H). I, L, M: the tables of digest 002. L15: the
table of digest 000a. Row names are the digests'.
"""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.betting import choices
from firmware.games.poker.commands import Call, Fold, Raise
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.commands import AnyCommand
from firmware.table.engine import public_view, seat_view
from firmware.table.settings import houses
from lab.tables import Machine, config, no_limit

AJ, DELTA = "artichoke-joes", "delta-downtown"


def playing(page=None, seats=(1, 2, 3, 4)) -> Machine:
    return (
        Machine(page or config(schedule="", spreads=free()))
        .open(*seats, button=seats[0])
        .next_hand()
    )


def free(house=AJ):
    return tuple(replace(spread, fees=()) for spread in config(house).spreads)


def delta(*seats) -> Machine:
    return playing(config(DELTA, schedule="", spreads=free(DELTA)), seats or (1, 2, 3, 4))


def refused(m, command) -> str:
    with pytest.raises(Refused) as no:
        m.do(command)
    return str(no.value)


# R1-R34


def test_R1_the_table_asks_no_age_an_account_card_is_enough():
    m = Machine(config())
    m.ask(c.SwipeCard, 1, "ann", "Ann")
    assert seat_view(m.table, 1).prompt.kind == "pin"


def test_R2_the_floor_may_stop_a_player():
    m = playing()
    m.order(c.CashIn, 2)
    m.fold_out()
    m.settle()
    assert m.table.seats[2].life == "empty"


def test_R3_the_whole_stack_is_on_the_card_after_leaving():
    m = playing()
    m.fold_out()
    chips = m.table.seats[1].stack
    m.ask(c.Leave, 1)
    assert sum(x.chips for x in m.table.flying.values()) == chips


def test_R4_fees_are_shown_with_the_hand_and_stay_taken():
    m = Machine(config()).open(1, 2, 3, button=1).next_hand().call_down()
    assert public_view(m.table).fee == m.table.books.fees > 0


def test_R10_there_is_nothing_to_touch_for_checking_down_or_splitting():
    names = " ".join(kind.__name__ for kind in AnyCommand.__args__).lower()
    assert not re.search("split|checkdown|chop|agree", names)


def test_R13_no_card_can_be_shown_before_the_showdown():
    m = playing()
    assert "Not during a hand" in refused(m, c.ShowCards(m.now, 1, tuple(m.table.hand.down[1])))


def test_R18_nobody_plays_over_anothers_chips():
    m = playing()
    assert "a player sits there" in refused(m, c.SwipeCard(m.now, 2, "bob", "Bob"))


def test_R22_no_straddle_no_kill_no_button_to_buy():
    m = playing()
    for command in (c.Propose(m.now, 1, "straddle"), c.ChooseEntry(m.now, 1, "buy the button")):
        refused(m, command)
    from firmware.games.poker.commands import Kill

    refused(m, c.Play(m.now, m.table.decision, Kill(4, True)))


def test_R24_the_touched_option_is_the_action_and_nothing_is_public_before_it():
    m = playing()
    before = public_view(m.table)
    seat_view(m.table, 4)
    assert public_view(m.table) == before
    m.move(Call(4))
    assert public_view(m.table).seats[3].last == "call $2"


def test_R25_odd_amounts_play_the_last_of_a_stack_can_go_in():
    m = Machine(no_limit())
    for seat, chips in ((1, 10_000), (2, 10_000), (3, 4_150)):
        m.sit(seat, chips)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 3)
    m.next_hand()
    assert 4_150 in choices(m.table.hand).raise_to


def test_R26_only_an_all_in_player_puts_in_less():
    m = playing(no_limit())
    m.move(Raise(4, 600))
    assert "or more" in refused(m, c.Play(m.now, m.table.decision, Raise(1, 700)))
    assert choices(m.table.hand).call == 600


def test_R27_check_raise_is_allowed():
    m = playing()
    while not m.table.hand.board:
        m.move(Call(m.table.hand.queue[0]))
    first = m.table.hand.queue[0]
    m.move(Call(first))
    m.move(Raise(m.table.hand.queue[0], 200))
    while m.table.hand.queue[0] != first:
        m.move(Call(m.table.hand.queue[0]))
    m.move(Raise(first, 400))


def test_R29_order_before_and_after_the_flop():
    m = playing(seats=(1, 2, 3, 4, 5))
    assert m.table.hand.queue == [4, 5, 1, 2, 3]
    while not m.table.hand.board:
        m.move(Call(m.table.hand.queue[0]))
    assert m.table.hand.queue == [2, 3, 4, 5, 1]


def test_R31_the_debt_moves_along():
    m = playing(seats=(1, 2, 3, 4, 5, 6))
    m.ask(c.SitOut, 4)
    for _ in range(4):
        m.next_hand()
    m.fold_out()
    m.ask(c.TakeSeat, 4, 9)
    assert m.table.seats[9].missed


# LP-01 to LP-23


def test_LP_01_ordinary_holdem():
    assert delta().table.hand.rules.pots == ("high",)


def test_LP_03_the_center_screen_has_board_and_pots():
    m = delta()
    while not m.table.hand.board:
        m.move(Call(m.table.hand.queue[0]))
    view = public_view(m.table)
    assert len(view.board) == 3
    assert view.pots[0].chips == 800


def test_LP_04_order_burns_and_streets_as_at_a_live_table():
    m = delta().call_down()
    assert len(m.table.hand.burns) == 3
    assert len(m.table.hand.board) == 5


def test_LP_05_fifty_two_cards_no_joker():
    assert delta().table.hand.rules.deck == "52"


def test_LP_06_a_button_is_drawn_and_moves():
    m = delta()
    first = m.table.button
    m.next_hand()
    assert public_view(m.table).seats[m.table.button - 1].button
    assert m.table.button != first


def test_LP_08_money_is_on_the_card_or_in_the_stack():
    m = delta()
    m.fold_out()
    m.ask(c.Leave, 1)
    m.bank()
    books = m.table.books
    stacks = sum(seat.stack for seat in m.table.seats)
    assert books.bought_in == books.cashed_out + stacks + books.fees


def test_LP_09_every_station_screen_has_its_prompt():
    m = Machine(config(DELTA))
    seen = [seat_view(m.table, 1).prompt.kind]
    m.ask(c.SwipeCard, 1, "ann", "Ann")
    seen.append(seat_view(m.table, 1).prompt.kind)
    m.ask(c.PinChecked, 1, True, 50_000)
    m.order(c.Approve, 1)
    seen.append(seat_view(m.table, 1).prompt.kind)
    m.ask(c.BuyIn, 1, 5_000)
    m.bank()
    seen.append(seat_view(m.table, 1).prompt.kind)
    assert seen == ["swipe", "pin", "buy-in", "wait"]


def test_LP_10_two_to_ten_players():
    m = Machine(config(DELTA))
    assert len(m.table.seats) - 1 == 10
    assert refused(m, c.SwipeCard(m.now, 11, "x", "x")) == "There is no seat 11."


def test_LP_12_hand_follows_hand_and_waits_for_a_second_player():
    m = delta(1, 2)
    m.fold_out()
    m.ask(c.SitOut, 2)
    m.settle()
    m.now += 60_000
    m.settle()
    assert m.table.live is None
    m.ask(c.ComeBack, 2)
    m.next_hand()


def test_LP_13_every_wager_is_a_touch():
    m = delta()
    m.move(Raise(4, 400))
    assert m.table.hand.bets[4] == 400


def test_LP_14_facing_a_raise_call_fold_or_raise():
    m = delta()
    m.move(Raise(4, 400))
    offer = seat_view(m.table, 1).choices
    assert (offer.call, offer.fold, offer.raise_to.least) == (400, True, 600)


def test_LP_15_all_in_players_stay_to_the_showdown():
    m = Machine(no_limit(DELTA)).open(1, 2, 3, button=1).next_hand()
    m.move(Raise(1, 10_000))
    m.move(Call(2))
    m.move(Fold(3))
    while m.table.live:
        if not m.step():
            m.wait()
    assert set(m.table.result.shown) == {1, 2}


def test_LP_16_and_LP_17_a_bet_and_three_raises():
    m = delta()
    for to in (400, 600, 800):
        m.move(Raise(m.table.hand.queue[0], to))
    assert choices(m.table.hand).raise_to is None


def test_LP_18_no_limit_has_no_cap():
    m = Machine(no_limit(DELTA, settings={})).open(1, 2, 3, button=1).next_hand()
    for to in (400, 600, 800, 1_000, 1_200):
        m.move(Raise(m.table.hand.queue[0], to))


def test_LP_19_heads_up_before_the_cap_there_is_none():
    m = delta(1, 2)
    for to in (400, 600, 800, 1_000, 1_200):
        m.move(Raise(m.table.hand.queue[0], to))


@pytest.mark.parametrize(("stack", "reopens"), [(2_500, False), (2_600, True)])
def test_LP_20_half_a_bet_all_in_is_a_bet(stack, reopens):
    """W2: $4 bet, all-in $5 or $6: who bet may call, or raise to $10."""
    page = config(DELTA, schedule="", spreads=free(DELTA))
    stakes = replace(page.spreads[0].stakes, small=400, big=800, blinds=(200, 400))
    m = Machine(
        replace(page, spreads=(replace(page.spreads[0], stakes=stakes, buy_in=(2_000, 0)),))
    )
    for seat, chips in ((1, 10_000), (2, 10_000), (3, stack - 1_600)):
        m.sit(seat, max(chips, 2_000))
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 0, (51, 1, 2))
    m.table.seats[3].stack = stack - 1_600
    m.table.books.bought_in = sum(seat.stack for seat in m.table.seats)
    m.next_hand()
    while not m.table.hand.board:
        m.move(Call(m.table.hand.queue[0]))
    m.move(Raise(2, 400))
    m.move(Raise(3, stack - 2_000))
    m.move(Call(1))
    offer = choices(m.table.hand)
    assert (offer.raise_to is not None) is reopens
    if reopens:
        assert offer.raise_to.least == 1_000


def test_LP_21_a_raise_is_at_least_the_one_before():
    m = Machine(no_limit(DELTA)).open(1, 2, 3, button=1).next_hand()
    m.move(Raise(1, 700))
    assert choices(m.table.hand).raise_to.least == 1_200


# Digest 002, table I: what the section does not say


def test_I_collection():
    assert config(DELTA).ways.fee_from == "button"


@pytest.mark.parametrize("house", [AJ, DELTA])
def test_I_buy_in_ten_small_bets(house):
    page = config(house)
    page = replace(page, spreads=(replace(page.spreads[0], buy_in=(0, 0)),))
    assert page.least_buy(0) == 2_000


def test_I_time_to_act():
    ways = config(DELTA).ways
    assert (ways.extra_ms, ways.warn_ms) == (60_000, 10_000)


def test_I_disconnect_is_absent():
    m = delta()
    m.ask(c.LoseLink, 2)
    m.next_hand()
    assert m.table.seats[2].life == "away"


def test_I_malfunction_gives_everything_back():
    m = delta()
    m.move(Call(4))
    m.order(c.VoidHand)
    assert all(m.table.seats[s].stack == 10_000 for s in (1, 2, 3, 4))


def test_I_odd_chip_first_winner_left_of_the_button():
    from firmware.games.poker.engine import rules

    assert rules("lightning-holdem", DELTA, "limit").settings.odd_chips == "button"


def test_I_showing_every_live_hand_at_a_called_showdown():
    m = delta().call_down()
    assert set(m.table.result.shown) == set(m.table.hand.live)


def test_I_rabbit_hunting_is_forbidden():
    m = delta().fold_out()
    assert "No rabbit" in refused(m, c.Propose(m.now, 1, "rabbit"))


def test_I_insurance_and_agreed_splits_have_no_button():
    names = " ".join(kind.__name__ for kind in AnyCommand.__args__).lower()
    assert not re.search("insur|prop|pass.?chips|deal.?making", names.replace("propose", ""))


def test_I_pin_failures_three_tries():
    assert config(DELTA).ways.pin_tries == 3


# Digest 002, table L: live rules at the electronic table


def test_L_no_acting_out_of_turn():
    m = delta()
    assert "wait for your turn" in refused(m, c.Play(m.now, m.table.decision, Call(2)))


def test_L_a_touch_on_an_amount_is_the_whole_action():
    m = delta()
    assert refused(m, c.Play(m.now, m.table.decision, Raise(4, 401)))


def test_L_folds_are_final():
    m = delta()
    m.move(Fold(4))
    assert refused(m, c.Play(m.now, m.table.decision, Call(4)))


def test_L_a_card_cannot_be_dealt_twice():
    m = Machine(config(DELTA)).open(1, 2, button=1)
    m.ask(c.Tick)
    assert "twice" in refused(m, c.Deal(m.now, (1, 1, 2, 3)))


def test_L_seat_changes_by_asking_first():
    m = delta()
    m.ask(c.AskSeat, 2, 9)
    m.fold_out()
    assert "asked first" in refused(m, c.TakeSeat(m.now, 3, 9))


def test_L_show_to_one_is_show_to_all_after_the_hand():
    m = Machine(config(DELTA, settings={"show_cards": True})).open(1, 2, button=1).next_hand()
    m.fold_out()
    winner = m.table.hand.live[0]
    m.ask(c.ShowCards, winner, tuple(m.table.hand.down[winner]))
    assert public_view(m.table).seats[winner - 1].shown


def test_L_limit_change_needs_everybody():
    assert config(DELTA).ways.stakes_vote


def test_L_draw_for_the_button_by_card():
    assert config(DELTA).ways.button_draw == "high card"


def test_L_timed_bans():
    m = Machine(config(DELTA))
    m.order(c.Bar, "ann", m.now + 900_000)
    refused(m, c.SwipeCard(m.now, 1, "ann", "Ann"))
    m.now += 900_000
    m.ask(c.SwipeCard, 1, "ann", "Ann")


# Digest 002, table M: the buttons that are offered


def offered(m):
    hand = m.table.hand
    offer = seat_view(m.table, hand.queue[0]).choices
    return offer.call, offer.raise_to is not None


def test_M_no_bet_check_or_bet():
    m = delta()
    while not m.table.hand.board:
        m.move(Call(m.table.hand.queue[0]))
    assert offered(m) == (0, True)


def test_M_the_big_blind_has_the_option():
    m = delta()
    for _ in range(3):
        m.move(Call(m.table.hand.queue[0]))
    assert offered(m) == (0, True)


def test_M_facing_a_bet():
    assert offered(delta()) == (200, True)


def test_M_capped():
    m = delta()
    for to in (400, 600, 800):
        m.move(Raise(m.table.hand.queue[0], to))
    assert offered(m)[1] is False


def test_M_all_others_all_in_no_buttons():
    m = Machine(no_limit(DELTA)).open(1, 2, button=1).next_hand()
    m.move(Raise(1, 10_000))
    m.move(Call(2))
    assert seat_view(m.table, 1).choices is None
    assert seat_view(m.table, 2).choices is None


def test_M_the_straddler_has_the_option():
    page = no_limit(DELTA, settings={"straddle": True})
    m = Machine(page).open(1, 2, 3, 4, button=4).next_hand()
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "straddle")
    m.next_hand()
    while m.table.hand.queue[0] != 4:
        m.move(Call(m.table.hand.queue[0]))
    assert offered(m) == (0, True)


def short_all_in(chips: int) -> Machine:
    """$4-8 limit, flop: seat 2 bets $4, seat 3 is all-in for `chips`; seat 1 is next."""
    page = config(DELTA, schedule="", spreads=free(DELTA))
    stakes = replace(page.spreads[0].stakes, small=400, big=800, blinds=(200, 400))
    m = Machine(replace(page, spreads=(replace(page.spreads[0], stakes=stakes),)))
    for seat in (1, 2, 3):
        m.sit(seat)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 0, (51, 1, 2))
    m.table.seats[3].stack = 400 + chips
    m.table.books.bought_in = sum(seat.stack for seat in m.table.seats)
    m.next_hand()
    while not m.table.hand.board:
        m.move(Call(m.table.hand.queue[0]))
    m.move(Raise(2, 400))
    m.move(Raise(3, chips))
    return m


def test_M_facing_less_than_half_a_bet_may_complete():
    offer = choices(short_all_in(500).table.hand)
    assert (offer.call, offer.raise_to.least) == (500, 800)


def test_M_already_in_and_less_than_half_a_bet_added_call_or_fold():
    m = short_all_in(500)
    m.move(Call(1))
    assert offered(m) == (100, False)


def test_M_half_a_bet_or_more_added_may_raise_on_top_of_it():
    m = short_all_in(600)
    m.move(Call(1))
    assert choices(m.table.hand).raise_to.least == 1_000


def test_M_no_limit_already_acted_and_no_full_raise_since_call_or_fold():
    m = Machine(no_limit(DELTA))
    for seat in (1, 2, 3):
        m.sit(seat, 10_000)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 0, (51, 1, 2))
    m.table.seats[2].stack = 900
    m.table.books.bought_in = sum(seat.stack for seat in m.table.seats)
    m.next_hand()
    m.move(Raise(1, 600))
    m.move(Raise(2, 900))
    m.move(Call(3))
    assert offered(m) == (300, False)


# Digest 000a, table L15: Lightning beside the dealer's game


@pytest.mark.parametrize(
    ("topic", "holds"),
    [
        ("NL blinds", lambda m: len(m.table.hand.stakes.blinds) == 2),
        ("NL minimum bet", lambda m: choices(m.table.hand).call == 200),
        ("NL pre-flop order", lambda m: m.table.hand.queue[0] == 4),
        ("Straddle", lambda m: not m.table.config.ways.straddle),
        ("Buy button", lambda m: not m.table.config.ways.buy_button),
        ("New player", lambda m: m.table.config.ways.newcomer_posts == "big"),
        ("Missed blind left of BB", lambda m: not m.table.config.ways.missed_next_to_blind),
        ("Short buys", lambda m: m.table.config.ways.short_buys == "one a session"),
        ("Heads-up blinds", lambda m: playing(no_limit(), (1, 2)).table.small == (1,)),
        ("Limit short all-in", lambda m: m.table.hand.rules.settings.short_bet == "half"),
        (
            "Misdeal",
            lambda m: not any("misdeal" in k.__name__.lower() for k in AnyCommand.__args__),
        ),
    ],
)
def test_L15_row(topic, holds):
    assert holds(playing(no_limit()))


def test_L15_a_broke_player_who_returns_still_owes():
    m = playing(seats=(1, 2, 3, 4, 5))
    m.ask(c.SitOut, 3)
    for _ in range(4):
        m.next_hand()
    assert m.table.seats[3].missed


# Nothing is missing


def names() -> str:
    here = Path(__file__).parent
    return " ".join(
        re.findall(r"def (test_\w+)", "".join(p.read_text() for p in here.glob("*.py")))
    )


@pytest.mark.parametrize("number", range(1, 35))
def test_every_rule_has_a_test_or_is_for_people_only(number):
    house = houses()[AJ]
    rule = f"R{number}"
    if rule in house.people:
        assert rule not in house.rules
    else:
        assert rule in house.rules
        assert re.search(rf"test_\w*{rule}_", names()), f"no test is named after {rule}"


@pytest.mark.parametrize("number", range(1, 24))
def test_every_requirement_of_delta_has_a_test_or_is_for_people_only(number):
    house = houses()[DELTA]
    rule = f"LP-{number:02}"
    if rule not in house.people:
        assert rule in house.rules
        assert re.search(rf"test_\w*LP_{number:02}", names()), f"no test is named after {rule}"


@pytest.mark.parametrize("house", [AJ, DELTA])
def test_every_setting_has_a_source_or_a_decision(house):
    page = houses()[house]
    fields = set(type(page.settings).__struct_fields__)
    assert fields == set(page.sources) | set(page.decisions)
    assert all(len(words) > 5 for words in (*page.sources.values(), *page.decisions.values()))


def test_R5_R6_R8_R11_R12_and_R32_are_for_people_only():
    assert set(houses()[AJ].people) == {"R5", "R6", "R8", "R11", "R12", "R32"}


def test_the_docs_page_is_up_to_date():
    from commands.rules_doc import text

    page = Path(__file__).parents[2] / "docs" / "house-rules.md"
    assert page.read_text("utf-8") == text(), "run `stormdeck rules-doc`"


def test_events_of_the_floor_carry_name_and_reason():
    from typing import get_args

    floors = (e.Opened, e.ClosingBegan, e.Paused, e.Resumed, e.SeatReserved, e.EntryApproved,
              e.FoulOrdered, e.HandVoided, e.Moved, e.Barred, e.Unbarred, e.KeptApart,
              e.AwayExtended, e.ClockSet, e.GameChanged, e.ChangeProposed, e.JackpotPaid,
              e.JackpotDenied, e.LeaveAsked, e.TournamentStarted, e.SeatReleased)  # fmt: skip
    for kind in floors:
        assert kind in get_args(e.AnyEvent)
        assert {"by", "reason"} <= set(kind.__struct_fields__)
