"""Dealer's choice by orbit; a receipt and a PHH of every finished hand."""

import tomllib
from contextlib import suppress

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.banked.commands import PassBank
from firmware.games.poker.commands import Call, Draw, Raise
from firmware.history.compare import judge
from firmware.history.phh import read
from firmware.history.write import write
from firmware.table import commands as c
from firmware.table.receipt import Recorder
from firmware.table.winners import best_beaten, winners
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.table.fuzz import SHOW, banked, blinds, mixed


def recorded(page) -> tuple[BareTable, list]:
    m, done = BareTable(page), []
    recorder = Recorder()

    def watch(machine, events):
        for event in events:
            if finished := recorder.look(machine.table, event):
                done.append(finished)

    m.watch = watch
    return m, done


def test_hold_em_and_omaha_hi_lo_change_when_the_button_has_been_round():
    page = config()
    omaha = replace(page.spreads[0], game="lightning-omaha-hi-lo")
    m = BareTable(replace(page, spreads=(page.spreads[0], omaha), rotate="orbit"))
    m.open(1, 2, 3, button=1)
    games = []
    for _ in range(9):
        games.append(m.next_hand().table.play.rules.game)
    holdem, hi_lo = "lightning-holdem", "lightning-omaha-hi-lo"
    assert games == [holdem] * 3 + [hi_lo] * 3 + [holdem] * 3


def test_a_bank_in_turn_goes_round_once_too():
    """It never ended: the game of a bank was not looked at again. Nobody takes the bank here, and
    the next of the table is offered it first (000 L2898)."""
    m = BareTable(mixed(no_limit(), banked())).open(1, 2, 3, button=1)
    games = []
    for _ in range(9):
        m.next_hand()
        games.append((m.table.spread, m.table.position.button))
        while m.table.spread and m.table.live:
            m.move(PassBank(m.table.live.queue[0]))
    poker, bank = [(0, 1), (0, 2), (0, 3)], [(1, 1), (1, 2), (1, 3)]
    assert games == poker + bank + poker


def test_a_button_that_stays_has_not_been_round():
    """One player is left of the last hand and keeps it (LP-22): the game stays as well."""
    page = config()
    omaha = replace(page.spreads[0], game="lightning-omaha-hi-lo")
    m = BareTable(replace(page, spreads=(page.spreads[0], omaha), rotate="orbit"))
    m.open(1, 2, 3, button=1).next_hand().fold_out()
    for seat in (2, 3):
        m.ask(c.Leave, seat)
    m.settle()
    m.bank()
    m.sit(5)
    m.next_hand()
    assert (m.table.position.button, m.table.spread) == (1, 0)


def test_who_comes_in_when_the_game_changes_posts_what_the_new_game_asks():
    """Overs are for the hold'em of 000 L850; in Omaha, whose turn it is, he posts or waits."""
    page = no_limit()
    omaha = replace(page.spreads[0], game="lightning-omaha-hi-lo", limit="limit")
    holdem = replace(
        page.spreads[0], game="texas-holdem", stakes=replace(omaha.stakes, blinds=(50, 50, 100))
    )
    m = BareTable(replace(page, spreads=(holdem, omaha), rotate="orbit"))
    m.open(1, 2, 3, button=1).next_hand()
    for seat in (5, 7):
        m.sit(seat)
    for _ in range(12):
        for seat in (1, 2, 3, 5, 7):
            for entry in ("over", "post"):
                with suppress(Refused):
                    m.ask(c.ChooseEntry, seat, entry)
            with suppress(Refused):
                m.ask(c.ChooseExtra, seat, "over", 200)
        m.fold_out().next_hand()
        blinds = m.table.config.spreads[m.table.spread].stakes.blinds
        assert {post.chips for post in m.table.this_hand.posts if post.kind == "blind"} <= {*blinds}


def test_a_receipt_says_what_went_in_and_where_it_is():
    m, done = recorded(config())
    m.open(1, 2, 3, button=1).next_hand().call_down()
    receipt = done[0].receipt
    assert sum(line.net for line in receipt.seats) == -receipt.fee
    assert receipt.fee > 0
    assert len(receipt.board) == 5
    assert "wins" in receipt.words()
    assert receipt.winners[0].words
    assert len(receipt.winners[0].cards) == 5


def test_a_receipt_has_no_card_that_nobody_showed():
    m, done = recorded(config())
    m.open(1, 2, 3, button=1).next_hand().fold_out()
    assert done[0].receipt.shown == {}
    assert done[0].receipt.board == ()


def test_a_voided_hand_has_a_receipt_too():
    m, done = recorded(config())
    m.open(1, 2, 3, button=1).next_hand()
    m.order(c.VoidHand)
    assert done[0].receipt.voided == "because"
    assert all(line.net == 0 for line in done[0].receipt.seats)


def test_phh_of_a_lightning_hand_reads_back_and_tells_the_same_stacks():
    m, done = recorded(no_limit())
    m.open(1, 2, 3, 4, button=1).next_hand()
    m.move(Raise(4, 600))
    m.move(Call(1))
    m.call_down()
    hand = done[0]
    fields = {"table": "t1", "hand": hand.receipt.hand}
    text = write(hand.start, hand.events, fields)
    record = read(text)
    finishing = tomllib.loads(text)["finishing_stacks"]
    order = hand.start.seats
    ended = {line.seat: line.ended for line in hand.receipt.seats}
    assert [round(float(x) * 100) for x in finishing] == [ended[seat] for seat in order]
    assert len(record.stacks) == 4


def test_phh_with_a_fee_says_what_was_dropped():
    m, done = recorded(config())
    m.open(1, 2, 3, 4, button=1).next_hand().call_down()
    text = write(done[0].start, done[0].events)
    dropped = tomllib.loads(text)["_dropped"]
    assert dropped == done[0].receipt.fee / 100
    verdict = judge(read(text))
    assert (verdict.ok, verdict.rake) == (True, done[0].receipt.fee)
    for other in (dropped + 1, dropped / 2):
        lie = text.replace(f"_dropped = {dropped}", f"_dropped = {other}")
        assert not judge(read(lie)).ok


def test_before_a_hand_is_over_nobody_was_beaten():
    m = BareTable(no_limit()).open(1, 2, 3)
    assert best_beaten(m.table) == 0
    assert best_beaten(m.next_hand().table) == 0
    m.fold_out()  # one hand left, and nobody saw it
    assert best_beaten(m.table) == 0


def test_the_best_hand_that_was_shown_and_won_nothing_was_beaten():
    m = BareTable(no_limit(), seed=3).open(1, 2, 3, 4).next_hand().call_down()
    play, won = m.table.play, {share.seat for share in m.table.this_hand.result.won}
    losers = [seat for seat in m.table.this_hand.result.shown if seat not in won]
    assert losers
    assert best_beaten(m.table) == max(losers, key=play.strength)


@pytest.mark.parametrize(("ante", "told"), [(0, "100/200"), (25, "100/200, ante 25")])
def test_the_receipt_of_a_sit_n_go_says_its_level(ante, told):
    page = no_limit(tournament=replace(SHOW, levels=((100, 200, ante),), chips=10_000, seats=3))
    m, done = recorded(page)
    for seat in (1, 2, 3):
        m.sit(seat, 3_400)
    m.next_hand().fold_out()
    assert done[0].receipt.stakes == told


def test_how_many_cards_a_seat_drew_stays_beside_it_while_it_bets():
    """001 L968-984: the draw and the bets after it are one street."""
    m = BareTable(blinds("casino-royale", "lowball-ace-to-five", "limit"), seed=4)
    m.open(1, 2, 3, button=1).next_hand()
    play, drew = m.table.play, list[int]()
    while len(drew) < 3 or play.due != "act":
        if play.due == "draw":
            drew.append(play.queue[0])
            m.move(Draw(play.queue[0], ()))
        elif play.due == "act":
            m.move(Call(play.queue[0]))
        elif not m.step():
            m.wait()
    assert None not in [m.table.this_hand.last[seat] for seat in drew]


def test_a_hand_that_was_shown_is_named_and_one_that_was_not_is_not():
    """000 L248: "to win the pot, a player must show all his hole cards"; uncalled he need not."""
    m = BareTable(no_limit(), seed=2).open(1, 2, 3, button=1).next_hand().call_down()
    assert all(award.words and len(award.cards) == 5 for award in winners(m.table))
    m.next_hand().fold_out()
    assert [award.words for award in winners(m.table)] == [""]


def test_the_first_to_put_chips_in_on_a_street_bets_and_the_next_raises():
    m = BareTable(no_limit(), seed=2).open(1, 2, 3, button=1).next_hand()
    while not m.table.play.board:
        m.move(Call(m.table.play.queue[0]))
    words = []
    for chips in (400, 800):
        seat = m.table.play.queue[0]
        m.move(Raise(seat, chips))
        words.append(m.table.play.did(m.table.this_hand.last[seat]))
    assert words == ["bet", "raise"]
