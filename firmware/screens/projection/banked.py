"""A banked round in the screens' words: who holds the bank, who wagers, who chooses what.

Several seats owe a choice at the same time; each is asked with the plain list of what it may do.
An option's name is what its touch says: "bank/5000", "bets/ante=500/bonus=500", "do/draw/0/2".
"""

from firmware.errors import Refused
from firmware.games.banked import board
from firmware.games.banked import commands as b
from firmware.games.banked.bets import CircleOffer, with_needed
from firmware.games.banked.engine import Offer, kind_of
from firmware.games.banked.kinds.kind import Verb
from firmware.games.banked.round import Round
from firmware.games.banked.settle import first_seat
from firmware.games.play import BANK, BOARD
from firmware.money import show
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.engine import Table

TILES = 8  # that a glass has room for


def ask(play: Round, offered: Offer, decision: int) -> g.Ask:
    match play.due:
        case "bank":
            words, options = "Do you hold the bank?", _bank(offered)
        case "wager":
            words, options = "Your wager?", _wagers(play, offered)
        case _:
            words, options = "Your choice?", _verbs(play, offered)
    return g.Ask(
        decision,
        "pick",
        words=words,
        options=options,
        stake=offered.bank or (0, 0),
        circles=tuple(_circle(one) for one in offered.circles),
        verbs=tuple(g.Verb(one.name, one.chips, one.cards) for one in offered.verbs),
    )


def _circle(one: CircleOffer) -> g.Circle:
    return g.Circle(
        one.name, one.least, one.most, one.step, one.placed, one.always, one.needs, one.equals,
        one.no_more_than,
    )  # fmt: skip


def against(play: Round, turn: int) -> g.Against:
    """A round as everybody may see it."""
    over = play.due == "over"
    settled = {(one.seat, one.circle) for one in play.results}
    lying = [
        g.Wagered(seat, circle, chips)
        for seat in play.wagering
        for circle, chips in play.bets[seat].items()
        if (seat, circle) not in settled
    ]
    done = [
        g.Wagered(x.seat, x.circle, x.bet, x.result, x.mark, x.chips, x.uncovered)
        for x in play.results
    ]
    kind, opened = kind_of(play), bool(play.bank) and not play.hidden
    return g.Against(
        due=play.due,
        banks=tuple(g.Bank(x, play.staked[x], play.stakes[x]) for x in play.banks),
        turn=turn,
        wagers=(*done, *lying),
        placed=tuple(x for x in play.seats if x not in (*play.queue, *play.banks))
        if play.due == "wager"
        else (),
        dice=play.dice,
        first=first_seat(play) if play.banker and (opened or play.dice or over) else 0,
        bank_hand=kind.words(play, BANK) if opened else "",
        player_hand=kind.words(play, BOARD) if play.common else "",
    )


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


def _bank(offered: Offer) -> tuple[g.Option, ...]:
    options = [g.Option("pass", "Pass", "The next seat is asked")]
    if offered.bank:
        least, most = offered.bank
        for stake in sorted({least, max(least, most // 200 * 100), most}):
            options.append(g.Option(f"bank/{stake}", f"Bank {show(stake)}", _share(stake, most)))
    return tuple(options)


def _share(stake: int, most: int) -> str:
    return "All your chips" if stake == most else "You can lose no more"


def _wagers(play: Round, offered: Offer) -> tuple[g.Option, ...]:
    """Nothing; the least on each circle with what it needs; then more on the first ones."""
    options = {"bets": g.Option("bets", "No wager", "Not in this round")}
    for one in offered.circles:
        _put(options, with_needed(play, one.name, one.least), one.name)
    for one in offered.circles:
        middle = max(one.least, (one.least + one.most) // 2 // one.step * one.step)
        for chips, note in ((middle, ""), (one.most, "The most")):
            _put(options, with_needed(play, one.name, chips), note or one.name)
    return tuple(options.values())[:TILES]


def _put(options: dict[str, g.Option], bets: dict[str, int], note: str) -> None:
    name = "/".join(("bets", *(f"{circle}={chips}" for circle, chips in bets.items())))
    title = show(sum(bets.values()))
    options.setdefault(name, g.Option(name, f"Wager {title}", note.capitalize()))


def _verbs(play: Round, offered: Offer) -> tuple[g.Option, ...]:
    return tuple(option for verb in offered.verbs for option in _verb(play, offered.seat, verb))


def _verb(play: Round, seat: int, verb: Verb) -> list[g.Option]:
    """A card to give up is named by its place, never by its face."""
    title = f"{verb.name.capitalize()} {show(verb.chips)}" if verb.chips else verb.name.capitalize()
    if not verb.cards:
        note = "Your wagers are lost" if verb.name == "fold" else ""
        return [g.Option(f"do/{verb.name}/{verb.chips}", title, note)]
    places = range(len(play.hand(seat)))
    return [
        g.Option(f"do/{verb.name}/{verb.chips}/{at}", title, f"Give up card {at + 1}")
        for at in places
    ]


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
