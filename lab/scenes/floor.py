"""An evening on the floor, as a desk sees it: five tables, a call, a pause, a lobby running out,
names on the lists."""

from msgspec.structs import replace

from firmware.bank import waiting_lists as lists
from firmware.bank.store import Tx
from firmware.games.cards import NAMES
from firmware.screens.protocol import floor_view as f
from firmware.screens.protocol import orders as o
from firmware.screens.protocol import public_view as p
from lab.twins.paper_table import PaperTable

NOW = 5_000_000
_CARD = {name: code for code, name in enumerate(NAMES)}
_PLAYERS = (
    ("Marisol", "folded", 31200, 0), ("Dutch", "folded", 18800, 0), ("Kenji", "folded", 54000, 0),
    ("Priya", "folded", 9500, 100), ("", "open", 0, 0), ("Walt", "in", 23500, 3200),
    ("Lena", "in", 41200, 1200), ("Otis", "in", 15100, 1200), ("Bao", "in", 62000, 1200),
    ("Gus", "lobby", 20500, 0),
)  # fmt: skip


def _seats() -> tuple[p.Seat, ...]:
    made = [
        p.Seat(n, life, name, stack, down=2 if life == "in" else 0)  # type: ignore[arg-type]
        for n, (name, life, stack, _) in enumerate(_PLAYERS, 1)
    ]
    made[5] = replace(made[5], bet=2000, did="bet")
    made[9] = replace(made[9], away_ms=198_000)
    return tuple(made)


def _public(table: str, short: str, stakes: str, game: str) -> p.Public:
    placard = p.Placard(table, game, short, stakes, jackpot=18_642_00, buy_in=(100_00, 500_00))
    return p.Public(
        placard, "in hand", 118_204, street="Flop", button=3, total=64_00, seats=_seats(), actor=7,
        board=(_CARD["Ks"], _CARD["9d"], _CARD["4s"]), clock=p.Clock(14_000, 25_000),
    )  # fmt: skip


def main_table() -> f.Floor:
    beside = [
        f.FloorSeat(
            n, f"patron:10000{n}", "7730", since_at=NOW - 3_240_000, bought=200_00, back=back
        )
        for n, (name, _, _, back) in enumerate(_PLAYERS, 1)
        if name
    ]
    beside[6] = replace(beside[6], called_at=NOW - 42_000)
    beside[8] = replace(
        beside[8], away="lobby", away_at=NOW - 702_000, warned=True, until_at=NOW + 198_000
    )
    hours = tuple(
        f.Hour(NOW - n * 3_600_000, 40 + 7 * n % 23, (150 + 31 * n % 90) * 100, 40_00, int(n == 5))
        for n in range(8, -1, -1)
    )
    return f.Floor(
        NOW, _public("4", "NL", "$1 / $3", "No-Limit Hold'em"), "open", tuple(beside),
        hand_at=NOW - 31_000, fee=4_00, jackpot=1_00, hours=hours, hands=(118_150, 118_203),
        beaten="four of a kind", freed_at=tuple(NOW - n * 660_000 for n in range(8, 0, -1)),
        deals=f.Deals(118_203, 1000, (117_204, 117_890), (117_890,), unwitnessed=3, unsealed=2),
        seat_changes=(f.SeatWish(1, 5, NOW - 480_000, True), f.SeatWish(6, 1, NOW - 180_000)),
    )  # fmt: skip


def void_asked() -> f.Floor:
    asked = f.Asked(
        "void-1", "VoidHand", "void hand #118,204", "R. Haines", "floor", "Seat 7 lost touch",
        NOW - 42_000, NOW + 78_000, ("floor manager",),
    )  # fmt: skip
    return replace(main_table(), asked=(asked,), stops=(f.Stop("second", NOW - 42_000),))


def replayed() -> list[o.Step]:
    public = _public("4", "NL", "$1 / $3", "No-Limit Hold'em")
    told = (
        ("Hand 118,197 begins, button at seat 3", "Preflop", 0),
        ("Walt bets $20", "Preflop", 4_100), ("Flop King of spades, 9 of diamonds", "Flop", 9_800),
        ("Turn 4 of spades", "Turn", 31_000), ("River 7 of hearts", "River", 52_300),
        ("Bao bets $60, Walt to act", "River", 54_400), ("Walt folds", "River", 68_000),
        ("Bao wins $124, shows nothing", "River", 68_600),
    )  # fmt: skip
    return [
        o.Step("look", n, len(told), NOW + at, words, replace(public, hand=118_197, street=street))
        for n, (words, street, at) in enumerate(told, 1)
    ]


def tables(main: f.Floor | None = None) -> list[PaperTable]:
    """Tables 4 to 8: one calls, one is paused, one closed."""
    others = {
        "5": ("NL", "$2 / $5", "No-Limit Hold'em"),
        "6": ("Limit", "$4 / $8", "Limit Hold'em"),
    }
    made = [PaperTable("4", main or main_table(), replayed())]
    for name, (short, stakes, game) in others.items():
        public = _public(name, short, stakes, game)
        made.append(PaperTable(name, f.Floor(NOW, public, "open", hands=(1, 9))))
    public = _public("7", "NL", "$1 / $3", "No-Limit Hold'em")
    paused = f.Floor(
        NOW, public, "open", stops=(f.Stop("floor", NOW - 370_000, "T. Ames", "spill"),)
    )
    closed = f.Floor(
        NOW, p.Public(p.Placard("8"), "closed", seats=(p.Seat(1), p.Seat(2))), "closed"
    )
    return [*made, PaperTable("7", paused), PaperTable("8", closed)]


_NAMES = (
    ("Sandra Keller", "NL $1/$3"), ("Miguel Ruiz", "NL $1/$3"), ("Ines Vega", "NL $1/$3"),
    ("Tom Baker", "NL $1/$3"), ("Hanna Stern", "NL $2/$5"), ("Rosa Marin", "Limit $4/$8"),
    ("Omar Tarek", "Omaha $4/$8"), ("Greta Lind", "Omaha $4/$8"), ("Ruth Gold", "Stud $2/$4"),
)  # fmt: skip


def put_names_down(tx: Tx, now: int) -> None:
    lists.open_interest(tx, "Omaha $4/$8", 2, now)
    lists.open_interest(tx, "Stud $2/$4", 5, now)
    for n, (name, game) in enumerate(_NAMES):
        lists.put_down(tx, f"name-{n}", game, name, "", "", "flo", now - (24 - n) * 60_000)
    lists.call(tx, "name-0", "4", 5, now - 72_000)
