"""The console on a terminal: keys in, pages out. It decides nothing; pages say what is seen."""

import asyncio
import os
import re
import time
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any

from msgspec.structs import replace
from textual import events
from textual.app import App, ComposeResult

from console import pairing, together
from console.asking import Question
from console.dialogue import Dialogue
from console.glass import Glass
from console.look import Look
from console.notes import Notes
from console.opening import Unsealing
from console.outside import Outside, Signing
from console.pages import (
    config,
    dead,
    hands,
    help,
    home,
    keys,
    link,
    links,
    meters,
    sign_on,
    software,
    tests,
    unseal,
    update,
)
from console.pages import events as event_page
from console.pages.help import COMMANDS
from console.pages.state import head
from console.paper import Line, Sheet, ends, fit, lay_out, say
from console.seen import WRITING_MS, Seen
from console.unsealing import unseal as unseal_hand
from drivers.fault import Fault
from firmware.errors import Refused
from firmware.screens.protocol import orders as o

Draw = Callable[[Seen, tuple[int, int]], Sheet]
PAGES: dict[str, Draw] = {
    "home": home.sheet, "meters": meters.sheet, "events": event_page.sheet,
    "config": config.sheet, "hands": hands.sheet, "help": help.sheet, "links": links.sheet,
    "link": link.sheet, "software": software.sheet, "tests": tests.sheet,
    "unseal": unseal.sheet, "keys": keys.sheet, "update": update.sheet,
}  # fmt: skip
KEYS = {"f1": "help", "f2": "links", "f4": "meters", "f5": "events", "f6": "tests", "f7": "config",
        "f8": "software", "f9": "hands", "question_mark": "help", "escape": "home"}  # fmt: skip
WIRES = ("links", "link", "tests")  # pages that count
COUNTED_S = 5  # how often wires are asked for while another page is open
ALONE_S = 600  # nobody pressed a key for so long: signed off
FRESH_MS = 10_000  # a page that was opened shows what the disks said so lately
PIN_DIGITS = 6
NUMBER = re.compile(r"[0-9,]{0,11}[0-9]")
SEAT = re.compile(r"[1-9][0-9]?")
UNSEAL = re.compile(rf"{NUMBER.pattern}( outside)?")
WRITES = (
    "pause",
    "tests",
    "endtests",
    "newpage",
    "unseal",
    "enrol",
    "pair",
    "clear",
    "update",
    "start",
    "back",
)  # what changes something, or opens it


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


def timer_ms() -> int:
    return int(1000 * time.monotonic())


class Console(App[None]):
    CSS = "Screen { background: ansi_default; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = []  # noqa: RUF012

    def __init__(self, outside: Outside, hung_up: Callable[[], bool] = lambda: False) -> None:
        super().__init__(ansi_color=True)
        self.outside, self._hung_up = outside, hung_up
        self.seen = Seen(wall_clock_ms(), away_ms=wall_clock_ms(), timer_ms=timer_ms())
        self.page, self.down = "home", 0
        self.signing: Signing | None = None
        self._card, self._typed, self.said = "", "", ""
        self._pending: o.AnyOrder | None = None
        self._dialogue = Dialogue(self.tell)
        self._looking = self._busy = self._counting = False
        self._counted_s = 0.0
        self._asked: list[int | None] = []  # looks that wait, each with its hand
        self._pressed_s = time.monotonic()
        self._work: set[asyncio.Task[Any]] = set()
        self._notes = Notes(lambda order: self.outside.order(order), self._table_name)

    @property
    def unheard(self) -> list[str]:
        """When it has ended: what is in no journal."""
        return self._notes.unheard

    # ---- Drawing

    def compose(self) -> ComposeResult:
        self.glass = Glass()
        yield self.glass

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        self.glass.focus()
        self._start(self._look())
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        self._hide("The window changed")
        self.draw()

    def draw(self) -> None:
        size = self.size.width, self.size.height
        if size[0] < 40 or size[1] < 12:
            self.glass.show([say("Make this window larger.")])
            return
        sheet = self._sheet(size)
        command = self._command(sheet, size[0])
        told = self.said if self.signing is not None and not self._typed else ""
        top = head(self.seen, size[0])
        self.glass.show(lay_out(top, sheet, command, size, self.down, told))

    def _sheet(self, size: tuple[int, int]) -> Sheet:
        if self.signing is None:
            return sign_on.sheet(self.seen, size, self._asks(), self.said)
        if self.page == "home" and self.seen.floor is None and self.seen.look is not None:
            return dead.sheet(self.seen, size)
        return PAGES[self.page](self.seen, size)

    def _asks(self) -> str:
        if self._busy:
            return "One moment ..."
        if self._card:
            return f"PIN:   {'*' * len(self._typed)}"
        return f"Swipe your card, or type its stripe and Enter:   {'*' * min(20, len(self._typed))}"

    def _command(self, sheet: Sheet, width: int) -> Line:
        if self.signing is None:
            return say("")
        if self.seen.unsealing is not None and self.seen.unsealing.faces:
            return fit(say((f" {sheet.hint}", "warn")), width)
        if self._dialogue.on:
            return fit(say((f" {self._dialogue.line}", "bold")), width)
        return ends(say(f" Command > {self._typed}"), say(sheet.hint), width)

    # ---- What is seen

    def _tick(self) -> None:
        if self._hung_up():
            self.exit()
            return
        self.seen.now_ms, self.seen.timer_ms = wall_clock_ms(), timer_ms()
        self._hide_in_time()
        if self.signing is not None and time.monotonic() - self._pressed_s > ALONE_S:
            self._leave("Signed off: nobody pressed a key for ten minutes.")
        every_s = 0 if self.page in WIRES else COUNTED_S
        if self.signing is not None and time.monotonic() - self._counted_s >= every_s:
            self._start(self._count())
        if self.signing is not None and self._notes and self.seen.floor is not None:
            self._start(self._notes.send(self.signing))
        self.draw()

    async def _count(self) -> None:
        """What wires, readers and noise have been through; one question at a time."""
        if self._counting:
            return
        self._counting, self._counted_s = True, time.monotonic()
        try:
            self.seen.devices = await self.outside.devices(self.seen.unit)
            if not self.seen.under_test:
                self.seen.at_entry = None
            elif self.seen.at_entry is None:
                self.seen.at_entry = self.seen.devices
        finally:
            self._counting = False
        self.draw()

    async def _look(self, hand: int | None = None) -> None:
        """One at a time. What is asked meanwhile is one more look, with the hand asked for last."""
        self._asked.append(hand)
        if self._looking:
            return
        self._looking = True
        try:
            while self._asked:
                hand = ([None] + [one for one in self._asked if one is not None])[-1]
                self._asked = []
                look = await self.outside.look(hand, self.seen.last_here_ms, wall_clock_ms())
                self._seen(look, hand)
        finally:
            self._looking = False

    def _seen(self, look: Look, hand: int | None) -> None:
        before, self.seen.look = self.seen.look, look
        if hand is None and before is not None:
            self.seen.look = replace(look, steps=before.steps)
        elif hand is not None and look.steps:
            self.seen.hand, self.seen.step, self.said = hand, 0, ""
        elif hand is not None:
            self.said = look.no_hand or (look.wrong.happened if look.wrong else "It has no steps.")
        self.seen.no_door = self.outside.call(look, self._heard)
        self.draw()

    def _heard(self) -> None:
        """The table's view is another: None while it is away."""
        door, before = self.outside.door, self.seen.floor
        self.seen.floor = door.view if door is not None else None
        if self.seen.floor is None and before is not None:
            self.seen.away_ms = wall_clock_ms()
        self._hide_in_time()
        if (self.seen.floor is None) != (before is None):
            self._start(self._look())  # it came, or it went: what do the disks say?
        self.draw()

    # ---- Keys

    def on_key(self, event: events.Key) -> None:
        event.prevent_default()
        event.stop()
        self._pressed_s = time.monotonic()
        if event.key == "f10":
            self._leave("", end=self.signing is None)
        elif self.signing is None:
            self._sign_on_key(event)
        elif self.seen.unsealing is not None and self.seen.unsealing.faces:
            if event.key == "escape":  # two people are looking: nothing else is a key
                self._hide("Esc")
        elif self._dialogue.on:
            self._dialogue.key(event.key, event.character)
        elif event.key in KEYS and not (event.key == "question_mark" and self._typed):
            self._open(KEYS[event.key])
        else:
            self._page_key(event)
        self.draw()

    def _sign_on_key(self, event: events.Key) -> None:
        if self._busy:
            return
        if event.key == "escape":
            self._card = self._typed = self.said = ""
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.key == "enter" and not self._card:
            self._card, self._typed = self._typed.strip(), ""
        elif event.key != "enter" and event.character is not None:
            self._typed += event.character
        if self._card and (
            len(self._typed) == PIN_DIGITS or (event.key == "enter" and self._typed)
        ):
            card, pin, self._card, self._typed = self._card, self._typed, "", ""
            self._busy, self.said = True, ""
            self._start(self._sign_on(card, pin))

    async def _sign_on(self, card: str, pin: str) -> None:
        try:
            self.signing = await asyncio.to_thread(self.outside.sign_on, card, pin)
            session = self.signing.session
            self.seen.person, self.seen.role = session.person, session.role
            self.seen.last_here_ms = self.signing.last_here_ms
            self.page = "home"
            self._start(self._look())  # back to the last visit
        except (Refused, Fault) as no:
            self.said = str(no)
        finally:
            self._busy = False
        self.draw()

    def _page_key(self, event: events.Key) -> None:
        match event.key:
            case "pagedown":
                self.down += self.size.height // 2
            case "pageup":
                self.down = max(0, self.down - self.size.height // 2)
            case "up" | "down" if self.page == "links":
                self._choose_unit(1 if event.key == "down" else -1)
            case "left" | "right" if self.page == "link":
                self._choose_unit(1 if event.key == "right" else -1)
            case "b" | "B" if self.page == "link" and not self._typed:
                self.seen.mark = self.seen.devices
            case "up" | "down" if self.page == "hands":
                self._choose(1 if event.key == "down" else -1)
            case "left" | "right" if self.page == "hands":
                self._step(1 if event.key == "right" else -1)
            case "backspace":
                self._typed = self._typed[:-1]
            case "tab":
                self._typed = completed(self._typed)
            case "enter":
                self._enter()
            case "r" | "R" if not self._typed:
                self._start(self._look())
            case _ if event.character is not None and event.character.isprintable():
                self._typed, self.said, self._pending = self._typed + event.character, "", None

    def _open(self, page: str) -> None:
        self.page, self.down, self._typed, self.said, self._pending = page, 0, "", "", None
        look = self.seen.look
        if look is not None and wall_clock_ms() - look.at_ms > FRESH_MS and page != "help":
            self._start(self._look())

    def _choose(self, by: int) -> None:
        there = [one.hand for one in self.seen.table.hands] if self.seen.table is not None else []
        if there:
            at = there.index(self.seen.hand) + by if self.seen.hand in there else 0
            self.seen.hand = there[max(0, min(at, len(there) - 1))]
            self._forget_steps()

    def _choose_unit(self, by: int) -> None:
        devices = self.seen.devices
        there = [one.unit for one in devices.wires] if devices is not None else []
        if there:
            at = there.index(self.seen.unit) + by if self.seen.unit in there else 0
            self.seen.unit = there[max(0, min(at, len(there) - 1))]
            self._start(self._count())

    def _forget_steps(self) -> None:
        """They were another hand's."""
        if self.seen.look is not None and self.seen.look.steps:
            self.seen.look = replace(self.seen.look, steps=())

    def _step(self, by: int) -> None:
        steps = self.seen.look.steps if self.seen.look is not None else ()
        self.seen.step = max(0, min(self.seen.step + by, len(steps) - 1))

    # ---- Commands

    def _enter(self) -> None:
        typed, self._typed = self._typed.strip(), ""
        if self._pending is not None:
            order, self._pending = self._pending, None
            self._start(self._order(order))
        elif not typed and self.page == "links":
            self._open("link")
        elif not typed and self.page == "hands" and self.seen.hand:
            self._recall(self.seen.hand)
        elif typed:
            self._do(*typed.split(maxsplit=1))

    def _do(self, word: str, rest: str = "") -> None:
        word = word.lower()
        if word in WRITES and not (word in PAGES and not rest) and not self.seen.writing:
            self._refuse(word, rest, "This console only reads. To change something: write and why.")
            return
        match word:
            case "leave":
                self._leave("")
            case "again":
                self._start(self._look())
            case "write":
                self._start(self._write(rest))
            case "hand" if NUMBER.fullmatch(rest):
                self.page = "hands"
                self._note(f"hand {rest}")
                self._recall(_number(rest))
            case "hand":
                self.said = "Which one? It goes like this: hand 118204"
            case "pause":
                self._ask(o.Pause, rest, "Say why: pause water on seat 4")
            case "newpage":
                self._open("config")
                self._ask(o.ReadPage, rest, "Say why: newpage new stakes for the night")
            case "tests" if rest:
                self._open("tests")
                self._ask(o.EnterTests, rest, "Say why: tests new reader at seat 9")
            case "endtests":
                self._ask(o.LeaveTests, "the tests are done", "")
            case "unseal" if UNSEAL.fullmatch(rest):
                number, _, outside_key = rest.partition(" ")
                self._open("unseal")
                self._dialogue.begin(self._unseal(_number(number), bool(outside_key)))
            case "enrol" if rest in together.HOLDERS:
                self._open("keys")
                self._dialogue.begin(together.enrol(self, rest))
            case "enrol":
                self.said = f"Whose? {', '.join(together.HOLDERS)}: enrol manager"
            case "pair" if rest == "center" or SEAT.fullmatch(rest):
                self._open("links")
                self._dialogue.begin(pairing.pair(self, 0 if rest == "center" else int(rest)))
            case "pair":
                self.said = "At which cable? It goes like this: pair 7, or pair center"
            case "clear" if self.seen.dead:
                self._open("keys")
                self._dialogue.begin(together.clear(self))
            case "clear":
                self._refuse(word, rest, "A journal is cleared only while the table is down.")
            case "update" if rest:
                self._open("update")
                self._note(f"update {rest}")
                words = ("update", self.outside.page, "--take", rest)
                self._start(self._run("It is copied ...", *words))
            case "start" | "back" if not self.seen.dead:
                self._refuse(word, rest, "The table's program is not down.")
            case "start":
                self._start(self._ask_machine("start", "it was down"))
            case "back" if len(rest.strip()) < 2:
                self.said = "Say why: back the screens of 4.3.0 stay dark"
            case "back":
                self._open("update")
                self._start(self._ask_machine("back", rest))
            case "bundle" | "export" if rest:
                self._note(f"{word} {rest}")
                self._start(self._run("It is written ...", *self._to_stick(word, rest)))
            case "bundle" | "export":
                self.said = f"To which folder? It goes like this: {word} /media/stick"
            case page if page in PAGES:
                self._open(page)
            case other:
                self._refuse(other, rest, f"There is no command {other}: ? lists them.")

    def _refuse(self, word: str, rest: str, words: str) -> None:
        self.said = words
        self._note(f"{word} {rest}".strip(), words)

    def _table_name(self) -> str:
        return self.seen.look.name if self.seen.look is not None else ""

    def _note(self, typed: str, no: str = "") -> None:
        """What was typed here stands in the journal with its name, as soon as the table hears."""
        assert self.signing is not None
        self._notes.add(self.signing, typed, no)
        self._start(self._notes.send(self.signing))

    async def _write(self, why: str) -> None:
        """A mode that ends by itself, with a banner. A dead table hears of it when it is back."""
        assert self.signing is not None
        if len(why.strip()) < 2:
            self.said = "Say why: write new cable at seat 7"
        elif isinstance(answer := await self._written(self.signing, f"write {why}"), o.No):
            self.said = answer.words
        else:
            self.seen.writing_until_ms = timer_ms() + WRITING_MS
            self.said = ""
        self.draw()

    async def _written(self, signing: Signing, typed: str) -> o.Answer | None:
        """None: the table is not heard now."""
        return await self._notes.send(signing, self._notes.add(signing, typed))

    async def _run(self, meanwhile: str, *words: str) -> None:
        """A command of the table's machine, and what it said."""
        self.tell(meanwhile)
        try:
            self.tell(await self.outside.run(*words, typed=()))
        except (Refused, TimeoutError) as no:
            self.tell(str(no) or "It took too long: look whether the stick is whole.")

    async def _ask_machine(self, what: str, why: str) -> None:
        words = ("--ask", what, "--who", self.seen.person, "--why", why)
        await self._run("One moment ...", "update", self.outside.page, *words)

    def _to_stick(self, word: str, folder: str) -> tuple[str, ...]:
        """Named by table and moment, so that none replaces another."""
        name = self._table_name()
        moment = datetime.fromtimestamp(wall_clock_ms() / 1000).strftime("%Y-%m-%d-%H%M%S")
        end = ".tar.gz" if word == "bundle" else ""
        return word, self.outside.page, f"{folder}/{word}-table-{name}-{moment}{end}"

    async def _unseal(self, hand: int, outside_key: bool) -> None:
        self.seen.unsealing = page = Unsealing(hand)
        try:
            await unseal_hand(self, page, outside_key)
        finally:
            if not page.faces:
                self.seen.unsealing = None
            self._hide_in_time()
            self.draw()

    def _hide_in_time(self) -> None:
        """By how it is, not by what has just changed: a line may fall before cards are shown."""
        shown, floor = self.seen.unsealing, self.seen.floor
        if shown is None or not shown.faces:
            return
        if floor is None:
            self._hide("The table is not heard")
        elif floor.doors != shown.doors:
            self._hide("A door moved")
        elif self.seen.timer_ms >= shown.until_ms:
            self._hide("A minute is over")

    def _hide(self, why: str) -> None:
        """Cards, if there are any: gone from here, and from every line that was drawn."""
        if self.seen.unsealing is not None and self.seen.unsealing.faces:
            self.seen.unsealing = None
            self.said = f"{why}: hidden. Who looked, at what and why stands in the journal."
            self.draw()

    # ---- For whoever asks questions (console/asking.py)

    async def ask(self, question: Question) -> str:
        asked = asyncio.create_task(self._dialogue.ask(question))
        await asyncio.sleep(0)
        self.draw()
        return await asked

    def tell(self, words: str) -> None:
        self.said = words
        self.draw()

    def _recall(self, hand: int) -> None:
        self.said = f"Reading hand {hand:,} ..."
        self._start(self._look(hand))

    def _ask(
        self, kind: type[o.Pause | o.EnterTests | o.LeaveTests | o.ReadPage], why: str, how: str
    ) -> None:
        if len(why.strip()) < 2:
            self.said = how
            return
        assert self.signing is not None
        self._start(self._order(kind(
            id=os.urandom(8).hex(), table=self._table_name(),
            token=self.signing.session.token, reason=why.strip(), sure=False,
        )))  # fmt: skip

    async def _order(self, order: o.AnyOrder) -> None:
        """First what it would do; Enter once more does it."""
        try:
            answer = await self.outside.order(order)
            self.said = answer.words
            if isinstance(answer, o.Would):
                self._pending = replace(order, sure=True)
                self.said = f"{answer.words} Enter: do it. Esc: leave it."
        except Refused as no:
            self.said = str(no)
        self.draw()

    def _leave(self, words: str, end: bool = False) -> None:
        signing, self.signing = self.signing, None
        self._dialogue.leave()
        self._hide("Signed off")
        self.seen.writing_until_ms = 0
        self.seen.person = self.seen.role = ""
        self.page, self.down, self.said, self._pending = "home", 0, words, None
        self._card = self._typed = ""
        if signing is not None:
            self._start(self._sign_off(signing))
        if end:
            self.exit()

    async def _sign_off(self, signing: Signing) -> None:
        await self._dialogue.over()  # by this session, which can give no order later
        await self._notes.send(signing)
        try:
            await asyncio.to_thread(self.outside.sign_off, signing)
        except Fault:
            self.said = "The bank did not hear it: the session ends by itself."

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def on_unmount(self) -> None:
        self._dialogue.leave()
        for task in [*self._work]:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        if self.signing is not None:
            await self._sign_off(self.signing)
        self.outside.close()


def _number(typed: str) -> int:
    return int(typed.replace(",", ""))


def completed(typed: str) -> str:
    found = [name for name in COMMANDS if name.startswith(typed)]
    if len(found) == 1:
        return f"{found[0]} "
    ahead = [signs[0] for signs in zip(*found, strict=False) if len({*signs}) == 1]
    return "".join(ahead) or typed
