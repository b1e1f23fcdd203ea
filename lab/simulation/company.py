"""Ten people of paper at the whole table: each knows what its own glass shows, and nothing else."""

from collections.abc import Callable
from random import Random

from firmware.controller.effects import Perform
from firmware.screens import protocol as g
from firmware.table import commands as c
from lab.simulation import bettor, pan_bot
from lab.simulation.demo_cage import PIN
from lab.simulation.whole_table import WholeTable

Policy = Callable[[g.View, Random], g.Intent]
PATIENCE = 10  # swipes


class Player:
    """A bot at a station, from the swipe to the way home."""

    def __init__(self, whole: WholeTable, seat: int, policy: Policy, rng: Random) -> None:
        self.whole, self.seat, self.policy, self.rng = whole, seat, policy, rng
        self.view = g.View(seat)
        self.going = False  # home, at the next chance
        self._swipes = 0  # since he last sat
        self._done: object = None

    def look(self) -> None:
        """A new view: perhaps it asks for something."""
        body = self.whole.links[self.seat].pop()
        if body is None:
            return
        self.view = g.view(body)
        self.think()

    def think(self) -> None:
        found = self._wish(self.view)
        if found is None or found[0] == self._done:
            return
        self._done, ms, act = found
        self.whole.at(self.whole.now + ms, act)

    def _wish(self, view: g.View) -> tuple[object, int, Callable[[], None]] | None:
        seat, whole = self.seat, self.whole
        pause = int(min(27_000, max(700, self.rng.lognormvariate(8.0, 0.6))))
        match view.mode:
            case "attract" if not self.going:
                return self._comes(view)
            case "slip" if not self.going and view.public.contest:
                return self._comes(view)  # there is no time to read it
            case "pin":
                return ("pin", view.refused), 3_000, lambda: whole.touch(seat, g.EnterPin(PIN))
            case "buy-in" if view.buy_in:
                buy = g.Buy(view.buy_in.start, post=view.buy_in.post > 0)
                return ("buy", view.refused), 4_000, lambda: whole.touch(seat, buy)
            case "seated":
                self._swipes = 0
                intent = self._seated(view)
                if intent is not None:
                    key, wish = intent
                    pause = 200 if isinstance(wish, g.Leave) else pause  # before the next hand
                    return key, pause, lambda: whole.touch(seat, wish)
        return None

    def _comes(self, view: g.View) -> tuple[object, int, Callable[[], None]] | None:
        """To a sit-n-go again when the one that is played has ended; and nobody swipes for ever
        who is turned away."""
        contest = view.public.contest
        if self._swipes >= PATIENCE or (contest is not None and contest.level):
            return None
        there = contest.players if contest else 0
        return ("swipe", view.refused, there), 2_000, lambda: self._swipe()

    def _seated(self, view: g.View) -> tuple[object, g.Intent] | None:
        if view.turn is not None:
            return ("turn", view.turn.decision), self.policy(view, self.rng)
        if self.going:
            return None if view.away == "leaving" else (("leave", view.public.hand), g.Leave())
        if view.ask is not None and (answer := self._answer(view, view.ask)) is not None:
            return ("ask", view.ask), answer
        if view.buy_in is not None and view.buy_in.adding:
            ask = view.buy_in
            if ask.balance < ask.amounts.least:
                self.going = True
                return ("broke", 0), g.Leave()
            return ("again", view.session.bought_in), g.Buy(ask.start, adding=True)
        if self._short(view):
            return ("short", view.session.bought_in, view.public.hand), g.Open("add chips")
        if view.away == "sit out":
            return ("back", view.public.hand, view.refused), g.ComeBack()
        return None

    def _short(self, view: g.View) -> bool:
        """Against a bank few chips are soon too few for a bet, and nobody asks for more."""
        placard, own = view.public.placard, view.public.seats[view.seat - 1]
        return placard.layout is not None and own.stack < placard.buy_in[0] // 4

    def _answer(self, view: g.View, ask: g.Ask) -> g.Intent | None:
        """Agrees to what is asked, and otherwise does the plain thing."""
        match ask.kind:
            case "bank" | "wager" | "choose":
                return bettor.answer(view, ask, self.rng)
            case "pan":
                return pan_bot.answer(view, ask, self.rng)
            case "pick":
                return g.Pick(ask.decision, ask.options[min(1, len(ask.options) - 1)].name)
            case "draw":
                return g.Draw(ask.decision)
            case "discard":
                return g.Draw(ask.decision, view.hole[: ask.least])
            case "roll":
                return g.Roll(ask.decision, up=True)
            case "kill":
                return g.Kill(ask.decision, kill=False)
        return None  # shows nothing, cuts nothing

    def _swipe(self) -> None:
        self._swipes += 1
        self.whole.controller.swipe(self.seat, self.whole.tracks[self.seat - 1])

    def go_home(self) -> None:
        self.going = True
        self.think()


def company(whole: WholeTable, policy: Policy) -> list[Player]:
    return [
        Player(whole, seat, policy, Random(f"{whole.seed} {seat}"))
        for seat in range(1, whole.config.seats + 1)
    ]


def floor(whole: WholeTable) -> bool:
    """A floor person of paper says yes to whoever waits for it. False: nobody does."""
    ctl, said = whole.controller, ("floor", "is expected")
    orders: list[c.AnyCommand] = [
        c.Approve(ctl.now, *said, seat.number) for seat in ctl.table.seats if seat.life == "asking"
    ]
    hits = ctl.table.jackpots.bad_beats
    orders += [c.ConfirmJackpot(ctl.now, *said, hit.number) for hit in hits]
    ctl.fulfil([Perform(order) for order in orders])
    return bool(orders)


def play(whole: WholeTable, players: list[Player], until: Callable[[], bool]) -> bool:
    """Let time pass until something is so. False: it never will."""
    while True:
        whole.settle()
        if floor(whole):
            continue
        for player in players:
            player.look()
        if until():
            return True
        if not whole.advance():
            return False
