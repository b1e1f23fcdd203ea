"""The table as everyone may see it. The center screen draws it; every station has it too."""

from typing import Literal

from firmware.games.play import Law, Play, Pot
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.projection import banked, pan, votes
from firmware.screens.projection import on_the_table as on
from firmware.screens.projection.outcome import result, won_pots
from firmware.screens.projection.placard import contest, placard
from firmware.screens.projection.seats import seat_plate
from firmware.table.engine import Table, voters, winners


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
    live, play = table.live is not None, table.play
    over = play is not None and not live and table.this_hand.result is not None
    actor, won, standing = _actor(table), winners(table), on.standing_pots(table)
    return g.Public(
        placard=placard(table, key),
        phase=_phase(table, live, over, opens_with),
        hand=table.this_hand.number if live or over else 0,
        seal=seal if live or over else "",
        street=play.street if play is not None else "",
        button=table.position.button if _law(table).has_button else 0,
        board=tuple(play.board) if play is not None else (),
        pots=won_pots(won) if over else _pots(table, standing),
        seats=tuple(seat_plate(table, seat, won, standing, now) for seat in table.seats[1:]),
        actor=actor,
        to_call=on.owed(table, actor) if actor else 0,
        clock=_clock(table, now),
        last=last if live else None,
        result=result(table, won, now) if over else None,
        alert=_alert(table, now),
        missing=_missing(table, opens_with) if not live else 0,
        second=tuple(play.second) if play is not None else (),
        rabbit=table.this_hand.result.rabbit if table.this_hand.result else (),
        total=on.contested(table),
        notice=_owed(table) or votes.notice(table) or _unopened(table) or _said(play),
        contest=contest(table, now),
        against=banked.against(play.round, table.banker.hands) if play and play.round else None,
        roads=banked.roads(table),
        pan=pan.board(play.pan) if play and play.pan else None,
        voided=table.this_hand.voided,
        no_floor=opens_with > 0,
        asked=_asked(table) if actor else "",
    )


def _law(table: Table) -> Law:
    """Of the hand that is played, or was; before the first one, of the game that comes."""
    return table.play.rules if table.play is not None else table.config.law(table.spread)


def _asked(table: Table) -> Literal["", "draw", "roll", "kill"]:
    match table.live.due if table.live is not None else "":
        case "draw" | "roll" | "kill" as due:
            return due
    return ""


def _owed(table: Table) -> str:
    """For the floor, which sees it from afar (REQ-R40); how much is the player's own business."""
    seats = sorted({table.transit.flying[name].seat for name in table.transit.owed})
    if not seats:
        return ""
    return f"Floor, please: a cash-out of seat {' and '.join(map(str, seats))} is paid by hand"


def _said(play: Play | None) -> str:
    return play.notice if play is not None else ""


def _unopened(table: Table) -> str:
    """Between two hands: who anted reads where his chips are."""
    stays = sum(table.books.carried.values()) if table.live is None else 0
    return f"Nobody opened: {show(stays)} stays in the pot" if stays else ""


def _alert(table: Table, now: int) -> g.Alert | None:
    if table.stopped_by("service"):
        return g.Alert("Service test", "No play until it is over. All chips are kept.", "C-TST-01")
    if table.stopped_by("doors"):
        return g.Alert("A door is open", "The table waits. Your cards and chips are kept.")
    if table.paused:
        return g.Alert("Paused by the floor", "Your cards and chips are kept.")
    if table.recess.until:
        says = "Seats and chips are kept. The next hand comes after it."
        return g.Alert("Break", says, left_ms=max(0, table.recess.until - now))
    if table.sit_n_go.running and table.sit_n_go.on_break and table.live is None:
        says = f"Level {table.sit_n_go.level + 2} comes next. Chips are kept."
        return g.Alert("Break", says, left_ms=max(0, table.sit_n_go.until - now))
    return None


def _phase(table: Table, live: bool, over: bool, opens_with: int) -> g.Phase:
    if table.paused:
        return "paused"
    if live:
        return "in hand"
    if table.recess.until or (table.sit_n_go.running and table.sit_n_go.on_break):
        return "break"
    if over:
        return "showdown"
    begins_alone = opens_with or table.config.tournament is not None  # once all have entered
    return "closed" if table.phase == "closed" and not begins_alone else "waiting"


def _actor(table: Table) -> int:
    """Nobody, where several owe a choice at the same time: each station knows its own."""
    live = table.live
    if live is None or not live.queue or live.together or live.due in ("deal", "settle"):
        return 0
    return live.queue[0]


def _missing(table: Table, opens_with: int) -> int:
    ready = sum(seat.ready for seat in table.seats)
    needed = max(opens_with, table.config.entrants) if table.phase == "closed" else 0
    return max(0, max(needed, table.config.ways.least_players) - ready)


def _pots(table: Table, standing: list[Pot]) -> tuple[g.Pot, ...]:
    """One pot: with the bets in front of it. Several: as they stand."""
    if len(standing) > 1:
        return tuple(g.Pot(pot.chips) for pot in standing)
    chips = on.contested(table)
    return (g.Pot(chips),) if chips else ()


def _clock(table: Table, now: int) -> g.Clock | None:
    live, clock, ways = table.live, table.clock, table.config.ways
    if live is None or not clock.until or not live.queue:
        asks = ways.run_twice and table.pace.deal_at > now and voters(table, "run it twice")
        return g.Clock(table.pace.deal_at - now, ways.action_ms) if asks else None
    seat, stage = table.seats[live.queue[0]], clock.stage
    more = {"extra": ways.extra_ms, "time": ways.time_ms, "link": ways.link_ms}
    whole = seat.time.bank_ms if stage == "bank" else more.get(stage) or ways.action_ms
    left = clock.left if table.paused else max(0, clock.until - now)
    return g.Clock(
        left_ms=left,
        of_ms=max(left, whole),
        bank_ms=seat.time.bank_ms if stage != "bank" else 0,
        running=not table.paused and stage != "link",
        in_bank=stage == "bank",
    )
