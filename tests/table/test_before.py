"""What older events left unsaid is what followed from them then (evolve/before.py), for ever."""

import pytest
from msgspec.structs import replace

from firmware.games.poker.rules import Stakes
from firmware.table import events as e
from firmware.table.engine import evolve
from firmware.table.evolve import before
from firmware.table.jackpot import Jackpot
from firmware.table.state import Departed, Result
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.table.fuzz import SHOW
from tests.table.ruling import AJ, DELTA


def at(house=AJ, **changes):
    """A first hand, being played."""
    return BareTable(config(house, **changes)).open(1, 2, 3, 4, button=1).next_hand().table


@pytest.mark.parametrize(
    ("house", "first", "chips", "counted"),
    [
        (AJ, False, 1_999, 2), (AJ, False, 2_000, 1), (AJ, True, 1_999, 1), (AJ, True, 2_000, 1),
        (DELTA, False, 1_999, 2), (DELTA, False, 2_000, 0), (DELTA, True, 2_000, 1),
    ],
)  # fmt: skip
def test_short_buys_were_counted_where_they_were_bought(house, first, chips, counted):
    table = at(house)
    table.seats[2].chips.short_buys = 1
    said = before.before_buy_ins_said_it(table, e.BoughtIn(1, 2, "t1-9", chips), first)
    assert (said.short_buys, said.counters, said.bank_ms, said.missed) == (counted, 0, 0, False)


@pytest.mark.parametrize(("first", "missed"), [(True, True), (True, False), (False, True)])
def test_who_sat_down_had_his_time_bank_and_the_blinds_he_owed(first, missed):
    table = at(settings={"bank_ms": 7_000})
    table.people.departed["p2"] = Departed(1, 1_000, missed)
    said = before.before_buy_ins_said_it(table, e.BoughtIn(1, 2, "t1-9", 2_000), first)
    assert (said.bank_ms, said.missed) == (7_000 if first else 0, first and missed)
    table.people.departed.clear()
    assert not before.before_buy_ins_said_it(table, e.BoughtIn(1, 2, "x", 1), first).missed


def test_a_contest_s_entry_was_its_chips():
    table = BareTable(no_limit(tournament=SHOW)).table
    said = before.before_buy_ins_said_it(table, e.BoughtIn(1, 2, "t1-9", SHOW.entry), True)
    assert said.counters == SHOW.chips
    for seat in (1, 2, 3):
        table.seats[seat].life = "playing"
    started = before.before_tournaments_said_it(table, e.TournamentStarted(5, "f", "x"))
    assert (started.until, started.players) == (5 + SHOW.level_ms, 3)


@pytest.mark.parametrize(("house", "owes", "keeps"), [
    (AJ, True, True), (AJ, False, False), (DELTA, True, True),
])  # fmt: skip
def test_who_left_was_remembered_for_the_longer_of_both_times(house, owes, keeps):
    table = at(house)
    table.seats[2].blinds.missed = owes
    said = before.before_cash_outs_said_it(table, e.CashedOut(1, 2, "p2", "t1-9", 1, "player"))
    ways = table.config.ways
    assert (said.missed, said.remember_ms) == (keeps, max(ways.return_ms, ways.stay_out_ms))


def test_a_debt_that_the_house_forgets_was_forgotten():
    table = at(settings={"debt_kept": False})
    table.seats[2].blinds.missed = True
    said = before.before_cash_outs_said_it(table, e.CashedOut(1, 2, "p2", "t1-9", 1, "player"))
    assert not said.missed


@pytest.mark.parametrize("lacks", ["", "core", "paid_big", "paid_small", "button"])
def test_who_had_paid_both_blinds_and_the_button_had_dealt_off(lacks):
    table = at()
    blinds = table.seats[2].blinds
    blinds.core = blinds.paid_big = blinds.paid_small = True
    table.position.button = 1 if lacks == "button" else 2
    if lacks not in ("", "button"):
        setattr(blinds, lacks, False)
    assert before.before_moves_said_it(table, e.Moved(1, 2, 8, "player", "x")) == (not lacks)


@pytest.mark.parametrize(("level", "blinds"), [(0, (10, 20)), (1, (20, 40)), (9, (20, 40))])
def test_a_contest_s_hand_was_played_at_its_level(level, blinds):
    show = replace(SHOW, levels=((10, 20, 0), (20, 40, 5)))
    table = BareTable(no_limit(tournament=show)).table
    table.sit_n_go.level = level
    said = before.before_hands_said_it(table, e.HandBegan(1, 1, 0, 1, (1, 2), ()))
    _, big = blinds
    assert said.stakes == Stakes(small=big, blinds=blinds, ante=5 if big == 40 else 0)


@pytest.mark.parametrize(("refill", "banks"), [(0, ()), (5_000, ((1, 6_000), (2, 9_000)))])
def test_time_banks_were_refilled_by_a_hand_and_never_above_the_most(refill, banks):
    table = at(settings={"bank_refill_ms": refill, "bank_most_ms": 9_000})
    for seat, ms in ((1, 1_000), (2, 8_000)):
        table.seats[seat].time.bank_ms = ms
    said = before.before_hands_said_it(table, e.HandBegan(1, 1, 0, 1, (1, 2), ()))
    assert (said.time_banks, said.act_ms, said.stakes) == (banks, 30_000, None)
    assert said.fee == 53  # of two players


@pytest.mark.parametrize("twice", [True, False])
def test_pauses_were_the_house_s(twice):
    table = at(settings={"run_twice": twice})
    assert before.before_waits_were_said(table) == e.Waits(250, 1_000, 30_000 * twice, 30_000)


@pytest.mark.parametrize(("shown", "gap"), [({}, 3_000), ({1: (0, 1)}, 6_000)])
def test_the_next_hand_came_after_its_gap(shown, gap):
    table = at(jackpot=Jackpot(bad_beat=70))
    table.this_hand.result = Result(1, shown)
    said = before.before_ends_said_it(table, e.InHand(10, ()), 200)
    assert (said.next_hand_at, said.bad_beat) == (10 + gap, 140)
    table.this_hand.result = None
    assert before.before_ends_said_it(at(), e.InHand(10, ()), 200).bad_beat == 0
    assert before.before_ends_said_it(table, e.InHand(10, ()), 200).next_hand_at == 3_010
    assert before.before_voids_said_it(table, e.HandVoided(10, "f", "x")) == 3_010


@pytest.mark.parametrize(("votes", "agreed"), [([1, 2, 3], False), ([1, 2, 3, 4], True)])
def test_a_vote_was_the_last_when_everybody_had_said_yes(votes, agreed):
    table = at()
    table.consent.votes["run it twice"] = votes
    vote = e.Voted(1, votes[-1], "run it twice", True)
    assert before.before_votes_said_it(table, vote) == agreed
    table.play = None
    assert not before.before_votes_said_it(table, vote)


@pytest.mark.parametrize(
    ("agreed", "votes", "runs"),
    [(None, 4, True), (None, 3, False), (True, 3, True), (False, 4, False)],
)
def test_a_vote_to_run_it_twice_counts_as_it_says_and_an_older_one_as_it_did(agreed, votes, runs):
    """Who has to agree may be counted otherwise by now: what was said then holds."""
    table = at()
    table.consent.votes["run it twice"] = [*range(1, votes)]
    evolve(table, e.Voted(1, votes, "run it twice", True, agreed))
    assert (table.consent.run_from is not None and table.consent.run_from >= 0) == runs
