"""What a game is, read from a page that a floor person could read aloud (catalogue/*.toml)."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

First = Literal[
    "blinds",  # left of the last blind; the blinds speak last
    "button",  # first live seat left of the button
    "low card",  # lowest up card is forced to bring it in
    "high card",  # highest up card, then suit, is forced (razz; Asian stud)
    "high rank",  # highest up card is forced, whatever its suit (Mexican poker)
    "high hand",  # highest hand showing
    "low hand",  # lowest hand showing
    "opener",  # whoever opened before the draw
    "forced",  # left of the button, forced to open (Jacks Back played low)
]


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that happens on a street. A street is a list of these, in order."""

    burn: bool = False
    down: int = 0  # cards to each player, face down
    up: int = 0  # cards to each player, face up
    fill: int = 0  # dealt down to whoever has no down card, else up (Mexican poker)
    board: int = 0  # cards for everybody
    draw: int = 0  # each may replace up to so many
    discard: int = 0  # each gives up so many
    roll: bool = False  # each may turn the down card up
    kill: bool = False  # anyone may kill the pot now, on the cards seen so far
    bet: Literal["", "small", "big", "triple"] = ""
    first: First = "button"
    check: bool = True  # false: bet or fold
    openers: bool = False  # a pair of jacks or better to open


class Game(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True
):  # a typo stops here
    name: str
    family: Literal["board", "stud", "draw", "lowball"]
    deck: str
    seats: tuple[int, int]
    forced: Literal["blinds", "bring-in", "ante"]
    streets: dict[str, tuple[Step, ...]]
    words: str  # what makes this game itself, in one or two sentences
    hand: str = "any"  # which cards make a hand: see ranking/use.py
    pots: tuple[str, ...] = ("high",)  # rankings that share the pot: see ranking/
    up_joker: str = ""  # ranking of a hand whose joker was dealt face up (Mexican poker)
    if_passed: str = ""  # the game these cards become when nobody opens (Jacks Back)
    antes: bool = False  # everybody antes beside the blinds (Match-It)
    limits: tuple[str, ...] = ("limit", "spread", "pot-limit", "no-limit")


class Phase(Struct, frozen=True, omit_defaults=True):
    """A stretch of a street that waits for one kind of command; steps run together."""

    kind: Literal["deal", "bet", "draw", "discard", "roll", "kill"]
    street: str
    burn: bool = False  # before the first card; nobody draws, nothing is burnt
    faces: str = ""  # a card a letter to each player: d down, u up, f fill
    board: int = 0
    most: int = 0  # draw up to, or discard exactly
    bet: Literal["", "small", "big", "triple"] = ""
    first: First = "button"
    check: bool = True
    openers: bool = False


def phases(streets: dict[str, tuple[Step, ...]]) -> tuple[Phase, ...]:
    """Streets as the engine walks them: what is dealt in one go is one phase."""
    out: list[Phase] = []
    for street, steps in streets.items():
        burn, faces, board = False, "", 0
        for step in steps:
            burn |= step.burn
            faces += "d" * step.down + "u" * step.up + "f" * step.fill
            board += step.board
            acts = _acts(street, step)
            if acts and acts.kind == "draw" and burn and not faces and not board:
                acts, burn = replace(acts, burn=True), False
            if acts and (burn or faces or board):
                out.append(Phase("deal", street, burn=burn, faces=faces, board=board))
                burn, faces, board = False, "", 0
            if acts:
                out.append(acts)
        if burn or faces or board:
            out.append(Phase("deal", street, burn=burn, faces=faces, board=board))
    return tuple(out)


def _acts(street: str, step: Step) -> Phase | None:
    """The part of a step in which players choose something, if it has one."""
    if step.bet:
        return Phase(
            "bet", street, bet=step.bet, first=step.first, check=step.check, openers=step.openers
        )
    if step.draw:
        return Phase("draw", street, most=step.draw)
    if step.discard:
        return Phase("discard", street, most=step.discard)
    if step.roll:
        return Phase("roll", street)
    if step.kill:
        return Phase("kill", street)
    return None
