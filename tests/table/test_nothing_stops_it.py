"""No input of players or floor stops a table: what the rules do not allow is refused, and a page
that could not be played is refused before anybody sits at it."""

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker import commands as p
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config, Spread, Tournament, validate
from firmware.table.engine import wants
from firmware.table.jackpot import Jackpot
from lab.simulation.bare_table import BareTable, config, no_limit

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


def mixed() -> Config:
    """In turn: three blinds and overs, a kill game, stud."""
    stakes = Stakes(small=200, big=400, ante=100, bring_in=100, chip=100)
    stud = Spread("seven-card-stud", stakes, "limit", (2_000, 0))
    others = (page.spreads[0] for page in (OVERS, KILLS))
    return Config("t1", "artichoke-joes", (*others, stud), seats=7, rotate="orbit")


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
    "mixed": mixed(),
    "equal blinds": blinds("delta-downtown", "texas-holdem", "limit", (200, 200)),
    "jacks back": antes("club-caribe", "jacks-back"),
    "jacks or better": antes("delta-downtown", "draw-jacks-or-better", antes=2),
}


class Fuzz:
    """Everybody does anything, and time passes."""

    def __init__(self, page: Config, seed: int) -> None:
        validate(page)
        self.rng, self.m = Random(seed), BareTable(page, seed)
        self.show = page.tournament

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
            case "by" | "reason":
                return "floor"
            case "seat" | "to":
                return rng.randrange(0, 8)
            case "account" | "name":
                return f"p{rng.randrange(1, 20)}"
            case "accounts":
                return (f"p{rng.randrange(1, 20)}", f"p{rng.randrange(1, 20)}")
            case "chips" | "balance" | "brings":
                return self.amount()
            case "ms" | "until":
                return rng.choice((0, -5, 60_000, m.now + 60_000))
            case "transfer":
                return rng.choice([*m.table.transit.asked, *m.table.transit.flying, "x"])
            case "entry":
                return rng.choice(get_args(c.Entry))
            case "extra":
                return rng.choice(get_args(c.Extra))
            case "motion":
                return rng.choice(get_args(c.Motion))
            case "kind":
                return rng.choice(("lobby", "meal"))
            case "when":
                return rng.choice(("", "next hand", "next big blind"))
            case "cards" | "numbers":
                return tuple(rng.sample(range(52), rng.randrange(0, 4)))
            case "left":
                return rng.randrange(-1, 3)
            case "number":
                return rng.randrange(0, 3)
            case "words":
                return ""
            case "config":
                return rng.choice([m.table.config, *PAGES.values()])
        return rng.random() < 0.8  # a yes or a no

    def touch(self) -> None:
        """The seat to act does something legal, as a rule."""
        live, rng = self.m.table.live, self.rng
        assert live is not None
        seat = live.queue[0]
        calls = [p.Call(seat)] * 3
        moves = [
            *calls,
            p.Fold(seat),
            p.Raise(seat, self.amount()),
            p.Raise(seat, live.facing + 200),
        ]
        if live.due == "kill":
            moves = [p.Kill(seat, rng.random() < 0.3)]
        elif live.due == "draw":
            moves = [p.Draw(seat, live.own(seat)[: rng.randrange(5)])]
        move = rng.choice(moves)
        self.tried(c.Play(self.m.now, self.m.table.decision, move))

    def tried(self, command: c.AnyCommand) -> bool:
        try:
            self.m.do(command)
        except Refused:
            return False
        return True

    def come(self, seat: int) -> None:
        name = f"p{self.rng.randrange(1, 20)}"
        m = self.m
        self.tried(c.SwipeCard(m.now, seat, name, name))
        self.tried(c.PinChecked(m.now, seat, True, 1_000_000))
        self.tried(c.Approve(m.now, "floor", "floor", seat))
        self.tried(c.BuyIn(m.now, seat, 3_400 if self.show else 10_000))
        for transfer in [*m.table.transit.asked]:
            self.tried(c.BankAnswered(m.now, transfer, True))

    def go_on(self) -> None:
        m = self.m
        if not m.table.live:
            m.shuffle()
        if m.step():
            return
        if m.table.live and m.table.live.queue and self.rng.random() < 0.9:
            self.touch()
            return
        want = wants(m.table)
        times = [want.tick_at, want.deal_at if want.cards else None]
        later = [at for at in times if at is not None]
        m.now = max(m.now, min(later)) if later else m.now + 1_000

    def turn(self) -> None:
        roll = self.rng.random()
        if roll < 0.10:
            self.tried(self.command())
        elif roll < 0.13:
            self.come(self.rng.randrange(1, 8))
            self.forgive()
        elif roll < 0.18:
            start = c.StartTournament if self.show else c.OpenTable
            self.tried(start(self.m.now, "floor", "floor"))
        elif roll < 0.20:
            self.tried(c.Resume(self.m.now, "floor", "floor"))
        elif roll < 0.23:
            self.agree(self.rng.choice(("straddle", "bomb pot", "chop", "run it twice")))
        elif roll < 0.25:
            self.wish()
        else:
            self.go_on()

    def wish(self) -> None:
        """Straddles, overs, kills to come in."""
        for seat in range(1, 8):
            extra, entry = self.rng.choice(("straddle", "over")), self.rng.choice(("over", "kill"))
            self.tried(c.ChooseExtra(self.m.now, seat, extra, 400 if extra == "over" else 0))
            self.tried(c.ChooseEntry(self.m.now, seat, entry))

    def forgive(self) -> None:
        """Or the room is empty before midnight."""
        m = self.m
        for account in [*m.table.people.barred]:
            self.tried(c.Unbar(m.now, "floor", "floor", account))
        for one in [*m.table.people.waiting, *m.table.people.changing]:
            self.tried(c.LeaveList(m.now, one.account))
        for seat in m.table.seats[1:]:
            self.tried(c.RegainLink(m.now, seat.number))
            self.tried(c.DropAskSeat(m.now, seat.number))
            self.tried(c.ComeBack(m.now, seat.number))

    def agree(self, motion: c.Motion) -> None:
        for seat in range(1, 8):
            self.tried(c.Propose(self.m.now, seat, motion))

    def play_on(self, turns: int) -> BareTable:
        for seat in range(1, 6):
            self.come(seat)
        for _ in range(turns):
            self.turn()
        return self.m


RARE = (c.CloseTable, c.ChangeGame, c.KeepApart, c.VoidHand)
KINDS = [kind for kind in get_args(c.AnyCommand) if kind not in (c.Play, c.Deal, c.Tick)]
KINDS += [kind for kind in KINDS if kind not in RARE] * 5


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_anybody_does_the_table_goes_on(name, seed):
    m = Fuzz(PAGES[name], seed).play_on(1_500)
    assert m.replay() == m.table
    assert any(isinstance(x, e.HandBegan) for x in m.events)


def test_a_bomb_pot_whose_button_left_is_served_by_who_acts_last():
    """The button's collection (002 L301) was asked of an empty seat, and no hand began again."""
    page = config(settings={"bomb_pot": True, "fee_from": "button"}, bomb_ante=300)
    m = BareTable(page).open(1, 2, 3, 4, button=1).next_hand()
    m.fold_out()
    m.ask(c.Leave, 1)
    for seat in (2, 3, 4):
        m.ask(c.Propose, seat, "bomb pot")
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert began.bomb
    assert began.button == 1
    assert [(x.seat, x.chips) for x in began.posts if x.kind == "dead"] == [(4, 200)]
    assert m.table.play.fees == 200


def test_a_straddle_follows_the_big_blind_that_was_bought_with_the_button():
    """002 L311: who buys the button is the only blind; L313: the straddle is left of it."""
    page = no_limit("delta-downtown", settings={"straddle": True, "buy_button": True})
    m = BareTable(page).open(1, 3, 4, 5, button=5).next_hand()
    m.sit(2)  # between the next button and the small blind
    m.ask(c.ChooseEntry, 2, "buy the button")
    m.fold_out()
    for seat in (1, 3, 4, 5):
        m.ask(c.Propose, seat, "straddle")
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert (began.button, began.big) == (1, (2,))
    assert [x.seat for x in began.posts if x.kind == "straddle"] == [3]


SIT_N_GO = no_limit(tournament=SHOW)
IMPOSSIBLE = {
    "spreads[0].fees": replace(config(), tournament=SHOW),
    "jackpot": replace(SIT_N_GO, jackpot=Jackpot()),
    "bomb_ante": replace(SIT_N_GO, bomb_ante=300),
    "spreads[0].game": replace(stud("artichoke-joes"), tournament=SHOW),
    "tournament.levels": replace(SIT_N_GO, tournament=replace(SHOW, levels=((0, 20, 0),))),
    "tournament.fee": replace(SIT_N_GO, tournament=replace(SHOW, fee=-1)),
    "jackpot.beaten": no_limit(jackpot=Jackpot(beaten="quads")),
    "jackpot.pays": no_limit(jackpot=Jackpot(pays=101)),
    "jackpot.winner": no_limit(jackpot=Jackpot(loser=60, winner=50)),
    "settings.action_ms": no_limit(settings={"action_ms": 0}),
    "settings.gap_ms": no_limit(settings={"gap_ms": -1}),
    "settings.least_players": no_limit(seats=6, settings={"least_players": 7}),
    "table": no_limit(table=" "),
}


@pytest.mark.parametrize("field", IMPOSSIBLE)
def test_what_a_table_could_not_play_is_refused_with_its_line(field):
    """A sit-n-go's chips are counters (000 L2154): cents taken from them broke the books, and the
    table stopped again after every restart."""
    with pytest.raises(BadPage) as bad:
        validate(IMPOSSIBLE[field])
    assert bad.value.field == field


def test_a_bomb_pot_needs_a_flop():
    with pytest.raises(BadPage, match="starts with the flop"):
        validate(replace(stud("delta-downtown"), bomb_ante=300))


@pytest.mark.parametrize(
    ("game", "stakes", "seats", "says"),
    [
        ("seven-card-stud", {"blinds": (100, 200)}, 8, "has no blinds, but antes"),
        ("lightning-holdem", {"blinds": (100, 100, 200)}, 10, "has 2 blinds at most"),
        ("lightning-holdem", {"bring_in": 100}, 10, "has no forced bet"),
        ("seven-card-stud", {"ante": 100}, 9, "8 players at most, and the table has 9 seats"),
    ],
)
def test_forced_bets_and_seats_are_those_of_the_game(game, stakes, seats, says):
    """A stud table that posted blinds dealt neither game."""
    posted = Stakes(**({"small": 200, "big": 400, "blinds": (100, 200), "chip": 100} | stakes))
    if game == "seven-card-stud" and "blinds" not in stakes:
        posted = replace(posted, blinds=())
    page = Config("1", "artichoke-joes", (Spread(game, posted),), seats=seats)
    with pytest.raises(BadPage, match=says):
        validate(page)


def test_kansas_city_takes_three():
    """003 L1614: a table for two is refused, and two players wait for a third."""
    stakes = Stakes(600, 1_200, (300, 600), chip=50)
    page = Config("1", "hawaiian-gardens", (Spread("kansas-city", stakes),), seats=8)
    with pytest.raises(BadPage, match="3 players at least"):
        validate(replace(page, seats=2))
    m = BareTable(page).open(1, 2)
    assert wants(m.table).tick_at is None
    m.sit(3)
    assert m.next_hand().table.live is not None
