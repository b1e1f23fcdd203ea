"""What the table does for each player beside the game: answers, pages, proofs, preferences.

Notes are looks, of the moment and of one station: a power cut may forget them. What was decided is
in the journal: sessions and preferences (journal/folds.py), the last hands (past_hands.py).
"""

from collections.abc import Container, Mapping

from msgspec.structs import asdict, replace

from firmware.controller.effects import Effects, Write
from firmware.controller.hand_tape import HandTape
from firmware.controller.past_hands import Receipts
from firmware.controller.restore import TableMemory
from firmware.fairness.keeping import KEY_BYTES, boxed, packed
from firmware.fairness.receipt import RAIL, Receipt
from firmware.journal import records
from firmware.money import show
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.screens.projection import Notes, slips
from firmware.table import commands as c
from firmware.table import events as e

# No count: the card has other tries at the bank than it had here.
SENT_BACK = {"too many wrong PINs": "Too many wrong PINs. Swipe again, or ask at the cage."}


class SeatPages:
    def __init__(
        self, memory: TableMemory, tails: Mapping[int, str], asked: Container[str], seats: int,
        tape: HandTape,
    ) -> None:  # fmt: skip
        """`asked`: the sessions whose PIN is at the bank."""
        self._memory, self._tails, self._asked, self._tape = memory, tails, asked, tape
        self.notes = [Notes() for _ in range(seats + 1)]
        self._receipts = Receipts()
        self._keys: dict[int, bytes] = {}  # of the stations: what is their player's own is boxed so
        self._slips: dict[str, int] = {}  # a transfer to a card: the seat that it left

    @property
    def _sessions(self) -> dict[int, str]:
        return self._memory.state.custody.sessions

    # What happened

    @property
    def _after(self) -> str:
        return f"after this {self._memory.state.table.called}"

    def after(self, event: e.AnyEvent) -> None:
        match event:
            case e.CardSwiped(seat=seat):
                self.was_read(seat)  # by whoever stood there before
            case e.CardLocked(seat=seat):
                self._goodbye(seat).locked = self._tails.get(seat, "")
            case e.EntryCancelled(seat=seat, by=by):
                told = event.words if by else SENT_BACK.get(event.words, "")
                self._goodbye(seat).refused = told
            case e.AwayExtended(by=c.TABLE):
                pass  # he has as much as he had
            case e.ClockSet(seat=seat, stage="floor") | e.AwayExtended(seat=seat):
                self.notes[seat].said = "The floor gave you more time."
            case e.MoveOrdered(seat=seat, to=to):
                self.notes[seat].said = f"The floor moves you to seat {to} {self._after}."
            case e.MoveDropped(seat=seat):
                self.notes[seat].said = f"You stay where you are: {event.words}"
            case e.CashedOut(seat=seat):
                tail = self._tails.get(seat, "")
                self._goodbye(seat).slip = slips.cashed_out(event, tail)
                self._slips[event.transfer] = seat
            case e.PayOutRefused(transfer=transfer):
                self.notes[self._slips.pop(transfer, 0)].slip = None  # the seat says what it is now
            case e.Eliminated(out=out):
                for row in out:
                    self._out_of_it(*row)
            case e.WentAway(seat=seat, kind="broke"):
                self.notes[seat].pages.add("add chips")
            case e.BuyInRefused(seat=seat, words=words):
                self.notes[seat].refused = words
            case e.CallAnswered(seat=seat):
                self.notes[seat].said = "" if event.done else "The floor is on the way."
            case e.BoughtIn(seat=seat, chips=chips):
                self.notes[seat].pages.discard("add chips")
                if self._memory.state.table.seats[seat].chips.pending:
                    self.notes[seat].said = f"+ {show(chips)} {self._after}."
            case e.Moved(seat=seat, to=to):
                chips = self._memory.state.table.seats[to].chips.stack
                self.notes[seat], self.notes[to] = Notes(), self.notes[seat]
                self.notes[seat].slip = slips.moved(to, chips)
                self._keys.pop(seat, None)
                self.notes[to].said = slips.arrived(to, chips)
            case e.Traded(seat=seat, to=to):
                self.notes[seat], self.notes[to] = self.notes[to], self.notes[seat]
                for number in (seat, to):
                    self._keys.pop(number, None)  # each station has another for the new one
                    chips = self._memory.state.table.seats[number].chips.stack
                    self.notes[number].said = slips.arrived(number, chips)

    def _out_of_it(self, seat: int, place: int, cents: int, transfer: str) -> None:
        tail, agreed = self._tails.get(seat, ""), self._memory.state.table.sit_n_go.agreed
        slip = slips.finished(place, cents, transfer, tail, agreed=agreed)
        self._goodbye(seat).slip = slip
        if cents:
            self._slips[transfer] = seat

    def say(self, seat: int, words: str) -> None:
        """The last word: what was refused before is over."""
        self.notes[seat].said, self.notes[seat].refused = words, ""

    def after_dark(self) -> None:
        """Whose chips were on their way to the bank when the power went, reads so again."""
        table = self._memory.state.table
        for name, one in table.transit.flying.items():
            gone = one.seat and one.account and table.seats[one.seat].life == "empty"
            if gone and name not in table.transit.owed:
                self.notes[one.seat].slip = slips.on_its_way(one.seat, one.chips, name)
                self._slips[name] = one.seat

    def paid(self, transfer: str, balance: int | None) -> None:
        """The bank has what left a seat: its slip says so, if it is still there."""
        notes = self.notes[self._slips.pop(transfer, 0)]
        if notes.slip is not None and notes.slip.text:
            notes.slip = slips.paid(notes.slip, balance)

    def _goodbye(self, seat: int) -> Notes:
        self._receipts.only(self._sessions.values())
        self._keys.pop(seat, None)
        # What is still on its way was another one's: its balance is not for this slip.
        self._slips = {name: at for name, at in self._slips.items() if at != seat}
        self.notes[seat] = Notes()
        return self.notes[seat]

    def hand_out(self, sat: Mapping[int, str], made: Mapping[int, Receipt]) -> None:
        """Everybody who was in it has his receipt, and his own part of it in a box that his station
        opens and nobody else. It goes with the session, not the seat."""
        hand, everyones = made[RAIL]["log"]["entries"][0]["hand"], packed(made[RAIL])
        for seat, session in sat.items():
            box = boxed(made[seat], self._keys.get(seat, b"")) if seat in made else b""
            self._receipts.keep(session, g.Proof(hand, everyones, box))

    def keep_for(self, seat: int, key: bytes) -> None:
        """The key that this station has for whoever sits there now."""
        if len(key) == KEY_BYTES:
            self._keys[seat] = key

    # What a seat wants

    def was_read(self, seat: int) -> bool:
        """A new touch: the last answer was read. True: it is gone from the glass."""
        notes = self.notes[seat]
        there = bool(notes.refused or notes.said or notes.locked or notes.slip)
        notes.refused = notes.said = notes.locked = ""
        notes.slip = None
        return there

    def open(self, seat: int, page: str, hand: int = 0) -> None:
        """A proof stays at its hand until the page closes; the station checks it."""
        self.notes[seat].pages.add(page)
        if page == "history":
            self.notes[seat].replay = self._replay(seat, hand)
        if page == "proof":
            self.notes[seat].proof = self._receipts.find(self._sessions.get(seat, ""), hand)

    def _replay(self, seat: int, hand: int) -> tuple[g.Moment, ...]:
        """Of one of his own last hands, as everyone saw it; 0: of the last one."""
        past = self._memory.past_hands.past.get(self._sessions.get(seat, ""), [])
        mine = [one.hand for one in past if hand in (0, one.hand)]
        return self._tape.moments(mine[0]) if mine else ()

    def close(self, seat: int, page: str) -> None:
        self.notes[seat].pages.discard(page)
        if page == "proof":
            self.notes[seat].proof = None
        if page == "history":
            self.notes[seat].replay = ()

    def prefer(self, seat: int, prefs: g.Prefs) -> Effects:
        """Kept for the account: it follows the player to the next seat, and over a restart."""
        sitting = self._memory.state.custody.sittings.get(seat)
        kept = self._memory.folds.preferences.of
        if sitting is None or kept.get(sitting.account) == asdict(prefs):
            return []
        return [Write([records.PreferencesKept(sitting.account, asdict(prefs))])]

    # What a seat is shown

    def noted(self, seat: int) -> Notes:
        """The notes, with what the journal knows of the player."""
        memory, tail = self._memory, self._tails.get(seat, "")
        asked = self._sessions.get(seat) in self._asked
        notes = replace(self.notes[seat], tail=tail, pin_asked=asked)
        if "rules" in notes.pages:
            notes.rules = projection.rules_page(memory.state.table)
        sitting = memory.state.custody.sittings.get(seat)
        if sitting is None:
            return notes
        totals = memory.folds.sessions.open.get(sitting.session)
        return replace(
            notes,
            since_ms=totals.opened_ms if totals else 0,
            hands=totals.hands if totals else 0,
            past=memory.past_hands.past.get(sitting.session, ()),
            prefs=projection.prefs(memory.folds.preferences.of.get(sitting.account, {})),
        )
