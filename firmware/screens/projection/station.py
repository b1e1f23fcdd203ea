"""What one seat may know, beside what everyone may."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict, replace

from firmware.games.cards import UNKNOWN
from firmware.games.poker.hand import Hand
from firmware.journal.sessions import SessionTotals
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.projection import banked, votes
from firmware.screens.projection.public import owed
from firmware.table.entering import buy_limits
from firmware.table.evolve import stakes_now
from firmware.table.setup import has_blinds
from firmware.table.state import Table
from firmware.table.views import SeatView, seat_view


class Notes(Struct):
    """What the controller knows about one station beside the table: nobody else's business."""

    tail: str = ""  # of the card
    pages: set[str] = set()
    refused: str = ""
    said: str = ""
    prefs: g.Prefs = g.Prefs()
    past: Sequence[g.Past] = ()
    proof: g.Proof | None = None
    totals: SessionTotals | None = None
    locked: str = ""  # the tail of a card that was locked here just now
    mucked: int = 0  # the hand whose cards he does not show
    cut: g.Ask | None = None  # of the next deck, if the house lets players cut it
    opens: int = 0


def _owes_too(table: Table, view: SeatView) -> bool:
    """One of several who are asked at once: on his own glass it is his turn."""
    live = table.live
    return live is not None and live.due in banked.TOGETHER and view.decision > 0


def prefs(kept: Mapping[str, object]) -> g.Prefs:
    """As they were chosen; what an older or a newer table wrote and this one does not know is
    left as it comes."""
    usual = asdict(g.Prefs())
    try:
        return convert([kept.get(name, value) for name, value in usual.items()], g.Prefs)
    except ValidationError:
        return g.Prefs()


def station(table: Table, number: int, now: int, notes: Notes, everyone: g.Public) -> g.View:
    view = seat_view(table, number)
    mode = _mode(view)
    if mode == "attract" and notes.locked:
        mode = "locked"
    seated = mode == "seated"
    return g.View(
        seat=number,
        mode=mode,
        public=replace(everyone, actor=number) if _owes_too(table, view) else everyone,
        hole=tuple(card for card in view.cards if card != UNKNOWN) if seated else (),
        hint=view.hand_words if seated else "",
        turn=_turn(table, view),
        ask=_ask(table, view, notes),
        pin=_pin(table, number, notes) if mode in ("pin", "locked") else None,
        buy_in=_buy_in(table, view, notes, now),
        session=_session(table, view, notes, now) if seated else g.Session(),
        prefs=notes.prefs,
        away=_away(table, number) if seated else "",
        waits=_waits(table, view) if seated else "",
        proof=notes.proof if "proof" in notes.pages else None,
        past=tuple(notes.past) if "history" in notes.pages else (),
        refused=notes.refused,
        said=notes.said or (view.prompt.words if mode == "please wait" else ""),
        pre=view.pre_options,
        owed=owed(table.hand, number) if table.hand is not None and table.live else 0,
        motions=votes.offered(table, number) if seated else (),
        vote=votes.number(table) if seated else 0,
        opens=notes.opens if seated else 0,
        time=view.can_time,
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
        raises=_raises(hand) if fixed else (0, 0),
    )


def _raises(hand: Hand) -> tuple[int, int]:
    """Used and allowed; (0, 0) where nothing limits them."""
    cap = hand.rules.settings.raise_cap
    return (max(0, hand.wagers - 1), cap) if cap and not hand.uncapped else (0, 0)


def _ask(table: Table, view: SeatView, notes: Notes) -> g.Ask | None:
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
    if view.choices is not None or _mode(view) != "seated":
        return None
    if view.offer is not None:
        return banked.ask(table, view)
    if view.can_show and notes.mucked != table.number:
        seen = table.result.shown.get(view.seat, ()) if table.result else ()
        return g.Ask(table.decision, "show", most=len(view.cards) - len(seen))
    return votes.asked(table, view) or (notes.cut if notes.prefs.cut else None)


def _pin(table: Table, number: int, notes: Notes) -> g.Pin:
    tries = table.seats[number].tries
    left = table.config.ways.pin_tries - tries
    return g.Pin(notes.tail or notes.locked, left, wrong=tries > 0, nonce=tries)


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
    if table.config.tournament:
        big = 0  # the entry is money, and has one size
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
        note=_entry_note(table),
    )


def _entry_note(table: Table) -> str:
    page = table.config.tournament
    return f"{show(page.fee)} for the house comes on top" if page and page.fee else ""


def _session(table: Table, view: SeatView, notes: Notes, now: int) -> g.Session:
    seat, ways = table.seats[view.seat], table.config.ways
    lobby, totals = now - seat.lobby_at >= ways.lobby_every_ms, notes.totals
    return g.Session(
        minutes=max(0, now - totals.opened_ms) // 60_000 if totals else 0,
        hands=totals.hands if totals else 0,
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
