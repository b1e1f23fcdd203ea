"""What the table does for each player beside the game: answers, pages, proofs, preferences.

Notes are of the moment and of one station. What must outlive a restart is folded from the journal:
sessions and preferences (journal/folds.py), the last hands (keepsakes.py).
"""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from msgspec.structs import asdict, replace

from firmware.controller import records as keeper
from firmware.controller.background import Errands
from firmware.controller.past_hands import Keepsakes, Receipts
from firmware.controller.players_cut import Cutting
from firmware.fairness.receipt import Receipt
from firmware.journal import records
from firmware.journal.folds import Folds
from firmware.screens import projection as glass
from firmware.screens import protocol as g
from firmware.screens.projection import Notes
from firmware.table import events as e


class Shell(Protocol):
    """What the host needs of the table around it."""

    book: keeper.Book
    folds: Folds
    keepsakes: Keepsakes
    cutting: Cutting

    def commit(self, happened: Sequence[keeper.Happened]) -> None: ...
    def look_again(self) -> None: ...


class Host:
    def __init__(self, shell: Shell, errands: Errands, seats: int) -> None:
        self._shell, self._errands = shell, errands
        self.notes = [Notes() for _ in range(seats + 1)]
        self._receipts = Receipts()

    @property
    def sessions(self) -> dict[int, str]:
        return {seat: sitting.session for seat, sitting in self._shell.book.sittings.items()}

    # What happened

    def after(self, event: e.AnyEvent) -> None:
        match event:
            case e.CardLocked(seat=seat):
                tail = self.notes[seat].tail
                self._goodbye(seat).locked = tail
            case e.EntryCancelled(seat=seat) | e.CashedOut(seat=seat):
                self._goodbye(seat)
            case e.WentAway(seat=seat, kind="broke"):
                self.notes[seat].pages.add("add chips")
            case e.BuyInRefused(seat=seat, words=words):
                self.notes[seat].refused = words
            case e.BoughtIn(seat=seat):
                self.notes[seat].pages.discard("add chips")
            case e.Moved(seat=seat, to=to):
                self.notes[seat], self.notes[to] = Notes(), self.notes[seat]

    def _goodbye(self, seat: int) -> Notes:
        """Whoever left takes his hands with him."""
        there = self.sessions.values()
        self._shell.keepsakes.only(there)
        self._receipts.only(there)
        self.notes[seat] = Notes()
        return self.notes[seat]

    def hand_over(self, sat: dict[int, str], made: dict[int, Receipt]) -> None:
        """Everybody who was dealt in has his receipt; it goes with the session, not the seat."""
        for seat, receipt in made.items():
            if session := sat.get(seat):
                self._receipts.keep(session, receipt)

    # What a seat wants

    def polite(self, seat: int) -> None:
        """A new touch: the last answer was read."""
        notes = self.notes[seat]
        if notes.refused or notes.said or notes.locked:
            notes.refused = notes.said = notes.locked = ""
            self._shell.look_again()

    def open(self, seat: int, page: str, hand: int = 0) -> None:
        self.notes[seat].pages.add(page)
        if page == "proof":
            self._prove(seat, hand)

    def close(self, seat: int, page: str) -> None:
        self.notes[seat].pages.discard(page)
        if page == "proof":
            self.notes[seat].proof = None

    def _prove(self, seat: int, hand: int) -> None:
        """Checked beside the table; the page stays at that hand until it closes."""
        session = self.sessions.get(seat, "")
        receipt = self._receipts.find(session, hand)
        self.notes[seat].proof = None if receipt else g.Proof(hand, ())
        if receipt is None:
            return

        def proved(proof: g.Proof) -> None:
            if self.sessions.get(seat) == session and "proof" in self.notes[seat].pages:
                self.notes[seat].proof = proof
                self._shell.look_again()

        self._errands.send(f"proof {seat}", partial(glass.proof, receipt), proved, _broken)

    def prefer(self, seat: int, prefs: g.Prefs) -> None:
        """Kept for the account: it follows the player to the next seat, and over a restart."""
        if sitting := self._shell.book.sittings.get(seat):
            self._shell.commit([records.PreferencesKept(sitting.account, asdict(prefs))])

    # What a seat is shown

    def noted(self, seat: int) -> Notes:
        """The notes, with what the journal knows of the player."""
        notes, shell = self.notes[seat], self._shell
        sitting = shell.book.sittings.get(seat)
        if sitting is None:
            return notes
        return replace(
            notes,
            totals=shell.folds.sessions.open.get(sitting.session),
            past=shell.keepsakes.past.get(sitting.session, ()),
            prefs=glass.prefs(shell.folds.preferences.of.get(sitting.account, {})),
            cut=shell.cutting.ask(seat),
            opens=shell.cutting.opens(seat),
        )


def _broken(problem: Exception) -> None:
    raise problem
