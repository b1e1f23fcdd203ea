"""Which picture of a round against a bank lies in the lower half."""

from firmware.screens.protocol import Against, Ask, Layout
from firmware.screens.protocol import bank_facts as facts
from stations import sentences
from stations.areas import BLOCK, PEEK
from stations.banked import banker, bets, choose, circles, hands, result, setting, words
from stations.faces import lay_shadowed
from stations.hand import away, own_cards, turn, waiting
from stations.state import State
from ui.canvas import Canvas
from ui.layout import inset, top
from ui.looks import GREENISH, PANEL
from ui.sizes import HEADING, LABEL
from ui.theme import MINT_LABEL, TEXT2

OWN = top(BLOCK, 84, 56)


def draw(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    ask = _asked(s)
    bank = s.view.seat == facts.banker(round_)
    if ask and ask.kind == "wager":
        bets.draw(c, s, ask, layout)
    elif ask and ask.kind == "choose":
        choose.draw(c, s, ask, round_, layout)
    elif not s.result_left:
        away.draw(c, s)
    elif round_.due == "over" and (facts.of_seat(round_, s.view.seat) or bank):
        result.draw(c, s, round_, layout)
    elif s.view.ask and s.view.ask.decision == s.sent.decision:
        turn.draw_sent(c, s)
        waiting.tiles(c, s)
    elif s.view.away == "leaving" or (s.view.away == "sent home" and not bank):
        away.leaving(c, s)
    elif bank:
        banker.draw(c, s, round_, layout)
    elif s.view.away in ("sit out", "lobby"):
        away.draw(c, s)
    else:
        _waits(c, s, round_, layout)


def _asked(s: State) -> Ask | None:
    ask = s.view.ask
    return ask if ask and ask.decision != s.sent.decision else None


def in_zone(c: Canvas, s: State, round_: Against, layout: Layout) -> bool:
    """What lies where the own cards do: chips to bet with, or the bank's figures."""
    ask = s.view.ask
    if ask and ask.kind == "wager":
        bets.tray(c, s, ask, layout)
        return True
    if ask and any(verb.sets for verb in ask.verbs):
        setting.pad(c, s, layout)
        return True
    if s.view.seat == facts.banker(round_):
        banker.own_panel(c, s, round_, layout)
        return True
    if layout.ways and facts.hands(round_, s.view.seat):
        hands.ways(c, s, layout)
        return True
    return _own_up(c, s)


def _own_up(c: Canvas, s: State) -> bool:
    """Cards that were dealt face up, for all to see: the bank's lie on the felt."""
    found = s.me.up
    if not found or s.view.hole:
        return False
    zone = s.side(PEEK)
    c.box(zone, GREENISH)
    for card, rect in zip(found, own_cards.places(len(found)), strict=True):
        lay_shadowed(c, s, card, rect.move(zone.x - PEEK.x, 0))
    c.write("Your cards, open", LABEL.semibold, inset(zone, 16), 214, MINT_LABEL, "c")
    return True


def _waits(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    """Nothing to do now: the own bets, and what comes."""
    own = facts.bets(round_, s.view.seat)
    says = sentences.after_hand(s, _comes(s, round_, layout, own))
    waiting.head(c, s, "YOUR BETS" if own else "WAITING", says)
    if lying := facts.hands(round_, s.view.seat):
        hands.row(c, s, s.side(OWN), lying)
    elif own:
        circles.laid(c, layout, s.side(OWN), own)
    else:
        panel = s.side(OWN)
        c.box(panel, PANEL)
        says = words.message(s, round_, layout) or "The next round comes soon"
        c.write(says, HEADING.bold, inset(panel, 30), ink=TEXT2, at="c")
    waiting.tiles(c, s)


def _comes(s: State, round_: Against, layout: Layout, own: dict[str, int]) -> str:
    if not own and round_.due not in ("bank", "over"):
        poor = s.me.stack < layout.fees.limits[0]
        return "You have too few chips for a bet" if poor else "You are not in this round"
    return {
        "bank": "The bank is offered round the table", "deal": "Cards are on their way",
        "choose": "The others decide", "settle": "The bank opens",
    }.get(round_.due, "For the next round")  # fmt: skip
