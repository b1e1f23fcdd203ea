"""By consent of everybody concerned, and off unless the house turns it on."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.cards import cards
from firmware.games.play import BOARD
from firmware.games.poker.commands import Call, Fold, Raise
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import evolve, wants, winners
from firmware.table.playing import voters
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import everyone, station


def playing(**settings) -> BareTable:
    page = no_limit(settings=settings, bomb_ante=500)
    return BareTable(page).open(1, 2, 3, 4, button=4).next_hand()


@pytest.mark.parametrize("motion", ["run it twice", "rabbit", "straddle", "bomb pot"])
@pytest.mark.parametrize("house", ["artichoke-joes", "delta-downtown"])
def test_off_unless_the_house_turns_it_on(house, motion):
    m = BareTable(no_limit(house)).open(1, 2, 3, button=1).next_hand()
    with pytest.raises(Refused, match=f"No {motion}") as no:
        m.ask(c.Propose, 1, motion)
    assert no.value.rule


def all_in(m) -> BareTable:
    m.move(Raise(3, 10_000))
    for seat in (4, 1):
        m.move(Fold(seat))
    m.move(Call(2))
    return m


def test_run_it_twice_halves_every_pot_on_two_boards():
    m = BareTable(no_limit(settings={"run_twice": True})).open(1, 2, 3, 4, button=4)
    hole = cards("2c 3c As Ah 7d 8d 2d 3d")  # seats 1-4, a card a pass
    deck = [hole[0], hole[2], hole[4], hole[6], hole[1], hole[3], hole[5], hole[7]]
    first = cards("4h Kc Qh Jh 5h 9c 6h 9h")  # burn flop, burn turn, burn river
    second = cards("9d Td 6d 4s 4d")  # seat 3: straight
    m.deck = [*deck, *first, *second]
    m.settle()
    all_in(m)
    assert m.table.play.due == "deal"
    for seat in (2, 3):
        m.ask(c.Propose, seat, "run it twice")
    while m.table.live:
        if not m.step():
            m.wait()
    won = {(x.seat, x.run): x.chips for x in m.table.this_hand.result.won}
    assert won == {(2, 0): 10_100, (3, 1): 10_000}
    assert len(everyone(m).second) == 5
    assert {x.run for x in winners(m.table)} == {0, 1}


def test_once_they_agreed_to_run_it_twice_the_streets_follow_at_once():
    """All-in before the flop: the question is answered, and nobody waits for it again."""
    page = no_limit(settings={"run_twice": True, "street_ms": 1_000, "action_ms": 20_000})
    m = all_in(BareTable(page).open(1, 2, 3, 4, button=4).next_hand())
    assert m.table.pace.deal_at == m.now + 20_000
    for seat in (2, 3):
        m.ask(c.Propose, seat, "run it twice")
    while not m.table.play.board:
        if not m.step():
            m.wait()
    assert m.table.pace.deal_at == m.now + 1_000


@pytest.mark.parametrize("players", [9, 10])
def test_nobody_is_asked_to_run_twice_what_the_deck_cannot(players):
    """Ten hands of Omaha leave twelve cards, and one end with its burns takes eight of them."""
    page = no_limit("delta-downtown", settings={"run_twice": True})
    omaha = replace(page.spreads[0], game="omaha")
    m = BareTable(replace(page, spreads=(omaha,))).open(*range(1, players + 1), button=1)
    m.next_hand()
    while not m.table.play.runs_out:
        offer = m.table.play.offer(m.table.play.queue[0])
        m.move(Raise(offer.seat, offer.raise_to.most) if offer.raise_to else Call(offer.seat))
    assert (voters(m.table, "run it twice") == []) == (players == 10)
    for seat in voters(m.table, "run it twice"):
        m.ask(c.Propose, seat, "run it twice")
    while m.table.live:
        if not m.step():
            m.wait()
    assert len(m.table.play.second) == (5 if players == 9 else 0)


def test_run_it_twice_needs_both():
    m = all_in(playing(run_twice=True))
    m.ask(c.Propose, 2, "run it twice")
    assert station(m, 3).ask.words == "Run it twice?"
    m.do(c.Propose(m.now, 3, "run it twice", yes=False))
    with pytest.raises(Refused, match="said no"):
        m.ask(c.Propose, 3, "run it twice")
    while m.table.live:
        if not m.step():
            m.wait()
    assert not m.table.play.second


def test_rabbit_cards_by_everybodys_yes():
    m = playing(rabbit=True)
    m.fold_out()
    with pytest.raises(Refused, match="not dealt"):
        m.ask(c.ShowRabbit, (1, 2, 3, 4, 5))
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "rabbit")
    assert wants(m.table).rabbit.count(BOARD) == 5
    m.settle()
    assert len(everyone(m).rabbit) == 5


def test_straddle_by_unanimous_vote_for_one_hand():
    m = playing(straddle=True)
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "straddle")
    m.next_hand()  # button 1, big 3, straddle 4
    hand = m.table.play
    assert (hand.bets[4], hand.betting.level) == (400, 400)
    assert hand.queue[-1] == 4
    m.next_hand()
    assert m.table.play.betting.level == 200


@pytest.mark.parametrize("allowed", [True, False])
def test_a_bomb_pot_that_everybody_wants_is_dealt_where_the_house_has_it(allowed):
    """A setting may be taken back after they agreed."""
    m = playing(bomb_pot=allowed).fold_out()
    m.table.consent.votes["bomb pot"] = [1, 2, 3, 4]
    assert bool(m.next_hand().table.play.board) == allowed


def test_a_yes_does_not_move_with_the_seat():
    """Whoever sits there then has not been asked."""
    m = playing(straddle=True, bomb_pot=True).fold_out()
    for seat, motion in ((2, "straddle"), (3, "straddle"), (3, "bomb pot")):
        m.ask(c.Propose, seat, motion)
    m.order(c.MovePlayer, 2, 7)
    assert m.table.consent.votes == {"straddle": [3], "bomb pot": [3]}


def test_bomb_pot_everybody_antes_and_the_flop_comes_first():
    m = playing(bomb_pot=True)
    button = m.table.position.button
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "bomb pot")
    m.next_hand()
    hand = m.table.play
    assert len(hand.board) == 3
    assert hand.pot == 2_000
    assert m.table.position.button == button, "an extra hand: button and blinds stay"
    m.next_hand()
    assert m.table.position.button == button % 4 + 1


def test_show_one_show_both_or_muck_after_the_hand():
    m = playing(show_cards=True)
    m.fold_out()
    winner = m.table.play.live[0]
    one, other = m.table.play.held(winner)
    assert station(m, winner).ask.kind == "show"
    m.ask(c.ShowCards, winner, (one,))
    assert everyone(m).seats[winner - 1].shown == (m.table.play.down[winner][0],)
    m.ask(c.ShowCards, winner, (other,))
    with pytest.raises(Refused, match="are shown"):
        m.ask(c.ShowCards, winner, (other,))


def test_a_folded_hand_stays_secret():
    m = playing(show_cards=True)
    m.fold_out()
    loser = next(seat for seat in (1, 2, 3, 4) if seat not in m.table.play.live)
    with pytest.raises(Refused, match="did not fold"):
        m.ask(c.ShowCards, loser, m.table.play.held(loser)[:1])


def test_a_face_that_one_holds_twice_is_shown_card_by_card():
    """Out of several decks: what is shown is the card that was dealt, not every one like it."""
    m = playing(show_cards=True)
    m.fold_out()
    hand, winner = m.table.play, m.table.play.live[0]
    one, other = hand.held(winner)
    hand.deck.dealt[other] = hand.deck.dealt[one]
    hand.down[winner][1] = face = hand.down[winner][0]
    m.ask(c.ShowCards, winner, (other,))
    assert m.table.this_hand.result.shown == {winner: [other]}
    assert everyone(m).seats[winner - 1].shown == (face,)
    m.ask(c.ShowCards, winner, (one,))
    assert everyone(m).seats[winner - 1].shown == (face, face)


def test_cards_shown_before_events_gave_their_number_are_found_in_the_hand():
    m = playing(show_cards=True)
    m.fold_out()
    winner = m.table.play.live[0]
    second = m.table.play.down[winner][1]
    evolve(m.table, e.CardsShown(m.now, winner, (second,)))
    assert everyone(m).seats[winner - 1].shown == (second,)


def test_002_L292_cards_are_shown_to_all_or_to_nobody():
    m = playing()
    m.fold_out()
    with pytest.raises(Refused, match="showdown only"):
        m.ask(c.ShowCards, m.table.play.live[0], (1,))


def test_votes_are_events_with_a_seat():
    m = playing(straddle=True)
    m.ask(c.Propose, 1, "straddle")
    assert isinstance(m.events[-1], e.Voted)
    assert everyone(m).notice == "Straddle?  1 of 4 agree"
