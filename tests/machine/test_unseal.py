"""`stormdeck unseal` at a running table, on a real terminal: two people, two halves, one minute."""

import asyncio
import os
import re
import sys
from functools import partial

import pytest

from firmware.fairness import keyholder
from firmware.fairness.verify import name
from tests.machine.test_faults import typed

WORDS = "four words and a fish"
ASKED = ("--case", "C-0088", "--reason", "two players accused of playing together")


def bring_keys(room) -> dict[str, str]:
    """Each holder's file on a stick; the table's page has the public halves."""
    page = room.home.page.read_text()
    sticks = {}
    for who in ("auditor", "manager", "house_auditor"):
        sticks[who] = str(room.home.home / f"{who}.pem")
        public = keyholder.make(room.home.home / f"{who}.pem", WORDS)
        page = re.sub(rf'^{who} = "[0-9a-f]+"', f'{who} = "{public}"', page, flags=re.M)
    room.home.page.write_text(page)
    return sticks


class Terminal:
    """A program on a terminal of its own; lines are typed when it asks."""

    def __init__(self, *words: str) -> None:
        self._words = words
        self.text = ""

    async def run(self, *lines: str, keys: str = "") -> int:
        master, slave = os.openpty()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.machine.unseal", *self._words,
            stdin=slave, stdout=slave, stderr=slave, preexec_fn=lambda: os.login_tty(slave),
        )  # fmt: skip
        os.close(slave)
        loop, waiting = asyncio.get_running_loop(), [*lines]
        ended, got = loop.create_future(), asyncio.Event()

        def read() -> None:
            try:
                data = os.read(master, 4096)
            except OSError:
                data = b""
            if not data:
                loop.remove_reader(master)
                ended.set_result(None)
                return
            self.text += data.decode()
            if self.text.endswith(": ") and waiting:
                os.write(master, waiting.pop(0).encode() + b"\n")
            elif keys and "Esc hides" in self.text and not got.is_set():
                got.set()
                os.write(master, keys.encode())

        loop.add_reader(master, read)
        await ended
        os.close(master)
        return await process.wait()


async def played(room) -> tuple[int, dict[int, tuple[int, ...]]]:
    """A hand that is over, and what each of two seats held in it."""
    screens, held = room.cables.screens, {}
    for seat in (1, 2):
        room.sit(seat)
        screens[seat].look = partial(_look, screens[seat], screens[seat].look, held)
    await room.until(lambda: len(held) == 2, "no cards")
    await room.until(lambda: screens[1].view and screens[1].view.public.hand >= 2, "no end")
    return 1, held


def _look(screen, look, held) -> None:
    view = screen.view
    if view is not None and view.public.hand == 1 and view.hole:
        held[screen.seat] = view.hole
    look()


def test_two_people_with_their_halves_see_the_cards_once(in_room):
    async def evening(room) -> None:
        sticks = bring_keys(room)
        await room.power_on()
        hand, held = await played(room)
        names = iter(typed(room, "aud", "mia", "flo").split())
        aud, mia, flo = ((next(names), next(names)) for _ in range(3))
        keys = ("--manager-key", sticks["manager"], "--auditor-key", sticks["house_auditor"])
        words = (str(room.home.page), "--book", str(room.home.desk), "--hand", str(hand),
                 "--seats", "1", *ASKED)  # fmt: skip

        async def unseal(*lines: str, with_keys=keys, pressed: str = "\x1b") -> tuple[int, str]:
            terminal = Terminal(*words, *with_keys)
            code = await terminal.run(*lines, keys=pressed)
            return code, terminal.text

        # One half is missing, or is another's: nobody is even asked.
        code, text = await unseal(with_keys=keys[:2])
        assert code == 1
        assert "Two halves open a hand" in text
        code, text = await unseal(WORDS, "not the words of it")
        assert code == 1
        assert "does not open: another passphrase" in text
        # The floor may not; the same person twice may not; another number is another hand.
        code, text = await unseal(WORDS, WORDS, *flo, "1")
        assert code == 1
        assert "flo (floor) may not unseal folded cards" in text
        code, text = await unseal(WORDS, WORDS, *aud, "2")
        assert code == 1
        assert "That is another hand: nothing was opened." in text
        code, text = await unseal(WORDS, WORDS, *aud, "1", *mia, "1")
        assert code == 0, text
        _, _, shown = text.partition("\x1b[?1049h")
        page, _, after = shown.partition("\x1b[?1049l")
        cards = " ".join(map(name, held[1]))
        assert f"seat 1   {cards}" in page
        assert "open to the seal" in page
        assert " ".join(map(name, held[2])) not in text, "a seat that nobody asked for"
        assert cards not in after
        assert "stands in the journal" in after
        # In no pipe.
        plain = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.machine.unseal", *words, *keys,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, err = await plain.communicate()
        assert (out, plain.returncode) == (b"", 1)
        assert b"on a terminal only" in err

    in_room(evening)


@pytest.mark.parametrize("key", ["manager", "house_auditor"])
def test_a_half_of_another_person_opens_nothing(in_room, key):
    async def evening(room) -> None:
        sticks = bring_keys(room)
        await room.power_on()
        await played(room)
        names = typed(room, "aud", "mia").split()
        words = (str(room.home.page), "--book", str(room.home.desk), "--hand", "1", "--seats", "1",
                 "--manager-key", sticks[key], "--auditor-key", sticks[key], *ASKED)  # fmt: skip
        terminal = Terminal(*words)
        code = await terminal.run(WORDS, WORDS, *names[:2], "1", *names[2:], "1")
        assert code == 1
        assert "NOT OPENED" in terminal.text
        assert "\x1b[?1049h" not in terminal.text

    in_room(evening)
