"""What a screen is sent: the table's truth in its own words, and never another seat's card."""

import pytest
from msgspec.structs import replace

from center_screen.sentences import message, short_message
from firmware.games.poker import commands as p
from firmware.games.poker.rules import Stakes
from firmware.money import show
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.screens.projection import what_happened
from firmware.screens.projection.coming_in import buy_in
from firmware.table import commands as c
from firmware.table.config import Config, Spread
from firmware.table.jackpot import Jackpot
from firmware.table.state import encode
from lab.simulation.any_game import page_of
from lab.simulation.banked_rows import BankedRow, banked_rows
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.seen import everyone, station
from tests.stage import Stage
from tests.table.test_button_and_blinds import jacks, pass_out
from tests.table.test_kill import opened, wins
from tests.table.test_kill import page as kill_page
from tests.table.test_rotation_and_receipts import recorded


def test_everyone_sees_the_whole_table():
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.move(p.Raise(4, 600))
    m.move(p.Call(1))
    view = everyone(m)
    assert (view.hand, view.phase, view.street) == (1, "in hand", "preflop")
    assert view.placard.stakes == "$1 / $2"
    assert [seat.bet for seat in view.seats[:4]] == [600, 100, 200, 600]
    assert [seat.did for seat in view.seats[:4]] == ["call", "post", "post", "raise"]
    assert view.button == 1
    assert [seat.mark for seat in view.seats[:4]] == ["", "SB", "BB", ""]
    assert (view.actor, view.to_call) == (2, 500)
    assert view.clock
    assert view.total == 1_500
    assert all(seat.down == 2 for seat in view.seats[:4])


def test_a_clock_that_stands_is_told_so_however_long_the_pause_is():
    """Whoever looked on saw a paused player's seconds run out."""
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.now += 12_000
    runs = everyone(m).clock
    assert runs
    m.order(c.Pause)
    m.now += 600_000
    stands = everyone(m).clock
    assert stands
    assert (stands.running, stands.left_ms) == (False, runs.left_ms)
    m.order(c.Resume)
    assert everyone(m).clock == runs


def test_main_and_side_pots_with_who_can_win_them():
    m = BareTable(no_limit())
    for seat, chips in ((1, 4_000), (2, 8_000), (3, 20_000), (4, 20_000)):
        m.sit(seat, chips)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 4)
    m.next_hand()  # small 1, big 2, first 3
    m.move(p.Raise(3, 10_000))
    for seat in (4, 1, 2):
        m.move(p.Call(seat))
    view = everyone(m)
    assert [pot.chips for pot in view.pots] == [16_000, 12_000, 4_000]
    assert [seat.pots for seat in view.seats[:4]] == [(0,), (0, 1), (), ()]


def test_winners_with_the_five_cards_and_a_name():
    m = BareTable(no_limit()).open(1, 2, button=1).next_hand().call_down()
    view = everyone(m)
    won = [seat for seat in view.seats if seat.won]
    assert sum(seat.won for seat in won) == 400
    assert all(len(seat.winning) == 5 and seat.hand for seat in won)
    assert view.result.next_ms == 6_000


def test_AJ_R21_the_result_stays_until_the_next_hand_begins():
    m = BareTable(no_limit()).open(1, 2, button=1).next_hand().call_down()
    m.now += 1_000
    m.ask(c.CallFloor, 1)
    assert everyone(m).result
    m.next_hand()
    assert not everyone(m).result


def test_own_choices_and_nobody_elses():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    assert station(m, 1).turn.raise_to.least == 400
    assert station(m, 1).turn.decision == m.table.decision
    assert station(m, 2).turn is None


def test_looking_changes_nothing():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    before = encode(m.table)
    station(m, 1)
    assert encode(m.table) == before


def test_views_travel_and_are_small():
    m = BareTable(no_limit()).open(*range(1, 11), button=1).next_hand()
    assert g.public(g.pack(everyone(m))) == everyone(m)
    assert g.view(g.pack(station(m, 1))) == station(m, 1)
    assert len(g.pack(everyone(m))) < 800
    assert len(g.pack(station(m, 1))) < 1_000


def test_a_turn_offers_exactly_what_the_rules_offer():
    m = BareTable(no_limit(), 3).open(1, 2, 3, button=1).next_hand()
    seat = m.table.live.queue[0]
    mine = station(m, seat)
    assert mine.turn == g.Turn(
        m.table.decision, True, 200, g.Range(400, 10_000, 100), level=200, pot=300, unit=200,
        wins=500, late="you fold and sit out",
    )  # fmt: skip
    assert everyone(m).actor == seat
    assert len(mine.hole) == 2
    other = next(n for n in (1, 2, 3) if n != seat)
    theirs = station(m, other)
    assert theirs.turn is None
    assert theirs.pre


def test_the_end_of_a_hand_is_told_to_all():
    m = BareTable(no_limit(), 8).open(1, 2, button=1).next_hand().call_down()
    view = everyone(m)
    assert view.phase == "showdown"
    assert view.result
    assert view.result.chips == sum(pot.chips for pot in view.pots)
    assert any(seat.shown for seat in view.seats)


def paying(option, schedule="board-2018-12", **changes):
    page = no_limit(buy_in=(20_000, 0), schedule=schedule, **changes)
    spread = replace(page.spreads[0], fees=(option,))
    return BareTable(replace(page, spreads=(spread,))).open(1, 2, 3, chips=20_000, button=1)


@pytest.mark.parametrize(
    ("option", "says"),
    [(84, "$3"), (89, "$1 to $4"), (99, "$6 per ½ hour")],  # flat, less without a flop, time
)
def test_the_fee_line_says_what_is_posted(option, says):
    m = paying(option)
    assert everyone(m).placard.fee == says
    m.next_hand()
    assert everyone(m).placard.fee == says


def test_what_a_hand_paid_is_told_when_it_is_over():
    m = paying(84, jackpot=Jackpot()).next_hand().call_down()
    view = everyone(m)
    taken = m.table.play.fees
    assert taken == 300
    assert f"Fee {show(taken)}" in view.result.note
    assert "Jackpot $1" in view.result.note
    assert view.placard.fee == "$3 + $1 jackpot"
    assert view.placard.jackpot == m.table.books.bad_beat == 100
    assert any("House fee" in line for line in rules(m.table, "fees"))


def test_a_table_without_fees_or_pools_says_so():
    m = BareTable(no_limit(), 3).open(1, 2, button=1).next_hand().call_down()
    view = everyone(m)
    assert view.placard.fee == "None"
    assert view.placard.jackpot == view.placard.high_hand == 0
    assert "Fee" not in view.result.note


def test_both_pools_are_told_where_both_are_fed():
    m = paying(84, jackpot=Jackpot(bad_beat=60)).next_hand().call_down()
    placard = everyone(m).placard
    assert (placard.jackpot, placard.high_hand) == (60, 40)


def test_the_hand_that_was_beaten_is_named_and_shown():
    m = BareTable(no_limit(), 8).open(1, 2, 3, button=1).next_hand().call_down()
    view = everyone(m)
    shown = {seat.seat: seat for seat in view.seats if seat.shown}
    losers = {number: seat for number, seat in shown.items() if not seat.won}
    assert view.result.beaten in losers
    assert view.result.beaten_hand.startswith(losers[view.result.beaten].hand)
    assert all(seat.hand for seat in shown.values())
    m.next_hand().fold_out()
    view = everyone(m)
    assert view.result.beaten == 0
    assert not any(seat.hand for seat in view.seats)


def test_who_comes_to_a_winners_seat_is_not_shown_as_the_winner():
    m = BareTable(no_limit(), 8).open(1, 2, 3, button=1).next_hand().call_down()
    winner = everyone(m).result.winner
    assert everyone(m).seats[winner - 1].won
    m.ask(c.Leave, winner)
    m.bank()
    m.ask(c.SwipeCard, winner, "ann", "Ann")
    assert everyone(m).result.winner == winner
    assert everyone(m).seats[winner - 1].won == 0


@pytest.mark.parametrize("who", ["Ann", "himself", "nobody"])
def test_a_win_keeps_its_name_whoever_sits_there_now(who):
    """Somebody else, he himself with a new buy-in, or nobody: at the center, and in the replay."""
    m = BareTable(no_limit(), 8).open(1, 2, 3, button=1).next_hand().call_down()
    first, winner = everyone(m), everyone(m).result.winner
    name, chips = m.table.seats[winner].person.name, show(first.result.chips)
    m.ask(c.Leave, winner)
    m.bank()
    if who != "nobody":
        m.sit(winner, first.seats[winner - 1].stack, name if who == "himself" else who)
    public = everyone(m)
    assert public.result.names == ((winner, name),)
    assert public.seats[winner - 1].won == 0
    assert message(public)[1].startswith(f"{name} wins {chips}")
    assert short_message(public)[1].startswith(f"{name} wins")
    assert what_happened(replace(public, result=None), public).startswith(f"{name} wins {chips}")


def test_the_kill_button_lies_before_the_last_winner_and_the_placard_says_what_a_killed_pot_plays():
    """002 L259: a marker before whoever won; 000 L804: 3-6 killed plays 6-12."""
    m = wins(opened(), 4)
    assert [seat.mark for seat in everyone(m).seats[:6]] == ["", "SB", "BB", "K", "", ""]
    wins(m, 4)
    view = everyone(m)
    assert [seat.mark for seat in view.seats[:6]] == ["", "", "SB", "K", "", ""]
    assert (view.placard.game, view.placard.stakes) == ("Limit Texas Hold'em with Kill", "$6 / $12")
    assert view.seats[3].bet == 600


def test_a_voluntary_kill_is_a_choice_of_the_glass():
    """002 L270: on two cards, with the price of it; who has too few chips is not asked."""
    m = opened(kill_page("delta-downtown", "lowball-ace-to-five"))
    first = m.table.play.seats[0]
    while m.table.play.due != "kill":
        if not m.step():
            m.wait()
    ask = station(m, first).ask
    assert (ask.kind, ask.chips) == ("kill", 600)
    m.move(p.Kill(first, True))
    assert everyone(m).placard.stakes == "$6 / $12"


def test_who_opens_the_betting_reads_that_the_blinds_are_in():
    """Nobody has acted, so there is nothing else to say of what lies there."""
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    assert Stage(station(m, 4)).report.says("Blinds are in  ·  $2 to call")
    assert not Stage(station(m, 1)).report.says("Blinds are in")


def test_the_rules_page_has_the_stakes_and_a_fee_in_the_games_own_words():
    """Stud knows no flop."""
    stakes = Stakes(300, 600, ante=50, bring_in=100, chip=50)
    stud = Spread("seven-card-stud", stakes, fees=(31,))
    page = Config("1", "club-caribe", (stud,), seats=8, schedule="club-caribe")
    table = BareTable(page).open(1, 2, 3).next_hand().table
    assert "Bets $3 and $6; ante $0.50; forced bet $1." in rules(table, "play")
    taken = rules(table, "fees")
    assert any("$2 out of the pot, $1 if it ends on the first street" in line for line in taken)


def rules(table, tab: str) -> list[str]:
    told = projection.rules_page(table)
    return [line for one in told if one.tab == tab for line in one.lines]


@pytest.mark.parametrize(
    "row", [*banked_rows()], ids=lambda row: f"{row.house} {row.game} {row.pack}"
)
def test_every_game_against_a_bank_has_its_rules_page(row):
    """All of them told, whatever its fees are counted on."""
    table = BareTable(row.page).table
    assert {one.tab for one in projection.rules_page(table)} >= {"play", "fees"}


def test_who_adds_chips_at_a_bank_is_offered_a_whole_buy_in_first():
    """No blind says there what is usual; a chip of fifty cents is not."""
    m = BareTable(BankedRow("artichoke-joes", "ez-baccarat").page).open(1, 2, 3)
    least = m.table.config.least_buy(0)
    ask = buy_in(m.table, m.table.seats[1], m.now)
    assert (ask.adding, ask.amounts.least, ask.start) == (True, 50, least)
    assert ask.presets[:3] == (50, least, 2 * least)


def test_a_long_story_is_told_to_its_end():
    """Ten players called five times: who won what, and the fee, have their lines all the same."""
    m, done = recorded(config())
    m.open(*range(1, 11), button=1).next_hand().call_down()
    lines = projection.story(done[0])
    assert len(lines) == 20
    assert lines[-1].startswith("House fee ")


@pytest.mark.parametrize(
    ("house", "said"),
    [("artichoke-joes", "If you come back within the hour, you bring at least this much."),
     ("delta-downtown", "You may sit down here again after 30 minutes.")],
)  # fmt: skip
def test_who_leaves_reads_what_his_house_holds_him_to(house, said):
    """002 L149 has no rule on coming back with less: the glass told that of another house."""
    m = BareTable(no_limit(house)).open(1, 2, 3)
    stage = Stage(station(m, 1))
    stage.tap("menu", "tile leave")
    again = [words for words in stage.report.words if " again " in words or "come back" in words]
    assert again == [said]


def test_a_past_hand_says_the_whole_that_was_won():
    """Main pot and side pot by one hand: the larger of the two is less than he won."""
    m, done = recorded(no_limit())
    for seat, chips in ((1, 4_000), (2, 10_000), (3, 10_000)):
        m.sit(seat, chips)
    m.open(button=1).next_hand()
    while m.table.live:
        if m.table.live.due == "act":
            seat = m.table.live.queue[0]
            amounts = m.table.live.offer(seat).raise_to
            m.move(p.Raise(seat, amounts.most) if amounts else p.Call(seat))
        elif not m.step():
            m.wait()
    main, side = done[0].receipt.winners
    assert main.seat == side.seat
    whole = show(main.chips + side.chips)
    for seat in (1, 2, 3):
        told = projection.past_hand(done[0], seat, ())
        assert told.words == f"p{main.seat} wins {whole}: {main.words}"


@pytest.mark.parametrize(
    ("game", "house", "posted"),
    [
        ("badugi", "hawaiian-gardens", "$0.50 to $1"),  # one that ends early costs more
        (
            "omaha-hi-lo",
            "artichoke-joes",
            "$0 to $2",
        ),  # two players: $1, and $1 when equal hands split
    ],
)
def test_the_posted_fee_goes_from_the_least_to_the_most_that_may_be_taken(game, house, posted):
    assert everyone(BareTable(page_of(game, house))).placard.fee.split(" + ")[0] == posted


def test_a_pot_that_nobody_opened_is_told_until_the_next_deal():
    m = pass_out(jacks(1, 2, 3))
    assert everyone(m).notice == "Nobody opened: $3 stays in the pot"
    assert "opened" not in everyone(m.next_hand()).notice
