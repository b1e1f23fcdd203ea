"""Coming in: list, reservation, card, PIN, approval, buy-in; and the rules about chips."""

from contextlib import suppress

from firmware.errors import Refused
from firmware.money import show
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.blinds import ENTRY, comes_in, may_pass, missed_kills
from firmware.table.evolve import stakes_now
from firmware.table.places import has_blinds, straddles_in
from firmware.table.seat import Seat
from firmware.table.state import Table, Transfer

Events = list[e.AnyEvent]
FEES = "fees"  # the house's own account


def transfer_id(table: Table, ahead: int = 0) -> str:
    """Of the next transfer: one name on both sides, never used again."""
    return f"{table.config.table}-{table.transit.transfers + ahead + 1}"


# The list


def join_list(table: Table, command: c.JoinList) -> Events:
    lines = (*table.people.waiting, *table.people.changing)
    if any(one.account == command.account for one in lines):
        raise Refused(f"{command.name} is on the list.", "waiting list")
    if table.at(command.account):
        raise Refused(f"{command.name} has a seat here.", "waiting list")
    _not_barred(table, command.account, command.now)
    _stayed_out(table, command.account, command.now)
    return [e.Listed(command.now, command.account, command.name, command.changing)]


def leave_list(table: Table, command: c.LeaveList) -> Events:
    if not any(
        one.account == command.account for one in (*table.people.waiting, *table.people.changing)
    ):
        raise Refused("That name is not on the list.", "waiting list")
    return [e.Unlisted(command.now, command.account)]


def reserve(table: Table, command: c.Reserve) -> Events:
    if command.brings < 0 or (command.brings and table.config.tournament):
        raise Refused("Nobody brings chips of that kind.", "must move")
    if table.at(command.account):
        raise Refused(f"{command.name} has a seat here.", "AJ-R7")
    _not_barred(table, command.account, command.now)
    _has_place(table, command.seat)
    _not_owed(table, command.seat)
    _apart(table, command.account, command.seat)
    _wished_for(table, command.seat)
    until = command.now + table.config.ways.reserve_ms
    return [
        e.SeatReserved(
            command.now,
            command.seat,
            command.account,
            command.name,
            until,
            command.by,
            command.reason,
            command.brings,
        )
    ]


def release(table: Table, command: c.Release) -> Events:
    return [e.SeatReleased(command.now, command.seat, command.by, command.reason)]


def _wished_for(table: Table, number: int) -> None:
    """ "A player who is already in the game has the first option on any seat when it becomes
    available" (002 L134, 000 L206)."""
    for wish in table.people.wishes:  # who asked for any seat may take it, and holds none
        if wish.to == number:
            raise Refused(f"Seat {wish.seat} asked for seat {number} first.", "seat change")


# The card


def swipe(table: Table, command: c.SwipeCard) -> Events:
    seat = table.seats[command.seat]
    here = table.at(command.account)
    if here and here.number != command.seat:
        raise Refused(f"This card is in use at seat {here.number}.", "AJ-R7")
    if seat.life == "reserved" and seat.person.account != command.account:
        raise Refused("This seat is held for somebody else.", "AJ-R18")
    _not_owed(table, command.seat)
    _not_barred(table, command.account, command.now)
    if seat.life == "empty":
        if table.people.waiting or table.people.changing:
            raise Refused("There is a waiting list; please see the floor.", "waiting list")
        _wished_for(table, command.seat)
        _stayed_out(table, command.account, command.now)
    if table.config.tournament and table.sit_n_go.running:
        raise Refused("The tournament has begun.", "sit-n-go")
    _has_place(table, command.seat)
    _apart(table, command.account, command.seat)
    until = _answer_by(table, command.now)
    return [e.CardSwiped(command.now, command.seat, command.account, command.name, until)]


def _answer_by(table: Table, now: int) -> int:
    """A seat that is left at its PIN or its buy-in closes by itself."""
    return now + table.config.ways.reserve_ms


def owed_at(table: Table, number: int) -> Transfer | None:
    """What left this seat and reached no card: until it is paid by hand nobody else sits there."""
    transit = table.transit
    found = (transit.flying[name] for name in transit.owed)
    return next((owed for owed in found if owed.seat == number), None)


def _not_owed(table: Table, number: int) -> None:
    if owed_at(table, number) is not None:
        words = "A cash-out of this seat is paid by hand first: please take another."
        raise Refused(words, "REQ-R40")


def _has_place(table: Table, number: int) -> None:
    """Whoever has begun to enter a tournament has a place in it."""
    taken = sum(seat.life != "empty" and seat.number != number for seat in table.seats)
    if table.config.tournament and taken >= table.config.entrants:
        raise Refused("All places of this tournament are taken.", "sit-n-go")


def _not_barred(table: Table, account: str, now: int) -> None:
    until = table.people.barred.get(account)
    if until is not None and (not until or now < until):
        raise Refused("Please see the floor.", "AJ-R34")


def _stayed_out(table: Table, account: str, now: int) -> None:
    left = table.people.departed.get(account)
    wait = table.config.ways.stay_out_ms
    if left and wait and now - left.at < wait:
        minutes = -(-(left.at + wait - now) // 60_000)
        raise Refused(
            f"You left this game: back in {minutes} minutes.", table.config.source("stay_out_ms")
        )


def _apart(table: Table, account: str, number: int) -> None:
    """ "Others with a common interest may play in the same game at the floor manager's discretion,
    but may not sit next to each other" (000 L208)."""
    if not table.config.ways.keep_apart:
        return
    for rule in table.people.apart:
        if account not in rule.accounts:
            continue
        for seat in table.seats:
            other = seat.person.account != account and seat.person.account in rule.accounts
            if other and (rule.table or adjacent(table, seat.number, number)):
                raise Refused("Please see the floor about this seat.", "AJ-R20")


def adjacent(table: Table, one: int, other: int) -> bool:
    """Side by side; the last seat is next to the first."""
    return (one - other) % table.config.seats in (1, table.config.seats - 1)


def pin(table: Table, command: c.PinChecked) -> Events:
    now, number = command.now, command.seat
    seat = table.seats[number]
    if not command.good:
        return _wrong_pin(table, seat, command)
    events: Events = [e.PinAccepted(now, number, command.balance)]
    if seat.person.held or not table.config.ways.approval:
        until = _answer_by(table, now)
        events.append(e.EntryApproved(now, number, "house", "assigned to this seat", until))
    return events


def _wrong_pin(table: Table, seat: Seat, command: c.PinChecked) -> Events:
    """The bank counts for all tables together, and it alone locks a card (REQ-R38)."""
    now, number = command.now, command.seat
    if command.left == 0:
        return [e.CardLocked(now, number, seat.person.account)]
    if seat.person.tries + 1 >= table.config.ways.pin_tries:
        return [e.EntryCancelled(now, number, "too many wrong PINs")]
    return [e.PinRefused(now, number, command.left)]


def cancel(table: Table, command: c.CancelEntry) -> Events:
    return [e.EntryCancelled(command.now, command.seat, "player")]


def approve(table: Table, command: c.Approve) -> Events:
    until = _answer_by(table, command.now)
    return [e.EntryApproved(command.now, command.seat, command.by, command.reason, until)]


def turn_away(table: Table, command: c.TurnAway) -> Events:
    words = "Please see the floor."
    return [e.EntryCancelled(command.now, command.seat, words, command.by, command.reason)]


# Chips


def buy_limits(table: Table, seat: Seat, now: int) -> tuple[int, int]:
    """(least, most) that this seat may buy now; most 0 is nothing."""
    show_ = table.config.tournament
    if show_ is not None:
        return (show_.entry, show_.entry) if seat.life == "choosing" else (0, 0)
    least, cap = table.config.least_buy(table.spread), table.config.most_buy(table.spread)
    if seat.life == "choosing":
        back = brings_back(table, seat.person.account, now)
        if seat.person.brings > 0:  # a must-move or a broken game: all his chips, few or many
            return seat.person.brings, max(cap, seat.person.brings) if cap else seat.person.balance
        return max(least, back), max(cap, back) if cap else seat.person.balance
    if _all_in(table, seat):
        return 0, 0
    stack = chips_of(table, seat)
    if table.config.ways.rebuys != "free":
        half = table.config.ways.rebuys == "half or broke"
        return _restricted(seat, stack, least, cap, half=half, chip=_chip(table))
    if cap:
        if table.config.caps_rebuys(table.spread) and 2 * stack >= least:
            return 0, 0
        most = cap - stack
    else:
        most = seat.person.balance
    if seat.chips.short_buys:
        if table.config.ways.add_ons and stack < least:
            least -= stack
        return (least, most) if most >= least else (0, 0)
    return (_chip(table), most) if most >= _chip(table) else (0, 0)


def buy_room(table: Table, seat: Seat, now: int) -> int:
    """The most that this seat can buy now, of what is on its card."""
    least, most = buy_limits(table, seat, now)
    fee = table.config.tournament.fee if table.config.tournament else 0
    return min(most, seat.person.balance) if seat.person.balance >= least + fee else 0


def _chip(table: Table) -> int:
    """The smallest that is bought here; a tournament's entry is no chips."""
    return 1 if table.config.tournament else table.config.spreads[table.spread].stakes.chip


def _all_in(table: Table, seat: Seat) -> bool:
    """No filing lets him buy before the hand is over that he plays for (AJ-A50)."""
    live, number = table.live, seat.number
    if live is None or number not in live.seats:
        return False
    return not live.folded(number) and not live.stacks[number]


def _restricted(
    seat: Seat, stack: int, least: int, cap: int, *, half: bool, chip: int
) -> tuple[int, int]:
    """ "Short buy-ins will be allowed only when a player has no chips in front of him or her. A
    player making a short buy-in may not make a full buy-in, unless he or she runs out of chips"
    (003 L72, L1346). Perhaps a full one, too, only with half of it or less."""
    most = max(least, cap - stack) if cap else seat.person.balance
    if not stack:
        return (least if seat.chips.short_buys else chip), most
    full = not seat.chips.short_buys and (2 * stack <= least or not half)
    return (least, most) if full else (0, 0)


def chips_of(table: Table, seat: Seat) -> int:
    """In front of the seat, on the way, and in play; only beside a hand do chips wait for the next
    one."""
    live = table.live
    if live is not None and seat.number in live.seats:
        return live.stacks[seat.number] + seat.chips.pending + seat.chips.asked
    return seat.chips.stack + seat.chips.asked


def brings_back(table: Table, account: str, now: int) -> int:
    """ "If a player leaves a game and then returns to the same game less than one hour later, he
    must place on the table an amount of chips no less than the amount he had when he left" (000
    L201, L1829)."""
    left = table.people.departed.get(account)
    return left.stack if left and now - left.at < table.config.ways.return_ms else 0


def buy_in(table: Table, command: c.BuyIn) -> Events:
    seat, chips, now = table.seats[command.seat], command.chips, command.now
    if seat.leave:
        raise Refused("You are leaving the table.", "AJ-R17")
    if seat.chips.asked:
        raise Refused("One moment: your last buy-in is on its way.", "AJ-R17")
    least, most = buy_limits(table, seat, now)
    fee = table.config.tournament.fee if table.config.tournament else 0
    if chips + fee > seat.person.balance:
        raise Refused(f"Your account holds {show(seat.person.balance)}.", "AJ-R3")
    if not most:
        raise Refused(*_no_buy(table, seat))
    if chips < least:
        words = f"Buy in for {show(least)} or more."
        back = brings_back(table, seat.person.account, now)
        if seat.life == "choosing" and back == least:
            words = f"You left with {show(back)} less than an hour ago: bring at least that."
        raise Refused(words, table.config.source("return_ms" if back else "short_buys"))
    if chips > most:
        raise Refused(f"Buy in for {show(most)} at most.", "posted buy-in")
    chip = _chip(table)
    if chips % chip and (chips - least) % chip:  # who comes back brings what he left with
        raise Refused(f"The smallest chip here is {show(chip)}.", "posted buy-in")
    account, name = seat.person.account, transfer_id(table)
    return [e.BuyInAsked(now, command.seat, account, name, chips, fee, command.post)]


def why_no_buy(table: Table, seat: Seat, now: int) -> str:
    """Why this seat can buy nothing now; "": it can."""
    least, most = buy_limits(table, seat, now)
    if not most:
        return _no_buy(table, seat)[0]
    fee = table.config.tournament.fee if table.config.tournament else 0
    holds = seat.person.balance
    if holds < least + fee:
        return f"Your card holds {show(holds)}, and {show(least + fee)} is the least."
    return ""


def _no_buy(table: Table, seat: Seat) -> tuple[str, str]:
    ways = table.config.ways
    if table.config.tournament:
        return "No chips can be bought in a tournament.", "sit-n-go"
    if _all_in(table, seat):
        return f"You are all-in: buy chips when this {table.called} is over.", "table stakes"
    least = table.config.least_buy(table.spread)
    if ways.rebuys != "free":
        full = f"a full buy with {show(least // 2)} or less in front of you, and "
        full = full if ways.rebuys == "half or broke" else ""
        words = f"You may make {full}a short buy when you have no chips."
        return words, table.config.source("rebuys")
    if table.config.caps_rebuys(table.spread) and 2 * chips_of(table, seat) >= least:
        half = show(least // 2)
        return f"Chips can be bought again below {half}.", table.config.source("capped_rebuy")
    if table.config.most_buy(table.spread) and seat.chips.short_buys == 0:
        return "You have the most that this table allows.", "posted buy-in"
    return "You have made your short buy: the next is a full one.", table.config.source(
        "short_buys"
    )


def bank_answered(table: Table, command: c.BankAnswered) -> Events:
    """Known transfers move on; anything else was answered before, and stays as it is."""
    now, name = command.now, command.transfer
    asked = table.transit.asked.get(name)
    if asked is not None:
        if command.done:
            bought = _bought(table, name, asked, now)
            first = [bought, *_time_owed(table, bought), *_plays_on(table, asked.seat, now)]
            return [*first, *_after_chips(table, asked, now)]
        until = _answer_by(table, now) if table.seats[asked.seat].life == "funding" else 0
        return [e.BuyInRefused(now, asked.seat, name, command.words, until)]
    flying = table.transit.flying.get(name)
    if flying is None or name in table.transit.owed:
        return []
    if flying.account == FEES and not command.done:
        return [e.SweepReturned(now, name)]
    return [e.PaidOut(now, name) if command.done else e.PayOutRefused(now, name, command.words)]


def back(seat: Seat, now: int) -> e.CameBack:
    """A cable that is back is no absence of the player's."""
    absence = seat.absence
    gone = 0 if absence.kind == "no link" else now - absence.began
    return e.CameBack(now, seat.number, absence.used + gone)


def _plays_on(table: Table, number: int, now: int) -> Events:
    """Who was out of chips and bought some was never away."""
    seat = table.seats[number]
    broke = seat.life == "away" and seat.absence.kind == "broke" and not seat.leave
    return [back(seat, now)] if broke else []


def _bought(table: Table, name: str, asked: Transfer, now: int) -> e.BoughtIn:
    config, seat = table.config, table.seats[asked.seat]
    first = seat.life == "funding"
    left = table.people.departed.get(seat.person.account) if first else None
    return e.BoughtIn(
        now,
        asked.seat,
        name,
        asked.chips,
        counters=config.tournament.chips if config.tournament else 0,
        short_buys=0 if first else _short_buys(table, seat, asked.chips),
        bank_ms=config.ways.bank_ms if first else 0,
        missed=left is not None and left.missed,
        entry_fee=asked.fee,
        kill=left is not None and left.kill,
    )


def _time_owed(table: Table, bought: e.BoughtIn) -> Events:
    """What he owes for time comes off the chips before they play (001 L860)."""
    number, owes = bought.seat, table.seats[bought.seat].chips.owes
    if not owes or table.in_hand(number):
        return []
    pays = min(owes, table.seats[number].chips.stack + bought.chips)
    half_hour = table.books.half_hour
    return [e.TimeFeesTaken(bought.at, half_hour, ((number, pays),), ((number, owes - pays),))]


def _short_buys(table: Table, seat: Seat, chips: int) -> int:
    """A buy below the posted one is counted; where a full one allows the next, it wipes them.
    "Add-on buys, which bring you up to the minimum buy-in, will not be considered a short buy-in"
    (001 L472)."""
    before, least = seat.chips.short_buys, table.config.least_buy(table.spread)
    if table.config.ways.add_ons and chips < least <= chips_of(table, seat):
        return before
    if chips < least:
        return before + 1
    return 0 if table.config.ways.short_buys == "one after each full buy" else before


def _after_chips(table: Table, asked: Transfer, now: int) -> Events:
    """Who was barred while they were on their way goes home with them (AJ-R34)."""
    try:
        _not_barred(table, asked.account, now)
    except Refused as no:
        leaves = not table.seats[asked.seat].leave and not table.sit_n_go.running
        return [e.LeaveAsked(now, asked.seat, "floor", str(no))] if leaves else []
    return _posts(table, asked, now)


def _posts(table: Table, asked: Transfer, now: int) -> Events:
    """Chosen with the chips; if the button has come meanwhile there is nothing to post."""
    with suppress(Refused):
        entry = ENTRY[comes_in(table.config.law(table.spread))]
        return choose_entry(table, c.ChooseEntry(now, asked.seat, entry)) if asked.post else []
    return []


def choose_entry(table: Table, command: c.ChooseEntry) -> Events:
    seat = table.seats[command.seat]
    if seat.blinds.core:
        raise Refused("You are in the game.", "AJ-R28")
    if command.entry == "buy the button" and not table.config.ways.buy_button:
        raise Refused("The button cannot be bought here.", table.config.source("buy_button"))
    if command.entry == "straddle" and not straddles_in(table, seat):
        raise Refused("No straddle makes up for blinds here.", table.config.source("straddle"))
    if not has_blinds(stakes_now(table)):
        raise Refused("No blinds are posted in this game.", "AJ-R28")
    if command.entry == "pass" and not may_pass(table, seat):
        words = "Here nobody lets the big blind go by."
        raise Refused(words, table.config.source("lets_pass"))
    _as_the_game_has_it(table, seat, command.entry)
    return [e.EntryChosen(command.now, command.seat, command.entry)]


def _as_the_game_has_it(table: Table, seat: Seat, entry: c.Entry) -> None:
    """Post, do the overs, or kill the pot: one of them, by the game (000 L850, 003 L270-272)."""
    law = table.config.law(table.spread)
    way = comes_in(law)
    owes = seat.blinds.newcomer or seat.blinds.missed
    wrong = entry in ("post", "over", "kill") and entry != ENTRY[way] and (owes or entry != "post")
    wrong = wrong and not (entry == "kill" and seat.blinds.missed and missed_kills(law))
    if not law.has_pot or not wrong:
        if entry == "kill" and seat.blinds.missed and "kill" in table.consent.vetoed:
            raise Refused("A player objected: wait for the big blind.", "HG-A54")
        return
    words = {
        "posts": "No over and no kill brings you in here: post, or wait for the big blind.",
        "over": "Wait for the big blind, or do the overs.",
        "kill": "Wait for the big blind, or kill the pot.",
    }[way]
    raise Refused(words, law.cited("comes_in"))
