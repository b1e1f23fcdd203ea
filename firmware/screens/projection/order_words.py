"""What an order does to the table and to the hand in play, in words: said before it is confirmed,
and again when it is done. Seats and accounts, no names: the journal keeps these words."""

from firmware.money import show
from firmware.screens.projection.floor import void_returns
from firmware.screens.protocol import orders as o
from firmware.table.engine import Table

NO_HAND = "No hand is in play."
GOES_ON = "The hand in play goes on."


def effect(table: Table, order: o.AnyOrder) -> str:
    """One sentence or two, true before it and after it."""
    match order:
        case o.VoidHand() if table.live is not None:
            return f"{_void(table)} Same button, same blinds again; no card is shown."
        case o.VoidHand():
            return NO_HAND
        case o.CloseTable(now=True) if table.live is not None:
            return f"{_void(table)} Everybody is cashed out and the table closes."
        case o.CloseTable():
            return f"{_last_hand(table)}everybody is cashed out and the table closes."
        case o.OpenTable():
            return "The table is open: the first hand comes as soon as there is a deck."
        case o.Pause():
            return "Every clock stands still; cards and chips stay where they are."
        case o.Resume():
            return "Every clock goes on with the time that it had."
        case o.EnterTests():
            return f"{_last_hand(table)}its devices are tested, and no meter moves."
        case o.LeaveTests():
            return "The test is over: the table goes on as it was."
        case o.TakeBreak(minutes=minutes):
            return f"{_last_hand(table)}a break of {minutes} minutes; seats are kept."
        case o.ChangeGame(game=game):
            return f"{game.game}, {game.limit}, is played from the next hand on."
        case o.ReadPage():
            return "table.toml, as it is now, is played from the next hand on."
        case o.SweepFees():
            return "The fees that lie here go to the house's account. Pools stay."
        case o.Bar() | o.Unbar() | o.KeepApart() | o.LetTogether():
            return _accounts(table, order)
        case o.ConfirmJackpot() | o.PayHighHand():
            return _jackpot(table, order)
        case o.StartTournament():
            return "The tournament begins; no more entries."
        case o.CancelTournament():
            return "The tournament is canceled: everybody gets entry and fee back."
        case o.EndTournament(end=end):
            return "It ends as agreed, and the shares are paid." if end else "It goes on."
        case o.OpenDispute(hand=hand):
            return f"A dispute about hand {hand:,} is open. {GOES_ON}"
        case o.SettleDispute(number=number, decision=decision):
            return f"Dispute {number} is settled: {decision}."
        case o.Unseal(hand=hand, seats=seats):
            whose = ", ".join(map(str, seats))
            return f"Two people see the cards of seats {whose} in hand {hand:,}. {GOES_ON}"
        case o.OpenPairing(seat=seat):
            return f"The cable of {_place(seat)} waits two minutes for a new screen. {GOES_ON}"
        case o.SayPaired(seat=seat):
            return f"The new screen of {_place(seat)} is known; the one before it is forgotten."
        case o.AtConsole(typed=typed, no=no):
            return f"{typed}: {no}" if no else typed
        case o.JoinList(account=account):
            return f"{_account(account)} waits for this table: nobody sits down before."
        case o.LeaveList():
            return "This table waits for that name no more."
        case o.Confirm() | o.TakeBack():
            return ""
        case _:
            return _seat(table, order)


def _void(table: Table) -> str:
    live = table.live
    assert live is not None
    back = sum(void_returns(table, seat) for seat in live.seats)
    seats = sum(void_returns(table, seat) > 0 for seat in live.seats)
    chips = f"{back:,} in chips" if table.config.tournament else show(back)
    players = f"{seats} player{'s' if seats != 1 else ''}"
    return (
        f"Hand {table.this_hand.number:,} does not count: {chips} back to {players},"
        " fee and jackpot share too."
    )


def _last_hand(table: Table) -> str:
    return "The hand in play is finished first. Then " if table.live else "No hand is in play: "


def _seat(table: Table, order: o.AnyOrder) -> str:
    seat = getattr(order, "seat", 0)
    who, after = f"Seat {seat}", ", after this hand" if table.in_hand(seat) else ""
    match order:
        case o.Approve():
            return f"{who} may buy in."
        case o.TurnAway():
            return f"{who} gets the card back and no seat."
        case o.Reserve(account=account):
            minutes = table.config.ways.reserve_ms // 60_000  # no name goes into the journal
            return f"Seat {seat} is held for {_account(account)}, {minutes} minutes."
        case o.Release():
            return f"Seat {seat} is open again."
        case o.MovePlayer(to=to) | o.GrantSeat(to=to):
            return f"{who} moves to seat {to} with all chips{after}."
        case o.ExtendClock(seconds=seconds):
            minutes, rest = divmod(seconds, 60)
            return f"{who} has {minutes}:{rest:02d} more."
        case o.AnswerCall(done=done):
            return f"{who}: the call is answered." if done else f"{who} is told: on the way."
        case o.FoulHand():
            return f"{who} has a dead hand; what was bet stays in the pot. The others play on."
        case o.CashIn():
            return f"{who} is cashed in and leaves{after}."
    return GOES_ON


def _accounts(table: Table, order: o.Bar | o.Unbar | o.KeepApart | o.LetTogether) -> str:
    match order:
        case o.Bar(account=account):
            seat = table.at(account)
            leaves = f" Seat {seat.number} is cashed in after this hand." if seat else ""
            return f"{_account(account)} may not play at this table.{leaves}"
        case o.Unbar(account=account):
            return f"{_account(account)} may play here again."
        case o.KeepApart(accounts=accounts, whole=whole):
            where = "at one table" if whole else "side by side"
            who = _together(accounts)
            return f"{who} do not sit {where} any more, from the next seat on."
        case o.LetTogether(accounts=accounts):
            return f"{_together(accounts)} may sit together."


def _together(accounts: tuple[str, ...]) -> str:
    return " and ".join(map(_account, accounts))


def _account(name: str) -> str:
    return f"Account {name.removeprefix('patron:')}"


def _jackpot(table: Table, order: o.ConfirmJackpot | o.PayHighHand) -> str:
    if isinstance(order, o.PayHighHand):
        return f"The high hand is paid {show(table.books.high_hand)}, to the player's card."
    if not order.pay:
        return f"Hit {order.number} is denied: nobody is paid, the pool stays."
    hits = [hit for hit in table.jackpots.bad_beats if hit.number == order.number]
    chips = sum(claim.chips for hit in hits for claim in hit.claims)
    return f"{show(chips)} of the pool are paid to the players' cards."


def _place(seat: int) -> str:
    return f"seat {seat}" if seat else "the center"
