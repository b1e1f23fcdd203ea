"""The rules page of a game as one house spreads it: what the engine plays, told to a player."""

import textwrap
from collections.abc import Iterator

from msgspec import Struct

from firmware.games.cards import DECKS
from firmware.games.poker import words
from firmware.games.poker.game import Game, Phase
from firmware.games.poker.house import GameHere, House, HouseRules, Structure
from firmware.games.poker.rules import Rules, games, houses, rules, spread
from firmware.games.poker.words import number, sentence, times
from firmware.money import show
from firmware.pages import BadPage, known

_USUAL = HouseRules()


class Section(Struct, frozen=True):
    title: str
    lines: tuple[str, ...]


class Sheet(Struct, frozen=True):
    game: str
    house: str
    limit: str
    title: str
    where: str
    intro: str
    sections: tuple[Section, ...]


class _At(Struct, frozen=True):
    """Everything a section may look at."""

    page: Game
    here: GameHere
    rules: Rules

    @property
    def settings(self) -> HouseRules:
        return self.rules.settings

    @property
    def fixed(self) -> bool:
        return self.rules.limit in ("limit", "spread")

    @property
    def draws(self) -> bool:
        return any(phase.kind == "draw" for phase in self.rules.phases)


def choose(game: str, house: str, limit: str = "") -> Rules:
    """The rules that were asked for, the house's first structure if none is named, or BadPage."""
    known(game, games(), "game")
    known(house, houses(), "house")
    page, home = games()[game], houses()[house]
    if game not in home.games and house != "common":
        others = [h.name for h in houses().values() if game in h.games]
        tell = f"; {', '.join(others)} {'do' if len(others) > 1 else 'does'}" if others else ""
        raise BadPage(f"{home.name} does not spread {page.name}{tell}")
    limits = spread(page, home.games.get(game, GameHere()))
    if limit:
        known(limit, words.LIMITS, "limit")
    chosen: Structure = limit or limits[0]  # type: ignore[assignment]
    return rules(game, house, chosen)


def sheet(game: str, house: str = "common", limit: str = "") -> Sheet:
    found = choose(game, house, limit)
    home = houses()[house]
    return tell(games()[game], home, home.games.get(game, GameHere()), found)


def tell(page: Game, home: House, here: GameHere, found: Rules) -> Sheet:
    at = _At(page, here, found)
    told = {
        "Table": _table(at),
        "Forced bets": _forced(at),
        "The play": _play(at),
        "Betting": _betting(at),
        "All-in": _all_in(at),
        "The hand": _hand(at),
        "The pot": _pot(at),
        "Showdown": _showdown(at),
        "Kill": _kill(at),
        "Here": _here(at),
        "Sources": _sources(at, home.filing),
    }
    sections = tuple(
        Section(title, lines) for title, text in told.items() if (lines := tuple(text))
    )
    where = f"{home.name}, {words.LIMITS[found.limit]}" + " with kill" * (found.kill is not None)
    return Sheet(found.game, found.house, found.limit, page.name, where, page.words, sections)


def text(sheet: Sheet, width: int = 80) -> str:
    """As it goes to paper or a terminal."""
    label = 13
    out = [sheet.title, sheet.where, "", *textwrap.wrap(sheet.intro, width), ""]
    for section in sheet.sections:
        head = section.title
        for line in section.lines:
            hang = label + (3 if line[:1].isdigit() and line[1:3] == ". " else 0)
            out += textwrap.wrap(
                line,
                width,
                initial_indent=f"{head:<{label}}",
                subsequent_indent=" " * hang,
                break_on_hyphens=False,
            )
            head = ""
    return "\n".join(out)


# Before the cards


def _table(at: _At) -> Iterator[str]:
    least, most = at.rules.seats
    yield f"{words.DECKS[at.rules.deck]}. {least} to {most} players."
    posted = at.here.posted.get(at.rules.limit)
    if posted:
        yield f"Posted: {posted}."
    elif at.rules.house != "common":
        yield "Stakes: as the sign at the table has them."


def _forced(at: _At) -> Iterator[str]:
    settings, forced = at.settings, at.rules.forced
    if forced == "blinds":
        yield words.BLINDS[settings.blind_counts]
        if at.fixed and settings.big_blind == "lower limit":
            yield "The big blind is the lower limit."
        if max(settings.blind_counts) > 1:
            yield "Between two players the button has the smaller blind. Blinds are live."
    elif at.here.blinds:
        yield "Two blinds on the left of the button; they are live and count for the forced bet."
    else:
        yield "An ante from everybody."
    if at.rules.antes_only:
        yield "Where posted, an ante from everybody and no blinds."
    if forced == "bring-in":
        yield from _bring_in(at)
    if forced != "blinds":
        return
    if settings.straddles > 0:
        yield from _straddles(settings)
    elif settings.straddles == 0:
        yield "No straddles."
    if settings.overs > 0:
        yield (
            f"Anyone may post an over before the deal: a live blind of two to "
            f"{number(settings.overs)} big blinds."
        )
    yield from _comes_in(settings)


def _comes_in(settings: HouseRules) -> Iterator[str]:
    if settings.comes_in == "kill":
        yield (
            "Who comes in waits for the big blind or kills the pot: twice the blind, and twice the "
            "limits for that hand; who missed the blind, too, if nobody in the game objects."
        )
    elif settings.comes_in == "over" and settings.overs > 0:
        yield "Who comes in, or missed a blind, waits for the big one or posts an over."


def _straddles(settings: HouseRules) -> Iterator[str]:
    if settings.straddler == "who missed blinds":
        yield (
            "Who missed blinds may make them up with a straddle: on the left of the big blind, "
            "twice as much, live, one a deal, never on the button. Nobody else straddles."
        )
        return
    if settings.straddles == 1:
        yield "One live straddle, of two big blinds, by the player on the left of the big blind."
    else:
        sizes = ", ".join(number(n) for n in range(2, settings.straddles + 2))
        yield (
            f"Up to {number(settings.straddles)} live straddles in a row from the left of the big "
            f"blind, of {sizes} big blinds; each is a raise."
        )
    if settings.straddle_doubles:
        yield "The least raise of a straddle is to twice its size."
    if settings.straddle_stack:
        yield f"A straddler has {number(settings.straddle_stack)} big blinds or more in front."


def _bring_in(at: _At) -> Iterator[str]:
    settings = at.settings
    first = next(phase.first for phase in at.rules.phases if phase.kind == "bet")
    if at.rules.pots[0].startswith("low"):
        yield "Equal cards: the highest suit; the ace is low."
    else:
        yield words.TIES[first]
    if settings.bring_in == "is a bet":
        yield "The forced bet is a bet: a raise is a whole one on top of it."
    else:
        yield "The forced bet may be completed to a full one; that is no raise."
    yield "Where it is less than a full bet, whoever is forced may open with a full one instead."
    yield from _told(
        settings,
        {
            "open_limit": {True: "The forced player may open at the lower or the upper limit."},
            "live_force": {True: "Unraised, the forced player may raise when it comes round."},
            "all_in_first": {
                "next best": "If that player is all-in, the next card or hand takes the place.",
                "to the left": "If that player is all-in, the next on the left may open or fold.",
            },
        },
    )


# The streets


def _play(at: _At) -> Iterator[str]:
    streets: dict[str, list[str]] = {}
    for phase in at.rules.phases:
        streets.setdefault(phase.street, []).append(_step(at, phase))
    for n, (street, steps) in enumerate(streets.items(), 1):
        name = words.street(at.page.family, street)
        yield f"{n}. {sentence(f'{name}:', '; '.join(steps))}"
    settings = at.settings
    if at.draws:
        yield from _told(
            settings,
            {
                "ante_opens": {
                    True: "Who is all-in for the ante may declare the pot open; who comes in "
                    "pays the full opening bet."
                }
            },
        )
        yield from _told(
            settings,
            {"fifth_last": {True: "Who draws five gets the fifth card after everybody has drawn."}},
        )
        yield from _told(settings, {"half_blind": {True: _HALF}})
        yield from _told(settings, {"missed_big": {True: _MISSED}})
        yield from _told(settings, {"missed_kills": {True: _KILLS}})
        yield "When the deck is used up, the discards are shuffled and dealt again."
    if at.rules.forced == "bring-in":
        yield from _stud_deck(at)
    if at.rules.passed:
        yield sentence("if nobody opens:", "; ".join(_passed(at.rules.passed)))


_MISSED = "Who missed the big blind waits for it, or posts it in the next hand."
_KILLS = "Or he kills the pot, if nobody in the game objects: twice the blind, twice the limits."
_HALF = "Who has less than half a blind left is dealt in, and the next player takes the blind."


def _passed(low: Rules) -> Iterator[str]:
    yield from _told(low.settings, {"half_blind": {True: _HALF.removesuffix(".").lower()}})
    for phase in low.phases:
        if phase.kind != "deal" or not phase.faces:
            yield _step_words(low, phase)


def _stud_deck(at: _At) -> Iterator[str]:
    if runs_short(at.rules):
        yield (
            "When the deck runs short: all but the last card is dealt, the last is shuffled with "
            "the burns, and the deal goes on; if that cannot serve everybody, one card is turned "
            "for all."
        )
        yield from _told(at.settings, _SHORT)
    yield from _told(
        at.settings,
        {
            "phantoms": {
                True: "A seat that folds with no bet to it is dealt on until somebody bets, so "
                "that no other card changes."
            },
            "turned_joker": {"bug": "A joker dealt down and turned up plays as one dealt up."},
        },
    )


_SHORT: dict[str, dict[object, str]] = {
    "skip_burn": {False: "No burn is skipped to make the cards go round."},
    "community_opener": {
        "as before": "On a card turned for all, who led the round before leads again.",
        "low hand": "On a card turned for all, the lowest hand of the round before leads.",
    },
}


def runs_short(found: Rules) -> bool:
    """Can a full table use up the deck?"""
    cards = sum(len(phase.faces) for phase in found.phases) * found.seats[1]
    return cards + sum(phase.burn for phase in found.phases) > len(DECKS[found.deck])


def _step(at: _At, phase: Phase) -> str:
    return _step_words(at.rules, phase)


def _step_words(rules: Rules, phase: Phase) -> str:
    match phase.kind:
        case "deal":
            return _deal(phase)
        case "draw":
            burn = "burn one, " if phase.burn else ""
            return f"{burn}each may draw up to {number(phase.most)}"
        case "discard":
            return f"each discards {number(phase.most)}"
        case "roll":
            return "each may turn the down card up"
        case "kill":
            return "anyone may kill the pot"
    size = _SIZES[phase.bet or "small"]
    checks = "" if phase.check else ", no checking"
    opens = ", a pair of jacks or better to open" if phase.openers else ""
    limit = size if rules.limit == "limit" else ""
    return f"betting{limit}{checks}{opens}, {words.FIRST[phase.first]}"


_SIZES = {"small": ", lower limit", "big": ", upper limit", "triple": ", three lower limits"}


def _deal(phase: Phase) -> str:
    parts = ["burn one"] if phase.burn else []
    for face, how in (("d", "down"), ("u", "up")):
        if face in phase.faces:
            parts.append(f"{times(phase.faces.count(face), 'card')} {how} to each")
    if "f" in phase.faces:
        parts.append("one card to each, down to whoever has none down, else up")
    if phase.board:
        parts.append(f"{times(phase.board, 'card')} on the board")
    return ", ".join(parts)


# Betting


def _betting(at: _At) -> Iterator[str]:
    yield from {"limit": _limit, "spread": _spread, "pot-limit": _pot_limit}.get(
        at.rules.limit, _no_limit
    )(at)
    settings = at.settings
    if settings.wager_cap:
        yield f"No single bet or raise above {show(settings.wager_cap)}."
    if at.rules.forced == "blinds":
        yield from _told(
            settings,
            {
                "first_round": {
                    "blinds by size": "In the first round the blinds speak last, the smaller "
                    "before the bigger; the button first of equal ones."
                }
            },
        )
    yield from _told(
        settings, {"check_raise": {False: "No check-raise: who checked may call or fold."}}
    )
    if at.rules.pots[0].startswith("low A-5") and at.draws:
        yield from _told(settings, _SEVENS)


_SEVENS: dict[str, dict[object, str]] = {
    "sevens": {
        "must bet": "After the draw a seven or better must bet, unless it is last to speak; if it "
        "was checked and is best, it wins only what was there before the draw.",
        "check costs": "A seven or better that is checked after the draw and is best wins only "
        "what was there before the draw; later bets go back.",
        "no check-raise": "A seven or better may not check and raise.",
    }
}


def _limit(at: _At) -> Iterator[str]:
    yield "Every bet and raise is the limit of its round."
    yield from _told(
        at.settings,
        {
            "open_pair": {
                "any player": "With a pair showing on fourth street anyone may bet or raise by "
                "either limit; once the upper one is used, only that.",
                "the pair": "Whoever shows a pair on fourth street may bet either limit; the "
                "others follow it for that round.",
            }
        },
    )
    yield _cap(at.settings)


def _spread(at: _At) -> Iterator[str]:
    yield (
        "Any bet from the posted least to the posted most; a raise is at least as big as the "
        "biggest bet or raise before it in the round."
    )
    yield _cap(at.settings)


def _pot_limit(at: _At) -> Iterator[str]:
    settings = at.settings
    yield "A bet may be as big as the pot; a raise, as big as the pot is after calling."
    yield "A raise is at least as big as the bet or raise before it. Raises are not limited."
    if settings.pot_open:
        yield (
            f"Opening the pot with a raise is to two to {number(settings.pot_open)} big blinds; "
            "once somebody has called, the pot is the measure."
        )
    if settings.pot_round:
        yield (
            f"Where the blinds have single dollars, the pot counts as the next "
            f"{show(settings.pot_round)}."
        )


def _no_limit(at: _At) -> Iterator[str]:
    settings = at.settings
    blinds = at.rules.forced == "blinds"
    least = "the posted least" if not blinds else "the big blind"
    if settings.opening_blinds > 1:
        least = f"{times(settings.opening_blinds, 'big blind')}, to come in as well"
        least += "; with antes only, the posted least" if at.draws else ""
    yield f"Any bet up to all your chips. The least bet is {least}."
    if settings.double_raise:
        yield "A raise is to at least twice the bet. Raises are not limited."
    else:
        yield "A raise is at least as big as the bet or raise before it. Raises are not limited."


_LIFTS = {
    "heads-up before the cap": "no limit if only two are left before the last one is made",
    "heads-up": "no limit between two players",
    "two in the round": "no limit while only two have put chips in on that round",
    "never": "between two players as well",
}


def _cap(settings: HouseRules) -> str:
    if not settings.raise_cap:
        return "Raises are not limited."
    return f"A bet and {times(settings.raise_cap, 'raise')} a round; {_LIFTS[settings.cap_lifts]}."


def _all_in(at: _At) -> Iterator[str]:
    if not at.fixed:
        yield (
            "An all-in of less than a full raise must be called, but lets nobody raise again who "
            "has spoken; several that add up to a full raise do."
        )
    elif at.settings.short_bet == "half":
        yield (
            "An all-in of half a bet or more counts as a bet or raise. Less must be called, but "
            "lets nobody raise again who has spoken; others may complete it to a full bet."
        )
    else:
        yield (
            "An all-in of less than a full bet or raise must be called, but lets nobody raise "
            "again who has spoken; others may complete it."
        )
    yield "You can win only pots that hold your chips; what nobody matched comes back."


# The end


def _hand(at: _At) -> Iterator[str]:
    found = at.rules
    if found.pots[0] == "match":  # the board is its goal, not a part of it
        yield words.NOTES["match"]
        return
    use = words.USES["cuban" if found.hand.startswith("cuban") else found.hand]
    board = " and the board's" if any(phase.board for phase in found.phases) else ""
    size = "four" if found.pots[0] == "badugi" else "five"
    yield use.format(size=size, board=board)
    joker = "joker" in found.deck
    for ranking in found.pots + ((found.up_joker,) if found.up_joker else ()):
        side = {"high": "High: ", "low": "Low: "}[ranking[:4].strip(", ")] if _split(at) else ""
        name = ranking if joker else ranking.removesuffix(", joker")
        what = words.order(ranking, joker) if ranking != found.up_joker else ""
        yield side + f"{what} {words.NOTES[name]}".strip()
    if found.passed:
        low = found.passed
        yield f"Played low: {words.NOTES[low.pots[0]]}"
        yield from _told(low.settings, _SEVENS)


def _split(at: _At) -> bool:
    return len(at.rules.pots) == 2


def _pot(at: _At) -> Iterator[str]:
    settings = at.settings
    if _split(at):
        yield "Half to the best high hand, half to the best low; without a low, high takes all."
        if settings.odd_half == "high":
            yield "The odd chip between the halves goes to the high one."
        else:
            yield "The odd chip between the halves goes to the winner closest left of the button."
        if settings.even_ties:
            yield "Who tie for both halves share the pot as evenly as possible."
    yield "Equal hands share; suits never decide a pot."
    if settings.odd_chips == "button":
        yield "Odd chips go to the winners closest to the left of the button, one each."
    else:
        low = at.rules.pots[-1].startswith("low")
        which = "lowest" if low and not _split(at) else "highest"
        rest = "; in the low half, the lowest" if _split(at) else ""
        yield f"Odd chips go by the {which} card, then suit, one each{rest}."


def _showdown(at: _At) -> Iterator[str]:
    if at.settings.show_first == "last aggressor":
        yield (
            "Cards speak. The last to bet or raise on the last round shows first; without a bet, "
            "the first to speak on it."
        )
    else:
        yield "Cards speak. The first to speak on the last round shows first."
    if any(phase.openers for phase in at.rules.phases) and not at.rules.passed:
        yield "If nobody opens, the antes stay for the next deal."


def _kill(at: _At) -> Iterator[str]:
    kill = at.rules.kill
    if kill:
        if kill.when == "scoop":
            yield "Whoever wins a whole pot, high and low, kills the next one."
        else:
            yield "Whoever wins two pots in a row kills the next one."
        if kill.pot:
            pots = ", ".join(f"{show(chips)} at {stakes}" for stakes, chips in kill.pot.items())
            yield f"The pot must hold at least {pots}."
        if kill.pot_bets:
            yield f"The pot must hold at least {times(kill.pot_bets, 'upper bet')}."
        if kill.flop or kill.full_bet:
            parts = ["have seen a flop"] * kill.flop + ["hold a full bet that is no blind"]
            yield f"The second pot must {' and '.join(parts[: kill.flop + kill.full_bet])}."
        yield (
            "The killer posts a live blind of one bet at the new limits instead of his own; the "
            "limits double"
            + (f", at {', '.join(kill.half)} they grow by half." if kill.half else ".")
        )
    if at.rules.limit == "limit" and any(phase.kind == "kill" for phase in at.rules.phases):
        yield (
            "A pot may be killed by choice, once a hand, for a blind of twice the big blind, with "
            "four times that in front of you; the limits of the hand double."
        )
    if kill or any(phase.kind == "kill" for phase in at.rules.phases):
        yield from _told(
            at.settings,
            {
                "killer": {
                    "last": "The killer speaks last in the first round; after his raise, the "
                    "others as they came in.",
                    "last, then clockwise": "The killer speaks last in the first round; after "
                    "his raise it goes on clockwise from him.",
                }
            },
        )


def _here(at: _At) -> Iterator[str]:
    yield from at.here.words
    if at.settings.timeout == "dead hand":
        yield "Who does not act in time has a dead hand, even where a check was free."
    else:
        yield "Who does not act in time checks if that is free, else folds."
    if any(phase.kind == "discard" for phase in at.rules.phases):
        late = "dead hand" in (at.settings.late_discard, at.settings.timeout)
        what = "the hand is dead" if late else "the card dealt last goes"
        yield f"Without a discard in time, {what}."


def _sources(at: _At, filing: str) -> Iterator[str]:
    moot = _moot(at)
    stated = {
        name: line
        for name, line in at.rules.sources.items()
        if name not in moot
        and (name in at.here.sources or getattr(at.settings, name) != getattr(_USUAL, name))
    }
    lines = "; ".join(f"{name.replace('_', ' ')} {line}" for name, line in stated.items())
    if lines:
        yield f"{lines}."
    elif filing:
        yield sentence(filing)


def _moot(at: _At) -> set[str]:
    """Settings of the house that have no place in this game at this structure."""
    limit, forced = at.rules.limit, at.rules.forced
    moot: set[str] = set()
    if not at.fixed:
        moot |= {"raise_cap", "cap_lifts", "short_bet", "open_pair", "open_limit"}
    if at.rules.kill is None:
        moot |= {"kill", "killer"}
    if limit not in at.here.posted:
        moot.add("posted")
    if limit not in at.here.by_ante:
        moot.add("by_ante")
    if forced != "blinds":
        moot |= {"straddles", "straddle_stack", "straddle_doubles", "straddler"}
        moot |= {"overs", "first_round", "opening_blinds", "blind_counts", "big_blind"}
    if forced != "bring-in":
        moot |= {"phantoms", "skip_burn", "all_in_first", "community_opener"}
    return moot


def _told(settings: HouseRules, says: dict[str, dict[object, str]]) -> Iterator[str]:
    """The words of each setting that has any for its value."""
    for name, by_value in says.items():
        told = by_value.get(getattr(settings, name))
        if told:
            yield told
