"""Orders that are given seldom, pressed in a real browser over the real controller, which stands in
this process and has its own time: what the page asks, what it says then, what the table did."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from firmware.bank import patrons
from firmware.table import commands as c
from firmware.table.config import Spread, Tournament
from firmware.table.jackpot import Jackpot
from lab.simulation import audit
from lab.simulation.demo_people import STAFF_PIN, at_work
from tests.chromium import needs_chromium
from tests.controller.conftest import house, make_whole  # noqa: F401
from tests.controller.floor import Floor
from tests.controller.glasses import sit_down, until
from tests.controller.test_who_must_go import seconds
from tests.desks.paper_room import PaperRoom, serving
from tests.desks.people import Person, browser
from tests.desks.real_table import RealTable

pytestmark = needs_chromium
SHOW = Tournament(
    entry=3_400, fee=600, chips=1_000, levels=((10, 20, 0), (20, 40, 5)), level_ms=20_000,
    prizes=(70, 30),
)  # fmt: skip


class AtDesk(Person):
    """Somebody of the floor at their page of that table."""

    def __init__(self, page, home: str, table: RealTable) -> None:
        super().__init__(page, home)
        self.table = table

    async def looks(self, where: str = "") -> None:
        self.table.look()
        await self.page.goto(f"{self.home}/floor/1{where}")

    async def presses(self, words: str, where: str = "", **typed: str) -> str:
        """From the table's page on; what stands there then."""
        await self.looks(where)
        await self.page.locator(".acts").get_by_text(words).first.click()
        return await self.answers(**typed)

    async def answers(self, reason: str = "as told", **typed: str) -> str:
        """The question, if there is one, and then what was said."""
        asked, said = self.page.locator("form.asked"), self.page.locator("#said [data-said]")
        await asked.or_(said).first.wait_for()
        then = await asked.get_attribute("data-then") if await asked.count() else ""
        if then:
            for name, value in ({"reason": reason, "pin": STAFF_PIN} | typed).items():
                if await asked.locator(f"[name={name}]").count():
                    await asked.locator(f"[name={name}]").fill(value)
            await asked.locator("button").last.click()
            await self._goes_back(then)
        return await self.is_told()

    async def _goes_back(self, then: str) -> None:
        """By itself, once it is done; what it says instead is told."""
        from playwright.async_api import TimeoutError as Late

        try:
            await self.page.wait_for_url(f"**{then}", wait_until="load")
        except Late as late:
            there = await self.page.locator("body").inner_text()
            raise AssertionError(f"{self.page.url} stays, and says: {there}") from late

    async def needs(self, words: str) -> None:
        """It stands under "Needs you", and is looked at."""
        await self.looks()
        await self.page.locator(".needs li", has_text=words).locator("a, button").first.click()


@pytest.fixture(scope="module")
def window():
    """One browser for all of them, in one loop."""
    with asyncio.Runner() as runner:
        opened = browser()
        try:
            yield runner, runner.run(opened.__aenter__())
        finally:
            runner.run(opened.__aexit__(None, None, None))


@asynccontextmanager
async def desks(window, whole, *names: str):
    table = RealTable(Floor(whole))
    async with serving(lambda port: PaperRoom.over(whole.bank, [table], port)) as room:
        people = []
        for name in names:
            context, home = await window.new_context(), f"http://{room.host}"
            token = at_work(whole.bank, name).token
            await context.add_cookies([{"name": "floor", "value": token, "url": home}])
            people.append(AtDesk(await context.new_page(), home, table))
        yield people
        for one in people:
            assert one.wrong == []
            await one.page.context.close()


@pytest.fixture
def contest(make_whole):  # noqa: F811
    """Three have entered, and what everybody had before."""
    whole = make_whole(81, chop=True)
    stakes = replace(whole.config.spreads[0].stakes, chip=1)
    spread = Spread("lightning-sit-n-go", stakes, "no-limit")
    whole.config = replace(whole.config, spreads=(spread,), tournament=SHOW)
    whole.power_on()
    before = money(whole)
    return whole, sit_down(whole, 1, 2, 3), before


def money(whole) -> dict[str, int]:
    sql = "SELECT id, balance FROM account WHERE id LIKE 'patron:%'"
    return dict(whole.bank.store.transact(lambda tx: tx.rows(sql)))


def test_a_tournament_is_cancelled_and_everybody_refunded(window, contest):
    whole, glasses, before = contest

    async def work() -> None:
        async with desks(window[1], whole, "flo", "mia") as (flo, mia):
            await flo.looks()
            await flo.sees("1,000", ".seats")  # chips of a tournament are no money
            await flo.page.get_by_text("Cancel tournament").click()
            await flo.sees("flo (floor) may not cancel a tournament: ask a floor manager.")
            await flo.page.locator(".asked [aria-disabled=true]").wait_for()
            await flo.keeps_the_law()
            said = await mia.presses("Cancel tournament")
            assert said == "The tournament is canceled: everybody gets entry and fee back."

    assert money(whole) != before  # three paid to enter
    window[0].run(work())
    until(whole, glasses, lambda: money(whole) == before)
    assert audit.check(whole.controller, whole.bank) == []


def test_a_tournament_is_started_and_ended_as_all_agreed(window, contest):
    whole, glasses, before = contest
    table = whole.controller.table

    def agree() -> None:
        for seat in (1, 2, 3):
            whole.controller.perform(c.Propose(whole.controller.now, seat, "chop"))
        whole.settle()

    async def work() -> None:
        async with desks(window[1], whole, "flo", "mia") as (flo, mia):
            assert "no more entries" in await flo.presses("Start tournament")
            until(whole, glasses, lambda: table.live is not None)
            await flo.looks("?more=1")
            await flo.sees("Pot 30", "#map")
            assert not await flo.page.get_by_text("Cancel tournament").count()
            agree()
            until(whole, glasses, lambda: table.live is None)
            assert await mia.presses("Play on", "?more=1") == "It goes on."
            until(whole, glasses, lambda: table.live is not None)
            agree()
            until(whole, glasses, lambda: table.live is None)
            await mia.needs("all agree to end the tournament")
            await mia.page.get_by_text("End as agreed").click()
            assert await mia.answers() == "It ends as agreed, and the shares are paid."

    window[0].run(work())
    until(whole, glasses, lambda: table.phase == "closed" and not table.transit.flying)
    assert sum(money(whole).values()) == sum(before.values()) - 3 * SHOW.fee
    assert audit.check(whole.controller, whole.bank) == []


def test_a_lobby_is_extended_at_its_seat_and_when_it_runs_out(window, make_whole):  # noqa: F811
    whole = make_whole(81)
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2, 3), whole.controller.table
    until(whole, glasses, lambda: table.this_hand.number == 2)
    until(whole, glasses, lambda: table.live is None)
    glasses[3].tap("menu", "tile lobby", "lobby now")
    until(whole, glasses, lambda: table.seats[3].life == "away")
    before = table.seats[3].until

    async def work() -> None:
        async with desks(window[1], whole, "flo") as (flo,):
            assert await flo.presses("+ 5 min lobby", "?seat=3") == "Seat 3 has 5:00 more."
            assert table.seats[3].until == before + 300_000
            seconds(whole, table.seats[3].until - whole.now - 60_000)
            await flo.needs("lobby runs out")
            assert await flo.is_told() == "Seat 3 has 5:00 more."
            assert table.seats[3].until == before + 600_000

    window[0].run(work())


def test_a_bar_from_the_house_reaches_the_table_and_is_lifted_by_two(window, make_whole):  # noqa: F811
    whole = make_whole(81)
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2, 3), whole.controller.table
    until(whole, glasses, lambda: table.live is not None)

    async def work() -> None:
        async with desks(window[1], whole, "flo", "mia") as (flo, mia):
            await flo.looks("?seat=2&more=1")
            await flo.page.get_by_text("Bar from the house").click()
            await flo.page.get_by_label("Reason").fill("a fight")
            await flo.page.locator("form button.rose").click()
            assert "100002 is barred from the house" in await flo.is_told()
            await mia.looks("/house-bars")
            await mia.sees("a fight", ".rows")
            await mia.keeps_the_law()
            await mia.page.get_by_label("Why").fill("a mistake")
            await mia.page.get_by_label("Your PIN").fill(STAFF_PIN)
            await mia.page.get_by_text("Let in again").click()
            assert "before a cage supervisor confirms it" in await mia.is_told()

    window[0].run(work())
    until(whole, glasses, lambda: table.seats[2].life == "empty")
    assert [one.patron for one in whole.bank.do(lambda tx, now: patrons.barred(tx))] == ["100002"]
    sue = at_work(whole.bank, "sue")
    (asked,) = sue.waiting()
    sue.confirm(asked.id, STAFF_PIN)
    assert whole.bank.do(lambda tx, now: patrons.barred(tx)) == []


def test_what_takes_two_says_that_nothing_has_happened_yet(window, make_whole):  # noqa: F811
    whole = make_whole(81)
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2, 3), whole.controller.table
    until(whole, glasses, lambda: table.live is not None)

    async def work() -> None:
        async with desks(window[1], whole, "flo", "mia") as (flo, mia):
            said = await flo.presses("Hold this seat", "?seat=5", account="100005")
            assert said == "Seat 5 is held for Account 100005, 5 minutes."
            assert table.seats[5].person.account == "patron:100005"
            said = await flo.presses("Close now", "?more=1", reason="a fire")
            assert said.startswith("Nothing happens before a second person confirms it")
            assert table.live is not None
            await mia.needs("Confirm: close now, table 1")
            await mia.sees("flo asks: a fire")
            await mia.sees("does not count")
            await mia.answers()
            assert table.live is None

    window[0].run(work())
    until(whole, glasses, lambda: table.phase == "closed")
    assert audit.check(whole.controller, whole.bank) == []


AT_ONCE = """document.addEventListener("DOMContentLoaded", () => {
  const reason = document.querySelector("form.asked [name=reason]");
  if (!reason) return;
  reason.value = "a fire";
  document.querySelector("form.asked button").click();
});"""


def test_an_order_that_is_pressed_before_its_page_is_whole_is_given_once(window, make_whole):  # noqa: F811
    """The browser's own way of sending a form would leave the page for one that stays."""
    whole = make_whole(81)
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2, 3), whole.controller.table
    until(whole, glasses, lambda: table.live is not None)

    async def work() -> None:
        async with desks(window[1], whole, "flo") as (flo,):
            await flo.looks()
            await flo.page.add_init_script(AT_ONCE)
            await flo.page.locator(".acts").get_by_text("Pause table").click()
            await flo.page.wait_for_url("**/floor/1", wait_until="load")
            assert (await flo.is_told()).startswith("Every clock stands still")

    window[0].run(work())
    assert [stop.reason for stop in table.stops] == ["a fire"]


BAD_BEAT = Jackpot(beaten="pair", beater="pair", pocket=False, least_players=3)  # soon, here


def test_a_bad_beat_is_confirmed_by_two_and_paid_by_the_bank(window, make_whole):  # noqa: F811
    """From the hand to the cards of the players: nothing is paid before the second person says so,
    then every cent of the pool once, by the bank, the meters and the three books alike."""
    whole = make_whole(81)
    whole.config = replace(whole.config, jackpot=BAD_BEAT)
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2, 3), whole.controller.table
    until(whole, glasses, lambda: table.jackpots.bad_beats)
    (hit,) = table.jackpots.bad_beats
    pool, before = sum(claim.chips for claim in hit.claims), money(whole)
    assert pool > 0
    out = whole.controller.folds.meters.money_out

    async def work() -> None:
        async with desks(window[1], whole, "flo", "mia") as (flo, mia):
            await flo.needs(f"Jackpot on table 1, hand #{hit.hand}")
            await flo.sees("Decide the bad beat")
            await flo.keeps_the_law()
            said = await flo.answers("cards seen")
            assert said.startswith("Nothing happens before a second person confirms it")
            assert (money(whole), table.jackpots.bad_beats) == (before, [hit])
            await mia.needs("Confirm: confirm a jackpot, table 1")
            await mia.sees("flo asks: cards seen")
            await mia.keeps_the_law()
            await mia.answers()

    window[0].run(work())
    until(whole, glasses, lambda: not table.transit.flying)
    paid = {account: cents - before[account] for account, cents in money(whole).items()}
    claims = {claim.account: claim.chips for claim in hit.claims}
    assert {account: cents for account, cents in paid.items() if cents} == claims
    assert whole.controller.folds.meters.money_out == out + pool
    assert table.jackpots.bad_beats == []
    assert audit.check(whole.controller, whole.bank) == []


def test_a_seat_change_is_granted_to_whoever_asked_first(window, make_whole):  # noqa: F811
    """Two want the same seat: the first has the button, and moves with the whole stack."""
    whole = make_whole(81)
    whole.power_on()
    glasses, table = sit_down(whole, 1, 2, 3), whole.controller.table
    until(whole, glasses, lambda: table.live is not None)
    for seat in (2, 3):
        whole.controller.perform(c.AskSeat(whole.controller.now, seat, 5))
        whole.settle()
    account = table.seats[2].person.account

    async def work() -> None:
        async with desks(window[1], whole, "flo") as (flo,):
            await flo.looks()
            row = flo.page.locator(".list li", has_text="2 to 5")
            await flo.keeps_the_law()
            assert await flo.page.get_by_role("button", name="Grant").count() == 1
            await row.get_by_role("button", name="Grant").click()
            assert "5" in await flo.is_told()

    window[0].run(work())
    until(whole, glasses, lambda: table.seats[5].life != "empty")
    assert table.seats[5].person.account == account
