"""Keys and looks at a console whose table is only data: nothing that was asked is lost."""

import asyncio
import errno

import pytest
from msgspec.structs import replace

from commands.console import tell_unheard
from console import app as console_app
from console.app import Console
from console.look import Look
from console.opening import SHOWN_MS, Face, Unsealing
from console.outside import Outside, Signing
from firmware.bank.staff_sessions import Session
from firmware.errors import Refused
from firmware.screens.protocol import Floor, Public
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Devices, Pairing
from firmware.screens.protocol.orders import Step
from tests.console.seen import NOW, look


class Slow(Outside):
    """Its looks end when the test says so."""

    def __init__(self) -> None:
        super().__init__("", None, None)
        self.asked: list[tuple[int | None, int]] = []
        self.go = asyncio.Semaphore(0)

    async def look(self, hand, since_ms, now_ms) -> Look:
        self.asked.append((hand, since_ms))
        await self.go.acquire()
        steps = (Step("", 1, 1, NOW, f"Hand {hand} begins", Public()),) if hand == 5 else ()
        none = f"There is no hand {hand}." if hand is not None and not steps else ""
        return replace(look(), steps=steps, no_hand=none)


def console() -> Console:
    app = Console(Slow())
    session = Session("token", "tom", "technician", 0)
    app.signing = Signing(session, 0)
    app.outside.sign_off = lambda signing: None
    return app


async def types(pilot, words: str) -> None:
    await pilot.press(*({" ": "space", "\n": "enter"}.get(sign, sign) for sign in words))


def test_a_hand_that_is_asked_for_during_a_look_is_read_after_it():
    async def work() -> None:
        app = console()
        async with app.run_test(size=(100, 32)) as pilot:
            outside = app.outside
            await types(pilot, "again\n")
            await types(pilot, "hand 4\n")
            await types(pilot, "hand 5\n")
            assert len(outside.asked) == 1, "one at a time"
            outside.go.release()
            outside.go.release()
            await pilot.pause()
            assert [hand for hand, _ in outside.asked] == [None, 5], "only the last one"
            assert "HAND #5, STEP 1 OF 1" in app.glass.words
            await types(pilot, "again\n")
            outside.go.release()
            await pilot.pause()
            assert "HAND #5, STEP 1 OF 1" in app.glass.words, "a look takes no hand away"

    asyncio.run(work())


def test_a_hand_that_is_not_there_is_said_so_and_the_table_stays_in_sight():
    async def work() -> None:
        app = console()
        async with app.run_test(size=(100, 32)) as pilot:
            for typed in ("hand 0\n", "hand 99\n"):
                await types(pilot, typed)
                app.outside.go.release()
                app.outside.go.release()
                await pilot.pause()
                assert f"There is no {typed.strip()}." in app.glass.words
                assert "cannot be read" not in app.glass.words
            await types(pilot, "hand " + "9" * 30 + "\n")
            assert "It goes like this" in app.glass.words

    asyncio.run(work())


class Machine(Slow):
    """A dead table's: what is asked of it is written down."""

    def __init__(self) -> None:
        super().__init__()
        self.page, self.ran = "table.toml", []
        self.go = asyncio.Semaphore(99)

    async def look(self, hand, since_ms, now_ms) -> Look:
        return replace(await super().look(hand, since_ms, now_ms), runs=False, release="4.2.1")

    async def run(self, *words: str, typed) -> str:
        self.ran.append(words)
        return "It is done."


def test_a_dead_table_is_started_taken_back_and_put_on_a_stick_without_a_shell():
    """An appliance has no shell: whatever a page tells a technician to do, he can type here."""

    async def work() -> None:
        app = console()
        app.outside = outside = Machine()
        outside.sign_off = lambda signing: None
        app.seen.person = "tom"
        async with app.run_test(size=(100, 32)) as pilot:
            await pilot.pause()
            assert "Type write and why, then start." in app.glass.words
            await types(pilot, "start\n")
            assert "This console only reads" in app.glass.words
            assert outside.ran == []
            await types(pilot, "write it is down\n")
            for typed in ("start\n", "back\n", "back dark screens\n", "bundle\n", "export /x\n"):
                await types(pilot, typed)
                await pilot.pause()
            ask = ("update", "table.toml", "--ask")
            assert outside.ran[:2] == [
                (*ask, "start", "--who", "tom", "--why", "it was down"),
                (*ask, "back", "--who", "tom", "--why", "dark screens"),
            ]
            ((word, page, where),) = outside.ran[2:]
            assert (word, page) == ("export", "table.toml")
            assert where.startswith("/x/export-table-4-")
            assert "It is done." in app.glass.words

    asyncio.run(work())


class Falling(Slow):
    """A table whose link falls and comes back; what its journal says of orders."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Semaphore(99)
        self.heard, self.half, self.kept = True, False, dict[str, o.AtConsole]()

    async def order(self, order: o.AtConsole) -> o.Answer:
        if not self.heard:
            raise Refused("Nothing was done: the table does not answer.")
        known = self.kept.setdefault(order.id, order)
        assert replace(known, token="") == replace(order, token="")
        if self.half:  # it heard, and its answer was lost
            self.heard = False
            raise Refused("No answer came: look at the table before you try again.")
        return o.Done(order.id, "")


def test_every_command_and_refusal_is_journalled_once_though_the_link_falls():
    """With a name, also when what was typed was not heard, or its answer was not."""

    async def work() -> None:
        app = console()
        app.outside = table = Falling()
        table.sign_off = lambda signing: None
        async with app.run_test(size=(100, 32)) as pilot:

            async def journalled(*typed: str) -> None:
                while (said := [one.typed for one in table.kept.values()]) != [*typed]:
                    assert said == [*typed][: len(said)]
                    await pilot.pause(0.02)

            app.seen.floor = Floor()
            await types(pilot, "nonsense\n")
            await journalled("nonsense")
            table.heard, app.seen.floor = False, None
            await types(pilot, "start now\n")
            await types(pilot, "write water\n")
            await types(pilot, "more nonsense\n")
            assert "WRITING" in app.glass.words, "a dead table is worked at"
            table.heard, table.half, app.seen.floor = True, True, Floor()
            await journalled("nonsense", "start now")
            table.heard, table.half = True, False
            await journalled("nonsense", "start now", "write water", "more nonsense")
            assert [one.no != "" for one in table.kept.values()] == [True, True, False, True]
            assert len(app._notes) == 0

    asyncio.run(work())


def test_what_was_typed_while_nobody_heard_is_told_by_who_comes_next():
    async def work() -> None:
        app = console()
        app.outside = table = Falling()
        table.sign_off, table.heard = lambda signing: None, False
        async with app.run_test(size=(100, 32)) as pilot:
            await types(pilot, "nonsense\n")
            app._leave("")
            await pilot.pause()
            table.heard, app.seen.floor = True, Floor()
            app.signing = Signing(Session("hers", "eve", "technician", 0), 0)
            while not table.kept:
                await pilot.pause(0.02)
            ((note),) = table.kept.values()
            assert (note.typed, note.token) == ("tom typed: nonsense", "hers")

    asyncio.run(work())


def test_what_no_table_heard_is_said_when_the_console_ends(monkeypatch, capsys):
    """It is in no journal: the system's log has it with its name, and so has the terminal."""
    logged = []
    monkeypatch.setattr("syslog.syslog", lambda level, words: logged.append(words))

    async def work() -> Console:
        app = console()
        app.outside = table = Falling()
        table.sign_off, table.heard = lambda signing: None, False
        async with app.run_test(size=(100, 32)) as pilot:
            await types(pilot, "nonsense\n")
            await types(pilot, "write water\n")
        return app

    tell_unheard(asyncio.run(work()).unheard)
    assert [words.rpartition(": ")[0][-9:] for words in logged] == ["tom typed"] * 2
    assert [words.rpartition(": ")[2] for words in logged] == ["nonsense", "write water"]
    assert capsys.readouterr().err.splitlines() == logged


def test_a_line_that_hung_up_still_has_it_in_the_log(monkeypatch):
    logged = []
    monkeypatch.setattr("syslog.syslog", lambda level, words: logged.append(words))

    class Gone:
        def write(self, words: str) -> None:
            raise OSError(errno.EIO, "hung up")

    monkeypatch.setattr("sys.stderr", Gone())
    tell_unheard(["tom typed: nonsense", "tom typed: more"])
    assert len(logged) == 2


def test_shown_cards_and_writing_end_in_time_whatever_the_clock_does(monkeypatch):
    """REQ-R47: a clock that is set back by a day keeps no card on the screen for a day."""

    async def work() -> None:
        app = console()
        async with app.run_test(size=(100, 32)):
            now, app.seen.floor = app.seen.timer_ms, Floor()
            app.page, app.seen.writing_until_ms = "unseal", now + SHOWN_MS
            app.seen.unsealing = Unsealing(7, faces=(Face(1, "9h 9s", "1, 2"),))
            app.seen.unsealing.until_ms = now + SHOWN_MS
            monkeypatch.setattr(console_app, "wall_clock_ms", lambda: NOW - 86_400_000)
            monkeypatch.setattr(console_app, "timer_ms", lambda: now + SHOWN_MS - 1)
            app._tick()
            assert "9h 9s" in app.glass.words
            assert app.seen.writing
            monkeypatch.setattr(console_app, "timer_ms", lambda: now + SHOWN_MS)
            app._tick()
            assert "9h 9s" not in app.glass.words
            assert "A minute is over" in app.glass.words
            assert not app.seen.writing

    asyncio.run(work())


def test_cards_that_come_when_the_table_is_heard_no_more_are_hidden():
    """REQ-R47: the line had fallen while they were opened, and nothing fell after it."""

    async def work() -> None:
        app = console()
        async with app.run_test(size=(100, 32)):
            app.page = "unseal"
            app.seen.unsealing = Unsealing(7, faces=(Face(1, "9h 9s", "1, 2"),))
            app.seen.unsealing.until_ms = app.seen.timer_ms + SHOWN_MS
            app._tick()
            assert "9h 9s" not in app.glass.words
            assert "The table is not heard: hidden" in app.glass.words

    asyncio.run(work())


class Pairs(Slow):
    """A table at one of whose cables a new screen says who it is."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Semaphore(99)
        self.ordered: list[o.AnyOrder] = []
        self.pairing = Pairing()

    async def order(self, order: o.AnyOrder) -> o.Answer:
        self.ordered.append(order)
        step = {o.OpenPairing: "compare", o.SayPaired: "paired"}.get(type(order))
        if step is not None:
            self.pairing = Pairing("seat 7", step, "station 4f2a", "123456")
        return o.Done(order.id, "")

    async def devices(self, unit: str) -> Devices:
        return Devices("", pairing=self.pairing)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_new_screen_is_paired_by_comparing_digits_and_no_stores_nothing(answer):
    async def work() -> None:
        app = console()
        app.outside = table = Pairs()
        table.sign_off = lambda signing: None

        def paired() -> list[type]:
            return [type(one) for one in table.ordered if not isinstance(one, o.AtConsole)]

        async with app.run_test(size=(100, 32)) as pilot:

            async def reads(words: str) -> None:
                while words not in app.glass.words:
                    await pilot.pause(0.02)

            app.seen.floor = Floor()
            await reads("Command >")
            await types(pilot, "pair 7\n")
            assert "This console only reads" in app.glass.words
            await types(pilot, "write new station\n")
            await reads("WRITING")
            await types(pilot, "pair\n")
            await reads("pair 7, or pair center")
            await types(pilot, "pair 7\n")
            await reads("show 123 456 too")
            assert paired() == [o.OpenPairing], "nothing is said before a person compared"
            await types(pilot, "perhaps\n")
            await reads("Type yes or no.")
            await pilot.press(*["backspace"] * 10)
            await types(pilot, f"{answer}\n")
            await reads("is paired" if answer == "yes" else "Not paired")
            assert paired() == [o.OpenPairing, *([o.SayPaired] if answer == "yes" else [])]

    asyncio.run(work())
