"""The office behind the window: the people of the house, and what the books say."""

from collections.abc import Callable

from msgspec.structs import replace

from firmware.bank import (
    accounts,
    apart,
    changes,
    drawer_limits,
    overview,
    reports,
    roles,
    staff,
    windows,
)
from firmware.bank.desk import Desk, T
from firmware.bank.gaming_day import gaming_day
from firmware.bank.shifts import Shift, shift, shifts_of_day
from firmware.bank.store import Row, Tx
from firmware.errors import Refused
from firmware.money import Cents

OVERDUE_MS = 10 * 60 * 1000  # a promise that waits longer than this is for a person to look at


class Office(Desk):
    def enrol_alone(self, person: str, role: str) -> staff.Credentials:
        """The first person of a house brings the others in, until a second lead is there."""

        def work(tx: Tx, now: int) -> staff.Credentials:
            by = self._signed(tx, now)
            roles.require(by.person, by.role, "Enrol")
            others = [each.id for each in staff.people(tx) if _lead(each) and each.id != by.person]
            if others:
                words = f"Two people enrol: {' or '.join(others)} can be the other."
                raise Refused(words, rule="REQ-R37")
            return staff.enrol(tx, person, role, by.person, self.bank.key, now)

        return self._do(work)

    def dismiss(self, person: str, reason: str) -> None:
        self._act("Dismiss", lambda tx, now, by: staff.dismiss(tx, person, by, reason, now))

    def changes(self, about: str = "") -> list[changes.Change]:
        return self._act("ReadChanges", lambda tx, now, by: changes.changes(tx, about))

    # ---- what the books say ----

    def balance(self, account: str) -> accounts.Account:
        def work(tx: Tx, now: int) -> accounts.Account:
            found = accounts.account_of(tx, account)
            self._may_see(tx, found, now)
            return found

        return self._do(work)

    def statement(self, account: str) -> list[reports.Line]:
        def work(tx: Tx, now: int) -> list[reports.Line]:
            self._may_see(tx, accounts.account_of(tx, account), now)
            return reports.statement(tx, account)

        return self._do(work)

    def _may_see(self, tx: Tx, account: accounts.Account, now: int) -> None:
        """What a drawer should hold is for those only who do not count it."""
        if account.kind == "drawer":
            who = self._signed(tx, now)
            roles.require(who.person, who.role, "SeeDrawer")
            _counts_blind(tx, who.person)

    def report(self, day: str = "") -> reports.DayReport:
        return self._sees_sums(
            lambda tx, now: reports.day_report(tx, day or self.today(now), self.bank.house)
        )

    def shifts(self, day: str = "") -> list[Shift]:
        return self._act(
            "ReadReports",
            lambda tx, now, by: shifts_of_day(tx, day or self.today(now), self.bank.house),
        )

    def shift(self, window: str) -> Shift:
        return self._sees_sums(lambda tx, now: shift(tx, window))

    def overview(self) -> overview.Overview:
        """Of the whole house, in one moment."""
        return self._sees_sums(lambda tx, now: overview.overview(tx, self.bank.key, now))

    def _sees_sums(self, work: Callable[[Tx, int], T]) -> T:
        def seen(tx: Tx, now: int, by: str) -> T:
            _counts_blind(tx, by)
            return work(tx, now)

        return self._act("ReadReports", seen)

    def set_drawer_limit(self, account: str, cents: Cents | None, reason: str) -> None:
        """Of a drawer, or of the vault. None: no limit."""

        def work(tx: Tx, now: int, by: str) -> None:
            drawer_limits.set_limit(tx, self.bank.key, account, cents, by, reason, now)

        self._act("SetDrawerLimit", work)

    def apart(self, table: str) -> apart.Apart:
        """Since when and by how much its book and ours differ; Refused: nothing is stopped."""
        return self._do(lambda tx, now: apart.at_table(tx, table))

    def overdue(self, older_ms: int = OVERDUE_MS) -> list[Row]:
        return self._do(lambda tx, now: reports.pending(tx, now - older_ms))

    def cash_out(self, id_: str) -> tuple[str, str, Cents]:
        """Whose it is, from which table, and how much."""

        def work(tx: Tx, now: int) -> tuple[str, str, Cents]:
            row = tx.row("SELECT kind, patron, debit, amount FROM transfer WHERE id = ?", id_)
            if row is None or row[0] != "cash_out":
                words = f"The bank knows no cash-out {id_}: name the table's journal (--journal)."
                raise Refused(words, rule="REQ-R40")
            return row[1], row[2], Cents(row[3])

        return self._do(work)

    def by_document(self, text: str) -> str:
        """The transfer of a document, as a receipt prints it: 2-000123."""
        place, _, digits = text.strip().rpartition("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 12):
            raise Refused("Write the document as on the receipt: 2-000123.", rule="REQ-R37")

        def work(tx: Tx, now: int) -> str:
            row = tx.row(
                "SELECT id FROM transfer WHERE document = ? AND place IN (?, ?, ?)",
                int(digits), place, f"drawer:{place}", f"table:{place}",
            )  # fmt: skip
            if row is None:
                raise Refused(f"There is no document {text}.", rule="REQ-R37")
            return str(row[0])

        return self._do(work)

    def owed(self) -> list[Row]:
        """Cash-outs that reached no card and that nobody has paid by hand."""
        return self._do(lambda tx, now: reports.owed(tx))

    def reconcile(self) -> reports.Reconciled:
        def work(tx: Tx, now: int) -> reports.Reconciled:
            found = reports.reconcile(tx, self.bank.key)
            problems = dict.fromkeys([*found.problems, *self.bank.altered(tx)])
            return replace(found, problems=[*problems])

        return self._do(work)

    def today(self, now_ms: int) -> str:
        return gaming_day(now_ms, self.bank.house)


def _lead(person: staff.Person) -> bool:
    """Who could be the second name: enrolled, and has been here."""
    leads = roles.ACTS["Enrol"].second
    return person.active and not person.pin_is_first and person.role in leads


def _counts_blind(tx: Tx, person: str) -> None:
    """A supervisor too: what all other drawers hold tells what is in the own one."""
    mine = windows.window_of(tx, person)
    if mine is not None and mine.state == "open":
        words = "is open: until you have signed its count you see no sums of the house."
        raise Refused(f"Your {accounts.called(mine.drawer)} {words}", rule="REQ-R41")
