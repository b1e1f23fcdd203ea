"""A table that everybody does anything to: players, floor, bank, cables, power and the clock.

All of it from one seed. Refused is an answer; anything else that escapes is our own mistake. After
an evening everything is forgiven, and a hand must begin.
"""

from collections.abc import Iterator
from random import Random
from typing import get_args

from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.banked import commands as b
from firmware.games.poker import commands as p
from firmware.games.poker.play import PokerPlay
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table import state
from firmware.table.checking import validate
from firmware.table.config import Config, Spread, Tournament
from firmware.table.engine import buy_limits, wants
from firmware.table.jackpot import Jackpot
from lab.simulation.banked_rows import banked_rows
from lab.simulation.bare_table import BareTable, config, no_limit
from lab.simulation.bots import random_player
from lab.simulation.matrix import rows
from lab.simulation.rounds import random_legal

SHOW = Tournament(
    3_400, 600, 1_000, ((10, 20, 0), (20, 40, 5)), 60_000, 1, 30_000, (60, 40), seats=4
)
ALL = {"straddle": True, "bomb_pot": True, "run_twice": True, "rabbit": True, "show_cards": True}
DELTA = {**ALL, "buy_button": True, "stakes_vote": True}


def stud(house: str) -> Config:
    stakes = Stakes(small=200, big=400, ante=100, bring_in=100, chip=100)
    return Config("t1", house, (Spread("seven-card-stud", stakes, "limit", (2_000, 0)),), seats=8)


def blinds(house: str, game: str, limit: str, posted=(100, 200)) -> Config:
    stakes = Stakes(small=200, big=400, blinds=posted, chip=100)
    return Config("t1", house, (Spread(game, stakes, limit, (2_000, 0)),), seats=8)


OVERS = blinds("artichoke-joes", "texas-holdem", "no-limit", (100, 100, 200))
KILLS = blinds("artichoke-joes", "texas-holdem", "limit with kill")


def formats() -> Config:
    by = ("under the gun", "from home", "winner")
    stakes = Stakes(small=400, blinds=(100, 200, 400), ante=100, chip=100, by=by)
    spread = Spread("draw-poker", stakes, "no-limit", (4_000, 0))
    return Config("t1", "artichoke-joes", (spread,), seats=8)


def cuban() -> Config:
    page = antes("club-caribe", "cuban-swing")
    others = (replace(page.spreads[0], game=f"cuban-{name}") for name in ("watch", "elevator"))
    return replace(page, spreads=(page.spreads[0], *others), seats=7, rotate="button")


def mixed(*pages: Config) -> Config:
    """In turn."""
    games = tuple(page.spreads[0] for page in pages)
    return Config("t1", pages[0].house, games, seats=7, rotate="orbit")


def antes(house: str, game: str, **more) -> Config:
    stakes = Stakes(small=200, big=400, ante=100, chip=100)
    return Config("t1", house, (Spread(game, stakes, "limit", (2_000, 0), **more),), seats=8)


def rotation() -> Config:
    stakes = Stakes(small=200, big=400, blinds=(100, 200), chip=100)
    games = ("lightning-holdem", "lightning-omaha", "lightning-omaha-hi-lo")
    spreads = tuple(Spread(game, stakes, "limit", (2_000, 0)) for game in games)
    return Config("t1", "artichoke-joes", spreads, rotate="orbit")


def by_time() -> Config:
    """In turn with a game that takes no fee for time."""
    page = no_limit(schedule="board-2018-12", rotate="orbit")
    pot = replace(page.spreads[0], fees=())
    return replace(page, spreads=(pot, replace(pot, fees=(101,))))


def banked() -> Config:
    stakes = Stakes(small=500, chip=100)
    game = Spread("three-card-poker", stakes, buy_in=(10_000, 0), fees=(1,))
    return Config("t1", "artichoke-joes", (game,), 7)


PAGES = {
    "limit": config(settings=ALL, bomb_ante=300),
    "delta": config("delta-downtown", settings=DELTA, bomb_ante=300),
    "button fee": config(settings={**ALL, "fee_from": "button"}, bomb_ante=300),
    "delta, button fee": config(
        "delta-downtown", settings={**DELTA, "fee_from": "button"}, bomb_ante=300
    ),
    "jackpot": no_limit(jackpot=Jackpot(beaten="pair", beater="pair"), settings=ALL),
    "sit-n-go": no_limit(tournament=SHOW, settings={"chop": True, "straddle": True}),
    "delta sit-n-go": no_limit("delta-downtown", tournament=SHOW, settings={"chop": True}),
    "stud": replace(stud("delta-downtown"), settings={"straddle": True}),
    "rotation": rotation(),
    "by time": by_time(),
    "straddles": KILLS,
    "overs": OVERS,
    "one blind": blinds("club-caribe", "lowball-ace-to-five", "limit", (200,)),
    "three blinds": blinds("hawaiian-gardens", "lowball-ace-to-five", "limit", (100, 100, 200)),
    "lowball with kill": blinds("delta-downtown", "lowball-ace-to-five", "limit with kill"),
    "winner's blind": formats(),
    "overs, then stud": mixed(OVERS, no_limit(), stud("artichoke-joes")),
    "kills, then more": mixed(KILLS, blinds("artichoke-joes", "omaha-hi-lo", "limit")),
    "delta mixed": mixed(
        blinds("delta-downtown", "texas-holdem", "limit"),
        blinds("delta-downtown", "lowball-ace-to-five", "limit with kill"),
        stud("delta-downtown"),
    ),
    "banked": banked(),
    "a bank in turn": mixed(no_limit(), banked()),
    "equal blinds": blinds("delta-downtown", "texas-holdem", "limit", (200, 200)),
    "cuban": cuban(),
    "jacks back": antes("club-caribe", "jacks-back"),
    "jacks or better": antes("delta-downtown", "draw-jacks-or-better", antes=2),
}


ALL_PAGES = (*PAGES.values(), *(row.page for row in rows()), *(row.page for row in banked_rows()))


class Fuzz:
    """Everybody does anything, and time passes."""

    def __init__(self, page: Config, seed: int) -> None:
        validate(page)
        self.rng, self.m = Random(seed), BareTable(page, seed)
        self.bot, self.names = random_player(folds=0.3), 0
        self.show = page.tournament

    @property
    def table(self) -> state.Table:
        return self.m.table

    def amount(self) -> int:
        return self.rng.choice((0, 1, 50, 100, 200, 2_000, 3_400, 10_000, 1_000_000))

    def command(self) -> c.AnyCommand:
        kind = self.rng.choice(KINDS)
        values = [self.value(name) for name in kind.__struct_fields__]
        return kind(*values)

    def value(self, name: str) -> object:
        m, rng = self.m, self.rng
        match name:
            case "now":
                return m.now
            case "by":
                return rng.choice(("floor", "floor", c.DOORS))
            case "reason":
                return "floor"
            case "seat" | "to":
                return rng.randrange(0, len(m.table.seats) + 1)
            case "account" | "name":
                return self.somebody()
            case "accounts":
                return self.somebody(), self.somebody()
            case "chips" | "balance" | "brings":
                return self.amount()
            case "ms" | "until":
                return rng.choice((0, -5, 60_000, m.now + 60_000))
            case "transfer":
                return rng.choice([*m.table.transit.asked, *m.table.transit.flying, "x"])
            case "entry":
                return rng.choice(get_args(c.Entry))
            case "spread":
                return rng.randrange(-1, 3)
            case "extra":
                return rng.choice(get_args(c.Extra))
            case "motion":
                return rng.choice(get_args(c.Motion))
            case "kind":
                return rng.choice(("lobby", "meal"))
            case "when":
                return rng.choice(("", "next hand", "next big blind"))
            case "numbers" if m.table.play is not None and rng.random() < 0.8:
                return tuple(rng.sample(range(3 * len(m.table.seats)), 1))
            case "cards" | "numbers":
                return tuple(rng.sample(range(52), rng.randrange(0, 4)))
            case "dice":
                return tuple(rng.randrange(0, 8) for _ in range(rng.randrange(4)))
            case "left":
                return rng.randrange(-1, 3)
            case "good":
                return rng.random() < 0.3
            case "number":
                return rng.randrange(0, 3)
            case "words":
                return ""
            case "config":
                here = m.table.config
                return replace(rng.choice(ALL_PAGES), table=here.table, seats=here.seats)
        return rng.random() < 0.8  # a yes or a no

    def somebody(self) -> str:
        """Who is here, as a rule."""
        here = [seat.person.account for seat in self.table.seats if seat.person.account]
        return self.rng.choice([*here, "p1", "p2"])

    # Players

    def touch(self) -> None:
        """The seat to act does something legal, as a rule."""
        live, rng = self.table.live, self.rng
        assert live is not None
        seat = live.queue[0]
        if rng.random() < 0.1:
            move: object = rng.choice((
                p.Fold(seat), p.Call(seat), p.Raise(seat, self.amount()), p.Draw(seat, (99,)),
                p.Roll(seat, True), p.Kill(seat, True), b.PassBank(seat), b.TakeBank(seat, 100),
                b.Wager(seat, (("ante", self.amount()),)), b.Choose(seat, "play", self.amount()),
            ))  # fmt: skip
        elif isinstance(live, PokerPlay):
            move = self.bot(live, rng)
        else:
            move = random_legal(live, seat, rng)
        self.tried(c.Play(self.m.now, self.table.decision, move))

    def tried(self, command: c.AnyCommand) -> bool:
        try:
            self.m.do(command)
        except Refused:
            return False
        return True

    def come(self, number: int) -> None:
        m, rng, table = self.m, self.rng, self.table
        self.names += 1
        name = self.somebody() if rng.random() < 0.1 else f"n{self.names}"
        self.tried(c.SwipeCard(m.now, number, name, name))
        if rng.random() < 0.1:
            self.tried(c.PinChecked(m.now, number, False, left=rng.randrange(3)))
        self.tried(c.PinChecked(m.now, number, True, 10_000_000))
        self.tried(c.Approve(m.now, "floor", "floor", number))
        seat = table.seats[number]
        if seat.life == "choosing":
            least, most = buy_limits(table, seat, m.now)
            chips = rng.choice((least, 2 * least, 10 * least))
            self.tried(c.BuyIn(m.now, number, min(chips, most or chips), rng.random() < 0.5))
        self.bank(yes=0.9)

    def wish(self) -> None:
        """Straddles, overs, kills to come in."""
        for seat in range(1, len(self.table.seats)):
            extra, entry = self.rng.choice(("straddle", "over")), self.rng.choice(("over", "kill"))
            self.tried(c.ChooseExtra(self.m.now, seat, extra, 400 if extra == "over" else 0))
            self.tried(c.ChooseEntry(self.m.now, seat, entry))

    def agree(self, motion: c.Motion) -> None:
        for seat in range(1, len(self.table.seats)):
            self.tried(c.Propose(self.m.now, seat, motion))

    def after_the_hand(self) -> None:
        """Cards are shown, those that did not come are asked for, jackpots confirmed."""
        m, play = self.m, self.table.play
        if play is None or self.table.live is not None:
            return
        for seat in play.seats:
            self.tried(c.Propose(m.now, seat, "rabbit"))
            self.tried(c.ShowCards(m.now, seat, play.held(seat)[: self.rng.randrange(3)]))
        for hit in [*self.table.jackpots.bad_beats]:
            pays = self.rng.random() < 0.7
            self.tried(c.ConfirmJackpot(m.now, "floor", "floor", hit.number, pays))
        self.tried(c.PayHighHand(m.now, "floor", "floor"))

    # The world

    def bank(self, yes: float = 1.0) -> None:
        """It says yes, no, or nothing yet."""
        transit, rng = self.table.transit, self.rng
        for transfer in [*transit.asked, *transit.flying]:
            if rng.random() < max(yes, 0.7):
                self.tried(c.BankAnswered(self.m.now, transfer, rng.random() < yes, "no"))

    def power_cut(self) -> None:
        """The table is what its snapshot says; as the controller wakes it."""
        m, table = self.m, self.table
        again = state.decode(state.encode(table))
        assert again == table
        m.table = again
        m.now += self.rng.choice((0, 1_000, 3_600_000))
        if not again.paused and self.tried(c.Pause(again.now, "table", "power")):
            self.tried(c.Resume(m.now, "table", "power"))

    def fault(self) -> None:
        m, rng = self.m, self.rng
        match rng.randrange(4):
            case 0:
                self.power_cut()
            case 1:
                m.now += rng.choice((60_000, 1_000_000, 7_200_000))
            case 2:
                lost = rng.randrange(1, len(self.table.seats))
                self.tried(rng.choice((c.LoseLink, c.RegainLink))(m.now, lost))
            case 3:
                self.bank(yes=0.5)

    def go_on(self) -> None:
        m = self.m
        if not m.table.live:
            m.shuffle()
        if m.step():
            return
        if m.table.live and m.table.live.queue and self.rng.random() < 0.95:
            self.touch()
            return
        want = wants(m.table)
        times = [want.tick_at, want.deal_at if want.cards else None]
        later = [at for at in times if at is not None]
        m.now = max(m.now, min(later)) if later else m.now + 1_000

    def turn(self) -> None:
        roll, seats = self.rng.random(), len(self.table.seats)
        if roll < 0.02:
            self.after_the_hand()
        elif roll < 0.05:
            self.tried(self.command())
        elif roll < 0.06:
            self.come(self.rng.randrange(1, seats))
            self.forgive()
        elif roll < 0.065:
            self.fault()
        elif roll < 0.075:
            self.open()
        elif roll < 0.085:
            self.agree(self.rng.choice(get_args(c.Motion)))
        elif roll < 0.09:
            self.wish()
        else:
            self.go_on()

    # The floor

    def open(self) -> None:
        m = self.m
        for who in (c.DOORS, c.SECOND, "floor"):
            self.tried(c.Resume(m.now, who, "floor"))
        start = c.StartTournament if self.show else c.OpenTable
        self.tried(start(m.now, "floor", "floor"))
        self.tried(c.EndTournament(m.now, "floor", "floor", self.rng.random() < 0.5))

    def forgive(self) -> None:
        """Or the room is empty before midnight."""
        m, people = self.m, self.table.people
        for account in [*people.barred]:
            self.tried(c.Unbar(m.now, "floor", "floor", account))
        for rule in [*people.apart]:
            self.tried(c.LetTogether(m.now, "floor", "floor", rule.accounts))
        for one in [*people.waiting, *people.changing]:
            self.tried(c.LeaveList(m.now, one.account))
        for transfer in [*self.table.transit.owed]:
            self.tried(c.HandPay(m.now, "floor", "floor", transfer, in_books=True))
        for seat in self.table.seats[1:]:
            self.tried(c.RegainLink(m.now, seat.number))
            self.tried(c.DropAskSeat(m.now, seat.number))
            self.tried(c.ComeBack(m.now, seat.number))

    # An evening

    def play_on(self, hands: int) -> BareTable:
        """So many hands, or as many as come of such an evening; then another must begin."""
        for seat in range(1, min(6, len(self.table.seats))):
            self.come(seat)
        for _ in range(60 * hands):
            if self.table.this_hand.number >= hands:
                break
            self.turn()
        self.must_go_on()
        return self.m

    def must_go_on(self) -> None:
        number = self.table.this_hand.number
        for step in range(4_000):
            if self.table.this_hand.number > number:
                return
            if step % 50 == 0:
                self.forgive()
                self.bank()
                for seat in range(1, len(self.table.seats)):
                    self.come(seat)
                self.open()
            self.go_on()
        raise AssertionError("no hand begins any more")


RARE = (c.CloseTable, c.KeepApart, c.VoidHand, c.SwipeCard, c.Bar)
KINDS = [kind for kind in get_args(c.AnyCommand) if kind not in (c.Play, c.Deal, c.Tick)]
KINDS += [kind for kind in KINDS if kind not in RARE] * 5

EVENING = 40  # hands


def evenings(seed: int, hands: int) -> Iterator[BareTable]:
    """On one page after the other, until so many hands are played; a failure names its own."""
    rng, played = Random(seed), 0
    while played < hands:
        special = len(PAGES) if rng.random() < 0.5 else len(ALL_PAGES)
        page, luck = ALL_PAGES[rng.randrange(special)], rng.randrange(1 << 32)
        try:
            m = Fuzz(page, luck).play_on(EVENING)
            assert m.replay() == m.table
        except Exception as problem:
            problem.add_note(f"Fuzz(ALL_PAGES[{ALL_PAGES.index(page)}], {luck}): {page}")
            raise
        played += m.table.this_hand.number
        yield m
