"""A table's page, held against itself and its house before anybody sits at it: what could not be
played, as the house wrote it, is refused with its field."""

import re
from itertools import pairwise

from msgspec.structs import replace

from firmware.games.banked.page import BankedRules
from firmware.games.engine import Law
from firmware.games.pan.page import PanRules
from firmware.games.poker import kill
from firmware.games.poker.house import Structure
from firmware.games.poker.rules import PAYERS, Rules, Stakes, games, most_blinds
from firmware.money import show
from firmware.pages import BadPage, check, known, parse
from firmware.table.checking_fees import (
    antes_alone,
    check_fees,
    check_schedule,
    nobody_plays_free,
    posted_fees,
)
from firmware.table.config import (
    Config,
    Spread,
    Tournament,
    check_settings,
    home_of,
    least_buy_of,
    resolve,
    ways_of,
)
from firmware.table.jackpot import KINDS, Jackpot
from firmware.table.settings import Settings, house_table, house_tables

SIT_N_GO = "lightning-sit-n-go"  # a tournament by its name (000 L2154); others may be one
# More is a slip of the finger: the dearest game that is filed is 10,000-20,000 (000 L3354).
MOST_STAKES, MOST_BUY_IN = 100_000_00, 1_000_000_00
ADDRESS_MOST = 80  # with more the codes of a receipt would be too fine for a phone
ADDRESS = re.compile(rf"(?=.{{1,{ADDRESS_MOST}}}$)https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~/-]*)?")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}")  # as every seal writes it


def load(text: str, where: str = "table.toml") -> Config:
    """A table's own part of table.toml, checked from end to end."""
    config = check(parse(text, where), Config, where)
    try:
        if config.rulebook:
            raise BadPage("rulebook: is read from the pages, never written by hand", "rulebook")
        validate(config)
    except BadPage as bad:
        raise BadPage(f"{where}: {bad}", bad.field) from None
    return config


def validate(config: Config) -> None:
    """Every game, fee and setting it names exists, and all its numbers can be."""
    if not config.spreads:
        raise BadPage("spreads: a table needs a game", "spreads")
    if not NAME.fullmatch(config.table):
        words = "table: a letter or digit, then up to 31 letters, digits, blanks, _ . or -"
        raise BadPage(words, "table")
    if not 2 <= config.seats <= 10:
        raise BadPage(f"seats: two to ten stations, not {config.seats}", "seats")
    if config.verify and not ADDRESS.fullmatch(config.verify):
        words = f"an address like https://floor.example/verify, {ADDRESS_MOST} signs at most, no #"
        raise BadPage(f"verify: {words}; not {config.verify[:90]!r}", "verify")
    if config.bomb_ante < 0:
        raise BadPage("bomb_ante: cents, 0 for none", "bomb_ante")
    known(config.house, house_tables(), "house", "house")
    check_schedule(config)
    _check_ways_of(config)
    for at, spread in enumerate(config.spreads):
        _check_spread(config, at, spread)
    if config.rotate == "button" and any(not s.game.startswith("cuban-") for s in config.spreads):
        words = "rotate: the button chooses among Cuban games only (004 L456)"
        raise BadPage(words, "rotate")
    if config.jackpot:
        _check_jackpot(config.jackpot, config)
    if config.tournament:
        _check_counters(config)
        _check_tournament(config.tournament)
        if len(config.tournament.prizes) > config.entrants:
            words = f"{len(config.tournament.prizes)} prizes for {config.entrants} entrants"
            raise BadPage(f"tournament.prizes: {words}", "tournament.prizes")


def _check_ways_of(config: Config) -> None:
    for name in config.settings:
        known(name, Settings.__struct_fields__, "settings", f"settings.{name}")
    for name in config.settings:
        try:
            check_settings(replace(home_of(config).settings, **{name: config.settings[name]}))
        except BadPage as bad:
            words = str(bad).removeprefix("settings: ")
            raise BadPage(words, f"settings.{name}") from None
        least = _LEAST.get(name, 0)
        value = config.settings[name]
        if isinstance(value, int) and value < least:
            raise BadPage(f"{name}: {least} or more", f"settings.{name}")
    if ways_of(config).least_players > config.seats:
        words = f"least_players: the table has {config.seats} seats"
        raise BadPage(words, "settings.least_players")


def check_sign(config: Config) -> None:
    """What no new sign may lack. A table whose sign hangs already wakes all the same."""
    for at, spread in enumerate(config.spreads):
        here, law = f"spreads[{at}]", config.law(at)
        _turns_on_nothing_forbidden(config, at)
        _as_many_blinds(law, spread, here)
        if not config.tournament:  # there the levels say what is bet
            _as_its_bets(law, spread, here)
            _antes_beside_blinds(law, spread, here)
        fees = posted_fees(config, law, spread, here)
        _ten_bets(config, at, least_buy_of(spread, fees), here)
        try:
            antes_alone(fees, spread)
            nobody_plays_free(fees, config, spread, least_buy_of(spread, fees))
        except BadPage as bad:
            raise BadPage(str(bad), f"{here}.fees") from None


def _as_many_blinds(rules: Law, spread: Spread, here: str) -> None:
    """ "All No-Limit Hold 'Em games have three mandatory blinds" (000 L842): with two, the game is
    not the one that its own rules tell."""
    count = len(spread.stakes.blinds)
    if not count or not isinstance(rules, Rules) or rules.forced != "blinds":
        return
    filed = rules.settings.blind_counts
    if count not in filed:
        words = f"{' or '.join(map(str, filed))} here ({rules.cited('blind_counts')}), not {count}"
        raise BadPage(f"stakes.blinds: {spread.game} has {words}", f"{here}.stakes.blinds")


def _as_its_bets(rules: Law, spread: Spread, here: str) -> None:
    """ "The big blind is always the same as the lower limit" (000 L749). Without limits bets are
    measured in it: four times its size (003 L87), twice (000 L843), at least as much (002 L558)."""
    if not isinstance(rules, Rules):
        return
    stakes, fixed = spread.stakes, rules.limit in ("limit", "spread")
    upper = rules.limit == "spread" or any(phase.bet == "big" for phase in rules.phases)
    if fixed and upper and not stakes.big:
        words = f"stakes.big is missing: the upper limit; write big = {2 * stakes.small}"
        raise BadPage(f"{spread.game}: {words}", f"{here}.stakes")
    measured = not fixed or rules.settings.big_blind == "lower limit"
    if not stakes.blinds or not measured or stakes.blinds[-1] == stakes.small:
        return
    source = rules.cited("big_blind") if fixed else "002 L558, 003 L67, 000 L843"
    same = f"{'the lower limit' if fixed else 'the least bet'} ({source})"
    words = f"the big blind is {show(stakes.blinds[-1])}, and so is {same}"
    field = f"{here}.stakes.small"
    raise BadPage(f"stakes.small: {words}; write small = {stakes.blinds[-1]}", field)


def _antes_beside_blinds(rules: Law, spread: Spread, here: str) -> None:
    """ "In addition to the blinds, every player has to ante" (003 L931): there, and in some formats
    of Artichoke Joe's draw games (000 L1499-1507), and nowhere else."""
    if not isinstance(rules, Rules) or rules.forced != "blinds":
        return
    stakes, everybody = spread.stakes, games()[spread.game].antes
    if everybody and not stakes.ante:
        words = f"{spread.game}: stakes.ante is missing: here everybody antes; write ante = 50"
        raise BadPage(words, f"{here}.stakes")
    if stakes.blinds and stakes.ante and not (everybody or rules.antes_only):
        words = f"stakes.ante: {spread.game} has blinds here and no ante"
        raise BadPage(words, f"{here}.stakes.ante")


def _ten_bets(config: Config, at: int, least: int, here: str) -> None:
    """ "A full buy-in is at least ten times the minimum bet" (002 L153)."""
    filed, ten = home_of(config, at).ten_bets, 10 * config.spreads[at].stakes.small
    poker = isinstance(config.law(at), Rules) and not config.tournament
    if filed and poker and least < ten:
        words = f"buy_in: ten least bets or more ({filed}), {show(ten)}; write [{ten}, 0]"
        raise BadPage(words, f"{here}.buy_in")


def _turns_on_nothing_forbidden(config: Config, at: int) -> None:
    """ "No 'straddle' bets are allowed" (003 L37), "'Rabbit hunting' is not allowed" (002 L128):
    other than what the filing is silent about, no page can allow it."""
    home, spread = home_of(config, at), config.spreads[at]
    for name in home.never:
        if not getattr(config.ways, name):
            continue
        own = resolve(config.house, spread, replace(config.ways, straddle=False))
        if name == "straddle" and own.settings.straddles > 0:
            continue
        source = own.cited("straddles") if name == "straddle" else home.sources[name]
        words = f"settings.{name}: not at {home.name} ({source})"
        raise BadPage(words, f"settings.{name}")


# Nobody sits down in no time.
_LEAST = {"pin_tries": 1, "action_ms": 1, "least_players": 2, "reserve_ms": 10_000}


def _check_spread(config: Config, at: int, spread: Spread) -> None:
    here = f"spreads[{at}]"
    try:
        ways = ways_of(config)
        rules = resolve(config.house, spread, ways)
    except BadPage as bad:
        named = str(bad).partition(":")[0]
        wrong = named if named in ("decks", "pays", "pack", "signed") else "game"
        wrong = "limit" if " spreads " in str(bad) else wrong
        raise BadPage(str(bad), f"{here}.{wrong}") from None
    if ways.straddle and rules.settings.straddler != "anyone":
        words = f"settings.straddle: a straddle here is for {rules.settings.straddler}"
        raise BadPage(words, "settings.straddle")
    _check_stakes(spread.stakes, f"{here}.stakes")
    _check_kill(rules, spread, here)
    fees = posted_fees(config, rules, spread, here)
    least, most = least_buy_of(spread, fees), spread.buy_in[1]
    if min(spread.buy_in) < 0 or (most and least > most):
        words = f"least {least} is more than most {most}" if most else "no amount is below 0"
        raise BadPage(f"buy_in: {words}; write [least, most] in cents", f"{here}.buy_in")
    if max(least, most) > MOST_BUY_IN:
        words = f"buy_in: {show(MOST_BUY_IN)} at most; write [least, most] in cents"
        raise BadPage(words, f"{here}.buy_in")
    if any(cents % spread.stakes.chip for cents in spread.buy_in):
        words = f"buy_in: in chips of {show(spread.stakes.chip)}, or nobody could buy in for that"
        raise BadPage(words, f"{here}.buy_in")
    _check_forced(config, rules, spread, here)
    _check_by_ante(rules, spread, least, here)
    _check_antes(rules, spread, here)
    _check_bomb(config, rules, spread.stakes.chip, here)
    _check_house(config, at, rules, here)
    if spread.game == SIT_N_GO and not config.tournament:
        words = f"{spread.game}: a sit-n-go needs a section [tournament]: entry, chips, levels"
        raise BadPage(words, f"{here}.game")
    try:
        if rules.page is not None:
            _check_bank_fee(rules.page, spread)
            _check_bank_buy(rules.page, spread, least, here)
        check_fees(fees, config, spread, least)
    except BadPage as bad:
        raise BadPage(str(bad), f"{here}.fees") from None


def _check_forced(config: Config, rules: Law, spread: Spread, here: str) -> None:
    """Blinds, antes, forced bets: those that the game has in this house, and no others."""
    stakes = spread.stakes
    if isinstance(rules, PanRules):
        _check_condition(rules, config, spread, here)
        return
    if not isinstance(rules, Rules):
        if stakes.blinds or stakes.ante or stakes.bring_in or stakes.by:
            words = f"stakes: {spread.game} is played against a bank, with small and chip only"
            raise BadPage(words, f"{here}.stakes")
        return
    most = most_blinds(rules)
    _check_sizes(stakes, spread.limit, here)
    if stakes.by:
        _check_payers(rules, stakes, here)
    if len(stakes.blinds) > most:
        words = f"{most} blinds at most" if most else "no blinds, but antes"
        raise BadPage(f"stakes.blinds: {spread.game} has {words}", f"{here}.stakes.blinds")
    if stakes.bring_in and rules.forced != "bring-in":
        words = f"stakes.bring_in: {spread.game} has no forced bet"
        raise BadPage(words, f"{here}.stakes.bring_in")
    if rules.forced == "ante" and not stakes.ante and not stakes.blinds:
        words = f"{spread.game}: stakes.ante is missing; write ante = 100"
        raise BadPage(words, f"{here}.stakes")
    if not most or stakes.blinds:
        return
    if not rules.antes_only:  # 000 L1499, L1613-1655
        words = f"{spread.game}: stakes.blinds is missing; write [100, 200]"
        raise BadPage(words, f"{here}.stakes")
    if not stakes.ante:
        words = f"{spread.game}: stakes.blinds or stakes.ante is missing; write ante = 100"
        raise BadPage(words, f"{here}.stakes")


def _check_condition(rules: PanRules, config: Config, spread: Spread, here: str) -> None:
    """ "The buy-in is twenty times the condition of the game. The condition is the denomination of
    chip used to play" (000 L1434)."""
    stakes = spread.stakes
    others = stakes.blinds or stakes.bring_in or stakes.by or stakes.big
    if others or not stakes.small == stakes.ante == stakes.chip:
        words = f"stakes: {spread.game} has a condition: small, ante and chip are that, no more"
        raise BadPage(words, f"{here}.stakes")
    least = least_buy_of(spread, posted_fees(config, rules, spread, here))
    if least < rules.buy_in * stakes.small:
        words = f"buy_in: {rules.buy_in} conditions at least, {show(rules.buy_in * stakes.small)}"
        raise BadPage(f"{words}; write [least, most] in cents", f"{here}.buy_in")
    if config.rotate == "orbit":
        words = "rotate: in pan the winner is first and no button goes round; write button"
        raise BadPage(words, "rotate")


def _check_sizes(stakes: Stakes, limit: Structure, here: str) -> None:
    """Where bets have a most, no filing forces more than it: 1-2 with a blind of 2 (004 L993) is
    the biggest."""
    if limit in ("no-limit", "pot-limit"):
        return
    if stakes.blinds and stakes.blinds[-1] > stakes.upper:
        words = f"stakes.blinds: {show(stakes.blinds[-1])} is more than the biggest bet"
        raise BadPage(f"{words}, {show(stakes.upper)}", f"{here}.stakes.blinds")
    if stakes.bring_in > stakes.small:
        words = f"stakes.bring_in: {show(stakes.bring_in)} is more than the bet that it opens for"
        raise BadPage(f"{words}, {show(stakes.small)}", f"{here}.stakes.bring_in")


def _check_by_ante(rules: Law, spread: Spread, least_buy: int, here: str) -> None:
    """ "The size of a No-Limit Seven-Card Stud game is determined by the ante" (000 L337)."""
    if (sizes := rules.by_ante) is None:
        return
    stakes, source = spread.stakes, rules.cited("by_ante")
    for name, least, why in (
        ("ante", sizes.least, "the smallest"),
        ("bring_in", sizes.forced * stakes.ante, f"{sizes.forced} antes"),
        ("small", sizes.bet * stakes.ante, f"{sizes.bet} antes"),
    ):
        if getattr(stakes, name) < least:
            words = f"stakes.{name}: {least} or more, {why} ({source})"
            raise BadPage(words, f"{here}.stakes.{name}")
    if least_buy != sizes.buy_in * stakes.ante:
        words = f"{sizes.buy_in} antes ({source}); write [{sizes.buy_in * stakes.ante}, 0]"
        raise BadPage(f"buy_in: {words}", f"{here}.buy_in")


def _check_bank_fee(rules: BankedRules, spread: Spread) -> None:
    """A banked game has its fees with its rules: one option of them, the first if none is named."""
    known_ones = [fee.option for fee in rules.fees]
    if len(spread.fees) > 1 or not {*spread.fees} <= {*known_ones}:
        one_of = f"one of {', '.join(map(str, known_ones))}" if known_ones else "none is filed"
        raise BadPage(f"fees: {one_of} for {spread.game}")


def _check_bank_buy(rules: BankedRules, spread: Spread, least: int, here: str) -> None:
    """Who has bought in can bet, and take the bank; for points so many as are filed (003 L870, 004
    L103)."""
    option = spread.fees[0] if spread.fees else rules.fees[0].option if rules.fees else 0
    bet = rules.fee(option).limits[0]
    if least < bet:
        raise BadPage(f"fees: the smallest bet is {show(bet)}, and the least buy-in {show(least)}")
    if rules.points and least < rules.points.buy_in * bet:
        words = f"buy_in: {rules.points.buy_in} points at least, {show(rules.points.buy_in * bet)}"
        raise BadPage(f"{words}; write [least, most] in cents", f"{here}.buy_in")


def _check_payers(rules: Rules, stakes: Stakes, here: str) -> None:
    """The winner's blind, and from home: draw and lowball with antes (000 L1505-1511)."""
    formats = rules.antes_only and rules.limit == "no-limit"
    if not formats or not stakes.ante:
        words = "stakes.by: in no-limit draw and lowball with an ante only"
        raise BadPage(words, f"{here}.stakes.by")
    if stakes.by not in _FORMATS or len(stakes.by) != len(stakes.blinds):
        known_ones = "; ".join(", ".join(one) for one in _FORMATS)
        words = f"stakes.by: a payer for each blind, from the smallest up. There are: {known_ones}"
        raise BadPage(words, f"{here}.stakes.by")


_GUN, _HOME, _WINNER = PAYERS
_FORMATS = ((_WINNER,), (_GUN,), (_GUN, _WINNER), (_GUN, _HOME), (_GUN, _HOME, _WINNER))


def _check_antes(rules: Law, spread: Spread, here: str) -> None:
    if spread.antes < 0:
        raise BadPage("antes: how many at most, 0 for no limit", f"{here}.antes")
    if spread.antes and not rules.opened:
        words = f"antes: {spread.game} is opened by anybody, so nobody antes twice for a pot"
        raise BadPage(words, f"{here}.antes")


def _check_kill(rules: Law, spread: Spread, here: str) -> None:
    game = rules.kill
    if game is None:
        if spread.kill:
            words = f'kill: {spread.game} has none here; write limit = "limit with kill"'
            raise BadPage(words, f"{here}.kill")
        return
    if game.pot and kill.label(spread.stakes) not in game.pot:
        words = f"stakes: kills are posted for {', '.join(game.pot)} here"
        raise BadPage(words, f"{here}.stakes")
    filed = "half" if kill.label(spread.stakes) in game.half else "full"
    if game.filed and spread.kill not in ("", filed):
        words = f"kill: for {kill.label(spread.stakes)} a {filed} kill is filed here, no other"
        raise BadPage(words, f"{here}.kill")
    higher = kill.killed(game, spread.stakes)
    if higher.small % spread.stakes.chip or higher.upper % spread.stakes.chip:
        words = f"stakes.chip: killed it plays {show(higher.small)} and {show(higher.upper)}"
        raise BadPage(f"{words}, in chips of {show(spread.stakes.chip)}", f"{here}.stakes")


def _check_house(config: Config, at: int, rules: Law, here: str) -> None:
    """Everything that the house writes for this game can be done at this table."""
    least, most = rules.seats
    if not least <= config.seats <= most:
        words = f"{rules.game}: {least} players at least"
        words = words if config.seats < least else f"{rules.game}: {most} players at most"
        raise BadPage(f"{words}, and the table has {config.seats} seats", f"{here}.game")
    if home_of(config, at).settings != home_of(config).settings:
        source = ", ".join(one.source for one in house_table(config.house).where)
        words = "its house runs this game otherwise than the table's first one"
        raise BadPage(f"{words} ({source}): two tables", f"{here}.stakes")


def _check_stakes(stakes: Stakes, here: str) -> None:
    if stakes.small <= 0:
        raise BadPage("stakes.small: cents, more than 0", f"{here}.small")
    if stakes.chip <= 0:
        raise BadPage("stakes.chip: the smallest chip in cents, more than 0", f"{here}.chip")
    if stakes.big and stakes.big < stakes.small:
        words = f"stakes.big: {stakes.big} is less than small, {stakes.small}; big is the upper bet"
        raise BadPage(words, f"{here}.big")
    if len(stakes.blinds) > 3:
        words = "stakes.blinds: three at most, the first of three on the button"
        raise BadPage(words, f"{here}.blinds")
    if list(stakes.blinds) != sorted(stakes.blinds) or min(stakes.blinds, default=1) <= 0:
        raise BadPage("stakes.blinds: small to big, in cents, as [100, 200]", f"{here}.blinds")
    for name in ("small", "big", "ante", "bring_in"):
        cents = getattr(stakes, name)
        if cents > MOST_STAKES:
            words = f"stakes.{name}: {show(MOST_STAKES)} at most; write cents"
            raise BadPage(words, f"{here}.{name}")
        if cents < 0 or cents % stakes.chip:
            words = f"stakes.{name}: {cents} is no number of chips of {stakes.chip} cents"
            raise BadPage(words, f"{here}.{name}")
    if any(blind % stakes.chip for blind in stakes.blinds):
        words = f"stakes.blinds: all in steps of the smallest chip, {stakes.chip} cents"
        raise BadPage(words, f"{here}.blinds")


def _check_bomb(config: Config, rules: Law, chip: int, here: str) -> None:
    if config.bomb_ante and not (rules.has_pot and rules.board):
        words = "bomb_ante: a bomb pot starts with the flop, and this game has none"
        raise BadPage(words, f"{here}.game")
    if config.bomb_ante % chip:
        raise BadPage(f"bomb_ante: in chips of {show(chip)}", "bomb_ante")


def _check_jackpot(jackpot: Jackpot, config: Config) -> None:
    ways = ways_of(config)
    if not any(resolve(config.house, spread, ways).has_pot for spread in config.spreads):
        words = "jackpot: its dollar comes out of pots, and in these games there are none"
        raise BadPage(words, "jackpot")
    for spread in config.spreads:
        rules = resolve(config.house, spread, ways)
        if rules.has_pot and not rules.high and spread.game not in ways.jackpot_games:
            words = f"no hand of {spread.game} can win it, so none may pay for it (003 L59)"
            raise BadPage(f"jackpot: {words}", "jackpot")
    if not 2 <= jackpot.least_players <= config.seats:
        words = f"2 to {config.seats} dealt in, or nobody could ever win it"
        raise BadPage(f"jackpot.least_players: {words}", "jackpot.least_players")
    for name in ("beaten", "beater", "high_hand"):
        known(getattr(jackpot, name), KINDS, f"jackpot.{name}", f"jackpot.{name}")
    for name in ("bad_beat", "pays", "loser", "winner"):
        if not 0 <= getattr(jackpot, name) <= 100:
            raise BadPage(f"jackpot.{name}: percent, 0 to 100", f"jackpot.{name}")
    if jackpot.loser + jackpot.winner > 100:
        words = "jackpot.winner: with jackpot.loser it is more than all there is"
        raise BadPage(words, "jackpot.winner")


def _check_counters(config: Config) -> None:
    """A sit-n-go plays for counters: nothing that is paid in cents can come out of its pots."""
    for at, spread in enumerate(config.spreads):
        if spread.fees:
            words = "fees: a sit-n-go takes its fee with the entry: tournament.fee"
            raise BadPage(words, f"spreads[{at}].fees")
        rules = resolve(config.house, spread, ways_of(config))
        if rules.forced != "blinds":
            words = f"{spread.game}: a sit-n-go's levels are blinds, and this game has none"
            raise BadPage(words, f"spreads[{at}].game")
        if rules.kill:
            words = f"{spread.game}: a kill is of posted limits, and a sit-n-go plays its levels"
            raise BadPage(words, f"spreads[{at}].limit")
        if rules.seats[0] > 2:
            words = f"{spread.game}: {rules.seats[0]} players at least, and a sit-n-go ends with 2"
            raise BadPage(words, f"spreads[{at}].game")
    for name in ("jackpot", "bomb_ante"):
        if getattr(config, name):
            raise BadPage(f"{name}: not in a sit-n-go, whose chips are counters", name)


_LEAST_LEVEL_MS = 1_000  # or all that a table does is to raise its blinds


def _check_tournament(show: Tournament) -> None:
    if sum(show.prizes) != 100 or min(show.prizes) <= 0:
        words = f"tournament.prizes: percent that make 100; these make {sum(show.prizes)}"
        raise BadPage(words, "tournament.prizes")
    for name in ("entry", "chips"):
        if not 0 < getattr(show, name) <= MOST_BUY_IN:
            words = f"tournament.{name}: more than 0, and {MOST_BUY_IN:_} at most"
            raise BadPage(words, f"tournament.{name}")
    if show.level_ms < _LEAST_LEVEL_MS:
        words = f"milliseconds, {_LEAST_LEVEL_MS} or more; ten minutes are 600_000"
        raise BadPage(f"tournament.level_ms: {words}", "tournament.level_ms")
    if not show.levels:
        words = "tournament.levels: at least one, as [[25, 50, 0]]"
        raise BadPage(words, "tournament.levels")
    if any(not 0 < small <= big or ante < 0 for small, big, ante in show.levels):
        words = "tournament.levels: each is small blind, big blind, ante, as [[25, 50, 0]]"
        raise BadPage(words, "tournament.levels")
    for at, (lower, higher) in enumerate(pairwise(show.levels), 2):
        if any(then < now for now, then in zip(lower, higher, strict=True)):
            words = f"level {at} falls, from {list(lower)} to {list(higher)}"
            raise BadPage(f"tournament.levels: {words}; blinds only rise", "tournament.levels")
    if show.chips < show.levels[0][1]:
        words = f"tournament.chips: {show.chips}, and the first big blind is {show.levels[0][1]}"
        raise BadPage(words, "tournament.chips")
    for name in ("fee", "break_after", "break_ms"):
        if not 0 <= getattr(show, name) <= MOST_BUY_IN:
            words = f"tournament.{name}: 0 to {MOST_BUY_IN:_}"
            raise BadPage(words, f"tournament.{name}")
    if not 2 <= show.seats <= 10:
        raise BadPage("tournament.seats: two to ten", "tournament.seats")
