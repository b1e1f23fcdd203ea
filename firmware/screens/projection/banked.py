"""A banked round in the screens' words: who holds the bank, who wagers, who plays on.

Several seats owe a choice at the same time; each is asked with the plain list of what it may do.
"""

from firmware.errors import Refused
from firmware.games.banked import commands as b
from firmware.games.banked.engine import Offer
from firmware.games.poker.commands import Fold
from firmware.money import show
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.engine import Table


def ask(due: str, offered: Offer, decision: int) -> g.Ask:
    match due:
        case "bank":
            words, options = "Do you hold the bank?", _bank(offered)
        case "wager":
            words, options = "Your wager?", _wagers(offered)
        case _:
            words, options = "Play your hand?", _play(offered)
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


def _wagers(offered: Offer) -> tuple[g.Option, ...]:
    options = [g.Option("wager/0/0", "No wager", "Not in this round")]
    if offered.ante:
        least, most = offered.ante
        middle = max(least, (least + most) // 2 // least * least)
        antes = sorted({least, middle})
        for ante in antes:
            options.append(g.Option(f"wager/{ante}/0", f"Ante {show(ante)}"))
        for ante in antes:
            if ante * 3 <= 2 * most:  # ante, bonus, and as much again to play
                options.append(g.Option(f"wager/{ante}/{ante}", f"Ante {show(ante)}", "and bonus"))
        if most > antes[-1]:
            options.append(g.Option(f"wager/{most}/0", f"Ante {show(most)}", "The most"))
    return tuple(options)


def _play(offered: Offer) -> tuple[g.Option, ...]:
    return (
        g.Option("fold", "Fold", "Your wagers are lost"),
        g.Option("play", f"Play {show(offered.play)}", "As much as the ante"),
    )


def command(table: Table, seat: int, pick: g.Pick, now: int) -> c.Play:
    head, _, rest = pick.name.partition("/")
    amounts = rest.split("/") if rest else []
    if not all(amount.isdecimal() and len(amount) < 12 for amount in amounts):
        raise Refused("That is not offered at this table.", "protocol")
    match head, [int(amount) for amount in amounts]:
        case "pass", []:
            return c.Play(now, pick.decision, b.PassBank(seat))
        case "bank", [stake]:
            return c.Play(now, pick.decision, b.TakeBank(seat, stake))
        case "wager", [ante, bonus]:
            return c.Play(now, pick.decision, b.Wager(seat, ante, bonus))
        case "play", []:
            return c.Play(now, pick.decision, b.Stay(seat))
        case "fold", []:
            return c.Play(now, pick.decision, Fold(seat))
    raise Refused("That is not offered at this table.", "protocol")
