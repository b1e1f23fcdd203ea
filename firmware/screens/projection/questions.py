"""What one seat is asked now: its turn, any other choice, and what it may choose ahead."""

from firmware.games.banked.engine import Offer
from firmware.games.pan.engine import PanOffer
from firmware.games.play import Play
from firmware.games.poker.commands import Timeout
from firmware.games.poker.play import Betting, Exchange
from firmware.screens import protocol as g
from firmware.screens.projection import banked, pan
from firmware.table.engine import Table, may_show, shown_numbers, sits_out_late

AHEAD_FREE: tuple[g.Pre, ...] = ("check/fold", "check", "call any")
AHEAD_OWING: tuple[g.Pre, ...] = ("check/fold", "call", "call any")


def turn(table: Table, seat: int, decision: int) -> g.Turn | None:
    """Of the seat whose decision it is: exactly what the rules offer."""
    live = table.live
    if not decision or table.paused or live is None or live.due != "act":
        return None
    offered = live.offer(seat)
    if not isinstance(offered, Betting):
        return None
    return _turn(live, offered, decision, _late(live, offered) + _sits_out(table))


def _sits_out(table: Table) -> str:
    return " and sit out" if sits_out_late(table) else ""


# what the clock does for a seat: while it still runs, and when it has run out
LATE = {
    "check": ("you check", "you checked"),
    "fold": ("you fold", "your hand was folded"),
    "call": ("you call", "you called"),
    "bring-in": ("you bring it in", "you brought it in"),
    "pat": ("you stand pat", "you stood pat"),
    "no bank": ("you pass the bank", "you passed the bank"),
    "no bet": ("you place no bet", "you placed no bet"),
    "stand": ("you stand", "you stood"),
    "hit": ("you take a card", "you took a card"),
    "draw": ("you draw a card", "you drew a card"),
    "keep": ("you keep your cards", "you kept your cards"),
    "keep down": ("your card stays down", "your card stayed down"),
    "discard": ("the table chooses what you give up", "the table chose what you gave up"),
    "no kill": ("the pot is not killed", "the pot was not killed"),
    "set": ("the house way sets your hand", "the house way set your hand"),
    "no insurance": ("you take no insurance", "you took no insurance"),
    "no hardways": ("you cover no hardways", "you covered no hardways"),
}
PLAYED = "the table plays for you", "the table played for you"


def was_late(did: str) -> str:
    """What it did."""
    return LATE.get(did, PLAYED)[1]


def _late(play: Play, offered: Betting) -> str:
    """What becomes of a seat that does nothing, asked of the very rule that will say so."""
    did = play.did(play.decide(Timeout(offered.seat))[0])
    return "you lose your hand" if did == "fold" and offered.call == 0 else LATE[did][0]


def _turn(play: Play, offered: Betting, decision: int, late: str) -> g.Turn:
    amounts = offered.raise_to
    short = amounts is not None and offered.called < amounts.most
    return g.Turn(
        decision=decision,
        fold=offered.fold,
        call=offered.call,
        raise_to=g.Range(amounts.least, amounts.most, amounts.step) if amounts else None,
        forced=offered.forced,
        fixed=offered.fixed,
        bet=play.bet(offered.seat),
        level=play.facing,
        pot=play.pot,
        unit=offered.unit,
        street_bet=amounts.least - play.facing if offered.fixed and amounts else 0,
        raises=offered.raises,
        wins=offered.wins,
        late=late,
        called=offered.called if short else 0,
    )


def decision_ask(table: Table, seat: int) -> g.Ask | None:
    """A decision of the play that is no bet: this seat's, or one whose answer it may still change
    where all answer at once."""
    live, decision = table.live, table.decision
    if live is None or table.paused:
        return None
    offered = live.offer(seat)
    if isinstance(offered, Exchange):
        return g.Ask(decision, offered.kind, offered.least, offered.most, offered.chips)
    if isinstance(offered, Offer):
        late = _late_against(table, live, seat)
        return banked.ask(live.due, offered, decision, late)
    if isinstance(offered, PanOffer):
        return pan.ask(offered, decision)
    return None


def _late_against(table: Table, live: Play, seat: int) -> str:
    says = LATE.get(live.late(live.decide(Timeout(seat))[0]), PLAYED)[0]
    out = _sits_out(table)
    return says + (out if says.startswith("you") else out.replace("sit", "you sit"))


def show_ask(table: Table, seat: int, held: int) -> g.Ask | None:
    """The hand is over: his cards that nobody saw, if the house lets him show them."""
    if not may_show(table, seat):
        return None
    return g.Ask(table.decision, "show", most=held - len(shown_numbers(table, seat)))


def ahead(table: Table, seat: int) -> tuple[g.Pre, ...]:
    """Pre-actions on offer; the station holds the one that is ticked."""
    live = table.live
    if not table.config.ways.pre_actions or live is None or live.due != "act":
        return ()
    if seat not in live.seats or live.folded(seat) or not live.stacks[seat]:
        return ()
    if live.queue[0] == seat:
        return ()
    return AHEAD_OWING if live.facing > live.bet(seat) else AHEAD_FREE
