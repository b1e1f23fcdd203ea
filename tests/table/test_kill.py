"""Kill games at the table: the button from hand to hand, the killed pot, what is owed."""

import pytest
from msgspec.structs import replace

from firmware.games.poker.commands import Call, Fold, Kill, Post, Raise
from firmware.games.poker.kill import Leg
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.checking import validate
from firmware.table.config import Config, Spread
from firmware.table.events import from_line, to_line
from lab.simulation.bare_table import BareTable, config
from tests.table.test_button_and_blinds import hand_of, posts

STAKES = Stakes(small=300, big=600, blinds=(100, 300), chip=50)


def page(house="artichoke-joes", game="texas-holdem", limit="limit with kill", **more):
    return config(house, schedule="", spreads=(Spread(game, STAKES, limit, (3_000, 0), **more),))


def opened(setup=None, seats=(1, 2, 3, 4, 5, 6)) -> BareTable:
    return BareTable(setup or page()).open(*seats, button=seats[-1]).next_hand()


def wins(m, seat) -> BareTable:
    """He bets, everybody else folds; the next hand is dealt."""
    while m.table.live is not None:
        turn = m.table.play.actor
        if m.table.play.due == "kill":
            m.move(Kill(turn, False))
        elif turn == seat:
            m.move(Raise(turn, m.table.play.offer(turn).raise_to.least))
        elif turn:
            m.move(Fold(turn))
        elif not m.step():
            m.wait()
    return m.next_hand()


def size(m):
    return m.table.play.betting.small, m.table.play.betting.big


def test_two_pots_in_a_row_kill_the_next():
    """000 L804-808: seat 4 wins two: 3-6 plays 6-12 with his $6 live, blinds as they were."""
    m = wins(opened(), 4)
    assert (m.table.leg, size(m), posts(m, "kill")) == (Leg(4), (300, 600), {})
    wins(m, 4)
    assert (m.table.leg, size(m), posts(m, "kill")) == (Leg(4, 4), (600, 1200), {4: 600})
    assert posts(m, "blind") == {3: 100}  # he was to have the big one: the kill replaces it (L806)
    assert m.table.play.queue == [5, 6, 1, 2, 3, 4]  # in his turn (L805)
    wins(m, 4)  # again: the same again, of the regular stakes (L808)
    assert (size(m), posts(m, "kill"), posts(m, "blind")) == ((600, 1200), {4: 600}, {5: 300})
    wins(m, 5)
    assert (m.table.leg, size(m)) == (Leg(5), (300, 600))


def test_without_its_posted_structure_no_pot_is_killed():
    """000 L804: "some games are posted as kill games"."""
    m = wins(wins(opened(page(limit="limit")), 4), 4)
    assert (m.table.leg, size(m), posts(m, "kill")) == (Leg(), (300, 600), {})


def test_half_a_kill_where_it_is_posted():
    """000 L804: the limits grow "as posted"."""
    m = wins(wins(opened(page(kill="half")), 4), 4)
    assert (size(m), posts(m, "kill")) == ((450, 900), {4: 450})


def test_a_killer_who_is_not_dealt_in_owes_it():
    """002 L272, 003 L313: not in the game until it is posted."""
    m = wins(opened(), 2)
    m.ask(c.SitOut, 2)
    wins(m, 2)
    assert (size(m), m.table.leg.kills) == ((300, 600), 2)
    wins(m, 5)
    assert m.table.leg == Leg(5)
    m.ask(c.ComeBack, 2)
    while 2 not in hand_of(m.next_hand()).dealt:
        pass
    assert posts(m, "kill") == {2: 600}


def test_a_leaver_takes_his_kill_with_him():
    """002 L272, 003 L313: no hand for him until the kill money is posted."""
    m = wins(opened(), 2)
    m.order(c.CashIn, 2)
    wins(m, 2)
    assert (m.table.seats[2].life, size(m), posts(m, "kill")) == ("empty", (300, 600), {})
    m.sit(2, 90_000)
    m.fold_out()
    m.ask(c.ChooseEntry, 2, "post")
    while 2 not in hand_of(m.next_hand()).dealt:
        m.fold_out()
    assert (posts(m, "kill"), posts(m, "post")) == ({2: 600}, {})


def test_one_kill_a_hand():
    """003 L310: the newest first; the other is owed on."""
    m = wins(opened(), 2)
    m.ask(c.SitOut, 2)
    wins(wins(wins(m, 2), 5), 5)
    assert posts(m, "kill") == {5: 600}
    m.ask(c.ComeBack, 2)
    wins(m, 5)
    while not posts(m, "kill"):
        wins(m, 1)
    assert posts(m, "kill") == {5: 600}
    while 2 not in hand_of(wins(m, 1)).dealt:
        assert posts(m, "kill") == {}
    assert posts(m, "kill") == {2: 600}


def test_the_button_is_neutral_when_the_last_winner_quits():
    """002 L267, 003 L304."""
    m = wins(opened(), 4)
    assert m.table.leg == Leg(4)
    m.fold_out()
    m.ask(c.Leave, m.table.leg.seat)
    assert m.table.leg == Leg()


def test_a_voided_hand_leaves_the_kill_owed():
    m = wins(wins(opened(), 4), 4)
    m.order(c.VoidHand)
    m.next_hand()
    assert (size(m), posts(m, "kill")) == ((600, 1200), {4: 600})


def test_a_kill_may_be_called_on_two_cards():
    """002 L270: a choice of the glass; the limits double, and the killer speaks last."""
    m = opened(page("delta-downtown", "lowball-ace-to-five"))
    while m.table.play.due != "kill":
        if not m.step():
            m.wait()
    first = m.table.play.actor
    m.move(Kill(first, True))
    while m.table.play.due != "act":
        if not m.step():
            m.wait()
    assert (size(m), m.table.play.queue[-1]) == ((600, 1200), first)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"limit": "limit", "kill": "half"}, "has none here"),
        ({"kill": "half", "stakes": replace(STAKES, chip=100)}, r"it plays \$4.50 and \$9"),
    ],
)
def test_a_kill_that_cannot_be_is_refused(changes, words):
    wrong = page()
    wrong = replace(wrong, spreads=(replace(wrong.spreads[0], **changes),))
    with pytest.raises(BadPage, match=words):
        validate(wrong)


@pytest.mark.parametrize(
    ("house", "game", "stakes", "filed", "other"),
    [
        # 003 L294-306, 002 L263: "the betting limits before and after the draw are doubled"
        ("hawaiian-gardens", "lowball-ace-to-five", (400, 800, (100, 200, 400)), "full", "half"),
        ("delta-downtown", "lowball-ace-to-five", (400, 800, (200, 400)), "full", "half"),
        # 004 L238: who comes in doubles the limit, so whoever won two pots does, too
        ("club-caribe", "lowball-ace-to-five", (300, 600, (300,)), "full", "half"),
        # 004 L1008-1013: one star up to 4-8, two from 6-12 (CC-A8)
        ("club-caribe", "omaha-hi-lo", (400, 800, (400,)), "full", "half"),
        ("club-caribe", "omaha-hi-lo", (600, 1200, (600,)), "half", "full"),
    ],
)
def test_no_kill_but_the_filed_one_is_posted(house, game, stakes, filed, other):
    def posted(kill):
        spread = Spread(game, Stakes(*stakes, chip=100), "limit with kill", (20_000, 0), kill=kill)
        return Config("1", house, (spread,), seats=8)

    assert posted(filed).law(0).kill == posted("").law(0).kill
    validate(posted(filed))
    with pytest.raises(BadPage, match=f"a {filed} kill is filed here"):
        validate(posted(other))


def test_the_journal_tells_the_kill_again():
    from firmware.table.engine import evolve, new_table

    m = wins(wins(opened(), 4), 4)
    again = new_table(*m.start)
    for event in m.events:
        evolve(again, from_line(to_line(event)))
    assert (again.leg, again.play.stakes.small) == (Leg(4, 4), 600)
    assert Post(4, 600, "kill") in hand_of(m).posts


def test_stud_high_low_with_kill():
    """004 L1043, CC-A30: whoever scooped $60 opens the next for 6; no low card is forced."""
    stakes = Stakes(small=300, big=600, ante=50, bring_in=100, chip=50)
    spread = Spread("seven-card-stud-hi-lo", stakes, "limit with kill", (6_000, 0))
    wanted = Config("t1", "club-caribe", (spread,), seats=8)
    validate(wanted)
    m = BareTable(wanted).open(1, 2, 3, 4, button=4).next_hand()
    m.table.seats[2].blinds.kill = True
    while m.table.live is not None:
        turn, play = m.table.play.actor, m.table.play
        if not turn:
            if not m.step():
                m.wait()
        else:
            m.move(Call(turn) if play.betting.forced or len(play.live) == 2 else Fold(turn))
    m.next_hand()
    assert (size(m), posts(m, "kill"), len(posts(m, "ante"))) == ((600, 1_200), {2: 600}, 4)
    while m.table.play.due == "deal":
        m.step()
    play = m.table.play
    assert (play.queue, play.betting.forced, play.betting.level) == ([3, 4, 1, 2], 0, 600)
    assert play.offer(3).raise_to.least == 1_200
    other = replace(spread, stakes=replace(stakes, small=400, big=800))
    with pytest.raises(BadPage, match="kills are posted for 3-6"):
        validate(replace(wanted, spreads=(other,)))


def test_002_L266_in_a_new_game_the_kill_button_is_neutral_and_nobody_owes_a_kill():
    """One player is left of the last hand, and he had won two pots: with the others it begins
    anew."""
    m = wins(opened(seats=(1, 2, 3, 4)), 4)
    for seat in (1, 2, 3):
        m.ask(c.SitOut, seat)
    while m.table.live is not None:
        turn = m.table.play.actor
        if turn:
            offer = m.table.play.offer(turn).raise_to
            m.move(Raise(turn, offer.least) if turn == 4 else Fold(turn))
        elif not m.step():
            m.wait()
    assert m.table.leg == Leg(4, 4)
    m.settle()
    for seat in (1, 2, 3):
        m.ask(c.ComeBack, seat)
    m.next_hand()
    assert (hand_of(m).new_game, m.table.leg) == (True, Leg())
    assert (size(m), posts(m, "kill")) == ((300, 600), {})
    assert not m.table.seats[4].blinds.kill
