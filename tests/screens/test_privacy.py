"""What leaves the controller holds no card that its reader may not see."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.cards import NAMES
from firmware.games.poker.commands import Call, Draw, Fold, Raise
from firmware.screens import protocol as g
from firmware.table import commands as c
from lab.simulation import bots
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.privacy import assert_private, cards_in, secrets
from tests.screens.seen import everyone, station

GAMES = ["lightning-holdem", "lightning-omaha", "lightning-omaha-hi-lo", "crazy-pineapple",
         "seven-card-stud"]  # fmt: skip
CARD = re.compile(r"\b([2-9TJQKA][cdhs])\b")


def page(game):
    base = config(schedule="")
    stakes = replace(base.spreads[0].stakes, blinds=(100, 200))
    if game == "seven-card-stud":
        stakes = replace(stakes, blinds=(), ante=100, bring_in=100)
    return replace(base, spreads=(replace(base.spreads[0], game=game, fees=(), stakes=stakes),))


def watch_privacy(m: BareTable, noes: list[str]) -> None:
    def watch(machine, events):
        assert_private(machine)
        for words in noes:
            assert not set(CARD.findall(words)) & {
                NAMES[card] for card in secrets(machine.table, 0)
            }
        noes.clear()

    m.watch = watch


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), players=st.integers(2, 7))
def test_no_view_and_no_refusal_holds_a_hidden_card(game, seed, players):
    m = BareTable(page(game), seed)
    noes: list[str] = []
    watch_privacy(m, noes)
    m.open(*range(1, players + 1))
    rng = Random(seed)
    for _ in range(2):
        m.next_hand()
        while (hand := m.table.live) is not None:
            if hand.due in ("deal", "settle"):
                if not m.step():
                    m.wait()
                continue
            intruder = rng.randint(1, players)
            for move in (Call(intruder), Draw(intruder, (rng.randint(0, 51),)), Raise(intruder, 7)):
                try:
                    if rng.random() < 0.2:
                        m.do(c.Play(m.now, m.table.decision, move))
                except Refused as no:
                    noes.append(str(no))
            if (
                (hand := m.table.live) is not None
                and hand.queue
                and hand.due not in ("deal", "settle")
            ):
                m.do(c.Play(m.now, m.table.decision, bots.random_legal(hand, rng)))


def test_the_privacy_check_notices_a_leak():
    """Broken on purpose: a view that shows another seat's cards is caught."""
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    other = m.table.play.down[2][0]

    def leaky(m, seat):
        return replace(station(m, seat), hole=(other,))

    with pytest.raises(AssertionError):
        assert_private(m, leaky)


def look(machine, events):
    """At every screen, as the wire brings it; and no hint of a hand without the hand."""
    assert_private(machine, lambda m, seat: g.view(g.pack(station(m, seat))))
    for seat in range(1, len(machine.table.seats)):
        view = station(machine, seat)
        assert view.hole or not view.hint


@pytest.mark.parametrize("page", [config(), no_limit()], ids=["limit", "no-limit"])
def test_no_message_holds_another_seats_hole_card(page):
    m, rng, player = BareTable(page, 5), Random(5), bots.random_player()
    m.watch = look
    m.open(1, 3, 4, 7, 10)
    while m.table.this_hand.number < 12:
        if not m.table.live:
            m.shuffle()
        if m.step():
            continue
        live = m.table.live
        if live is not None and live.queue:
            m.do(c.Play(m.now, m.table.decision, player(live, rng)))
        else:
            m.wait()


def test_an_uncontested_winner_shows_nothing():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand().fold_out()
    assert everyone(m).result.hand == ""
    assert not cards_in(everyone(m))


def test_a_folded_seat_does_not_see_its_cards_any_more():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    m.move(Fold(1))
    assert station(m, 1).hole == ()
