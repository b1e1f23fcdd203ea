"""What a round against a bank comes to, told alike on every screen: who bet what, who is first, who
won, what is said before a plate."""

from firmware.money import show
from firmware.screens.protocol.bank_view import Against, Layout, Lying, Pays, Wagered
from firmware.screens.protocol.public_view import Public, Seat
from firmware.screens.protocol.station_view import Ask

SIGNS = {"player": "P", "banker": "B", "tie": "T", "dragon 7": "7", "panda 8": "8"}


def title(circle: str) -> str:
    """As it is written on the layout."""
    return " ".join(word[:1].upper() + word[1:] for word in circle.split())


def banker(round_: Against) -> int:
    return round_.banks[0].seat if round_.banks else 0


def stake(round_: Against) -> int:
    return sum(bank.stake for bank in round_.banks)


def cover_left(round_: Against) -> int:
    return sum(bank.left for bank in round_.banks)


def bank_hand(public: Public) -> tuple[tuple[int, ...], int]:
    """The bank's cards that lie open, and how many do not."""
    number = banker(public.against) if public.against else 0
    for seat in public.seats:
        if number and seat.seat == number:
            return (seat.shown or seat.up), (0 if seat.shown else seat.down)
    return (), 0


def turned_over(before: Public, after: Public) -> list[int]:
    """The places of the bank's cards that were just opened; of a shoe two may be alike."""
    if before.hand != after.hand:
        return []
    known, found = [*bank_hand(before)[0]], list[int]()
    for place, card in enumerate(bank_hand(after)[0]):
        if card in known:
            known.remove(card)
        else:
            found.append(place)
    return found


def action(round_: Against) -> int:
    return sum(one.chips for one in round_.wagers)


def of_seat(round_: Against, seat: int) -> list[Wagered]:
    return [one for one in round_.wagers if one.seat == seat]


def hands(round_: Against, seat: int) -> list[Lying]:
    return [one for one in round_.hands if one.seat == seat]


def bets(round_: Against, seat: int) -> dict[str, int]:
    return {one.circle: one.chips for one in of_seat(round_, seat)}


def net(round_: Against, seat: int) -> int:
    """What a seat won or lost; the bank's is what all others did not."""
    if seat == banker(round_):
        return -sum(one.won for one in round_.wagers)
    return sum(one.won for one in of_seat(round_, seat))


def uncovered(round_: Against, seat: int) -> int:
    return sum(one.uncovered for one in of_seat(round_, seat))


def settled(round_: Against) -> bool:
    return round_.due == "over" or any(one.result for one in round_.wagers)


def winner(round_: Against) -> tuple[bool | None, bool | None]:
    """Of both hands of baccarat: player, banker; None: nobody yet, or a tie."""
    mine, theirs = round_.player_hand, round_.bank_hand
    if not settled(round_) or not (mine.isdigit() and theirs.isdigit()) or mine == theirs:
        return None, None
    return int(mine) > int(theirs), int(theirs) > int(mine)


def said(dice: tuple[int, ...], who: str) -> str:
    """What the dice came to, and whom they make the first."""
    return f"{sum(dice)}: {who} {'are' if who == 'You' else 'is'} first"


def bettors(round_: Against) -> list[int]:
    """In the order of settlement: from the first, else from the left of the bank."""
    found = sorted({one.seat for one in round_.wagers})
    start = round_.first or banker(round_) + 1
    return [n for n in found if n >= start] + [n for n in found if n < start]


def pays(layout: Layout, circle: str) -> Pays:
    return next((one for one in layout.circles if one.name == circle), Pays(circle))


def best_odds(layout: Layout, circle: str) -> str:
    """What a circle pays: one row as it is, several as up to the best of them."""
    found = [row for _, row in pays(layout, circle).rows if ":" in row]
    if not found and layout.setting and not layout.bank_hands:
        return "by points"
    if not found:
        return "a pool" if not layout.bank_hands else ""
    best = max(found, key=_worth)
    return best if len(set(found)) == 1 else f"up to {thousands(best)}"


def _worth(odds: str) -> float:
    won, of = odds.split(":")
    return int(won) / int(of)


def thousands(odds: str) -> str:
    won, of = odds.split(":")
    return f"{int(won):,}:{of}"


def placed(ask: Ask) -> dict[str, int]:
    return {one.name: one.placed for one in ask.circles if one.placed}


def summed(layout: Layout, found: dict[str, int]) -> str:
    """The wagers of the game itself, then the bonuses: $25 + $10."""
    base = sum(chips for name, chips in found.items() if not _bonus(layout, name))
    bonus = sum(chips for name, chips in found.items() if _bonus(layout, name))
    return " + ".join(show(part) for part in (base, bonus) if part)


def _bonus(layout: Layout, name: str) -> bool:
    one = pays(layout, name)
    return not one.base and not one.later


def range_of(least: int, most: int) -> str:
    return show(most) if least == most else f"{show(least)} to {show(most)}"


def bank_fee(layout: Layout) -> str:
    found = [fee for _, _, fee in layout.fees.bank]
    return range_of(min(found), max(found)) if found else "None"


def player_fee(layout: Layout) -> str:
    found = [fee for _, _, fee in (*layout.fees.player, *layout.fees.bonus)]
    return range_of(min(found), max(found)) if found else "None"


# ---- what lies before a plate

Slot = tuple[str, str, bool]  # sign, words, whether they are chips
NOTHING: Slot = ("", "", False)


def slot(round_: Against, layout: Layout, seat: Seat) -> Slot:
    """What lies before a plate."""
    if seat.seat in {bank.seat for bank in round_.banks}:
        return _bank(round_, seat)
    own = bets(round_, seat.seat)
    if (told := hands(round_, seat.seat)) and round_.due != "over":
        says = " and ".join(one.words for one in told)
        return "chip", f"{says}  ·  {show(sum(one.chips for one in told))}", True
    if layout.points and round_.due in ("wager", "deal", "settle"):
        return _between_draws(round_, seat.seat, own)
    match round_.due:
        case "bank":
            return _offered(round_, seat)
        case "wager" if not own:
            says = "No bet" if seat.seat in round_.placed else "Choosing"
            return "", says, False
        case "over" if any(one.result for one in of_seat(round_, seat.seat)):
            return _result(round_, seat.seat)
        case "choose" if own and seat.life == "in" and seat.seat not in round_.placed:
            return "", "Setting" if layout.setting else "To decide", False
        case "choose" if own and layout.setting:
            return "check", "Set", False
    if seat.life == "folded":
        return "", "Fold", False
    return _lying(layout, own) if own else ("", "No bet", False)


def _between_draws(round_: Against, seat: int, own: dict[str, int]) -> Slot:
    """What the last draw did to a seat, until it has said what it bets on the next."""
    last = [one for one in round_.drawn if one.seat == seat]
    won = sum(one.won for one in last)
    if last and round_.due == "wager" and seat not in round_.placed:
        if any(one.uncovered for one in last) and not won:
            return "", "Not covered", False
        says = f"Wins + {show(won)}" if won > 0 else f"Lost {show(-won)}" if won else "Push"
        return "won" if won > 0 else "", says, False
    if not own:
        return "", "Choosing" if seat not in round_.placed else "No bet", False
    first = next(iter(own))
    rest = sum(own.values()) - own[first]
    more = f" + {show(rest)}" if rest else ""
    return "chip", f"{title(first)} {show(own[first])}{more}", True


def _lying(layout: Layout, own: dict[str, int]) -> Slot:
    if later := _played(layout, own):
        return "chip", later, True
    if len(own) == 1 and (sign := SIGNS.get(next(iter(own)))):
        return f"side {sign}", summed(layout, own), True
    return "chip", summed(layout, own), True


def _played(layout: Layout, own: dict[str, int]) -> str:
    """What somebody paid to go on: Play $10, or 3x $75."""
    for name, chips in own.items():
        if pays(layout, name).later:
            unit = own.get(layout.played, 0)
            times = chips // unit if unit else 0
            return f"{times}x {show(chips)}" if times > 1 else f"{title(name)} {show(chips)}"
    return ""


def _bank(round_: Against, seat: Seat) -> Slot:
    own = next(bank for bank in round_.banks if bank.seat == seat.seat)
    if round_.due != "over":
        return "chip", f"Bank {show(own.stake)}", True
    if not own.left and own.stake:
        return "", "Cover used up", False
    won = net(round_, seat.seat)
    return "", f"Bank {signed(won)}" if won else "Bank even", False


def _offered(round_: Against, seat: Seat) -> Slot:
    if seat.life != "in":
        return NOTHING
    if round_.offers[:1] == (seat.seat,):
        return "", "Bank?", False
    return ("", "Passed", False) if seat.seat in round_.placed else NOTHING


def _result(round_: Against, seat: int) -> Slot:
    won = net(round_, seat)
    if won > 0:
        return "won", f"+ {show(won)}", False
    if uncovered(round_, seat) and not won:
        return "", "Not covered", False
    return "", f"Lost {show(-won)}" if won else "Push", False


def signed(cents: int) -> str:
    return f"{'+' if cents > 0 else '−'} {show(abs(cents))}"
