"""At the edge of each long side: pools, stakes and fee; in a tournament the level and the prize."""

from pygame import Rect

from center_screen.areas import LINE, SMALL, STAKES, long_sides
from center_screen.sentences import minutes
from center_screen.sheet import put
from firmware.money import show as dollars
from firmware.screens.protocol import Placard, Public
from ui.amounts import show
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset
from ui.names import whole_words
from ui.sizes import Type
from ui.theme import GOLD, TEXT, TEXT2, Color

EDGE = Rect(0, 0, 186, 128)
FAR = 444  # from the middle
LINES = inset(EDGE, 1)
LEVEL_Y, STAKES_Y, PRIZE_Y = 22, 66, 105
POOL = Type(34, "bold")
POOL_OF_TWO = Type(28, "bold")
POOL_Y, POOL_OF_TWO_Y, POOL_PITCH = 22, 14, 32
POOL_ROOM, POOL_SHIFT, STAR, STAR_GAP = 150, 16, 24, 4
STAKES_UNDER_TWO_Y, FEE_UNDER = 78, 38


def draw(c: Canvas, placard: Placard, level: tuple[str, ...] = ()) -> None:
    for spot in long_sides(FAR):
        put(c, *spot, *EDGE.size, _edge, placard, level)


def level(public: Public) -> tuple[str, ...]:
    """Of a tournament: its level with the time, and the first prize."""
    contest = public.contest
    if contest is None or not contest.level:
        return ()
    prize = f"1st {dollars(contest.prizes[0])}" if contest.prizes else ""
    return (f"Level {contest.level}  {minutes(contest.left_ms)}", prize)


def _edge(c: Canvas, placard: Placard, level: tuple[str, ...]) -> None:
    if level:
        _line(c, level[0], LEVEL_Y, LINE, GOLD, tab=True)
        _line(c, placard.stakes, STAKES_Y, STAKES)
        _line(c, level[1], PRIZE_Y, SMALL, TEXT2)
        return
    if placard.layout:
        name = whole_words(placard.game, lambda said: c.measure(said, *STAKES) <= LINES.w)
        _line(c, name, LEVEL_Y, STAKES)
    pools = [(sign, pool) for sign, pool in _pools(placard) if pool]
    two = len(pools) > 1
    for n, (sign, pool) in enumerate(pools):
        y = (POOL_OF_TWO_Y if two else POOL_Y) + POOL_PITCH * n
        _pool(c, sign, show(pool), y, POOL_OF_TWO if two else POOL)
    y = STAKES_UNDER_TWO_Y if two else STAKES_Y
    _line(c, f"{placard.short}  {placard.stakes}".strip(), y, STAKES)
    _line(c, _fee(placard), y + FEE_UNDER, SMALL, TEXT2)


def _pools(placard: Placard) -> tuple[tuple[str, int], ...]:
    return ("star", placard.jackpot), ("up", placard.high_hand)


def _fee(placard: Placard) -> str:
    fee = placard.fee.replace(" jackpot", "")
    return "No fee" if fee == "None" else f"Fee {fee}" if fee else ""


def _line(c: Canvas, says: str, y: int, size: Type, ink: Color = TEXT, tab: bool = False) -> None:
    c.write(says, size, LINES, y, ink, "c", tab)


def _pool(c: Canvas, sign: str, amount: str, y: int, size: Type) -> None:
    wide = min(POOL_ROOM, c.measure(amount, *size))
    c.middle(icon(sign, STAR, GOLD), EDGE.centerx - wide / 2 - STAR_GAP, y)
    c.text(amount, EDGE.centerx + POOL_SHIFT, y, *size, GOLD, "c", room=POOL_ROOM)
