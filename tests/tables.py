"""Tables as they may come: any seats, pots, hands, names and ways to see them, at their worst."""

from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.screens.protocol import (
    Alert,
    Clock,
    Contest,
    Last,
    Pot,
    Prefs,
    Public,
    Range,
    Result,
    Seat,
    Share,
    Turn,
    View,
)
from lab.scenes.cast import LIMIT, NL, SESSION
from lab.scenes.looking_back import PAST, REPLAY
from lab.scenes.sealed import proof_for

NAMES = (
    "Bo",
    "Marisol",
    "Guadalupe",
    "Maximiliana-Josephine",
    "Wolfgang Amadeus",
    "Đặng Thị Hương",
)
HANDS = (
    "Ace high, Jack next", "Pair of Nines", "Two pair, Queens and Jacks", "Three of a kind, Sevens",
    "Straight, King high", "Flush, Ace high", "Full house, Queens over Nines",
    "Four of a kind, Sevens",
    "Straight flush, Queen high", "Queen-Seven low", "Three-card badugi, King-Ten-Eight",
)  # fmt: skip
SAID = ("", "The floor is called.", "Make it $1,040 or more, up to $123,456, in steps of $500.")
NOTICES = ("", "Next cards: 9 of 10 agree", "Seat 3 did not open its share: new decks.")
DECK = tuple(range(52))
ALERTS = (
    Alert("Paused by the floor", "A new deck. Two minutes."),
    Alert("Break", "Seats and chips are kept. The next hand comes after it.", left_ms=7_199_000),
)

seals = st.sampled_from(("7QK4 9XZM HLRA", "WMQG MWHD NWMQ"))  # twelve letters, some of them wide
names = st.sampled_from(NAMES)
chips = st.sampled_from((100, 300, 4_400, 41_200, 123_400, 1_234_500, 12_345_600))
hands = st.sampled_from(HANDS)
# all five cards, where they decide
whole_hands = hands | st.just("Queen-Jack-Seven-Three-Deuce low")
prefs = st.builds(
    Prefs, left=st.booleans(), large=st.booleans(), contrast=st.booleans(), slide=st.booleans(),
    deck=st.sampled_from(("four", "classic")),
)  # fmt: skip
placards = st.sampled_from(
    (
        NL,
        replace(NL, jackpot=123_456_700, high_hand=52_500),
        LIMIT,
        replace(NL, game="Pot-Limit Omaha High/Low", short="PLO8", hole=4),
        replace(LIMIT, game="Seven-Card Stud", short="Stud", board=0, hole=3),
        replace(NL, game="Five-Card Draw", short="Draw", board=0, hole=5),
        replace(NL, game="Pot-Limit Crazy Pineapple Hi-Lo with Kill", stakes="Bomb pot $500"),
    )
)


@st.composite
def tables(draw: st.DrawFn) -> Public:
    """In a hand, or at its end."""
    placard, over = draw(placards), draw(st.booleans())
    count = draw(st.just(10) | st.integers(2, 10))
    stud = not placard.board and placard.hole == 3
    count = min(count, 8) if stud else count
    board = DECK[: draw(st.integers(0, 1 if stud else placard.board))]  # of stud: the common card
    seats = tuple(draw(seat(n, placard.hole, stud, over, count)) for n in range(1, count + 1))
    players = [one.seat for one in seats if one.life == "in"]
    pots = draw(st.lists(chips.map(Pot), min_size=1, max_size=5))
    public = Public(
        placard, "in hand", draw(st.integers(1, 1_200_000)), draw(seals), "turn",
        draw(st.integers(0, count)), board, tuple(pots),
        seats, notice=draw(st.sampled_from(NOTICES)), total=draw(chips),
        contest=draw(st.none() | st.just(Contest(12, 14, 583_000, prizes=(1_234_500,)))),
    )  # fmt: skip
    if over:
        return replace(public, phase="showdown", result=draw(results(players or [1])))
    if not players:
        return public
    actor = draw(st.sampled_from(players))
    return replace(
        public, actor=actor, to_call=draw(st.just(0) | chips),
        clock=Clock(draw(st.integers(0, 90_000)), 90_000, draw(st.just(0) | st.just(45_000))),
        last=Last(draw(st.sampled_from(players)), "raise", draw(chips)),
        alert=draw(st.none() | st.sampled_from(ALERTS)),
    )  # fmt: skip


@st.composite
def waiting_tables(draw: st.DrawFn) -> Public:
    """Before the first hand."""
    ready = st.builds(Seat, st.just(0), st.just("ready"), names, chips)
    found = draw(st.lists(st.just(Seat(0)) | ready, min_size=2, max_size=10))
    seats = tuple(replace(one, seat=n) for n, one in enumerate(found, 1))
    return Public(draw(placards), "waiting", seats=seats, missing=draw(st.integers(0, 9)))


@st.composite
def seat(draw: st.DrawFn, number: int, hole: int, stud: bool, over: bool, count: int) -> Seat:
    life = draw(
        st.sampled_from(
            ("in", "in", "in", "in", "in", "folded", "open", "reserved", "away", "lobby", "waiting",
             "leaving", "fault")
        )
    )  # fmt: skip
    if life == "open":
        return Seat(number)
    one = Seat(number, life, draw(names), draw(chips), mark=draw(st.sampled_from(("", "SB", "BB"))))
    one = replace(one, called=draw(st.booleans()))
    up = DECK[4 * number : 4 * number + draw(st.integers(1, 4))] if stud else ()
    if life in ("away", "lobby"):
        one = replace(one, away_ms=draw(st.integers(0, 3_600_000)))
    if over and life in ENDED and draw(st.booleans()):
        shown = DECK[-hole * number :][:hole]
        won = draw(st.just(0) | chips)
        return replace(one, up=up, shown=shown, hand=draw(hands), won=won, winning=shown[:won])
    if life != "in":
        return one
    all_in = draw(st.booleans())
    bet, did = (0, "") if over else (draw(st.just(0) | chips), draw(did_what))
    return replace(
        one, up=up, down=hole, all_in=all_in, bet=bet, did=did,
        pots=tuple(range(draw(st.integers(1, 5)))) if all_in else (), count=5 * (did == "draw"),
    )  # fmt: skip


# who may have shown his cards: also who lost all of his chips, left for the lobby, lost his link
ENDED = ("in", "away", "lobby", "leaving", "fault")
did_what = st.sampled_from(
    (
        "",
        "post",
        "check",
        "call",
        "bet",
        "raise",
        "complete",
        "all-in",
        "draw",
        "pat",
        "straddle",
        "over",
    )
)


@st.composite
def results(draw: st.DrawFn, players: list[int]) -> Result:
    winner = draw(st.sampled_from(players))
    called = draw(st.booleans())
    return Result(
        winner, draw(chips), draw(whole_hands) if called else "",
        draw(st.sampled_from(players)) if called else 0, draw(whole_hands) if called else "",
        DECK[:5] if called else (), "Fee $5  ·  Jackpot $2", 4400, 6000,
        draw(st.just(()) | shares(players)) if called else (),
    )  # fmt: skip


POTS = ("Main pot", *(f"Side pot {n}" for n in range(1, 9)))
HIGH_LOW, BOARDS = (", high", ", low"), (", first board", ", second board")
PARTS = (("",), HIGH_LOW, BOARDS, tuple(side + board for side in HIGH_LOW for board in BOARDS))


@st.composite
def shares(draw: st.DrawFn, players: list[int]) -> tuple[Share, ...]:
    found, sides = [], draw(st.sampled_from(PARTS))
    for pot in POTS[: draw(st.integers(1, 5) | st.integers(1, len(POTS)))]:
        for side in sides:
            seats = draw(st.lists(st.sampled_from(players), min_size=1, max_size=3, unique=True))
            each = tuple(draw(chips) for _ in seats)
            half = side.split(", ")[1] if side in HIGH_LOW else ""
            cards = draw(st.sampled_from((DECK[:5], DECK[2:7]))) if half else ()
            found.append(
                Share(pot + side, sum(each), tuple(seats), draw(hands), each, 0, half, cards)
            )
    return tuple(found)


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    call, least = draw(st.none() | st.just(0) | chips), draw(chips)
    raises = draw(st.none() | chips.map(lambda more: Range(least, least + more, 100)))
    return Turn(
        7, draw(st.booleans()), call, raises, fixed=draw(st.booleans()), level=draw(chips),
        pot=draw(chips), unit=300, street_bet=draw(st.just(0) | st.just(800)),
        raises=draw(st.sampled_from(((0, 0), (1, 4)))),
    )  # fmt: skip


@st.composite
def stations(draw: st.DrawFn) -> View:
    public, mine = draw(tables()), 0
    mine = draw(st.integers(1, len(public.seats)))
    me = public.seats[mine - 1]
    if me.life in ("open", "reserved"):
        me = Seat(mine, "in", draw(names), draw(chips), down=public.placard.hole)
        seats = tuple(me if one.seat == mine else one for one in public.seats)
        public = replace(public, seats=seats)
    view = View(
        mine, "seated", public, prefs=draw(prefs), session=SESSION, past=PAST, proof=proof_for(b""),
        replay=REPLAY, refused=draw(st.sampled_from(SAID)), hole=DECK[: me.down],
        owed=draw(st.just(0) | chips),
    )  # fmt: skip
    if me.life in ("away", "lobby"):
        return replace(view, away="lobby" if me.life == "lobby" else "sit out")
    if me.life in ("waiting", "leaving"):
        return replace(view, waits="hand", away="leaving" if me.life == "leaving" else "")
    if public.actor == mine and not public.alert:
        return replace(view, turn=draw(turns()))
    pre = ("check/fold", "call" if view.owed else "check", "call any")
    return replace(view, pre=pre if me.life == "in" and not me.all_in else ())
