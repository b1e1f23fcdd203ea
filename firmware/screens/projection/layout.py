"""The layout of a game against a bank: its circles, what they pay and what they cost, as posted."""

from collections.abc import Iterator

from firmware.games.banked.counting import told
from firmware.games.banked.events import WagerSettled
from firmware.games.banked.page import BankedRules, Circle
from firmware.games.banked.sheet import conditions
from firmware.games.setting import SETTINGS
from firmware.screens import protocol as g

# What a row looks for, as it is said at the table; a kind of hand is its own name.
ROWS = {
    "": "Otherwise", "folded": "You fold", "bank out": "Bank below {}",
    "win": "Your hand is better", "lose": "The bank's hand is better", "tie": "Equal hands",
    "wins": "Your hand is nearer to 9", "ties": "Equal totals", "loses": "The bank is nearer to 9",
    "player": "Player wins", "banker": "Banker wins", "surrendered": "You surrender",
    "hit wins": "You hit and win", "not improved": "You drew and did not improve",
    "bank not improved": "The bank drew and did not improve",
    "bank tie": "Equal on 0 or 1", "house bank tie": "Equal on 0 or 1",
    "banker wins with 6": "Banker wins with 6", "banker three-card 7": "Banker's three-card 7 wins",
    "player three-card 8": "Player's three-card 8 wins",
}  # fmt: skip
ROWS |= {
    "over": "You are over", "over, nearer": "Both over, you are nearer",
    "over, equal": "Both over, equal", "over on three cards, nearer": "Both over, three of yours",
    "over, bank 8-8-8": "You are over, bank 8-8-8",
    "over, bank three-card 26": "You are over, bank three-card 26",
    "middle wins": "Your middle is better",
    "even money": "You take even money", "exact": "You have it exactly",
    "bank natural": "The bank has a natural", "beats a natural": "You beat a natural",
}  # fmt: skip
ONE_OF_TWO = {"front wins": "Only your front is better", "back wins": "Only your back is better"}
ONE_BY_ONE = {"front wins": "Your front is better", "back wins": "Your back is better"}
SIDES = {"tie": "Tie"}  # where everybody has the same two hands
FIRST = {
    "left": "Left of the bank",
    "bank card": "Where a card of the bank counts to",
    "bank total": "Where the bank's hidden cards count to",
    "dice": "Where {} to",
    "two cards": "Where the two cards count to",
}
COVER = {
    "matched": "What the bank pays and what it takes both use up its stake.",
    "net": "The bank stops where it has won or lost as much as its stake.",
}


def layout(rules: BankedRules, option: int) -> g.Layout:
    return g.Layout(
        circles=tuple(_pays(rules, name, one) for name, one in rules.offered.items()),
        fees=rules.fee(option),
        bank_hands=rules.bank_hands if rules.bank else 0,
        bank_cards=_bank_cards(rules),
        two_hands=two_hands(rules),
        streets=tuple(street.asks for street in rules.streets),
        played=rules.played,
        reserve=rules.reserve,
        order=tuple(name for name in rules.order if name in rules.offered),
        first=_first(rules),
        cover=COVER[rules.cover],
        ways=tuple(ways(rules)) if rules.counting else (),
        setting=rules.setting,
        points=bool(rules.odds),
        tiles=rules.deck.endswith("tiles"),
    )


def _first(rules: BankedRules) -> str:
    counts = "counts" if rules.dice == 1 else "count"
    turn = ", counter-clockwise" if rules.counterclockwise else ""
    return FIRST[rules.start].format(f"{rules.dice_told} {counts}") + turn


def ways(rules: BankedRules) -> Iterator[tuple[str, str]]:
    """How hands are counted and played in this house."""
    way = rules.counting
    assert way is not None
    if way.must_hit:
        yield f"{told(way, way.must_hit)} or less", "must hit"
    soft = way.must_stand_soft > way.must_stand
    yield f"{'Hard ' if soft else ''}{told(way, way.must_stand)} or more", "must stand"
    hits = told(way, way.bank_hits_soft)
    yield "Bank", f"hits {'' if way.halves else 'soft '}{hits}"
    if rules.bank_ties:
        yield f"Equal on {', '.join(map(str, rules.bank_ties))}", "bank wins"
    if way.surrender:
        when = {"dealt": "as dealt", "two cards": "two cards", "any": "at any time"}
        yield "Surrender", when[way.surrender]
    over = dict(rules.circles[rules.played].rows)
    best = over.get("over, nearer", "lose")
    yield "Both over", {"1:1": "nearer wins", "push": "nearer pushes"}.get(best, "bank wins")
    if way.over_pushes:
        yield "Three cards", f"{', '.join(map(str, way.over_pushes))} push"


def two_hands(rules: BankedRules) -> bool:
    """A player's and a banker's, for everybody."""
    return rules.kind == "baccarat"


def _bank_cards(rules: BankedRules) -> int:
    if rules.streets:
        return sum(len(street.bank) for street in rules.streets)
    if rules.kind == "pokara":
        return 3
    if rules.counting or rules.odds or rules.kind == "mah-jong":
        return rules.each
    if rules.setting:
        return sum(SETTINGS[rules.setting].sizes) if rules.bank else 0
    return rules.each + 1 if rules.bank else 0


def _pays(rules: BankedRules, name: str, circle: Circle) -> g.Pays:
    return g.Pays(
        name,
        # a split hand is paid as the wager that it belongs to
        tuple((row_words(rules, mark), result) for mark, result in circle.rows if not circle.hand),
        circle.base,
        circle.free,
        circle.later,
        next(conditions(circle), ""),
    )


def row_words(rules: BankedRules, mark: str) -> str:
    if rules.points and not mark:
        return "Not lost, back to you"
    if two_hands(rules) and mark in SIDES:
        return SIDES[mark]
    set_ = ONE_BY_ONE if rules.kind == "thirteen" else ONE_OF_TWO
    found = set_.get(mark) or ROWS.get(mark, mark[:1].upper() + mark[1:])
    return found.format(_qualifier(rules.qualifies))


NEITHER = "Neither hand is better"  # an equal one is the bank's
NOTHING = "Nothing that pays"
OTHER_SIDE = {"banker": ROWS["player"], "player": ROWS["banker"]}


def why(rules: BankedRules, x: WagerSettled) -> str:
    """What decided a wager. A placard may say "otherwise"; who lost is told what he lost to."""
    if x.mark or rules.points:
        return row_words(rules, x.mark)
    rows = dict(rules.circles[x.circle].rows)
    match x.result:
        case "push":
            return "Comes back" if x.uncovered else NOTHING
        case "lose":
            return _lost(rules, x.circle, rows)
    return ROWS["win"] if "lose" in rows else NOTHING


def _lost(rules: BankedRules, circle: str, rows: dict[str, str]) -> str:
    if "win" in rows:
        equal = "Your hand is not better" if "tie" not in rows else ROWS["lose"]
        return NEITHER if "front wins" in rows else equal
    if "wins" in rows:
        return ROWS["loses"]
    if f"{circle} wins" in rows:
        return f"Your {circle} is not better"
    return OTHER_SIDE.get(circle, NOTHING) if two_hands(rules) else NOTHING


def _qualifier(name: str) -> str:
    return {"pair": "a pair", "ace king": "Ace King"}.get(name, name[:1].upper() + name[1:])
