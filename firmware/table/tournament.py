"""Sit-n-go: one table, equal chips, levels on a clock, until one is left (000 L2154).

Its chips are counters in `seat.stack`; the cents are in the books as prizes from the first entry
on, and leave as one transfer a winner. Everybody is dealt in, present or not.
"""

from firmware.errors import Refused
from firmware.money import split
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Tournament
from firmware.table.entering import Events, transfer_id
from firmware.table.leaving import looks_on
from firmware.table.seat import COMING, Seat
from firmware.table.state import Table


def start(table: Table, command: c.StartTournament) -> Events:
    show = table.config.tournament
    if show is None:
        raise Refused("This table plays no tournament.", "sit-n-go")
    if not _nothing_moves(table):
        raise Refused("One moment: an entry is on its way.", "sit-n-go")
    if sum(seat.seated for seat in table.seats) < 2:
        raise Refused("A tournament takes two players.", "sit-n-go")
    return _begin(table, show, command.now, command.by, command.reason)


def _nothing_moves(table: Table) -> bool:
    """Nobody is about to be in it, or out of it."""
    return not any(seat.chips.asked or seat.leave for seat in table.seats)


def _begin(table: Table, show: Tournament, now: int, by: str, reason: str) -> Events:
    late = [seat.number for seat in table.seats if seat.life in COMING]
    there = sum(seat.seated for seat in table.seats)
    return [
        *(e.EntryCancelled(now, number, "The tournament has begun.") for number in late),
        e.Opened(now, by, reason),
        e.TournamentStarted(now, by, reason, now + show.level_ms, there, table.books.entry_fees),
    ]


def left(table: Table) -> list[int]:
    return [seat.number for seat in table.seats if seat.seated and seat.chips.stack]


def chop_agreed(table: Table) -> bool:
    """No hand begins then, until the floor has answered."""
    votes = table.consent.votes.get("chop", ())
    return bool(votes) and all(seat in votes for seat in left(table)) and not _busted(table)


def end(table: Table, command: c.EndTournament) -> Events:
    """002 L1210: the finalists agree to end it. The floor looks on and confirms."""
    if not table.sit_n_go.running or not chop_agreed(table):
        raise Refused("Everybody who is left has to agree first.", table.config.source("chop"))
    now = command.now
    answer = e.EndAnswered(now, command.by, command.reason, command.end)
    return [answer, e.Eliminated(now, _chop(table))] if command.end else [answer]


def chop_shares(table: Table) -> dict[int, int]:
    """Most chips first: each gets the least prize that is left; the rest goes by chips, odd cents
    to the most."""
    stacks = {number: table.seats[number].chips.stack for number in left(table)}
    order = sorted(stacks, key=lambda number: -stacks[number])
    sure = prizes(table)[len(order) - 1]
    rest, total = table.books.prizes - sure * len(order), sum(stacks.values())
    shares = [sure + rest * stacks[number] // total for number in order]
    shares[0] += table.books.prizes - sum(shares)
    return dict(zip(order, shares, strict=True))


def _chop(table: Table) -> tuple[tuple[int, int, int, str], ...]:
    shares = chop_shares(table)
    stacks = {number: table.seats[number].chips.stack for number in shares}
    places = {n: 1 + sum(other > chips for other in stacks.values()) for n, chips in stacks.items()}
    return _sent(table, [(number, places[number], cents) for number, cents in shares.items()])


def next_at(table: Table) -> int | None:
    return table.sit_n_go.until if table.sit_n_go.running else None


def chores(table: Table, now: int) -> Events:
    show = table.config.tournament
    if show is None:
        return []
    if not table.sit_n_go.running:
        return _begin(table, show, now, "table", "all have come") if _full(table) else []
    out = _eliminated(table, now)
    if out:
        return out
    state = table.sit_n_go
    if now < state.until:
        return []
    level = min(state.level + 1, len(show.levels) - 1)
    breaks = show.break_after and (state.level + 1) % show.break_after == 0
    if breaks and not state.on_break:
        return [e.BreakBegan(now, now + show.break_ms)]
    return [e.LevelRaised(now, level, now + show.level_ms)]


def _full(table: Table) -> bool:
    there = sum(seat.seated for seat in table.seats)
    return table.phase == "closed" and there >= table.config.entrants and _nothing_moves(table)


def _busted(table: Table) -> list[Seat]:
    return [seat for seat in table.seats if seat.seated and not seat.chips.stack]


def _eliminated(table: Table, now: int) -> Events:
    """Out in one hand: who began it with more is placed higher; equal stacks share."""
    if table.play is None or table.live is not None:
        return []
    left = [seat for seat in table.seats if seat.seated and seat.chips.stack]
    out = _busted(table)
    if any(looks_on(table, seat.number, now) for seat in out) or (not out and len(left) > 1):
        return []
    places: list[tuple[int, list[int]]] = []  # place, seats that share it
    place = len(left) + len(out)
    began = {seat.number: table.sit_n_go.began[seat.number] for seat in out}
    for chips in sorted(set(began.values())):
        tied = [number for number in began if began[number] == chips]
        place -= len(tied)
        places.append((place + 1, tied))
    if len(left) == 1:
        places.append((1, [left[0].number]))
    rows = _pay(table, places)
    return [e.Eliminated(now, rows)] if rows else []


def prizes(table: Table) -> list[int]:
    """Cents a place, first place first; the whole of what was paid in."""
    show = table.config.tournament
    assert show is not None
    total = table.sit_n_go.players * show.entry
    paid = list(show.prizes[: table.sit_n_go.players])
    shares = [total * percent // sum(paid) for percent in paid]
    shares[0] += total - sum(shares)
    return shares + [0] * (table.sit_n_go.players - len(shares))


def _pay(
    table: Table, places: list[tuple[int, list[int]]]
) -> tuple[tuple[int, int, int, str], ...]:
    pay = prizes(table)
    rows: list[tuple[int, int, int]] = []
    for place, tied in places:
        shares = split(sum(pay[place - 1 : place - 1 + len(tied)]), len(tied))
        rows += ((n, place, cents) for n, cents in zip(tied, shares, strict=True))
    return _sent(table, rows)


def _sent(table: Table, rows: list[tuple[int, int, int]]) -> tuple[tuple[int, int, int, str], ...]:
    """Seat, place, cents; who is paid has the next transfer, and who is not takes up none."""
    sent, flights = [], 0
    for number, place, cents in rows:
        sent.append((number, place, cents, transfer_id(table, flights)))
        flights += cents > 0
    return tuple(sent)
