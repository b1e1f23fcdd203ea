"""What the center says, and in which colour: the words only."""

from typing import Literal

from firmware.screens.protocol import Against, Layout, Public, Seat, Share, pan_facts
from firmware.screens.protocol import bank_facts as facts
from ui.amounts import show

Says = tuple[str, str, int]  # icon, words and chips in front of a plate
Kind = Literal["", "gold", "dark", "win", "sky", "rose"]  # sky: paused, rose: a fault
QUIET_PHASES = {"break": "Break", "closed": "Closed"}
SHORT = 10  # letters of a name, where there is little room
VERBS = {"bet": "Bet ", "raise": "Raise ", "call": "Call ", "all-in": "All-in ", "complete": "To "}
DID = {"check": "Check", "pat": "Stands pat"}


def name(public: Public, number: int) -> str:
    return next((s.name for s in public.seats if s.seat == number and s.name), f"Seat {number}")


def message(public: Public) -> tuple[Kind, str]:
    """For the long sides: an alert, else the winner, else whose turn it is."""
    if public.alert:
        return ("rose" if public.phase == "fault" else "sky"), public.alert.title
    result = public.result
    if result and result.shares:
        return "win", share_words(public, result.shares[0])
    if result:
        hand = f"  ·  {result.hand}" if result.hand else ""
        return "win", f"{name(public, result.winner)} wins {show(result.chips)}{hand}"
    if public.pan and public.phase == "in hand":
        says = pan_facts.stands(public.pan, public.actor, lambda seat: name(public, seat))
        return "gold" if public.actor else "dark", says
    if public.actor:
        owes = f"{show(public.to_call)} to call" if public.to_call else "checking is free"
        return "gold", f"{name(public, public.actor)} to act  ·  {owes}"
    if public.notice:
        return "dark", public.notice
    return "dark", QUIET_PHASES.get(public.phase, "")


def note(public: Public) -> str:
    """Under a win or an alert: what is safe, who was beaten, how a vote stands."""
    alert = public.alert
    words = (alert.words if alert else "") or _beaten(public) or public.notice
    return "  ·  ".join(filter(None, (words, alert.code if alert else "")))


def share_words(public: Public, share: Share, short: bool = False) -> str:
    """A pot: how much, who, with what."""
    who = " and ".join(name(public, seat) for seat in share.seats)
    hand = f", {share.hand}" if share.hand and not short else ""
    return f"{share.pot} {show(share.chips)}: {who}{hand}"


def _beaten(public: Public) -> str:
    result = public.result
    if result and result.shares:
        others = result.shares[1:]
        return "  ·  ".join(share_words(public, one, len(others) > 2) for one in others)
    if not result or not result.beaten:
        return ""
    hand = result.beaten_hand
    return f"{name(public, result.beaten)}: {hand[:1].lower()}{hand[1:]}"


def short_message(public: Public) -> tuple[Kind, str]:
    """The same, shortened for the ends; while a hand is played, the pot."""
    result = public.result
    if result:
        hand = result.hand.split(",")[0].lower() if public.placard.board else ""
        main = " the main pot" if result.shares else ""
        winner = _short(name(public, result.winner))
        return "gold", f"{winner} wins{main}{', ' + hand if hand else ''}"
    if public.alert:
        return message(public)
    total = public.total or sum(pot.chips for pot in public.pots)
    if not total:
        return "", ""
    if public.pan:
        return "dark", f"Tops {show(total)}"
    return "dark", f"{'All pots' if len(public.pots) > 1 else 'Pot'} {show(total)}"


def bank_words(round_: Against, layout: Layout) -> str:
    """The bank, and what lies against it."""
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
            return "gold", f"The bank is offered to {name(public, round_.offers[0])}"
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
        parts.append(f"{name(public, round_.first)} first")
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
        return "gold", f"{name(public, open_[0])} to decide"
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
    if not round_.banks:
        return "dark", "Nobody takes the bank"
    note = public.result.note if public.result else "Bets are settled"
    return "win", f"{theirs}  ·  {note}" if theirs else note


def _short(name: str) -> str:
    return name if len(name) <= SHORT else name[: SHORT - 1].rstrip() + "…"


def at_seat(seat: Seat, away_ms: int) -> Says:
    """Icon, words and chips in front of a plate."""
    match seat.life:
        case "lobby":
            return "cup", f"Lobby {minutes(away_ms)}", 0
        case "away":
            return "pause", f"Away {minutes(away_ms)}" if away_ms else "Sitting out", 0
        case "folded":
            return "", "Fold", 0
        case "waiting":
            return "clock", "Next hand", 0
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
