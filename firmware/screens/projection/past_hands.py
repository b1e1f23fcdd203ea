"""A finished hand, told to one of its players: what everybody saw, and what it was to him."""

from collections.abc import Iterator

from firmware.games import cards
from firmware.games.banked import events as be
from firmware.games.pan import events as pan
from firmware.games.play import Award, Play
from firmware.games.poker import events as pe
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.projection.hand_name import spoken
from firmware.screens.projection.replay import VOIDED
from firmware.screens.projection.shares import most_won, shares, totals
from firmware.table.engine import Finished, Receipt

LINES = 20


def past_hand(done: Finished, seat: int, lines: tuple[str, ...], chips: bool = False) -> g.Past:
    """`lines` are the same for all."""
    receipt = done.receipt
    line = next(line for line in receipt.seats if line.seat == seat)
    names = _names(receipt)
    best = _told_first(receipt.winners, seat)
    words = ""
    if best is not None:
        hand = spoken(best.words)
        total = _amount(totals(receipt.winners)[best.seat], chips)
        words = f"{names[best.seat]} wins {total}{f': {hand}' if hand else ', nobody called'}"
    return g.Past(
        hand=receipt.hand,
        board=receipt.board,
        net=line.net,
        winner=names[best.seat] if best else "",
        words=f"Void: {receipt.voided}" if receipt.voided else words,
        lines=lines,
        end=_end(done, seat, receipt.voided),
    )


def _end(done: Finished, seat: int, voided: str) -> str:
    """For him, in two words."""
    if voided:
        return "void"
    if any(isinstance(event, pe.Folded) and event.seat == seat for event in done.events):
        return "you folded"
    won = [share for share in done.receipt.winners if share.seat == seat]
    if won and (hand := spoken(most_won(tuple(won)).words)):
        return hand.split(",")[0]
    return "showdown" if any(share.words for share in done.receipt.winners) else "no showdown"


def _told_first(won: tuple[Award, ...], seat: int) -> Award | None:
    """One's own result, or that of who won most."""
    if not won:
        return None
    mine = [share for share in won if share.seat == seat]
    return most_won(tuple(mine) or won)


def story(done: Finished, chips: bool = False) -> tuple[str, ...]:
    """What everybody saw, a line each; where it is too much, the folds go first, and then the last
    moves: who won what is always told."""
    names = _names(done.receipt)
    won = [_pot(share, names, chips) for share in shares(done.receipt.winners)]
    voided = [VOIDED] if done.receipt.voided else []
    end = [*won, *_fees(done.receipt), *voided][:LINES]
    lines, room = [*_lines(done, names, chips)], LINES - len(end)
    while len(lines) > room and any(line.endswith(" folds") for line in lines):
        lines.remove(next(line for line in lines if line.endswith(" folds")))
    return (*lines[:room], *end)


def _pot(share: g.Share, names: dict[int, str], chips: bool) -> str:
    who = " and ".join(names[seat] for seat in share.seats)
    pot = f"{share.pot} {_amount(share.chips, chips)}: {who}"
    return f"{pot}, {share.hand}" if share.hand else pot


def _amount(amount: int, in_chips: bool) -> str:
    return f"{amount:,}" if in_chips else show(amount)


def _names(receipt: Receipt) -> dict[int, str]:
    return {line.seat: line.name for line in receipt.seats}


def _lines(done: Finished, names: dict[int, str], chips: bool) -> Iterator[str]:
    play = done.start.fresh()
    for event in done.events:
        before, facing = len(play.board), play.facing
        line = _line(event, names, facing, chips)
        if line:
            yield line
        play.evolve(event)
        if len(play.board) > before and play.pan is None:
            yield f"{_street(play)}: {cards.show(play.board[before:])}"


def _street(play: Play) -> str:
    if play.round is None and not play.rules.board:
        return "Common card"
    return {3: "Flop", 4: "Turn", 5: "River"}.get(len(play.board), "Board")


def _line(event: object, names: dict[int, str], level: int, in_chips: bool) -> str:
    match event:
        case pe.Folded(seat=seat):
            return f"{names[seat]} folds"
        case pe.Called(seat=seat, chips=0):
            return f"{names[seat]} checks"
        case pe.Called(seat=seat, chips=chips):
            return f"{names[seat]} calls {_amount(chips, in_chips)}"
        case pe.Raised(seat=seat, to=to):
            return f"{names[seat]} {'raises to' if level else 'bets'} {_amount(to, in_chips)}"
        case pan.Declared(seat=seat, plays=plays):
            return f"{names[seat]} is {'in' if plays else 'out'}"
        case pan.Melded(seat=seat, cards=laid):
            return f"{names[seat]} melds {cards.show(laid)}"
        case pan.Collected(seat=seat, why=why, paid=paid) if any(x for _, x in paid):
            return f"{names[seat]} is paid {show(sum(x for _, x in paid))}: {why}"
        case be.BankTaken(seat=seat, chips=chips):
            return f"{names[seat]} holds the bank with {_amount(chips, in_chips)}"
        case be.BetsPlaced(seat=seat, bets=bets) if bets:
            return f"{names[seat]} bets {_amount(sum(x for _, x in bets), in_chips)}"
        case be.Chosen(seat=seat, verb=verb):
            return f"{names[seat]} {verb}s"
        case be.WagerSettled(seat=seat, circle=circle, chips=chips) if chips:
            did = "wins" if chips > 0 else "loses"
            return f"{names[seat]} {did} {_amount(abs(chips), in_chips)} on the {circle}"
        case be.PoolWon(seat=seat, circle=circle, chips=chips):
            return f"{names[seat]} wins {_amount(chips, in_chips)}, {circle} wagers"
    return ""


def _fees(receipt: Receipt) -> tuple[str, ...]:
    parts = [f"House fee {show(receipt.fee)}"] if receipt.fee else []
    parts += [f"jackpot {show(receipt.jackpot)}"] if receipt.jackpot else []
    return (", ".join(parts).capitalize(),) if parts else ()
