"""Games in which hands are set: the bank's hands apart, the dice, and the seat that is settled with
its hands open before its plate."""

from collections.abc import Callable

from pygame import Rect

from center_screen.areas import GLASS, LINE, NOTE_STRONG, SMALL, ends, long_sides
from center_screen.board import DECK, flip
from center_screen.looks import LINES, pill
from center_screen.seats import PLACES
from center_screen.sentences import Kind, bank_message, bank_words
from center_screen.sheet import put
from firmware.screens.protocol import Against, Layout, Lying, Public
from firmware.screens.protocol import bank_facts as facts
from ui import cards
from ui.canvas import Canvas
from ui.icons import icon
from ui.signs import die
from ui.theme import GREEN, TEXT

CARD, STEP, APART = Rect(0, 0, 118, 176), 130, 48
SMALL_CARD, SMALL_STEP = Rect(0, 0, 56, 84), 62  # of thirteen
BAND, BAND_FAR = Rect(0, 0, 1164, 196), 188
WORDS_Y, ROW_Y, MESSAGE_Y = 34, 99, 158
DIE, HIGH = 54, 50
STRIP, STRIP_FAR = Rect(0, 0, 360, 160), 646
TILE, TILE_STEP, TILE_APART = Rect(0, 0, 46, 80), 48, 14
OWN, OWN_FAR, OWN_STEP, OWN_APART = Rect(0, 0, 62, 90), 120, 66, 22
CLOSE, CLOSE_FAR, CLOSE_CORNER_FAR, CLOSE_STEP = Rect(0, 0, 44, 64), 102, 140, 46

Hands = tuple[tuple[int, ...], ...]


def draw(
    c: Canvas, public: Public, round_: Against, layout: Layout, seconds: int,
    turned: Callable[[int], float],
) -> None:  # fmt: skip
    bank = _bank_lies(public, round_)
    _bank(c, public, layout, bank, turned)
    kind, says = _message(public, round_, seconds)
    told = tuple(f"{'Bank, ' if not n else ''}{one.words}" for n, one in enumerate(_laid(round_)))
    first = facts.said(round_.dice, public.name(round_.first)) if round_.dice else ""
    cover = bank_words(round_, layout)
    short = says.split(":")[0]
    middles = _middles([len(hand) for hand in bank])
    row, lines = (round_.dice, first, public.seal), (cover, kind, says)
    for spot in long_sides(BAND_FAR):
        under = middles if not spot.turn else tuple(BAND.w - middle for middle in middles)
        put(c, *spot, *BAND.size, _band, told, under, row, lines)
    faces = bank or (facts.bank_hand(public)[0],)
    for spot in ends(STRIP_FAR):
        hidden = facts.bank_hand(public)[1], layout.tiles
        put(c, *spot, *STRIP.size, _strip, faces, hidden, kind, short or cover)
    if own := lit(public, round_, layout):
        _own(c, public.actor, tuple(one.cards for one in own))


def lit(public: Public, round_: Against, layout: Layout) -> list[Lying]:
    """The hands of the seat that is being settled."""
    if not layout.setting or round_.due != "over" or not public.actor:
        return []
    return facts.hands(round_, public.actor)


def _laid(round_: Against) -> list[Lying]:
    return facts.hands(round_, facts.banker(round_)) if round_.banks else []


def _bank_lies(public: Public, round_: Against) -> Hands:
    return tuple(one.cards for one in _laid(round_))


def _message(public: Public, round_: Against, seconds: int) -> tuple[Kind, str]:
    layout = public.placard.layout
    own = lit(public, round_, layout) if layout else []
    if own:
        return "gold", f"{public.name(public.actor)}: {'  ·  '.join(one.words for one in own)}"
    if round_.due == "choose" and not public.alert:
        left = len(facts.bettors(round_)) - len(round_.placed)
        bank = public.name(facts.banker(round_)) if round_.banks else ""
        waits = f"{left} hands are being set" if left > 1 else "One hand is being set"
        return "gold", waits if left else f"{bank} sets the bank"
    kind, says = bank_message(public, round_, seconds)
    over = round_.due == "over" and round_.banks
    return kind, public.result.note if over and public.result else says


# ---- the bank


def _bank(
    c: Canvas, public: Public, layout: Layout, laid: Hands, turned: Callable[[int], float]
) -> None:
    faces, backs = facts.bank_hand(public)
    if not layout.bank_cards:
        return
    sizes = [len(hand) for hand in laid] or [layout.bank_cards]
    faces = tuple(card for hand in laid for card in hand) or faces
    for n, rect in enumerate(_places(sizes)):
        if n < len(faces) and (share := turned(n)) < 1:
            flip(c, faces[n], rect, share)
        elif n < len(faces):
            c.sprite(cards.shadowed(cards.two_headed(faces[n], *rect.size, DECK)), *rect.topleft)
            c.face(faces[n], rect)
        elif n < len(faces) + backs:
            c.sprite(cards.shadowed(cards.back(*rect.size, layout.tiles)), *rect.topleft)
            c.report.backs.append(rect)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)


def _places(sizes: list[int]) -> list[Rect]:
    many = sum(sizes) > 7
    card, step = (SMALL_CARD, SMALL_STEP) if many else (CARD, STEP)
    return _row(sizes, card, step, APART if not many else 20, GLASS.centerx, GLASS.centery)


def _middles(sizes: list[int]) -> tuple[int, ...]:
    """Of each hand, on the band."""
    places, found = _places(sizes), list[int]()
    for size in sizes:
        hand, places = places[:size], places[size:]
        found.append((hand[0].left + hand[-1].right) // 2 - (GLASS.centerx - BAND.w // 2))
    return tuple(found)


def _row(sizes: list[int], card: Rect, step: int, apart: int, x: int, y: int) -> list[Rect]:
    """Cards side by side, hand by hand, around a middle."""
    hand = [n for n, size in enumerate(sizes) for _ in range(size)]
    wide = (len(hand) - 1) * step + card.w + (len(sizes) - 1) * apart
    left, top = x - wide // 2, y - card.h // 2
    return [Rect(left + n * step + h * apart, top, *card.size) for n, h in enumerate(hand)]


def _band(
    c: Canvas, told: tuple[str, ...], middles: tuple[int, ...],
    row: tuple[tuple[int, ...], str, str], lines: tuple[str, Kind, str],
) -> None:  # fmt: skip
    dice, first, seal = row
    cover, kind, says = lines
    for n, words in enumerate(told):
        _pill(c, "dark", words, middles[n], WORDS_Y)
    for n, value in enumerate(dice):
        c.middle(die(value, DIE), 68 + n * (DIE + 8), ROW_Y)
    c.text(first, 68 + len(dice) * (DIE + 8), ROW_Y, *NOTE_STRONG, TEXT, room=250)
    if seal:
        wide = c.measure(seal, *SMALL)
        c.middle(icon("shield", 26, GREEN, 2.2), BAND.centerx - wide / 2 - 22, ROW_Y)
        c.text(seal, BAND.centerx, ROW_Y, *SMALL, TEXT, "c", room=230)
    _pill(c, "dark", cover, BAND.right - 234, ROW_Y, 340)
    if says:
        _pill(c, kind, says, BAND.centerx, MESSAGE_Y, 760)


def _pill(c: Canvas, kind: Kind, says: str, x: int, y: int, most: int = 520) -> None:
    look, ink = LINES[kind]
    wide = min(most, c.measure(says, *LINE) + 44)
    c.box(Rect(x - wide // 2, y - HIGH // 2, wide, HIGH), pill(look, HIGH))
    c.text(says, x, y, *LINE, ink, "c", room=wide - 32)


def _strip(c: Canvas, faces: Hands, hidden: tuple[int, bool], kind: Kind, says: str) -> None:
    """For an end of the table: the bank's hands as tiles, and a line."""
    backs, of_tiles = hidden
    _pill(c, kind, says, STRIP.centerx, 24, STRIP.w)
    sizes = [len(hand) for hand in faces if hand] + ([backs] if backs else [])
    step = min(TILE_STEP, (STRIP.w - TILE.w - TILE_APART * len(sizes)) // max(1, sum(sizes) - 1))
    known = [card for hand in faces for card in hand]
    for n, rect in enumerate(_row(sizes, TILE, step, TILE_APART, STRIP.centerx, 108)):
        if n < len(known):
            c.blit(cards.tile(known[n], *rect.size), *rect.topleft)
            c.face(known[n], rect)
        else:
            c.blit(cards.back(*rect.size, of_tiles), *rect.topleft)
            c.report.backs.append(rect)


# ---- the seat that is settled


def _own(c: Canvas, seat: int, hands: Hands) -> None:
    place = PLACES.get(seat)
    if place is None:
        return
    count, long_side = sum(map(len, hands)), place.turn % 180 == 0
    card, step, far = (OWN, OWN_STEP, OWN_FAR) if long_side else (CLOSE, CLOSE_STEP, CLOSE_FAR)
    far = CLOSE_CORNER_FAR if place.corner else far
    step = min(step, (500 if long_side else 350) // count)
    wide = (count - 1) * step + card.w + (len(hands) - 1) * OWN_APART
    put(c, *place.inward(far), place.turn, wide + 8, card.h + 8, _open, hands, card.size, step)


def _open(c: Canvas, hands: Hands, size: tuple[int, int], step: int) -> None:
    sizes, every = [len(hand) for hand in hands], [card for hand in hands for card in hand]
    w, h = size
    wide = (len(every) - 1) * step + w + (len(hands) - 1) * OWN_APART
    row = _row(sizes, Rect(0, 0, w, h), step, OWN_APART, wide // 2 + 4, h // 2 + 4)
    for card, rect in zip(every, row, strict=True):
        c.sprite(cards.shadowed(cards.two_headed(card, *rect.size, DECK)), *rect.topleft)
        c.face(card, rect)
