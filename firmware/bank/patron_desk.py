"""Patrons at the window: who they are, their cards and PINs, what they ask of us."""

from typing import Literal

from firmware.bank import (
    accounts,
    attachments,
    cards,
    changes,
    customers,
    details,
    own_limits,
    patrons,
    pins,
    play_time,
    standing,
)
from firmware.bank.desk import Desk, new_id
from firmware.bank.gaming_day import gaming_day
from firmware.bank.store import Row, Tx
from firmware.errors import Refused


class PatronDesk(Desk):
    def open_patron(self, form: patrons.Application) -> str:
        return self._act(
            "OpenAccount",
            lambda tx, now, by: patrons.open_patron(
                tx, form, by, self.bank.key, now, self.bank.house
            ),
        )

    def complete_patron(self, patron: str, detail: details.Detail) -> None:
        self._act(
            "ChangePatron",
            lambda tx, now, by: patrons.complete(
                tx, patron, detail, by, self.bank.key, now, self.bank.house
            ),
        )

    def new_document(self, patron: str, id_type: str, number: str, expiry: str) -> None:
        self._act(
            "ChangePatron",
            lambda tx, now, by: patrons.new_document(
                tx, patron, id_type, number, expiry, by, now, self.bank.house
            ),
        )

    def details(self, patron: str) -> details.Known | None:
        """As a desk may show it; the number by its last four."""
        return self._act("SeePatron", lambda tx, now, by: details.known(tx, patron))

    def find(self, text: str) -> list[Row]:
        """By a swipe, a number, a document or a part of the name: account, name, status,
        birth date."""
        return self._act("SeePatron", lambda tx, now, by: customers.found(tx, text, self.bank.key))

    def customer(self, patron: str) -> customers.Customer:
        return self._act(
            "SeePatron",
            lambda tx, now, by: customers.customer(
                tx, patron, gaming_day(now, self.bank.house), now
            ),
        )

    def receipt(self, transfer: str) -> customers.Receipt:
        """Was it booked? This is the answer."""
        return self._act("SeePatron", lambda tx, now, by: customers.receipt(tx, transfer))

    def receipt_now(self, transfer: str) -> tuple[customers.Receipt, int]:
        """With what is on the card now."""

        def work(tx: Tx, now: int, by: str) -> tuple[customers.Receipt, int]:
            found = customers.receipt(tx, transfer)
            return found, accounts.account_of(tx, f"patron:{found.patron}").balance

        return self._act("SeePatron", work)

    def tax_number(self, patron: str, reason: str) -> str:
        """All of it, for a report: who looked, and why, stands in the log."""

        def work(tx: Tx, now: int, by: str) -> str:
            _reason(reason)
            changes.note_change(tx, by, patron, "tax number", "", "seen", reason, now)
            return details.tax_number(tx, patron, self.bank.key)

        return self._act("SeeTaxNumber", work)

    def attach(
        self, patron: str, kind: attachments.Kind, media: str, data: bytes, id_: str = ""
    ) -> str:
        name = id_ or new_id()

        def work(tx: Tx, now: int, by: str) -> str:
            patrons.patron(tx, patron)
            attachments.attach(tx, name, patron, kind, media, data, by, self.bank.key, now)
            return name

        return self._act("ChangePatron", work)

    def attachments(self, patron: str) -> list[Row]:
        return self._act("SeePatron", lambda tx, now, by: attachments.of_patron(tx, patron))

    def look_at(self, attachment: str, whose: str = "") -> tuple[str, bytes]:
        return self._act(
            "SeePatron",
            lambda tx, now, by: attachments.look_at(tx, attachment, by, self.bank.key, now, whose),
        )

    # ---- cards and PINs ----

    def issue_card(self, patron: str) -> str:
        """The track for the encoder."""
        return self._card(patron, replaces=False)

    def replace_card(self, patron: str) -> str:
        """The same, and every card they had is dead in the same moment."""
        return self._card(patron, replaces=True)

    def _card(self, patron: str, replaces: bool) -> str:
        def work(tx: Tx, now: int, by: str) -> str:
            patrons.may_play(patrons.patron(tx, patron), now)
            if replaces:
                cards.end_all(tx, patron, "retired", by, now)
            return cards.give(tx, patron, by, now)

        return cards.track_of(self._act("IssueCard", work), self.bank.key)

    def end_card(self, card: str, status: Literal["lost", "retired"], whose: str = "") -> str:
        """Swiped or typed; `whose` it has to be, where somebody stands there."""
        swiped = card.strip().startswith((";", "%"))
        number = cards.read_track(card, self.bank.key) if swiped else card.strip()

        return self._act(
            "EndCard", lambda tx, now, by: cards.end_card(tx, number, status, by, now, whose)
        )

    def stop_cards(self, patron: str) -> int:
        """Lost or stolen: dead everywhere at once. How many."""
        return self._act("EndCard", lambda tx, now, by: cards.end_all(tx, patron, "lost", by, now))

    def set_pin(self, patron: str, pin: str, old: str = "") -> None:
        """Chosen by the patron: the first one, or by the one they had. Who forgot it is let choose
        a first one again by two people (ResetPin)."""
        stored = pins.hash_pin(pin, self.bank.key)
        if self._act("SetPin", lambda tx, now, by: patrons.has_pin(tx, patron)):
            pins.check_pin(self.bank.store, pins.PATRONS, patron, old, self.bank.key)

        def work(tx: Tx, now: int, by: str) -> None:
            tx.run("UPDATE patron SET pin_hash = ?, pin_tries = 0 WHERE id = ?", stored, patron)
            changes.note_change(tx, by, patron, "PIN", "", standing.marked("new", stored), "", now)

        self._act("SetPin", work)

    # ---- stopped, or at their own wish ----

    def lock(self, patron: str, reason: str) -> None:
        self._stop("LockAccount", patron, "locked", reason)

    def bar(self, patron: str, reason: str) -> None:
        self._stop("BarPatron", patron, "barred", reason)

    def _stop(self, act: str, patron: str, status: str, reason: str) -> None:
        def work(tx: Tx, now: int, by: str) -> None:
            _reason(reason)
            before = patrons.patron(tx, patron).status
            if before in ("barred", "closed"):  # locking a barred one would lift the bar
                raise Refused(f"Account {patron} is {before}.", rule="REQ-R38")
            patrons.set_status(tx, patron, status, by, reason, now)

        self._act(act, work)

    def exclude(self, patron: str, days: int) -> int:
        return self._act("Exclude", lambda tx, now, by: patrons.exclude(tx, patron, days, by, now))

    def own_limits(self) -> list[own_limits.Kept]:
        """Of all who have one."""
        return self._act(
            "ReadReports", lambda tx, now, by: own_limits.kept(tx, now, self.bank.house)
        )

    def set_limit(self, patron: str, cents: int | None) -> None:
        self._act("SetLimit", lambda tx, now, by: patrons.set_limit(tx, patron, cents, by, now))

    def set_time_limit(self, patron: str, minutes: int | None) -> None:
        self._act(
            "SetLimit",
            lambda tx, now, by: play_time.set_time_limit(tx, patron, minutes, by, now),
        )


def _reason(text: str) -> None:
    if not text.strip():
        raise Refused("Write down the reason.", rule="REQ-R37")
