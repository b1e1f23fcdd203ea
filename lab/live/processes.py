"""Programs as processes of their own; one that dies is started again, as systemd would.

They are forked from a helper that has read every module already: twelve programs start in the
time of one. What runs in them is the `stormdeck` command, as on a table.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from multiprocessing import forkserver, get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerProcess
from pathlib import Path

RESTART_S = 0.2
STOP_S = 5.0


class Program:
    def __init__(self, name: str, argv: list[str], log: Path, env: Mapping[str, str]) -> None:
        self.name, self.argv, self.log, self.env = name, argv, log, dict(env)
        self.process: ForkServerProcess | None = None
        self.wanted = True
        self.starts, self.started_s = 0, 0.0


class Processes:
    def __init__(self, folder: Path, fell: Callable[[str], None] = lambda name: None) -> None:
        """`fell` hears of each program that ended without being asked."""
        self._folder, self._fell = folder, fell
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload(["lab.live.preloaded"])
        forkserver.ensure_running()  # it reads while we do other things
        self._loop = asyncio.get_running_loop()
        self._programs: dict[str, Program] = {}

    def start(self, name: str, argv: list[str], env: Mapping[str, str] | None = None) -> None:
        program = Program(name, argv, self._folder / f"{name}.log", env or {})
        self._programs[name] = program
        self._run(program)

    def _run(self, program: Program) -> None:
        if not program.wanted:
            return
        args = (program.argv, str(program.log), program.env)
        process = self._context.Process(target=_main, args=args, name=program.name)
        process.start()
        program.process, program.starts = process, program.starts + 1
        program.started_s = self._loop.time()
        self._loop.add_reader(process.sentinel, self._ended, program, process)

    def _ended(self, program: Program, process: ForkServerProcess) -> None:
        self._loop.remove_reader(process.sentinel)
        process.join()
        if program.process is process:
            program.process = None
            if program.wanted:
                self._fell(program.name)
                self._loop.call_later(RESTART_S, self._run, program)

    def names(self) -> list[str]:
        return list(self._programs)

    def pid(self, name: str) -> int | None:
        process = self._programs[name].process
        return process.pid if process is not None else None

    def starts(self, name: str) -> int:
        return self._programs[name].starts

    def lived_s(self, name: str) -> float:
        return self._loop.time() - self._programs[name].started_s

    def log(self, name: str) -> str:
        path = self._programs[name].log
        return path.read_text(errors="replace") if path.exists() else ""

    def kill(self, name: str) -> None:
        """kill -9: it has no time to put anything in order. Comes back by itself."""
        process = self._programs[name].process
        if process is not None:
            process.kill()

    def power_off(self, name: str) -> None:
        self._programs[name].wanted = False
        self.kill(name)

    def power_on(self, name: str) -> None:
        program = self._programs[name]
        program.wanted = True
        if program.process is None:
            self._run(program)

    async def stop(self) -> None:
        """Politely, all at once; what does not listen is killed."""
        for program in self._programs.values():
            program.wanted = False
            if program.process is not None:
                program.process.terminate()
        for _ in range(int(STOP_S / 0.02)):
            if not any(program.process for program in self._programs.values()):
                break
            await asyncio.sleep(0.02)
        for program in self._programs.values():
            if program.process is not None:
                self._loop.remove_reader(program.process.sentinel)
                program.process.kill()
                program.process.join()
                program.process = None


def _main(argv: list[str], log: str, env: dict[str, str]) -> None:
    """In the new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the simulator's
    threading.Thread(target=_mourn, daemon=True).start()
    os.environ.update(env)
    fd = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(fd, 1)
    os.dup2(fd, 2)
    from commands import main

    sys.exit(main(argv))


def _mourn() -> None:
    """Whatever becomes of the simulator, nobody outlives it."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGKILL)
