"""Money covers what it covers: wager after wager, in the order of the page, until the bank's stake
is used up. What it did not reach comes back, and whose it is reads "not covered".

Matched: each dollar that the bank pays or takes uses up a dollar of its stake, so it can neither
win nor lose more than that (000 L2637, 001 L197-199). Net: what it takes pays the next one, and it
stops where it has won or lost as much as it put up (003 L2135).
Several stakes cover one after the other: the next one what the last one did not.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from firmware.games.banked import events as e
from firmware.games.banked.bets import fee_of
from firmware.games.banked.events import BankedEvent, WagerSettled
from firmware.games.banked.kinds import KINDS
from firmware.games.banked.kinds.craps import total as pips_total
from firmware.games.banked.kinds.points import total
from firmware.games.banked.kinds.pool import best_with
from firmware.games.banked.kinds.thirteen import HANDS, side
from firmware.games.banked.page import HALF, LASTS, PUSH, award_of, odds, row_of
from firmware.games.banked.points import Side, sets_won, won
from firmware.games.banked.round import Round
from firmware.games.cards import JOKER


class Cover:
    """What each stake can still pay, and still take."""

    def __init__(self, r: Round, rooms: Mapping[int, int] | None = None) -> None:
        """`rooms`: of each stake only so much is for these wagers."""
        self.net = r.rules.cover == "net"
        self.pays = dict(rooms or {seat: r.staked[seat] for seat in r.banks})
        self.takes = self.pays if not self.net else dict(self.pays)

    def move(self, due: int) -> tuple[tuple[int, int], ...]:
        """So much from the banks, or to them where it is less than nothing; as far as it goes."""
        side, left, moved = (
            (self.pays if due > 0 else self.takes),
            abs(due),
            list[tuple[int, int]](),
        )
        for seat, room in side.items():
            chips = min(left, room)
            if chips:
                left -= chips
                side[seat] -= chips
                if self.net:
                    (self.takes if due > 0 else self.pays)[seat] += chips
                moved.append((seat, chips if due > 0 else -chips))
        return tuple(moved)

    @property
    def spent(self) -> bool:
        """Can no wager be paid or taken any more? Net: it has won or lost all it may."""
        return not any(self.pays.values()) or not any(self.takes.values())


def settle(r: Round) -> list[BankedEvent]:
    kind = KINDS[r.rules.kind]
    if kind.goes_on:
        return _draw(r)
    out: list[BankedEvent] = []
    if r.banker:
        out.append(e.HandTabled(r.banker, tuple(r.bank)))
    shown = [seat for seat in settlement_order(r) if seat not in r.gone and r.hand(seat)]
    out += [e.HandTabled(seat, tuple(r.hand(seat))) for seat in shown]
    every = _against_bank if r.rules.bank else _points if r.rules.points else _pools
    settled: list[BankedEvent] = [*every(r)]
    return [*out, *settled, *_refunds(r, settled), e.RoundEnded(kind.came_to(r))]


def _draw(r: Round) -> list[BankedEvent]:
    """What this draw decided; what it did not lies on, or comes back with the end of the round."""
    kind, settled = KINDS[r.rules.kind], [*_wagers(r, _covers(r), _marks(r))]
    out: list[BankedEvent] = [*settled]
    paid = sum(one.chips for one in settled)
    done = {(one.seat, one.circle) for one in settled}
    lying = [(s, name) for s in r.wagering for name in r.bets[s] if (s, name) not in done]
    if kind.goes_on and kind.goes_on(r) and r.stake > paid:
        moves = [(s, name) for s, name in lying if _row(r, s, name)[1] == "moves"]
        out += [e.WagerMoved(s, name, kind.moved(r, name)) for s, name in moves]
        return [*out, *_refunds(r, out), e.BetsOpened()]
    bets = [(s, name, r.bets[s][name]) for s, name in lying]
    out += [WagerSettled(s, name, bet, "", "push", bet, 0, bet) for s, name, bet in bets]
    tabled = e.HandTabled(r.banker, tuple(r.bank))
    return [tabled, *out, *_refunds(r, out), e.RoundEnded(kind.came_to(r))]


def _row(r: Round, seat: int, name: str) -> tuple[str, str]:
    return row_of(r.rules.circles[name], KINDS[r.rules.kind].marks(r, seat))


# ---- Who comes first


def first_seat(r: Round) -> int:
    """Where settlement begins: the seat that the bank's card or the dice count to, the bank 0 or 1;
    if it is the bank's own, the one to its left (000b item 7, 003 C-DICE)."""
    rules, others = r.rules, r.places - 1
    match rules.start:
        case "bank card":
            card = r.bank[rules.start_card]
            offset = ((card >> 2) + 1) % 13 % others + 1  # ace 1 to king 13, the bank not counted
            if card == JOKER:
                offset = others  # the last one (000 L1048, 003 L629)
        case "bank total":
            hidden = r.bank[: rules.start_card]
            offset = max(1, total(hidden) % r.places)
        case "two cards":  # the bank is 0, and past the last seat it goes on (004 L1255, A31)
            offset = (pips_total(r.bank) - 1) % others + 1
        case "dice":
            offset = max(1, (sum(r.dice) - 1) % r.places)
        case _:
            offset = 1
    if rules.counterclockwise:
        offset = -offset
    return (r.banker - 1 + offset) % r.places + 1


def settlement_order(r: Round) -> list[int]:
    """Seats with wagers, from the first action on."""
    if not r.banker:
        return r.wagering
    first, way = first_seat(r), -1 if r.rules.counterclockwise else 1
    return sorted(r.wagering, key=lambda seat: way * (seat - first) % r.places)


def _laps(r: Round, marks: Mapping[int, frozenset[str]]) -> Iterator[tuple[int, str]]:
    """Each wager, in the order in which it is settled."""
    rules, seats = r.rules, settlement_order(r)
    if rules.folded == "first":  # collected before the bank is shown (000 L2393)
        seats = sorted(seats, key=lambda seat: seat not in r.gone)
    if rules.lap == "circle":
        yield from ((seat, name) for name in rules.order for seat in seats)
        return
    for section in (False, True):  # "then begin with the Hardways" (004 L1286)
        for seat in seats:
            won = rules.order_won if "win" in marks[seat] else ()
            seven = rules.order_seven if "seven out" in marks[seat] else ()
            names = won or seven or rules.order
            yield from ((seat, name) for name in names if rules.circles[name].section == section)


# ---- Against the bank


def _marks(r: Round) -> dict[int, frozenset[str]]:
    return {seat: KINDS[r.rules.kind].marks(r, seat) for seat in r.wagering}


def _against_bank(r: Round) -> Iterator[WagerSettled | e.AwardPaid]:
    covers, marks = _covers(r), _marks(r)
    yield from _wagers(r, covers, marks)
    yield from _awards(r, covers[0], marks)


def _wagers(
    r: Round, covers: tuple[Cover, Cover | None], marks: Mapping[int, frozenset[str]]
) -> Iterator[WagerSettled]:
    kind = KINDS[r.rules.kind]
    for seat, name in _laps(r, marks):
        bet, circle = r.bets[seat].get(name, 0), r.rules.circles[name]
        if not bet:
            continue
        own = kind.of_hand(r, seat, circle.hand) if circle.hand else marks[seat]
        cover = covers[circle.section]
        if cover is None:
            yield WagerSettled(seat, name, bet, "", "push", bet, 0, bet)
        elif row_of(circle, own)[1] not in LASTS or seat in r.foul:
            yield _settled(r, cover, seat, name, bet, own)


def _covers(r: Round) -> tuple[Cover, Cover | None]:
    """What the section needs is set aside before the cards come; if the bank has too little for
    that, none of it has action (004 L1512)."""
    kind = KINDS[r.rules.kind]
    need = kind.need(r, 0, None) if kind.need else 0
    if need > sum(r.staked):
        return Cover(r), None
    aside, rest = dict[int, int](), dict[int, int]()
    for seat in r.banks:
        aside[seat] = min(need - sum(aside.values()), r.staked[seat])
        rest[seat] = r.staked[seat] - aside[seat]
    return Cover(r, rest), Cover(r, aside)


def _settled(
    r: Round, cover: Cover, seat: int, name: str, bet: int, marks: frozenset[str]
) -> WagerSettled:
    mark, result = row_of(r.rules.circles[name], marks)
    if seat in r.foul:
        saved = r.rules.foul_pushes and odds(result) >= PUSH
        mark, result = "foul", "push" if saved else "lose"
    won, per = odds(result)
    due = r.rules.half_of(bet) - bet if (won, per) == HALF else bet * won // per
    if not due:
        return WagerSettled(seat, name, bet, mark, result, bet)
    moved = () if cover.spent else cover.move(due)
    chips = sum(one for _, one in moved)
    back = bet if due > 0 else bet + chips
    return WagerSettled(seat, name, bet, mark, result, back, chips, abs(due - chips), moved)


def _awards(r: Round, cover: Cover, marks: Mapping[int, frozenset[str]]) -> Iterator[e.AwardPaid]:
    """Last of all, and for each other player's hand: not for one's own, nor for the bank's. Whether
    that player wagered here, too, does not matter (000b ambiguity 25, 002 A42)."""
    seats = settlement_order(r)
    for name, circle in r.rules.circles.items():
        for seat in seats:
            if not circle.awards or r.bets[seat].get(name, 0) < circle.awards_from:
                continue
            for other in seats:
                mark, due = award_of(circle, marks[other])
                if due and other != seat:
                    moved = () if cover.spent else cover.move(due)
                    chips = sum(one for _, one in moved)
                    yield e.AwardPaid(seat, other, name, mark, chips, due - chips, moved)


def _refunds(r: Round, settled: list[BankedEvent]) -> Iterator[e.FeeReturned]:
    """Of wagers that had no action: what they cost more than the others alone would have."""
    if not r.fee.refund:
        return
    for seat in r.wagering:
        idle = [
            one.circle
            for one in settled
            if isinstance(one, WagerSettled) and one.seat == seat and _idle(r, one)
        ]
        acted = {name: chips for name, chips in r.bets[seat].items() if name not in idle}
        more = r.charged[seat] - fee_of(r, acted)
        if KINDS[r.rules.kind].goes_on:  # it was paid for once, in this draw or before
            more = fee_of(r, {name: r.bets[seat][name] for name in idle})
        if idle and more > 0:
            yield e.FeeReturned(seat, more)


def _idle(r: Round, one: WagerSettled) -> bool:
    return not one.chips and (one.uncovered > 0 or not r.rules.bank)


# ---- Everybody against everybody


def _points(r: Round) -> Iterator[WagerSettled | e.PointsPaid]:
    """From left of the button on, each with all who come after him. Nobody loses more than he has
    at risk, nor wins more (003 L882, 004 L107); the rest comes back."""
    (name,), seats, point = r.rules.order, r.wagering, r.fee.limits[0]
    risk = {seat: r.bets[seat][name] for seat in seats}
    loses, wins = dict(risk), dict(risk)
    for one, other in combinations(seats, 2):
        for seat, to in ((one, other), (other, one)):
            points, mark = _score(r, to, seat)
            chips = min(points * point, loses[seat], wins[to])
            loses[seat] -= chips
            wins[to] -= chips
            if points:
                short = points * point - chips
                yield e.PointsPaid(seat, to, name, points, mark, chips, short)
    for seat in seats:
        yield WagerSettled(seat, name, loses[seat], "", "push", loses[seat])


def _score(r: Round, seat: int, other: int) -> tuple[int, str]:
    """What a seat has from another, and why."""
    rules = r.rules.points
    assert rules is not None
    sides = {each: side(r, each) for each in r.wagering}
    mine, theirs = sides[seat], sides[other]
    home = len(sides) == 4 and all(_sweeps(mine, sides[each]) for each in sides if each != seat)
    points = won(rules, HANDS, mine, theirs, home)
    if mine.natural or not points:
        return points, mine.natural
    if theirs.foul:
        return points, "foul"
    if _sweeps(mine, theirs):
        return points, "home run" if home else "all three hands"
    return points, f"{sets_won(mine, theirs)} of three hands"


def _sweeps(mine: Side, theirs: Side) -> bool:
    played = mine.strengths and theirs.strengths and not (mine.foul or theirs.foul)
    return bool(played) and sets_won(mine, theirs) == len(HANDS)


# ---- A pool


def _pools(r: Round) -> Iterator[WagerSettled | e.PoolWon]:
    """The strongest hand takes it; a second wager comes back where no hand is good enough (004
    L1128)."""
    for name in r.rules.order:
        lying = {seat: r.bets[seat][name] for seat in r.wagering if r.bets[seat].get(name)}
        best = best_with(r, name, first=r.rules.circles[name].always)
        for seat, bet in lying.items():
            if not best:
                yield WagerSettled(seat, name, bet, "", "push", bet)
        if best:
            yield e.PoolWon(best, name, sum(lying.values()))
