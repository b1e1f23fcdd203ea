"""Pan at the table: off until it is signed, tops and fees, who is first, silence, voids, books."""

from random import Random

import pytest
from msgspec.structs import replace

from firmware.games.banked.commands import Choose
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.checking import validate
from firmware.table.config import Config
from firmware.table.fee import schedules
from firmware.table.state import balance
from lab.simulation.any_game import page_of
from lab.simulation.bare_table import BareTable
from lab.simulation.evening import Evening
from lab.simulation.pan_bot import move


def page(**changes: object) -> Config:
    """A condition of $5 at seven seats."""
    whole = page_of("pan")
    return replace(whole, spreads=(replace(whole.spreads[0], **changes),))


def machine(*seats: int, chips: int = 10_000) -> BareTable:
    m = BareTable(page())
    m.open(*seats or (2, 4, 6), chips=chips)
    return m.next_hand()


def played(m: BareTable, seed: int = 1) -> BareTable:
    """To the end of the hand, with some sense."""
    rng = Random(seed)
    while (hand := m.table.live) is not None:
        if hand.queue:
            m.move(move(hand, hand.queue[0], rng))
        elif not m.step():
            m.wait()
    return m


# ---- The page


def test_a_page_without_a_signature_is_refused() -> None:
    with pytest.raises(BadPage, match="a house must sign its pay card") as refused:
        validate(page(signed=""))
    assert refused.value.field == "spreads[0].signed"
    validate(page())


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"stakes": Stakes(500, ante=500, chip=100)}, "stakes", "condition"),
        ({"stakes": Stakes(500, 1_000, ante=500, chip=500)}, "stakes", "condition"),
        ({"buy_in": (5_000, 0)}, "buy_in", "20 conditions at least, \\$100"),
        ({"fees": (2,)}, "fees", "an ante of \\$2"),
        ({"pack": "52"}, "pack", "pack"),
        ({"pays": {"valle": "lots"}}, "pays", "chips for three cards"),
        ({"decks": 2}, "decks", "has one"),
    ],
)
def test_what_a_page_may_not_say(changes: dict[str, object], field: str, words: str) -> None:
    """000 L1434: the condition is the chip that is played with, the buy-in twenty of them."""
    with pytest.raises(BadPage, match=words) as refused:
        validate(page(**changes))
    assert refused.value.field == f"spreads[0].{field}"


def test_no_button_goes_round_to_change_the_game() -> None:
    with pytest.raises(BadPage, match="rotate"):
        validate(replace(page(), rotate="orbit"))
    with pytest.raises(BadPage, match="7 players at most"):
        validate(replace(page(), seats=8))


def test_other_games_have_nothing_to_sign() -> None:
    for game in ("lightning-holdem", "ez-baccarat"):
        whole = page_of(game)
        signed = replace(whole.spreads[0], signed="somebody")
        with pytest.raises(BadPage, match="signed: this is for a pay card of pan"):
            validate(replace(whole, spreads=(signed,)))


def test_the_signature_and_the_card_are_in_the_journal() -> None:
    book = page(pays={"valle": "2+1"}).posted.rulebook
    assert book is not None
    assert book.laws[0].signed == "the lab, for a simulation"  # type: ignore[union-attr]
    assert book.laws[0].pays["valle"] == (2, 1)  # type: ignore[union-attr]
    assert book.hash != page().posted.rulebook.hash  # type: ignore[union-attr]


def test_fees_as_filed() -> None:
    """000 L3530-3543: conditions 1, 2, 5, 20, 100, as much a round, buy-in 40 to 4,000; L1597-1601:
    2, 5, 10, 20, as much a hand, and twice as much a half hour."""
    rows = {fee.option: fee for fee in schedules()["pan"].fees}
    for option, dollars in enumerate((1, 2, 5, 20, 100), 1):
        row = rows[option]
        assert (row.ante, row.fee, row.half_hour) == (dollars * 100, dollars * 100, 0)
        assert row.buy_in == (4_000, 400_000)
    for option, dollars in enumerate((2, 5, 10, 20), 11):
        row = rows[option]
        assert (row.ante, row.fee, row.half_hour) == (dollars * 100, dollars * 100, dollars * 200)


# ---- A hand


def test_antes_and_the_fee_out_of_them() -> None:
    """000 L3532: "a collection fee is taken from the antes before cards are dealt, with any
    remaining excess staying in the center"."""
    m = machine()
    assert (m.table.live.tops, m.table.live.fees) == (1_000, 500)
    played(m)
    assert m.table.books.fees == 500
    here, should = balance(m.table)
    assert here == should


def test_the_winner_is_first_in_the_next_hand() -> None:
    """000 L1448, and counter-clockwise from him (L1436)."""
    m = machine(1, 3, 5, 7, chips=40_000)
    for seed in range(6):
        played(m, seed)
        first = m.table.play.leads
        m.next_hand()
        assert m.table.live.seats[0] == first == m.table.position.button
        assert m.table.live.seats == tuple(sorted((1, 3, 5, 7), key=lambda s: (first - s) % 7))


def test_a_winner_who_left_is_followed_by_the_next_to_his_right() -> None:
    m = machine(2, 4, 6, chips=40_000)
    m.move(Choose(m.table.live.queue[0], "out"))
    m.move(Choose(m.table.live.queue[0], "out"))
    winner = m.table.play.leads
    m.ask(c.Leave, winner)
    m.next_hand()
    assert m.table.live.seats[0] == {6: 4, 4: 2, 2: 6}[winner]


def test_silence_is_out_and_costs_the_ante() -> None:
    m = machine()
    first = m.table.live.queue[0]
    m.now = m.table.clock.until + 60_000
    m.settle()
    assert m.table.live.folded(first)
    assert m.table.live.stacks[first] == 9_500


def test_a_void_gives_everything_back_and_the_same_is_first_again() -> None:
    m = machine()
    played(m).next_hand()
    first, stacks = m.table.live.seats[0], [m.table.seats[seat].chips.stack for seat in (2, 4, 6)]
    for _ in range(3):
        m.move(Choose(m.table.live.queue[0], "in"))
    m.move(Choose(m.table.live.queue[0], "leave"))
    m.order(c.VoidHand)
    assert [m.table.seats[seat].chips.stack for seat in (2, 4, 6)] == stacks
    m.next_hand()
    assert m.table.live.seats[0] == first


def test_a_hand_fouled_by_the_floor() -> None:
    m = machine()
    seat = m.table.live.queue[1]
    m.order(c.FoulHand, seat)
    assert m.table.live.folded(seat)
    played(m)


def test_a_player_pays_for_the_half_hour() -> None:
    """000 L1597: $4 each at a condition of $2."""
    stakes = Stakes(200, ante=200, chip=200)
    m = BareTable(page(stakes=stakes, buy_in=(4_000, 0), fees=(11,)), now=1_000_000)
    m.open(1, 2, 3)
    played(m.next_hand())
    m.now += 1_800_000
    m.settle()
    taken = [event for event in m.events if isinstance(event, e.TimeFeesTaken)]
    assert taken[-1].paid == ((1, 400), (2, 400), (3, 400))


def test_an_evening_replays_and_its_books_are_right() -> None:
    evening = Evening(page(), seed=7)
    assert evening.run(hours=0.5).hands > 3
    assert evening.m.replay() == evening.m.table
