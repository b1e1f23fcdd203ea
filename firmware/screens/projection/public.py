"""The table as everyone may see it."""

from firmware.games.poker import events as pe
from firmware.games.poker.hand import Hand
from firmware.screens import protocol as g
from firmware.screens.projection import banked, votes
from firmware.screens.projection.facts import contest, facts, taken_words
from firmware.screens.projection.words import plain
from firmware.table import events as e
from firmware.table.dealing import can_begin
from firmware.table.playing import voters
from firmware.table.setup import ready_seats
from firmware.table.state import Table
from firmware.table.views import PublicView, SeatOnTable, Winner, public_view


def public(
    table: Table,
    now: int,
    last: g.Last | None = None,
    seal: str = "",
    key: str = "",
    opens_with: int = 0,
) -> g.Public:
    """`seal`: the deck's short code; `key`: what the table signs its receipts with; `opens_with`:
    the players that open it, where no floor person does."""
    view = public_view(table)
    live = table.live is not None
    over = table.play is not None and not live and table.result is not None
    actor = _actor(table, view)
    hand = table.hand
    return g.Public(
        facts=facts(table, view, key),
        phase=_phase(table, live, over, opens_with),
        hand=view.hand if live or over else 0,
        seal=seal if live or over else "",
        street=view.street,
        button=table.button if table.round is None else 0,
        board=view.board,
        pots=_pots(view, over),
        seats=tuple(_seat(table, seat, view, now) for seat in view.seats),
        actor=actor,
        to_call=owed(hand, actor) if hand is not None and actor else 0,
        clock=_clock(table, view, now),
        last=last if live else None,
        result=_result(table, view, now) if over else None,
        alert=_alert(table),
        missing=_missing(table, opens_with) if not live and not over else 0,
        second=view.second_board,
        rabbit=view.rabbit,
        total=view.pot,
        notice=votes.notice(view) or banked.STREETS.get(_due(table), ""),
        contest=contest(table, now),
    )


def _alert(table: Table) -> g.Alert | None:
    if table.paused:
        return g.Alert("Paused by the floor", "Your cards and chips are kept.")
    if table.show.running and table.show.on_break and table.live is None:
        return g.Alert("Break", f"Level {table.show.level + 2} comes next. Chips are kept.")
    return None


def _phase(table: Table, live: bool, over: bool, opens_with: int) -> g.Phase:
    if table.paused:
        return "paused"
    if live:
        return "in hand"
    if table.show.running and table.show.on_break:
        return "break"
    if over:
        return "showdown"
    return "closed" if table.phase == "closed" and not opens_with else "waiting"


def _due(table: Table) -> str:
    return table.live.due if table.live is not None else ""


def _actor(table: Table, view: PublicView) -> int:
    """Nobody, where several owe a choice at the same time: each station knows its own."""
    live = table.live
    if live is None or not live.queue or live.due in ("deal", "settle", *banked.TOGETHER):
        return 0
    return live.queue[0]


def _missing(table: Table, opens_with: int) -> int:
    ready = sum(seat.ready for seat in table.seats)
    needed = opens_with if table.phase == "closed" else 0
    return max(0, max(needed, table.config.ways.least_players) - ready)


def _pots(view: PublicView, over: bool) -> tuple[g.Pot, ...]:
    if not over and len(view.pots) < 2:
        return (g.Pot(view.pot),) if view.pot else ()  # one pot: with the bets in front of it
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
        mark="B" if seat.banker else {"small": "SB", "big": "BB"}.get(seat.blind, ""),
        all_in=seat.all_in,
        pots=tuple(n for n, pot in enumerate(view.pots) if seat.seat in pot.seats)
        if seat.all_in
        else (),
        away_ms=max(0, own.until - now) if own.life == "away" else 0,
        won=sum(won.chips for won in wins) or _paid(table, seat.seat),
        hand=plain(best.words if best else seat.words) or _banked_words(table, seat),
        winning=best.cards if best else (),
    )


def _banked_words(table: Table, seat: SeatOnTable) -> str:
    shown = table.round is not None and table.live is None and seat.shown
    return banked.hand_words(table.round, seat.seat) if shown and table.round is not None else ""


def _paid(table: Table, number: int) -> int:
    """Banked: what the round brought this seat, if it brought anything."""
    if table.round is None or table.result is None:
        return 0
    paid = table.result.paid
    mine = -sum(paid.values()) if number == table.round.banker else paid.get(number, 0)
    return max(0, mine)


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
        asks = ways.run_twice and table.deal_at > now and voters(table, "run it twice")
        return g.Clock(table.deal_at - now, ways.action_ms) if asks else None
    of = {"extra": ways.extra_ms, "time": ways.time_ms, "link": ways.link_ms}
    left = max(0, clock.until - now)
    seat = table.seats[clock.seats[0]]
    whole = of.get(clock.stage) or (seat.bank_ms if clock.stage == "bank" else ways.action_ms)
    bank = seat.bank_ms if clock.stage != "bank" else 0
    running = not table.paused and clock.stage != "link"
    return g.Clock(left, max(left, whole), bank, running, clock.stage == "bank")


def _result(table: Table, view: PublicView, now: int) -> g.Result | None:
    ways = table.config.ways
    shown = table.result is not None and bool(table.result.shown)
    next_ms = max(0, view.next_hand_at - now)
    next_of_ms = ways.gap_showdown_ms if shown else ways.gap_ms
    if not can_begin(table, ready_seats(table)):
        next_ms = next_of_ms = 0  # nobody can say when
    if not view.winners:
        return banked.result(table, next_ms, next_of_ms)
    sums: dict[int, int] = {}
    for won in view.winners:
        sums[won.seat] = sums.get(won.seat, 0) + won.chips
    winner = max(sums, key=lambda seat: sums[seat])
    best = next(won for won in view.winners if won.seat == winner)
    hand = plain(best.words)  # kickers are told where they decide
    beaten = plain(view.seats[view.beaten - 1].words) if view.beaten else ""
    share = f"{len(sums)} players share" if len(sums) > 1 else ""
    return g.Result(
        winner=winner,
        chips=sums[winner],
        hand=hand if hand != beaten else best.words,
        beaten=view.beaten,
        beaten_hand=beaten if beaten != hand else view.seats[view.beaten - 1].words,
        cards=best.cards,
        note="  ·  ".join(filter(None, (share, taken_words(table, view)))),
        next_ms=next_ms,
        next_of_ms=next_of_ms,
    )


def owed(hand: Hand | None, number: int) -> int:
    if hand is None or number not in hand.live:
        return 0
    return max(0, min((hand.forced or hand.level) - hand.bets[number], hand.stacks[number]))
