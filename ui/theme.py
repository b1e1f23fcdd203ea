"""Colours and sizes. Contrast of every pair that carries text is checked by tests/ui."""

Color = tuple[int, int, int]


def rgb(code: str) -> Color:
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)


BG, SURFACE, RAISED, RAISED2 = rgb("090E13"), rgb("121A21"), rgb("1C2730"), rgb("273540")
LINE, LINE_STRONG = rgb("34444F"), rgb("5B6E7A")
FELT_LIGHT, FELT_DARK = rgb("17584F"), rgb("0B2E2C")
TEXT, TEXT2, TEXT3 = rgb("F4F7F8"), rgb("B4C2CA"), rgb("8799A4")
GOLD, GOLD_TOP, GOLD_LOW = rgb("FFC24A"), rgb("FFD071"), rgb("F3AC2F")
GOLD_INK = rgb("16110A")
GOLD_GROUND = rgb("3A2C14")  # under a chosen box
BLUE_TOP, BLUE_LOW = rgb("2C74D6"), rgb("1A57AE")
ROSE_GROUND, ROSE, ROSE_EDGE = rgb("2A1A1E"), rgb("FFC3C6"), rgb("FF8F96")
RED = rgb("C93A46")
GREEN, GREEN_DEEP = rgb("38C08A"), rgb("12855C")
SKY = rgb("79B8FF")
MINT, MINT_LABEL = rgb("8FE0CB"), rgb("D5F1E9")
DISABLED = rgb("71828D")
AMBER = rgb("FFB020")
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
PEEK_TOP, PEEK_LOW, PEEK_EDGE = rgb("0E3330"), rgb("0A2423"), rgb("2A6A60")
SLOT = rgb("081B1A")
MARK = rgb("2A5CA8")  # SB, BB
CREAM = rgb("F4EFE4")

STATION, CENTER = (1280, 800), (1920, 1080)
STATION_FLOOR, STATION_FLOOR_LARGE, CENTER_FLOOR = 18, 22, 26
LARGE = 1.2
TARGET = 72  # least side of anything to touch

DECKS: dict[str, tuple[Color, Color, Color, Color]] = {  # clubs, diamonds, hearts, spades
    "four": (rgb("0F7A39"), rgb("1560C8"), rgb("CC1F30"), rgb("14181D")),
    "classic": (rgb("14181D"), rgb("CC1F30"), rgb("CC1F30"), rgb("14181D")),
    "redgreen": (rgb("0E7C86"), rgb("0B5CC4"), rgb("C84700"), rgb("14181D")),
}


def mix(a: Color, b: Color, share: float) -> Color:
    """`share` of b laid over a."""
    r, g, bl = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return r, g, bl
