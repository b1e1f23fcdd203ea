"""Every banked game of every house at a table: rounds by chance, the whole life around them."""

from random import Random

import pytest
from msgspec.structs import replace

from firmware.games.banked.commands import PassBank, TakeBank, Wager
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.checking import validate
from firmware.table.state import balance, decode, encode
from lab.simulation.banked_rows import BankedRow, banked_rows
from lab.simulation.bare_table import BareTable
from lab.simulation.rounds import random_legal
from tests.screens.privacy import cards_in, secrets
from tests.screens.seen import everyone, station

FOUR = (1, 2, 3, 4)
SEATS = (1, 3, 4, 6)
PAGES = {f"{row.house} {row.game} {row.pack}".rstrip(): row.page for row in banked_rows()}


def table(page, seed=1, chips=40) -> BareTable:
    m = BareTable(page, seed)
    least = page.spreads[0].stakes.small
    m.open(*(SEATS if page.seats >= max(SEATS) else FOUR), chips=max(20, chips) * least)
    return m.next_hand()


def answered(m: BareTable, rng: Random) -> None:
    """Somebody who is asked answers."""
    live = m.table.live
    seat = live.queue[0] if live.due == "bank" else rng.choice(live.queue)
    m.do(c.Play(m.now, m.table.decision, random_legal(live, seat, rng)))


def rounds(m: BareTable, rng: Random, count: int):
    """So many rounds, looking after each step."""
    until = m.table.this_hand.number + count
    while m.table.this_hand.number < until:
        if m.table.live is None:
            m.shuffle()
        if m.table.live is not None and m.table.live.queue:
            answered(m, rng)
        elif not m.step():
            m.wait()
        yield m.table


@pytest.mark.parametrize("name", PAGES)
def test_rounds_by_chance_the_books_exact_and_no_card_where_it_may_not_be(name):
    page = PAGES[name]
    validate(page)
    m, rng = table(page), Random(name)
    for now in rounds(m, rng, 4):
        here, should = balance(now)
        assert here == should
        if now.live is not None and now.live.due in ("choose", "settle"):
            assert not cards_in(everyone(m)) & secrets(now, 0)
            for seat in {*SEATS, *FOUR}:
                if seat <= page.seats and now.seats[seat].seated:
                    assert not cards_in(station(m, seat)) & secrets(now, seat)
    assert m.replay() == m.table
    assert decode(encode(m.table)) == m.table


@pytest.mark.parametrize("name", [*PAGES][::3])
def test_nobody_answers_and_the_round_ends_all_the_same(name):
    """Silence: no bank, no wager, the house way."""
    m = table(PAGES[name])
    if m.table.play.rules.bank:
        bank = m.table.live.queue[0]
        m.do(c.Play(m.now, m.table.decision, TakeBank(bank, m.table.live.stacks[bank] // 2)))
    live, rng = m.table.live, Random(3)
    for seat in list(live.queue)[:2]:
        m.do(c.Play(m.now, m.table.decision, random_legal(live, seat, rng)))
    for _ in range(60):
        if m.table.live is None:
            break
        if not m.step():
            m.wait()
    assert m.table.live is None
    here, should = balance(m.table)
    assert here == should


def test_the_life_around_a_round_of_baccarat():
    """Chips come, somebody leaves, a link is lost, the floor pauses, fouls and voids."""
    m = table(BankedRow("artichoke-joes", "ez-baccarat").page, chips=100)
    bank = m.table.live.queue[0]
    m.move(TakeBank(bank, 20_000))
    first, second, third = m.table.live.queue
    m.ask(c.BuyIn, first, 10_000)
    m.bank()
    m.ask(c.LoseLink, second)
    m.ask(c.Leave, third)
    m.move(Wager(first, (("player", 1_000),)))
    m.order(c.Pause)
    m.order(c.Resume)
    m.ask(c.RegainLink, second)
    for _ in range(40):
        if m.table.live is None or not m.table.live.queue:
            break
        m.wait()
        m.step()
    m.settle()
    assert m.table.live is None
    assert m.table.seats[first].chips.pending == 0
    m.bank()
    while m.table.seats[third].life != "empty":
        assert m.step() or not m.wait()
        m.bank()
    here, should = balance(m.table)
    assert here == should
    m.next_hand()
    m.move(TakeBank(m.table.live.queue[0], 20_000))
    before = balance(m.table)
    m.order(c.VoidHand)
    assert balance(m.table) == before
    assert m.replay() == m.table


def test_where_a_game_breaks_the_bank_is_not_offered_to_whoever_held_it():
    """001 L141, 004 L1723: after two rounds another player has to take it."""
    m = table(BankedRow("casino-royale", "baccarat-gold").page, chips=200)
    holder = m.table.live.queue[0]
    for _ in range(2):
        assert m.table.live.queue[0] == holder
        m.move(TakeBank(holder, 2_000))
        while m.table.live is not None and m.table.live.due == "wager":
            m.move(Wager(m.table.live.queue[0]))
        m.next_hand()
    assert holder not in m.table.live.queue
    while m.table.live is not None:
        m.move(PassBank(m.table.live.queue[0]))
    m.next_hand()
    assert holder in m.table.live.queue  # a new game


def test_the_result_board_grows_with_each_round_and_is_everybodys():
    m, rng = table(BankedRow("artichoke-joes", "panda-8").page, chips=400), Random(9)
    for _ in rounds(m, rng, 8):
        pass
    board, kept = everyone(m).roads, m.table.roads.now
    assert len(board.beads) == len(kept) > 0
    assert [bead[0] for bead in board.beads] == [result[0][0].upper() for result in kept]
    assert sum(
        count for name, count, _ in board.counts if name in ("player", "banker", "tie")
    ) == len(kept)


def test_everybody_sees_wagers_cover_and_what_was_not_covered():
    m = table(BankedRow("artichoke-joes", "ez-baccarat").page, chips=400)
    bank = m.table.live.queue[0]
    m.move(TakeBank(bank, 500))
    assert everyone(m).against.banks[0].stake == 500
    seats = list(m.table.live.queue)
    for seat in seats[:-1]:
        m.move(Wager(seat, (("player", 10_000),)))
    view = everyone(m).against
    assert (view.due, view.placed, view.turn) == ("wager", tuple(sorted(seats[:-1])), 1)
    assert {(one.seat, one.circle, one.chips) for one in view.wagers} == {
        (seat, "player", 10_000) for seat in seats[:-1]
    }
    m.move(Wager(seats[-1]))
    view = everyone(m).against
    assert view.due == "over"
    assert view.first
    assert view.bank_hand.isdigit()
    assert view.player_hand.isdigit()
    paid = [one for one in view.wagers if one.result not in ("push",)]
    assert not paid or any(one.uncovered for one in view.wagers)


@pytest.mark.parametrize(
    ("house", "points"), [("hawaiian-gardens", 30), ("club-caribe", 20)]
)  # fmt: skip
def test_who_plays_for_points_brings_as_many_as_are_filed(house, points):
    """003 L870, 004 L103."""
    page = BankedRow(house, "chinese-poker-13").page
    (spread,) = page.spreads
    assert spread.buy_in[0] == points * 500
    validate(page)  # so many are enough
    less = replace(page, spreads=(replace(spread, buy_in=(points * 500 - 50, 0)),))
    with pytest.raises(BadPage, match=f"{points} points at least"):
        validate(less)


# ---- Limits that the filing leaves to the table

ULTIMATE = "artichoke-joes ultimate-texas-holdem"


def limited(name, **limits):
    page = PAGES[name]
    return replace(page, spreads=(replace(page.spreads[0], limits=limits),))


def test_000_L4624_a_table_of_ultimate_holdem_posts_its_limits():
    """A least of $1 to $1,000 and a most of $50 to $1,000, of base wagers and of bonus wagers."""
    page = limited(ULTIMATE, base=(300, 100_000), bonus=(100, 5_000))
    validate(page)
    m = table(page)
    m.do(c.Play(m.now, m.table.decision, TakeBank(m.table.live.queue[0], 5_000)))
    seat = m.table.live.queue[0]
    offered = {one.name: one for one in m.table.live.offer(seat).circles}
    assert (offered["ante"].least, offered["trips"].least) == (300, 100)
    assert offered["trips"].most == 5_000
    fee = m.table.live.rules.fee(1)
    assert fee.limits == (300, 100_000)


@pytest.mark.parametrize(
    ("name", "limits", "words"),
    [
        (ULTIMATE, {"base": (50, 5_000)}, "base: write .*dollars: \\$1 to \\$1,000, and \\$50 to"),
        (ULTIMATE, {"base": (500, 100_100)}, "base: write"),
        (ULTIMATE, {"base": (500, 4_900)}, "base: write"),
        (ULTIMATE, {"base": (10_000, 5_000)}, "base: write"),
        (ULTIMATE, {"base": (550, 5_000)}, "base: write"),
        (ULTIMATE, {"trips": (500, 5_000)}, "limits: ultimate-texas-holdem"),
        ("artichoke-joes ez-baccarat", {"base": (500, 5_000)}, "come with the option of the fees"),
    ],
)
def test_no_other_limits_are_posted(name, limits, words):
    with pytest.raises(BadPage, match=words):
        validate(limited(name, **limits))
