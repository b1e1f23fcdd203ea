"""A banked game's page told to a player: how it is dealt, what each circle pays, what it costs."""

from collections.abc import Iterator

from firmware.games.banked.page import BankedRules, Circle
from firmware.games.banked.points import Points
from firmware.games.banked.spread import COMMON, banked_rules, houses, spreading
from firmware.games.poker.page import Section, Sheet
from firmware.houses.wager_fees import BankedFee, Tier
from firmware.money import show
from firmware.pages import BadPage, known

START = {
    "left": "the first player left of the bank",
    "bank card": "the seat that a card of the bank counts to",
    "bank total": "the seat that the bank's hidden cards count to",
    "dice": "the seat that {} to",
    "two cards": "the seat that the two cards count to",
}
COUNTED = {"base": "on the bets of the game", "all": "on all bets", "spot": "on each bet"}
BANK_ON = {
    "total": "by all bets",
    "base": "by the bets of the game",
    "stake": "by its stake",
    "banker": "by the banker's line",
}
COVER = {
    "matched": "Every dollar that the bank pays or takes uses up a dollar of its stake.",
    "net": "The bank stops where it has won or lost as much as its stake.",
}


def sheet(game: str, house: str = COMMON) -> Sheet:
    if house != COMMON:
        known(house, houses(), "house")
    if house != COMMON and house not in spreading(game):
        others = ", ".join(spreading(game)) or "no house"
        raise BadPage(f"{house} does not spread {game}; {others} does")
    return tell(banked_rules(game, house), game, house)


def tell(rules: BankedRules, game: str, house: str) -> Sheet:
    told = {
        "Table": _table(rules),
        "The bank": _bank(rules),
        "Circles": _circles(rules),
        "Pays": _pays(rules),
        "Points": _points(rules.points) if rules.points else iter(()),
        "Fees": _fees(rules),
        "To be signed": iter((rules.to_sign,) if rules.to_sign else ()),
        "Sources": iter((f"{rules.source}.",)),
    }
    sections = tuple(Section(name, tuple(lines)) for name, lines in told.items())
    where = "As its page has it" if house == COMMON else f"As {house} spreads it"
    return Sheet(
        game, house, "", rules.name, where, rules.words,
        tuple(one for one in sections if one.lines),
    )  # fmt: skip


def _table(rules: BankedRules) -> Iterator[str]:
    cards = len(rules.shoe) // rules.decks
    packs = "One deck" if rules.decks == 1 else f"{rules.decks} decks"
    what = "tiles" if rules.deck.endswith("tiles") else "cards"
    allowed = f" ({rules.decks_told} are filed)" if len(rules.numbers_of_decks) > 1 else ""
    yield f"{packs} of {cards} {what}{allowed}. {rules.seats[0]} to {rules.seats[1]} seats."
    if rules.packs:
        yield f"Also filed: {'; '.join(rules.packs)}."


def _bank(rules: BankedRules) -> Iterator[str]:
    if not rules.bank:
        pays = "each settles with each of the others" if rules.points else "the bets are a pool"
        yield f"Nobody holds a bank: {pays}."
        return
    yield f"A player holds it, {rules.bank_hands} rounds in a row at most; then it is offered on."
    if rules.bank_after_bet:
        yield "Who bet in the last round is asked, and then who is new."
    if rules.breaks:
        yield "If nobody else takes it then, the game is over."
    yield COVER[rules.cover]
    lap = "circle by circle" if rules.lap == "circle" else "seat by seat"
    turn = ", counter-clockwise" if rules.counterclockwise else ""
    yield f"Settled from {start(rules)}{turn}, {lap}: {', '.join(_order(rules))}."


def _order(rules: BankedRules) -> Iterator[str]:
    """Split hands and doubles belong to the wager that they came of."""
    return (name for name in rules.order if name in rules.offered and not rules.circles[name].hand)


def start(rules: BankedRules) -> str:
    counts = "counts" if rules.dice == 1 else "count"
    return START[rules.start].format(f"{rules.dice_told} {counts}")


def _circles(rules: BankedRules) -> Iterator[str]:
    for name, circle in rules.offered.items():
        told = ", ".join(conditions(circle))
        if told and not circle.hand:
            yield f"{name.capitalize()}: {told}."


def conditions(circle: Circle) -> Iterator[str]:
    if circle.always:
        yield "with every bet"
    if circle.needs:
        yield f"only with {' or '.join(circle.needs)}"
    if circle.equals:
        yield f"as big as the {circle.equals}"
    if circle.most:
        yield f"no bigger than the {circle.most}"
    if any(circle.limits):
        yield f"{show(circle.limits[0])} to {show(circle.limits[1])}"
    if circle.later:
        yield "by choice, after the cards"


def _pays(rules: BankedRules) -> Iterator[str]:
    for name, circle in rules.circles.items():
        rows = (f"{mark or 'else'} {result}" for mark, result in circle.rows)
        if circle.rows and not circle.hand:
            yield f"{name.capitalize()}: {', '.join(rows)}."
        if circle.tables:
            yield f"{name.capitalize()}, also filed: {', '.join(circle.tables)}."


def _points(points: Points) -> Iterator[str]:
    two = "one point: the lost hand is taken off" if points.nets else "two points"
    yield (
        f"Two hands of three are {two}; all three {points.swept};"
        f" all three of three others {points.home_run} from each."
    )
    if points.bonuses:
        more = ", ".join(f"{kind} in {hand} {n}" for hand, kind, n in points.bonuses)
        yield f"More for a hand that wins: {more}."
    alone = ", ".join(f"{name} {n}" for equals in points.naturals for name, n in equals)
    yield f"Win by themselves if declared, the best first: {alone}."
    yield f"A foul hand pays {points.foul} to each."
    yield f"Buy in for {points.buy_in} points or more."


def _fees(rules: BankedRules) -> Iterator[str]:
    for fee in rules.fees:
        low, high = fee.limits
        limits = show(low) if low == high else f"{show(low)} to {show(high)}"
        yield f"Option {fee.option}, {limits}: {_parts(fee)}."


def _parts(fee: BankedFee) -> str:
    if fee.player_on == "players":
        return f"the table {players_told(fee)}"
    parts = [f"player {tiers_told(fee.player)} {COUNTED[fee.player_on]}"] if fee.player else []
    parts += [f"bonus {tiers_told(fee.bonus)}"] if fee.bonus else []
    flat = fee.bank and fee.bank[0][:2] == FLAT
    on = "" if flat else f" {BANK_ON[fee.bank_on]}"
    parts += [f"bank {tiers_told(fee.bank)}{on}"] if fee.bank else []
    return "; ".join(parts)


def players_told(fee: BankedFee) -> str:
    """Of the whole table, by how many play."""
    told = ", ".join(f"{show(cents)} of {least // 100}" for least, _, cents in fee.player)
    return f"{told} players, shared among them"


FLAT = (0, 0)  # a tier without a border


def tiers_told(tiers: tuple[Tier, ...]) -> str:
    if tiers[0][:2] == FLAT:
        return show(tiers[0][2])
    return ", ".join(
        f"{show(fee)} " + (f"to {show(high)}" if high else "above") for _, high, fee in tiers
    )
