"""The process of one table: start, loop, stop.

It decides nothing. The wires are opened only after the journal was verified and the table is back
in its hand; systemd's watchdog is fed by the controller's own loop.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from drivers.link.keys import Book
from firmware import durable
from firmware.bank.store import AWAY
from firmware.controller import no_floor
from firmware.controller.loop import Controller
from firmware.controller.next_deck import Means
from firmware.errors import Fault, Refused
from firmware.fairness.noise import NoiseWorker
from firmware.journal import records
from firmware.journal.journal import Opened
from firmware.machine import device_faults, equipment, software, update_notes
from firmware.machine.clock import UNSURE, TableClock, unsure
from firmware.machine.device_counts import noise_told
from firmware.machine.floor_desks import FloorDesks
from firmware.machine.notify import Notify
from firmware.machine.plan import Plan, check_new, read_plan
from firmware.machine.sisters import FOLDER, SisterWindow, sister_window
from firmware.machine.slots import SteppedDown, Update
from firmware.machine.this_machine import STEPPED_DOWN, remembered
from firmware.machine.window_service import WindowService
from firmware.machine.wires import Wires
from firmware.pages import BadPage
from firmware.screens.protocol.devices import Devices, Lag, ShowDevices
from firmware.settlement.window import TableWindow
from firmware.table import commands as c
from firmware.table.engine import Config

THREADS = 4  # for what is slow: the bank, proofs, the journal's other copy
SWITCH_S = 0.001  # a touch waits no longer for a proof that is checked beside the table
SOFTWARE_S = 3600.0  # between two looks at every file
CLOCK_S = 2.0  # between two looks at whether the clock was set
UPDATE_S = 2.0  # between two looks at what becomes of an update
MISSING_S = 5.0  # after the start: a screen that is not there by now is lost
Say = Callable[[str], None]


@dataclass(frozen=True)
class Equipment:
    """What a table runs on, opened to be written to."""

    journal: Opened
    links: Book
    noise: NoiseWorker
    means: Means
    bank: TableWindow
    sisters: dict[str, SisterWindow]  # by name
    software: str  # its hash


def start(plan: Plan, say: Say) -> "TableProgram":
    """Verifies both copies of the journal, mends or begins them, makes the keys of a new table and
    counts the start: the table that the power left, not running yet. Raises Fault. `say` gets the
    lines of the log."""
    identity = software.found()
    software.check(plan, identity)
    say(f"software {identity.hash[:16]}, {len(identity.files)} files")
    journal = equipment.without_old_key(plan, equipment.journal(plan), say)
    links = equipment.link_book(plan)
    noise = equipment.noise(plan)
    means, bank = equipment.means(plan, noise), equipment.bank(plan)
    sisters = {name: sister_window(links, name, where) for name, where in plan.sisters.items()}
    on = Equipment(journal, links, noise, means, bank, sisters, identity.hash)
    return TableProgram(plan, say, on)


class TableProgram:
    """Everything that is open while a table runs."""

    def __init__(self, plan: Plan, say: Say, on: Equipment) -> None:
        self.plan, self._say = plan, say
        self.notify = Notify()
        self._beside = ThreadPoolExecutor(THREADS, "beside")
        self._opened, self._links, self.noise = on.journal, on.links, on.noise
        clock = TableClock()
        self.controller = Controller(
            plan.config, on.journal, on.means, on.bank, clock, self._beside
        )
        clock.not_before(self.controller.table.now)
        self.controller.holds.plays_on_one_copy = plan.machine.one_copy == "play on"
        self.controller.listeners.recorded = self._recorded
        self.controller.opens_with = plan.machine.opens_with
        self.controller.software = on.software
        self.controller.read_page_by(self._page_again)
        for name, window in on.sisters.items():
            self.controller.log_witness.witnesses[f"table {name}"] = window
        self._crash: BaseException | None = None

    # ---- The start

    def power_up(self) -> None:
        """The first record of what happens at the table: from here on it runs. The bank's books are
        compared first; a bank that is away is asked as soon as it answers."""
        controller, opened = self.controller, self._opened
        try:
            controller.to_bank.compare()
        except Fault as fault:
            if fault.name != AWAY:
                raise
        controller.power_up()
        if opened.state is None and controller.table.live is None:
            controller.snapshot()  # from here on the journal itself knows which game it began with
        self._say(_where(controller))
        if not self.plan.machine.simulation:
            self._loose_keys()
        if not controller.floor:
            self._say(no_floor.says(controller.players_to_open))
        if controller.table.config.page != self.plan.config:
            self._change_game()
        for repair in opened.repairs:
            words = f"{repair.copy} {repair.segment}, record {repair.seq}: {repair.what}"
            self._say(f"mended: {words}")

    def _loose_keys(self) -> None:
        for name, words in (
            ("KEYS_BESIDE_JOURNAL", equipment.beside_journal(self.plan)),
            ("BANK_KEY_IN_A_FILE", equipment.plain_bank_key(self.plan)),
        ):
            if words:
                self.controller.notice(records.Noticed(name, words))

    def _page_again(self) -> Config:
        """table.toml as it is now. Refused: which line of it is wrong."""
        try:
            plan = read_plan(self.plan.path)
            check_new(plan)
            return plan.config
        except BadPage as bad:
            raise Refused(str(bad), "table.toml") from None

    def _change_game(self) -> None:
        now, config = self.controller.now, self.plan.config
        try:
            self.controller.perform(c.ChangeGame(now, "table.toml", "the page was changed", config))
            self._say("table.toml was changed: the table plays by the new page")
        except Refused as no:
            self._say(f"table.toml was changed, but the table plays on as before: {no}")

    def _recorded(self, told: records.Told) -> None:
        words = self._event_line(told)
        if words:
            self._say(words)

    def _event_line(self, told: records.Told) -> str:
        """systemd's journal gets lines for a machine, a terminal those for a person."""
        if os.environ.get("JOURNAL_STREAM"):
            return device_faults.json_line(told, self.controller.now)
        return device_faults.log_line(told)

    # ---- The loop

    async def run(self) -> None:
        """Until SIGTERM or SIGINT. A Fault of the journal ends it; so does our own mistake."""
        self.power_up()
        sys.setswitchinterval(SWITCH_S)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._crashed)
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, self.stop)
        self.wires = Wires(self.plan, self._links, self.controller)
        self.controller.pair_by(self.wires.new_screens)
        self.desks = FloorDesks(self.plan, self._links, self.controller, self._devices)
        self.sisters = self._hear_sisters()
        self.noise.start()
        self.controller.listeners.turned = self._turned
        works = [self.controller.run(), *self.wires.jobs(), self._watch_software()]
        works += [self._watch_clock(Path(mark))] if (mark := self.plan.machine.clock) else []
        works += [self._watch_update()] if self.plan.updates.house else []
        jobs = [asyncio.create_task(work) for work in works]
        loop.call_later(MISSING_S, self.wires.lose_the_missing)
        self.notify.say("READY=1")
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
            if self._crash is not None:
                raise self._crash
        finally:
            await self._close(jobs)

    def _hear_sisters(self) -> WindowService | None:
        """A table that no sister can call plays on, and says so."""
        address, controller = self.plan.sisters_call, self.controller
        if not address:
            return None
        folder, me = equipment.secrets(self.plan) / FOLDER, self.plan.config.table

        def noticed(words: str) -> None:
            controller.notice(records.Noticed("SISTER", words))

        window = partial(SisterWindow, folder, me)
        service = WindowService(SisterWindow, window, self._links, noticed)
        try:
            service.listen(address)
            controller.fault_over(f"CANNOT_LISTEN {address}")
        except Fault as fault:
            controller.fault(fault, address)
        return service

    async def _watch_software(self) -> None:
        """Every hour, beside the table; what is not as it was signed lets no other hand begin."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SOFTWARE_S)
            try:
                here = await loop.run_in_executor(self._beside, software.found)
                software.check(self.plan, here)
            except Fault as fault:
                self.controller.hold(fault)

    async def _watch_clock(self, mark: Path) -> None:
        """A table that does not know the time begins no hand."""
        while True:
            if mark.exists():
                self.controller.release(UNSURE)
            else:
                self.controller.hold(unsure())
            await asyncio.sleep(CLOCK_S)

    async def _watch_update(self) -> None:
        """The floor is told of it. None is tried while somebody plays: the table steps down for it,
        once it is closed and empty."""
        memory, before = self.plan.beside(self.plan.updates.memory), "?"
        while True:
            update = remembered(memory)
            told = update_notes.told(update)
            if str(told) != before:
                self._tell_update(told)
                before = str(told)
            if update is not None and update.step == "written" and self._empty():
                self._step_down(update)
            await asyncio.sleep(UPDATE_S)

    def _tell_update(self, told: Fault | None) -> None:
        for name in update_notes.NAMES:
            if told is None or name != told.name:
                self.controller.release(name)
                self.controller.fault_over(name)
        if told is not None and told.name == update_notes.ON_TRIAL:
            self.controller.hold(told)
        elif told is not None:
            self.controller.fault(told)

    def _empty(self) -> bool:
        return self.controller.at_rest and update_notes.empty(self.controller.table)

    def _step_down(self, update: Update) -> None:
        head = self.controller.journal.head
        page = SteppedDown(update.digest, head.seq, head.chain.hex())
        folder = self.plan.beside(self.plan.updates.folder)
        try:
            durable.replace(folder / STEPPED_DOWN, msgspec.json.encode(page))
        except OSError as no:  # a table that cannot be updated is still a table
            self.controller.fault(update_notes.cannot_step_down(no.strerror or str(no)))
            return
        self._say(f"stepped down for version {update.approved.offer.version}")
        self.stop()

    def _turned(self) -> None:
        self.wires.turned()
        self.notify.status(self._status())
        self.notify.alive()

    def _devices(self, ask: ShowDevices) -> Devices:
        controller = self.controller
        noise = noise_told(self.noise, controller.deal.cycles)
        openings = controller.folds.meters.door_counts
        told = self.wires.counts.told(ask, controller.now, noise, openings)
        return replace(told, lag=self._lag(), pairing=self.wires.new_screens.told)

    def _lag(self) -> Lag:
        controller = self.controller
        return Lag(
            controller.outgoing.unheard, len(controller.custody.outbox.parcels),
            controller.deal.memory.unwitnessed, len(controller.journal.lost),
        )  # fmt: skip

    def _status(self) -> str:
        table, missing = self.controller.table, self.wires.missing()
        words = f"hand {table.this_hand.number}" if table.live is not None else table.phase
        faults = len(self.controller.folds.faults.open)
        parts = [words, f"not there: {', '.join(map(str, missing))}" if missing else "all screens"]
        cycles = self.controller.deal.cycles
        parts += [f"{faults} faults"] if faults else []
        unseen = self.controller.deal.memory.unwitnessed
        parts += [f"{cycles} blocks cycled"] if cycles else []
        parts += [f"{unseen} hands not witnessed"] if unseen > 1 else []
        return "; ".join(parts)

    def stop(self) -> None:
        self.notify.say("STOPPING=1")
        self.controller.stop()

    def _crashed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A broken promise in a callback stops the table as one in the loop does."""
        problem = context.get("exception")
        self._crash = self._crash or problem or AssertionError(context["message"])
        self.controller.stop()

    async def _close(self, jobs: Sequence["asyncio.Task[None]"]) -> None:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        self.wires.close()
        self.desks.close()
        if self.sisters is not None:
            self.sisters.close()
        self.close()

    def close(self) -> None:
        self.noise.stop()
        self._beside.shutdown(wait=False, cancel_futures=True)
        self.controller.close()
        self.notify.close()


def _where(controller: Controller) -> str:
    table, head = controller.table, controller.journal.head
    proof = f"journal at record {head.seq}, {head.chain.hex()[:16]}"
    if table.live is not None:
        return f"back in hand {table.this_hand.number}; {proof}"
    return (
        f"table {table.config.table} is {table.phase} after {table.this_hand.number} hands; {proof}"
    )
