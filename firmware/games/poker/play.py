"""A hand of poker as a play: what the table, the controller and the screens may ask of it."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.cards import BITS, DECKS, UNKNOWN
from firmware.games.play import BOARD, BURN, RESHUFFLE, Award, Best, Pot, Wants
from firmware.games.poker import commands as c
from firmware.games.poker import deal_plan, dealing, kill
from firmware.games.poker import events as e
from firmware.games.poker.betting import Choices, call_chips, choices
from firmware.games.poker.decide import DECIDE
from firmware.games.poker.events import Event
from firmware.games.poker.evolve import EVOLVE
from firmware.games.poker.hand import Hand, least_bet
from firmware.games.poker.pots import pots, staked, uncalled
from firmware.games.poker.rules import Rules, Stakes
from firmware.games.poker.showdown import hand_use
from firmware.games.ranking import RANKINGS, use
from firmware.games.state import moves


class Betting(Choices, frozen=True, gc=False, tag=True):
    """The same for a screen, with what it says beside the buttons."""

    fixed: bool = False  # the limits say how much
    unit: int = 0  # what bets are counted in
    raises: tuple[int, int] = (0, 0)  # used and allowed; (0, 0): nothing limits them
    wins: int = 0  # what a call plays for
    called: int = 0  # the highest bet that anybody else has the chips to call


class Exchange(Struct, frozen=True, gc=False, tag=True):
    """A choice that is no bet: how many cards to give up, whether to turn one, to kill."""

    kind: Literal["draw", "discard", "roll", "kill"]
    least: int = 0
    most: int = 0
    chips: int = 0


# What a touch may ask of a hand, with the rule that answers it.
ANSWERS: dict[type, Callable[[Hand, Any], list[Event]]] = {
    kind: DECIDE[kind] for kind in (c.Fold, c.Call, c.Raise, c.Draw, c.Roll, c.Kill)
}


@moves
class PokerPlay(Hand, tag="hand"):
    """Answers in the words of games.play.Play."""

    road: ClassVar[tuple[str, ...]] = ()
    notice: ClassVar[str] = ""
    banker: ClassVar[int] = 0
    round: ClassVar[None] = None
    pan: ClassVar[None] = None
    leads: ClassVar[int] = 0

    @property
    def together(self) -> bool:
        return self.due == "discard"

    def offer(self, seat: int) -> Betting | Exchange | None:
        if seat not in self.queue or not (self.together or self.queue[0] == seat):
            return None
        match self.due:
            case "act":
                return self._betting()
            case "draw":
                return Exchange("draw", 0, self.phase.most)
            case "discard":
                return Exchange("discard", self.phase.most, self.phase.most)
            case "roll":
                return Exchange("roll")
            case "kill":
                return Exchange("kill", chips=kill.blind(self))
        return None

    def _betting(self) -> Betting:
        now, cap = choices(self), self.rules.settings.raise_cap
        fixed = self.rules.limit == "limit"
        unit = max(self.stakes.blinds, default=self.stakes.small)
        counted = fixed and cap and not self.betting.uncapped
        raises = (max(0, self.betting.wagers - 1), cap) if counted else (0, 0)
        wins = self.reach(now.seat, now.call or 0)
        others = (seat for seat in self.live if seat != now.seat)
        called = max((self.bets[seat] + self.stacks[seat] for seat in others), default=0)
        return Betting(
            now.seat, now.fold, now.call, now.raise_to, now.forced, fixed, unit, raises, wins,
            called,
        )  # fmt: skip

    def answer(self, command: Any) -> list[Event]:
        try:
            rule = ANSWERS[type(command)]
        except KeyError:
            raise Refused("This is no choice of this game.", "in turn") from None
        return rule(self, command)

    def decide(self, command: Any) -> list[Event]:
        return DECIDE[type(command)](self, command)

    def evolve(self, event: Any) -> None:
        EVOLVE[type(event)](self, event)

    def fresh(self) -> "PokerPlay":
        stacks = {seat: self.stacks[seat] for seat in self.seats}
        return new_hand(self.rules, self.stakes, self.button, stacks)

    # ---- Chips

    @property
    def facing(self) -> int:
        return self.betting.level

    def bet(self, seat: int) -> int:
        """A bet that nobody can call any more lies in front of who made it, not in a pot."""
        own, chips = self.uncalled
        return self.bets[seat] + (chips if own == seat else 0)

    def owes(self, seat: int) -> int:
        return call_chips(self, seat) if seat in self.live else 0

    def paid_out(self, seat: int) -> int:
        return self.won[seat]

    def gain(self, seat: int) -> int:
        return self.won[seat]

    def pots(self) -> list[Pot]:
        if self.due == "over":
            return []
        stakes, (seat, chips) = list(self.paid), self.uncalled
        stakes[seat] -= chips
        return [pot for pot in pots(stakes, list(self.live), self.dead) if pot.chips > 0]

    @property
    def uncalled(self) -> tuple[int, int]:
        no_more_bets = (self.runs_out or self.due == "settle") and not any(self.bets)
        return uncalled(self.paid, self.live) if no_more_bets else (0, 0)

    def reach(self, seat: int, chips: int = 0) -> int:
        """What a seat can win as the chips lie, if it puts in so many more: every pot that it is
        in, and of its own bet only what somebody has matched."""
        stakes = staked(self)
        stakes[seat] += chips
        own, alone = uncalled(stakes, self.live)
        stakes[own] -= alone
        found = pots(stakes, self.live, self.dead)
        return sum(pot.chips for pot in found if seat in pot.seats)

    def award(self, won: e.Won, *, showed: bool) -> Award:
        names = self.rules.pots
        side = ("high", "low")[won.side] if len(names) == 2 else ""
        if not showed or len(self.live) < 2:
            return Award(won.seat, won.chips, won.pot, side, won.run)
        ranking, way = RANKINGS[names[won.side]], hand_use(self.rules.hand)
        hole, board = self.cards(won.seat), self.second if won.run else self.board
        words = ranking.words(use.best(way, ranking, hole, board))
        cards = use.best_cards(way, ranking, hole, board)
        return Award(won.seat, won.chips, won.pot, side, won.run, words, cards)

    def settled(self) -> None:
        return None

    def carried(self) -> dict[int, int]:
        """What stays in the middle when nobody opened, less what was dropped (002 L504)."""
        if not self.drawing.passed:
            return {}
        left, found = self.pot, dict[int, int]()
        for seat in self.seats:
            chips = min(self.paid[seat], left)
            if chips:
                found[seat] = chips
                left -= chips
        return found | {0: left} if left else found

    # ---- Cards

    @property
    def dealing(self) -> tuple[int, ...]:
        return self.seats

    @property
    def placeholders(self) -> list[int]:
        return self.deck.phantoms

    def wants(self) -> Wants:
        if self.due != "deal":
            return Wants()
        count, plan = dealing.count(self), self.deck.plan
        back, first = (tuple(dealing.pool(self)), 1) if plan[0] == RESHUFFLE else (None, 0)
        targets = tuple(plan[first : first + count])
        if self.rules.phases[self.at].kind != "draw":
            return Wants(targets, back)
        step, asked = self._drawing()
        return Wants(targets, back, step=step, asked=asked)

    def _drawing(self) -> tuple[int, tuple[int, ...]]:
        """Who draws now, and for which cards; nobody, with no card given up: the fifth ones."""
        given = tuple(self.drawing.given)
        drawer = next((target for target in self.deck.plan if target > 0), 0) if given else 0
        rules = self.rules
        return deal_plan.draw_step(rules.plan, rules.phases, self.at), (drawer, *given)

    def rest(self) -> list[int]:
        """The board, and a burn before each street of it."""
        phases = self.rules.phases
        left, targets = sum(phase.board for phase in phases) - len(self.board), list[int]()
        for phase in reversed(phases):
            if left > 0 and phase.board:
                targets = [*([BURN] if phase.burn else []), *[BOARD] * phase.board, *targets]
                left -= phase.board
        return targets

    def held(self, seat: int) -> tuple[int, ...]:
        return (*self.deck.at(seat), *self.deck.at(-seat))

    def open_numbers(self) -> list[int]:
        return []

    def all_held(self, seats: list[int]) -> dict[int, list[int]]:
        held: dict[int, list[int]] = {seat: [] for seat in seats}
        for number, place in enumerate(self.deck.to):
            if place in held:
                held[place].append(number)
        if any(self.up):
            for number, place in enumerate(self.deck.to):
                if -place in held:
                    held[-place].append(number)
        return held

    def face(self, number: int) -> int:
        return self.deck.dealt[number]

    @property
    def runs_out(self) -> bool:
        return self.due == "deal" and self.able < 2 and len(self.live) > 1

    @property
    def runs_twice(self) -> bool:
        """Ten hands of Omaha leave twelve cards: with burns that is one end and no other."""
        rest = self.rest() if self.runs_out else []
        return bool(rest) and self.deck.stub >= len(rest) + rest.count(BOARD)

    def gathers(self, before: int) -> bool:
        phases = self.rules.phases
        bet = 0 <= before < len(phases) and phases[before].kind == "bet"
        return bet and len(self.live) > 1

    def folded(self, seat: int) -> bool:
        return seat not in self.live

    def own(self, seat: int) -> tuple[int, ...]:
        return tuple(self.down[seat])

    def hole(self, seat: int) -> tuple[int, ...]:
        return tuple(self.down[seat]) if seat in self.live else ()

    def backs(self, seat: int) -> int:
        return len(self.down[seat]) if seat in self.live else 0

    def faces(self, seat: int) -> tuple[int, ...]:
        return tuple(self.up[seat]) if seat in self.live else ()

    def best(self) -> list[Best]:
        """High games only, when all cards are out: jackpots are filed for stud too (000 L137)."""
        whole = len(self.board) >= self.rules.board
        if not self.rules.high or len(self.live) < 2 or not whole:
            return []
        ranking, way = RANKINGS["high"], hand_use(self.rules.hand)
        main = pots(staked(self), self.live, 0)[0].seats
        found = []
        for seat in self.live:
            hole = self.cards(seat)
            strength = use.best(way, ranking, hole, self.board)
            shared = way == "any" and self.rules.board > 0
            plays = not shared or _both_play(hole, self.board, strength)
            kind, words = ranking.kind(strength), ranking.words(strength)
            found.append(Best(seat, strength, kind, words, plays, seat in main))
        return sorted(found, key=lambda best: -best.strength)

    # ---- Words

    @property
    def street(self) -> str:
        """As it is called at a table."""
        phases = self.rules.phases
        name = phases[self.at].street if 0 <= self.at < len(phases) else ""
        if name in ("before", "after"):
            return f"{name} the draw"
        if name and any(phase.kind == "draw" for phase in phases):
            return f"{name} draw"
        return f"{name} street" if name and any("u" in phase.faces for phase in phases) else name

    @property
    def opened(self) -> bool:
        phases, at = self.rules.phases, self.at
        return at >= len(phases) or phases[at].street != phases[0].street

    def new_street(self, before: int) -> bool:
        phases, at = self.rules.phases, self.at
        return before >= 0 and at < len(phases) and phases[before].street != phases[at].street

    def posted(self) -> Stakes:
        if not self.killer:
            return self.stakes
        return replace(self.stakes, small=self.betting.small, big=self.betting.big)

    def did(self, event: Any) -> str:
        match event:
            case e.Folded() | e.Fouled():
                return "fold"
            case e.Called(chips=0):
                return "check"
            case e.Called():
                return "call"
            case e.Raised(chips=chips, to=to):
                return "bet" if chips == to and self.betting.wagers <= 1 else "raise"
            case e.Posted(kind="ante" | "bring-in" | "straddle" | "over"):
                return str(event.kind)
            case e.Posted():
                return "post"
            case e.Drew(cards=cards):
                if not self._draw_is_told:
                    return ""
                return "draw" if cards else "pat"
            case e.Rolled(card=card):
                return "keep" if card is None else "roll"
            case e.Killed():
                return "kill"
        return ""

    def late(self, event: Any) -> str:
        match event:
            case e.Drew() if self.due == "discard":
                return "discard"
            case e.Rolled(card=None):
                return "keep down"
            case e.Declined():
                return "no kill"
        return self.did(event) or "played"

    @property
    def _draw_is_told(self) -> bool:
        """How many anyone drew, until somebody acts after the draw (002 L467-468)."""
        return self.due in ("draw", "discard", "deal") or (
            self.due == "act" and max(self.betting.seen) < 0
        )

    def hint(self, seat: int) -> str:
        if seat not in self.live or len(self.cards(seat)) + len(self.board) < 5:
            return ""
        return self._words(self._strength(seat))

    def strength(self, seat: int) -> int:
        return self._strength(seat) if seat in self.live and len(self.live) > 1 else 0

    def words(self, seat: int) -> str:
        return self._words(self.strength(seat))

    def _strength(self, seat: int) -> int:
        ranking, way = RANKINGS[self.rules.pots[0]], hand_use(self.rules.hand)
        return use.best(way, ranking, self.cards(seat), self.board) or 0

    def _words(self, strength: int) -> str:
        return RANKINGS[self.rules.pots[0]].words(strength) if strength else ""


def _both_play(hole: list[int], board: list[int], strength: int) -> bool:
    """No hand as good can be made with fewer of one's own cards."""
    rank = RANKINGS["high"].rank
    return all(rank([*(card for card in hole if card != left), *board]) < strength for left in hole)


_DECKS = {
    name: (len(deck), sum(BITS[card] for card in deck))
    for name, deck in DECKS.items()
    if max(deck) < UNKNOWN  # no tiles
}


def new_hand(rules: Rules, stakes: Stakes, button: int, stacks: Mapping[int, int]) -> PokerPlay:
    """A hand about to be dealt to the seats of `stacks`; nothing is posted yet."""
    order = sorted(stacks)
    at = bisect_right(order, button)
    seats = order[at:] + order[:at]
    size = order[-1] + 1
    chips = [0] * size
    for seat, stack in stacks.items():
        chips[seat] = stack
    hand = PokerPlay(rules, stakes, button, tuple(seats), chips, sum(chips))
    hand.bets, hand.paid, hand.betting.seen = [0] * size, [0] * size, [-1] * size
    hand.won = [0] * size
    hand.live = seats
    hand.betting.small, hand.betting.big = stakes.small, stakes.upper
    hand.betting.raise_by = least_bet(hand)
    hand.down, hand.up = [[] for _ in range(size)], [[] for _ in range(size)]
    hand.deck.stub, hand.deck.unseen = _DECKS[rules.deck]
    return hand
