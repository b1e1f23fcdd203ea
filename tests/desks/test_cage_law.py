"""axe-core on every page of the window that no shift in a browser comes by."""

import asyncio
from contextlib import asynccontextmanager

import uvicorn

from desks.sign_on import cookie_of
from firmware.bank.acts import MoveHouseMoney
from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.bank.sqlite_store import SqliteStore
from lab.live.browser import PageServer
from lab.live.ports import listen
from lab.simulation.cashier import cage_of
from lab.simulation.demo_people import STAFF_PIN, at_work
from tests.bank.conftest import Clock, make_bank
from tests.chromium import needs_chromium
from tests.desks.people import Person, browser

pytestmark = needs_chromium
ADA, PNG = "/cage/customer/100001", b"\x89PNG\r\n\x1a\n"
ABOUT = "?patron=100001"
CASHIERS = {
    f"{ADA}/scans": "Each look is written down", f"{ADA}/statement": "Deposit, cash",
    f"/cage/more{ABOUT}": "Card is lost", "/cage/more": "Owed and waiting",
    "/cage/owed": "Waits too long", "/cage/do/settle": "A promise that timed out",
    f"/cage/do/details{ABOUT}": "Birth date", f"/cage/do/without-pin{ABOUT}": "second name",
    ADA: "No deposit", "/cage/nowhere": "There is no such page", "/cage": "not synchronised",
}  # fmt: skip
SUPERVISORS = {
    f"/cage/do/comp{ABOUT}": "out of its promotion", "/cage/limits": "Excluded until",
    "/cage/house": "Cage and tables agree", "/cage/waiting": "as told", "/cage/reports": "two hats",
}  # fmt: skip


@asynccontextmanager
async def window_of(bank: Bank):
    """Its address, at a real browser."""
    listener = listen(0)
    app = cage_of(bank, "drawer:1")
    app.hosts = frozenset({f"127.0.0.1:{listener.getsockname()[1]}"})
    server = PageServer(uvicorn.Config(app, log_level="error"))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    await running


async def _walks(bank: Bank) -> None:
    pages = {"ann": CASHIERS, "sue": SUPERVISORS}
    async with window_of(bank) as home, browser() as chromium:
        for name, ways in pages.items():
            who = Person(await (await chromium.new_context()).new_page(), home)
            token = {"name": cookie_of("Cage"), "value": at_work(bank, name).token, "url": home}
            await who.page.context.add_cookies([token])
            for way, words in ways.items():
                await who.page.goto(home + way)
                await who.sees(words)
                await who.keeps_the_law()


def test_no_page_of_the_window_breaks_the_law(tmp_path):
    store = SqliteStore(tmp_path / "bank.db")
    ann = at_work(made := make_bank(store, Clock()), "ann")
    ann.attach("100001", "photo", "image/png", PNG, "p1")
    ann.deposit("100001", 500_00, "drawer:1")
    ann.note_suspicion("100001", "two hats", "n1")
    ann.exclude("100001", 30)
    fill = Order("f1", "fill", "drawer:1", "vault", 5_00, "drawer:1")
    ann.propose(MoveHouseMoney(fill), STAFF_PIN, "as told")
    asyncio.run(_walks(Bank(store, made.key, made.clock, synchronised=lambda: False)))
