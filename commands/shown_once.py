"""A page that is on a terminal for a minute and then nowhere: not in its scrollback, in no pipe."""

import contextlib
import os
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator, Sequence

from firmware.errors import Refused

SECONDS = 60
_IN, _OUT = "\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l", "\x1b[2J\x1b[3J\x1b[?25h\x1b[?1049l"
ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGWINCH)  # told to go, line lost, another size


class _Hidden(Exception):
    pass


def check() -> None:
    """Before anything is opened."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused("Cards are shown on a terminal only: in no pipe, file or print.")


def show(lines: Sequence[str], seconds: int = SECONDS) -> int:
    with _page():
        sys.stdout.write("\r\n".join([*lines, "", ""]))
        until = time.monotonic() + seconds
        while (left := int(until - time.monotonic())) > 0:
            sys.stdout.write(f"\r\x1b[KHidden again in {left} s. Esc hides it now.")
            sys.stdout.flush()
            if select.select([sys.stdin], [], [], 0.5)[0] and os.read(0, 16)[:1] == b"\x1b":
                break
    print("Hidden. Who looked, at what and why stands in the journal.")
    return 0


@contextlib.contextmanager
def _page() -> Iterator[None]:
    """The other screen of the terminal, which has no scrollback; keys are not echoed."""
    before, handlers = termios.tcgetattr(0), [(one, signal.getsignal(one)) for one in ENDS]
    try:
        for one in ENDS:
            signal.signal(one, _hide)
        tty.setcbreak(0)
        sys.stdout.write(_IN)
        yield
    except (_Hidden, KeyboardInterrupt):
        pass
    finally:
        sys.stdout.write(_OUT)
        sys.stdout.flush()
        termios.tcsetattr(0, termios.TCSADRAIN, before)
        for one, handler in handlers:
            signal.signal(one, handler)


def _hide(number: int, frame: object) -> None:
    raise _Hidden
