"""What the floor orders, as the table's command. Pure; what is about no table's state is no
command: disputes are records."""

from typing import get_args

from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.house import Structure
from firmware.games.poker.rules import Stakes
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.floor_view import GameSpread
from firmware.table import commands as c
from firmware.table.engine import Config, Spread, Table

OfTheTable = (
    o.OpenTable | o.CloseTable | o.Pause | o.TakeBreak | o.Resume | o.ChangeGame | o.SweepFees
    | o.Approve | o.TurnAway | o.Reserve | o.Release | o.MovePlayer | o.GrantSeat | o.ExtendClock
    | o.AnswerCall | o.FoulHand | o.CashIn | o.Bar | o.Unbar | o.KeepApart | o.LetTogether
    | o.VoidHand | o.ConfirmJackpot | o.PayHighHand | o.StartTournament | o.CancelTournament
    | o.EndTournament | o.JoinList | o.LeaveList
)  # fmt: skip
STRUCTURES: tuple[str, ...] = get_args(Structure)
UNSAID = "no reason given"


def command(table: Table, order: OfTheTable, by: str, now: int) -> c.AnyCommand:
    """Refused: it names a hand that is over, or a game that is none."""
    signed = now, by, order.reason.strip() or UNSAID
    match order:
        case o.OpenTable():
            return c.OpenTable(*signed)
        case o.CloseTable(now=at_once):
            return c.CloseTable(*signed, at_once)
        case o.Pause():
            return c.Pause(*signed)
        case o.TakeBreak(minutes=minutes):
            return c.TakeBreak(*signed, minutes * 60_000)
        case o.Resume():
            return c.Resume(*signed)
        case o.ChangeGame(game=game):
            return c.ChangeGame(*signed, _config(table.config, game))
        case o.SweepFees():
            return c.SweepFees(*signed)
        case o.VoidHand(hand=hand):
            _same_hand(table, hand)
            return c.VoidHand(*signed)
        case o.ConfirmJackpot(number=number, pay=pay):
            return c.ConfirmJackpot(*signed, number, pay)
        case o.PayHighHand():
            return c.PayHighHand(*signed)
        case o.StartTournament():
            return c.StartTournament(*signed)
        case o.CancelTournament():
            if table.config.tournament is None:
                raise Refused("This table plays no tournament.", "sit-n-go")
            return c.CloseTable(*signed)
        case o.EndTournament(end=end):
            return c.EndTournament(*signed, end)
        case o.Bar(account=account, until_at=until):
            return c.Bar(*signed, account, until)
        case o.Unbar(account=account):
            return c.Unbar(*signed, account)
        case o.KeepApart(accounts=accounts, whole=whole):
            return c.KeepApart(*signed, accounts, whole)
        case o.LetTogether(accounts=accounts):
            return c.LetTogether(*signed, accounts)
        case o.JoinList(account=account, name=name, changing=changing):
            return c.JoinList(now, account, name, changing)
        case o.LeaveList(account=account):
            return c.LeaveList(now, account)
        case _:
            return _of_a_seat(table, order, signed)


OfASeat = (
    o.Approve | o.TurnAway | o.Reserve | o.Release | o.MovePlayer | o.GrantSeat | o.ExtendClock
    | o.AnswerCall | o.FoulHand | o.CashIn
)  # fmt: skip


def _of_a_seat(table: Table, order: OfASeat, signed: tuple[int, str, str]) -> c.AnyCommand:
    seat = order.seat
    match order:
        case o.Approve():
            return c.Approve(*signed, seat)
        case o.TurnAway():
            return c.TurnAway(*signed, seat)
        case o.Reserve(account=account, name=name, brings=brings):
            return c.Reserve(*signed, seat, account, name, brings)
        case o.Release():
            return c.Release(*signed, seat)
        case o.MovePlayer(to=to):
            return c.MovePlayer(*signed, seat, to)
        case o.GrantSeat(to=to):
            return c.GrantSeat(*signed, seat, to)
        case o.ExtendClock(seconds=seconds):
            return c.ExtendClock(*signed, seat, seconds * 1000)
        case o.AnswerCall(done=done):
            return c.AnswerCall(*signed, seat, done)
        case o.FoulHand(hand=hand):
            _same_hand(table, hand)
            return c.FoulHand(*signed, seat)
        case o.CashIn():
            return c.CashIn(*signed, seat)


def _same_hand(table: Table, hand: int) -> None:
    """Who looks at a desk may be a moment late."""
    if table.live is not None and table.this_hand.number != hand:
        now = table.this_hand.number
        raise Refused(f"Hand {hand:,} is over; hand {now:,} is being played.", "REQ-R19")


def _config(config: Config, game: GameSpread) -> Config:
    """One game, as ordered; what the order does not say stays as that game was posted."""
    stakes = Stakes(game.small, game.big, game.blinds, game.ante, game.bring_in, game.chip)
    posted = [one for one in config.spreads if one.game == game.game]
    before = posted[0] if posted else Spread(game.game, stakes)
    if game.limit not in STRUCTURES:
        raise Refused(f"One of these: {', '.join(STRUCTURES)}.", "table.toml")
    fees = game.fees or before.fees
    spread = replace(before, stakes=stakes, limit=game.limit, buy_in=game.buy_in, fees=fees)
    return replace(config.page, spreads=(spread,))
