"""What one seat is asked now: its turn, any other choice, and what it may choose ahead."""

from firmware.games.banked.engine import Offer
from firmware.games.poker.betting import Choices
from firmware.games.poker.hand import Hand
from firmware.games.poker.play import Exchange
from firmware.screens import protocol as g
from firmware.screens.projection import banked
from firmware.table.engine import Table, may_show, shown_numbers

AHEAD_FREE: tuple[g.Pre, ...] = ("check/fold", "check", "call any")
AHEAD_OWING: tuple[g.Pre, ...] = ("check/fold", "call", "call any")


def turn(table: Table, seat: int, decision: int) -> g.Turn | None:
    """Of the seat whose decision it is: exactly what the rules offer."""
    hand = table.live
    if not decision or table.paused or not isinstance(hand, Hand):
        return None
    offered = hand.offer(seat)
    return _turn(hand, offered, decision) if isinstance(offered, Choices) else None


def _turn(hand: Hand, offered: Choices, decision: int) -> g.Turn:
    amounts = offered.raise_to
    fixed = hand.rules.limit == "limit"
    return g.Turn(
        decision=decision,
        fold=offered.fold,
        call=offered.call,
        raise_to=g.Range(amounts.least, amounts.most, amounts.step) if amounts else None,
        forced=offered.forced,
        fixed=fixed,
        bet=hand.bets[offered.seat],
        level=hand.level,
        pot=hand.pot,
        unit=max(hand.stakes.blinds, default=hand.stakes.small),
        street_bet=amounts.least - hand.level if fixed and amounts else 0,
        raises=_raises(hand) if fixed else (0, 0),
    )


def _raises(hand: Hand) -> tuple[int, int]:
    """Used and allowed; (0, 0) where nothing limits them."""
    cap = hand.rules.settings.raise_cap
    return (max(0, hand.wagers - 1), cap) if cap and not hand.uncapped else (0, 0)


def decision_ask(table: Table, seat: int, decision: int) -> g.Ask | None:
    """A decision of the play that is no bet."""
    live = table.live
    if not decision or live is None or table.paused:
        return None
    offered = live.offer(seat)
    if isinstance(offered, Exchange):
        return g.Ask(decision, offered.kind, offered.least, offered.most, offered.chips)
    return banked.ask(live.due, offered, decision) if isinstance(offered, Offer) else None


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
