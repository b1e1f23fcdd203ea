"""A hand from the table's side: the cards, the fees on its way, the end of it."""

from collections.abc import Sequence
from typing import cast

from firmware.games.engine import PlayEvent
from firmware.games.play import BOARD, Play, live_seats
from firmware.games.poker import commands as p
from firmware.games.poker import kill
from firmware.games.poker.events import Dropped
from firmware.games.poker.hand import Hand
from firmware.games.poker.kill import Leg
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import jackpot as jackpots
from firmware.table.entering import Events
from firmware.table.fee import Fee
from firmware.table.jackpot import Claim
from firmware.table.state import Table

# Cards


def deal(table: Table, command: c.Deal) -> Events:
    now, play = command.now, table.play
    assert play is not None
    if play.due == "settle" and again(table):
        return [e.InHand(now, tuple(play.decide(p.RunAgain(command.cards))))]
    fees = _street_fee(table, play)
    return [e.InHand(now, (*fees, *play.decide(p.Deal(command.cards, command.dice))))]


def _street_fee(table: Table, play: Play) -> list[PlayEvent]:
    """The fee of the street that begins, and what an earlier pot was too small for."""
    fee, ways = table.this_hand.fee, table.config.ways
    if not fee.option or ways.fee_from != "pot" or not _later_street(play):
        return []
    owed = _owed(fee, len(play.board) + play.wants().targets.count(BOARD))
    return play.decide(p.Drop(owed - play.fees)) if owed > play.fees else []


def _owed(fee: Fee, board: int) -> int:
    """Of a hand with so many cards on the board."""
    return fee.fee + fee.turn * (board > 3) + fee.river * (board > 4)


def _later_street(play: Play) -> bool:
    """The flop and what follows; without a board, whatever comes after the first betting: the
    fourth street, the draw (003 L60, L212, L326)."""
    if play.rules.flop:
        return BOARD in play.wants().targets
    return play.opened


def again(table: Table) -> int:
    """Cards for the second end of the board, if that was agreed."""
    play = table.play
    if play is None or table.consent.run_from < 0 or play.second or len(live_seats(play)) < 2:
        return 0
    return len(play.board) - table.consent.run_from


# The end


def settle(table: Table, now: int) -> Events:
    play, fee = table.play, table.this_hand.fee
    assert play is not None
    from_pot = fee.option and table.config.ways.fee_from == "pot"
    split = fee.split if from_pot else 0
    fees = _last_fees(table, play) if from_pot else 0
    last = p.Settle(fee=fees, split_fee=split, jackpot=_jackpot_due(table, play))
    ended = in_hand(table, now, play.decide(last))
    return [ended, *_jackpots(table, play, ended)] if table.config.jackpot else [ended]


def _jackpot_due(table: Table, play: Play) -> int:
    """ "The Jackpot Fee is taken each hand" (004 L1048), and one blind alone is no pot yet."""
    if not table.config.jackpot or not play.rules.has_pot:
        return 0
    return max(0, table.config.ways.jackpot_drop - play.jackpot)


def in_hand(table: Table, now: int, happened: Sequence[PlayEvent]) -> e.InHand:
    events = tuple(happened)
    return ending(table, now, events) if events[-1].ends else e.InHand(now, events)


def ending(table: Table, now: int, events: tuple[PlayEvent, ...]) -> e.InHand:
    """The hand's last events, with when the next may begin, and the bad beat's part."""
    play = table.play
    assert play is not None
    gap, beat = _gap(table, events), _to_bad_beat(table, play, events)
    return e.InHand(now, events, now + gap, beat, _leg(table, play, events))


def _leg(table: Table, play: Play, events: tuple[PlayEvent, ...]) -> Leg:
    """Where the kill button lies from now on; neutral where there is none."""
    law = table.config.law(table.spread)
    if law.kill is None:
        return Leg()
    ended = kill.outcome(cast(Hand, play), table.this_hand.posts, events)
    if not ended.winners:  # nobody opened: the same chips are played for again
        return Leg(table.leg.seat)
    return kill.after(law.kill, table.config.spreads[table.spread].stakes, table.leg, ended)


def _gap(table: Table, events: tuple[PlayEvent, ...]) -> int:
    """Longer where there are hands to look at."""
    result, ways = table.this_hand.result, table.config.ways
    shown = "shown" in [one.told for one in events] or (result is not None and result.shown)
    return ways.gap_showdown_ms if shown else ways.gap_ms


def _to_bad_beat(table: Table, play: Play, events: tuple[PlayEvent, ...]) -> int:
    """That pool's part of the drop; the rest is the high hand's."""
    jackpot = table.config.jackpot
    if not jackpot:
        return 0
    last = sum(x.chips for x in events if isinstance(x, Dropped) and x.kind == "jackpot")
    return (play.jackpot + last) * jackpot.bad_beat // 100


def _last_fees(table: Table, play: Play) -> int:
    """The smaller fee of a hand without a flop; or what was still owed."""
    fee, board = table.this_hand.fee, len(play.board)
    if not (board if play.rules.flop else play.opened):
        return fee.no_flop or 0  # where there is one, nothing was taken before (fee.at_once)
    return max(0, _owed(fee, board) - play.fees)


def _jackpots(table: Table, play: Play, ended: e.InHand) -> Events:
    config, now, out = table.config, ended.at, Events()
    jackpot = config.jackpot
    assert jackpot is not None
    hands = play.best()
    beat = jackpots.bad_beat(jackpot, hands, len(play.seats))
    if beat:
        loser, winner = beat
        others = [seat for seat in play.seats if seat not in beat]
        promised = sum(claim.chips for hit in table.jackpots.bad_beats for claim in hit.claims)
        # This hand's dollar is in it.
        pool = table.books.bad_beat + ended.bad_beat - promised
        words = {loser: "beaten hand", winner: "winning hand"}
        claims = tuple(
            Claim(seat, table.seats[seat].person.account, chips, words.get(seat, "dealt in"))
            for seat, chips in jackpots.shares(jackpot, pool, loser, winner, others).items()
            if chips
        )
        if claims:
            out.append(
                e.JackpotHit(now, table.jackpots.hit_number + 1, table.this_hand.number, claims)
            )
    for best in hands[:1]:
        better = (
            table.jackpots.high_hand is None or best.strength > table.jackpots.high_hand.strength
        )
        good = jackpots.at_least(best.kind, jackpot.high_hand) and (
            best.plays or not jackpot.pocket
        )
        if better and good:
            account = table.seats[best.seat].person.account
            out.append(e.HighHandHeld(now, best.seat, account, best.strength, best.words))
    return out
