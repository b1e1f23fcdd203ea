"""What a finger wants of the table, as the table's command. Pure.

Pages, PINs, preferences and the cut are no commands of the table: intents.py tells them apart.
"""

from typing import assert_never, get_args

from firmware.errors import Refused
from firmware.games.play import hole_numbers
from firmware.games.poker import commands as p
from firmware.screens import protocol as g
from firmware.screens.projection import banked, own_cards, votes
from firmware.table import commands as c
from firmware.table.engine import Table, shown_numbers

OfTheTable = (
    g.Act | g.Draw | g.Roll | g.Kill | g.Show | g.Buy | g.Cancel | g.UseTime | g.SitOut | g.GoLobby
    | g.ComeBack | g.Leave | g.ChangeSeat | g.Enter | g.CallFloor | g.Pick
)  # fmt: skip


def command(table: Table, seat: int, intent: OfTheTable, now: int) -> c.AnyCommand:
    """Refused: a choice that nobody offered."""
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
        case g.Show(places=places):
            return c.ShowCards(now, seat, _to_show(table, seat, places))
        case g.Buy(chips, post):
            return c.BuyIn(now, seat, chips, post)
        case g.Cancel():
            return c.CancelEntry(now, seat)
        case g.UseTime():
            return c.AskTime(now, seat)
        case g.SitOut():
            chosen = table.seats[seat].absence.sit_out == "next hand"
            return c.SitOut(now, seat, "" if chosen else "next hand")
        case g.GoLobby(meal):
            return c.GoAway(now, seat, "meal" if meal else "lobby")
        case g.ComeBack() if table.seats[seat].life == "playing":
            return c.SitOut(now, seat, "")
        case g.ComeBack():
            return c.ComeBack(now, seat)
        case g.Leave():
            return c.Leave(now, seat)
        case g.ChangeSeat(to):
            return _other_seat(table, seat, to, now)
        case g.Enter(entry):
            return _entry(seat, entry, now)
        case g.CallFloor():
            return c.CallFloor(now, seat)
        case g.Pick(decision) if decision < votes.FIRST:
            return banked.command(table, seat, intent, now)
        case g.Pick():
            return votes.command(table, seat, intent, now)
    assert_never(intent)


def _other_seat(table: Table, seat: int, to: int, now: int) -> c.AnyCommand:
    if to == seat:
        return c.DropAskSeat(now, seat)
    is_open = 0 < to < len(table.seats) and table.seats[to].life == "empty"
    at_once = is_open and not table.in_hand(seat)
    return c.TakeSeat(now, seat, to) if at_once else c.AskSeat(now, seat, to)


def _entry(seat: int, entry: str, now: int) -> c.ChooseEntry:
    for one in get_args(c.Entry):
        if one == entry:
            return c.ChooseEntry(now, seat, one)
    raise Refused("That is not offered at this table.", "protocol")


def _to_show(table: Table, seat: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of those of the chosen cards that nobody has seen yet."""
    play, seen = table.play, shown_numbers(table, seat)
    held = hole_numbers(play, seat) if play is not None and own_cards(table, seat) else ()
    chosen = [held[at] for at in places if 0 <= at < len(held)] if places else held
    return tuple(number for number in chosen if number not in seen)
