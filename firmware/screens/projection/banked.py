"""A banked round in the screens' words: who holds the bank, who wagers, who chooses what.

Several seats owe a choice at the same time; each is asked with the plain list of what it may do.
An option's name is what its touch says: "bank/5000", "bets/ante=500/bonus=500", "do/draw/0/2".
"""

from firmware.errors import Refused
from firmware.games.banked import commands as b
from firmware.games.banked.bets import with_needed
from firmware.games.banked.engine import Offer
from firmware.games.banked.kinds.kind import Verb
from firmware.games.banked.round import Round
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
    return g.Ask(decision, "pick", words=words, options=options)


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
