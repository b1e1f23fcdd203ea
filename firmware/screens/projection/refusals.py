"""What a seat would be refused, asked of the rules themselves: nothing else is offered to it."""

from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.engine import Seat, Table, refusal


def refusals(table: Table, seat: Seat, now: int) -> g.No:
    number, at = seat.number, max(now, table.now)
    away = seat.life == "away"
    back = c.ComeBack(at, number) if away else c.SitOut(at, number, "")
    out = seat.absence.sit_out == "next hand"
    asked = any(wish.seat == number for wish in table.people.wishes)
    return g.No(
        sit_out="" if out else refusal(table, c.SitOut(at, number, "next hand")),
        back=refusal(table, back) if away or out else "",
        lobby=refusal(table, c.GoAway(at, number, "lobby")),
        meal=refusal(table, c.GoAway(at, number, "meal")),
        leave=refusal(table, c.Leave(at, number)),
        seat="" if asked else refusal(table, c.AskSeat(at, number)),
    )
