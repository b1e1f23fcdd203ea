"""Jackpots: a dollar out of the small blind, pools that are a liability, payouts confirmed."""

import pytest

from firmware.errors import Refused
from firmware.games.cards import cards
from firmware.games.poker.commands import Call
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Spread
from firmware.table.jackpot import Jackpot, shares
from firmware.table.state import balance
from lab.simulation.bare_table import BareTable, config


def machine(**jackpot) -> BareTable:
    m = BareTable(config(jackpot=Jackpot(**jackpot), schedule="", spreads=_free()))
    return m.open(1, 2, 3, 4, button=4)


def _free():
    from msgspec.structs import replace

    return tuple(replace(spread, fees=()) for spread in config().spreads)


def deal(m, hands: dict[int, str], board: str) -> None:
    """These hole cards and this board; everybody calls."""
    button = m.table.position.drawn or m.table.position.button % 4 + 1
    seats = [(button + n) % 4 + 1 for n in range(4)]
    known = {seat: cards(text) for seat, text in hands.items()}
    table = cards(board)
    used = {*table, *(card for hole in known.values() for card in hole)}
    rest = iter(card for card in range(52) if card not in used)
    holes = {seat: known.get(seat) or (next(rest), next(rest)) for seat in seats}
    deck = [holes[s][0] for s in seats] + [holes[s][1] for s in seats]
    m.deck = [*deck, next(rest), *table[:3], next(rest), table[3], next(rest), table[4]]
    m.wait() if m.now < m.table.pace.next_hand_at else None
    m.settle()
    while m.table.live:
        if m.table.play.due == "act":
            m.move(Call(m.table.play.queue[0]))
        else:
            m.settle()


QUADS = {1: "Ah Ad", 2: "Kh Kd"}
BOARD = "As Ac Ks Kc 2d"


def test_D8_no_flop_still_a_dollar_for_the_jackpot_and_no_fee():
    m = machine()
    m.next_hand().fold_out()
    assert (m.table.books.bad_beat, m.table.books.fees) == (100, 0)


def test_the_small_blind_keeps_his_credit():
    m = machine().next_hand()
    assert m.table.play.bets[1] == 100
    assert m.table.play.pot == 200


def test_the_pools_share_the_drop():
    m = machine(bad_beat=70)
    m.next_hand().fold_out()
    assert (m.table.books.bad_beat, m.table.books.high_hand) == (70, 30)


def test_a_bad_beat_waits_for_the_floor_and_is_paid_to_accounts():
    m = machine()
    deal(m, QUADS, BOARD)
    hit = m.table.jackpots.bad_beats[0]
    assert {claim.seat: claim.words for claim in hit.claims}[2] == "beaten hand"
    assert sum(claim.chips for claim in hit.claims) == 100
    stacks = [seat.chips.stack for seat in m.table.seats]
    m.order(c.ConfirmJackpot, hit.number)
    assert [seat.chips.stack for seat in m.table.seats] == stacks, "not to the stacks"
    assert sum(x.chips for x in m.table.transit.flying.values()) == 100
    assert m.table.books.bad_beat == 0
    here, should = balance(m.table)
    assert here == should
    with pytest.raises(Refused, match="no hit"):
        m.order(c.ConfirmJackpot, hit.number)


def test_the_floor_may_say_no():
    m = machine()
    deal(m, QUADS, BOARD)
    m.order(c.ConfirmJackpot, 1, False)
    assert not m.table.jackpots.bad_beats
    assert m.table.books.bad_beat == 100


@pytest.mark.parametrize(
    ("hands", "board", "hit"),
    [
        (QUADS, BOARD, True),
        ({1: "Ah Ad", 2: "Kh Qd"}, "As Ac Ks Kc Kd", True),  # where one hole card is enough
        ({1: "Ah Ad", 2: "Qh Qd"}, "As Ac Qs 9c 2d", False),  # a full house is not enough
        ({1: "Ah 3d", 2: "Kh Kd"}, "As Ac Ad Ks Kc", False),  # three aces lie on the board
    ],
)
def test_the_qualifying_table(hands, board, hit):
    m = machine(pocket=hands[1] != "Ah Ad" or hands is QUADS)
    deal(m, hands, board)
    assert bool(m.table.jackpots.bad_beats) is hit


def test_four_of_a_kind_beaten_in_stud_wins_it_too():
    """000 L137 and 004 L1036 take the fee in stud: the seven cards of a player are all his own."""
    money = Stakes(small=300, big=600, ante=50, bring_in=100, chip=50)
    page = config(
        spreads=(Spread("seven-card-stud", money),), seats=8, schedule="", jackpot=Jackpot()
    )
    m = BareTable(page).open(1, 2, 3, 4, button=4)
    hands = [cards("Ah Ad As Ac 2c 3d 4h"), cards("Kh Kd Ks Kc 5c 6d 7h"),
             cards("9h 9d 8s 8c Qc Jd Th"), cards("2h 3c 4s 5d 7c 8d Qs")]  # fmt: skip
    rest = iter(card for card in range(52) if not any(card in hand for hand in hands))
    streets = [[hand[n] for hand in hands] for n in range(7)]
    deck = streets[0] + streets[1] + streets[2]
    for street in streets[3:]:
        deck += [next(rest), *street]
    m.deck = deck
    m.wait() if m.now < m.table.pace.next_hand_at else None
    m.settle()
    while m.table.live:
        if m.table.play.due == "act":
            m.move(Call(m.table.play.queue[0]))
        else:
            m.settle()
    (hit,) = m.table.jackpots.bad_beats
    assert {claim.seat: claim.words for claim in hit.claims}[2] == "beaten hand"
    assert m.table.jackpots.high_hand.seat == 1


def test_every_cent_of_the_payout_has_an_owner():
    jackpot = Jackpot()
    for pool in (0, 1, 99, 12_345):
        paid = shares(jackpot, pool, 1, 2, [3, 4, 5])
        assert sum(paid.values()) == pool
    assert shares(jackpot, 100, 1, 2, []) == {1: 75, 2: 25}


def test_the_high_hand_is_held_until_it_is_beaten_or_paid():
    m = machine(bad_beat=50)
    deal(m, {1: "Ah Ad"}, "As Ks Kc 7d 2c")
    assert m.table.jackpots.high_hand.words.startswith("Full House")
    deal(m, {2: "Qh Qd"}, "Qs Js Jc 7d 2c")
    assert m.table.jackpots.high_hand.seat == 1
    deal(m, {3: "Ah Ad"}, "As Ks Kc 7d 2c")  # as good is not better: who had it first holds it
    assert m.table.jackpots.high_hand.seat == 1
    m.order(c.PayHighHand)
    paid = [x for x in m.events if isinstance(x, e.JackpotPaid)]
    assert paid[0].claims[0].chips == 150
    assert m.table.jackpots.high_hand is None


def test_pool_money_is_never_income():
    m = machine(bad_beat=60)
    for _ in range(5):
        m.next_hand().fold_out()
    assert m.table.books.fees == 0
    assert m.table.books.bad_beat + m.table.books.high_hand == 500


def test_a_second_hit_is_promised_only_what_the_first_left():
    """The floor has answered neither: the pool holds two dollars, and one is spoken for."""
    m = machine()
    for _ in range(2):
        deal(m, QUADS, BOARD)
    first, second = m.table.jackpots.bad_beats
    assert sum(claim.chips for claim in first.claims) == 100
    assert sum(claim.chips for claim in second.claims) == 100
    for hit in (first, second):
        m.order(c.ConfirmJackpot, hit.number)
    assert m.table.books.bad_beat == 0
