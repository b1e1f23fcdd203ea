"""stormdeck console TABLE.TOML: what is wrong with a table, and what to do, on this terminal.

It looks at the table through its door and at its disks, and works while the table's program is
dead. A technician signs on with card and PIN; nothing of the table is written by looking.
"""

import os
import select
import signal
import sys
import syslog
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from commands import arguments

if TYPE_CHECKING:
    from firmware.settlement.window import TableWindow


def main(argv: list[str]) -> int:
    parser = arguments.parser("console", __doc__)
    parser.add_argument("file", type=Path, metavar="TABLE.TOML")
    parser.add_argument("--book", type=Path, help="own key and the paired table: stormdeck pair")
    parser.add_argument("--log", type=Path, help="the table's log; else systemd's is asked")
    args = parser.parse_args(argv)
    if not all(one.isatty() for one in (sys.stdin, sys.stdout, sys.stderr)):
        print(
            "stormdeck console: this is no terminal. For scripts: stormdeck look", file=sys.stderr
        )
        return 1
    try:
        from console.app import Console
        from console.outside import Outside
    except ModuleNotFoundError as no:
        print(f"stormdeck console: {no.name} is missing: pip install 'stormdeck[console]'",
              file=sys.stderr)  # fmt: skip
        return 1
    outside = Outside(args.file, partial(people, args.file), args.book, args.log)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # what was typed is told first
    hung_up = _hung_up()

    def gone() -> bool:
        """Then at once: the kit's own end writes to the terminal, and waits for it for ever."""
        if hung_up():
            tell_unheard(console.unheard)
            os._exit(0)
        return False

    console = Console(outside, gone)
    console.run()
    tell_unheard(console.unheard)
    return 0


def tell_unheard(typed: list[str]) -> None:
    """The table was never there to write it down: somebody must be able to find it. A line that
    hung up reads nothing, the system's log does."""
    for words in typed:
        said = f"stormdeck console: the table did not hear, its journal lacks: {words}"
        syslog.syslog(syslog.LOG_WARNING, said)
        with suppress(OSError):
            print(said, file=sys.stderr, flush=True)


def people(page: Path) -> "TableWindow":
    """Imported when somebody signs on, and no sooner. Raises Refused and Fault."""
    from firmware.errors import Refused
    from firmware.machine import equipment
    from firmware.machine.plan import read_plan
    from firmware.pages import BadPage

    try:
        return equipment.bank(read_plan(page))
    except BadPage as bad:
        raise Refused(f"Nobody can sign on while table.toml cannot be read: {bad}") from None


def _hung_up() -> Callable[[], bool]:
    """Whether the terminal is gone: a console without one must end, not spin."""
    ear = select.poll()
    ear.register(sys.stdin.fileno(), 0)
    parent = os.getppid()
    return lambda: bool(ear.poll(0)) or os.getppid() != parent
