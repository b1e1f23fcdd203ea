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
# What no row of a page names: a wager that came to none of them.
ROWS |= {
    "not better": "Your hand is not better", "neither": "Neither hand is better",
    "nothing": "Nothing that pays", "back": "Comes back",
    **{f"{hand} not better": f"Your {hand} is not better" for hand in ("front", "middle", "back")},
}  # fmt: skip
# The same as the bank reads it of a player, where "you" is the bank.
TO_THE_BANK = {
    "folded": "Folded", "win": "Better hand", "lose": "Your hand is better",
    "wins": "Nearer to 9", "loses": "You are nearer to 9", "surrendered": "Surrendered",
    "hit wins": "Hit and won", "not improved": "Drew and did not improve",
    "bank not improved": "You drew and did not improve", "over": "Over",
    "over, nearer": "Both over, player nearer",
    "over on three cards, nearer": "Both over, three cards",
    "over, bank 8-8-8": "Over, bank 8-8-8", "over, bank three-card 26": "Over, bank three-card 26",
    "even money": "Took even money", "exact": "Has it exactly",
    "bank natural": "You have a natural", "beats a natural": "Beats a natural",
    "not better": "No better hand",
    **{f"{hand} not better": f"No better {hand}" for hand in ("front", "middle", "back")},
    **{f"{hand} wins": f"Better {hand}" for hand in ("front", "middle", "back")},
}  # fmt: skip
ONE_OF_TWO = {"front wins": "Only your front is better", "back wins": "Only your back is better"}
ONE_OF_HIS = {"front wins": "Only the front is better", "back wins": "Only the back is better"}
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
        when = {"dealt": "as dealt", "two cards": "two cards"}
        yield "Surrender", when.get(way.surrender, "at any time")
    over = dict(rules.circles[rules.played].rows)
    best = over.get("over, nearer", "lose")
    yield "Both over", {"1:1": "nearer wins", "push": "nearer pushes"}.get(best, "bank wins")
    if way.over_pushes:
        yield "Three cards", f"{', '.join(map(str, way.over_pushes))} push"
    less = {"double": way.double_less, "split": way.split_less, "insurance": way.insurance_less}
    if any(less.values()):
        yield "For less", ", ".join(name for name, may in less.items() if may)


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


OTHER_SIDE = {"banker": "player", "player": "banker"}


def why(rules: BankedRules, x: WagerSettled) -> tuple[str, str]:
    """What decided a wager, as its player reads it and as the bank does; "": in the same words."""
    mark = _decided(rules, x)
    own, banks = row_words(rules, mark), _to_the_bank(rules, mark)
    return own, banks if banks != own else ""


def _to_the_bank(rules: BankedRules, mark: str) -> str:
    both = {} if rules.kind == "thirteen" else ONE_OF_HIS
    return both.get(mark) or TO_THE_BANK.get(mark) or row_words(rules, mark)


def _decided(rules: BankedRules, x: WagerSettled) -> str:
    """A placard may say "otherwise"; who lost is told what he lost to."""
    if x.mark or rules.points:
        return x.mark
    rows = dict(rules.circles[x.circle].rows)
    match x.result:
        case "push":
            return "back" if x.uncovered else "nothing"
        case "lose":
            return _lost(rules, x.circle, rows)
    return "win" if "lose" in rows else "nothing"


def _lost(rules: BankedRules, circle: str, rows: dict[str, str]) -> str:
    if "win" in rows:
        equal = "not better" if "tie" not in rows else "lose"  # an equal hand is the bank's
        return "neither" if "front wins" in rows else equal
    if "wins" in rows:
        return "loses"
    if f"{circle} wins" in rows:
        return f"{circle} not better"
    return OTHER_SIDE.get(circle, "nothing") if two_hands(rules) else "nothing"


def _qualifier(name: str) -> str:
    return {"pair": "a pair", "ace king": "Ace King"}.get(name, name[:1].upper() + name[1:])
