"""What is ordered seldom, through its page, at the real controller: its question first, then the
touch, then what it did to the table and to everybody's money."""

import re

import pytest
from msgspec.structs import replace

from firmware.table.jackpot import Jackpot
from lab.simulation import audit
from lab.simulation.demo_people import STAFF_PIN
from tests.controller.conftest import house, make_whole  # noqa: F401
from tests.controller.floor import Floor
from tests.controller.glasses import sit_down, until
from tests.desks.paper_room import PaperRoom
from tests.desks.real_table import RealTable


class Desk:
    """Somebody at the floor's page of that table."""

    def __init__(self, whole) -> None:
        self.table = RealTable(Floor(whole))
        self.room = PaperRoom.over(whole.bank, [self.table])

    def presses(self, person: str, order: str, query: str = "", **typed: str) -> str:
        """Asks what it does, then means it; what the page says then."""
        self.table.look()
        token = self.table.floor.token(person)
        page = self.room.visit(f"/floor/1/ask/{order}?{query}", token).body
        asked = page[page.index('class="asked"') :].partition("</form>")[0]
        assert "aria-disabled" not in asked, asked  # a shut button is pressed by nobody
        form = dict(re.findall('<input type="hidden" name="([^"]+)" value="([^"]*)"', asked))
        for name, first in re.findall('<select name="([^"]+)"><option value="([^"]*)"', asked):
            form[name] = first
        answer = self.room.visit(
            f"/floor/1/order/{order}", token, form | typed | {"reason": "as told"}
        )
        assert answer.status == 200, answer.body
        return answer.body


@pytest.fixture
def whole(make_whole):  # noqa: F811
    return make_whole(81)


def test_the_high_hand_is_paid_by_two(whole):
    whole.config = replace(whole.config, jackpot=Jackpot(bad_beat=0, high_hand="pair"), schedule="")
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2), whole.controller.table
    until(whole, glasses, lambda: table.jackpots.high_hand is not None and table.live is None)
    desk, pool = Desk(whole), table.books.high_hand
    assert pool > 0
    desk.presses("flo", "PayHighHand", pin=STAFF_PIN)
    assert table.books.high_hand >= pool  # one name is not enough
    (asked,) = desk.table.floor.view.asked
    desk.presses("mia", "Confirm", f"order={asked.order}", pin=STAFF_PIN)
    assert table.books.high_hand < pool
    assert audit.check(whole.controller, whole.bank) == []


@pytest.mark.parametrize("order", ["FoulHand", "CashIn", "Bar"])
def test_what_wants_a_reason_is_asked_about_without_one(whole, order):
    """Or its button would be shut before anybody could say why."""
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2), whole.controller.table
    until(whole, glasses, lambda: table.live is not None)
    Desk(whole).presses("flo", order, "seat=2")


def test_a_player_is_barred_and_let_in_again(whole):
    whole.power_on()
    sit_down(whole, 1, 2)
    desk, people = Desk(whole), whole.controller.table.people
    account = next(one.account for one in desk.table.at.floor.seats if one.seat == 2)
    desk.presses("flo", "Bar", "seat=2")
    assert set(people.barred) == {account}
    desk.presses("mia", "Unbar")
    assert not people.barred
