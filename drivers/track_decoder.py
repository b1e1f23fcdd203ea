"""Keys in, swipes out: what a magnetic reader that types has read. Pure: no device, no clock.

A reader types the tracks as they lie on the stripe, start mark to end mark, then Enter:

    %B…^…^…?   track 1      ;…=…?   track 2      +…?   track 3      %E? ;E? +E?   unreadable

What a swipe holds is a person's: it is shown by no repr, kept by nobody in here, and the buffer
is emptied with every swipe. A swipe that is not clearly one whole swipe is refused, never mended.
"""

from typing import Literal, NamedTuple

from msgspec import Struct

from drivers.keymap import ENTER, KEYPAD_ENTER, LEFT_SHIFT, PLAIN, RIGHT_SHIFT, SHIFTED

EV_SYN, EV_KEY, SYN_REPORT, SYN_DROPPED = 0, 1, 0, 3
RELEASED, PRESSED = 0, 1  # 2 is auto-repeat: a finger, or a reader that hangs

Reason = Literal[
    "partial", "interleaved", "unreadable", "too long", "too slow", "too soon", "dropped", "no card"
]


class Swipe(Struct, frozen=True, repr_omit_defaults=True):
    """Up to three tracks, without their marks; None: absent or unreadable."""

    track1: str | None = None
    track2: str | None = None
    track3: str | None = None
    bad: tuple[int, ...] = ()  # tracks that the reader could not read

    def __repr__(self) -> str:
        return "Swipe(…)"


class BadSwipe(Struct, frozen=True):
    """Ask for another swipe. Says why, never what."""

    reason: Reason


class Key(NamedTuple):
    """One event as the kernel gives it."""

    kind: int
    code: int
    value: int
    at_s: float


class Family(Struct, frozen=True):
    """How one make of reader types. The defaults fit MagTek, ID TECH and their many copies."""

    starts: tuple[str, str, str] = ("%", ";@", "+#&")
    enter_after_each_track: bool = False  # then a swipe ends when the keys stop
    idle_s: float = 0.15
    whole_s: float = 2.0
    apart_s: float = 0.5


_DIGITS = frozenset("0123456789:;<=>")
_ALPHABETS = (frozenset(map(chr, range(0x20, 0x60))) - {"%", "?"}, _DIGITS - {";"}, _DIGITS)
_LENGTHS_MAX = (77, 38, 105)  # without the two marks (ISO/IEC 7811: 79, 40, 107 with them)
UNREADABLE = "E"


class TrackDecoder:
    def __init__(self, family: Family | None = None) -> None:
        self.family = family or Family()
        self._shifts: set[int] = set()
        self._dropping = False
        self._ended_s = float("-inf")  # the last good swipe
        self._forget()

    def _forget(self) -> None:
        self._tracks: list[str | None] = [None, None, None]
        self._track: int | None = None  # the one being typed
        self._text: list[str] = []
        self._began_s: float | None = None
        self._last_s = 0.0
        self._refusal: Reason | None = None  # told at the end of this swipe, and only once
        self._enters = 0

    def feed(self, key: Key) -> list[Swipe | BadSwipe]:
        if key.kind == EV_SYN:
            self._synced(key)
            return []
        if key.kind != EV_KEY or self._dropping:
            return []
        if key.code in (LEFT_SHIFT, RIGHT_SHIFT):
            (self._shifts.add if key.value else self._shifts.discard)(key.code)
            return []
        return self._pressed(key) if key.value == PRESSED else []

    def tick(self, now_s: float) -> list[Swipe | BadSwipe]:
        """Time has passed: a swipe whose keys stopped is over."""
        if self._began_s is None or now_s < self.wake_at():
            return []
        if self.family.enter_after_each_track and self._enters and self._track is None:
            return self._finish()
        return self._refuse("partial")

    def wake_at(self) -> float:
        return float("inf") if self._began_s is None else self._last_s + self.family.idle_s

    def _synced(self, key: Key) -> None:
        """The kernel lost events: nothing until its next report can be trusted, shift included."""
        if key.code == SYN_DROPPED:
            self._dropping = True
            self._shifts.clear()
            self._began_s = key.at_s if self._began_s is None else self._began_s
            self._last_s, self._refusal = key.at_s, "dropped"
        elif key.code == SYN_REPORT:
            self._dropping = False

    def _pressed(self, key: Key) -> list[Swipe | BadSwipe]:
        found = self.tick(key.at_s)
        if key.code in (ENTER, KEYPAD_ENTER):
            return found + self._enter(key.at_s)
        if self._began_s is None:
            self._began_s = key.at_s
        self._last_s = key.at_s
        if key.at_s - self._began_s > self.family.whole_s:
            self._spoil("too slow")
        char = (SHIFTED if self._shifts else PLAIN).get(key.code)
        if self._refusal is None:
            self._typed(char.upper() if char else "\0")
        return found

    def _typed(self, char: str) -> None:
        if self._track is None:
            self._start(char)
        elif char == "?":
            self._end_track()
        elif char == UNREADABLE and not self._text:
            self._text.append(char)  # the reader's own word; alone on its track it means bad
        elif char not in _ALPHABETS[self._track] or (self._track and UNREADABLE in self._text):
            self._spoil("interleaved" if char in "%;" else "unreadable")
        elif len(self._text) >= _LENGTHS_MAX[self._track]:
            self._spoil("too long")
        else:
            self._text.append(char)

    def _start(self, char: str) -> None:
        starts = [n for n, marks in enumerate(self.family.starts) if char in marks]
        done = max((n for n in range(3) if self._tracks[n] is not None), default=-1)
        if char == ";" and done == 1:
            starts = [2]  # some readers mark track 3 as the stripe does
        if not starts:
            self._spoil("no card" if done < 0 else "unreadable")
        elif starts[0] <= done:
            self._spoil("interleaved")
        else:
            self._track, self._text = starts[0], []

    def _end_track(self) -> None:
        assert self._track is not None
        self._tracks[self._track] = "".join(self._text)
        self._track, self._text = None, []

    def _enter(self, at_s: float) -> list[Swipe | BadSwipe]:
        if self._began_s is None:
            return []  # a lone Enter is no swipe
        self._last_s, self._enters = at_s, self._enters + 1
        if self._track is not None:
            return self._refuse("partial")
        if self.family.enter_after_each_track and self._refusal is None:
            return []
        return self._finish()

    def _finish(self) -> list[Swipe | BadSwipe]:
        if self._refusal is not None:
            return self._refuse(self._refusal)
        bad = tuple(n + 1 for n in range(3) if self._tracks[n] == UNREADABLE)
        tracks = [text if text and text != UNREADABLE else None for text in self._tracks]
        if not any(tracks):
            return self._refuse("unreadable")
        if self._last_s - self._ended_s < self.family.apart_s:
            return self._refuse("too soon")
        self._ended_s = self._last_s
        self._forget()
        return [Swipe(tracks[0], tracks[1], tracks[2], bad)]

    def _spoil(self, reason: Reason) -> None:
        """The rest of this swipe is not listened to."""
        if self._refusal is None:
            self._refusal = reason
        self._track, self._text, self._tracks = None, [], [None, None, None]

    def _refuse(self, reason: Reason) -> list[Swipe | BadSwipe]:
        told = self._refusal or reason
        self._forget()
        return [BadSwipe(told)]
