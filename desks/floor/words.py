"""A table's view in a floor person's words: tags of seats, what needs somebody, in which order.

Pure. Times are the table's own clock; `AtDesk.wall` turns them into the desk's.
"""

from collections.abc import Iterable

from msgspec import Struct

from firmware.bank import roles
from firmware.bank.acts import name_of
from firmware.bank.proposals import Proposal
from firmware.games.cards import NAMES
from firmware.money import show
from firmware.screens.protocol.floor_view import Asked, Floor, FloorSeat
from firmware.screens.protocol.public_view import Placard, Seat


class AtDesk(Struct):
    """One table as this desk knows it; `floor` is None until it was heard of for the first time."""

    name: str
    floor: Floor | None = None
    heard_ms: int = 0  # the desk's wall clock when the view came
    away_ms: int = 0  # since when the table does not answer; 0: it does

    def wall(self, at: int) -> int:
        """A moment of the table's clock on the desk's."""
        return self.heard_ms + at - self.floor.now if self.floor and at else 0


class Card(Struct, frozen=True):
    rank: str
    suit: str
    sign: str


SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card(code: int) -> Card:
    name = NAMES[code]
    if name == "Jo":
        return Card("Jo", "s", "★")
    return Card("10" if name[0] == "T" else name[0], name[1], SIGNS[name[1]])


# ---- Tabs


class Tab(Struct, frozen=True):
    name: str
    state: str  # of the class "state" in floor.css
    words: str
    taken: str = ""  # seats
    seats: str = ""  # the same, and of how many


def tab(table: AtDesk) -> Tab:
    floor = table.floor
    if table.away_ms or floor is None:
        return Tab(table.name, "away", "Away")
    if floor.faults or floor.public.phase == "fault":
        return Tab(table.name, "fault", "Fault")
    if floor.state == "closed":
        return Tab(table.name, "closed", "Closed")
    if floor.stops or floor.public.phase in ("paused", "break"):
        return Tab(table.name, "paused", "Paused" if floor.stops else "Break")
    if floor.state == "closing":
        return Tab(table.name, "paused", "Closing")
    taken = sum(1 for seat in floor.public.seats if seat.life not in ("open", "reserved"))
    of = f" {taken} of {len(floor.public.seats)}"
    return Tab(table.name, "", spread(floor.public.placard), str(taken), of)


def amount(placard: Placard, chips: int) -> str:
    """$20; at a tournament 2,000, which are no money."""
    return f"{chips:,}" if placard.chips else show(chips)


def spread(placard: Placard) -> str:
    """NL $1/$3"""
    return f"{placard.short or placard.game} {placard.stakes.replace(' ', '')}".strip()


# ---- Seats


class Plate(Struct, frozen=True):
    seat: int
    look: str  # classes of the plate in floor.css
    name: str
    stack: str
    tags: tuple[tuple[str, str], ...]  # words, look
    until_ms: int = 0  # runs down to this moment of the wall clock
    since_ms: int = 0  # or up from this one
    up: tuple[Card, ...] = ()
    backs: int = 0


_TAGS = {
    "folded": "Fold", "away": "Away", "lobby": "Lobby", "waiting": "Waits", "ready": "In",
    "in": "In", "leaving": "Leaves", "fault": "No station", "reserved": "Held",
}  # fmt: skip
_DID = {"bet": "Bet", "raise": "Raise", "call": "Call", "all-in": "All-in", "check": "Check"}


def plates(table: AtDesk) -> list[Plate]:
    floor = table.floor
    assert floor is not None
    beside = {seat.seat: seat for seat in floor.seats}
    return [_plate(table, floor, seat, beside.get(seat.seat)) for seat in floor.public.seats]


def _plate(table: AtDesk, floor: Floor, seat: Seat, more: FloorSeat | None) -> Plate:
    if seat.life == "open":
        return Plate(seat.seat, "open", "Open", "", ())
    calls = bool(more and more.called_at and not more.answered)
    looks = [
        "in" if seat.life in ("in", "ready", "waiting") else "",
        "turn" if floor.public.actor == seat.seat else "",
        "calls" if calls else "",
        "fault" if more and not more.station else "",
    ]
    until, since = _clock(table, floor, seat, more)
    return Plate(
        seat.seat, " ".join(filter(None, looks)), seat.name,
        amount(floor.public.placard, seat.stack),
        _tags(floor, seat, calls), until, since, tuple(map(card, seat.up + seat.shown)),
        0 if seat.shown else seat.down,
    )  # fmt: skip


def _tags(floor: Floor, seat: Seat, calls: bool) -> tuple[tuple[str, str], ...]:
    tags = [("D", "")] if floor.public.button == seat.seat else []
    if calls:
        tags.append(("Calls", "blue"))
    elif floor.public.actor == seat.seat:
        tags.append(("To act", ""))
    elif seat.all_in:
        tags.append(("All-in", "rose"))
    elif seat.bet and seat.life == "in":
        bet = amount(floor.public.placard, seat.bet)
        tags.append((f"{_DID.get(seat.did, 'Bet')} {bet}", ""))
    else:
        tags.append((_TAGS.get(seat.life, seat.life.capitalize()), ""))
    return tuple(tags)


def _clock(table: AtDesk, floor: Floor, seat: Seat, more: FloorSeat | None) -> tuple[int, int]:
    clock = floor.public.clock
    if floor.public.actor == seat.seat and clock and clock.running:
        return table.heard_ms + clock.left_ms, 0
    if more and more.called_at:
        return 0, table.wall(more.called_at)
    if seat.away_ms:
        return table.heard_ms + seat.away_ms, 0
    return 0, 0


# ---- What needs a person, dearest to keep waiting first


class Need(Struct, frozen=True):
    cost: int  # smaller goes first
    sign: str  # look of its sign in floor.css
    icon: str
    table: str
    title: str
    words: str
    verb: str
    seat: int = 0
    order: str = ""  # what the verb asks for at once; empty: it leads to `way`
    given: tuple[tuple[str, object], ...] = ()  # fields of that order
    since_ms: int = 0
    until_ms: int = 0
    way: str = ""  # of the table's pages; empty: the table with its seat


def needs(tables: Iterable[AtDesk], person: str) -> list[Need]:
    found = [need for table in tables for need in _needs(table, person)]
    return sorted(found, key=lambda need: (need.cost, need.until_ms or need.since_ms))


def _needs(table: AtDesk, person: str) -> list[Need]:
    if table.away_ms:
        words = "plays on by itself; nothing you press reaches it"
        return [Need(30, "fault", "warning", table.name, f"Table {table.name} is away", words,
                     "Look", since_ms=table.away_ms)]  # fmt: skip
    floor = table.floor
    if floor is None:
        return []
    return [
        *_second(table, floor, person), *_broken(table, floor), *_calls(table, floor),
        *_money(table, floor), *_asking(table, floor), *_stopped(table, floor),
        *_lobbies(table, floor),
    ]  # fmt: skip


def _second(table: AtDesk, floor: Floor, person: str) -> list[Need]:
    return [
        Need(0, "second", "key", table.name, f"Confirm: {_what(asked)}, table {table.name}",
             f"{asked.by} asks: {asked.reason}", "Look", way=_way_to_confirm(asked),
             until_ms=table.wall(asked.until_at))
        if asked.by != person
        else Need(1, "second", "key", table.name, f"You asked to {_what(asked)}",
                  "a second person confirms", "Take back", 0, "TakeBack",
                  (("order", asked.order),), until_ms=table.wall(asked.until_at))
        for asked in floor.asked
    ]  # fmt: skip


def _what(asked: Asked) -> str:
    """In few words; the page that asks for it has them all."""
    return "close now" if asked.what == "CloseTable" else roles.ACTS[asked.what].words


def _way_to_confirm(asked: Asked) -> str:
    return "/void" if asked.what == "VoidHand" else f"/ask/Confirm?order={asked.order}"


# What the floor itself does about it, in its own words; whatever else breaks is called by its code.
_TITLES = {
    "UPDATE_WAITS": "an update waits until you close it",
    "UPDATE_ON_TRIAL": "a new version is on trial",
    "UPDATE_WENT_BACK": "the update was not kept",
    "UPDATE_REFUSED": "an update was refused",
    "UPDATE_STAYS": "an update cannot be taken",
}


def _broken(table: AtDesk, floor: Floor) -> list[Need]:
    faults = [
        Need(45 if fault.name in _TITLES else 10, "fault", "warning", table.name,
             f"Table {table.name}: {_TITLES.get(fault.name, fault.name)}",
             f"{fault.words.partition('. ')[0].rstrip('.')}.",
             "Look", since_ms=table.wall(fault.since_at))
        for fault in floor.faults
    ]  # fmt: skip
    doors = [
        Need(15, "door", "door", table.name, f"Table {table.name}: {door} open",
             "The table stands until it is shut.", "Look")
        for door in floor.doors
    ]  # fmt: skip
    return faults + doors


def _calls(table: AtDesk, floor: Floor) -> list[Need]:
    return [
        Need(20, "call", "bell", table.name, f"Table {table.name}, seat {seat.seat} calls", "",
             "Go", seat.seat, "AnswerCall", (("seat", seat.seat),), table.wall(seat.called_at))
        for seat in floor.seats
        if seat.called_at and not seat.answered
    ]  # fmt: skip


def _money(table: AtDesk, floor: Floor) -> list[Need]:
    owed = [
        Need(25, "money", "money", table.name,
             f"Table {table.name} owes {show(parcel.chips)}", parcel.why, "Look", parcel.seat)
        for parcel in floor.owed
    ]  # fmt: skip
    hits = [
        Need(26, "money", "star", table.name, f"Jackpot on table {table.name}, hand #{hit.hand:,}",
             f"{show(sum(p.chips for p in hit.payees))} to confirm", "Look",
             way=f"/ask/ConfirmJackpot?order={hit.number}")
        for hit in floor.hits
    ]  # fmt: skip
    return owed + hits + _chop(table, floor)


def _chop(table: AtDesk, floor: Floor) -> list[Need]:
    """No hand begins before the floor has said what becomes of it."""
    if not floor.chop:
        return []
    words = f"{len(floor.chop)} players share {show(sum(one.chips for one in floor.chop))}"
    title = f"Table {table.name}: all agree to end the tournament"
    return [Need(27, "money", "star", table.name, title, words, "Look", way="?more=1")]


def _asking(table: AtDesk, floor: Floor) -> list[Need]:
    names = {seat.seat: seat.name for seat in floor.public.seats}
    return [
        Need(35, "call", "person", table.name,
             f"{names.get(seat.seat) or 'A player'} asks for seat {seat.seat}",
             f"table {table.name}", "Approve", seat.seat, "Approve", (("seat", seat.seat),))
        for seat in floor.seats
        if seat.stage == "approve"
    ]  # fmt: skip


def _stopped(table: AtDesk, floor: Floor) -> list[Need]:
    return [
        Need(40, "paused", "pause", table.name, f"Table {table.name} paused",
             f"by {stop.by}: {stop.reason}" if stop.by else stop.reason, "Resume",
             order="Resume", since_ms=table.wall(stop.since_at))
        for stop in floor.stops
        if stop.who == "floor"
    ]  # fmt: skip


def _lobbies(table: AtDesk, floor: Floor) -> list[Need]:
    names = {seat.seat: seat.name for seat in floor.public.seats}
    return [
        Need(50, "", "clock", table.name, f"{names.get(seat.seat, '')}, {seat.away} runs out",
             f"table {table.name}, seat {seat.seat}", "Extend", seat.seat, "ExtendClock",
             (("seat", seat.seat), ("seconds", 300)), until_ms=table.wall(seat.until_at))
        for seat in floor.seats
        if seat.away and seat.warned
    ]  # fmt: skip


def comps(waiting: Iterable[Proposal], person: str, table: str) -> list[Need]:
    """Money of the house, not of a table: any of its desks may be where the second person is."""
    return [
        Need(0, "second", "key", table, f"Confirm: {roles.ACTS[name_of(one.act)].words}",
             f"{one.first} asks", "Look", way="/comp", until_ms=one.until_ms)
        for one in waiting
        if one.first != person
    ]  # fmt: skip


# ---- The day


class Day(Struct, frozen=True):
    hands_an_hour: int
    fees: int
    jackpot: int
    voids: int


def day(tables: Iterable[AtDesk]) -> Day:
    """Of the whole room: full hours' hands, a day's fees and voids."""
    hours = [hour for table in tables if table.floor for hour in table.floor.hours]
    latest = [table.floor.hours[-1].hands for table in tables if table.floor and table.floor.hours]
    fees, voids = sum(h.fees for h in hours), sum(h.voids for h in hours)
    return Day(sum(latest), fees, prizes(tables)[0].chips, voids)


class Prize(Struct, frozen=True):
    chips: int = 0
    words: str = ""  # what wins it, or who would


def prizes(tables: Iterable[AtDesk]) -> tuple[Prize, Prize]:
    """Jackpot and high hand: the most that a hand can win somewhere in the room now. Each table
    keeps a pool of its own; nobody wins the sum of them."""
    shown = [(t.name, t.floor) for t in tables if t.floor and not t.away_ms]
    jackpots = [Prize(one.public.placard.jackpot, _beaten(one)) for _, one in shown]
    high_hands = [Prize(one.public.placard.high_hand, _so_far(at, one)) for at, one in shown]
    return _most(jackpots), _most(high_hands)


def _most(found: list[Prize]) -> Prize:
    return max(found, key=lambda prize: prize.chips, default=Prize())


def _beaten(floor: Floor) -> str:
    return f"{floor.beaten.capitalize()} or better, beaten" if floor.beaten else ""


def _so_far(table: str, floor: Floor) -> str:
    best = floor.high_hand
    return f"So far: {best.payee.words}, table {table}" if best else ""


# ---- The hand in play and the chosen seat


class Hand(Struct, frozen=True):
    title: str
    since_ms: int
    of: int  # cards on a full board
    board: list[Card]
    pot: str
    fees: str


def hand(table: AtDesk) -> Hand:
    floor = table.floor
    assert floor is not None
    public = floor.public
    title = f"Hand #{public.hand:,}" if public.hand else "No hand yet"
    playing = bool(public.hand)  # also while the table stands
    if playing and public.street:
        title += f" · {public.street.capitalize()}"
    pot = public.total or sum(one.chips for one in public.pots)
    fees = [f"Fee taken {show(floor.fee)}"] if floor.fee else []
    if floor.jackpot:
        fees.append(f"jackpot {show(floor.jackpot)}")
    return Hand(
        title, table.wall(floor.hand_at) if playing else 0,
        public.placard.board or len(public.common),
        [card(code) for code in public.board],
        f"Pot {amount(public.placard, pot)}" if playing else "",
        " · ".join(fees),
    )  # fmt: skip


class SeatFacts(Struct, frozen=True):
    number: int
    name: str
    facts: str
    called_ms: int = 0
    answered: str = ""


def seat_facts(table: AtDesk, number: int) -> SeatFacts | None:
    floor = table.floor
    plate = next((s for s in floor.public.seats if s.seat == number), None) if floor else None
    if floor is None or plate is None:
        return None
    more = next((one for one in floor.seats if one.seat == number), FloorSeat(number))
    facts = [f"card ending {more.tail}"] if more.tail else []
    if more.bought:
        facts.append(f"bought in {amount(floor.public.placard, more.bought)}")
    if more.since_at:
        minutes = (floor.now - more.since_at) // 60_000
        facts.append(f"here {minutes // 60}:{minutes % 60:02d}")
    facts.append("station good" if more.station else "station does not answer")
    answered = f"{more.answered} answered, called" if more.answered else ""
    return SeatFacts(number, plate.name, " · ".join(facts), table.wall(more.called_at), answered)


class Wish(Struct, frozen=True):
    seat: int
    to: int
    words: str
    first: bool
    asked_ms: int
    open: bool


def wishes(table: AtDesk) -> list[Wish]:
    """Seat changes, in the order asked."""
    floor = table.floor
    assert floor is not None
    names = {seat.seat: seat.name for seat in floor.public.seats}
    free = next((seat.seat for seat in floor.public.seats if seat.life == "open"), 0)
    return [
        Wish(wish.seat, wish.to or free,
             f"{names.get(wish.seat, '')}, {wish.seat} to {wish.to or 'any'}",
             n == 0, table.wall(wish.asked_at), wish.open and not _goes_before(floor, n))
        for n, wish in enumerate(floor.seat_changes)
    ]  # fmt: skip


def _goes_before(floor: Floor, number: int) -> bool:
    """Somebody who asked earlier may have just that seat: first come."""
    mine = floor.seat_changes[number]
    return any(one.open and one.to in (0, mine.to) for one in floor.seat_changes[:number])
