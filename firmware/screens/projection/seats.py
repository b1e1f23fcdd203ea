"""One seat as everyone may see it: the plate (who, and his stack) and what lies in front of it."""

from itertools import chain
from typing import Any, cast

from firmware.games.play import Award, Play, Pot
from firmware.screens import protocol as g
from firmware.screens.projection import on_the_table as on
from firmware.screens.projection.hand_name import spoken
from firmware.table import events as e
from firmware.table.engine import Seat, Table, shown_cards, shown_words


def seat_plate(
    table: Table, seat: Seat, won: tuple[Award, ...], pots: list[Pot], now: int
) -> g.Seat:
    number, live, result = seat.number, table.live, table.this_hand.result
    play = on.dealt_in(table, number)
    stack = live.stacks[number] if live is not None and play else seat.chips.stack
    folded = play is not None and play.folded(number)
    all_in = play is not None and live is not None and not stack and not folded
    mine = [one for one in won if one.seat == number and play]
    best = max(mine, key=lambda one: one.chips, default=None)
    shown = shown_words(table, number) if play and best is None else ""
    ends = _on_each_board(mine) if play and play.second else ()
    act = table.this_hand.last[number]
    did = table.play.did(act) if table.play is not None else ""
    return g.Seat(
        seat=number,
        life=_life(table, seat, play is not None, folded),
        name=seat.person.name if seat.seated else "",
        stack=stack if seat.seated else 0,
        bet=play.bet(number) if play and live is not None else 0,
        did=_did(live, number, did, all_in) if live is not None else "",
        count=len(getattr(act, "cards", ())) if did == "draw" else 0,  # given up
        down=play.backs(number) if play else 0,
        up=play.faces(number) if play else (),
        shown=_turned_up(table, play, number) if play else (),
        mark=on.mark(table, number),
        all_in=all_in,
        pots=tuple(n for n, pot in enumerate(pots) if number in pot.seats) if all_in else (),
        away_ms=max(0, seat.until - now) if seat.life == "away" else 0,
        won=play.gain(number) if play and result and live is None else 0,
        hand=spoken(best.words if best else shown),
        winning=tuple(dict.fromkeys(chain(*ends))) if ends else _won_with(mine),
        ends=ends,
        called=seat.called,
    )


def _turned_up(table: Table, play: Play, number: int) -> tuple[int, ...]:
    """What he held face down; stud's up cards lie there already. A bank's are turned as a whole."""
    up = () if play.round else play.faces(number)
    return tuple(card for card in shown_cards(table, number) if card not in up)


def _on_each_board(mine: list[Award]) -> tuple[tuple[int, ...], ...]:
    """What he won with on the first and on the second board."""
    return tuple(_won_with(mine, run) for run in (0, 1)) if mine else ()


def _won_with(mine: list[Award], run: int = 0) -> tuple[int, ...]:
    """Of his hand, of his low too."""
    return tuple(dict.fromkeys(chain(*(one.cards for one in mine if one.run == run))))


def _life(table: Table, seat: Seat, dealt: bool, folded: bool) -> g.Life:
    match seat.life:
        case "empty":
            return "open"
        case "away":
            return "lobby" if seat.absence.kind in ("lobby", "meal") else "away"
        case "playing":
            pass
        case _:
            return "reserved"
    if not seat.link:
        return "fault"
    if dealt:
        return "folded" if folded else "in"
    if seat.leave:
        return "leaving"
    return "waiting" if table.live is not None else "ready"


def _did(live: Play, number: int, word: str, all_in: bool) -> g.Did:
    """What nobody can call any more is told as that, and not as what he is all-in for."""
    if live.uncalled[0] == number:
        return "back"
    return "all-in" if all_in and word != "fold" else cast(g.Did, word)


def last_act(events: list[e.AnyEvent], play: Play | None) -> g.Last | None:
    """The act that everyone looks at now, if these events hold one."""
    found = None
    for event in events:
        if isinstance(event, e.InHand) and play is not None:
            for one in event.events:
                found = _last(play, one) or found
    return found


def _last(play: Play, event: Any) -> g.Last | None:
    word = play.did(event)
    if word not in ("fold", "check", "call", "bet", "raise"):
        return None
    return g.Last(event.seat, cast(g.Did, word), getattr(event, "to", getattr(event, "chips", 0)))
