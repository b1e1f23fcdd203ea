"""The door of the banked room: decide (every rule, may refuse) and evolve (no rule, may not)."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.banked import before, bets
from firmware.games.banked import events as e
from firmware.games.banked.commands import BankedCommand, Choose, PassBank, TakeBank, Wager
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.kinds import KINDS
from firmware.games.banked.kinds.kind import Kind, Verb
from firmware.games.banked.round import Due, Round
from firmware.games.banked.settle import settle
from firmware.games.play import BANK, copied
from firmware.games.poker.commands import Deal, Foul, Settle, Timeout
from firmware.games.setting import SETTINGS
from firmware.money import show, split


class Offer(Struct, frozen=True, omit_defaults=True, tag=True):
    """Everything that one seat may do now."""

    seat: int
    bank: tuple[int, int] | None = None  # stake, least and most
    joins: bool = False  # behind who holds it already
    circles: tuple[bets.CircleOffer, ...] = ()
    verbs: tuple[Verb, ...] = ()
    way: tuple[int, ...] = ()  # how the house would set the cards: their places


def kind_of(r: Round) -> Kind:
    return KINDS[r.rules.kind]


def offer(r: Round, seat: int) -> Offer | None:
    match r.due:
        case "bank" if r.queue[0] == seat:
            low, stack = r.fee.limits[0], r.stacks[seat]
            alone = len(r.seats) - len(r.banks) < 2  # nobody would be left to wager
            stake = (low, stack) if stack > low and not alone else None
            return Offer(seat, bank=stake, joins=bool(r.banks))
        case "wager" if seat in r.seats and seat not in r.banks:
            return Offer(seat, circles=bets.offered(r, seat))
        case "choose" if seat in r.queue:
            verbs = kind_of(r).verbs(r, seat)
            sets = any(verb.sets for verb in verbs)
            return Offer(seat, verbs=verbs, way=kind_of(r).default(r, seat)[1] if sets else ())
    return None


def targets(r: Round) -> list[int]:
    """Where the cards that are due go."""
    return r.coming if r.due == "deal" else []


def dice_due(r: Round) -> int:
    """Shaken once, with the first cards: the bets are closed."""
    return r.rules.dice if r.due == "deal" and r.rules.start == "dice" and not r.dice else 0


# ---- Decide


def decide(r: Round, command: BankedCommand) -> list[BankedEvent]:
    return _DECIDE[type(command)](r, command)


def _asked(r: Round, seat: int, due: Due) -> None:
    if r.due != due or seat not in r.queue or (due == "bank" and r.queue[0] != seat):
        raise Refused("Please wait for your turn.", "in turn")


def _take(r: Round, command: TakeBank) -> list[BankedEvent]:
    _asked(r, command.seat, "bank")
    choice = offer(r, command.seat)
    if not choice or not choice.bank:
        raise Refused("You have too few chips for the bank.", r.rules.source)
    least, most = choice.bank
    if not least <= command.chips <= most:
        raise Refused(f"The bank takes {show(least)} to {show(most)}.", r.rules.source)
    taken = e.BankJoined if r.banks else e.BankTaken
    return _opened(r, [taken(command.seat, command.chips)])


def _pass(r: Round, command: PassBank) -> list[BankedEvent]:
    _asked(r, command.seat, "bank")
    passed: list[BankedEvent] = [e.BankPassed(command.seat)]
    return _opened(r, passed) if len(r.queue) > 1 or r.banks else [*passed, e.RoundEnded()]


def _opened(r: Round, events: list[BankedEvent]) -> list[BankedEvent]:
    """The bets are open: nobody waits for those whose chips do not reach for one."""
    after = _applied(r, events)
    return _without_poor(r, after, events) if after.due == "wager" else events


def _without_poor(r: Round, after: Round, events: list[BankedEvent]) -> list[BankedEvent]:
    poor = [seat for seat in after.queue if not bets.has_choice(after, seat)]
    events += [e.BetsPlaced(seat, tuple(after.standing(seat).items())) for seat in poor]
    return events if set(after.queue) - {*poor} else _closed(r, events)


def _wager(r: Round, command: Wager) -> list[BankedEvent]:
    """Until they are closed, wagers may be placed anew."""
    seat = command.seat
    if r.due != "wager" or seat not in r.seats or seat in r.banks:
        raise Refused("The bets are closed.", "in turn")
    wagers = dict(command.bets)
    if len(wagers) < len(command.bets) or any(chips <= 0 for chips in wagers.values()):
        raise Refused("One bet a circle, of more than nothing.", r.rules.source)
    bets.check(r, seat, wagers)
    placed = e.BetsPlaced(seat, command.bets)
    if r.rules.bank:
        return [placed] if set(r.queue) - {seat} else _closed(r, [placed])
    return _without_poor(r, _applied(r, [placed]), [placed])  # no bank opened these bets


def _closed(r: Round, events: list[BankedEvent]) -> list[BankedEvent]:
    """No more bets: fees, then the deal. Without a wager, or alone in a pool, there is no round."""
    after = _applied(r, events)
    if len(after.wagering) < (1 if r.rules.bank else 2):
        return [*events, *_undone(after), e.RoundEnded()]
    fees = [] if r.fee.after_deal else _fees(after)
    return [*events, *fees, e.BetsClosed()]


def _undone(r: Round) -> list[BankedEvent]:
    return [e.BetsPlaced(seat, ()) for seat in r.wagering]


def _fees(r: Round) -> list[BankedEvent]:
    if r.fee.player_on == "players":
        shares = split(r.fee.of_table(len(r.wagering)), len(r.wagering))
        return [e.FeePaid(seat, chips) for seat, chips in zip(r.wagering, shares, strict=True)]
    due = {seat: bets.fee_of(r, bets.new(r, seat, r.bets[seat])) for seat in r.wagering}
    if r.banker and not r.deals:
        line = sum(one.get("banker", 0) for one in r.bets)
        held = r.stacks[r.banker] + r.stakes[r.banker]
        base = sum(bets.base_of(r, one) for one in r.bets)
        due[r.banker] = min(r.fee.of_bank(r.action, r.stake, line, base), held)
    return [e.FeePaid(seat, chips) for seat, chips in due.items() if chips]


@cache
def _shoe(deck: str, decks: int) -> Counter[int]:
    from firmware.games.cards import decks as laid

    return Counter(laid(deck, decks))


def _deal(r: Round, command: Deal) -> list[BankedEvent]:
    to, cards, dice = targets(r), command.cards, command.dice
    if r.due != "deal":
        raise Refused("No card is due now.", "deal")
    if len(cards) != len(to):
        raise Refused(f"{len(to)} cards are due, not {len(cards)}.", "deal")
    if len(dice) != dice_due(r) or not all(1 <= die <= r.rules.sides for die in dice):
        raise Refused(f"{dice_due(r)} dice are due.", "deal")
    shoe = _shoe(r.rules.deck, r.rules.decks)
    if any(count > shoe[card] for card, count in Counter((*r.dealt, *cards)).items()):
        raise Refused("A card cannot be dealt twice.", "deal")
    events: list[BankedEvent] = [e.DiceRolled(dice)] if dice else []
    events.append(e.CardsDealt(cards))
    first = len(r.dealt)
    up = [at for at, target in enumerate(to) if target not in (BANK, *r.seats)]
    if up:
        events.append(e.CardsTurned(tuple(first + at for at in up), tuple(cards[at] for at in up)))
    if r.fee.after_deal and not r.deals:
        events += _fees(r)
    return _followed(r, events)


def _choose(r: Round, command: Choose) -> list[BankedEvent]:
    _asked(r, command.seat, "choose")
    verb = _meant(r, command)
    seat, held = command.seat, _held(r, command.seat)
    places = command.cards
    if verb.sets:
        return _followed(r, [e.Chosen(seat, verb.name, laid=_set(r, seat, places))])
    if not len(places) == len({*places}) == verb.cards:
        raise Refused(f"Choose {verb.cards} of your cards to give up.", r.rules.source)
    if not all(0 <= place < len(held) for place in places):
        raise Refused("That is no card of yours.", r.rules.source)
    given = tuple(held[place] for place in places)
    events = _followed(r, [e.Chosen(seat, verb.name, verb.circle, command.chips, given)])
    return _opened(r, events) if kind_of(r).goes_on else events


def _meant(r: Round, command: Choose) -> Verb:
    """One that is offered at this price, or for less where that is."""
    named = [v for v in kind_of(r).verbs(r, command.seat) if v.name == command.verb]
    for verb in named:
        if command.chips == verb.chips:
            return verb
        if verb.least:
            _for_less(r, verb, command.chips)
            return verb
    raise Refused("That is not offered now.", r.rules.source)


def _for_less(r: Round, verb: Verb, chips: int) -> None:
    name, step = verb.name.capitalize(), r.rules.circles[verb.circle].step
    if not verb.least <= chips <= verb.chips:
        words = f"{name}: {show(verb.least)} to {show(verb.chips)}."
        raise Refused(words, r.rules.source)
    if chips % step:
        raise Refused(f"{name} in steps of {show(step)}.", r.rules.source)


def _set(r: Round, seat: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """The cards as they are set; the house way where nobody says how. A foul is refused: nobody
    loses by a slip of the finger (001 A-17)."""
    held = _held(r, seat)
    order = places or kind_of(r).default(r, seat)[1]
    if sorted(order) != list(range(len(held))):
        raise Refused("Set each of your cards once.", r.rules.source)
    laid = tuple(held[place] for place in order)
    if foul := SETTINGS[r.rules.setting].foul([r.dealt[number] for number in laid]):
        raise Refused(f"That is foul: {foul}.", r.rules.source)
    return laid


def _held(r: Round, seat: int) -> list[int]:
    return r.bank_numbers if seat == r.banker else r.numbers(seat, -seat)


def _timeout(r: Round, command: Timeout) -> list[BankedEvent]:
    """Who does nothing takes no bank, makes no wager, adds no money: the house way."""
    match r.due:
        case "bank":
            return _pass(r, PassBank(command.seat))
        case "wager":
            return _wager(r, Wager(command.seat, tuple(r.standing(command.seat).items())))
    _asked(r, command.seat, "choose")
    verb, cards = kind_of(r).default(r, command.seat)
    return _choose(r, Choose(command.seat, verb, 0, cards))


def _foul(r: Round, command: Foul) -> list[BankedEvent]:
    """A foul hand cannot win."""
    if r.due not in ("deal", "choose", "settle") or command.seat not in r.wagering:
        raise Refused("This seat has no hand to foul.", "AJ-R9")
    if command.seat in r.foul:
        raise Refused("This hand is foul.", "AJ-R9")
    return _followed(r, [e.HandFouled(command.seat)])


def _settle(r: Round, command: Settle) -> list[BankedEvent]:
    if r.due != "settle":
        raise Refused("The round is not over.", "showdown")
    return _opened(r, settle(r)) if kind_of(r).goes_on else settle(r)


_DECIDE: dict[type, Callable[[Round, Any], list[BankedEvent]]] = {
    TakeBank: _take,
    PassBank: _pass,
    Wager: _wager,
    Deal: _deal,
    Choose: _choose,
    Timeout: _timeout,
    Settle: _settle,
    Foul: _foul,
}


def _applied(r: Round, events: list[BankedEvent]) -> Round:
    now = copied(r)
    for event in events:
        evolve(now, event)
    return now


def _followed(r: Round, events: list[BankedEvent]) -> list[BankedEvent]:
    """With what follows by itself: the bank's cards are opened, and where it has no choice it does
    what it must."""
    now, kind = _applied(r, events), kind_of(r)
    while True:
        more: BankedEvent
        if now.hidden and kind.opens(now):
            faces = tuple(now.dealt[number] for number in now.hidden)
            more = e.CardsTurned(tuple(now.hidden), faces)
        elif seat := _forced(now):
            more = _silent(now, seat)
        else:
            return events
        events.append(more)
        evolve(now, more)


def _silent(r: Round, seat: int) -> e.Chosen:
    """What a seat does without a word."""
    verb, places = kind_of(r).default(r, seat)
    cards = tuple(_held(r, seat)[place] for place in places)
    sets = any(one.sets for one in kind_of(r).verbs(r, seat) if one.name == verb)
    return e.Chosen(seat, verb, laid=cards) if sets else e.Chosen(seat, verb, given=cards)


def _forced(r: Round) -> int:
    """Who is asked and has no choice: a foul hand, a bank that plays by its table, a hand that
    must hit."""
    for seat in r.queue if r.due == "choose" else ():
        verbs = kind_of(r).verbs(r, seat)
        if seat in r.foul or (len(verbs) == 1 and not verbs[0].sets):
            return seat
    return 0


# ---- Evolve


def evolve(r: Round, event: BankedEvent) -> None:
    if type(event) not in _EVOLVE:
        event = before.as_now(r, event)
    _EVOLVE[type(event)](r, event)


def _bank_taken(r: Round, event: e.BankTaken) -> None:
    r.banker, r.passed = event.seat, []
    _joined(r, event)
    if len(r.banks) == r.rules.partners:
        _open_bets(r)
    else:
        r.queue = [seat for seat in r.order if seat != event.seat]


def _joined(r: Round, event: e.BankTaken | e.BankJoined) -> None:
    seat, chips = event.seat, event.chips
    r.banks.append(seat)
    r.stacks[seat] -= chips
    r.stakes[seat] = r.staked[seat] = chips


def _bank_joined(r: Round, event: e.BankJoined) -> None:
    _joined(r, event)
    r.queue.remove(event.seat)
    if len(r.banks) == r.rules.partners or not r.queue:
        _open_bets(r)


def _bank_passed(r: Round, event: e.BankPassed) -> None:
    r.queue.remove(event.seat)
    r.passed.append(event.seat)
    if r.banks and not r.queue:
        _open_bets(r)


def _open_bets(r: Round) -> None:
    if asked := kind_of(r).consents(r):
        _next(r, "choose", asked)
    else:
        _next(r, "wager", [seat for seat in r.order if seat not in r.banks])


def _bets_opened(r: Round, event: e.BetsOpened) -> None:
    """What lies in the bank now is its stake of the next draw."""
    r.stood = [dict(lying) for lying in r.bets]
    r.staked = [*r.stakes]
    r.decided = r.deals
    _open_bets(r)


def _wager_moved(r: Round, event: e.WagerMoved) -> None:
    lying = r.bets[event.seat]
    lying[event.to] = lying.get(event.to, 0) + lying.pop(event.circle)


def _bets_placed(r: Round, event: e.BetsPlaced) -> None:
    seat = event.seat
    r.stacks[seat] += sum(r.bets[seat].values())
    r.bets[seat] = dict(event.bets)
    r.stacks[seat] -= sum(r.bets[seat].values())
    if seat in r.queue:
        r.queue.remove(seat)


def _fee_paid(r: Round, event: e.FeePaid) -> None:
    seat, chips = event.seat, event.chips
    rest = max(0, chips - r.stacks[seat])  # a bank that staked everything pays out of it
    r.stacks[seat] -= chips - rest
    if rest:
        r.stakes[seat] -= rest
        r.staked[seat] -= rest
    r.fees += chips
    r.charged[seat] += chips


def _fee_returned(r: Round, event: e.FeeReturned) -> None:
    r.stacks[event.seat] += event.chips
    r.fees -= event.chips
    r.charged[event.seat] -= event.chips


def _bets_closed(r: Round, event: e.BetsClosed) -> None:
    r.queue = []
    _walk(r)


def _dice_rolled(r: Round, event: e.DiceRolled) -> None:
    r.dice = event.dice


def _cards_dealt(r: Round, event: e.CardsDealt) -> None:
    kind = kind_of(r)
    if kind.goes_on:  # the last draw is discarded
        r.given += r.bank_numbers
        r.since = len(r.results)
    r.to += r.coming
    r.dealt += event.cards
    r.deals += 1
    _walk(r)


def _cards_given(r: Round, event: e.CardsGiven) -> None:
    r.to += [*r.wagering, r.banker] * 3
    r.dealt += event.cards
    r.deals += 1
    _walk(r)


def _cards_turned(r: Round, event: e.CardsTurned) -> None:
    r.turned += event.numbers
    if not r.queue:
        _walk(r)


def _chosen(r: Round, event: e.Chosen) -> None:
    seat = event.seat
    r.answers[seat].append(event.verb)
    if event.verb == "fold":
        r.gone.append(seat)
    if event.chips:
        r.stacks[seat] -= event.chips
        r.bets[seat][event.circle] = r.bets[seat].get(event.circle, 0) + event.chips
    r.given += event.given
    if event.laid:
        r.laid[seat] = event.laid
    r.queue.remove(seat)
    if not r.queue:
        (_open_bets if kind_of(r).goes_on else _walk)(r)


def _fouled(r: Round, event: e.HandFouled) -> None:
    r.foul.append(event.seat)


def _tabled(r: Round, event: e.HandTabled) -> None:
    pass


def _wager_settled(r: Round, event: e.WagerSettled) -> None:
    """The wager leaves the table; the whole of it is somebody's."""
    seat = event.seat
    assert r.bets[seat].pop(event.circle) == event.bet, "a wager is settled as a whole"
    assert event.back - min(0, event.chips) == event.bet, "a wager is settled as a whole"
    assert sum(chips for _, chips in event.banks) == event.chips
    won = event.back + max(0, event.chips)
    r.stacks[seat] += won
    for bank, chips in event.banks:
        r.stakes[bank] -= chips
    r.paid[seat] += event.chips
    r.back[seat] += won
    r.results.append(event)


def _award_paid(r: Round, event: e.AwardPaid) -> None:
    assert sum(chips for _, chips in event.banks) == event.chips
    for bank, chips in event.banks:
        r.stakes[bank] -= chips
    r.stacks[event.seat] += event.chips
    r.paid[event.seat] += event.chips
    r.back[event.seat] += event.chips
    r.awards.append(event)


def _points_paid(r: Round, event: e.PointsPaid) -> None:
    r.bets[event.seat][event.circle] -= event.chips
    r.paid[event.seat] -= event.chips
    r.stacks[event.to] += event.chips
    r.paid[event.to] += event.chips
    r.back[event.to] += event.chips
    r.scores.append(event)


def _pool_won(r: Round, event: e.PoolWon) -> None:
    for seat in r.seats:
        r.paid[seat] -= r.bets[seat].pop(event.circle, 0)
    r.stacks[event.seat] += event.chips
    r.paid[event.seat] += event.chips
    r.back[event.seat] += event.chips


def _ended(r: Round, event: e.RoundEnded) -> None:
    for seat in r.banks:
        r.stacks[seat] += r.stakes[seat]
        r.stakes[seat] = 0
    r.outcome = event.marks
    _next(r, "over", [])
    assert not r.pot, "a wager was left on the table"
    assert sum(r.stacks) + r.fees == r.bought, "chips appeared or vanished"


_EVOLVE: dict[type, Callable[[Round, Any], None]] = {
    e.BankTaken: _bank_taken,
    e.BankJoined: _bank_joined,
    e.BankPassed: _bank_passed,
    e.BetsPlaced: _bets_placed,
    e.FeePaid: _fee_paid,
    e.FeeReturned: _fee_returned,
    e.BetsClosed: _bets_closed,
    e.BetsOpened: _bets_opened,
    e.WagerMoved: _wager_moved,
    e.DiceRolled: _dice_rolled,
    e.CardsDealt: _cards_dealt,
    e.CardsGiven: _cards_given,
    e.CardsTurned: _cards_turned,
    e.Chosen: _chosen,
    e.HandFouled: _fouled,
    e.HandTabled: _tabled,
    e.WagerSettled: _wager_settled,
    e.AwardPaid: _award_paid,
    e.PointsPaid: _points_paid,
    e.PoolWon: _pool_won,
    e.RoundEnded: _ended,
}


def _walk(r: Round) -> None:
    """To what is due now: cards, choices, or the end."""
    kind = kind_of(r)
    r.coming = kind.plan(r)
    if r.coming:
        due, queue = "deal", list[int]()
    else:
        queue = kind.asks(r)
        due = "choose" if queue else "settle"
    if (due, queue) != (r.due, r.queue):
        _next(r, due, queue)  # type: ignore[arg-type]


def _next(r: Round, due: Due, queue: list[int]) -> None:
    r.due, r.queue = due, queue
    r.at += 1
