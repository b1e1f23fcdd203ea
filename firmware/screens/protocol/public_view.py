"""What everyone may know: the table as the center screen draws it, and nothing else."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from firmware.screens.protocol.bank_view import Against, Board, Layout
from firmware.screens.protocol.pan_view import Pan

Life = Literal[
    "open", "reserved", "ready", "waiting", "in", "folded", "away", "lobby", "leaving", "fault"
]  # fmt: skip
Did = Literal[
    "", "post", "ante", "bring-in", "check", "call", "bet", "raise", "complete", "all-in", "fold",
    "draw", "pat", "roll", "keep", "kill", "back", "straddle", "over",
]  # fmt: skip
Held = Literal["", "closing", "paused", "break", "over", "floor", "players"]
Side = Literal["", "high", "low"]
Phase = Literal["closed", "waiting", "in hand", "showdown", "break", "paused", "fault"]


class Clock(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Time to answer. `bank_ms` may be spent after it; `running` is false while it is stopped."""

    left_ms: int
    of_ms: int
    bank_ms: int = 0
    running: bool = True
    in_bank: bool = False


class Seat(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A plate (who and stack) and the slot in front of it (what he did)."""

    seat: int
    life: Life = "open"
    name: str = ""
    stack: int = 0
    bet: int = 0  # in front of him on this round; did "back": nobody can call it
    did: Did = ""
    count: int = 0  # cards given up (draw)
    down: int = 0  # cards he holds face down
    up: tuple[int, ...] = ()  # dealt face up
    shown: tuple[int, ...] = ()  # his down cards, at the showdown
    mark: str = ""  # SB, BB, K, ...
    all_in: bool = False
    pots: tuple[int, ...] = ()  # when all-in: the pots he plays for; 0 is the main pot
    away_ms: int = 0  # left of the lobby or of sitting out
    won: int = 0
    hand: str = ""  # in words, at the showdown
    winning: tuple[int, ...] = ()  # his and the board's cards that won
    ends: tuple[tuple[int, ...], ...] = ()  # of two boards: those that won on each
    called: bool = False  # for the floor


class Pot(Struct, frozen=True, array_like=True, omit_defaults=True):
    chips: int  # net of fee


class Placard(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What is played here and what it costs, as posted. Changes between hands, if at all."""

    table: str = "1"
    game: str = ""  # No-Limit Hold'em
    short: str = ""  # NL
    stakes: str = ""  # $1 / $3
    fee: str = ""  # $4 + $1 jackpot
    jackpot: int = 0
    buy_in: tuple[int, int] = (0, 0)  # most is 0 where there is no maximum
    chip: int = 100  # the smallest chip in play
    big_blind: int = 0
    board: int = 5  # cards on a full board; 0 in stud and draw
    hole: int = 2  # down cards dealt to a seat, at most
    proof: str = ""  # address behind the public QR code
    high_hand: int = 0  # the other pool
    cut: bool = False  # players may cut the deck
    chips: bool = False  # a tournament's: stacks, bets and pots are no money
    late: str = ""  # what becomes of a hand whose player does not answer
    link_s: int = 0  # how long a seat without a link is waited for
    layout: Layout | None = None  # of a game against a bank
    verify: str = ""  # where a phone checks a receipt by itself
    rows: tuple[tuple[int, ...], ...] = ()  # a board that lies in several: which card; -1: a gap
    again: str = ""  # what holds for who leaves and comes back

    @property
    def play(self) -> str:
        """What is played here, in a word."""
        return "round" if self.layout else "hand"


class Last(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The act that everyone looks at now."""

    seat: int
    did: Did
    chips: int = 0


class Share(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A pot, or a side of it: who won it, with what."""

    pot: str  # Main pot
    chips: int
    seats: tuple[int, ...] = ()
    hand: str = ""  # in words; empty if nobody called
    each: tuple[int, ...] = ()  # what each of these seats got of it
    board: int = 0  # 1 or 2, where it was run twice
    side: Side = ""  # of a pot that a high and a low hand shared
    cards: tuple[int, ...] = ()  # there: those that won it


def on_sides(shares: Iterable[Share]) -> dict[int, str]:
    """By card: of the high hand, of the low one, or of both. None where no low was won."""
    found: dict[int, str] = {}
    for one in shares:
        for card in one.cards if one.side else ():
            word = one.side.capitalize()
            found[card] = word if found.get(card, word) == word else "Both"
    return found


class Most(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Who won most, in all pots together, and his best hand."""

    seat: int
    chips: int
    hand: str = ""


class Result(Struct, frozen=True, array_like=True, omit_defaults=True):
    """How the hand ended; stays on the glass until the next deal."""

    winner: int  # of the main pot
    chips: int  # that he won, in all pots
    hand: str = ""  # in words; empty if nobody called
    beaten: int = 0
    beaten_hand: str = ""
    cards: tuple[int, ...] = ()  # the winning five
    note: str = ""  # One pot · no split
    next_ms: int = 0
    next_of_ms: int = 0
    shares: tuple[Share, ...] = ()  # pot by pot, where not one hand took all
    most: Most | None = None  # there
    names: tuple[tuple[int, str], ...] = ()  # seats of it whose player has left since
    held: Held = ""  # why no next hand comes

    @property
    def main_pot(self) -> tuple[Share, ...]:
        """All parts of it."""
        return tuple(one for one in self.shares if one.pot.startswith(("Pot", "Main pot")))

    def pot_of(self, seat: int) -> tuple[Share, ...]:
        """All parts of the pot of which this seat won most."""
        won = (one for one in self.shares if seat in one.seats)
        best = max(won, key=lambda one: one.chips, default=None)
        name = best.pot.partition(", ")[0] if best else ""
        return tuple(one for one in self.shares if one.pot.partition(", ")[0] == name)


class Alert(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Paused by the floor, a break, or a fault: what is safe comes first."""

    title: str
    words: str = ""
    code: str = ""
    left_ms: int = 0  # until it is over, where that is known


class Contest(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A sit-n-go: where it stands, and what it pays."""

    level: int  # from 1; 0: not begun
    levels: int
    left_ms: int = 0  # of the level, or of the break
    on_break: bool = False
    players: int = 0  # still in
    entered: int = 0
    prizes: tuple[int, ...] = ()  # cents, first place first
    back: int = 0  # cents, to whoever leaves before it begins
    entry: int = 0  # cents, into the prizes
    fee: int = 0  # cents, the house's, on top of it
    chips: int = 0  # that everybody gets for it: no money
    seats: int = 0  # players that begin it
    ended: tuple[tuple[str, int], ...] = ()  # the last one: who won, the most first, and cents
    agreed: bool = False  # and its finalists ended it


class DealNow(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The deck of the next cards, from its commitment until they come."""

    hand: int
    attempt: int
    square: str = ""  # of the head that is signed, whole; empty: seats are still sealing
    letters: str = ""  # the first twelve of it
    sealed: tuple[int, ...] = ()  # seats whose share is sealed
    cutter: int = 0  # who types digits now
    left_ms: int = 0
    digits: str = ""  # that were typed
    by: int = 0  # who typed them
    words: str = ""  # why there are new decks
    voids: int = 0  # in the last thousand hands
    alarm: bool = False  # too many of them


class Public(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The table as everyone may see it. The center screen draws this and nothing else."""

    placard: Placard = Placard()
    phase: Phase = "closed"
    hand: int = 0
    seal: str = ""  # short code of the sealed deck
    street: str = ""
    button: int = 0
    board: tuple[int, ...] = ()
    pots: tuple[Pot, ...] = ()
    seats: tuple[Seat, ...] = ()
    actor: int = 0
    to_call: int = 0  # for the actor
    clock: Clock | None = None
    last: Last | None = None
    result: Result | None = None
    alert: Alert | None = None
    missing: int = 0  # players still needed to start
    second: tuple[int, ...] = ()  # the board of the second run
    rabbit: tuple[int, ...] = ()  # the cards that would have come
    total: int = 0  # every chip that is in no stack, where the pots leave the bets out
    notice: str = ""  # how a vote stands
    contest: Contest | None = None
    against: Against | None = None
    roads: Board | None = None
    deal: DealNow | None = None
    pan: Pan | None = None
    voided: int = 0  # the hand that was voided, until the next one begins
    no_floor: bool = False  # no desk of the floor is connected: nobody is told of anything
    asked: Literal["", "draw", "roll", "kill"] = ""  # of who is to act, if it is no bet

    def name(self, number: int) -> str:
        """Of who is told of: at the end of a hand perhaps somebody who has left since."""
        told = dict(self.result.names) if self.result else {}
        there = (seat.name for seat in self.seats if seat.seat == number and seat.name)
        return told.get(number) or next(there, f"Seat {number}")

    @property
    def pays_to(self) -> str:
        """What chips are for, that who is to act owes: the first one in stud calls nobody."""
        return "call" if any(seat.bet for seat in self.seats) else "bring it in"

    @property
    def common(self) -> tuple[int, ...]:
        """Stud's last card, where the deck has none for each and one is dealt for all."""
        return () if self.placard.board or self.against or self.pan else self.board

    @property
    def void_words(self) -> str:
        """Every stack has jumped back: everybody is told why."""
        play = self.placard.play.capitalize()
        return f"{play} #{self.voided:,} was voided: every chip is back" if self.voided else ""
