"""A banked round on paper: who banks, who wagers what, which cards come, what is chosen."""

from collections.abc import Mapping

from firmware.games.banked.commands import Choose, TakeBank, Wager
from firmware.games.banked.play import BankedPlay, new_round
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import cards
from firmware.games.play import BANK, BANK_UP, BOARD
from firmware.games.poker.commands import Deal, Settle

BANKER = 1
RICH = 10_000_000


def play(r: BankedPlay, command: object) -> list:
    events = r.decide(command)
    for event in events:
        before = sum(r.stacks) + r.pot + r.fees
        r.evolve(event)
        assert sum(r.stacks) + r.pot + r.fees == before, event
    return events


def round_of(
    game: str,
    house: str,
    bets: Mapping[int, Mapping[str, int]],
    stake: int = RICH // 2,
    option: int = 0,
    places: int = 8,
    stacks: Mapping[int, int] | None = None,
    bank: int = BANKER,
    posts: Mapping[str, str] | None = None,
) -> BankedPlay:
    """Dollars. The bets are closed and the first cards are due; 0: no fee is taken."""
    rules = banked_rules(game, house).paying(posts or {})
    seats = sorted({bank, *bets})
    chips = dict.fromkeys(seats, RICH) | dict(stacks or {})
    offers = (bank, *(seat for seat in seats if seat != bank)) if rules.bank else tuple(seats)
    r = new_round(rules, option, places, chips, offers)
    if not option:
        r.fee = r.fee.__class__(0, (100, RICH), ())
    if rules.bank:
        play(r, TakeBank(bank, stake))
    for seat in seats:
        if seat != bank or not rules.bank:
            placed = tuple((name, 100 * chips) for name, chips in bets.get(seat, {}).items())
            play(r, Wager(seat, placed))
    return r


def deal(r: BankedPlay, dice: tuple[int, ...] = (1, 1, 1), **named: str) -> BankedPlay:
    """s2="As Ks", bank="...", board="..."; as they come to each. Whatever else is asked for is any
    other card. Until no card is due."""
    come = {_place(name): list(cards(text)) for name, text in named.items()}
    kept = [card for hand in come.values() for card in hand]
    shoe = list(r.rules.shoe)
    for card in (*kept, *r.dealt):
        shoe.remove(card)
    while r.due == "deal":
        want = r.wants()
        given = tuple(_next(come, shoe, target) for target in want.targets)
        play(r, Deal(given, dice[: want.dice]))
    return r


def _place(name: str) -> int:
    return {"bank": BANK, "board": BOARD}.get(name) or int(name[1:])


def _next(come: dict[int, list[int]], shoe: list[int], target: int) -> int:
    place = BANK if target in (BANK, BANK_UP) else target if target == BOARD else abs(target)
    return come[place].pop(0) if come.get(place) else shoe.pop(0)


def do(r: BankedPlay, seat: int, verb: str, chips: int | None = None, *places: int) -> BankedPlay:
    offered = next(
        one for one in r.offer(seat).verbs if one.name == verb and chips in (None, one.chips)
    )
    play(r, Choose(seat, verb, offered.chips, places))
    return r


def settle(r: BankedPlay) -> dict[int, dict[str, tuple[str, int]]]:
    """Seat -> circle -> what it came to, and dollars from the bank; less than none: to it."""
    while r.due == "choose":
        verb = next((v for v in r.offer(r.queue[0]).verbs if v.chips), None)
        seat = r.queue[0]
        do(r, seat, verb.name if verb else r.offer(seat).verbs[0].name, verb and verb.chips)
        deal(r)
    play(r, Settle())
    found: dict[int, dict[str, tuple[str, int]]] = {}
    for one in r.results:
        found.setdefault(one.seat, {})[one.circle] = one.result, one.chips / 100
    return found
