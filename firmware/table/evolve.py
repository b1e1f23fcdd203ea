"""evolve(table, event): the only thing that moves a table. It refuses nothing."""

from collections.abc import Callable
from typing import Any

from firmware.games.banked import engine as banked
from firmware.games.banked import events as b
from firmware.games.banked.rules import BankedRules
from firmware.games.poker import events as p
from firmware.games.poker.evolve import EVOLVE
from firmware.games.poker.hand import Hand, new_hand
from firmware.games.poker.rules import Stakes
from firmware.table import events as e
from firmware.table.fee import for_players
from firmware.table.seat import MOVES, Seat
from firmware.table.setup import between
from firmware.table.state import (
    Apart,
    Before,
    BlindMarks,
    High,
    Hit,
    Left,
    Result,
    Table,
    Transfer,
    Waiting,
    Wish,
    balance,
)


def evolve(table: Table, event: e.AnyEvent) -> None:
    table.now = event.at
    _EVOLVE[type(event)](table, event)


def stakes_now(table: Table) -> Stakes:
    """The posted stakes, or those of the tournament's level."""
    show = table.config.tournament
    if show is None:
        return table.config.spreads[table.spread].stakes
    small, big, ante = show.levels[min(table.show.level, len(show.levels) - 1)]
    return Stakes(small=big, blinds=(small, big), ante=ante)


def _life(table: Table, event: Any) -> Seat:
    """The seat's next life: a step that MOVES does not know is our own fault."""
    seat: Seat = table.seats[event.seat]
    seat.life = MOVES[seat.life, type(event)]
    return seat


def _vacate(table: Table, number: int) -> None:
    link = table.seats[number].link
    table.seats[number] = Seat(number, link=link)
    _forfeit(table, number)
    table.wishes = [wish for wish in table.wishes if wish.seat != number]
    for votes in table.votes.values():
        if number in votes:
            votes.remove(number)


def _forfeit(table: Table, number: int) -> None:
    """Antes that wait in the middle stay there when their player goes or moves (002 L540)."""
    chips = table.carried.pop(number, 0)
    if chips:
        table.carried[0] = table.carried.get(0, 0) + chips


def check_books(table: Table) -> None:
    here, should = balance(table)
    assert here == should, f"the books are off by {here - should} cents"


# The table


def _opened(table: Table, event: e.Opened) -> None:
    table.phase = "open"
    table.next_at = event.at
    table.period = event.at // 1_800_000


def _closing(table: Table, event: e.ClosingBegan) -> None:
    table.phase = "closing"


def _closed(table: Table, event: e.Closed) -> None:
    table.phase = "closed"
    table.paused = False
    table.hand = table.round = table.result = None
    table.button = table.drawn = 0
    table.small = table.big = ()


def _paused(table: Table, event: e.Paused) -> None:
    table.paused = True
    table.clock.left = max(0, table.clock.until - event.at)


def _resumed(table: Table, event: e.Resumed) -> None:
    table.paused = False
    clock = table.clock
    if clock.until:
        clock.until, clock.began = event.at + clock.left, event.at
    table.deal_at = table.next_at = event.at


def _game_changed(table: Table, event: e.GameChanged) -> None:
    table.config, table.spread, table.orbit_from = event.config, 0, 0
    table.proposed = None
    table.votes.pop("stakes", None)


def _change_proposed(table: Table, event: e.ChangeProposed) -> None:
    table.proposed = event.config
    table.votes["stakes"] = []
    if "stakes" in table.vetoed:
        table.vetoed.remove("stakes")


# Coming in


def _reserved(table: Table, event: e.SeatReserved) -> None:
    seat = _life(table, event)
    seat.account, seat.name, seat.until = event.account, event.name, event.until
    seat.brings = event.brings
    _unlist(table, event.account)


def _unlist(table: Table, account: str) -> None:
    table.waiting = [w for w in table.waiting if w.account != account]
    table.changing = [w for w in table.changing if w.account != account]


def _released(table: Table, event: e.SeatReleased) -> None:
    _life(table, event)
    _vacate(table, event.seat)


def _swiped(table: Table, event: e.CardSwiped) -> None:
    held = table.seats[event.seat].life == "reserved"
    seat = _life(table, event)
    seat.account, seat.name, seat.held, seat.until = event.account, event.name, held, 0
    _unlist(table, event.account)


def _pin_refused(table: Table, event: e.PinRefused) -> None:
    _life(table, event).tries += 1


def _gone(table: Table, event: e.CardLocked | e.EntryCancelled) -> None:
    _life(table, event)
    _vacate(table, event.seat)


def _pin_accepted(table: Table, event: e.PinAccepted) -> None:
    _life(table, event).balance = event.balance


def _approved(table: Table, event: e.EntryApproved) -> None:
    _life(table, event)


def _buy_in_asked(table: Table, event: e.BuyInAsked) -> None:
    seat = _life(table, event)
    seat.asked += event.chips
    table.transfers += 1
    table.asked[event.transfer] = Transfer(event.seat, event.account, event.chips, event.fee)


def _buy_in_refused(table: Table, event: e.BuyInRefused) -> None:
    seat = _life(table, event)
    seat.asked -= table.asked.pop(event.transfer).chips


def _bought_in(table: Table, event: e.BoughtIn) -> None:
    seat = table.seats[event.seat]
    first = seat.life == "funding"
    _life(table, event)
    transfer = table.asked.pop(event.transfer)
    seat.asked -= transfer.chips
    seat.balance -= event.chips + event.fee
    seat.bought += event.chips
    books = table.books
    books.bought_in += event.chips + event.fee
    books.fees += event.fee
    show = table.config.tournament
    if show is not None:
        books.prizes += event.chips
        seat.stack = show.chips
    elif table.in_hand(event.seat):
        seat.pending += event.chips
    else:
        seat.stack += event.chips
    least = table.config.least_buy(table.spread)
    if first:
        seat.bank_ms = table.config.ways.bank_ms
        left = table.left.pop(event_account(table, event.seat), None)
        seat.missed = bool(left and left.missed)
    elif event.chips < least:
        seat.short_buys += 1
    elif table.config.ways.short_buys == "one after each full buy":
        seat.short_buys = 0
    if seat.kind == "broke" and seat.life == "away":
        seat.kind = "sit out"
    check_books(table)


def event_account(table: Table, seat: int) -> str:
    return table.seats[seat].account


def _entry_chosen(table: Table, event: e.EntryChosen) -> None:
    table.seats[event.seat].entry = event.entry


def _listed(table: Table, event: e.Listed) -> None:
    line = table.changing if event.changing else table.waiting
    line.append(Waiting(event.account, event.name))


def _unlisted(table: Table, event: e.Unlisted) -> None:
    _unlist(table, event.account)


# In the seat


def _sit_out_chosen(table: Table, event: e.SitOutChosen) -> None:
    table.seats[event.seat].sit_out = event.when


def _went_away(table: Table, event: e.WentAway) -> None:
    seat = _life(table, event)
    seat.kind, seat.until, seat.warned, seat.sit_out = event.kind, event.until, False, ""
    seat.core = False
    if event.kind == "lobby":
        seat.lobby_at = event.at


def _away_warned(table: Table, event: e.AwayWarned) -> None:
    table.seats[event.seat].warned = True


def _away_extended(table: Table, event: e.AwayExtended) -> None:
    seat = table.seats[event.seat]
    seat.until, seat.warned = event.until, False


def _came_back(table: Table, event: e.CameBack) -> None:
    seat = _life(table, event)
    seat.kind, seat.until, seat.warned = "", 0, False


def _leave_asked(table: Table, event: e.LeaveAsked) -> None:
    table.seats[event.seat].leave = event.reason


def _cashed_out(table: Table, event: e.CashedOut) -> None:
    seat = table.seats[event.seat]
    missed = seat.missed and table.config.ways.debt_kept
    _life(table, event)
    ways = table.config.ways
    keep = max(ways.return_ms, ways.stay_out_ms)
    table.left = {a: left for a, left in table.left.items() if event.at - left.at < keep}
    if keep:
        table.left[event.account] = Left(event.at, event.chips, missed)
    _vacate(table, event.seat)
    if event.chips:
        table.transfers += 1
        table.flying[event.transfer] = Transfer(event.seat, event.account, event.chips)
    check_books(table)


def _paid_out(table: Table, event: e.PaidOut | e.PaidByHand) -> None:
    table.books.cashed_out += table.flying.pop(event.transfer).chips
    check_books(table)


def _fees_swept(table: Table, event: e.FeesSwept) -> None:
    table.books.fees -= event.chips
    table.transfers += 1
    table.flying[event.transfer] = Transfer(0, "fees", event.chips)
    check_books(table)


def _seat_asked(table: Table, event: e.SeatAsked) -> None:
    table.wishes.append(Wish(event.seat, event.to))


def _seat_ask_dropped(table: Table, event: e.SeatAskDropped) -> None:
    table.wishes = [wish for wish in table.wishes if wish.seat != event.seat]


def _moved(table: Table, event: e.Moved) -> None:
    seat, links = (
        table.seats[event.seat],
        (table.seats[event.seat].link, table.seats[event.to].link),
    )
    dealt_off = seat.core and table.button == event.seat and seat.paid_big and seat.paid_small
    table.wishes = [wish for wish in table.wishes if wish.seat != event.seat]
    table.seats[event.seat] = Seat(event.seat, link=links[0])
    table.seats[event.to] = seat
    _forfeit(table, event.seat)
    seat.number, seat.link = event.to, links[1]
    if table.button and not seat.newcomer and not seat.moved_from:
        seat.moved_from, seat.free_pass = event.seat, dealt_off
    seat.core = seat.paid_big = seat.paid_small = False
    for line in (*table.votes.values(), table.pres):
        if event.seat in line:
            line.remove(event.seat)
    for transfer, asked in table.asked.items():
        if asked.seat == event.seat:
            table.asked[transfer] = Transfer(event.to, asked.account, asked.chips, asked.fee)


def _link_lost(table: Table, event: e.LinkLost) -> None:
    table.seats[event.seat].link = False


def _link_regained(table: Table, event: e.LinkRegained) -> None:
    table.seats[event.seat].link = True


def _floor_called(table: Table, event: e.FloorCalled) -> None:
    table.seats[event.seat].called = not table.seats[event.seat].called


# The hand


def _button_drawn(table: Table, event: e.ButtonDrawn) -> None:
    table.drawn, table.draw_cards = event.seat, event.cards


def _hand_began(table: Table, event: e.HandBegan) -> None:
    config = table.config
    ways = config.ways
    old = table.button
    table.number = event.number
    table.clock.give = ways.action_ms
    table.before = Before(
        old, table.small, table.big, tuple(map(_marks, table.seats)), table.carried
    )
    if event.spread != table.spread or not table.orbit_from:
        table.orbit_from = event.button
    table.spread, table.bomb = event.spread, event.bomb
    table.small, table.big = event.small, event.big
    seats = table.seats
    if not event.bomb:
        _blind_marks(table, event, old)
    refill, most = ways.bank_refill_ms, ways.bank_most_ms
    stacks: dict[int, int] = {}
    for number in event.dealt:
        seat = seats[number]
        stacks[number] = seat.stack
        seat.times, seat.link_used = 0, False
        if refill:
            seat.bank_ms = min(most, seat.bank_ms + refill)
    table.button, table.drawn, table.draw_cards = event.button, 0, ()
    table.carried = {}
    table.result = None
    table.last = [None] * len(seats)
    table.pres = []
    table.votes = {motion: yes for motion, yes in table.votes.items() if _lasts(table, motion)}
    table.vetoed = []
    table.run_from = -1
    table.fee_due = table.fee_taken = table.jackpot_taken = 0
    law = config.bomb_law(event.spread) if event.bomb else config.law(event.spread)
    if isinstance(law, BankedRules):
        fee = law.fee((config.spreads[event.spread].fees or (1,))[0])
        assert fee is not None
        table.hand = None
        table.round = banked.new_round(law, fee, config.seats, stacks, event.offers)
        _wait_for_seats(table, event.at)
        return
    table.round = None
    if config.tournament is not None:
        show = table.show
        show.began = stacks
        show.small_at = event.small[0] if event.small else show.big_at
        show.big_at = event.big[0]
    table.hand = new_hand(law, stakes_now(table), event.button, stacks)
    table.fee = for_players(config.rows[event.spread], len(stacks))


def _lasts(table: Table, motion: str) -> bool:
    """Some questions are asked for longer than a hand."""
    return motion == "chop" or (motion == "stakes" and table.proposed is not None)


def _marks(seat: Seat) -> BlindMarks:
    return BlindMarks(
        seat.number,
        seat.account,
        seat.core,
        seat.newcomer,
        seat.passes,
        seat.missed,
        seat.moved_from,
        seat.target,
        seat.free_pass,
        seat.paid_big,
        seat.paid_small,
        seat.entry,
    )


def _blind_marks(table: Table, event: e.HandBegan, old: int) -> None:
    seats = table.seats
    dealt = event.dealt
    if old:
        for number in (old, *between(table.config.seats, old, event.button)):
            seats[number].paid_big = seats[number].paid_small = False
    for number, target in event.targets:
        seats[number].target = target
    for number in event.missed:
        seat = seats[number]
        seat.missed, seat.newcomer, seat.moved_from = True, False, 0
        seat.paid_big = seat.paid_small = False
    for number in event.passed:
        seat = seats[number]
        seat.passes += 1
        seat.free_pass = False
    for seat in seats:
        if seat.number in dealt:
            if not seat.core:
                if seat.newcomer or seat.missed or seat.moved_from:
                    seat.paid_big = seat.paid_small = False
                seat.core = True
                seat.newcomer = seat.missed = seat.free_pass = False
                seat.passes = seat.moved_from = seat.target = 0
                seat.entry = "wait"
        else:
            seat.core = False
    if event.new_game:  # nobody owes what came before it
        for number in (event.button, *event.small):
            seats[number].paid_big = True
        seats[event.button].paid_small = True
    for number in event.small:
        seats[number].paid_small = True
    for number in event.big:
        seats[number].paid_big = True
    button = seats[event.button]
    if any(post.seat == event.button and post.kind == "post" for post in event.posts):
        button.paid_big = button.paid_small = True  # before any blind came: both at once


def _in_hand(table: Table, event: e.InHand) -> None:
    hand, at = table.hand, event.at
    if hand is None:
        _in_round(table, event)
        return
    street = hand.at
    for one in event.events:
        move, note = _MOVES[type(one)]
        move(hand, one)
        if note is not None:
            note(table, one)
    clock = table.clock
    if clock.stage != "action":
        _leave_stage(table, at)
    if hand.at != street:
        _next_street(table, hand, street)
    due = hand.due
    if due == "act":
        table.decision += 1
        seat = hand.queue[0]
        if table.seats[seat].link:
            clock.seat, clock.began, clock.until = seat, at, at + clock.give
            clock.warned = False
        else:
            _start_clock(table, seat, at)
    elif due == "over":
        _hand_over(table, hand, at)
    else:
        _wait_in_hand(table, hand, at, street)


def _next_street(table: Table, hand: Hand, before: int) -> None:
    """The last actions of a street stay on the screens until the next one begins."""
    phases = hand.rules.phases
    if before >= 0 and hand.at < len(phases) and phases[before].street != phases[hand.at].street:
        table.last = [None] * len(table.seats)


def _wait_in_hand(table: Table, hand: Hand, at: int, street: int) -> None:
    due = hand.due
    if due == "discard":  # everybody at once: one decision, one clock
        if hand.at != street:
            table.decision += 1
            _start_clock(table, 0, at)
        return
    table.decision += 1
    if due == "deal":
        table.clock.until = 0
        runs_out = hand.able < 2 and hand.at > 0
        table.deal_at = at + table.config.ways.street_ms if runs_out else at
        if table.config.ways.run_twice and runs_out and table.run_from < 0 and len(hand.live) > 1:
            table.deal_at = at + table.config.ways.action_ms
    elif due == "settle":
        table.clock.until = 0
    else:
        _start_clock(table, hand.queue[0], at)


def _start_clock(table: Table, seat: int, at: int) -> None:
    ways = table.config.ways
    clock = table.clock
    clock.seat, clock.stage, clock.began, clock.warned = seat, "action", at, False
    clock.until = at + ways.action_ms
    if seat and not table.seats[seat].link and not table.seats[seat].link_used:
        table.seats[seat].link_used = True
        clock.until += ways.link_ms


def _leave_stage(table: Table, at: int) -> None:
    if table.clock.stage == "bank":
        _pay_bank(table, at)
    table.clock.stage = "action"


def _pay_bank(table: Table, at: int) -> None:
    """The time bank is used up by as much as was taken out of it."""
    clock = table.clock
    seat = table.seats[clock.seat]
    seat.bank_ms = max(0, seat.bank_ms - (at - clock.began))
    clock.stage = "action"


def _hand_over(table: Table, hand: Hand, at: int) -> None:
    """Chips back to the seats; what was dropped to the house and the pools."""
    seats, books, config = table.seats, table.books, table.config
    stacks = hand.stacks
    for number in hand.seats:
        seat = seats[number]
        seat.stack = stacks[number] + seat.pending
        seat.pending = 0
    books.fees += table.fee_taken
    if table.jackpot_taken:
        jackpot = config.jackpot
        assert jackpot is not None
        beat = table.jackpot_taken * jackpot.bad_beat // 100
        books.bad_beat += beat
        books.high_hand += table.jackpot_taken - beat
    if hand.passed:
        table.carried = _carry(hand)
    result = table.result
    contested = result is not None and len(result.shown) > 0
    ways = config.ways
    table.next_at = at + (ways.gap_showdown_ms if contested else ways.gap_ms)
    table.clock.until = 0
    table.decision += 1
    check_books(table)


def _carry(hand: Hand) -> dict[int, int]:
    """What stays in the middle when nobody opened, by who paid it; less what was dropped."""
    left = hand.pot
    carried: dict[int, int] = {}
    for seat in hand.seats:
        chips = min(hand.paid[seat], left)
        if chips:
            carried[seat] = chips
            left -= chips
    if left:
        carried[0] = left
    return carried


def _result(table: Table) -> Result:
    if table.result is None:
        table.result = Result(table.number)
    return table.result


def _note_dropped(table: Table, event: p.Dropped) -> None:
    if event.kind == "jackpot":
        table.jackpot_taken += event.chips
    else:
        table.fee_taken += event.chips


def _note_shown(table: Table, event: p.Shown) -> None:
    _result(table).shown[event.seat] = event.cards


def _note_won(table: Table, event: p.Won) -> None:
    result = _result(table)
    result.won.append(event)
    result.fee, result.jackpot = table.fee_taken, table.jackpot_taken


def _note_act(table: Table, event: Any) -> None:
    seat = event.seat
    table.last[seat] = event
    if table.pres and seat in table.pres:
        table.pres.remove(seat)
        table.seats[seat].pre = ""


_ACTS = (p.Folded, p.Called, p.Raised, p.Posted, p.Drew, p.Fouled)
_NOTES: dict[type, Callable[[Table, Any], None]] = {
    **dict.fromkeys(_ACTS, _note_act),
    p.Dropped: _note_dropped,
    p.Shown: _note_shown,
    p.Won: _note_won,
}
# How an event of the hand moves the hand, and what the table notes of it.
_MOVES = {kind: (move, _NOTES.get(kind)) for kind, move in EVOLVE.items()}


def _in_round(table: Table, event: e.InHand) -> None:
    """The same for a banked game."""
    hand = table.round
    assert hand is not None
    due = hand.due
    for one in event.events:
        banked.evolve(hand, one)  # type: ignore[arg-type]
        if isinstance(one, b.HandTabled):
            _result(table).shown[one.seat] = one.cards
        elif isinstance(one, (b.BankTaken, b.Wagered, b.Stayed, b.GaveUp, b.WagerWon, b.WagerLost)):
            table.last[one.seat] = one
        if isinstance(one, b.WagerWon | b.WagerLost):
            paid = _result(table).paid
            chips = one.chips if isinstance(one, b.WagerWon) else -one.chips
            paid[one.seat] = paid.get(one.seat, 0) + chips
        if isinstance(one, b.BankTaken):
            same = one.seat == table.bank_seat
            table.bank_seat, table.bank_hands = one.seat, table.bank_hands + 1 if same else 1
    if hand.due == "over":
        for number in hand.seats:
            seat = table.seats[number]
            seat.stack = hand.stacks[number] + seat.pending
            seat.pending = 0
        table.books.fees += hand.dropped
        table.clock.until = 0
        table.decision += 1
        ways = table.config.ways
        table.next_at = event.at + (ways.gap_showdown_ms if table.result else ways.gap_ms)
        if not hand.banker:
            table.bank_seat = table.bank_hands = 0
        check_books(table)
    elif hand.due != due or hand.due == "bank":
        _wait_for_seats(table, event.at)


def _wait_for_seats(table: Table, at: int) -> None:
    hand = table.round
    assert hand is not None
    table.decision += 1
    if hand.due in ("deal", "settle"):
        table.clock.until, table.deal_at = 0, at
    else:
        _start_clock(table, hand.queue[0] if hand.due == "bank" else 0, at)


def _voided(table: Table, event: e.HandVoided) -> None:
    """As if it had not been: chips, button and blinds."""
    before, play = table.before, table.play
    assert before is not None
    assert play is not None
    for seat in table.seats:
        seat.stack += seat.pending
        seat.pending = 0
        marks = next((m for m in before.seats if m.account and m.account == seat.account), None)
        if marks is not None:
            _unmark(seat, marks, dealt=seat.number in play.seats)
    table.button, table.small, table.big = before.button, before.small, before.big
    table.carried = dict(before.carried)
    stayed = {marks.number for marks in before.seats if _same(table, marks)}
    for number in before.carried:
        if number not in stayed:
            _forfeit(table, number)
    table.hand = table.round = table.result = None
    table.clock.until = 0
    table.decision += 1
    table.next_at = event.at + table.config.ways.gap_ms
    check_books(table)


def _same(table: Table, marks: BlindMarks) -> bool:
    return bool(marks.account) and table.seats[marks.number].account == marks.account


def _unmark(seat: Seat, marks: BlindMarks, *, dealt: bool) -> None:
    """What the hand did to a seat's blinds is undone; what its player did meanwhile stays."""
    moved = seat.number != marks.number
    seat.newcomer, seat.passes, seat.missed = marks.newcomer, marks.passes, marks.missed
    seat.target = marks.target
    if not moved:
        seat.moved_from, seat.free_pass = marks.moved_from, marks.free_pass
        seat.paid_big, seat.paid_small = marks.paid_big, marks.paid_small
        seat.core = marks.core and seat.life == "playing"
    if dealt:
        seat.entry = marks.entry


def _foul_ordered(table: Table, event: e.FoulOrdered) -> None:
    """Written down; the hand moves by the next event."""


def _clock_set(table: Table, event: e.ClockSet) -> None:
    clock = table.clock
    if clock.stage == "bank":
        _pay_bank(table, event.at)
    clock.left = max(0, clock.until - event.at)
    clock.until, clock.began, clock.warned = event.until, event.at, False
    seat = table.seats[event.seat]
    if event.stage == "time":
        seat.times += 1
    elif event.stage == "link":
        seat.link_used = True
    if event.stage in ("extra", "bank", "link"):
        clock.stage = event.stage
    elif event.stage == "back":
        clock.stage = "action"


def _clock_warned(table: Table, event: e.ClockWarned) -> None:
    table.clock.warned = True


def _pre_chosen(table: Table, event: e.PreActionChosen) -> None:
    seat, hand = table.seats[event.seat], table.hand
    assert hand is not None
    seat.pre, seat.pre_at, seat.pre_level = event.pre, hand.at, hand.level
    if event.seat in table.pres:
        table.pres.remove(event.seat)
    if event.pre:
        table.pres.append(event.seat)


def _voted(table: Table, event: e.Voted) -> None:
    votes = table.votes.setdefault(event.motion, [])
    if not event.yes:
        votes.clear()
        table.vetoed.append(event.motion)
        if event.motion == "stakes":
            table.proposed = None
        if event.motion == "run it twice":
            table.deal_at = event.at
        return
    votes.append(event.seat)
    hand = table.hand
    if event.motion == "run it twice" and hand is not None and set(hand.live) <= set(votes):
        table.run_from = len(hand.board)
        table.deal_at = event.at


def _cards_shown(table: Table, event: e.CardsShown) -> None:
    shown = _result(table).shown
    shown[event.seat] = (*shown.get(event.seat, ()), *event.cards)


def _rabbit_shown(table: Table, event: e.RabbitShown) -> None:
    _result(table).rabbit = event.cards


# The floor, fees and jackpots


def _barred(table: Table, event: e.Barred) -> None:
    table.barred[event.account] = event.until


def _unbarred(table: Table, event: e.Unbarred) -> None:
    table.barred.pop(event.account, None)


def _kept_apart(table: Table, event: e.KeptApart) -> None:
    table.apart.append(Apart(event.accounts, event.table))


def _time_fees(table: Table, event: e.TimeFeesTaken) -> None:
    table.period = event.period
    for number, chips in event.paid:
        table.seats[number].stack -= chips
        table.books.fees += chips
    check_books(table)


def _jackpot_hit(table: Table, event: e.JackpotHit) -> None:
    table.hit_number = event.number
    table.hits.append(Hit(event.number, event.hand, event.claims))


def _high_hand(table: Table, event: e.HighHandHeld) -> None:
    table.high = High(event.seat, event.account, event.strength, event.words)


def _jackpot_paid(table: Table, event: e.JackpotPaid) -> None:
    books = table.books
    for claim, transfer in zip(event.claims, event.transfers, strict=True):
        table.flying[transfer] = Transfer(claim.seat, claim.account, claim.chips)
        table.transfers += 1
        if event.number:
            books.bad_beat -= claim.chips
        else:
            books.high_hand -= claim.chips
    if event.number:
        table.hits = [hit for hit in table.hits if hit.number != event.number]
    else:
        table.high = None
    assert min(books.bad_beat, books.high_hand) >= 0, "a pool paid more than it held"
    check_books(table)


def _jackpot_denied(table: Table, event: e.JackpotDenied) -> None:
    table.hits = [hit for hit in table.hits if hit.number != event.number]


# Sit-n-go


def _tournament_started(table: Table, event: e.TournamentStarted) -> None:
    show = table.config.tournament
    assert show is not None
    table.show.running, table.show.level = True, 0
    table.show.small_at = table.show.big_at = 0
    table.show.until = event.at + show.level_ms
    table.show.players = sum(seat.seated for seat in table.seats)


def _level_raised(table: Table, event: e.LevelRaised) -> None:
    table.show.level, table.show.until, table.show.on_break = event.level, event.until, False


def _break_began(table: Table, event: e.BreakBegan) -> None:
    table.show.on_break, table.show.until = True, event.until


def _end_answered(table: Table, event: e.EndAnswered) -> None:
    table.votes.pop("chop", None)


def _eliminated(table: Table, event: e.Eliminated) -> None:
    for number, _, cents, transfer in event.out:
        account = table.seats[number].account
        table.books.prizes -= cents
        if cents:
            table.flying[transfer] = Transfer(number, account, cents)
            table.transfers += 1
        _vacate(table, number)
    if not any(seat.seated for seat in table.seats):
        table.show.running = False
        table.show.small_at = table.show.big_at = 0
        table.phase = "closed"
        table.button = table.drawn = 0
    check_books(table)


_EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.Opened: _opened,
    e.ClosingBegan: _closing,
    e.Closed: _closed,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.GameChanged: _game_changed,
    e.ChangeProposed: _change_proposed,
    e.SeatReserved: _reserved,
    e.SeatReleased: _released,
    e.CardSwiped: _swiped,
    e.PinRefused: _pin_refused,
    e.CardLocked: _gone,
    e.PinAccepted: _pin_accepted,
    e.EntryApproved: _approved,
    e.BuyInAsked: _buy_in_asked,
    e.BuyInRefused: _buy_in_refused,
    e.BoughtIn: _bought_in,
    e.EntryCancelled: _gone,
    e.EntryChosen: _entry_chosen,
    e.Listed: _listed,
    e.Unlisted: _unlisted,
    e.SitOutChosen: _sit_out_chosen,
    e.WentAway: _went_away,
    e.AwayWarned: _away_warned,
    e.AwayExtended: _away_extended,
    e.CameBack: _came_back,
    e.LeaveAsked: _leave_asked,
    e.CashedOut: _cashed_out,
    e.PaidOut: _paid_out,
    e.PaidByHand: _paid_out,
    e.FeesSwept: _fees_swept,
    e.SeatAsked: _seat_asked,
    e.SeatAskDropped: _seat_ask_dropped,
    e.Moved: _moved,
    e.LinkLost: _link_lost,
    e.LinkRegained: _link_regained,
    e.FloorCalled: _floor_called,
    e.ButtonDrawn: _button_drawn,
    e.HandBegan: _hand_began,
    e.InHand: _in_hand,
    e.FoulOrdered: _foul_ordered,
    e.HandVoided: _voided,
    e.ClockSet: _clock_set,
    e.ClockWarned: _clock_warned,
    e.PreActionChosen: _pre_chosen,
    e.Voted: _voted,
    e.CardsShown: _cards_shown,
    e.RabbitShown: _rabbit_shown,
    e.Barred: _barred,
    e.Unbarred: _unbarred,
    e.KeptApart: _kept_apart,
    e.TimeFeesTaken: _time_fees,
    e.JackpotHit: _jackpot_hit,
    e.HighHandHeld: _high_hand,
    e.JackpotPaid: _jackpot_paid,
    e.JackpotDenied: _jackpot_denied,
    e.TournamentStarted: _tournament_started,
    e.LevelRaised: _level_raised,
    e.BreakBegan: _break_began,
    e.EndAnswered: _end_answered,
    e.Eliminated: _eliminated,
}
