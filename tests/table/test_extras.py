"""Straddles, overs, a kill to come in: what a player chooses himself, before the cards."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table.asking import entries
from firmware.table.config import Config, Spread
from firmware.table.evolve.choices import _waits_after_all
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import station
from tests.table.test_button_and_blinds import hand_of, posts, sits

LIMIT = Stakes(small=400, big=800, blinds=(200, 400), chip=50)
THREE = Stakes(small=1_000, blinds=(500, 500, 1_000), chip=100)


def opened(house, game, limit, stakes, seats=(1, 2, 3, 4, 5, 6)):
    spread = Spread(game, stakes, limit, (10_000, 0))
    m = BareTable(Config("t1", house, (spread,)))
    return m.open(*seats, chips=100_000, button=seats[-1]).next_hand()


def holdem(house="artichoke-joes", **more):
    return opened(house, "texas-holdem", "limit", LIMIT, **more)


def test_several_straddles_each_one_big_blind_more():
    """000 L781-784: twice the big blind on its left, then three times it, four at most."""
    m = holdem()
    for seat in (4, 5, 1):  # the big blind of the next hand is seat 3
        m.ask(c.ChooseExtra, seat, "straddle")
    m.fold_out().next_hand()
    assert posts(m, "blind") == {2: 200, 3: 400}
    assert posts(m, "straddle") == {4: 800, 5: 1_200}  # 6 did not, so 1 cannot
    assert m.table.play.queue == [6, 1, 2, 3, 4, 5]
    m.fold_out().next_hand()
    assert posts(m, "straddle") == {}  # for one hand


def test_who_posts_a_blind_does_not_straddle_too_and_who_antes_may():
    """000 L781-784: the straddles go round as far as the blinds, and no further."""
    with_ante = replace(LIMIT, ante=50)
    m = opened("artichoke-joes", "texas-holdem", "limit", with_ante, seats=(1, 2, 3))
    for seat in (1, 2, 3):
        m.ask(c.ChooseExtra, seat, "straddle")
    m.fold_out().next_hand()
    assert posts(m, "ante") == {1: 50, 2: 50, 3: 50}
    assert posts(m, "blind") == {2: 200, 3: 400}
    assert posts(m, "straddle") == {1: 800}


def test_one_straddle_at_delta_and_none_where_the_house_has_none():
    """002 L313-315: one, by a player with four big blinds; 004 L198: none."""
    m = holdem("delta-downtown")
    for seat in (4, 5):
        m.ask(c.ChooseExtra, seat, "straddle")
    m.fold_out().next_hand()
    assert posts(m, "straddle") == {4: 800}
    none = holdem("club-caribe")
    with pytest.raises(Refused, match="No straddle at this table"):
        none.ask(c.ChooseExtra, 4, "straddle")


def test_a_straddle_is_chosen_on_the_own_glass_and_taken_back():
    m = holdem()
    assert [o.name for o in station(m, 4).motions] == ["my straddle"]
    m.ask(c.ChooseExtra, 4, "straddle")
    assert [o.name for o in station(m, 4).motions] == ["no straddle"]
    m.ask(c.ChooseExtra, 4, "")
    m.fold_out().next_hand()
    assert posts(m, "straddle") == {}


def overs():
    return opened("artichoke-joes", "texas-holdem", "no-limit", THREE)


def test_who_chose_an_over_may_choose_a_bigger_one():
    """000 L847-848: two to four big blinds, as he likes; the same twice is no choice."""
    m = overs()
    m.ask(c.ChooseExtra, 5, "over", 2_000)
    with pytest.raises(Refused, match="It is chosen"):
        m.ask(c.ChooseExtra, 5, "over", 2_000)
    m.ask(c.ChooseExtra, 5, "over", 4_000)
    m.fold_out().next_hand()
    assert posts(m, "over") == {5: 4_000}


def test_an_over_from_any_seat():
    """000 L847-849, L857: two to four big blinds, live; the first to act stays the same."""
    m = overs()
    assert [o.title for o in station(m, 5).motions] == ["Over $20", "Over $40"]
    with pytest.raises(Refused, match=r"An over is \$20 to \$40"):
        m.ask(c.ChooseExtra, 5, "over", 5_000)
    m.ask(c.ChooseExtra, 5, "over", 2_000)
    m.ask(c.ChooseExtra, 6, "over", 4_000)  # one a hand: the first from the button's left
    m.fold_out().next_hand()
    assert (posts(m, "blind"), posts(m, "over")) == ({1: 500, 2: 500, 3: 1_000}, {5: 2_000})
    assert m.table.play.queue == [4, 6, 1, 2, 3, 5]


def test_no_over_where_the_game_has_none():
    """000 L1837: at the electronic table nobody does the overs."""
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    assert [o.name for o in station(m, 2).motions] == []
    with pytest.raises(Refused, match="No over at this table"):
        m.ask(c.ChooseExtra, 2, "over", 400)


def test_an_over_stands_for_the_own_blind():
    m = overs()
    m.ask(c.ChooseExtra, 3, "over", 2_000)
    m.fold_out().next_hand()
    assert (posts(m, "blind"), posts(m, "over")) == ({1: 500, 2: 500}, {3: 2_000})


def test_who_comes_in_waits_for_the_big_blind_or_does_the_overs():
    """000 L850-853: no post; two overs at most, the button passes over who sat on its left."""
    m = overs()
    m.sit(7, 100_000)
    with pytest.raises(Refused, match="or do the overs"):
        m.ask(c.ChooseEntry, 7, "post")
    m.fold_out().next_hand()
    assert 7 not in hand_of(m).dealt
    m.ask(c.ChooseEntry, 7, "over")
    m.ask(c.ChooseExtra, 5, "over", 2_000)
    m.fold_out().next_hand()
    assert posts(m, "over") == {7: 2_000}  # he goes before
    left = overs()
    sits(left, 7, "over")  # between the button, 6, and the small blind: the next button is 1
    left.sit(8, 100_000)
    left.fold_out().next_hand()
    assert (hand_of(left).button, posts(left, "over")) == (1, {7: 2_000})


def test_the_button_passes_over_who_did_the_overs_on_its_left():
    """000 L852."""
    m = opened("artichoke-joes", "texas-holdem", "no-limit", THREE, seats=(1, 3, 5, 7, 9))
    m.fold_out().next_hand()
    assert hand_of(m).button == 1
    m.sit(4, 100_000)
    m.ask(c.ChooseEntry, 4, "over")
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m, "over"), posts(m, "blind")) == (
        3,
        {4: 2_000},
        {3: 500, 5: 500, 7: 1_000},
    )
    m.fold_out().next_hand()
    assert hand_of(m).button == 5


def lowball(house):
    stakes = Stakes(small=300, big=600, blinds=(300,), chip=50)
    return opened(house, "lowball-ace-to-five", "limit", stakes, seats=(1, 2, 3, 4, 5))


@pytest.mark.parametrize("house", ["hawaiian-gardens", "club-caribe"])
def test_who_comes_in_may_kill_the_pot(house):
    """003 L270-272, 004 L236-238: twice the blind, twice the limits of that hand; one a hand."""
    m = lowball(house)
    m.sit(8, 100_000)
    with pytest.raises(Refused, match="or kill the pot"):
        m.ask(c.ChooseEntry, 8, "post")
    m.ask(c.ChooseEntry, 8, "kill")
    sits(m, 9, "kill")
    m.fold_out().next_hand()
    assert (posts(m, "kill"), posts(m, "blind")) == ({8: 600}, {2: 300})
    assert (m.table.play.betting.small, m.table.play.betting.big) == (600, 1_200)
    assert 9 not in hand_of(m).dealt
    m.fold_out().next_hand()
    assert posts(m, "kill") == {9: 600}


def test_a_killed_pot_is_killed_once():
    """003 L310: who wants to come in by a kill waits for the next pot."""
    m = lowball("club-caribe")
    m.table.seats[3].blinds.kill = True
    sits(m, 8, "kill")
    m.fold_out().next_hand()
    assert posts(m, "kill") == {3: 600}
    m.fold_out().next_hand()
    assert posts(m, "kill") == {8: 600}


def test_L853_two_overs_where_they_are_limited_to_twice_the_big_blind():
    """000 L849, L853: "there may be two over blinds of the same size. The second kill may be done
    only by a player who would otherwise not be dealt in"."""
    spread = Spread("texas-holdem", THREE, "no-limit", (10_000, 0))
    page = Config("t1", "artichoke-joes", (spread,), settings={"overs_twice": True})
    m = BareTable(page).open(1, 2, 3, 4, 5, 6, chips=100_000, button=6).next_hand()
    assert [o.title for o in station(m, 5).motions] == ["Over $20"]
    sits(m, 9, "over")
    m.ask(c.ChooseExtra, 5, "over", 2_000)
    m.ask(c.ChooseExtra, 4, "over", 2_000)  # of those in the game one, the first
    m.fold_out().next_hand()
    assert posts(m, "over") == {9: 2_000, 4: 2_000}
    sits(m, 7, "over")
    sits(m, 8, "over")
    m.ask(c.ChooseExtra, 5, "over", 2_000)
    m.fold_out().next_hand()
    assert posts(m, "over") == {7: 2_000, 8: 2_000}


def test_L853_elsewhere_one_over_a_hand():
    m = overs()
    sits(m, 8, "over")
    sits(m, 9, "over")
    m.fold_out().next_hand()
    assert posts(m, "over") == {8: 2_000}


def missed_the_blind(house="hawaiian-gardens"):
    """Lowball; seat 4 sat out while the big blind passed him, and is back."""
    three = {"hawaiian-gardens": (100, 100, 200), "club-caribe": (200,)}.get(house, (100, 200))
    money = Stakes(small=200, big=400, blinds=three, chip=50)
    m = opened(house, "lowball-ace-to-five", "limit", money, seats=(1, 2, 3, 4, 5, 6))
    m.ask(c.SitOut, 4, "next hand")
    for _ in range(4):
        m.fold_out().next_hand()
    m.fold_out()
    assert m.table.seats[4].blinds.missed
    m.ask(c.ComeBack, 4)
    return m


@pytest.mark.parametrize("house", ["hawaiian-gardens", "club-caribe", "delta-downtown"])
def test_L278_who_missed_the_blind_kills_the_pot_when_nobody_objects(house):
    """002 L445, 003 L278, 004 L241: "wait for the big blind or kill the pot (provided no active
    player objects)"; HG-A54: silence is no objection."""
    m = missed_the_blind(house)
    assert station(m, 1).ask is None
    m.ask(c.ChooseEntry, 4, "kill")
    assert "kill the pot" in station(m, 1).ask.words
    assert station(m, 4).ask is None  # his own wish
    m.ask(c.Propose, 1, "kill")
    assert station(m, 1).ask is None
    m.next_hand()
    assert 4 in hand_of(m).dealt
    assert posts(m, "kill") == {4: 400}
    assert (hand_of(m).stakes.small, hand_of(m).stakes.big) == (400, 800)
    assert m.replay() == m.table


@pytest.mark.parametrize("house", ["hawaiian-gardens", "delta-downtown"])
def test_L278_one_who_objects_sends_him_back_to_waiting(house):
    m = missed_the_blind(house)
    m.ask(c.ChooseEntry, 4, "kill")
    m.ask(c.Propose, 2, "kill", False)
    assert m.table.seats[4].blinds.entry == "wait"
    with pytest.raises(Refused, match="A player objected"):
        m.ask(c.ChooseEntry, 4, "kill")
    assert "kill" not in [name for name, _ in entries(m.table, 4)]
    m.next_hand()
    assert 4 not in hand_of(m).dealt
    assert posts(m, "kill") == {}
    m.ask(c.ChooseEntry, 4, "kill")  # the next hand is another question


def test_002_L445_at_delta_who_missed_the_blind_waits_posts_or_kills_and_a_newcomer_does_not_kill():
    """002 L446: in multiple blind games he may post the big one, too."""
    m = missed_the_blind("delta-downtown")
    assert entries(m.table, 4) == [("wait", 0), ("post", 200), ("kill", 400)]
    m.sit(8, 100_000)
    assert entries(m.table, 8) == [("wait", 0), ("post", 300)]
    with pytest.raises(Refused, match="No over and no kill"):
        m.ask(c.ChooseEntry, 8, "kill")


def test_L278_an_objection_is_to_the_kill_and_changes_nobody_else_s_wish():
    m = BareTable(no_limit()).open(1, 2, 3)
    for number, missed, entry in ((1, True, "kill"), (2, True, "post"), (3, False, "kill")):
        blinds = m.table.seats[number].blinds
        blinds.missed, blinds.entry = missed, entry
    _waits_after_all(m.table)
    assert [seat.blinds.entry for seat in m.table.seats[1:4]] == ["wait", "post", "kill"]


def test_nobody_is_asked_about_a_newcomer_s_kill():
    """003 L270-272: he may, as he comes in."""
    m = missed_the_blind()
    sits(m, 7, "kill")
    assert station(m, 1).ask is None
    with pytest.raises(Refused, match="No kill at this table"):
        m.ask(c.Propose, 1, "kill", False)


def test_a_straddle_chosen_for_one_game_is_forgotten_where_there_are_no_blinds():
    """000 L781: it is twice the big blind; a stud game after it has none, and is dealt."""
    stakes = Stakes(small=400, big=800, ante=100, bring_in=200, chip=50)
    stud = Config("t1", "artichoke-joes", (Spread("seven-card-stud", stakes),), seats=8)
    spread = Spread("texas-holdem", LIMIT, "limit", (10_000, 0))
    m = BareTable(Config("t1", "artichoke-joes", (spread,), seats=8))
    m.open(1, 2, 3, 4, chips=100_000, button=4).next_hand()
    m.ask(c.ChooseExtra, 4, "straddle")
    m.fold_out()
    m.order(c.ChangeGame, stud)
    m.next_hand()
    assert m.table.play.rules.game == "seven-card-stud"
    assert {post.kind for post in hand_of(m).posts} == {"ante"}


@pytest.mark.parametrize(("stack", "posted"), [(2_000, {5: 2_000}), (1_900, {})])
def test_an_over_may_be_all_that_he_has_and_no_more(stack, posted):
    m = overs()
    m.ask(c.ChooseExtra, 5, "over", 2_000)
    m.fold_out()
    m.table.books.bought_in += stack - m.table.seats[5].chips.stack
    m.table.seats[5].chips.stack = stack
    m.next_hand()
    assert posts(m, "over") == posted


@pytest.mark.parametrize(("stack", "posted"), [(800, {4: 800}), (700, {})])
def test_a_straddle_may_be_all_that_he_has_and_no_more(stack, posted):
    """000 L781: twice the big blind; this house asks for no more in front."""
    m = holdem()
    m.ask(c.ChooseExtra, 4, "straddle")
    m.fold_out()
    m.table.books.bought_in += stack - m.table.seats[4].chips.stack
    m.table.seats[4].chips.stack = stack
    m.next_hand()
    assert posts(m, "straddle") == posted


def test_heads_up_nobody_straddles():
    m = holdem(seats=(1, 2))
    for seat in (1, 2):
        m.ask(c.ChooseExtra, seat, "straddle")
    m.fold_out().next_hand()
    assert posts(m, "straddle") == {}
