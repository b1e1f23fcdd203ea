"""The kinds of banked games. Each says what is dealt and asked next, what silence means, and which
marks a spot has come to: facts. What they pay is the page's affair (page.py)."""

from firmware.games.banked.kinds.baccarat import BACCARAT
from firmware.games.banked.kinds.craps import CRAPS_KIND
from firmware.games.banked.kinds.doubles import DOUBLES
from firmware.games.banked.kinds.kind import Kind
from firmware.games.banked.kinds.mahjong import MAHJONG
from firmware.games.banked.kinds.nines import NINES
from firmware.games.banked.kinds.pokara import POKARA
from firmware.games.banked.kinds.pool import POOL
from firmware.games.banked.kinds.thirteen import THIRTEEN
from firmware.games.banked.kinds.twentyone import TWENTYONE
from firmware.games.banked.kinds.versus import VERSUS

KINDS: dict[str, Kind] = {
    "versus": VERSUS,
    "pokara": POKARA,
    "baccarat": BACCARAT,
    "nines": NINES,
    "pool": POOL,
    "twenty-one": TWENTYONE,
    "doubles": DOUBLES,
    "craps": CRAPS_KIND,
    "thirteen": THIRTEEN,
    "mah-jong": MAHJONG,
}
