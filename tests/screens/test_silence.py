"""What silence does, most of it against a bank: said before by the rule that decides, after with
since when. No bet; fold; check, then fold; the house way."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from firmware.games.banked.commands import TakeBank, Wager
from firmware.games.cards import DECKS
from firmware.games.poker.commands import Call, Deal, Start, Timeout
from firmware.games.poker.engine import new_hand, play, rules, wants
from firmware.games.poker.rules import Stakes
from firmware.screens.projection.questions import was_late
from firmware.table.config import Spread
from lab.scenes.pictures import Step, played
from lab.simulation.bare_table import BareTable, config
from tests.screens.seen import station
from ui.theme import STATION


def at_table(game, house="artichoke-joes"):
    stakes = replace(config().spreads[0].stakes, small=500, big=0, blinds=())
    spread = Spread(game, stakes, buy_in=(10_000, 0), fees=(1,))
    m = BareTable(config(house, spreads=(spread,), schedule=""))
    m.open(2, 5, 8, chips=50_000)
    return m.next_hand()


def bank_taken(m):
    bank = m.table.live.queue[0]
    m.move(TakeBank(bank, 20_000))
    return bank


def lets_time_pass(m, seat):
    """Until the clock has run out for this seat."""
    for _ in range(20):
        if m.table.seats[seat].absence.late:
            return
        if not m.step():
            m.wait()
    raise AssertionError("the clock never ran out")


def says(m, seat):
    return played(station(m, seat), Step(), Surface(STATION, 0, 32))[0].report


def test_who_takes_no_bank_is_told_so():
    m = at_table("three-card-poker")
    seat = m.table.live.queue[0]
    assert station(m, seat).ask.late == "you pass the bank and sit out"
    lets_time_pass(m, seat)
    assert station(m, seat).why == "Your time ran out in round #1: you passed the bank"


def test_who_bets_nothing_is_told_so_and_since_when():
    m = at_table("three-card-poker")
    bank_taken(m)
    seat = m.table.live.queue[0]
    assert station(m, seat).ask.late == "you place no bet and sit out"
    lets_time_pass(m, seat)
    while m.table.seats[seat].life != "away":
        if not m.step():
            m.wait()
    m.now += 120_000
    view = station(m, seat)
    assert (view.why, view.why_ms >= 120_000) == (
        "Your time ran out in round #1: you placed no bet", True,
    )  # fmt: skip
    assert says(m, seat).says("Your time ran out in round #1: you placed no bet, ")


CIRCLES = {
    "three-card-poker": (("ante", 500),),
    "ultimate-texas-holdem": (("ante", 500), ("blind", 500)),
    "pai-gow-poker": (("base", 500),),
}


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("three-card-poker", "you fold and sit out", "your hand was folded"),
        ("ultimate-texas-holdem", "you check and sit out", "you checked"),
        ("pai-gow-poker", "the house way sets your hand and you sit out",
         "the house way set your hand"),
    ],
)  # fmt: skip
def test_who_does_not_decide_reads_what_silence_does(game, before, after):
    m = at_table(game)
    bank_taken(m)
    while m.table.live.due == "wager":
        m.move(Wager(m.table.live.queue[0], CIRCLES[game]))
    m.settle()
    seat = m.table.live.queue[0]
    assert station(m, seat).ask.late == before
    assert not says(m, seat).says("Silence plays the house way")
    lets_time_pass(m, seat)
    assert station(m, seat).why == f"Your time ran out in round #1: {after}"


HG, CR, DD = "hawaiian-gardens", "casino-royale", "delta-downtown"


@pytest.mark.parametrize(
    ("house", "game", "limit", "due", "said"),
    [
        (HG, "crazy-pineapple", "limit", "discard", "the table chose what you gave up"),
        (CR, "mexican-poker", "spread", "roll", "your card stayed down"),
        (DD, "lowball-ace-to-five", "limit with kill", "kill", "the pot was not killed"),
    ],
)
def test_whose_time_ran_out_reads_what_became_of_his_choice(house, game, limit, due, said):
    """ "You drew a card", he read, for whom the table had given one up."""
    law = rules(game, house, limit)
    hand = new_hand(law, Stakes(400, 800, blinds=(200, 400)), 3, dict.fromkeys((1, 2, 3), 20_000))
    play(hand, Start())
    deck = list(DECKS[law.deck])
    while hand.due != due:
        play(hand, Call(hand.queue[0]) if hand.due == "act" else
             Deal(tuple(deck.pop() for _ in range(wants(hand).count))))  # fmt: skip
    silent = hand.decide(Timeout(hand.queue[0]))
    assert was_late(hand.late(silent[0])) == said
