"""What the center says, and in which colour: the words only."""

from typing import Literal

from msgspec.structs import replace

from firmware.money import show as dollars
from firmware.screens.protocol import Against, Layout, Public, Result, Seat, Share, pan_facts
from firmware.screens.protocol import bank_facts as facts
from ui.amounts import show
from ui.hand_words import in_signs
from ui.names import listed, shortened

Says = tuple[str, str, int]  # icon, words and chips in front of a plate
Kind = Literal["", "gold", "dark", "win", "sky", "rose"]  # sky: paused, rose: a fault
QUIET_PHASES = {"break": "Break", "closed": "Closed"}
SHORT = 10  # letters of a name, where there is little room
SHORT_LINE = 20  # letters of names at the ends
VERBS = {
    "bet": "Bet ", "raise": "Raise ", "call": "Call ", "all-in": "All-in ", "complete": "To ",
    "back": "Back ", "straddle": "Straddle ", "over": "Over ",
}  # fmt: skip
DID = {"check": "Check", "pat": "Stands pat"}


FREE = "checking is free"
NO_BET = {
    "draw": "to draw",
    "roll": "to turn a card up, or not",
    "kill": "to kill the pot, or not",
}


def message(public: Public) -> tuple[Kind, str]:
    """For the long sides: an alert, else the winner, else whose turn it is."""
    if public.alert:
        left = f"  ·  {minutes(public.alert.left_ms)}" if public.alert.left_ms else ""
        return ("rose" if public.phase == "fault" else "sky"), f"{public.alert.title}{left}"
    if over := tournament_over(public):
        return "win", over
    if public.result:
        return "win", _won(public, public.result)
    if public.pan and public.phase == "in hand":
        says = pan_facts.stands(public.pan, public.actor, public.name)
        return "gold" if public.actor else "dark", says
    if public.actor and public.asked:
        return "gold", f"{public.name(public.actor)} {NO_BET[public.asked]}"
    if public.actor:
        owes = f"{show(public.to_call)} to {public.pays_to}" if public.to_call else FREE
        return "gold", f"{public.name(public.actor)} to act  ·  {owes}"
    if public.notice:
        return "dark", public.notice
    return "dark", QUIET_PHASES.get(public.phase, "")


def _won(public: Public, result: Result) -> str:
    hand = f"  ·  {result.hand}" if result.hand else ""
    return f"{public.name(result.winner)} wins {show(result.chips)}{hand}"


def last_hand(public: Public) -> str:
    """Who won most of it: a line for the pause before the next cards."""
    if not public.result:
        return ""
    most = public.result.most
    seat, chips = (most.seat, most.chips) if most else (public.result.winner, public.result.chips)
    return f"Last {public.placard.play}: {public.name(seat)} won {show(chips)}"


def tournament_over(public: Public) -> str:
    """Who won it, until the next one begins; or what each of those got who agreed to end it."""
    contest = public.contest
    if not contest or not contest.ended:
        return ""
    if contest.agreed:
        shares = listed([f"{who} {dollars(cents)}" for who, cents in contest.ended])
        return f"Ended by agreement: {shares}"
    who, cents = contest.ended[0]
    return f"{who} wins the tournament and {dollars(cents)}"


def note(public: Public) -> str:
    """Under a win or an alert: what is safe, who was beaten, how a vote stands."""
    alert, result = public.alert, public.result
    words = (alert.words if alert else "") or _beaten(public) or public.notice
    if result and alert:  # a break or a pause came before anybody had read it
        words = _winners(public, result.shares) if result.shares else _won(public, result)
    elif result and tournament_over(public):
        words = _won(public, result)
    return "  ·  ".join(filter(None, (words, alert.code if alert else "")))


BOARDS = ("", "First board", "Second board")
NTH_BOARD = ("", "1st", "2nd")
JOINED = " + "
NAMED_POTS, NAMED_HANDS = 4, 2  # each by its name


def won_pots(public: Public) -> tuple[tuple[str, ...], ...]:
    """Where not one hand took all: each pot, how much, who, with what. The same more than once,
    shorter and shorter, for whoever has little room; at last after the main pot each winner."""
    if public.alert or not public.result or not public.result.shares:
        return ()
    pots = _told_together(public.result.shares)
    told = [tuple(_pot_words(public, one, short) for one in pots) for short in range(3)]
    return *told, (told[-1][0], *_winner_words(public, public.result.shares))


def _winner_words(public: Public, shares: tuple[Share, ...]) -> list[str]:
    """In all pots together, on each board, with every hand that he won with."""
    won: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for one in _by_board(shares):
        for seat, chips in zip(one.seats, one.each, strict=True):
            won.setdefault((one.board, seat), []).append((chips, one.hand.split(",")[0]))
    told = []
    for (board, seat), parts in won.items():
        hands = _few_hands(list(dict.fromkeys(hand for _, hand in parts if hand)))
        words = f"{_short(public.name(seat))} {show(sum(chips for chips, _ in parts))}"
        told.append(f"{NTH_BOARD[board]} {words}{', ' * bool(hands)}{hands}".strip())
    return told


def _few_hands(hands: list[str]) -> str:
    """A high and a low; where there are more, how many."""
    return JOINED.join(hands if len(hands) <= NAMED_HANDS else (hands[0], f"{len(hands) - 1} more"))


def _by_board(shares: tuple[Share, ...]) -> list[Share]:
    return sorted(shares, key=lambda one: one.board)


def _told_together(shares: tuple[Share, ...]) -> list[Share]:
    """Pots that the same hand took, as one; the first board's before the second's."""
    found: dict[tuple[int, tuple[int, ...], str], Share] = {}
    for one in _by_board(shares):
        key = one.board, one.seats, one.hand
        pot = one.pot.removesuffix(f", {BOARDS[one.board].lower()}") if one.board else one.pot
        if seen := found.get(key):
            each = tuple(map(sum, zip(seen.each, one.each, strict=True)))
            chips, pot = seen.chips + one.chips, f"{seen.pot}{JOINED}{pot[:1].lower()}{pot[1:]}"
            one = replace(one, chips=chips, each=each)
        found[key] = replace(one, pot=pot)
    return [*found.values()]


def _pot_words(public: Public, share: Share, short: int) -> str:
    """`short`: 1 the names, 2 also the name of the pot and of the hand."""
    pot, hand = share.pot, share.hand
    if short > 1:
        pot, hand = _few_pots(pot.replace(" pot", "")), hand.split(",")[0]
    if share.board:
        board = BOARDS[share.board] if short < 2 else NTH_BOARD[share.board]
        pot = board if pot == "Pot" else f"{board}, {pot[:1].lower()}{pot[1:]}"
    return f"{pot} {show(share.chips)}: {_who(public, share, short > 0)}{', ' * bool(hand)}{hand}"


def _few_pots(pot: str) -> str:
    """Where one hand took a whole row of them, how many."""
    parts = pot.count(JOINED) + 1
    return pot if parts <= NAMED_POTS else f"{parts} {'parts of ' * (', ' in pot)}pots"


def _who(public: Public, share: Share, short: bool) -> str:
    """Each winner, and where there are several what each of them got."""
    names = [_short(public.name(seat)) if short else public.name(seat) for seat in share.seats]
    if len(names) > 1 and len(set(share.each)) == 1:
        return f"{listed(names)}, {show(share.each[0])} each"
    if len(names) > 1 and share.each:
        return listed([f"{who} {show(got)}" for who, got in zip(names, share.each, strict=True)])
    return listed(names)


def _beaten(public: Public) -> str:
    result = public.result
    if not result or not result.beaten or result.shares:
        return ""
    return f"{public.name(result.beaten)}: {result.beaten_hand}"


def short_message(public: Public) -> tuple[Kind, str]:
    """The same, shortened for the ends; while a hand is played, the pot."""
    result = public.result
    if result and result.shares:
        return "gold", _winners(public, result.shares)
    if result:
        hand = result.hand.split(",")[0] if public.placard.board else ""
        hand = in_signs(hand)
        winner = _short(public.name(result.winner))
        return "gold", f"{winner} wins{', ' + hand if hand else ''}"
    if public.alert:
        return message(public)
    total = public.total or sum(pot.chips for pot in public.pots)
    if not total:
        return "", ""
    if public.pan:
        return "dark", f"Tops {show(total)}"
    return "dark", f"{'All pots' if len(public.pots) > 1 else 'Pot'} {show(total)}"


def _winners(public: Public, shares: tuple[Share, ...]) -> str:
    """All of them, as far as there is room; what each won lies before his plate."""
    seats = list(dict.fromkeys(seat for one in shares for seat in one.seats))
    names = listed([_short(public.name(seat)) for seat in seats])
    if len(names) > SHORT_LINE:
        return f"{len(seats)} players win"
    return f"{names} win{'s all' * (len(seats) == 1)}"


def bank_words(round_: Against, layout: Layout) -> str:
    """The bank, and what lies against it."""
    if not layout.bank_hands and layout.setting:
        return f"A point is {show(layout.fees.limits[0])}"
    if not layout.bank_hands:
        return f"Pool {show(facts.action(round_))}"
    if not round_.banks:
        return "BANK open" if round_.due == "bank" else "No bank"
    stake, left = facts.stake(round_), facts.cover_left(round_)
    if facts.settled(round_):
        return f"Cover left {show(left)} of {show(stake)}"
    return f"BANK {show(stake)}  ·  bets {show(facts.action(round_))}"


def bank_message(public: Public, round_: Against, seconds: int) -> tuple[Kind, str]:
    """What is asked of whom; or how it ended."""
    if public.alert:
        return message(public)
    if public.notice.startswith("Floor"):
        return "dark", public.notice
    match round_.due:
        case "bank" if round_.offers:
            return "gold", f"The bank is offered to {public.name(round_.offers[0])}"
        case "wager":
            return "gold", f"Bets close in {seconds} s" if seconds >= 0 else "Place your bets"
        case "choose":
            return _deciding(public, round_)
        case "over":
            return _round_over(public, round_)
    return "dark", "Bets are closed" if round_.due == "deal" else ""


def drawn_message(public: Public, round_: Against, seconds: int) -> tuple[Kind, str]:
    """What came, who is first, what it did; then how long the bets are open."""
    if public.alert or round_.due == "choose" or not round_.bank_hand:
        return bank_message(public, round_, seconds)
    parts = [round_.bank_hand]
    if round_.first:
        parts.append(f"{public.name(round_.first)} first")
    decided = [one for one in (*round_.drawn, *round_.wagers) if one.circle == "field"]
    if decided and decided[0].result:
        parts.append("field wins" if ":" in decided[0].result else "field loses")
    if round_.due == "wager" and seconds >= 0:
        parts[1:] = [f"bets close in {seconds} s"]
    return "gold", "  ·  ".join(parts)


def _deciding(public: Public, round_: Against) -> tuple[Kind, str]:
    open_ = [
        seat.seat
        for seat in public.seats
        if seat.life == "in" and facts.bets(round_, seat.seat) and seat.seat not in round_.placed
    ]
    if len(open_) == 1:
        return "gold", f"{public.name(open_[0])} to decide"
    return "gold", f"{len(open_)} players decide" if open_ else "The bank decides"


def _round_over(public: Public, round_: Against) -> tuple[Kind, str]:
    mine, theirs = round_.player_hand, round_.bank_hand
    if mine and theirs:
        player, _ = facts.winner(round_)
        if player is None:
            return "dark", f"Tie on {mine}"
        return (
            "win",
            f"Player wins {mine} to {theirs}" if player else f"Banker wins {theirs} to {mine}",
        )
    layout, result = public.placard.layout, public.result
    if not round_.banks and layout and layout.bank_hands:
        return "dark", "Nobody takes the bank"
    if not round_.banks:
        return _best(public, result) if result else ("dark", "Too few bets for a round")
    note = result.note if result else "Bets are settled"
    return "win", f"{theirs}  ·  {note}" if theirs else note


def _best(public: Public, result: Result) -> tuple[Kind, str]:
    """Where nobody banks."""
    return "win", f"{public.name(result.winner)} {result.note}: {show(result.chips)}"


def _short(name: str) -> str:
    return shortened(name, SHORT)


def won_at_seat(public: Public, seat: Seat) -> str:
    """Where several hands won: what this seat did, on each board."""
    if not public.result or not public.result.shares or not seat.won:
        return ""
    boards: dict[int, int] = {}
    for one in _by_board(public.result.shares):
        for number, chips in zip(one.seats, one.each, strict=True):
            if one.board and number == seat.seat:
                boards[one.board] = boards.get(one.board, 0) + chips
    if len(boards) == 1:
        board, chips = boards.popitem()
        return f"{NTH_BOARD[board]} board {show(chips)}"
    both = " + ".join(f"{NTH_BOARD[board]} {show(chips)}" for board, chips in boards.items())
    return both or f"Wins {show(seat.won)}"


def at_seat(seat: Seat, away_ms: int, won: str, play: str) -> Says:
    """Icon, words and chips in front of a plate; `won`: where several did, what he won; `play`:
    a hand, or a round against a bank."""
    if won:
        return "won", won, 0
    match seat.life:
        case "lobby":
            return "cup", f"Lobby {minutes(away_ms)}", 0
        case "away" if not seat.stack:
            return "", "No chips", 0
        case "away":
            return "pause", f"Away {minutes(away_ms)}" if away_ms else "Sitting out", 0
        case "folded":
            return "", "Fold", 0
        case "waiting":
            return "clock", f"Next {play}", 0
        case "leaving":
            return "exit", "Leaving", 0
        case "fault":
            return "alert", "No link", 0
    return "", _did(seat), seat.bet


def _did(seat: Seat) -> str:
    if seat.bet:
        return VERBS.get(seat.did, f"{seat.mark} " if seat.mark else "") + show(seat.bet)
    if seat.pots:
        return in_pots(seat.pots)
    return f"Draws {seat.count}" if seat.did == "draw" else DID.get(seat.did, "")


def in_pots(pots: tuple[int, ...]) -> str:
    """What an all-in seat plays for; many side pots as from and to."""
    sides = [str(pot) for pot in pots if pot]
    told = sides if len(sides) < 3 else [f"{sides[0]}–{sides[-1]}"]
    return "In " + ", ".join(["main"] * (0 in pots) + told)


def minutes(left_ms: int) -> str:
    seconds = -(-left_ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"
