"""Every order that a role may give is a button somewhere; what takes two asks for the PIN; a desk
that is left alone is locked by its server; no link of a page leads nowhere."""

import asyncio
import re
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

import desks
from desks.attention import LOCK_S, TOLD_S
from desks.floor import acts, words
from desks.floor.room import Room
from desks.floor.words import AtDesk
from desks.stream import News
from firmware.bank import order_slips
from firmware.bank.acts import MoveHouseMoney
from firmware.bank.ledger import Order
from firmware.screens.protocol import floor_view as f
from firmware.screens.protocol import orders as o
from firmware.settlement.window import TableWindow
from lab.scenes import floor as scenes
from lab.simulation.cashier import cage_of
from lab.simulation.demo_people import STAFF_PIN, together
from tests.desks.paper_room import PaperRoom

ELSEWHERE = {  # on the lists, under "Needs you", in the replay, or of a technician's terminal
    "GrantSeat", "JoinList", "LeaveList", "ConfirmJackpot", "OpenDispute", "SettleDispute",
    "Unseal", "EnterTests", "LeaveTests", "AtConsole", "ReadPage", "Confirm", "TakeBack",
    "OpenPairing", "SayPaired",
}  # fmt: skip


@pytest.fixture
def room(tmp_path):
    made = PaperRoom(tmp_path, _busy())
    yield made
    made.close()


def _busy() -> f.Floor:
    """A table at which all that is seldom could be ordered."""
    payee = f.Payee(1, "patron:1", 100_00)
    return replace(
        scenes.main_table(), high_hand=f.HighHand(payee), barred=(f.Barring("patron:9"),),
        apart=(f.Parted(("patron:1", "patron:2")),), tournament=True,
    )  # fmt: skip


def test_no_session_leaves_for_a_table(room):
    """But a slip for this order, to this table."""
    sent, link = [], room.tables[0]
    order = link.order

    async def taps(one):
        sent.append(one)
        return await order(one)

    link.order = taps
    token, table = room.token(), link.at.name
    room.visit(f"/floor/{table}/order/Pause", token, {"form_id": "a.9", "reason": "spill"})
    (one,) = sent
    assert token not in one.token
    assert order_slips.is_for(one.token, "Pause a.9")
    assert TableWindow(room.bank, table).person(one.token).person == "flo"


def test_a_bank_that_takes_its_time_holds_up_nobody_else():
    """While one order waits for its slip, every other page is served."""
    others_go_on, seen = Event(), []

    def slip(*_) -> str:
        seen.append(others_go_on.wait(5))
        return "slip"

    async def orders() -> None:
        (link,) = scenes.tables()[:1]
        order = o.Pause(id="a.8", table=link.at.name, token="", reason="spill", sure=True)
        asked = asyncio.create_task(Room([link], News(), slip).order(link.at.name, order))
        await asyncio.sleep(0)
        others_go_on.set()
        await asked

    asyncio.run(orders())
    assert seen == [True]


def test_every_order_has_a_button():
    floor = _busy()
    held = replace(floor.seats[0], stage="approve")
    states = [floor, replace(floor, state="closed", tournament=False),
              replace(floor, chop=(f.Payee(1, "p", 1),)),
              replace(floor, stops=(f.Stop("floor", 1),)), replace(floor, seats=(held,)),
              _with_a_held_seat(floor)]  # fmt: skip
    offered = {
        act.order
        for state in states
        for seat in range(len(state.public.seats) + 1)
        for act in acts.acts("4", state, seat) + acts.more("4", state, seat)
    }
    assert set(acts.ORDERS) - offered == ELSEWHERE


def _with_a_held_seat(floor: f.Floor) -> f.Floor:
    first, *others = floor.public.seats
    seats = (replace(first, life="reserved"), *others)
    return replace(floor, public=replace(floor.public, seats=seats))


def test_what_takes_two_is_given_by_the_pin_only(room):
    """At a colleague's open desk nobody gives a name."""
    token, form = room.token(), {"form_id": "a.1", "hand": "118204", "reason": "spill"}
    (table,) = [one for one in room.tables if one.at.name == "4"]
    for pin in ("", "111111"):
        answer = room.visit("/floor/4/order/VoidHand", token, form | {"pin": pin})
        assert (answer.status, "Nothing was done. Wrong PIN" in answer.body) == (409, True)
    for order, more in (("Confirm", {"order": "x"}), ("CloseTable", {"now": "1"})):
        assert room.visit(f"/floor/4/order/{order}", token, form | more).status == 409
    assert table.orders == []
    room.visit("/floor/4/order/VoidHand", token, form | {"pin": STAFF_PIN})
    assert [type(one).__name__ for one in table.orders] == ["VoidHand"]


def test_a_player_is_barred_or_kept_apart_by_their_account(room):
    token = room.token()
    (table,) = [one for one in room.tables if one.at.name == "4"]
    asked = room.visit("/floor/4/ask/Bar?seat=8", token).body
    account = re.search(r'name="account" value="([^"]+)"', asked)[1]
    form = {"form_id": "a.2", "account": account, "reason": "abuse"}
    room.visit("/floor/4/order/Bar", token, form)
    apart = {"form_id": "a.3", "accounts": account, "other": "patron:2", "reason": "brothers"}
    room.visit("/floor/4/order/KeepApart", token, apart)
    assert table.orders[0].account == account
    assert table.orders[1].accounts == (account, "patron:2")


def test_a_comp_is_paid_from_its_account_by_two_desks_of_the_floor(room):
    patron, pool = "100001", "promotion:june"
    room.bank.open_account(pool, "promotion")
    together(room.bank, MoveHouseMoney(Order("p1", "promotion_in", "vault", pool, 50_00, "vault")))
    before = room.bank.balance(f"patron:{patron}").balance
    flo, mia = room.token(), room.token("mia")
    assert 'href="/floor/4/comp?seat=8"' in room.visit("/floor/4?seat=8&more=1", flo).body
    form = {"form_id": "comp1", "account": patron, "amount": "20", "promotion": "june",
            "reason": "birthday", "pin": STAFF_PIN}  # fmt: skip
    for wrong in ({"pin": "111111"}, {"reason": " "}, {"amount": "-5"}, {"account": "9"}):
        no = room.visit("/floor/4/comp", flo, form | {"form_id": f"no{len(wrong)}"} | wrong)
        if "account" not in wrong:  # whose it is the bank says when it is paid
            assert (no.status, "Nothing was paid." in no.body) == (409, True), no.body
    for _ in range(2):  # a double touch
        assert room.visit("/floor/4/comp", flo, form).status == 200
    second = {"proposal": "comp1", "pin": STAFF_PIN}
    assert "You are the first name" in room.visit("/floor/4/comp/confirm", flo, second).body
    assert "Confirm: pay a comp" in room.visit("/floor/4", mia).body
    assert "$20" in room.visit("/floor/4/comp", mia).body
    for _ in range(2):
        done = room.visit("/floor/4/comp/confirm", mia, second)
        assert (done.status, "$20 is on the card" in done.body) == (200, True)
    assert room.bank.balance(f"patron:{patron}").balance == before + 20_00
    assert room.bank.balance(pool).balance == 30_00


def test_a_bad_beat_can_be_none_and_what_was_asked_is_taken_back_by_who_asked():
    floor = _busy()
    hit = acts.question("ConfirmJackpot", floor, 0, "a.1", "3")
    assert [value for value, _ in hit.fields[0].choices] == ["1", "0"]
    form = {"form_id": "a.1", "number": "3", "pay": "0"}
    assert acts.read_order("ConfirmJackpot", "4", form, "").pay is False
    asked = f.Asked("a.2", "PayHighHand", "pay the high hand", "flo", "floor", "", 1, 9)
    table = AtDesk("4", replace(floor, asked=(asked,)))
    found = {who: words.needs([table], who)[0] for who in ("flo", "mia")}
    assert (found["flo"].order, dict(found["flo"].given)) == ("TakeBack", {"order": "a.2"})
    assert found["mia"].way == "/ask/Confirm?order=a.2"


def test_a_desk_whose_browser_says_nothing_is_locked_by_its_server(room):
    token, touch = room.token(), "/touch"
    assert room.visit("/floor/4", token).status == 200
    room.later(LOCK_S)
    assert room.visit(touch, token, {}).status == 204  # a hand moved
    room.later(LOCK_S)
    assert room.visit("/floor/4/stream/table", token).status == 200  # a page, by itself
    room.later(TOLD_S + 1)
    assert "locked" in room.visit("/floor/4", token).headers["location"]
    assert room.visit("/floor/4/order/Resume", token, {"form_id": "a.4"}).status == 409
    room.visit("/unlock", token, {"pin": STAFF_PIN, "next": "/floor/4"})
    assert room.visit("/floor/4", token).status == 200


ADDRESS = re.compile(r'(?:href|action|formaction|src|hx-\w+)="(/[^"]*)"')


def test_no_link_of_a_page_leads_nowhere(room):
    """Every address in every template, with anything in its holes, is some route of a desk."""
    pages = Path(desks.__file__).parent.glob("*/templates/*.html")
    found = {address for page in pages for address in ADDRESS.findall(page.read_text())}
    ways = [way for app in (room.app, cage_of(room.bank, "drawer:1")) for way in app.app.routes]
    lost = [one for one in sorted(found) if not any(_leads(way, _filled(one)) for way in ways)]
    assert len(found) > 60
    assert lost == []


def _filled(address: str) -> str:
    side = address.replace("{{ kind }}", "deposit")
    return urlsplit(re.sub(r"{%.*?%}", "", re.sub(r"{{.*?}}", "9", side))).path


def _leads(way, path: str) -> bool:
    return any(
        way.matches({"type": "http", "method": method, "path": path, "headers": []})[0].value
        for method in ("GET", "POST")
    )
