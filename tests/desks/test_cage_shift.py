"""A whole shift in a real browser, by keyboard alone on the staff's side: float, a newcomer's
account with card and PIN, a deposit, a hand with that card at a real table, the log's line crossed
and corrected by two, a report before the money moves, a withdrawal by the customer's PIN on the
pad, a blind count that differs, two names."""

import asyncio
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from http.client import HTTPConnection

import pytest

from firmware.bank.acts import ConfirmClock, MoveHouseMoney
from firmware.bank.bank import Bank, wall_clock_ms
from firmware.bank.ledger import Order
from firmware.bank.play import live_session
from firmware.bank.postgres_store import PostgresStore
from firmware.bank.sqlite_store import SqliteStore
from firmware.money import Cents, show
from lab.live.home import lay_out
from lab.live.ports import free_port
from lab.simulation.demo_cage import PIN, demo_books, demo_key
from lab.simulation.demo_people import STAFF_PIN, pieces_of, staff_track, together
from lab.twins.card_encoder import EncoderTwin
from lab.twins.postgres_server import Server
from tests.chromium import needs_chromium
from tests.desks.one_table import OneTable, one_table
from tests.desks.people import Person, browser
from tests.lab.live.tables import QUICK, UNHURRIED

pytestmark = needs_chromium
DRAWER, FLOAT = "drawer:2", 1_000_00
CAGE = """
window = "Cage, window 2"
drawer = "drawer:2"
listen = "127.0.0.1:{port}"
bank = "{bank}"
bank_key = "bank.key"
encoder = "{encoder}"
"""
PNG = bytes.fromhex(  # one dot
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
ZOE = {
    "given": "Zoe", "family": "Newcomer", "born": "08041979", "tax": "123-45-4417",
    "tax_again": "123-45-4417", "street": "27 Harbor Lane", "city": "Port Ellis", "region": "CA",
    "id_number": "D1234318", "id_expiry": "09012039",
}  # fmt: skip
TABS_MOST = 80


@contextmanager
def cage(home, port: int, encoder: str, books: str):
    (home / "cage.toml").write_text(CAGE.format(port=port, encoder=encoder, bank=books))
    start = "import commands; raise SystemExit(commands.main())"
    run = [sys.executable, "-c", start, "cage", str(home / "cage.toml")]
    program = subprocess.Popen(run, stderr=subprocess.PIPE, text=True)
    try:
        while program.poll() is None and not answers(port):
            time.sleep(0.05)
        assert program.poll() is None, program.stderr.read()
        yield
    finally:
        program.terminate()
        assert "Traceback" not in program.communicate()[1]


def answers(port: int) -> bool:
    with suppress(OSError):
        asked = HTTPConnection("127.0.0.1", port, timeout=5)
        asked.request("GET", "/signon")
        return asked.getresponse().status == 200
    return False


def _house(home, books: str) -> tuple[Bank, list[str]]:
    """A filled drawer; and the cards of the house's customers."""
    store = PostgresStore(books) if "://" in books else SqliteStore(home / books)
    bank, tracks = demo_books(store, demo_key(home / "bank.key"), wall_clock_ms)
    bank.open_account(DRAWER, "drawer")
    order = Order("fill-2", "fill", DRAWER, "vault", FLOAT, DRAWER)
    together(bank, MoveHouseMoney(order))
    together(bank, ConfirmClock())
    return bank, tracks


async def _types_count(bob: Person, cents: int) -> None:
    await bob.page.locator("td input").first.wait_for()
    await bob.page.locator("td input").first.focus()
    for number in pieces_of(cents).values():
        for text in ("0", str(number)):
            await bob.page.keyboard.type(text)
            await bob.page.keyboard.press("Enter")
    await bob.keeps_the_law()
    await bob.page.keyboard.press("F9")


async def _opens(bob: Person, pad: Person, encoder: EncoderTwin) -> str:
    """A newcomer's account: kept while it is typed, signed and given a PIN on the pad, opened with
    its card. The track of it."""
    page = bob.page
    await page.keyboard.press("F2")
    await page.locator("#given").wait_for()
    async with _late_answer(bob, "tax_again=&") as arrives:
        for name, value in ZOE.items():
            await _tabs_to(bob, f"[name={name}]")
            await page.keyboard.type(value)
            if name == "tax_again":  # its other half is answered only now: nothing is lost by that
                await arrives()
    await page.keyboard.press("Tab")
    await bob.sees("ZIP code", "#checks")
    await bob.sees("typed twice", "#checks")
    await bob.keeps_the_law()
    await page.keyboard.press("F9")
    await bob.sees("3 things are missing")
    assert await page.evaluate("document.activeElement.id") == "postcode"
    await page.keyboard.type("90249")
    await page.keyboard.press("Tab")
    await bob.sees("complete", "#checks")
    await page.reload()
    assert "4-4417" not in await page.content()
    await page.locator("#photo").set_input_files(
        {"name": "zoe.png", "mimeType": "image/png", "buffer": PNG}
    )
    await page.locator("img.photo").wait_for()
    await page.keyboard.press("F8")
    await bob.sees("The customer has the pad")
    await _signs(pad)
    await bob.sees("done on the pad")
    await page.keyboard.press("Enter")
    await bob.sees("The card is written next")
    await page.keyboard.press("F9")
    await _writes_a_card(bob, encoder, ends_another=False)
    await page.wait_for_url("**/cage/customer/*", wait_until="load")
    await bob.sees("Zoe Newcomer")
    await page.keyboard.press("F9")  # and another at once
    await _writes_a_card(bob, encoder, ends_another=True)
    await bob.sees("Zoe Newcomer")
    await page.keyboard.press("Escape")
    return encoder.card[2].decode()


async def _writes_a_card(bob: Person, encoder: EncoderTwin, ends_another: bool) -> None:
    for words in ("it is written", "it is read back"):
        await bob.sees(words)
        assert ("is dead" in await bob.page.content()) == ends_another
        while not encoder.asked:
            await asyncio.sleep(0.01)
        encoder.swipe()
    await bob.sees("The card is good")
    await bob.keeps_the_law()
    await bob.page.keyboard.press("Enter")


@asynccontextmanager
async def _late_answer(who: Person, words: str):
    """The first draft that says this is answered when it is asked for."""
    asked, may_go = asyncio.Event(), asyncio.Event()

    async def hold(route):
        if words in f"{route.request.post_data}&" and not asked.is_set():
            asked.set()
            await may_go.wait()
        await route.continue_()

    async def arrives() -> None:
        await asked.wait()
        swap = "new Promise(done => document.addEventListener('htmx:after:swap', done))"
        await who.page.evaluate(f"() => {{ window.swapped = {swap}; }}")
        may_go.set()
        await who.page.evaluate("window.swapped.then(() => true)")

    await who.page.route("**/draft", hold)
    yield arrives
    await who.page.unroute("**/draft")


async def _tabs_to(who: Person, what: str) -> None:
    """Tab, and Tab again, until it has the focus."""
    here = f"document.activeElement.matches({what!r})"
    for _ in range(TABS_MOST):
        if await who.page.evaluate(here):
            return
        await who.page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {what}")


async def _types(who: Person, **fields: str) -> None:
    for name, text in fields.items():
        await _tabs_to(who, f"[name={name}]")
        await who.page.keyboard.press("Control+A")
        await who.page.keyboard.type(text)


async def _signs(pad: Person) -> None:
    """With a finger; then a PIN, and the same again."""
    canvas = pad.page.locator("canvas")
    await canvas.wait_for()
    await pad.keeps_the_law()
    box, mouse = await canvas.bounding_box(), pad.page.mouse
    await mouse.move(box["x"] + 20, box["y"] + 50)
    await mouse.down()
    await mouse.move(box["x"] + 220, box["y"] + 150, steps=5)
    await mouse.up()
    await pad.page.get_by_role("button", name="Agree and sign").click()
    await pad.sees("Choose a PIN")
    await pad.keeps_the_law()
    for pin, then in (("12", "4 to 8"), (PIN, "once more"), ("1358", "differ"),
                      (PIN, "once more"), (PIN, "Thank you")):  # fmt: skip
        await pad.enters(pin)
        await pad.sees(then)


async def _swipes(bob: Person, track: str) -> None:
    await bob.page.locator("#asked").wait_for()
    await bob.page.keyboard.type(track)
    await bob.page.keyboard.press("Enter")
    await bob.page.locator("#amount").wait_for()


async def _deposits(bob: Person, track: str, bank: Bank) -> None:
    """Two keys after the swipe; the page loaded again, it was booked once."""
    await _swipes(bob, track)
    await bob.keeps_the_law()
    await bob.page.keyboard.press("F4")
    await bob.page.keyboard.press("Enter")
    await bob.sees("Booked once")
    await bob.sees("Deposit, cash $500")
    await bob.keeps_the_law()
    await bob.page.reload()
    await bob.sees("Booked once")
    assert -bank.balance(DRAWER).balance == FLOAT + 500_00


async def _plays(bob: Person, table: OneTable, zoe: str, dutch: str, bank: Bank) -> None:
    """One hand with the new card at a real table: the window sees where she sits, and then what she
    brought home."""
    table.sit(1, zoe)
    table.sit(2, dutch)
    await table.deals(1)
    await bob.page.keyboard.press("n")
    await _swipes(bob, zoe)
    await bob.sees("Table 1, seat 1")
    brought = await bob.page.locator(".on-card").inner_text()
    assert brought != "$500"
    await table.leaves(1)
    patron = bob.page.url.rpartition("/")[2].partition("?")[0]
    await table.until(lambda: bank.do(lambda tx, now: live_session(tx, patron)) is None)
    home = bank.balance(f"patron:{patron}").balance
    assert home > 0
    await bob.page.keyboard.press("Escape")
    await _swipes(bob, zoe)
    await bob.sees(show(Cents(home)), ".on-card")
    assert "Table 1" not in await bob.page.locator(".facts").inner_text()
    assert -bank.balance(DRAWER).balance == FLOAT + 500_00


async def _reports(bob: Person, bank: Bank, track: str) -> None:
    await _tabs_to(bob, "#asked")
    await bob.page.keyboard.press("Control+A")
    await _swipes(bob, track)
    await bob.page.keyboard.type("10001")
    await bob.sees("This deposit needs a currency report")
    await bob.sees("Deposit $10,001 and open report")
    await bob.keeps_the_law()
    await bob.page.keyboard.press("Enter")
    await bob.sees("Nothing has moved.")
    await bob.keeps_the_law()
    await bob.page.keyboard.press("F12")
    assert not await bob.page.locator("#occupation").is_visible()
    await bob.page.keyboard.press("F12")
    await bob.page.keyboard.press("F9")  # without the answers
    await bob.sees("Whose money is it?")
    await bob.page.keyboard.press("F4")
    assert -bank.balance(DRAWER).balance == FLOAT + 500_00
    await _types(bob, occupation="baker")
    await _tabs_to(bob, "[name=whose]")
    await bob.page.keyboard.press("Space")
    await bob.page.keyboard.press("F9")
    await bob.sees("Booked once")


async def _withdraws(bob: Person, pad: Person) -> None:
    await bob.page.keyboard.press("Escape")
    await bob.page.locator("#amount").wait_for()
    await bob.page.keyboard.press("F6")
    await bob.page.wait_for_url("**kind=withdraw", wait_until="load")
    await bob.page.locator("#amount").wait_for()
    await bob.page.keyboard.type("200")
    await bob.page.keyboard.press("Enter")
    await bob.sees("The customer has the pad")
    await bob.keeps_the_law()
    await pad.sees("You take out")
    await pad.keeps_the_law()
    shown = await pad.page.content()
    assert "Newcomer" not in shown
    assert "report" not in shown
    await pad.enters("1111")
    await pad.sees("tries are left")
    await pad.enters(PIN)
    await bob.sees("Hand out $200")
    await pad.sees("Thank you")
    await bob.page.keyboard.press("Enter")
    await bob.sees("Withdrawal, cash $200")


async def _leaves_and_comes_back(bob: Person) -> None:
    await bob.page.keyboard.press("F10")
    await bob.sees("this desk is locked")
    await bob.page.goto(f"{bob.home}/cage")
    await bob.sees("this desk is locked")
    await bob.keeps_the_law()
    await bob.page.keyboard.type(STAFF_PIN)
    await bob.page.locator("#asked").wait_for()


async def _crosses_the_log(bob: Person, sue: Person, sue_track: str, bank: Bank) -> None:
    """$3,001 in one day stands in the log; a slip of the finger is turned round by two."""
    last = "SELECT document FROM transfer WHERE kind = 'deposit' ORDER BY at_ms DESC LIMIT 1"
    await bob.page.keyboard.type("2501")
    await bob.sees("$500 + $2,501 = $3,001")
    await bob.page.keyboard.press("Enter")
    await bob.sees("Deposit, cash $2,501")
    await sue.sign_on(sue_track, ".proof")
    await sue.sees("Log lines over $3,000")
    (document,) = bank.do(lambda tx, now: tx.row(last))
    await bob.page.keyboard.press("n")
    await bob.page.locator("#asked").wait_for()
    await bob.page.keyboard.press("F3")
    await bob.page.wait_for_url("**/cage/more", wait_until="load")
    await _tabs_to(bob, "[href='/cage/do/correct']")
    await bob.page.keyboard.press("Enter")
    await bob.page.locator("[name=document]").wait_for()
    await _types(bob, document=f"2-{document:06d}", reason="a slip", pin=STAFF_PIN)
    await bob.page.keyboard.press("Enter")
    await bob.sees("Waits for a second name")
    await sue.page.keyboard.press("F2")
    await sue.page.wait_for_url("**/cage/waiting", wait_until="load")
    await sue.sees("a slip")
    await _types(sue, pin=STAFF_PIN)
    await sue.page.keyboard.press("Enter")
    await bob.sees("Confirmed by sue")
    await bob.page.keyboard.press("Enter")
    assert -bank.balance(DRAWER).balance == FLOAT + 500_00


async def _opens_a_document(bob: Person) -> None:
    """That could explain it; and back to the count."""
    await _tabs_to(bob, "[href^='/cage/document/']")
    await bob.page.keyboard.press("Enter")
    await bob.page.wait_for_url("**/cage/document/*", wait_until="load")
    await bob.sees("Booked by")
    await bob.keeps_the_law()
    await bob.page.keyboard.press("Escape")
    await bob.sees("Short $20")


async def _comes_back(sue: Person, way: str) -> None:
    """After as long as it took the others; her desk may have locked itself."""
    await sue.page.goto(sue.home + way)
    if "/locked" in sue.page.url:
        await sue.page.keyboard.type(STAFF_PIN)
        await sue.page.wait_for_url(f"**{way}")


async def _counts(bob: Person, sue: Person, bank: Bank) -> None:
    """$20 are missing. What should be there is on no page before the sheet is signed."""
    await bob.page.keyboard.press("F8")
    await bob.sees("What should be here is hidden")
    expected = FLOAT + 500_00 + 10_001_00 - 200_00
    assert "11,301" not in await bob.page.content()
    await _types_count(bob, expected - 20_00)
    await bob.sees("Short $20")
    await bob.sees("should be $11,301")
    await bob.keeps_the_law()
    await bob.sees("Cash in, 3 documents")
    await bob.sees("The first shift of bob.")
    await bob.sees("Sheet 2-C-0002")
    await _opens_a_document(bob)
    await _types(bob, reason="tray and floor", pin=STAFF_PIN)
    await bob.page.keyboard.press("Enter")
    await bob.sees("A supervisor confirms")
    await _comes_back(sue, "/cage/house")
    await sue.sees("Cage and tables agree")
    await sue.sees("$11,301")
    await sue.keeps_the_law()
    await sue.page.keyboard.press("F2")
    await sue.sees("tray and floor")
    await sue.sees("Short $20, drawer 2")
    await sue.keeps_the_law()
    await _types(sue, pin=STAFF_PIN)
    await sue.page.keyboard.press("Enter")
    await sue.sees("$20 short at drawer 2")
    for page in ("house", "day", "reports"):
        await sue.page.goto(f"{sue.home}/cage/{page}")
        await sue.page.locator("h1").first.wait_for()
        await sue.keeps_the_law()
    await bob.page.goto(f"{bob.home}/cage")
    await bob.sees("Count the float")
    assert -bank.balance(DRAWER).balance == expected - 20_00


async def _shift(place, books: str) -> None:
    home, _ = lay_out(place, 2, **QUICK, **UNHURRIED)
    (bank, tracks), port, encoder = _house(place, books), free_port(0), EncoderTwin()
    with cage(place, port, encoder.path, books):
        async with one_table(home, books) as table, _people(port) as (bob, sue, pad):
            await _begins(bob, pad, bank)
            zoe = await _opens(bob, pad, encoder)
            await _deposits(bob, zoe, bank)
            await _plays(bob, table, zoe, tracks[1], bank)
            await _crosses_the_log(bob, sue, staff_track(bank, "sue"), bank)
            await _swipes(bob, zoe)
            await _deposits_nothing_more(bob)
            await _reports(bob, bank, zoe)
            await _withdraws(bob, pad)
            await _leaves_and_comes_back(bob)
            await _counts(bob, sue, bank)
    encoder.unplug()


@asynccontextmanager
async def _people(port: int):
    """Cashier, supervisor and customer; none of their pages went wrong."""
    async with browser() as window:
        pages = [await (await window.new_context()).new_page() for _ in range(3)]
        there = [Person(page, f"http://127.0.0.1:{port}") for page in pages]
        yield there
        assert [words for one in there for words in one.wrong] == []


async def _begins(bob: Person, pad: Person, bank: Bank) -> None:
    await bob.sign_on(staff_track(bank, "bob"), "td input", tells="Gaming day")
    await _types_count(bob, FLOAT)
    await bob.sees("Next customer")
    await bob.sees("Drawer open since")
    await bob.keeps_the_law()
    await _pairs(bob, pad)


async def _pairs(bob: Person, pad: Person) -> None:
    """The window shows a code, and whoever types it there has the pad."""
    await pad.page.goto(f"{pad.home}/pad")
    await pad.sees("Not paired yet")
    await pad.keeps_the_law()
    await bob.page.keyboard.press("F7")
    code = await bob.page.locator(".code").inner_text()
    await bob.keeps_the_law()
    await pad.page.keyboard.type(code.replace(" ", ""))
    await pad.sees("Welcome")
    await pad.keeps_the_law()
    await bob.sees("The pad is paired")
    await bob.page.keyboard.press("Escape")
    await bob.page.locator("#asked").wait_for()


async def _deposits_nothing_more(bob: Person) -> None:
    """An amount that is none is said so, and nothing moves."""
    await bob.page.keyboard.type("five")
    await bob.page.keyboard.press("Enter")
    await bob.sees("Nothing was moved.")
    await bob.page.keyboard.press("Escape")
    await bob.page.locator("#asked").wait_for()
    await bob.page.keyboard.type("nobody at all")
    await bob.page.keyboard.press("Enter")
    await bob.sees("Nobody of that name or number")


@pytest.fixture(params=["sqlite", "postgresql"])
def books(request):
    if request.param == "sqlite":
        yield "bank.db"
        return
    with Server() as server:
        yield server.url


def test_a_whole_shift_in_chromium(tmp_path, books):
    asyncio.run(_shift(tmp_path, books))
