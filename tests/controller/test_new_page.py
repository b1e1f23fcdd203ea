"""REQ-R22: table.toml changed while the table runs: checked, played from the next hand on, in the
journal with a name; what is wrong in it changes nothing."""

from msgspec.structs import replace

from firmware.controller.new_page import REFUSED
from firmware.errors import Refused
from firmware.journal import records as r
from firmware.screens.protocol import orders as o
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.floor import Floor
from tests.controller.test_controller import middle


def told(whole, kind) -> list:
    journal = whole.controller.journal
    entries = journal.read(1, journal.head.seq)
    return [one for entry in entries if isinstance(one := r.from_entry(entry), kind)]


def slower(config):
    return replace(config, settings={**config.settings, "action_ms": 45_000})


def test_a_changed_page_is_played_from_the_next_hand_on(make_whole):
    whole = make_whole(3)
    ctl, players = whole.power_on(), company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    floor, before = Floor(whole), ctl.table.config.page
    page = slower(before)
    ctl.read_page_by(lambda: page)
    assert isinstance(floor("tom", o.ReadPage), o.No), "a technician changes no stakes"
    assert isinstance(floor("mia", o.ReadPage, reason=""), o.No), "why?"
    assert isinstance(floor("mia", o.ReadPage), o.Done)
    assert ctl.table.live is not None
    assert ctl.table.config.page == before, "not during a hand"
    hand = ctl.table.this_hand.number
    assert play(whole, players, lambda: ctl.table.this_hand.number == hand + 1)
    assert ctl.table.config.page == page
    assert [(one.by, one.reason) for one in told(whole, r.OrderAnswered) if one.done] == [
        ("mia", "a test")
    ]
    assert isinstance(floor("mia", o.ReadPage), o.No), "it says the same as before"


def test_a_page_that_is_wrong_changes_nothing(make_whole):
    whole = make_whole(3)
    ctl, players = whole.power_on(), company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    floor, before = Floor(whole), ctl.table.config.page
    assert isinstance(floor("mia", o.ReadPage), o.No), "no page at all"

    def broken():
        raise Refused("table.toml line 7: there is no game hold-em", "table.toml")

    ctl.read_page_by(broken)
    answer = floor("mia", o.ReadPage)
    assert answer.words == "table.toml line 7: there is no game hold-em"
    ctl.read_page_by(lambda: replace(before, table="2"))
    assert isinstance(floor("mia", o.ReadPage), o.Done), "it waits for the end of the hand"
    hand = ctl.table.this_hand.number
    assert play(whole, players, lambda: ctl.table.this_hand.number == hand + 1)
    assert ctl.table.config.page == before
    assert [one.name for one in told(whole, r.Noticed)] == [REFUSED]


def test_the_floor_changes_game_and_stakes_and_nobodys_chips(make_whole):
    """Change game or stakes: played from the next hand on, with the same people."""
    whole = make_whole(3)
    ctl, players = whole.power_on(), company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    floor, spread = Floor(whole), ctl.table.config.page.spreads[0]
    stakes = replace(spread.stakes, small=400, big=800, blinds=(200, 400))
    for changed in (
        replace(spread, stakes=stakes),
        replace(spread, game="lightning-omaha", stakes=stakes),
    ):
        page = replace(ctl.table.config.page, spreads=(changed,))
        ctl.read_page_by(lambda page=page: page)
        chips, seated = _chips(ctl), [seat.person.account for seat in ctl.table.seats]
        answer = floor("mia", o.ReadPage, reason="the players asked for it")
        assert isinstance(answer, o.Done), answer
        hand = ctl.table.this_hand.number
        assert play(whole, players, lambda hand=hand: ctl.table.this_hand.number == hand + 1)
        assert ctl.table.play.stakes.blinds == (200, 400)
        assert ctl.table.play.rules.game == changed.game
        assert (_chips(ctl), [seat.person.account for seat in ctl.table.seats]) == (chips, seated)


def _chips(ctl) -> int:
    return sum(seat.chips.stack for seat in ctl.table.seats) + ctl.table.books.fees
