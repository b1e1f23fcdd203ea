"""What each audience may know: one public view, one private view a seat. Nothing else leaves.

A view is built from what its reader may see, never by taking away from what he may not: hole
cards come in at two places only, `_own_cards` (the seat's own) and `shown` (the showdown's).
"""

from typing import Literal

from msgspec import Struct

from firmware.games.banked.engine import Offer, offer
from firmware.games.banked.round import Round
from firmware.games.banked.rules import BankedRules
from firmware.games.poker import events as p
from firmware.games.poker.betting import Choices, choices
from firmware.games.poker.hand import Hand
from firmware.games.poker.pots import pots
from firmware.games.poker.showdown import hand_use
from firmware.games.ranking import RANKINGS, use
from firmware.money import show
from firmware.table.commands import Entry, Motion
from firmware.table.entering import buy_limits
from firmware.table.evolve import stakes_now
from firmware.table.playing import voters
from firmware.table.setup import has_blinds
from firmware.table.state import Table

Pre = Literal["check/fold", "check", "call", "call any"]


class SeatOnTable(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    seat: int
    life: str
    name: str = ""
    stack: int = 0
    bet: int = 0  # on this round; banked: all wagers
    holds: int = 0  # cards face down
    up: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    folded: bool = False
    all_in: bool = False
    button: bool = False
    banker: bool = False
    blind: str = ""
    last: str = ""  # what it did on this street
    away: str = ""
    waiting: bool = False  # for the blind
    linked: bool = True
    called: bool = False  # the floor
    words: str = ""  # of a hand shown at the showdown


class PotView(Struct, frozen=True):
    chips: int
    seats: tuple[int, ...]  # who can win it


class Winner(Struct, frozen=True, omit_defaults=True):
    seat: int
    chips: int
    pot: int = 0
    side: str = ""  # high or low, in games that split
    run: int = 0
    words: str = ""  # "Full House, Queens over Tens"; "" when nobody called
    cards: tuple[int, ...] = ()  # the five that won


class Vote(Struct, frozen=True):
    motion: Motion
    yes: tuple[int, ...]
    missing: tuple[int, ...]


class ClockView(Struct, frozen=True):
    seats: tuple[int, ...]  # whose turn
    until: int
    stage: str
    warned: bool


class PublicView(Struct, frozen=True, omit_defaults=True):
    """The center screen, and the common part of every station."""

    table: str
    phase: str
    paused: bool
    game: str
    stakes: str
    hand: int
    decision: int
    seats: tuple[SeatOnTable, ...]
    street: str = ""
    board: tuple[int, ...] = ()
    second_board: tuple[int, ...] = ()
    pots: tuple[PotView, ...] = ()
    pot: int = 0
    clock: ClockView | None = None
    winners: tuple[Winner, ...] = ()
    beaten: int = 0  # the best hand that was shown and won nothing
    fee: int = 0
    jackpot: int = 0
    rabbit: tuple[int, ...] = ()
    draw: tuple[int, ...] = ()  # cards drawn for the button
    next_hand_at: int = 0
    votes: tuple[Vote, ...] = ()
    waiting: tuple[str, ...] = ()
    bad_beat: int = 0
    high_hand: int = 0
    high_hand_words: str = ""
    level: int = 0  # of a tournament, from 1
    level_until: int = 0


class Prompt(Struct, frozen=True, omit_defaults=True):
    """What the station asks of its player."""

    kind: str  # swipe, pin, approval, buy-in, bank, act, discard, entry, away, wait, leaving
    words: str
    buy_in: tuple[int, int] | None = None
    entries: tuple[Entry, ...] = ()


class SeatView(Struct, frozen=True, omit_defaults=True):
    """One station. The public view goes with it."""

    seat: int
    life: str
    prompt: Prompt
    decision: int = 0
    account: str = ""
    balance: int = 0
    stack: int = 0
    pending: int = 0
    bought: int = 0  # in this session
    cards: tuple[int, ...] = ()
    hand_words: str = ""
    choices: Choices | None = None
    offer: Offer | None = None  # banked games
    discard: int = 0  # cards to give up, or at most to draw
    pre_options: tuple[Pre, ...] = ()
    entry: Entry = "wait"
    owes: str = ""  # blinds
    can_time: bool = False
    bank_ms: int = 0
    sit_out: str = ""
    until: int = 0  # away
    votes: tuple[Motion, ...] = ()  # motions that wait for this seat
    can_show: bool = False


# Public


def public_view(table: Table) -> PublicView:
    config, play, result = table.config, table.play, table.result
    hand = table.hand
    law = config.law(table.spread)
    over = table.live is None
    return PublicView(
        table=config.table,
        phase=table.phase,
        paused=table.paused,
        game=law.name if isinstance(law, BankedRules) else f"{law.game}, {law.limit}",
        stakes=_stakes(table),
        hand=table.number,
        decision=table.decision,
        seats=tuple(_seat(table, number) for number in range(1, len(table.seats))),
        street=_street(hand),
        board=tuple(hand.board) if hand is not None else (),
        second_board=tuple(hand.second) if hand is not None else (),
        pots=_pots(table),
        pot=play.pot if play is not None and not over else 0,
        clock=_clock(table),
        winners=_winners(table),
        beaten=_beaten(table),
        fee=table.fee_taken if hand is not None else play.dropped if play else 0,
        jackpot=table.jackpot_taken,
        rabbit=result.rabbit if result else (),
        draw=table.draw_cards,
        next_hand_at=table.next_at if over else 0,
        votes=_votes(table),
        waiting=tuple(one.name for one in (*table.changing, *table.waiting)),
        bad_beat=table.books.bad_beat,
        high_hand=table.books.high_hand,
        high_hand_words=table.high.words if table.high else "",
        level=table.show.level + 1 if table.show.running else 0,
        level_until=table.show.until if table.show.running else 0,
    )


def _street(hand: Hand | None) -> str:
    return hand.phase.street if hand is not None and 0 <= hand.at < len(hand.rules.phases) else ""


def _stakes(table: Table) -> str:
    spread = table.config.spreads[table.spread]
    stakes = stakes_now(table)
    if table.config.tournament:
        small, big = stakes.blinds
        return f"{small:,}/{big:,}" + (f", ante {stakes.ante:,}" if stakes.ante else "")
    blinds = "/".join(map(show, stakes.blinds))
    if spread.limit == "limit":
        return f"{show(stakes.small)}-{show(stakes.upper)}, blinds {blinds}"
    return f"blinds {blinds}" if blinds else show(stakes.small)


def _seat(table: Table, number: int) -> SeatOnTable:
    seat, play, hand = table.seats[number], table.play, table.hand
    dealt = play is not None and number in play.seats and seat.seated
    live = table.live
    stack = live.stacks[number] if live is not None and dealt else seat.stack
    result = table.result
    blind = "small" if number in table.small else "big" if number in table.big else ""
    return SeatOnTable(
        seat=number,
        life=seat.life,
        name=seat.name,
        stack=stack,
        bet=_bet(table, number) if dealt else 0,
        holds=_holds(table, number) if dealt else 0,
        up=tuple(hand.up[number]) if hand is not None and dealt else (),
        shown=result.shown.get(number, ()) if result and dealt else (),
        folded=dealt and _folded(table, number),
        all_in=dealt and live is not None and not stack and not _folded(table, number),
        button=number == table.button and table.round is None,
        banker=table.round is not None and table.round.banker == number,
        blind=blind if play is not None else "",
        last=_last(table, number),
        away=seat.kind,
        waiting=seat.life == "playing" and not dealt,
        linked=seat.link,
        called=seat.called,
        words=_shown_words(table, number) if dealt else "",
    )


def _bet(table: Table, number: int) -> int:
    if table.hand is not None:
        return table.hand.bets[number]
    hand = table.round
    assert hand is not None
    own = hand.stake if number == hand.banker else 0
    return own + hand.ante[number] + hand.bonus[number] + hand.play[number]


def _holds(table: Table, number: int) -> int:
    """How many cards lie face down there: a folded seat holds none."""
    if _folded(table, number):
        return 0
    if table.hand is not None:
        return len(table.hand.down[number])
    assert table.round is not None
    return len(table.round.cards[number])


def _folded(table: Table, number: int) -> bool:
    if table.hand is not None:
        return number not in table.hand.live
    assert table.round is not None
    return number in table.round.folded


def _last(table: Table, number: int) -> str:
    """What a seat did, in a word or two; never a card."""
    event = table.last[number] if number < len(table.last) else None
    match event:
        case p.Folded():
            return "fold"
        case p.Fouled():
            return "foul"
        case p.Called(chips=0):
            return "check"
        case p.Called(chips=chips):
            return f"call {show(chips)}"
        case p.Raised(to=to):
            return f"raise to {show(to)}"
        case p.Posted(chips=chips, kind=kind):
            return f"{kind} {show(chips)}"
        case p.Drew(cards=cards):
            return f"draw {len(cards)}"
    return type(event).__name__.lower() if event is not None else ""


def _pots(table: Table) -> tuple[PotView, ...]:
    """Main pot and side pots as they stand; the bets of this round are not in them yet."""
    hand = table.hand
    if hand is None or hand.due == "over":
        return ()
    found = pots(list(hand.paid), list(hand.live), hand.dead)
    return tuple(PotView(pot.chips, tuple(pot.seats)) for pot in found if pot.chips > 0)


def _clock(table: Table) -> ClockView | None:
    live, clock = table.live, table.clock
    if live is None or not clock.until or not live.queue:
        return None
    together = clock.seat == 0
    seats = tuple(live.queue) if together else (live.queue[0],)
    return ClockView(seats, clock.until, clock.stage, clock.warned)


def _winners(table: Table) -> tuple[Winner, ...]:
    hand, result = table.hand, table.result
    if hand is None or result is None or hand.due != "over":
        return ()
    return tuple(_winner(hand, won, won.seat in result.shown) for won in result.won)


def _winner(hand: Hand, won: p.Won, showed: bool) -> Winner:
    names = hand.rules.pots
    side = ("high", "low")[won.side] if len(names) == 2 else ""
    if not showed or len(hand.live) < 2:
        return Winner(won.seat, won.chips, won.pot, side, won.run)
    ranking, way = RANKINGS[names[won.side]], hand_use(hand.rules.hand)
    board = hand.second if won.run else hand.board
    hole = hand.cards(won.seat)
    cards = use.best_cards(way, ranking, hole, board)
    words = ranking.words(use.best(way, ranking, hole, board))
    return Winner(won.seat, won.chips, won.pot, side, won.run, words, cards)


def _strength(table: Table, number: int) -> int:
    """Of a whole hand that everybody saw; 0: none. Shown by choice is no showdown."""
    hand, result = table.hand, table.result
    if hand is None or result is None or hand.due != "over" or len(hand.live) < 2:
        return 0
    if number not in hand.live or len(result.shown.get(number, ())) < len(hand.down[number]):
        return 0
    ranking, way = RANKINGS[hand.rules.pots[0]], hand_use(hand.rules.hand)
    return use.best(way, ranking, hand.cards(number), hand.board) or 0


def _shown_words(table: Table, number: int) -> str:
    strength = _strength(table, number)
    assert table.hand is not None or not strength
    return RANKINGS[table.hand.rules.pots[0]].words(strength) if table.hand and strength else ""


def _beaten(table: Table) -> int:
    result = table.result
    if result is None or len(result.shown) < 2:
        return 0
    won = {share.seat for share in result.won}
    lost = {seat: _strength(table, seat) for seat in result.shown if seat not in won}
    best = max(lost, key=lambda seat: lost[seat], default=0)
    return best if lost.get(best) else 0


def _votes(table: Table) -> tuple[Vote, ...]:
    found = []
    for motion, yes in table.votes.items():
        asked = voters(table, motion)
        if yes and asked:
            missing = tuple(seat for seat in asked if seat not in yes)
            found.append(Vote(motion, tuple(yes), missing))
    return tuple(found)


# Private


def seat_view(table: Table, number: int) -> SeatView:
    seat, hand = table.seats[number], table.hand
    live = table.live
    asked = live is not None and number in live.queue and _turn(table, number)
    acting = asked and hand is not None and hand.due == "act" and not table.paused
    return SeatView(
        seat=number,
        life=seat.life,
        prompt=_prompt(table, number, asked),
        decision=table.decision if asked else 0,
        account=seat.account if seat.life not in ("empty", "reserved", "pin") else "",
        balance=seat.balance,
        stack=live.stacks[number] if live is not None and number in live.seats else seat.stack,
        pending=seat.pending + seat.asked,
        bought=seat.bought,
        cards=_own_cards(table, number),
        hand_words=_own_words(table, number),
        choices=choices(hand) if acting and hand is not None else None,
        offer=offer(live, number) if isinstance(live, Round) and asked else None,
        discard=hand.phase.most if asked and hand is not None and hand.due in _GIVES else 0,
        pre_options=_pre_options(table, number),
        entry=seat.entry,
        owes=_owes(table, number),
        can_time=asked and seat.times < table.config.ways.times,
        bank_ms=seat.bank_ms,
        sit_out=seat.sit_out,
        until=seat.until if seat.life == "away" else 0,
        votes=_asked_for(table, number),
        can_show=_can_show(table, number),
    )


_GIVES = ("draw", "discard")


def _turn(table: Table, number: int) -> bool:
    """May this seat answer now? Where several owe a choice at once, each of them may."""
    live = table.live
    assert live is not None
    together = live.due in ("discard", "wager", "play")
    return together or live.queue[0] == number


def _own_cards(table: Table, number: int) -> tuple[int, ...]:
    """A seat's own hole cards, while it holds them."""
    seat = table.seats[number]
    if not seat.seated or not seat.link:
        return ()
    hand = table.hand
    if hand is not None and number in hand.seats and number in hand.live:
        return tuple(hand.down[number])
    if table.round is not None and number in table.round.seats:
        return tuple(table.round.cards[number])
    return ()


def _own_words(table: Table, number: int) -> str:
    """What the seat holds, for itself."""
    hand = table.hand
    cards = _own_cards(table, number)
    if hand is None or not cards or len(cards) + len(hand.up[number]) + len(hand.board) < 5:
        return ""
    ranking, way = RANKINGS[hand.rules.pots[0]], hand_use(hand.rules.hand)
    strength = use.best(way, ranking, [*cards, *hand.up[number]], hand.board)
    return ranking.words(strength) if strength else ""


def _pre_options(table: Table, number: int) -> tuple[Pre, ...]:
    hand = table.hand
    if not table.config.ways.pre_actions or hand is None or hand.due != "act":
        return ()
    if number not in hand.live or not hand.stacks[number] or hand.queue[0] == number:
        return ()
    owed = hand.level - hand.bets[number]
    return ("check/fold", "call", "call any") if owed > 0 else ("check/fold", "check", "call any")


def _owes(table: Table, number: int) -> str:
    seat = table.seats[number]
    if seat.missed:
        return "both blinds"
    if seat.newcomer and seat.life == "playing" and table.button:
        return "big blind" if table.config.ways.newcomer_posts == "big" else "both blinds"
    return ""


def _asked_for(table: Table, number: int) -> tuple[Motion, ...]:
    return tuple(
        motion
        for motion, yes in table.votes.items()
        if number not in yes and number in voters(table, motion)
    )


def _can_show(table: Table, number: int) -> bool:
    hand = table.hand
    if not table.config.ways.show_cards or hand is None or hand.due != "over":
        return False
    shown = table.result.shown.get(number, ()) if table.result else ()
    return number in hand.live and len(shown) < len(hand.down[number])


def _prompt(table: Table, number: int, asked: bool) -> Prompt:
    seat = table.seats[number]
    match seat.life:
        case "empty" | "reserved":
            held = " This seat is held." if seat.life == "reserved" else ""
            return Prompt("swipe", f"Swipe your card to play.{held}")
        case "pin":
            left = table.config.ways.pin_tries - seat.tries
            return Prompt("pin", f"Enter your PIN. Tries left: {left}.")
        case "asking":
            return Prompt("approval", "The floor will approve your seat in a moment.")
        case "choosing":
            limits = buy_limits(table, seat, table.now)
            return Prompt("buy-in", "How much do you bring to the table?", limits)
        case "funding":
            return Prompt("bank", "Your chips are on their way.")
        case "away":
            if seat.kind == "broke":
                limits = buy_limits(table, seat, table.now)
                return Prompt("buy-in", "Buy chips to play on.", limits)
            return Prompt("away", "Touch when you are back.")
    if asked:
        kind = "discard" if table.hand is not None and table.hand.due in _GIVES else "act"
        return Prompt(kind, "It is your turn.")
    if seat.leave:
        return Prompt("leaving", "You leave after this hand; your chips go to your card.")
    if table.phase == "open" and not seat.core and table.button and has_blinds(stakes_now(table)):
        entries: tuple[Entry, ...] = ("wait", "post", "pass")
        if table.config.ways.buy_button:
            entries += ("buy the button",)
        words = "Wait for the big blind, or post to be dealt in sooner."
        return Prompt("entry", words, entries=entries)
    return Prompt("wait", "Please wait.")
