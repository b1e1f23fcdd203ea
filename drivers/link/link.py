"""One end of one wire: all layers together, and still no port and no clock.

    link.receive(bytes from the port, now) -> happenings
    link.tick(now) -> happenings              at link.wake_at(), or earlier, or later
    link.outgoing(now) -> the next frame      whenever the port has room; b"": nothing now
    link.send(message)                        once, in order
    link.show(view)                           the newest whole view; again after each reconnect
    link.compose(make)                        the same, written at the moment it goes out

Two promises to the glass: nothing is shown after 500 ms of silence, and after every reconnect a
full view comes, never a difference.
"""

import os
from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec.structs import replace

from drivers.fault import Fault
from drivers.link.frames import Noise, Unpacker, pack
from drivers.link.happenings import (
    Arrived,
    Degraded,
    Down,
    Happening,
    Misfit,
    Steady,
    Stranger,
    Up,
)
from drivers.link.inbox import Broken
from drivers.link.keying import Agreed, Answerer, Caller, Keying, Opened
from drivers.link.keys import Entropy, Identity, Peer, name_of
from drivers.link.messages import Codec, Unreadable
from drivers.link.round_trip import RoundTrip
from drivers.link.session import Session
from drivers.link.tally import Tally

Out = TypeVar("Out")
In = TypeVar("In")
DEGRADED_S, DOWN_S = 0.3, 0.5


class Link(Generic[Out, In]):
    """Made by `screen_link` or `controller_link`."""

    def __init__(self, keying: Keying, codec: Codec[Out, In], tally: Tally, now_s: float) -> None:
        self.keying, self.codec, self.tally = keying, codec, tally
        self.peer: Peer | None = None
        self.up = self._degraded = self._greeted = False
        self._unpacker = Unpacker()
        self._session = self._new_session(now_s)
        self._session_heard = False
        self._heard_s = now_s
        self._stranger: bytes | None = None  # told once, though it calls ten times a second
        self._view: Callable[[], bytes] | None = None
        self._view_due = False

    def _new_session(self, now_s: float) -> Session:
        session = Session(now_s)
        session.send(self.codec.write_hello())
        return session

    # What the owner says

    def send(self, message: Out) -> None:
        if self._session.full():
            raise not_listening(self.peer)
        self._session.send(self.codec.write(message))

    def show(self, view: Out) -> None:
        text = self.codec.write(view)
        self._view, self._view_due = lambda: text, True

    def compose(self, make: Callable[[], Out] | None) -> None:
        """For an owner that sends differences: `make` is asked when the wire has room, so what it
        says is always about what went out before. None: there is nothing to show any more.

        The owner is told of each Up before anything goes out, and says everything anew then."""
        self._view_due = make is not None
        self._view = None if make is None else lambda: self.codec.write(make())

    @property
    def heard_s(self) -> float | None:
        """When the other end was last heard, be it a heartbeat; None: it is down."""
        return self._heard_s if self.up else None

    @property
    def backlog_bytes(self) -> int:
        """Said, and not yet known to be heard."""
        return self._session.outbox.backlog_bytes

    def unplugged(self, now_s: float) -> list[Happening[In]]:
        self._unpacker.forget()
        self._stranger = None
        self.keying.silent(now_s)
        return self._go_down("the cable is out")

    def plugged(self, now_s: float) -> None:
        self._unpacker.forget()
        self.keying.plugged(now_s)

    # What the wire says

    def receive(self, data: bytes, now_s: float) -> list[Happening[In]]:
        happenings: list[Happening[In]] = []
        for frame in self._unpacker.feed(data):
            if isinstance(frame, Noise):
                self.tally.noise += 1
                self.tally.noise_bytes += frame.size
            elif frame:
                self.tally.frames += 1
                happenings += self._opened(self.keying.receive(frame, now_s), now_s)
        return happenings

    def _opened(self, opened: Opened, now_s: float) -> list[Happening[In]]:
        if opened.stranger is not None:
            known, self._stranger = self._stranger == opened.stranger, opened.stranger
            return [] if known else [Stranger(name_of(opened.stranger))]
        happenings: list[Happening[In]] = []
        if opened.agreed is not None:
            happenings += self._agreed(opened.agreed, now_s)
        if opened.packet is not None:
            happenings += self._alive(now_s) + self._packet(opened.packet, now_s)
        return happenings

    def _agreed(self, agreed: Agreed, now_s: float) -> list[Happening[In]]:
        self.peer, self._heard_s, self._stranger = agreed.peer, now_s, None
        if agreed.resumed:
            self._session.speak_up(now_s)
            if self.up and agreed.lost:
                return self._show_again()
            return self._go_up(resumed=True)
        down = self._go_down("the other end began anew")
        self.tally.began += 1
        so_far = self.counted()  # the next session counts on from there
        self.tally.refused, self.tally.sent = so_far.refused, so_far.sent
        self.tally.resent = so_far.resent
        if self._session_heard:  # its answers belong to a life that is over
            self._session = self._new_session(now_s)
        else:  # nobody can have heard any of it: hello and all goes out again
            self._session = Session(now_s, self._session.unheard())
        self._greeted = self._session_heard = False
        return down

    def _packet(self, packet: bytes, now_s: float) -> list[Happening[In]]:
        self._session_heard = True
        happenings: list[Happening[In]] = []
        try:
            for text in self._session.receive(packet, now_s):
                happenings += self._said(text)
        except Broken:
            self.tally.unreadable += 1
            self.keying.silent(now_s)
            happenings += self._go_down("the other end does not keep the rules of the wire")
        return happenings

    def _said(self, text: bytes) -> list[Happening[In]]:
        try:
            if not self._greeted:
                return self._hello(text)
            if self.up:
                return [Arrived(self.codec.read(text))]
        except Unreadable:
            self.tally.unreadable += 1
        return []

    def _hello(self, text: bytes) -> list[Happening[In]]:
        why = self.codec.misfit(self.codec.read_hello(text))
        assert self.peer is not None
        if why is not None:
            self.tally.misfits += 1
            return [Misfit(self.peer, why)]
        self._greeted = True
        return self._go_up(resumed=False)

    # Heard, silent

    def _alive(self, now_s: float) -> list[Happening[In]]:
        self._heard_s = now_s
        if self._degraded:
            self._degraded = False
            return [Steady()]
        return self._go_up(resumed=True)

    def _go_up(self, resumed: bool) -> list[Happening[In]]:
        if self.up or not self._greeted or self.peer is None:
            return []
        self.up, self._view_due = True, self._view is not None
        return [Up(self.peer, resumed)]

    def _show_again(self) -> list[Happening[In]]:
        """We heard the other end well, but it did not hear us, and has hidden everything."""
        assert self.peer is not None
        self._view_due = self._view is not None
        return [Up(self.peer, resumed=True)]

    def _go_down(self, why: str) -> list[Happening[In]]:
        was_up, self.up, self._degraded = self.up, False, False
        return [Down(why)] if was_up else []

    def tick(self, now_s: float) -> list[Happening[In]]:
        if now_s >= self._heard_s + DOWN_S and (self.up or self.keying.channel):
            self._heard_s = now_s
            self.keying.silent(now_s)
            return self._go_down("nothing was heard for half a second")
        if now_s >= self._heard_s + DEGRADED_S and self.up and not self._degraded:
            self._degraded = True
            return [Degraded()]
        return []

    def wake_at(self) -> float:
        """When tick() or outgoing() may have something, if nothing else happens before."""
        wake_s = self.keying.wake_at()
        if self.keying.channel is None:
            return wake_s
        if self._view_ready():
            return self._heard_s
        patient = self.up and not self._degraded
        silent_s = self._heard_s + (DEGRADED_S if patient else DOWN_S)
        return min(wake_s, silent_s, self._session.wake_at())

    def outgoing(self, now_s: float) -> bytes:
        step = self.keying.step(now_s)
        if step is not None:
            return pack(step)
        if self.keying.channel is None:
            return b""
        if self._view_ready() and self._view is not None:
            self._session.send(self._view())
            self._view_due = False
        packet = self._session.packet(now_s)
        return b"" if packet is None else pack(self.keying.channel.seal(packet))

    def _view_ready(self) -> bool:
        """A view that is not on its way yet is replaced by a newer one, not queued behind it."""
        return self._view_due and self.up and not self._session.waiting()

    @property
    def round_trip(self) -> RoundTrip:
        return self._session.outbox.round_trip

    def counted(self) -> Tally:
        """Of this session and all that were before it."""
        tally, session = self.tally, self._session
        return replace(
            tally,
            refused=tally.refused + session.refused,
            sent=tally.sent + session.outbox.pieces,
            resent=tally.resent + session.resent,
        )


def screen_link(
    me: Identity,
    controller: Peer,
    codec: Codec[Out, In],
    now_s: float,
    entropy: Entropy = os.urandom,
) -> Link[Out, In]:
    """A station's, the center screen's or the doors' end: it calls its one controller."""
    tally = Tally()
    return Link(Caller(me, controller, tally, entropy, now_s), codec, tally, now_s)


def controller_link(
    me: Identity,
    find: Callable[[bytes], Peer | None],
    codec: Codec[Out, In],
    now_s: float,
    entropy: Entropy = os.urandom,
) -> Link[Out, In]:
    """The controller's end of one socket: whoever `find` knows may call."""
    tally = Tally()
    return Link(Answerer(me, find, tally, entropy), codec, tally, now_s)


def not_listening(peer: Peer | None) -> Fault:
    who = peer.name if peer else "The other end"
    return Fault(
        name="NOT_LISTENING",
        happened=f"{who} has not taken its messages for some time.",
        safe="Nothing is lost: what it was told before is kept in order.",
        do="Check its cable and its power.",
    )
