"""Table pages that nobody wrote: any house, game and structure, amounts and settings by chance.

Most cannot be played, and are to be refused in words; the others are to be played.
"""

from random import Random

from msgspec.structs import fields, replace

from firmware.games.poker.rules import Stakes, games, houses, spread
from firmware.table.checking_fees import is_for
from firmware.table.config import Config, Spread, Tournament
from firmware.table.fee import schedules
from firmware.table.jackpot import KINDS, Jackpot
from firmware.table.settings import Settings
from lab.simulation.matrix import together

HOUSES = [name for name, home in houses().items() if home.games]
YES_OR_NO = [field.name for field in fields(Settings) if isinstance(field.default, bool)]
TIMES = [field.name for field in fields(Settings) if field.name.endswith("_ms")]
FORMATS = (("winner",), ("under the gun", "winner"), ("under the gun", "from home", "winner"))


def any_page(rng: Random) -> Config:
    house = rng.choice(HOUSES)
    spreads = tuple(_spread(rng, house) for _ in range(rng.choice((1, 1, 1, 2, 3))))
    schedule = rng.choice(["", *(n for n, page in schedules().items() if page.house == house)])
    if schedule:
        spreads = tuple(_with_fees(rng, one, schedule) for one in spreads)
    return Config(
        "t1", house, spreads, rng.choice((2, 3, 5, 6, 7, 8, 9, 10)), schedule,
        rotate=rng.choice(("", "", "orbit", "button")),
        jackpot=_jackpot(rng) if rng.random() < 0.2 else None,
        bomb_ante=rng.choice((0, 0, 0, 300)),
        settings=_settings(rng),
        tournament=_contest(rng) if rng.random() < 0.2 else None,
    )  # fmt: skip


def _spread(rng: Random, house: str) -> Spread:
    game = rng.choice([*houses()[house].games])
    here, page = houses()[house].games[game], games()[game]
    limit, chip = rng.choice(spread(page, here)), rng.choice((1, 5, 7, 25, 50, 100, 100, 500))
    small, ante = _amount(rng, chip) or chip, _amount(rng, chip)
    blinds = page.forced == "blinds" or here.blinds or rng.random() < 0.1
    stakes = Stakes(
        small,
        small * rng.choice((0, 1, 2, 2, 3, 10)),
        _blinds(rng, chip, small) if blinds else (),
        ante if page.forced != "blinds" or rng.random() < 0.3 else 0,
        _amount(rng, chip) if page.forced == "bring-in" else 0,
        chip,
        rng.choice(FORMATS) if rng.random() < 0.05 else (),
    )
    least = min(rng.choice((0, 0, chip, 10 * small, 40 * small, 400 * ante)), 1_000_000)
    kill = rng.choice(("", "half", "full")) if limit == "limit with kill" else ""
    antes = rng.choice((0, 0, 2)) if game == "draw-jacks-or-better" else 0
    return Spread(game, stakes, limit, (least, rng.choice((0, 0, least))), kill=kill, antes=antes)


def _amount(rng: Random, chip: int) -> int:
    return chip * rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 8, 10, 15, 25, 40, 100))


def _blinds(rng: Random, chip: int, small: int) -> tuple[int, ...]:
    """Usual ones, or any."""
    others = rng.choice((0, 1, 1, 1, 2, 2))
    if rng.random() < 0.6:
        return (*[max(chip, small // 2 // chip * chip)] * others, small)
    return tuple(sorted(_amount(rng, chip) or chip for _ in range(others + 1)))


def _with_fees(rng: Random, one: Spread, schedule: str) -> Spread:
    rows = [fee for fee in schedules()[schedule].fees if is_for(fee, one, one.buy_in[0])]
    luck = {fee.option: rng.random() for fee in rows}
    options = together(sorted(rows, key=lambda fee: luck[fee.option]))
    return replace(one, fees=options if rng.random() < 0.8 else options[:1])


def _jackpot(rng: Random) -> Jackpot:
    def percent() -> int:
        return rng.choice((0, 33, 50, 100))

    kinds = [rng.choice(KINDS[:4]) for _ in range(3)]
    beaten, beater, high_hand = kinds
    return Jackpot(
        percent(), beaten, beater, percent(), percent(), rng.choice((0, 25)), high_hand,
        rng.random() < 0.5, rng.choice((0, 2, 4)),
    )  # fmt: skip


def _settings(rng: Random) -> dict[str, object]:
    chosen: dict[str, object] = {
        name: rng.random() < 0.5 for name in rng.sample(YES_OR_NO, rng.choice((0, 0, 2, 5)))
    }
    if rng.random() < 0.5:
        chosen |= {name: rng.choice((0, 1, 1_000, 60_000)) for name in rng.sample(TIMES, 2)}
    return chosen


def _contest(rng: Random) -> Tournament:
    small, levels = rng.choice((1, 10, 25)), []
    for _ in range(rng.choice((1, 2, 4))):
        levels.append((small, small * rng.choice((1, 2, 3)), rng.choice((0, 0, 1, 5 * small))))
        small *= 2
    return Tournament(
        rng.choice((1, 101, 5_000)), rng.choice((0, 1, 600)), rng.choice((1, 7, 500, 1_500)),
        tuple(levels), rng.choice((20, 1_000, 30_000, 300_000)), rng.choice((0, 1, 2)),
        rng.choice((0, 1, 60_000)), rng.choice(((100,), (50, 30, 20), (34, 33, 33), (10,) * 10)),
        rng.choice((2, 3, 6, 10)),
    )  # fmt: skip
