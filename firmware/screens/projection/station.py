"""What one seat may know, beside what everyone may."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict, replace

from firmware.fairness.station import Told
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.projection import coming_in, questions, votes
from firmware.screens.projection import on_the_table as on
from firmware.screens.projection.refusals import refusals
from firmware.table.engine import (
    Seat,
    Table,
    Wish,
    asked,
    buy_room,
    left_by_wish,
    left_to,
    may_ask_time,
    may_stay_away,
    owed_at,
    post_costs,
    queue,
    waits_for_blind,
)

PLEASE_WAIT = {
    "asking": "The floor has been asked to approve your seat.",
    "funding": "Your chips are on their way.",
}
UNDER_TEST = g.OutOfService(
    "Service test", "A technician tests this table. Nothing is played until it is over.", "C-TST-01"
)
MODES: dict[str, g.Mode] = {
    "empty": "attract",
    "reserved": "attract",
    "pin": "pin",
    "asking": "please wait",
    "choosing": "buy-in",
    "funding": "please wait",
    "playing": "seated",
    "away": "seated",
}


class Notes(Struct):
    """What the controller knows about one station beside the table: nobody else's business."""

    tail: str = ""  # of the card
    pages: set[str] = set()
    refused: str = ""
    said: str = ""
    prefs: g.Prefs = g.Prefs()
    past: Sequence[g.Past] = ()
    proof: g.Proof | None = None
    replay: tuple[g.Moment, ...] = ()
    rules: tuple[g.Chapter, ...] = ()
    limits: g.Limits | None = None
    since_ms: int = 0  # when he sat down; 0: nobody did
    hands: int = 0  # dealt in since then
    slip: g.Slip | None = None  # of whoever sat here last
    pin_asked: bool = False  # the bank looks at what was typed
    locked: str = ""  # the tail of a card that was locked here just now
    mucked: int = 0  # the hand whose cards he does not show
    cut: g.Ask | None = None  # he cuts this deck
    told: Told = Told()  # of the log of deals, for the station's own share
    sitting: int = -1  # who sits there, by his number; 0: nobody


def prefs(kept: Mapping[str, object]) -> g.Prefs:
    """As they were chosen; what an older or a newer table wrote and this one does not know is
    left as it comes."""
    if not kept:
        return g.Prefs()
    usual = asdict(g.Prefs())
    try:
        return convert([kept.get(name, value) for name, value in usual.items()], g.Prefs)
    except ValidationError:
        return g.Prefs()


def station(table: Table, number: int, now: int, notes: Notes, everyone: g.Public) -> g.View:
    seat = table.seats[number]
    if seat.life == "empty" and table.stopped_by("service"):
        return g.View(
            number, "out of service", everyone, told=notes.told, out_of_service=UNDER_TEST,
            sitting=notes.sitting,
        )  # fmt: skip
    mode = _mode(table, seat, notes)
    if mode != "seated":
        return _not_seated(table, seat, now, notes, everyone, mode)
    decision, hole = asked(table, number), on.own_cards(table, number)
    turn = questions.turn(table, number, decision)
    why, since = _why_away(table, seat)
    return g.View(
        told=notes.told,
        sitting=notes.sitting,
        seat=number,
        mode=mode,
        public=replace(everyone, actor=number) if _owes_too(table, decision) else everyone,
        hole=hole,
        hint=on.own_words(table, number, hole),
        turn=turn,
        ask=_ask(table, number, notes, len(hole)) if turn is None else None,
        buy_in=coming_in.buy_in(table, seat, now) if "add chips" in notes.pages else None,
        session=_session(table, seat, notes, now),
        prefs=notes.prefs,
        away=_away(seat),
        waits=_waits(table, number),
        proof=notes.proof if "proof" in notes.pages else None,
        past=tuple(notes.past) if "history" in notes.pages else (),
        replay=notes.replay,
        rules=notes.rules,
        limits=notes.limits if "limits" in notes.pages else None,
        refused=notes.refused,
        said=notes.said or _owed(table, seat, everyone),
        pre=questions.ahead(table, number),
        owed=on.owed(table, number),
        left_to=left_to(table.live, number) if table.live and table.in_hand(number) else "",
        motions=votes.offered(table, number),
        vote=votes.number(table),
        time=may_ask_time(table, number),
        entries=coming_in.entry_options(table, number),
        entry=seat.blinds.entry,
        why=why,
        why_ms=now - since if why else 0,
        plays_for=on.plays_for(table, number),
        no=refusals(table, seat, now),
    )


def _not_seated(
    table: Table, seat: Seat, now: int, notes: Notes, everyone: g.Public, mode: g.Mode
) -> g.View:
    """Nobody's seat, or somebody's who has no chips here yet: no card, no turn."""
    pin = coming_in.pin(table, seat, notes.tail or notes.locked, notes.pin_asked)
    return g.View(
        told=notes.told,
        sitting=notes.sitting,
        seat=seat.number,
        mode=mode,
        public=everyone,
        pin=pin if mode in ("pin", "locked") else None,
        buy_in=coming_in.buy_in(table, seat, now) if mode == "buy-in" else None,
        prefs=notes.prefs,
        proof=notes.proof if "proof" in notes.pages else None,
        rules=notes.rules,
        slip=notes.slip if mode == "slip" else None,
        refused=notes.refused,
        said=notes.said or PLEASE_WAIT.get(seat.life, "") or _owed(table, seat, everyone),
    )


def _mode(table: Table, seat: Seat, notes: Notes) -> g.Mode:
    mode = MODES[seat.life]
    if mode == "attract" and notes.locked:
        return "locked"
    if mode == "attract" and _owes(table, seat):
        return "please wait"
    return "slip" if mode == "attract" and notes.slip else mode


def _owes(table: Table, seat: Seat) -> int:
    """REQ-R40: to whoever stands at the seat that he left; to nobody who sits there now."""
    owed = owed_at(table, seat.number)
    return owed.chips if owed and seat.person.account in ("", owed.account) else 0


def _owed(table: Table, seat: Seat, everyone: g.Public) -> str:
    """Somebody comes where somebody was told."""
    chips = _owes(table, seat)
    then = "the cage pays it." if everyone.no_floor else "a person is coming."
    return f"Your {show(chips)} could not reach your card. It is safe; {then}" if chips else ""


def _owes_too(table: Table, decision: int) -> bool:
    """One of several who are asked at once: on his own glass it is his turn."""
    return decision > 0 and table.live is not None and table.live.together


def _ask(table: Table, seat: int, notes: Notes, held: int) -> g.Ask | None:
    """The play's own question first; then what may wait: cards to show, a vote, the cut."""
    if ask := questions.decision_ask(table, seat):
        return ask
    if notes.mucked != table.this_hand.number and (ask := questions.show_ask(table, seat, held)):
        return ask
    return notes.cut or votes.asked(table, seat)


def _session(table: Table, seat: Seat, notes: Notes, now: int) -> g.Session:
    line = queue(table)
    own = next((one for one in line if one.seat == seat.number), None)
    wish = own.to if own else -1
    place = _place(line, own) if own else 0
    return g.Session(
        minutes=max(0, now - notes.since_ms) // 60_000 if notes.since_ms else 0,
        hands=notes.hands,
        bought_in=seat.chips.bought,
        balance=seat.person.balance if "balance" in notes.pages else None,
        room=0 if coming_in.why_none(table, seat, now) else buy_room(table, seat, now),
        lobby_ms=may_stay_away(table, seat, "lobby", now),
        open_seats=tuple(
            other.number
            for other in table.seats[1:]
            if other.life == "empty" and owed_at(table, other.number) is None
        ),
        meal_ms=may_stay_away(table, seat, "meal", now),
        wish=wish,
        in_queue=place,
        coming=seat.chips.pending,
        result=seat.chips.stack + seat.chips.pending - seat.chips.bought,
    )


def _place(line: list[Wish], own: Wish) -> int:
    """Of those who would take the same seat."""
    before = line[: line.index(own)]
    return 1 + sum(own.to in (0, one.to) or one.to == 0 for one in before)


def _away(seat: Seat) -> g.Away:
    if seat.leave:
        return "leaving" if left_by_wish(seat) else "sent home"
    if seat.life == "away":
        return "lobby" if seat.absence.kind in ("lobby", "meal") else "sit out"
    return "after hand" if seat.absence.sit_out == "next hand" else ""


def _why_away(table: Table, seat: Seat) -> tuple[str, int]:
    """What sat him out, if it was not he; and since when. Who plays on all the same is told of his
    clock, or of his link, until the next hand is over."""
    absence, hand, play = seat.absence, table.this_hand.number, table.called
    if absence.late and (_away(seat) or hand <= absence.late_hand + 1):
        what = "This seat lost its link" if absence.late_unlinked else "Your time ran out"
        did = questions.was_late(absence.late)
        return f"{what} in {play} #{absence.late_hand:,}: {did}", absence.late_at
    if seat.life == "away" and absence.kind == "no link":
        return "This seat lost its link", absence.began
    if absence.cut_at and not absence.kind and hand <= absence.linked_hand + 1:
        return f"This seat lost its link{_missed(seat, play)}", absence.cut_at
    return "", 0


def _missed(seat: Seat, play: str) -> str:
    """What was dealt meanwhile."""
    last = seat.absence.linked_hand
    count = last - seat.absence.cut_hand
    if not count:
        return " for a moment"
    return f": you missed {play} #{last:,}" if count == 1 else f": you missed {count} {play}s"


def _waits(table: Table, number: int) -> Literal["", "hand", "blind", "free"]:
    if waits_for_blind(table, number):
        return "blind" if post_costs(table, table.seats[number]) else "free"
    live = table.live
    return "hand" if live is not None and number not in live.seats else ""
