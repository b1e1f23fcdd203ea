"""A hand is fouled while cards are on their way to it: they leave the deck as it was logged that
they would, count for nobody, and every receipt of the hand holds."""

from random import Random

import pytest

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.table.checking import load
from lab.simulation.company import Player, play
from tests.controller.floor import Floor
from tests.fairness.refusing import no_reason

GAMES = {
    "draw": """
table = "1"
house = "artichoke-joes"
seats = 8
[[spreads]]
game = "lowball-ace-to-five"
stakes = { small = 200, big = 400, blinds = [100, 200], chip = 100 }
""",
    "stud": """
table = "1"
house = "artichoke-joes"
seats = 8
[[spreads]]
game = "seven-card-stud"
stakes = { small = 200, big = 400, ante = 50, bring_in = 100, chip = 50 }
""",
}


class Drawer(Player):
    def _answer(self, view, ask):
        if ask.kind == "draw":
            return g.Draw(ask.decision, view.hole[:2])
        return super()._answer(view, ask)


def calls(view, rng):
    return g.Act(view.turn.decision, "fold" if view.turn.call is None else "call")


@pytest.fixture
def table(make_whole):
    """So many players of this game; the last one's station opens no link of a mix, so that every
    mix takes its three seconds."""

    def make(game: str, players: int):
        whole = make_whole(11)
        whole.config = load(GAMES[game])
        whole.players = players
        whole.power_on()
        people = [Drawer(whole, seat, calls, Random(seat))
                  for seat in range(1, players + 1)]  # fmt: skip
        log = whole.links[players].log
        hear = log.hear
        log.hear = lambda told: None if told.wants > 0 else hear(told)
        return whole, people

    return make


def until_due(whole, people, when: str) -> int:
    """Step by step until cards of a later street are due, or their mix is waited for; who gets the
    first of them."""
    ctl = whole.controller
    deal = ctl.deal

    def there() -> bool:
        live = ctl.table.live
        if live is None or not deal.playing or not deal.hand.to or live.due != "deal":
            return False
        return bool(deal.hand.asked) if when == "mixing" else not deal.hand.stepping

    for _ in range(10_000):
        if there():
            live = ctl.table.live
            return next(abs(to) for to in live.wants().targets if abs(to) in live.seats)
        if ctl.step():
            continue
        ctl.publish()
        for one in people:
            one.look()
        if not ctl.step() and not there():
            whole.advance()
    raise AssertionError("no card was ever due")


def kept_receipts(whole) -> list[dict]:
    """Those of each hand that ends from now on, by seat."""
    found, pages = [], whole.controller.pages
    hand_out = pages.hand_out
    pages.hand_out = lambda sat, made: (found.append(dict(made)), hand_out(sat, made))
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("when", ["due", "mixing"])
def test_the_hand_goes_on_and_every_receipt_holds(table, game, players, when):
    whole, people = table(game, players)
    seat = until_due(whole, people, when)
    ended = kept_receipts(whole)
    answer = Floor(whole)(
        "flo", o.FoulHand, seat=seat, hand=whole.controller.table.this_hand.number
    )
    assert isinstance(answer, o.Done), answer
    assert whole.controller.table.play.folded(seat)
    assert play(whole, people, lambda: ended)
    found = ended[0]
    assert len(found) == players + 1  # and the rail
    for made in found.values():
        assert no_reason(canonical(made)) == ""
    walk = verify.Hand(canonical(found[1])).walk
    assert seat not in walk.inside


@pytest.mark.parametrize("end", ["void", "foul"])
def test_the_power_goes_in_the_mix_and_the_hand_ends_there(table, end):
    """What was logged of the step stays logged: the next hand grows from it."""
    whole, people = table("draw", 2)
    seat = until_due(whole, people, "mixing")
    ctl = whole.controller
    while not any(entry["kind"] == "mix" for entry in ctl.deal.hand.entries):
        assert ctl.step() or whole.advance()
    ctl.deal.close()
    ctl = whole.power_on()
    floor = Floor(whole, attached=False)
    ctl.attach_desk(floor.desk)
    number = ctl.table.this_hand.number
    if end == "foul":
        ctl.order(floor.desk, floor.make("flo", o.FoulHand, seat=seat, hand=number))
    else:
        from firmware.table import commands as c

        ctl.perform(c.VoidHand(ctl.now, "mia", "a test"))
    while ctl.table.live is not None and not ctl.table.play.folded(seat):
        ctl.step()
    assert play(whole, people, lambda: ctl.table.this_hand.number >= number + 2)
    memory = ctl.deal.memory
    assert ctl.deal.log.size == memory.size + len(memory.since)
