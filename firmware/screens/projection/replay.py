"""A hand told again as everyone saw it: from one public view to the next, in words. Pure."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from firmware.games.cards import NAMES
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.protocol import pan_facts as facts

DID = {
    "fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to",
    "all-in": "is all-in", "draw": "draws", "pat": "stands pat", "complete": "completes to",
}  # fmt: skip
ASKED = ("draw", "pat", "kill")  # what is no bet, and seen on the plate alone
VOIDED = "Voided: every chip is back"
MOMENTS = 100  # that a station is sent of one hand


def what_happened(old: g.Public | None, new: g.Public) -> str:
    """Between these two; "": nothing that is worth a line."""
    if new.voided:
        return VOIDED if old is not None and not old.voided else ""
    if old is None or old.hand != new.hand:
        button = f", button at seat {new.button}" if new.button else ""
        return f"{new.placard.play.capitalize()} {new.hand:,} begins{button}"
    if new.result is not None and old.result is None:
        return _ended(new)
    if new.result is not None and (showed := _showed(old, new)):
        return showed
    if new.alert is not None and (old.alert is None or new.alert.title != old.alert.title):
        return new.alert.title
    if new.last is not None and new.last != old.last:
        return _act(new, new.last)
    if old.pan is not None and new.pan is not None:
        return _in_pan(old, old.pan, new, new.pan)
    if len(new.board) > len(old.board):
        street = "Common card" if new.common else new.street.capitalize()
        return f"{street} {_cards(new.board[len(old.board) :])}".strip()
    return _in_round(old, new) or _changed_cards(old, new) or _turn(old, new)


def last_fold(old: g.Public | None, new: g.Public) -> g.Public | None:
    """Who is alone has won at once: the fold that left him so came in one view with his win. As
    everyone would have seen it between the two; None: no fold ended it."""
    if old is None or old.hand != new.hand or old.result or not new.result:
        return None
    if new.against or new.pan or sum(bool(seat.down) for seat in new.seats) != 1:
        return None
    gone = [(was, now) for was, now in _pairs(old, new) if was.down and not now.down]
    if len(gone) != 1:
        return None
    was, now = gone[0]
    folds = replace(was, life=now.life, did="fold", down=0, up=now.up)
    seats = tuple(folds if seat.seat == folds.seat else seat for seat in old.seats)
    last = g.Last(folds.seat, "fold")
    return replace(old, seats=seats, last=last, actor=0, to_call=0, clock=None)


def _turn(old: g.Public, new: g.Public) -> str:
    if _in_bank(new) and not _in_bank(old):
        return f"{new.name(new.actor)}: the time bank runs"
    return f"{new.name(new.actor)} to act" if new.actor and new.actor != old.actor else ""


def _act(view: g.Public, last: g.Last) -> str:
    chips = f" {_sum(view, last.chips)}" if last.chips and last.did not in ("fold", "check") else ""
    return f"{view.name(last.seat)} {DID.get(last.did, last.did)}{chips}"


def _ended(view: g.Public) -> str:
    result = view.result
    assert result is not None
    if not result.winner or not result.chips:
        return result.note or "The round is over"
    best = result.most or g.Most(result.winner, result.chips, result.hand)
    hand = f": {best.hand}" if best.hand else ", shows nothing"
    return f"{view.name(best.seat)} wins {_sum(view, best.chips)}{hand}"


def _showed(old: g.Public, new: g.Public) -> str:
    """Cards that were turned up when all was over."""
    for was, now in _pairs(old, new):
        if now.shown != was.shown:
            return f"{new.name(now.seat)} shows {_cards(now.shown)}"
    return ""


def _changed_cards(old: g.Public, new: g.Public) -> str:
    for was, now in _pairs(old, new):
        if now.did in ASKED and (was.did, was.count) != (now.did, now.count):
            count = f" {now.count}" if now.count else ""
            return f"{new.name(now.seat)} {DID.get(now.did, now.did)}{count}"
    return ""


# ---- against a bank


def _in_round(old: g.Public, new: g.Public) -> str:
    was, now = old.against, new.against
    if was is None or now is None:
        return ""
    if len(now.banks) > len(was.banks):
        bank = now.banks[-1]
        return f"{new.name(bank.seat)} holds the bank with {_sum(new, bank.stake)}"
    said = [*_wagers(new, was, now), *_fell(old, new)]
    said += ["cards are dealt"] if _dealt(new) > _dealt(old) else []
    words = ", ".join(said)
    return words[:1].upper() + words[1:]


def _wagers(view: g.Public, was: g.Against, now: g.Against) -> Iterator[str]:
    if now.due in ("settle", "over"):
        return
    for seat in view.seats:
        lies = _lies(now, seat.seat)
        if lies != _lies(was, seat.seat):
            yield f"{view.name(seat.seat)} bets {_sum(view, lies)}"


def _lies(round: g.Against, seat: int) -> int:
    return sum(one.chips for one in round.wagers if one.seat == seat)


def _fell(old: g.Public, new: g.Public) -> Iterator[str]:
    for was, now in _pairs(old, new):
        if now.life == "folded" and was.life == "in":
            yield f"{new.name(now.seat)} folds"


def _dealt(view: g.Public) -> int:
    lying = sum(len(one.cards) for one in view.against.hands) if view.against else 0
    return lying + sum(one.down + len(one.up) + len(one.shown) for one in view.seats)


# ---- pan


def _in_pan(old: g.Public, was: g.Pan, new: g.Public, now: g.Pan) -> str:
    said = [*_melded(new, was, now)]
    if now.paid is not None and now.paid != was.paid:
        said.append(facts.paid(now, new.name))
    said += [words.replace(" folds", " is out") for words in _fell(old, new)]
    if now.turned >= 0 and now.block < was.block:
        said.append(f"{new.name(now.by)} turns {NAMES[now.turned]}")
    return ", ".join(said) or _turn(old, new)


def _melded(view: g.Public, was: g.Pan, now: g.Pan) -> Iterator[str]:
    for one in now.melds:
        if one not in was.melds:
            yield f"{view.name(one.seat)} melds {_cards(one.cards)}"


# ---- for a player who looks at it again


def moments(steps: Iterable[tuple[str, g.Public]]) -> tuple[g.Moment, ...]:
    """Each step that moved something: whose turn it was is no step of its own. None of a hand whose
    beginning was not seen: the table was started anew in it, or after it."""
    found: list[g.Moment] = []
    for words, view in steps:
        told = _still(view)
        if not found and (view.board or view.result):
            return ()
        if not found:
            found.append(g.Moment(_posted(view), told))
        elif told != found[-1].public:
            found.append(g.Moment(words, told))
            found += _pots(view, told) if words == _how_it_ended(view) else ()
    return (*found[: MOMENTS - 1], found[-1]) if len(found) > MOMENTS else (*found,)


def _how_it_ended(view: g.Public) -> str:
    return _ended(view) if view.result is not None else ""


def _pots(view: g.Public, told: g.Public) -> Iterator[g.Moment]:
    """Where one hand did not take all: who won each pot, with what."""
    assert view.result is not None
    for share in view.result.shares:
        who = ", ".join(view.name(seat) for seat in share.seats)
        hand = f", {share.hand}" if share.hand else ""
        yield g.Moment(f"{share.pot} {_sum(view, share.chips)}: {who}{hand}", told)


def _still(view: g.Public) -> g.Public:
    """Without what ran on or is posted at the table anyway."""
    posted = g.Placard(board=view.placard.board, chips=view.placard.chips)
    result = view.result and replace(view.result, next_ms=0, next_of_ms=0, held="")
    alert = view.alert and replace(view.alert, left_ms=0)
    seats = tuple(replace(seat, away_ms=0, called=False) for seat in view.seats)
    return replace(
        view, placard=posted, result=result, alert=alert, seats=seats, actor=0, to_call=0,
        clock=None, notice="", contest=None, roads=None, deal=None, missing=0, seal="",
    )  # fmt: skip


def _posted(view: g.Public) -> str:
    bets = sorted(seat.bet for seat in view.seats if seat.bet)
    return f"Posted {', '.join(_sum(view, bet) for bet in bets[:3])}" if bets else "Deal"


# ---- words


def _pairs(old: g.Public, new: g.Public) -> Iterable[tuple[g.Seat, g.Seat]]:
    return zip(old.seats, new.seats, strict=False)


def _sum(view: g.Public, amount: int) -> str:
    """A tournament's chips are no money."""
    return f"{amount:,}" if view.placard.chips else show(amount)


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(NAMES[card] for card in cards)


def _in_bank(view: g.Public) -> bool:
    return view.clock is not None and view.clock.in_bank
