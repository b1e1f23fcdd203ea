"""Bettors at the engine who play as the odds were counted: best, where there is a choice."""

from functools import cache

import numpy as np

from firmware.games.banked.commands import Choose, TakeBank, Wager
from firmware.games.banked.engine import kind_of
from firmware.games.banked.kinds import twentyone as kind
from firmware.games.banked.kinds.craps import COVERED
from firmware.games.banked.spread import banked_rules
from firmware.games.play import BANK_UP
from lab.odds import best_twentyone, played, pokara, three, twentyone, ultimate
from lab.odds.ranks import SHIFT, strengths

BET = 2_000


def together(rules):
    """Circles that one bettor can have wagers on at the same time."""
    chosen = []
    for name, circle in rules.circles.items():
        if not circle.later and not {*circle.without} & {*chosen}:
            chosen.append(name)
    return chosen


def bettor(circles, choose):
    """Takes the whole bank, wagers on these and plays by `choose`."""

    def decide(play, seat, rng):
        if play.due == "bank":
            return TakeBank(seat, play.stacks[seat])
        if play.due == "wager":
            return Wager(seat, tuple((name, BET) for name in circles))
        return choose(play, seat)

    return decide


def shooter():
    """Of craps: each circle once in a deal, as soon as it is open; the bank covers the section."""
    laid = set()

    def decide(play, seat, rng):
        if play.due == "bank":
            return TakeBank(seat, play.stacks[seat])
        if play.due == "choose":
            return Choose(seat, COVERED)
        if not play.deals:
            laid.clear()
        bets = {}
        for one in play.offer(seat).circles:
            behind = [*one.needs]
            fresh = one.name not in laid and one.least <= BET <= one.most
            if one.stood:
                bets[one.name] = one.stood
            elif fresh and (not behind or any(name in bets for name in behind)):
                bets[one.name] = BET
        laid.update(bets)
        return Wager(seat, tuple(bets.items()))

    return decide


def house_way(play, seat):
    """Never folds."""
    verb, places = kind_of(play).default(play, seat)
    paying = next((one for one in kind_of(play).verbs(play, seat) if one.chips), None)
    if verb == "fold" and paying:
        return Choose(seat, paying.name, paying.chips)
    return Choose(seat, verb, 0, places)


def by_the_banks_table(play, seat):
    """Pokara: changes the card that the bank would, but never doubles to do so."""
    hand = play.hand(seat)
    given = pokara.given_up(tuple(card - 32 for card in hand))
    if seat == play.banker or given is None or not _may_draw(play, seat):
        return house_way(play, seat)
    return Choose(seat, "draw", 0, (hand.index(given + 32),))


def _may_draw(play, seat):
    return any(verb.name == "draw" for verb in kind_of(play).verbs(play, seat))


# ---- Twenty-one: as the solver says


@cache
def solver(house, game, up):
    return best_twentyone.Solver(banked_rules(game, house), up)


def best_at_twentyone(play, seat):
    offered = {verb.name: verb for verb in kind.verbs(play, seat)}
    if "no insurance" in offered:
        return Choose(seat, "even money" if "even money" in offered else "no insurance")
    here, way = kind.spot(play, seat), play.rules.counting
    hand = here.hands[here.at]
    named = _classes(way, hand.cards)
    up = play.numbers(BANK_UP)
    one = solver(play.rules.house, play.rules.game,
                 *(_classes(way, [play.dealt[up[0]]]) if up else [""]))  # fmt: skip
    worth = one.plays(twentyone.of(way, named), here.at > 0, hand.split)
    if "split" in offered:
        worth["split"] = one.split(named[0], len(here.hands))
    at = one.place[tuple(_classes(way, play.hand(seat)[: play.rules.each]))]
    verb = offered[max((v for v in worth if v in offered), key=lambda name: worth[name][at])]
    return Choose(seat, verb.name, verb.chips)


def _classes(way, cards):
    return [next(iter(twentyone.shoe(way, [card]))) for card in cards]


# ---- Poker against the bank


def best_poker(play, seat):
    if play.rules.ranking == "three":
        return _plays_or_folds(play, seat, _three(play, seat))
    if play.rules.qualifies == "ace king":
        return _plays_or_folds(play, seat, _caribbean(play, seat))
    return _ultimate(play, seat)


def _plays_or_folds(play, seat, plays):
    verb = next(one for one in kind_of(play).verbs(play, seat) if bool(one.chips) is plays)
    return Choose(seat, verb.name, verb.chips)


def _up(play):
    return play.dealt[play.numbers(BANK_UP)[0]]


def _three(play, seat):
    rules, hand = play.rules, tuple(sorted(play.hand(seat)))
    rows = rules.circles["ante"].rows, rules.circles["play"].rows
    return three.plays(rules.decks, *rows, hand, _up(play))


@cache
def _learned(house):
    """What paid better on average against the same card, of 200,000 deals."""
    rules = banked_rules("caribbean-stud", house)
    verb, _, antes = rules.streets[0].asks[1].rpartition(" ")
    rows = rules.circles["ante"].rows, rules.circles[verb].rows
    return played.learned(*played.five(
        np.random.default_rng(1), rules.decks, rules.ranking == "five of many", int(antes[:-1]),
        *rows, 200_000,
    ))  # fmt: skip


def _caribbean(play, seat):
    mine = play.hand(seat)
    alike = played.alike(np.array([mine]), np.array([_up(play)]), play.rules.ranking != "high")
    return bool(_learned(play.rules.house)(alike)[0])


def _ultimate(play, seat):
    verbs = [*kind_of(play).verbs(play, seat)]
    hole, board = play.hand(seat), play.common
    if not board:
        plays = _before_the_flop(*sorted((card >> 2 for card in hole), reverse=True),
                                 suited=hole[0] & 3 == hole[1] & 3)  # fmt: skip
    elif len(board) == 3:
        plays = _on_the_flop(hole, board)
    else:
        plays = _at_the_end(tuple(sorted(hole)), tuple(sorted(board)))
    verb = verbs[-1] if plays else verbs[0]
    return Choose(seat, verb.name, verb.chips)


KING, QUEEN, JACK, TEN = 11, 10, 9, 8


def _before_the_flop(high, low, suited):
    """As published: threes, any ace, and so on; four times the ante."""
    if high == low:
        return high > 0
    least = {12: (0, 0), KING: (0, 3), QUEEN: (4, 6), JACK: (6, 8)}
    return high in least and low >= least[high][not suited]


def _on_the_flop(hole, board):
    """As published: two pairs, a pair with a card of one's own, four to a flush with a ten."""
    cards = [*hole, *board]
    if strengths(np.array([cards]))[0] >> SHIFT >= 2:
        return True
    ranks = [card >> 2 for card in cards]
    if any(ranks.count(card >> 2) == 2 for card in hole) and ranks[:2] != [0, 0]:
        return True
    return any(
        card >> 2 >= TEN and sum(other & 3 == card & 3 for other in cards) == 4 for card in hole
    )


@cache
def _circles():
    rules = banked_rules("ultimate-texas-holdem")
    return ultimate.pays({name: rules.circles[name].rows for name in ("ante", "blind", "play")})


def _at_the_end(hole, board):
    """Against all 990 hands that the bank may hold."""
    one = ultimate.met(board)
    even, more = ultimate.worth(one, _circles())
    at = np.flatnonzero(one.holes == ultimate.AT[hole[0], hole[1]])[0]
    return even[at] + more[at] >= 990 * _circles().fold
