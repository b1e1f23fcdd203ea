"""The lab's page in Chromium with no program behind it: before the table stands, by keyboard alone,
when it is somebody's turn, and from a phone to a wall."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import get_args
from urllib.parse import urlsplit

from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.sqlite_store import SqliteStore
from firmware.screens.protocol.floor_view import Stage
from lab.live import browser_tab, terminal
from lab.live.browser import serving
from lab.live.live_table import LiveTable
from lab.live.ports import listen
from lab.live.room import Room
from lab.live.trays import Trays
from lab.simulation.any_game import front_page
from lab.simulation.demo_people import STAFF_PIN
from tests.bank.conftest import Clock, make_bank
from tests.chromium import needs_chromium
from tests.desks.people import Person, browser

pytestmark = needs_chromium
SIZES = (390, 844), (820, 1180), (1440, 900), (2560, 1440)
LAPTOPS = (1241, 720), (1366, 768)
# Whatever the page says from here on; and what it plays.
LISTENS = "() => { window.told = []; wire.send = word => told.push(JSON.parse(word)); }"
HEARS = """window.notes = window.shaken = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { notes += 1; return start.apply(this, at); };
navigator.vibrate = () => { shaken += 1; };"""


class SlowTable(LiveTable):
    """None of its programs is started; it stands when it is told to."""

    def __init__(self, home: Path) -> None:
        super().__init__(home, 7, config=front_page(), floor_port=1, cage_port=2)
        self.may_stand = asyncio.Event()
        self.trays = Trays(["1234=5"] * self.seats)
        self._watcher = SimpleNamespace(tell=lambda ear: lambda: None, hands=0)

    async def start(self, tell) -> bool:
        self.tell = tell
        await self.may_stand.wait()
        return True


def with_page(home: Path, looks: Callable[[Person, SlowTable], Awaitable[None]]) -> None:
    async def evening() -> None:
        table = SlowTable(home)
        room, listener = Room(lambda place, config: table), listen(0)
        async with serving(room, listener), browser() as window:
            running = asyncio.create_task(
                room.run(home, front_page(), lambda words: None, lambda table: None)
            )
            who = Person(await window.new_page(), f"http://127.0.0.1:{listener.getsockname()[1]}")
            try:
                await looks(who, table)
            finally:
                room.end()
                await running
            assert who.wrong == []

    asyncio.run(evening())


def at_the_table(looks: Callable[[Person], Awaitable[None]]):
    async def stands(who: Person, table: SlowTable) -> None:
        table.may_stand.set()
        await who.page.add_init_script(HEARS)
        await who.page.goto(who.home)
        await who.page.wait_for_function("window.setup !== null && wire.readyState === 1")
        await who.page.evaluate(LISTENS)
        await looks(who)

    return stands


async def tells(who: Person, kind: str, **word) -> None:
    await who.page.evaluate("word => heard({data: word})", json.dumps({"type": kind, **word}))


TRAY = {"": "Free", "held": "Reserved", "pin": "Typing a PIN", "approve": "Asks the floor",
        "buy-in": "Buying in", "chips": "Chips coming"}  # fmt: skip
PLAYS = {"seat": 1, "name": "Marisol", "stack": 20000, "doing": "in", "stage": ""}


BROKEN = {"bots": [], "unplugged": [], "noisy": {}, "door": False, "bank": False, "printer": False,
          "powered": True, "speed": "real", "pocket": [], "trays": [], "coming": ""}  # fmt: skip


async def now(who: Person, *seats: dict, hand: int = 3) -> None:
    rest = {"wires": [], "units": [13, 13], "doors": []}
    await tells(who, "now", answers=True, hand=hand, paused=False, seats=seats, **rest)


async def said(who: Person) -> list[dict]:
    """Since the last time."""
    return await who.page.evaluate("() => told.splice(0)")


# ---- Before the table stands


async def _comes_early(who: Person, table: SlowTable) -> None:
    answer = await who.page.goto(f"{who.home}/#seat-3")
    assert answer.status == 503
    await who.sees("the programs start")
    await who.keeps_the_law()
    for words in ("cables", "3 of 11 screens"):
        table.tell(words)
        await who.sees(f"Hold'em: {words}")
    who.wrong.clear()  # Chromium notes each 503
    table.may_stand.set()
    await who.page.locator("#station").wait_for()
    assert await who.page.evaluate("large") == 3, "the seat he had come for"
    who.wrong = [words for words in who.wrong if "503" not in words]


def test_the_page_says_what_is_done_and_opens_the_table_by_itself(tmp_path):
    with_page(tmp_path, _comes_early)


# ---- Keys


async def _by_keys(who: Person) -> None:
    page, press = who.page, who.page.keyboard.press
    large = lambda: page.evaluate("large")  # noqa: E731
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight", "Enter"):
        await press(key)
    assert await large() == 2
    for key, seat in (("ArrowLeft", 1), ("ArrowLeft", 10), ("Escape", 0), ("3", 3), ("t", 0)):
        await press(key)
        assert await large() == seat
    await press("4")
    await said(who)
    await press("w")
    await press(" ")
    assert [one["type"] for one in await said(who)] == ["swipe", "hold"]
    await press("?")
    await page.locator("#keys[open]", has_text=STAFF_PIN).wait_for()
    await press("Escape")
    assert await large() == 4, "Escape closed the page of keys, and no more"
    await press("Escape")
    await press("e")
    await page.locator("#big[open]").wait_for()
    await press("Escape")
    await page.locator("#big").wait_for(state="hidden")
    await page.wait_for_function("told.length === 3")
    await page.click("#enlarge")
    await press("Escape")
    await page.locator("#big").wait_for(state="hidden")
    for button in ("", "#speeds button"):
        if button:
            await press("Escape")
            await page.click(button)
        await press("Enter")
        assert await large() == 1, "he sits down: the mouse left no focus behind"
    looks = [one for one in await said(who) if one["type"] == "look"]
    looked = [(one["seat"], one.get("center", False)) for one in looks]
    assert looked[:3] == [(0, False), (0, True), (0, False)]


def test_the_whole_page_by_keyboard(tmp_path):
    with_page(tmp_path, at_the_table(_by_keys))


AT_ONCE = """() => { at("big").showModal(); at("big").close();
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
  return large; }"""


async def _before_the_next_frame(who: Person) -> None:
    """A dialog that is closed keeps the focus until the browser paints again."""
    assert await who.page.evaluate(AT_ONCE) == 1


def test_a_button_that_is_hidden_by_now_takes_no_key(tmp_path):
    with_page(tmp_path, at_the_table(_before_the_next_frame))


ON_GLASS = {"peek": [16, 544, 312, 240], "minus": [344, 588, 80, 80], "plus": [1000, 588, 80, 80],
            "key 7": [400, 100, 90, 90]}  # fmt: skip


TYPED_AT_ONCE = """() => { for (const key of ["7", "ArrowUp"])
document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); }"""


async def _fingers(who: Person) -> None:
    page, keys = who.page, who.page.keyboard
    await keys.press("1")
    await tells(who, "targets", seat=1, targets=ON_GLASS)
    await page.focus("#swipe")  # and types on, though the button has the focus
    await said(who)
    for key, x in (("7", 445), ("ArrowUp", 1040), ("ArrowDown", 384)):
        await keys.press(key)
        await page.wait_for_function("told.length === 2")
        assert [(one["kind"], one["x"]) for one in await said(who)] == [("down", x), ("up", x)]
    await page.evaluate(TYPED_AT_ONCE)
    await page.wait_for_function("told.length === 4")
    kinds = [("down", 445), ("up", 445), ("down", 1040), ("up", 1040)]
    assert [(one["kind"], one["x"]) for one in await said(who)] == kinds
    await page.focus("#glassbox")
    await keys.press("Tab")
    assert await page.evaluate("framed") == "key 7"
    await keys.press("Tab")
    for ends in (lambda: keys.up("Enter"), lambda: page.evaluate("onblur()")):
        await keys.down("Enter")
        assert [one["kind"] for one in await said(who)] == ["down"]
        await tells(who, "targets", seat=1, targets={})  # the hand is over while he looks
        await ends()
        assert [(one["kind"], one["x"]) for one in await said(who)] == [("up", 172)]
        await keys.up("Enter")
        await tells(who, "targets", seat=1, targets=ON_GLASS)


def test_a_key_that_went_down_on_the_glass_comes_up_whatever_lies_there(tmp_path):
    with_page(tmp_path, at_the_table(_fingers))


async def _walks(who: Person) -> None:
    """To the pad and to the page that checks a hand there is no name to give."""
    for way, leads in (("pad", "/pad"), ("verify", "/verify"), ("cage", "/"), ("elsewhere", "/")):
        answer = await who.page.request.get(f"{who.home}/{way}", max_redirects=0)
        assert answer.headers["location"].endswith(leads)


def test_a_customer_finds_the_pad_and_the_check_of_a_hand(tmp_path, monkeypatch):
    books = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    monkeypatch.setattr(SlowTable, "bank", lambda table: books)
    with_page(tmp_path, at_the_table(_walks))


PEOPLE = {"cage": "ann", "sue": "sue", "floor": "flo", "mia": "mia"}  # by their links


async def _desks(who: Person, books: Bank) -> None:
    """A link of each opens that desk of this very table, for somebody who is signed on there."""
    hosts = set()
    for link, name in PEOPLE.items():
        there = await who.page.evaluate("link => at(link).href", link)
        hosts.add(urlsplit(there).hostname)
        path = there.partition(urlsplit(there).netloc)[2]
        answer = await who.page.request.get(who.home + path, max_redirects=0)
        port = 1 if link in ("floor", "mia") else 2
        assert answer.status == 303
        assert urlsplit(answer.headers["location"]).port == port
        cookies = [one["value"] for one in answer.headers_array if one["name"] == "set-cookie"]
        (token,) = [one.partition("=")[2].partition(";")[0] for one in cookies]
        assert Identity(books).session(token).person == name
    assert hosts == {"127.0.0.1", "localhost"}, "two people in one browser"


def test_the_page_leads_to_floor_and_cage_with_people_who_are_signed_on(tmp_path, monkeypatch):
    """`make run` knows a first and a second person for either desk."""
    books = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    monkeypatch.setattr(SlowTable, "bank", lambda table: books)
    with_page(tmp_path, at_the_table(partial(_desks, books=books)))


# ---- The first look


async def _newcomer(who: Person) -> None:
    """What is gold is one thing to do: to sit down at the free seat, then to swipe."""
    page, gold = who.page, who.page.locator(".gold:visible")
    for way in (".here", "#go"):
        await now(who)
        assert [one.split("\n")[0] for one in await gold.all_inner_texts()] == [
            "Sit down here", "Sit down in seat 1"
        ]  # fmt: skip
        await page.click(way, force=True)  # what it lies on takes the touch
        assert await page.evaluate("large") == 1
        assert await gold.evaluate_all("all => all.map(one => one.id)") == ["swipe"]
        await page.keyboard.press("Escape")


def test_one_gold_thing_leads_a_newcomer_to_his_first_hand(tmp_path):
    with_page(tmp_path, at_the_table(_newcomer))


async def _bots(who: Person) -> None:
    await who.page.wait_for_function("broken.pocket.length")  # it told of itself, once
    for bots, stays, asks, count in ((0, "#fewer", "#more", 1), (9, "#more", "#fewer", 8)):
        await tells(who, "broken", **{**BROKEN, "bots": [*range(1, bots + 1)]})
        assert await who.page.locator("#count").inner_text() == str(bots)
        assert await who.page.locator(stays).is_disabled()
        await said(who)
        await who.page.click(asks)
        assert await said(who) == [{"type": "bots", "count": count}]


def test_from_no_bot_to_nine(tmp_path):
    with_page(tmp_path, at_the_table(_bots))


SENDS = """window.sent = []; const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (word) {
  sent.push(JSON.parse(word)); send.call(this, word); };"""


async def _cut_off(who: Person, table: SlowTable) -> None:
    table.may_stand.set()
    await who.page.add_init_script(SENDS)
    await who.page.goto(f"{who.home}/#seat-3")
    await who.page.wait_for_function(
        "window.setup !== null && wire.readyState === 1 && sent.length"
    )
    await who.page.evaluate("sent = []; window.cut = wire; wire.close()")
    await who.page.wait_for_function("wire !== cut && wire.readyState === 1 && sent.length")
    assert await who.page.evaluate("[large, sent[0].type, sent[0].seat]") == [3, "look", 3]
    await who.page.locator("#gone").wait_for(state="hidden")


def test_a_page_whose_wire_is_cut_comes_back_to_its_seat_by_itself(tmp_path):
    with_page(tmp_path, _cut_off)


# ---- A seat


async def _first_hand(who: Person) -> None:
    """He waits for the blind through two hands: what to try next comes after his first."""
    page = who.page
    await page.keyboard.press("1")
    waits, plays = {**PLAYS, "doing": "in next hand"}, PLAYS
    for hand in (3, 4, 5):
        await now(who, waits, hand=hand)
        await who.sees("Wait for your cards", "#first")
    for hand, words in ((6, "Wait"), (6, "Play your first hand"), (7, "Hold your cards")):
        await now(who, waits if words == "Wait" else plays, hand=hand)
        await who.sees(words, "#first")
    await now(who, waits, hand=0)  # between two hands
    await who.sees("Hold your cards", "#first")
    await now(who, plays, hand=8)
    await page.locator("#first").wait_for(state="hidden")
    await page.reload()
    await page.wait_for_function("wire.readyState === 1")
    await now(who, waits, hand=9)
    await page.locator("#first").wait_for(state="hidden")


def test_the_first_hand_is_the_one_he_is_dealt_into(tmp_path):
    with_page(tmp_path, at_the_table(_first_hand))


async def _on_the_way(who: Person) -> None:
    """In one line with the tray's name, on a phone and on a wall."""
    await who.page.evaluate("look(10)")
    comes = {**PLAYS, "seat": 10, "name": "", "stack": 0, "doing": "free"}
    for width, height in SIZES:
        await who.page.set_viewport_size({"width": width, "height": height})
        high = {}
        for stage in get_args(Stage):
            await now(who, {**comes, "stage": stage})
            await who.sees(TRAY[stage], "#state")
            await who.sees(TRAY[stage] if stage else "not seated yet", "#plates .mine")
            high[stage] = await who.page.evaluate("at('state').parentElement.offsetHeight")
        assert len({*high.values()}) == 1, (width, high)
    await now(who, {**PLAYS, "seat": 10})
    await who.sees("In play", "#state")


def test_the_tray_says_what_somebody_does_at_the_seat_in_a_persons_words(tmp_path):
    with_page(tmp_path, at_the_table(_on_the_way))


async def _dark(who: Person) -> None:
    """At a seat too: what was done to the whole table, and that nothing answers."""
    wires = [{"seat": 1, "up": True, "mean_ms": 9, "frames": 5, "beaten": 0}]
    told = {"hand": 3, "paused": False, "seats": [PLAYS], "units": [13, 13], "doors": []}
    await who.page.keyboard.press("1")
    await tells(who, "now", answers=True, wires=wires, **told)
    await who.sees("Up, 9 ms", "#wire")
    line = {"record": 0, "at_ms": 0, "kind": "You", "words": "pull the power", "seat": 0}
    await tells(who, "news", lines=[line, {**line, "kind": "Journal", "words": "hand #3 opens"}])
    await tells(who, "now", answers=False, wires=wires, **told)
    await who.page.wait_for_function("broken.pocket.length")  # it told of itself, once
    for powered, words in ((True, "No answer"), (False, "The table is dark")):
        await tells(who, "broken", **{**BROKEN, "powered": powered})
        await who.sees(words, "#wire")
    assert await who.page.locator("#lines li").count() == 1
    await who.sees("pull the power", "#lines")


def test_a_seat_without_power_says_so(tmp_path):
    with_page(tmp_path, at_the_table(_dark))


# Pictures of one color each come faster than they are painted; how many are held, and what is seen.
FLOODS = """async ([seat, colors, leaves]) => {
  let open = 0, most = 0; const make = createImageBitmap;
  createImageBitmap = async blob => { const it = await make(blob), close = it.close.bind(it);
    most = Math.max(most, open += 1); it.close = () => { open -= 1; close(); }; return it; };
  const bodies = [];
  for (const color of colors) {
    const canvas = new OffscreenCanvas(16, 10), ink = canvas.getContext("2d");
    ink.fillStyle = color; ink.fillRect(0, 0, 16, 10);
    const jpeg = await canvas.convertToBlob({type: "image/jpeg"});
    bodies.push(Uint8Array.of(seat, 1, ...new Uint8Array(await jpeg.arrayBuffer())).buffer);
  }
  const painted = bodies.map(picture);
  if (leaves) look(leaves);
  await Promise.all(painted);
  const [red, green] = glass.getContext("2d").getImageData(5, 5, 1, 1).data;
  createImageBitmap = make;
  return [open, most, red > 200, green > 200, glass.dataset.shown === "yes"]; }"""


async def _pictures(who: Person) -> None:
    await who.page.keyboard.press("1")
    flood = lambda *told: who.page.evaluate(FLOODS, told)  # noqa: E731
    assert await flood(1, ["red"] * 20 + ["lime"], 0) == [0, 1, False, True, True]
    assert await flood(1, ["red", "lime"], 2) == [0, 1, False, False, False], "of a seat he left"


def test_a_picture_is_let_go_of_when_it_is_painted(tmp_path):
    with_page(tmp_path, at_the_table(_pictures))


LONG = {**PLAYS, "name": "Marisol", "stack": 1208650, "doing": "in next hand"}
CUT = """() => [...document.querySelectorAll("#plates b, #plates small")]
  .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""


async def _plates(who: Person) -> None:
    await who.page.keyboard.press("1")
    await tells(who, "broken", **{**BROKEN, "bots": [*range(2, 11)]})
    for wide, high in SIZES:
        await who.page.set_viewport_size({"width": wide, "height": high})
        await now(who, *({**LONG, "seat": seat} for seat in range(1, 11)))
        assert await who.page.evaluate(CUT) == [], f"at {wide} x {high}"


def test_every_name_and_stack_at_the_table_can_be_read(tmp_path):
    with_page(tmp_path, at_the_table(_plates))


async def _new_card(who: Person, table: SlowTable) -> None:
    """Made at the cage while he sits in seat 1: it lies at the next free seat, and says so."""
    table.may_stand.set()
    sits = SimpleNamespace(seat=1, doing="in"), SimpleNamespace(seat=3, doing="free")
    noted = []
    table._watcher = SimpleNamespace(
        tell=lambda ear: lambda: None, hands=0, now=SimpleNamespace(seats=sits),
        note=lambda *words: noted.append(words),
    )  # fmt: skip
    await who.page.goto(f"{who.home}/#seat-3")
    await who.sees("PIN 2468", "#about")
    table._new_card(";9900000000000192=123456789012?")
    await who.sees("ends 0192", "#about")
    await who.sees("its own PIN", "#about")
    assert [seat for _, seat in noted] == [3]
    assert table.trays.track(1) == "1234=5"
    table.let_bot(3, True)
    await who.sees("PIN 2468", "#about")  # a bot knows no other
    table.let_bot(3, False)


def test_a_card_from_the_cage_lies_where_nobody_sits(tmp_path):
    with_page(tmp_path, _new_card)


async def _takes_another(who: Person, table: SlowTable) -> None:
    """By the menu, with the keyboard: what comes next is typed on the glass."""
    table.may_stand.set()
    await who.page.goto(f"{who.home}/#seat-3")
    other = who.page.get_by_label("Other card")
    await other.locator("option").nth(10).wait_for(state="attached")
    assert await other.locator("option").count() == 11, "not the one that lies there"
    for words, pin in (("A bank's card, ends 5100", "its own PIN"), ("Walt", "PIN 2468")):
        choice = other.locator("option", has_text=words)
        await other.select_option(value=await choice.get_attribute("value"))
        await who.sees(pin, "#about")
        assert await who.page.evaluate("document.activeElement.id") == "glassbox"
    assert (table.trays.lie[2], table.trays.lie[5]) == (5, 5)


def test_another_card_is_taken_out_of_the_pocket(tmp_path):
    with_page(tmp_path, _takes_another)


async def _spoils(who: Person, table: SlowTable) -> None:
    """The slider of a cable, by keyboard too; the page shows what the table says it is."""
    done = []
    table._order = lambda *order: done.append(order)
    table._watcher.note = lambda words, seat: done.append(words)
    table.may_stand.set()
    await who.page.goto(f"{who.home}/#seat-3")
    await who.page.wait_for_function("wire.readyState === 1 && broken.trays.length")
    await who.page.focus("#level")
    for key, says in (("ArrowRight", "1 in 10,000"), ("End", "1 in 100"), ("Home", "none")):
        await who.page.keyboard.press(key)
        await who.sees(says, "#spoils")
        assert await who.page.get_attribute("#level", "aria-valuetext") == says
    orders = [order for order in done if order[0] == "noise"]
    assert orders == [("noise", 3, 10_000), ("noise", 3, 100), ("noise", 3, 0)]
    assert sum("spoil one byte in" in str(words) for words in done) == 2


def test_how_much_noise_is_a_slider(tmp_path):
    with_page(tmp_path, _spoils)


# ---- Breaking things

AT_HOME = {"cable": ("cable", 7, False), "noise": ("noise", 7, 100), "door": ("main_door", True),
           "bad": ("bad_swipe", 7), "bank": ("lock_bank", True), "printer": ("printer", False),
           "power": ("power", False), "hold": ("hold", True)}  # fmt: skip
AT_SEAT = {"swipe": ("swipe", 3), "badly": ("bad_swipe", 3), "letbot": ("let_bot", 3, True),
           "restart": ("kill", "station-3"), "cable": ("cable", 3, False)}  # fmt: skip


async def _breaks(who: Person, table: SlowTable) -> None:
    """Each button once: it reaches the table, and what the journal does not say the ticker does."""
    done, noted = [], []
    names = {deed[0] for deed in (AT_HOME | AT_SEAT).values()} - {"kill"}
    for name in names:
        setattr(table, name, lambda *more, name=name: done.append((name, *more)))
    table.programs.kill = lambda name: done.append(("kill", name))
    table.powered = True
    table._watcher.note = lambda words, seat: noted.append(words)
    table.may_stand.set()
    await who.page.goto(who.home)
    await who.page.wait_for_function("window.setup !== null && broken.powered && !broken.door")
    await who.page.wait_for_function("wire.readyState === 1")
    for seat, buttons in ((0, AT_HOME), (3, AT_SEAT)):
        await who.page.evaluate("seat => look(seat)", seat)
        for button, deed in buttons.items():
            await who.page.click(f"#{button}")
            while not done:
                await asyncio.sleep(0.01)
            assert done.pop() == deed
    assert len(noted) == 10, noted
    table.powered = False


def test_every_button_that_breaks_something_reaches_the_table(tmp_path):
    with_page(tmp_path, _breaks)


# ---- Another game


async def _chooses(who: Person, table: SlowTable) -> None:
    """Nothing is played: the table closes at once, before it is looked at again."""
    table.may_stand.set()
    await who.page.goto(who.home)
    await who.page.wait_for_function("window.setup !== null && wire.readyState === 1")
    await who.page.get_by_role("button", name="Baccarat", exact=True).click()
    await who.sees("EZ Baccarat is set up: one moment.")
    who.wrong = [words for words in who.wrong if "503" not in words]


def test_another_game_is_announced_however_quickly_the_table_closes(tmp_path, monkeypatch):
    monkeypatch.setattr(browser_tab, "LOOK_S", 3600)
    with_page(tmp_path, _chooses)


# ---- A turn


async def _is_asked(who: Person) -> None:
    page = who.page
    waits = PLAYS
    asked = {**waits, "turn": True, "left_ms": 30000}
    heard = lambda: page.evaluate("[notes, shaken]")  # noqa: E731
    await page.keyboard.press("1")
    await now(who, waits)
    await page.keyboard.press("Escape")
    await page.locator("#turn").wait_for(state="hidden")
    await now(who, asked)
    assert await page.title() == "Your turn · Stormdeck"
    assert await heard() == [2, 1], "two notes, and a phone shakes"
    await now(who, {**asked, "left_ms": 29000})
    assert await heard() == [2, 1], "once a turn"
    await page.locator("#turn").click()
    assert await page.evaluate("large") == 1
    await page.locator("#turn").wait_for(state="hidden")
    await now(who, waits)
    assert await page.title() == "Stormdeck"
    await page.locator("#sound").click()
    assert await page.get_attribute("#sound", "aria-pressed") == "false"
    await now(who, asked)
    assert await heard() == [2, 2]
    await now(who, waits)
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("m")
    assert await heard() == [4, 2], "sound is on again, and says so"


def test_a_turn_is_heard_seen_and_felt(tmp_path):
    with_page(tmp_path, at_the_table(_is_asked))


# ---- From a phone to a wall


BESIDE = """[...document.querySelectorAll("*")].filter(one =>
  one.checkVisibility() && one.getBoundingClientRect().right > innerWidth).map(one =>
  one.outerHTML.slice(0, 80))"""


async def _every_size(who: Person) -> None:
    page = who.page
    for wide, high in (*SIZES, *LAPTOPS):
        await page.set_viewport_size({"width": wide, "height": high})
        for way in ("", "#seat-1"):
            await page.goto(f"{who.home}/{way}")
            await page.wait_for_function("wire.readyState === 1")
            for hand in (3, 4):
                waits = {**PLAYS, "name": "Ada Lovelace Byron", "doing": "in next hand"}
                others = [{**waits, "seat": seat} for seat in range(2, 11)]
                await now(who, PLAYS, *others, hand=hand)  # and what to try next
            size = await page.evaluate(
                "(({scrollWidth: w, scrollHeight: h}) => [w, h])(document.documentElement)"
            )
            where = f"{way} at {wide} x {high}: {size}"
            assert size[0] <= wide, f"{where}: {await page.evaluate(BESIDE)}"
            assert size[1] <= high or wide < 1440, where  # a table is seen at one look
            await who.keeps_the_law()


def test_the_page_fits_a_phone_and_a_wall_and_keeps_the_law(tmp_path):
    with_page(tmp_path, at_the_table(_every_size))


# ---- The console


class ShortTerminal:
    """A console that ends as soon as it has said which one it is."""

    count = 0

    def __init__(self, table: LiveTable, size: tuple[int, int]) -> None:
        ShortTerminal.count += 1
        self.ended, self._rows = False, {0: [(f"console {self.count}", "default", "", False)]}

    def start(self) -> None:
        pass

    def fresh(self) -> dict:
        rows, self._rows = self._rows, {}
        self.ended = not rows and self.count == 1
        return rows

    def close(self) -> None:
        pass


async def _leaves_the_console(who: Person) -> None:
    await who.page.goto(f"{who.home}/console")
    await who.sees("console 2")
    await who.keeps_the_law()


def test_a_console_that_was_left_is_opened_again(tmp_path, monkeypatch):
    monkeypatch.setattr(terminal, "Terminal", ShortTerminal)
    with_page(tmp_path, at_the_table(_leaves_the_console))


LATE_MS = 1_763_452_800_000  # 2025-11-18, 8 in the morning in London


async def _reads_the_ticker(who: Person) -> None:
    line = {"record": 0, "at_ms": LATE_MS, "kind": "You", "words": "unplug the cable", "seat": 7}
    await tells(who, "news", lines=[line])
    assert await who.page.locator("#lines time").inner_text() == "00:00:00"
    fault = {"kind": "Fault", "words": "seat 7: link down is over", "record": 9, "at_ms": LATE_MS}
    await tells(who, "news", lines=[{**fault, "seat": 7}])
    told = await who.page.locator("#lines .Fault").inner_text()
    assert told.count("seat 7") == 1, "as a fault says it, and no more"


def test_the_ticker_keeps_the_houses_time(tmp_path):
    """The desks do: one clock for whoever looks from one to the other."""
    with_page(tmp_path, at_the_table(_reads_the_ticker))


TELLS_THE_TIME = "import time; print(time.strftime('%H:%M', time.localtime(0)))"


async def _asks_the_time(home: Path) -> str:
    table = SlowTable(home)
    table.home = SimpleNamespace(page="", console="")
    console = terminal.Terminal(table)
    console.start()
    try:
        async with asyncio.timeout(60):
            while not (said := re.findall(r"\d\d:\d\d", str(console.fresh()))):
                await asyncio.sleep(0.02)
    finally:
        console.close()
    return said[0]


def test_a_console_keeps_the_houses_time(tmp_path, monkeypatch):
    monkeypatch.setattr(terminal, "RUN", TELLS_THE_TIME)
    assert asyncio.run(_asks_the_time(tmp_path)) == "16:00", "midnight in London"


class PhoneTerminal(ShortTerminal):
    """As wide as it was made, and hears what is typed."""

    typed = ""

    def __init__(self, table: LiveTable, size: tuple[int, int]) -> None:
        columns, rows = size
        full = f" TABLE 1 {columns}x{rows}".ljust(columns, "─")
        self.ended, self._rows = False, {n: [(full, "default", "", False)] for n in range(rows)}

    def type(self, text: str) -> None:
        PhoneTerminal.typed += text


async def _a_console_in_one_hand(who: Person) -> None:
    await who.page.set_viewport_size({"width": 390, "height": 844})
    await who.page.goto(f"{who.home}/console")
    await who.sees("TABLE 1 52x38")
    wide = "[document.documentElement, rows].map(one => one.scrollWidth - one.clientWidth)"
    assert await who.page.evaluate(wide) == [0, 0], "nothing is to be pushed aside"
    tall = await who.page.evaluate("document.documentElement.scrollHeight")
    assert tall <= 844, f"{tall} of 844"
    await who.page.get_by_role("button", name="Links").click()
    await who.page.get_by_label("Typed at the console").fill("pause water")
    await who.page.keyboard.press("Enter")
    async with asyncio.timeout(60):
        while PhoneTerminal.typed != "\x1bOQpause water\r":
            await asyncio.sleep(0.05)
    await who.keeps_the_law()


def test_a_console_is_used_on_a_phone(tmp_path, monkeypatch):
    monkeypatch.setattr(terminal, "Terminal", PhoneTerminal)
    with_page(tmp_path, at_the_table(_a_console_in_one_hand))
