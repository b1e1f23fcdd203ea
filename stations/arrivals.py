"""What a new view sets going: things that move, sounds, and drafts that belong to it no more."""

from firmware.screens.protocol import Ask, Public, Seat, Slip, View
from firmware.screens.protocol import bank_facts as facts
from stations import sentences
from stations.banked import moves, offer
from stations.hand import table
from stations.state import Ahead, Bet, LastHand, Laying, State, Wagers
from ui.amounts import counted
from ui.flights import Chips
from ui.motion import FLIP_MS, FLOP_STAGGER_MS, TURN_FADE_MS, TURN_PULSE_MS, WIN_MS, in_out, linear
from ui.sound import Cue


def begin_motion(s: State, old: View) -> None:
    view, before, after = s.view, old.public, s.view.public
    _flip_board(s, before, after)
    if view.turn and not old.turn:
        s.time.start("turn", s.now, TURN_FADE_MS + TURN_PULSE_MS, linear)
        s.cues.append("your turn")
    if s.me.won and not any(seat.won for seat in before.seats if seat.seat == view.seat):
        s.time.start("win", s.now, WIN_MS, in_out)
        s.cues.append("win")
    if old.mode == "seated" == view.mode:
        _fly(s, before, after)
    _make_heard(s, old)
    moves.begin(s, old)


def _flip_board(s: State, before: Public, after: Public) -> None:
    lay = len(before.board)
    if after.board[:lay] != before.board or before.hand != after.hand:
        return
    for n in range(lay, len(after.board)):
        s.time.start(f"board {n}", s.now, FLIP_MS, in_out, (n - lay) * FLOP_STAGGER_MS)
        s.cues.append("card")


def _fly(s: State, before: Public, after: Public) -> None:
    old = {seat.seat: seat for seat in before.seats}
    if s.time.calm or not old:
        return
    moved = []
    for seat in after.seats:
        was = old.get(seat.seat, Seat(seat.seat))
        moved.append(
            Chips(seat.seat, (was.bet, seat.bet), (was.won, seat.won), (was.down, seat.down))
        )
    s.flights.launch(moved, table.spots(s), s.now)


def _make_heard(s: State, old: View) -> None:
    """What others did, a PIN that was wrong, the time bank that has begun."""
    view, before, after = s.view, old.public, s.view.public
    last = after.last
    if last and last != before.last and after.hand == before.hand:
        cue: Cue | None = "chips" if last.chips else None
        if last.did in ("check", "fold"):
            cue = last.did
        if cue:
            s.cues.append(cue)
    if view.pin and view.pin.wrong and (not old.pin or old.pin.nonce != view.pin.nonce):
        s.cues.append("wrong pin")
    was_in_bank = before.clock and before.clock.in_bank
    if after.clock and after.clock.in_bank and not was_in_bank and view.turn:
        s.cues.append("time bank")


def drop_drafts(s: State, old: View) -> None:
    """Drafts belong to one decision, digits to one try, ticks to one street, and all of it to one
    player: who traded seats finds no page open there."""
    if _anothers(s.view, old):
        s.reading.page, s.last_hand, s.entry.pin = "", None, ""
        s.fingers.clear()
    _of_the_turn(s, old)
    _of_the_ask(s, old)
    _of_the_bets(s, old)
    _of_the_entry(s, old)
    _of_the_street(s, old)
    if s.public.result and not old.public.result:
        s.result_at = s.now
        with counted(s.public.placard.chips):
            s.last_hand = LastHand(s.public.hand, sentences.how_it_ended(s))
    if (s.view.refused, s.view.said, s.view.mode) != (old.refused, old.said, old.mode):
        s.answer_at = s.now
    if _new_slip(old.slip, s.view.slip):
        s.slip_at = s.now


def _anothers(view: View, old: View) -> bool:
    return (view.mode, view.seat, view.sitting) != (old.mode, old.seat, old.sitting)


def _of_the_turn(s: State, old: View) -> None:
    turn = s.view.turn
    if turn and turn != old.turn:
        s.bet = Bet(turn.raise_to.least if turn.raise_to else 0)
        s.reading.page = ""
    if not turn:
        s.bet.fold_asked = False
        if s.reading.page == "keypad":
            s.reading.page = ""


def _of_the_ask(s: State, old: View) -> None:
    ask = s.view.ask
    if ask and (not old.ask or old.ask.decision != ask.decision):
        s.chosen, s.digits, s.laying = frozenset(), "", Laying()
        if not ask.vote:  # that waits until a page is read
            s.reading.page = ""


def _of_the_bets(s: State, old: View) -> None:
    """A draft belongs to one round of bets; what was not placed when they closed is told so."""
    if _anothers(s.view, old):
        s.wagers = Wagers()
    ask, mine, was = s.view.ask, s.wagers, old.ask
    against = s.public.against
    if against and facts.action(against):
        mine.action = facts.action(against)
    fresh = ask and (not was or was.decision != ask.decision)
    if was and was.kind == "wager" and not (ask and ask.kind == "wager"):
        mine.closed = bool(mine.draft) and mine.draft != facts.placed(was) and not _sent(s, was)
        mine.draft = {}
    if fresh:
        mine.less = False
    if ask and ask.kind == "bank" and fresh:
        mine.stake = offer.first_stake(ask)
    if ask and ask.kind == "wager":
        mine.closed = False
        lies = facts.placed(ask)
        if fresh or (was and lies != facts.placed(was)):
            mine.draft = lies


def _sent(s: State, was: Ask) -> bool:
    """The answer was on its way."""
    return s.wagers.draft == s.wagers.last and s.wagers.placed_in == was.decision


def _of_the_entry(s: State, old: View) -> None:
    view, buy_in = s.view, s.view.buy_in
    answered = old.pin and view.pin and old.pin.asked and not view.pin.asked
    if not view.pin or not old.pin or view.pin.nonce != old.pin.nonce or answered:
        s.entry.pin = ""
    if not buy_in:
        s.entry.wanted = False
    elif not old.buy_in:
        s.entry.wanted = s.entry.wanted or s.me.stack > 0
    if buy_in and (not old.buy_in or old.buy_in.amounts != buy_in.amounts):
        s.entry.buy, s.entry.post = buy_in.start or buy_in.amounts.least, False


def _of_the_street(s: State, old: View) -> None:
    """What was ticked ahead is for this street, this offer and this price."""
    view, ahead = s.view, s.ahead
    new_street = old.public.hand != view.public.hand or old.public.board != view.public.board
    withdrawn = ahead.act not in view.pre and not view.turn
    dearer = ahead.act == "call" and view.owed > ahead.price
    if new_street or withdrawn or dearer:
        s.ahead = Ahead()


def action_row(s: State) -> object:
    """What lies in the lower block; when it changes, touches there wait."""
    view, turn = s.view, s.view.turn
    return (
        view.mode,
        view.sitting,
        view.ask and (view.ask.decision, view.ask.kind),
        view.away,
        view.pre,
        view.owed,
        turn and (turn.decision, turn.call, turn.raise_to),
        view.public.result is not None,
        len(view.public.board),
        view.public.phase,
        s.me.life,
    )


def _new_slip(old: Slip | None, slip: Slip | None) -> bool:
    """Another one, or the bank's answer to it: only now there is something to read."""
    return slip is not None and (not old or (old.text, old.done) != (slip.text, slip.done))
