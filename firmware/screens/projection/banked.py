"""A banked round in the screens' words: who holds the bank, who wagers, who chooses what.

Several seats owe a choice at the same time; each is asked with all that it may do.
What a touch says: "bank/5000", "bets/ante=500/bonus=500", "do/draw/0/2".
"""

from collections.abc import Iterator
from typing import Literal

from firmware.errors import Refused
from firmware.games.banked import board
from firmware.games.banked import commands as b
from firmware.games.banked.bets import CircleOffer
from firmware.games.banked.engine import Offer, kind_of
from firmware.games.banked.events import PointsPaid, WagerSettled
from firmware.games.banked.page import BankedRules
from firmware.games.banked.round import Round
from firmware.games.banked.settle import first_seat
from firmware.games.play import BANK, BOARD
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.projection.layout import row_words, why
from firmware.table import commands as c
from firmware.table.engine import Table

KINDS: dict[str, Literal["bank", "wager", "choose"]] = {
    "bank": "bank", "wager": "wager", "choose": "choose",
}  # fmt: skip


AWARD = "envy"  # for another player's hand


def ask(due: str, offered: Offer, decision: int, late: str) -> g.Ask:
    return g.Ask(
        decision,
        KINDS[due],
        stake=offered.bank or (0, 0),
        circles=tuple(_circle(one) for one in offered.circles),
        verbs=tuple(
            g.Verb(one.name, one.chips, one.cards, bool(one.sets), back=one.back, least=one.least)
            for one in offered.verbs
        ),
        way=offered.way,
        late=late,
    )


def _circle(one: CircleOffer) -> g.Circle:
    return g.Circle(
        one.name, one.least, one.most, one.step, one.placed, one.always, one.needs, one.equals,
        one.no_more_than, one.without, one.stood, one.locked,
    )  # fmt: skip


def against(play: Round, turn: int) -> g.Against:
    """A round as everybody may see it."""
    lying = [
        g.Wagered(seat, circle, chips)
        for seat in play.wagering
        for circle, chips in play.bets[seat].items()
    ]
    done = [_settled(play.rules, x) for x in play.results[play.since :]]
    done += [
        g.Wagered(
            x.seat, AWARD, 0, show(x.chips + x.uncovered), row_words(play.rules, x.mark), x.chips,
            x.uncovered,
        )
        for x in play.awards
    ]  # fmt: skip
    done += [row for x in play.scores for row in _score(x)]
    whole = len(play.bank) > play.rules.start_card  # the card that counts may come last
    kind, opened = kind_of(play), bool(play.bank) and not play.hidden and whole
    return g.Against(
        due=play.due,
        banks=tuple(g.Bank(x, play.staked[x], _left(play, x)) for x in play.banks),
        turn=turn,
        wagers=(*lying,) if kind.goes_on and play.due != "over" else (*done, *lying),
        drawn=(*done,) if kind.goes_on and play.due != "over" else (),
        point=kind.point(play),
        covers=kind.covered(play),
        placed=_answered(play),
        offers=tuple(play.queue) if play.due == "bank" else (),
        dice=play.dice,
        first=first_seat(play) if play.banker and (opened or play.dice or play.results) else 0,
        bank_hand=kind.words(play, BANK) if opened else "",
        player_hand=kind.words(play, BOARD) if play.common else "",
        hands=tuple(
            g.Lying(seat, one.cards, one.words, one.chips, one.note)
            for seat in play.order
            for one in kind.hands(play, seat)
        ),
    )


def _settled(rules: BankedRules, x: WagerSettled) -> g.Wagered:
    own, banks = why(rules, x)
    return g.Wagered(x.seat, x.circle, x.bet, x.result, own, x.chips, x.uncovered, banks)


def _left(play: Round, bank: int) -> int:
    """Of a stake that went home with the end of the round: what no wager had used by then."""
    if play.due != "over":
        return play.stakes[bank]
    moves = [x.banks for x in play.results[play.since :]] + [x.banks for x in play.awards]
    moved = [chips for banks in moves for seat, chips in banks if seat == bank]
    used = abs(sum(moved)) if play.rules.cover == "net" else sum(map(abs, moved))
    return play.staked[bank] - used


def _score(x: PointsPaid) -> Iterator[g.Wagered]:
    """Points between two players, as each of them reads it."""
    why = x.mark[:1].upper() + x.mark[1:]
    told = f"{why}, from seat {x.seat}", f"{why}, to seat {x.to}"
    yield g.Wagered(x.to, x.circle, 0, f"+{x.points}", told[0], x.chips, x.uncovered)
    yield g.Wagered(x.seat, x.circle, 0, f"−{x.points}", told[1], -x.chips)


def _answered(play: Round) -> tuple[int, ...]:
    if play.due == "bank":  # who was not asked has not said no
        return (*play.passed,)
    asked = {"wager": play.seats, "choose": play.live}.get(play.due, ())
    return tuple(seat for seat in asked if seat not in (*play.queue, *play.banks))


SIGNS = {"player": "P", "banker": "B", "tie": "T", "natural": "n"}
SIGNS |= {"banker three-card 7": "7", "player three-card 8": "8"}


def roads(table: Table) -> g.Board | None:
    """The result board of the game that is played here, if it has one."""
    kept = table.roads
    if not kept.now or kept.game != table.config.spreads[table.spread].game:
        return None
    return g.Board(
        beads=tuple("".join(SIGNS[mark] for mark in result) for result in kept.now),
        road=tuple((x.column, x.row, SIGNS[x.side], x.ties) for x in board.big_road(kept.now)),
        counts=tuple(board.counts(kept.now)),
        last=tuple(board.counts(kept.last)) if kept.last else (),
    )


def command(table: Table, seat: int, pick: g.Pick, now: int) -> c.Play:
    head, *rest = pick.name.split("/")
    match head, rest:
        case "pass", []:
            return c.Play(now, pick.decision, b.PassBank(seat))
        case "bank", [stake]:
            return c.Play(now, pick.decision, b.TakeBank(seat, _number(stake)))
        case "bets", _:
            named = [one.rpartition("=") for one in rest]
            bets = tuple((circle, _number(chips)) for circle, _, chips in named)
            return c.Play(now, pick.decision, b.Wager(seat, bets))
        case "do", [verb, chips, *places]:
            cards = tuple(map(_number, places))
            return c.Play(now, pick.decision, b.Choose(seat, verb, _number(chips), cards))
    raise Refused("That is not offered at this table.", "protocol")


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 12:
        raise Refused("That is not offered at this table.", "protocol")
    return int(text)
