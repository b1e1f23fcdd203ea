"""A glass goes dark by itself: what is stopped, or hangs, can hide no card.

So beside a screen lives a second, very small process that does nothing but wait. As long as private
cards are on the glass, the loop that draws says so many times a second; if it falls silent, the
screen's process is ended at once. The kernel then takes the picture down with it: a display under
KMS goes back to the empty console as soon as the last program that drew on it is gone. systemd
starts the screen again, and it begins without a card.

Here alone in this room are processes and signals.
"""

import ctypes
import os
import select
import signal
from contextlib import suppress

BEAT_MS = 150  # of the drawing loop, while a private card is to be seen
SILENT_S = 0.6  # then it is stopped or hangs: dark in less than a second
STARVED_MOST = 5  # such silences of a program that only waits for the processor
CARDS, NONE = b"1", b"0"
PR_SET_PDEATHSIG = 1


class Watchdog:
    """Made before there is a window: the fork is small then."""

    def __init__(self) -> None:
        ears, self._mouth = os.pipe()
        os.set_blocking(self._mouth, False)
        screen = os.getpid()
        self._child = os.fork()
        if self._child == 0:
            try:
                os.close(self._mouth)
                _watch(ears, screen)
            finally:
                os._exit(0)
        os.close(ears)

    def beat(self, cards: bool) -> bool:
        """The loop lives; `cards`: private ones are to be seen. False: nobody watches any more."""
        try:
            os.write(self._mouth, CARDS if cards else NONE)
        except BlockingIOError:
            return True  # it is slow to listen, and has much to read
        except OSError:
            return False
        return True

    def close(self) -> None:
        os.close(self._mouth)
        with suppress(ChildProcessError):
            os.waitpid(self._child, 0)


def _watch(ears: int, screen: int) -> None:
    """Until the screen ends by itself, or has to."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    for sign in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)  # as long as the screen lives
    cards, worked_s, starved = False, 0.0, 0
    while True:
        heard, _, _ = select.select([ears], [], [], SILENT_S if cards else None)
        if heard:
            said = os.read(ears, 4096)
            if not said:
                return
            cards, worked_s, starved = said.endswith(CARDS), _life(screen)[1], 0
        elif starved < STARVED_MOST and _starves(screen, worked_s):
            starved += 1
        else:
            os.kill(screen, signal.SIGKILL)
            return


def _starves(screen: int, worked_s: float) -> bool:
    """It would draw, but the machine gives it no processor: a lab of many screens, no station."""
    state, now_s = _life(screen)
    return state == "R" and now_s - worked_s < SILENT_S / 2


def _life(screen: int) -> tuple[str, float]:
    """How the kernel sees it (R: runs or would, T: stopped), and its seconds of processor."""
    try:
        with open(f"/proc/{screen}/stat") as file:
            words = file.read().rpartition(")")[2].split()
    except OSError:
        return "", 0.0
    return words[0], (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
