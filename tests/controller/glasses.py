"""Real station screens at the whole table: a finger taps where a button is drawn."""

from pygame import Surface

from firmware.fairness import verify
from firmware.screens import protocol as g
from lab.simulation.demo_cage import PIN
from lab.simulation.whole_table import WholeTable
from stations.screen import Screen, Touch

GUARD_MS = 500  # a new row of buttons rests first


class Glass:
    """One of its stations. What it is shown went over the wire, packed; so do its wishes."""

    def __init__(self, whole: WholeTable, seat: int) -> None:
        self.whole, self.seat, self.now = whole, seat, 0.0
        # It reports what it shows; who wants the pixels too draws it on a glass of its size.
        self.screen, self.surface = Screen(), Surface((1, 1), 0, 32)
        self.sent: list[g.Intent] = []
        self.bytes = 0
        # The glass has the station's half of the shuffle: seeded, so that cards come as they did.
        self.screen.state.log, whole.links[seat].log = whole.logs[seat], None

    @property
    def view(self) -> g.View:
        return self.screen.state.view

    @property
    def words(self) -> list[str]:
        return self.screen.report.words

    def says(self, words: str) -> bool:
        return self.screen.report.says(words)

    def look(self) -> None:
        body = self.whole.links[self.seat].pop()
        if body is not None:
            fresh = g.view(body)
            self.bytes += len(g.changes(self.view, fresh))
            self._send(self.screen.update(fresh, self.now))
        self.now += GUARD_MS
        self.screen.heard(self.now)
        self.screen.draw(self.surface, self.now)

    def _send(self, wishes: list[g.Intent]) -> None:
        for wish in wishes:
            self.sent.append(wish)
            self.whole.touch(self.seat, g.to_controller(g.pack(wish)))

    def tap(self, *names: str) -> None:
        for name in names:
            x, y = self.screen.report.targets[name].center
            for kind in ("down", "up"):
                self._send(self.screen.touch(Touch(kind, x, y), self.now))
                self.now += 40
            self.whole.settle()
            self.look()

    def receipt(self) -> verify.Hand:
        """Of his last hand, as this station opened and checked it."""
        self.tap("menu", "tile proof")
        proved = self.screen.state.log.proved
        self.tap("page back", "menu")
        return proved.receipt

    def swipe(self) -> None:
        self.whole.controller.swipe(self.seat, self.whole.tracks[self.seat - 1])
        self.whole.settle()
        self.look()

    def sign_on(self, pin: str = PIN) -> None:
        self.swipe()
        self.tap(*(f"key {digit}" for digit in pin))

    def sit_down(self) -> None:
        self.sign_on()
        self.tap("sit down")


def sit_down(whole: WholeTable, *seats: int) -> dict[int, Glass]:
    """These people swipe, type and buy in; everybody's glass is up to date."""
    glasses = {seat: Glass(whole, seat) for seat in seats}
    whole.controller.opens_with = len(seats)
    whole.settle()
    for glass in glasses.values():
        glass.look()
        glass.sit_down()
    look(whole, glasses)
    return glasses


def look(whole: WholeTable, glasses: dict[int, Glass]) -> None:
    """Until no station has anything to answer by itself."""
    sent = -1
    while sent != (sent := sum(len(glass.sent) for glass in glasses.values())):
        whole.settle()
        for glass in glasses.values():
            glass.look()


def until(whole: WholeTable, glasses: dict[int, Glass], there, most: int = 400) -> None:
    """Time passes; who is to act checks or calls, by touch, until something is so."""
    for _ in range(most):
        look(whole, glasses)
        if there():
            return
        actor = whole.controller.table.live and glasses.get(glasses_actor(glasses))
        if actor and actor.screen.state.turn:
            actor.tap("call")
        elif not whole.advance():
            break
    raise AssertionError("it never came")


def glasses_actor(glasses: dict[int, Glass]) -> int:
    return next(iter(glasses.values())).view.public.actor


def sat_down(make_whole, *buys: int, seed: int = 1, **settings) -> tuple[WholeTable, dict]:
    """Seats 1, 2, ... with these amounts."""
    whole = make_whole(seed, f"seed {seed}", **settings)
    whole.power_on()
    glasses = {seat: Glass(whole, seat) for seat in range(1, len(buys) + 1)}
    whole.controller.opens_with = len(buys)
    whole.settle()
    for glass, chips in zip(glasses.values(), buys, strict=True):
        glass.look()
        glass.sign_on()
        glass.tap(f"buy {chips}", "sit down")
    return whole, glasses


def to_act(whole: WholeTable, glasses: dict[int, Glass]) -> Glass | None:
    """The next whose turn it is, by his own glass; None: the hand is over."""
    for _ in range(60):
        look(whole, glasses)
        glass = glasses.get(glasses_actor(glasses))
        if glass and glass.screen.state.turn:
            return glass
        if whole.controller.table.this_hand.result is not None:
            return None
        whole.advance()
    raise AssertionError("nobody's turn")


def push(glass: Glass) -> None:
    """All-in, where a raise is offered."""
    turn = glass.screen.state.turn
    if turn.raise_to and f"preset {turn.raise_to.most}" in glass.screen.report.targets:
        glass.tap(f"preset {turn.raise_to.most}", "raise")
    else:
        glass.tap("raise" if turn.raise_to and turn.fixed else "call")
