"""The table's views in the words of the screens, and the screens' intents in the table's words.

Pure. Hole cards come in at the two doors of table/views.py only: `seat_view().cards` for the seat
itself, `shown` at the showdown. Nothing here looks into another seat's hand.
"""

from typing import Literal

from msgspec import Struct

from firmware import protocol as g
from firmware.errors import Refused
from firmware.games.cards import UNKNOWN
from firmware.games.poker import commands as p
from firmware.games.poker import events as pe
from firmware.games.poker.hand import Hand
from firmware.games.poker.rules import Rules
from firmware.money import Cents, show
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.entering import buy_limits
from firmware.table.evolve import stakes_now
from firmware.table.receipt import Finished
from firmware.table.setup import has_blinds
from firmware.table.state import Table
from firmware.table.views import PublicView, SeatOnTable, SeatView, Winner, public_view, seat_view

Page = Literal["history", "proof", "balance", "add chips"]
SHORT = {"no-limit": "NL", "pot-limit": "PL", "limit": "L", "spread": "SL"}


class Notes(Struct):
    """What the controller knows about one station beside the table: nobody else's business."""

    tail: str = ""  # of the card
    pages: set[str] = set()
    refused: str = ""
    said: str = ""
    prefs: g.Prefs = g.Prefs()
    past: list[g.Past] = []
    proof: g.Proof | None = None
    since_ms: int = 0
    hands: int = 0


# ---- Public


def public(table: Table, now: int, last: g.Last | None = None, seal: str = "") -> g.Public:
    view = public_view(table)
    live = table.live is not None
    over = table.play is not None and not live and table.result is not None
    actor = _actor(table, view)
    hand = table.hand
    return g.Public(
        facts=facts(table, view),
        phase=_phase(table, live, over),
        hand=view.hand if live or over else 0,
        seal=seal if live or over else "",
        street=view.street,
        button=table.button,
        board=view.board,
        pots=_pots(view, over),
        seats=tuple(_seat(table, seat, view, now) for seat in view.seats),
        actor=actor,
        to_call=_owed(hand, actor) if hand is not None and actor else 0,
        clock=_clock(table, view, now),
        last=last if live else None,
        result=_result(table, view, now) if over else None,
        alert=g.Alert("Paused by the floor", "Your cards and chips are kept.")
        if table.paused
        else None,
        missing=_missing(table) if not live and not over else 0,
        second=view.second_board,
        rabbit=view.rabbit,
        total=view.pot,
    )


def _phase(table: Table, live: bool, over: bool) -> g.Phase:
    if table.paused:
        return "paused"
    if live:
        return "in hand"
    if over:
        return "showdown"
    return "closed" if table.phase == "closed" else "waiting"


def facts(table: Table, view: PublicView) -> g.Facts:
    config, at = table.config, table.spread
    law, stakes = config.law(at), stakes_now(table)
    limit = law.limit if isinstance(law, Rules) else ""
    board = sum(phase.board for phase in law.phases) if isinstance(law, Rules) else 0
    hole = (
        sum(phase.faces.count("d") for phase in law.phases if phase.kind == "deal")
        if isinstance(law, Rules)
        else 0
    )
    return g.Facts(
        table=config.table,
        game=_title(law) if isinstance(law, Rules) else view.game,
        short=SHORT.get(limit, ""),
        stakes=view.stakes.removeprefix("blinds "),
        fee=_fee(table),
        jackpot=table.books.bad_beat,
        buy_in=(config.least_buy(at), config.most_buy(at)),
        chip=stakes.chip,
        big_blind=max(stakes.blinds, default=stakes.small),
        board=board,
        hole=hole,
    )


def _fee(table: Table) -> str:
    rows = table.config.rows[table.spread]
    return "As posted" if rows else "None"


def _title(law: Rules) -> str:
    name = law.game.replace("-", " ").title().replace("Holdem", "Hold'em")
    return f"{law.limit.title()} {name}"


def _actor(table: Table, view: PublicView) -> int:
    live = table.live
    if live is None or not live.queue or live.due in ("deal", "settle"):
        return 0
    return live.queue[0]


def _missing(table: Table) -> int:
    ready = sum(seat.ready for seat in table.seats)
    return max(0, table.config.ways.least_players - ready)


def _pots(view: PublicView, over: bool) -> tuple[g.Pot, ...]:
    if not over:
        return tuple(g.Pot(pot.chips) for pot in view.pots)
    found: dict[int, list[Winner]] = {}
    for won in view.winners:
        found.setdefault(won.pot, []).append(won)
    return tuple(
        g.Pot(sum(won.chips for won in shares), tuple(dict.fromkeys(won.seat for won in shares)))
        for _, shares in sorted(found.items())
    )


def _seat(table: Table, seat: SeatOnTable, view: PublicView, now: int) -> g.Seat:
    own = table.seats[seat.seat]
    wins = [won for won in view.winners if won.seat == seat.seat]
    best = max(wins, key=lambda won: won.chips, default=None)
    return g.Seat(
        seat=seat.seat,
        life=_life(table, seat),
        name=seat.name if own.seated else "",
        stack=seat.stack if own.seated else 0,
        bet=seat.bet if table.live is not None else 0,
        did=_did(table, seat),
        count=_count(table, seat.seat),
        down=seat.holds,
        up=seat.up,
        shown=seat.shown,
        mark={"small": "SB", "big": "BB"}.get(seat.blind, ""),
        all_in=seat.all_in,
        pots=tuple(n for n, pot in enumerate(view.pots) if seat.seat in pot.seats)
        if seat.all_in
        else (),
        away_ms=max(0, own.until - now) if own.life == "away" else 0,
        won=sum(won.chips for won in wins),
        hand=best.words if best else "",
        winning=best.cards if best else (),
    )


def _life(table: Table, seat: SeatOnTable) -> g.Life:
    own = table.seats[seat.seat]
    match own.life:
        case "empty":
            return "open"
        case "away":
            return "lobby" if own.kind in ("lobby", "meal") else "away"
        case "playing":
            pass
        case _:
            return "reserved"
    if not own.link:
        return "fault"
    play = table.play
    if play is not None and seat.seat in play.seats and not seat.waiting:
        return "folded" if seat.folded else "in"
    if own.leave:
        return "leaving"
    return "waiting" if table.live is not None else "ready"


def _did(table: Table, seat: SeatOnTable) -> g.Did:
    event = table.last[seat.seat] if table.live is not None else None
    if seat.all_in and not isinstance(event, pe.Folded):
        return "all-in"
    return did(event, table.hand)


def did(event: object, hand: Hand | None = None) -> g.Did:
    match event:
        case pe.Folded() | pe.Fouled():
            return "fold"
        case pe.Called(chips=0):
            return "check"
        case pe.Called():
            return "call"
        case pe.Raised(chips=chips, to=to):
            return "bet" if chips == to and hand is not None and hand.wagers <= 1 else "raise"
        case pe.Posted(kind="ante"):
            return "ante"
        case pe.Posted(kind="bring-in"):
            return "bring-in"
        case pe.Posted():
            return "post"
        case pe.Drew(cards=cards):
            return "draw" if cards else "pat"
        case pe.Rolled(card=card):
            return "keep" if card is None else "roll"
        case pe.Killed():
            return "kill"
    return ""


def _count(table: Table, number: int) -> int:
    event = table.last[number]
    return len(event.cards) if isinstance(event, pe.Drew) else 0


def last_act(events: list[e.AnyEvent], hand: Hand | None) -> g.Last | None:
    """The act that everyone looks at now, if these events hold one."""
    found = None
    for event in events:
        for one in event.events if isinstance(event, e.InHand) else ():
            if isinstance(one, pe.Folded | pe.Called | pe.Raised):
                chips = one.to if isinstance(one, pe.Raised) else getattr(one, "chips", 0)
                found = g.Last(one.seat, did(one, hand), chips)
    return found


def _clock(table: Table, view: PublicView, now: int) -> g.Clock | None:
    clock, ways = view.clock, table.config.ways
    if clock is None:
        return None
    of = {"extra": ways.extra_ms, "time": ways.time_ms, "link": ways.link_ms}
    left = max(0, clock.until - now)
    seat = table.seats[clock.seats[0]]
    whole = of.get(clock.stage) or (seat.bank_ms if clock.stage == "bank" else ways.action_ms)
    bank = seat.bank_ms if clock.stage != "bank" else 0
    running = not table.paused and clock.stage != "link"
    return g.Clock(left, max(left, whole), bank, running, clock.stage == "bank")


def _result(table: Table, view: PublicView, now: int) -> g.Result | None:
    if not view.winners:
        return None
    sums: dict[int, int] = {}
    for won in view.winners:
        sums[won.seat] = sums.get(won.seat, 0) + won.chips
    winner = max(sums, key=lambda seat: sums[seat])
    best = next(won for won in view.winners if won.seat == winner)
    ways = table.config.ways
    shown = table.result is not None and bool(table.result.shown)
    return g.Result(
        winner=winner,
        chips=sums[winner],
        hand=best.words,
        cards=best.cards,
        note=f"{len(sums)} players share" if len(sums) > 1 else "",
        next_ms=max(0, view.next_hand_at - now),
        next_of_ms=ways.gap_showdown_ms if shown else ways.gap_ms,
    )


# ---- One seat


def station(table: Table, number: int, now: int, notes: Notes, everyone: g.Public) -> g.View:
    view = seat_view(table, number)
    mode = _mode(view)
    seated = mode == "seated"
    return g.View(
        seat=number,
        mode=mode,
        public=everyone,
        hole=tuple(card for card in view.cards if card != UNKNOWN) if seated else (),
        hint=view.hand_words if seated else "",
        turn=_turn(table, view),
        ask=_ask(table, view),
        pin=_pin(table, number, notes) if mode == "pin" else None,
        buy_in=_buy_in(table, view, notes, now),
        session=_session(table, view, notes, now) if seated else g.Session(),
        prefs=notes.prefs,
        away=_away(table, number) if seated else "",
        waits=_waits(table, view) if seated else "",
        proof=notes.proof if "proof" in notes.pages else None,
        past=tuple(notes.past) if "history" in notes.pages else (),
        refused=notes.refused,
        said=notes.said or (view.prompt.words if mode == "please wait" else ""),
        pre=tuple(pre for pre in view.pre_options if pre),
        owed=_owed(table.hand, number) if table.hand is not None and table.live else 0,
    )


def _mode(view: SeatView) -> g.Mode:
    match view.life:
        case "empty" | "reserved":
            return "attract"
        case "pin":
            return "pin"
        case "choosing":
            return "buy-in"
        case "asking" | "funding":
            return "please wait"
    return "seated"


def _owed(hand: Hand | None, number: int) -> int:
    if hand is None or number not in hand.live:
        return 0
    return max(0, min((hand.forced or hand.level) - hand.bets[number], hand.stacks[number]))


def _turn(table: Table, view: SeatView) -> g.Turn | None:
    offered, hand = view.choices, table.hand
    if offered is None or hand is None:
        return None
    amounts = offered.raise_to
    fixed = hand.rules.limit == "limit"
    return g.Turn(
        decision=view.decision,
        fold=offered.fold,
        call=offered.call,
        raise_to=g.Range(amounts.least, amounts.most, amounts.step) if amounts else None,
        forced=offered.forced,
        fixed=fixed,
        bet=hand.bets[view.seat],
        level=hand.level,
        pot=hand.pot,
        unit=max(hand.stakes.blinds, default=hand.stakes.small),
        street_bet=amounts.least - hand.level if fixed and amounts else 0,
    )


def _ask(table: Table, view: SeatView) -> g.Ask | None:
    hand = table.hand
    if hand is not None and view.decision and not table.paused:
        match hand.due:
            case "draw":
                return g.Ask(view.decision, "draw", 0, view.discard)
            case "discard":
                return g.Ask(view.decision, "discard", view.discard, view.discard)
            case "roll":
                return g.Ask(view.decision, "roll")
            case "kill":
                return g.Ask(view.decision, "kill", chips=2 * max(hand.stakes.blinds, default=0))
    if view.can_show:
        return g.Ask(table.decision, "show")
    return None


def _pin(table: Table, number: int, notes: Notes) -> g.Pin:
    tries = table.seats[number].tries
    left = table.config.ways.pin_tries - tries
    return g.Pin(notes.tail, left, wrong=tries > 0, nonce=tries)


def _buy_in(table: Table, view: SeatView, notes: Notes, now: int) -> g.BuyIn | None:
    adding = view.life in ("playing", "away")
    if view.life != "choosing" and not (adding and "add chips" in notes.pages):
        return None
    seat = table.seats[view.seat]
    least, most = buy_limits(table, seat, now)
    chip = stakes_now(table).chip
    least = max(chip, least)
    most = max(least, min(most or seat.balance, seat.balance))
    big = max(stakes_now(table).blinds, default=0)
    start = min(most, max(least, 100 * big))
    wished = (least, 50 * big, 100 * big, most)
    posts = not adding and table.button and has_blinds(stakes_now(table))
    return g.BuyIn(
        name=seat.name,
        balance=seat.balance,
        amounts=g.Range(least, most, chip),
        presets=tuple(sorted({chips for chips in wished if least <= chips <= most})),
        start=start - (start - least) % chip,
        post=big if posts else 0,
        adding=adding,
    )


def _session(table: Table, view: SeatView, notes: Notes, now: int) -> g.Session:
    seat, ways = table.seats[view.seat], table.config.ways
    lobby = now - seat.lobby_at >= ways.lobby_every_ms
    return g.Session(
        minutes=max(0, now - notes.since_ms) // 60_000 if notes.since_ms else 0,
        hands=notes.hands,
        bought_in=view.bought,
        balance=view.balance if "balance" in notes.pages else None,
        room=min(buy_limits(table, seat, now)[1], seat.balance),
        lobby_ms=ways.lobby_ms if lobby else 0,
        open_seats=tuple(other.number for other in table.seats[1:] if other.life == "empty"),
    )


def _away(table: Table, number: int) -> g.Away:
    seat = table.seats[number]
    if seat.leave:
        return "leaving"
    if seat.life == "away":
        return "lobby" if seat.kind in ("lobby", "meal") else "sit out"
    return "after hand" if seat.sit_out == "next hand" else ""


def _waits(table: Table, view: SeatView) -> Literal["", "hand", "blind"]:
    if view.prompt.kind == "entry" and not table.in_hand(view.seat):
        return "blind"
    live = table.live
    return "hand" if live is not None and view.seat not in live.seats else ""


def past(done: Finished, seat: int) -> g.Past:
    """A finished hand for one of its players: his own cards, and what everybody saw."""
    receipt = done.for_seat(seat)
    line = next(line for line in receipt.seats if line.seat == seat)
    names = {line.seat: line.name for line in receipt.seats}
    lines = [_told(event, names) for event in done.events]
    best = max(receipt.winners, key=lambda won: won.chips, default=None)
    words = ""
    if best is not None:
        how = best.words or "nobody called"
        words = f"{names[best.seat]} wins {show(Cents(best.chips))}, {how}"
    return g.Past(
        hand=receipt.hand,
        board=receipt.board,
        mine=receipt.own,
        net=line.net,
        winner=names[best.seat] if best else "",
        words=f"Void: {receipt.voided}" if receipt.voided else words,
        lines=tuple(line for line in lines if line)[:24],
    )


def _told(event: object, names: dict[int, str]) -> str:
    match event:
        case pe.Folded(seat=seat):
            return f"{names[seat]} folds"
        case pe.Called(seat=seat, chips=0):
            return f"{names[seat]} checks"
        case pe.Called(seat=seat, chips=chips):
            return f"{names[seat]} calls {show(Cents(chips))}"
        case pe.Raised(seat=seat, to=to):
            return f"{names[seat]} raises to {show(Cents(to))}"
    return ""


# ---- What a seat asks, in the table's words


def command(table: Table, seat: int, intent: g.Intent, now: int) -> c.AnyCommand | None:
    """None: nothing for the table; the controller answers (pages, PIN, preferences)."""
    match intent:
        case g.Act(decision, act, to):
            move: c.Move = p.Fold(seat)
            if act != "fold":
                move = p.Call(seat) if act == "call" else p.Raise(seat, to)
            return c.Play(now, decision, move)
        case g.Draw(decision, cards):
            return c.Play(now, decision, p.Draw(seat, cards))
        case g.Roll(decision, up):
            return c.Play(now, decision, p.Roll(seat, up))
        case g.Kill(decision, kill):
            return c.Play(now, decision, p.Kill(seat, kill))
        case g.Show(show=True):
            return c.ShowCards(now, seat, seat_view(table, seat).cards)
        case g.Buy(chips):
            return c.BuyIn(now, seat, chips)
        case g.Cancel():
            return c.CancelEntry(now, seat)
        case g.UseTime():
            return c.AskTime(now, seat)
        case g.SitOut():
            chosen = table.seats[seat].sit_out == "next hand"
            return c.SitOut(now, seat, "" if chosen else "next hand")
        case g.GoLobby():
            return c.GoAway(now, seat)
        case g.ComeBack() if table.seats[seat].life == "playing":
            return c.SitOut(now, seat, "")
        case g.ComeBack():
            return c.ComeBack(now, seat)
        case g.Leave():
            return c.Leave(now, seat)
        case g.ChangeSeat(to):
            return c.TakeSeat(now, seat, to)
        case g.CallFloor():
            return c.CallFloor(now, seat)
        case g.Pick() | g.Cut():
            raise Refused("That is not offered at this table.", "protocol")
    return None
