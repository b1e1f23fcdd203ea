"""One hand of a PHH file, checked field by field: what comes out of here can be played.

Only the fields that move chips or cards are read; names, places and times, and whatever a user
adds, say nothing about the play and are left alone.
"""

import re
import tomllib
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, cast

from msgspec import Struct

from firmware.games.cards import DECKS, UNKNOWN, cards, show
from firmware.games.poker.rules import Rules
from firmware.history import plain
from firmware.history.amounts import CENTS, Number, common_chip, number, places, scale
from firmware.history.malformed import Malformed, brief
from firmware.history.variants import VARIANTS, Variant, house_rules, players_most
from firmware.pages import BadPage

Verb = Literal["db", "dh", "f", "cc", "cbr", "pb", "sd", "sm"]

ACTIONS_MAX = 2_000
_AMOUNT = re.compile(r"[0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20}")
_PLAYER = re.compile(r"p([1-9][0-9]{0,3})")
# A key of so many parts that the TOML reader would take hours over it.
_DEEP = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){60}""")
DROPPED = "_dropped"  # what the house took out of the pot: the format has no field for it
HOUSE, GAME = "_house", "_game"  # whose ways it was played by, and its name there
_PLAIN = {"f", "cc", "pb"}  # verbs that take nothing


class Action(Struct):
    at: int  # which of the file, from 1; commentary counts
    text: str
    verb: Verb
    player: int = 0  # 0 is the dealer
    cards: tuple[int, ...] = ()
    amount: Number = 0
    mucks: bool = False  # `sm` without cards

    @property
    def field(self) -> str:
        return f"action {self.at} {brief(self.text)}"


class Record(Struct):
    """A hand as the file tells it. Amounts are integers, `decimals` finer than the file's."""

    variant: Variant
    rules: Rules
    trimmed: bool  # antes are matched like bets
    antes: list[int]  # as listed: two players hold them in reverse, like the blinds
    blinds: list[int]  # negative: a post
    small: int
    big: int
    bring_in: int
    stacks: list[int | None]  # None: not known
    actions: list[Action]
    finishing: list[int | None] | None
    winnings: list[int]  # out of the pots, as told; empty if not
    money: bool  # played for a currency, not for tournament chips
    decimals: int
    chip: int
    hand: str | int | None = None
    dropped: int = 0  # out of the pot, where the file tells it


def read(text: str | bytes) -> Record:
    """The hand of this TOML text, or Malformed."""
    return record(parse(text))


def parse(text: str | bytes) -> dict[str, Any]:
    if isinstance(text, bytes):
        fields = plain.parse(text)
        if fields is not None:
            return fields
    try:
        words = text.decode("utf-8") if isinstance(text, bytes) else text
        if _DEEP.search(words):
            raise Malformed("text", "nested too deep")
        return tomllib.loads(words, parse_float=Decimal)
    except UnicodeDecodeError as bad:
        raise Malformed("text", f"not UTF-8 at byte {bad.start}") from None
    except RecursionError:
        raise Malformed("text", "nested too deep") from None
    except (ValueError, InvalidOperation, OverflowError) as bad:  # TOMLDecodeError among them
        raise Malformed("text", f"not TOML: {' '.join(str(bad).split())[:120]}") from None


def record(raw: dict[str, Any]) -> Record:
    variant = _variant(raw)
    game = _rules(raw, variant)
    stacks = _stacks(raw, players_most(game))
    count = len(stacks)
    antes = _numbers(raw, "antes", count)
    blinds: list[Number] = [0] * count
    if game.forced == "blinds":
        blinds = _numbers(raw, "blinds_or_straddles", count, negative=True)
    elif "blinds_or_straddles" in raw and any(
        _numbers(raw, "blinds_or_straddles", count, negative=True)
    ):
        raise Malformed("blinds_or_straddles", f"{variant.code} is played with a bring-in")
    bets = [_positive(raw, field) for field in variant.bets]
    bring_in = _positive(raw, "bring_in") if game.forced == "bring-in" else 0
    actions = _actions(raw, count, game)
    finishing = _finishing(raw, count)
    trimmed = raw.get("ante_trimming_status", False)
    if type(trimmed) is not bool:
        raise Malformed("ante_trimming_status", f"should be true or false, not {brief(trimmed)}")
    _lengths(raw, count)
    if bring_in > bets[0] or (bring_in == bets[0] and game.house == "common"):
        same = "" if game.house == "common" else ", or the same"  # 004 L1029-1033
        raise Malformed("bring_in", f"should be less than small_bet{same}")
    if bets[-1] < bets[0]:
        raise Malformed("big_bet", "should not be less than small_bet")

    amounts = [*antes, *blinds, *bets, bring_in, *(a.amount for a in actions)]
    amounts += [s for s in stacks if s is not None]
    paid = [s for s in finishing or () if s is not None]
    told = _winnings(raw, count)
    dropped = _positive(raw, DROPPED) if DROPPED in raw else 0
    finest = max(map(places, (*amounts, *paid, *told, dropped)))
    decimals = max(CENTS, finest)
    chip = 10 ** (decimals - finest)
    if paid:  # the stacks tell which chips were on the table
        chip = common_chip(scale(a, decimals) for a in (*amounts, *paid))
    for action in actions:
        action.amount = scale(action.amount, decimals)
    return Record(
        variant,
        game,
        trimmed,
        [scale(a, decimals) for a in antes],
        [scale(b, decimals) for b in blinds],
        scale(bets[0], decimals),
        scale(bets[-1], decimals),
        scale(bring_in, decimals),
        _scaled(stacks, decimals),
        actions,
        None if finishing is None else _scaled(finishing, decimals),
        [scale(w, decimals) for w in told],
        "currency" in raw or "currency_symbol" in raw,
        decimals,
        chip,
        raw.get("hand") if type(raw.get("hand")) in (str, int) else None,
        scale(dropped, decimals),
    )


def _scaled(amounts: list[Number | None], decimals: int) -> list[int | None]:
    return [None if amount is None else scale(amount, decimals) for amount in amounts]


# Fields


def _variant(raw: dict[str, Any]) -> Variant:
    code = _need(raw, "variant")
    if not isinstance(code, str) or code not in VARIANTS:
        raise Malformed("variant", f"{brief(code)} is none of {', '.join(VARIANTS)}")
    return VARIANTS[code]


def _rules(raw: dict[str, Any], variant: Variant) -> Rules:
    """Of the house that the file names, if it names one."""
    named = [raw.get(field, "") for field in (HOUSE, GAME)]
    for field, name in zip((HOUSE, GAME), named, strict=True):
        if not isinstance(name, str):
            raise Malformed(field, f"should be a name, not {brief(name)}")
    try:
        return house_rules(variant, named[0] or "common", named[1])
    except BadPage as bad:
        raise Malformed(HOUSE, str(bad).removeprefix("house: ")[:120]) from None


def _need(raw: dict[str, Any], field: str) -> Any:
    if field not in raw:
        raise Malformed(field, "missing")
    return raw[field]


def _array(raw: dict[str, Any], field: str, count: int) -> list[Any]:
    values = _need(raw, field)
    if not isinstance(values, list):
        raise Malformed(field, f"should be an array, not {brief(values)}")
    if len(values) != count:
        raise Malformed(field, f"{len(values)} values for {count} players")
    return values


def _numbers(
    raw: dict[str, Any], field: str, count: int, *, negative: bool = False
) -> list[Number]:
    values = [number(value, field) for value in _array(raw, field, count)]
    if not negative and min(values) < 0:
        raise Malformed(field, "an amount is negative")
    return values


def _positive(raw: dict[str, Any], field: str) -> Number:
    amount = number(_need(raw, field), field)
    if amount <= 0:
        raise Malformed(field, "should be more than 0")
    return amount


def _unknown(value: object) -> bool:
    """`inf` stands for a stack that nobody wrote down."""
    return type(value) is Decimal and value.is_infinite() and value > 0


def _stacks(raw: dict[str, Any], most: int) -> list[Number | None]:
    field = "starting_stacks"
    values = _need(raw, field)
    if not isinstance(values, list) or not 2 <= len(values) <= most:
        many = f"{len(values)} players" if isinstance(values, list) else brief(values)
        raise Malformed(field, f"should be an array for 2 to {most} players, not {many}")
    stacks = [None if _unknown(value) else number(value, field) for value in values]
    if any(stack is not None and stack <= 0 for stack in stacks):
        raise Malformed(field, "every player needs chips")
    return stacks


def _finishing(raw: dict[str, Any], count: int) -> list[Number | None] | None:
    field = "finishing_stacks"
    if field not in raw:
        return None
    values = _array(raw, field, count)
    stacks = [None if _unknown(value) else number(value, field) for value in values]
    if any(stack is not None and stack < 0 for stack in stacks):
        raise Malformed(field, "an amount is negative")
    return stacks


def _winnings(raw: dict[str, Any], count: int) -> list[Number]:
    return _numbers(raw, "winnings", count) if "winnings" in raw else []


def _lengths(raw: dict[str, Any], count: int) -> None:
    for field in ("players", "seats"):
        if field in raw:
            _array(raw, field, count)


# Actions


def _actions(raw: dict[str, Any], count: int, game: Rules) -> list[Action]:
    lines = _need(raw, "actions")
    if not isinstance(lines, list):
        raise Malformed("actions", f"should be an array of strings, not {brief(lines)}")
    if len(lines) > ACTIONS_MAX:
        raise Malformed("actions", f"{len(lines)} are too many for one hand")
    deck = frozenset((*DECKS[game.deck], UNKNOWN))
    actions = []
    for at, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise Malformed(f"action {at}", f"should be a string, not {brief(line)}")
        words = line.partition("#")[0].split() if "#" in line else line.split()
        if words:
            actions.append(_action(at, line, words, count, deck))
    return actions


def _action(at: int, line: str, words: list[str], count: int, deck: frozenset[int]) -> Action:
    actor, *rest = words
    verb, *arguments = rest or [""]
    if actor == "d":
        if verb == "db" and len(arguments) == 1:
            return Action(at, line, "db", 0, _cards(at, line, arguments[0], deck))
        if verb == "dh" and len(arguments) == 2:
            player = _player(at, line, arguments[0], count)
            return Action(at, line, "dh", player, _cards(at, line, arguments[1], deck))
    else:
        player = _player(at, line, actor, count)
        if verb in _PLAIN and not arguments:
            return Action(at, line, cast(Verb, verb), player)
        if verb == "cbr" and len(arguments) == 1:
            return Action(at, line, "cbr", player, (), _amount(at, line, arguments[0]))
        if verb in ("sd", "sm") and not arguments:
            return Action(at, line, cast(Verb, verb), player, mucks=verb == "sm")
        if verb == "sm" and arguments == ["-"]:
            return Action(at, line, "sm", player)
        if verb in ("sd", "sm") and len(arguments) == 1:
            held = _cards(at, line, arguments[0], deck)
            return Action(at, line, cast(Verb, verb), player, held)
    raise Malformed(_where(at, line), "is no action of the format")


def _where(at: int, line: str) -> str:
    return f"action {at} {brief(line)}"


def _player(at: int, line: str, word: str, count: int) -> int:
    match = _PLAYER.fullmatch(word)
    if not match:
        raise Malformed(_where(at, line), f"{brief(word)} is no player; write p1 to p{count}")
    player = int(match[1])
    if player > count:
        raise Malformed(_where(at, line), f"there is no p{player} among {count} players")
    return player


def _cards(at: int, line: str, text: str, deck: frozenset[int]) -> tuple[int, ...]:
    try:
        dealt = cards(text)
    except ValueError:
        raise Malformed(_where(at, line), f"{brief(text)} is no list of cards") from None
    for card in dealt:
        if card not in deck:
            raise Malformed(_where(at, line), f"{show([card])} is not in the deck of this game")
    return dealt


def _amount(at: int, line: str, text: str) -> Number:
    if not _AMOUNT.fullmatch(text):
        raise Malformed(_where(at, line), f"{brief(text)} is no amount")
    return number(int(text) if text.isdecimal() else Decimal(text), _where(at, line))
