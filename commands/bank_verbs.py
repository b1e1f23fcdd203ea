"""The verbs of `stormdeck bank`: arguments in, a few lines for the cashier out.

What touches money, cards or people asks for a sign-on first, of one person or of two.
"""

import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

from commands.export import copies
from commands.sign_on import agree, ask, new_pin, signed_on
from firmware.bank import acts, days
from firmware.bank.accounts import BANKROLL, Account
from firmware.bank.amounts import cents
from firmware.bank.backup import backup as save
from firmware.bank.counter import Counter
from firmware.bank.desk import new_id
from firmware.bank.details import Detail
from firmware.bank.done import Done
from firmware.bank.gaming_day import local_text
from firmware.bank.ledger import Order, find
from firmware.bank.patrons import Application
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.title31 import REPORT_ABOVE
from firmware.errors import Refused
from firmware.journal.export import export
from firmware.journal.frame import Entry
from firmware.journal.reader import read_home
from firmware.money import show
from firmware.settlement.proof import proven
from firmware.settlement.reconcile import asked_cash_out, compare_books, missing
from firmware.settlement.transfers import order_of

Verb = Callable[[Counter, Namespace], int]
HOUSE_KINDS = ("drawer", "vault", "table", "fees", "jackpot", "promotion", "suspense")


def account_name(text: str) -> str:
    return f"patron:{text}" if text.isdigit() else text


def drawer_name(text: str) -> str:
    return text if text.startswith("drawer:") else f"drawer:{text}"


def add(counter: Counter, args: Namespace) -> int:
    if args.kind not in HOUSE_KINDS:
        raise Refused(f"There is no kind {args.kind}; there are: {', '.join(HOUSE_KINDS)}.")
    single = args.kind in ("vault", "fees", "suspense") and args.name == args.kind
    account = args.name if single else f"{args.kind}:{args.name}"
    with signed_on(counter.bank) as desk:
        desk.counter.add_account(account, args.kind)
    print(f"The account {account} is open.")
    return 0


def open_patron(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        form = Application(
            args.name, args.id_type, args.id_number, ends_on(args.id_expiry), args.signed,
            detail_of(counter, args), args.not_same,
        )  # fmt: skip
        print(f"Account {desk.counter.open_patron(form)} is open. Next: card, pin.")
    return 0


def ends_on(text: str) -> str:
    return days.read(text, "the day the document ends")


def detail_of(counter: Counter, args: Namespace) -> Detail:
    """The number is typed twice, and never again shown but by its last four."""
    first, second = ask("Social security number, or passport: "), ask("Again: ")
    if first != second:
        raise Refused("The two numbers differ: nothing was changed.")
    kind = "passport" if args.passport else "ssn"
    where = (args.street, args.city, args.region, args.postcode, args.country)
    born = days.read(args.born, "the birth date", counter.today(counter.bank.clock()))
    return Detail(born, *where, kind, first)


def card(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        track = desk.counter.issue_card(args.patron)
    print(f"Card {track[1:17]} for account {args.patron}. Encode this track:\n{track}")
    return 0


def lost(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        patron = desk.counter.end_card(args.number, "lost")
    print(f"Card {args.number} of account {patron} is stopped. The money is safe.")
    return 0


def pin(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        old = ask("The PIN that the patron has (Enter: none yet): ")
        desk.counter.set_pin(args.patron, new_pin("The patron's new PIN: "), old)
    print(f"The PIN of account {args.patron} is set.")
    return 0


def deposit(counter: Counter, args: Namespace) -> int:
    drawer, amount = drawer_name(args.drawer), cents(args.amount)
    with signed_on(counter.bank) as desk:
        receipt = desk.counter.deposit(args.patron, amount, drawer, args.id, args.reason)
    return tell("Deposit", counter, receipt)


def withdraw(counter: Counter, args: Namespace) -> int:
    drawer, amount = drawer_name(args.drawer), cents(args.amount)
    with signed_on(counter.bank) as desk:
        pin = ask("The patron's PIN: ")
        receipt = desk.counter.withdraw(args.patron, amount, drawer, pin, args.id, args.reason)
    return tell("Withdrawal", counter, receipt)


def tell(what: str, counter: Counter, receipt: Done) -> int:
    answer = receipt.answer
    assert answer is not None
    if receipt.repeated:
        print("DUPLICATE: this was done before, and no money moved now. Hand out nothing.")
    print(f"{what} {show(answer.amount)}  document {answer.document}  id {answer.id}")
    print(f"{local_text(answer.at_ms, counter.bank.house)}  balance {show(receipt.balance)}")
    for words in receipt.alerts:
        print(f"! {words}")
    return 0


def fill(counter: Counter, args: Namespace) -> int:
    drawer = drawer_name(args.drawer)
    order = Order(new_id(), "fill", drawer, "vault", cents(args.amount), drawer)
    answer = agree(counter.bank, acts.MoveHouseMoney(order), args.reason).answer
    assert answer is not None
    print(f"{show(answer.amount)} into {drawer}  document {answer.document}")
    return 0


def vault_in(counter: Counter, args: Namespace) -> int:
    return _vault(counter, args, "vault_in", ("vault", BANKROLL))


def vault_out(counter: Counter, args: Namespace) -> int:
    return _vault(counter, args, "vault_out", (BANKROLL, "vault"))


def _vault(counter: Counter, args: Namespace, kind: str, way: tuple[str, str]) -> int:
    order = Order(new_id(), kind, *way, cents(args.amount), "vault")
    answer = agree(counter.bank, acts.MoveHouseMoney(order), args.reason).answer
    assert answer is not None
    print(f"{show(answer.amount)} {'into' if kind == 'vault_in' else 'out of'} the vault  "
          f"document {answer.document}")  # fmt: skip
    return 0


def balance(counter: Counter, args: Namespace) -> int:
    name = account_name(args.account)
    with _who_may_see(counter, name) as reader:
        account = reader.balance(name)
    return _show(account)


@contextmanager
def _who_may_see(counter: Counter, account: str) -> Iterator[Counter]:
    """What a drawer should hold is not for everybody."""
    if not account.startswith("drawer:"):
        yield counter
        return
    with signed_on(counter.bank) as desk:
        yield desk.counter


def _show(account: Account) -> int:
    if account.kind in ("drawer", "vault"):
        print(f"{account.id}: {show(-account.balance)} in cash")
        return 0
    held = f", {show(account.held)} of it on its way" if account.held else ""
    print(f"{account.id}: {show(account.balance)}{held}")
    return 0


def statement(counter: Counter, args: Namespace) -> int:
    name = account_name(args.account)
    with _who_may_see(counter, name) as reader:
        lines, account = reader.statement(name), reader.balance(name)
    for line in lines:
        when = local_text(line.at_ms, counter.bank.house)
        state = "" if line.state == "posted" else f"  ({line.state})"
        print(f"{when}  {line.document:<12} {line.kind:<12} {show(line.amount):>14}{state}")
    return _show(account)


def lock(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        desk.counter.lock(args.patron, args.reason)
    print(f"Account {args.patron} is locked.")
    return 0


def unlock(counter: Counter, args: Namespace) -> int:
    print(agree(counter.bank, acts.UnlockAccount(args.patron), args.reason).words)
    return 0


def bar(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        desk.counter.bar(args.patron, args.reason)
    print(f"Account {args.patron} is barred.")
    return 0


def unbar(counter: Counter, args: Namespace) -> int:
    print(agree(counter.bank, acts.UnbarPatron(args.patron), args.reason).words)
    return 0


def exclude(counter: Counter, args: Namespace) -> int:
    if not args.days.isdigit() or int(args.days) > 36500:
        raise Refused(f"{args.days!r} is not a number of days.")
    with signed_on(counter.bank) as desk:
        until = desk.counter.exclude(args.patron, int(args.days))
    when = local_text(until, counter.bank.house)
    print(f"Account {args.patron} does not play until {when}.")
    return 0


def limit(counter: Counter, args: Namespace) -> int:
    amount = None if args.amount == "none" else cents(args.amount)
    with signed_on(counter.bank) as desk:
        desk.counter.set_limit(args.patron, amount)
    print("A lower limit holds from now on, a higher one from this time tomorrow.")
    return 0


def time_limit(counter: Counter, args: Namespace) -> int:
    if args.minutes != "none" and not (args.minutes.isascii() and args.minutes.isdigit()):
        raise Refused(f"{args.minutes!r} is not a number of minutes: write 120, or none.")
    minutes = None if args.minutes == "none" else int(args.minutes)
    with signed_on(counter.bank) as desk:
        desk.counter.set_time_limit(args.patron, minutes)
    print("Less time holds from now on, more from this time tomorrow.")
    return 0


def report(counter: Counter, args: Namespace) -> int:
    name = day_of(args.day)
    with signed_on(counter.bank) as desk:
        day = desk.counter.report(name)
    print(f"Gaming day {day.day}")
    for kind, (count, amount) in day.kinds.items():
        print(f"  {kind:<14} {count:>6}  {show(amount):>16}")
    for drawer, cash in day.drawers.items():
        print(f"  {drawer:<14} should hold {show(cash):>11}")
    for kind, amount in day.owed.items():
        print(f"  {kind:<14} owed {show(amount):>18}")
    for each in day.cash_days:
        report_due = max(each.cash_in, each.cash_out) > REPORT_ABOVE
        duty = "currency transaction report" if report_due else "log"
        sums = f"in {show(each.cash_in)}, out {show(each.cash_out)}"
        print(f"! Title 31: account {each.patron}: {sums}: {duty}")
    return 0


def day_of(text: str | None) -> str:
    return days.read(text) if text else ""


def pending(counter: Counter, args: Namespace) -> int:
    rows = counter.overdue()
    for id_, kind, debit, credit, amount, since in rows:
        when = local_text(since, counter.bank.house)
        print(f"{id_}  {kind} {show(amount)}  {debit} -> {credit}  since {when}")
    owed = counter.owed()
    for id_, patron, table, amount, why in owed:
        print(f"{id_}  owed {show(amount)}  {table} -> account {patron}, by hand  ({why})")
    print(f"{len(rows) + len(owed)} waiting." if rows or owed else "Nothing waits.")
    return 0


def handpay(counter: Counter, args: Namespace) -> int:
    """Nobody types an amount: the books know it, or the table's journal does."""
    if args.journal:
        said = asked_cash_out(_entries(args.journal), args.transfer)
        asked = asked_cash_out(proven(args.journal, counter.bank, said.debit), args.transfer)
        counter.bank.hold(order_of(asked))  # as if it had come by its own wire
    patron, table, amount = counter.cash_out(args.transfer)
    act = acts.PayByHand(args.transfer, patron, table, amount, drawer_name(args.drawer))
    receipt = agree(counter.bank, act, args.reason)
    return tell(f"Hand pay to account {patron},", counter, receipt)


def settle(counter: Counter, args: Namespace) -> int:
    if args.how not in ("post", "void"):
        raise Refused("Say post or void.")
    to: Literal["posted", "voided"] = "posted" if args.how == "post" else "voided"
    answer = agree(counter.bank, acts.Settle(args.transfer, to), args.reason).answer
    assert answer is not None
    print(f"{answer.id} is {answer.state}.")
    return 0


def correct(counter: Counter, args: Namespace) -> int:
    answer = agree(counter.bank, acts.Correct(args.transfer), args.reason).answer
    assert answer is not None
    print(f"Corrected by document {answer.document}, {show(answer.amount)} the other way.")
    return 0


def comp(counter: Counter, args: Namespace) -> int:
    promotion = args.promotion if ":" in args.promotion else f"promotion:{args.promotion}"
    act = acts.PayComp(new_id(), args.patron, cents(args.amount), promotion)
    print(agree(counter.bank, act, args.reason).words)
    return 0


def receipt(counter: Counter, args: Namespace) -> int:
    answer = counter.bank.store.transact(lambda tx: find(tx, args.transfer))
    when = local_text(answer.at_ms, counter.bank.house)
    print(f"DUPLICATE  {show(answer.amount)}  document {answer.document}  {answer.state}  {when}")
    return 0


def end_session(counter: Counter, args: Namespace) -> int:
    print(agree(counter.bank, acts.EndSession(args.patron), args.reason).words)
    return 0


def backup(counter: Counter, args: Namespace) -> int:
    """Named by the moment, so that a shift's backup never replaces another's."""
    store, folder = counter.bank.store, Path(args.folder)
    if not isinstance(store, SqliteStore):
        raise Refused("PostgreSQL is backed up by its own tools: see docs/bank.md, Backups.")
    name = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")
    done = save(store, folder / f"bank-{name}.db", counter.bank.key)
    print(f"{done.path}: {done.transfers} transfers, the books in it agree.")
    print(f"sha256 {done.sha256}")
    if args.journal:
        head = cast(
            "dict[str, object]", export(copies(args.journal), folder / f"journal-{name}")["head"]
        )
        print(f"{folder / f'journal-{name}'}: head {head['record']}:{head['chain']}")
    return 0


def catch_up(counter: Counter, args: Namespace) -> int:
    """Every line says what became of it; what is refused now can be asked again later."""
    account = f"table:{args.table}"
    lost = missing(proven(args.journal, counter.bank, account), counter.bank, account)
    if not lost:
        print("Nothing is missing.")
        return 0
    act = acts.EnterAgain(tuple(order_of(transfer) for transfer in lost))
    done = agree(counter.bank, act, args.reason)
    for line in done.lines:
        print(line)
    entered = len(lost) - done.refused
    print(f"{len(lost)} transfers were missing, {entered} are entered.")
    return 1 if done.refused else 0


def restored(counter: Counter, args: Namespace) -> int:
    done = agree(counter.bank, acts.AcceptBooks(), args.reason)
    print(f"{done.words} Next: catch-up and reconcile, table by table.")
    return 0


def know(counter: Counter, args: Namespace) -> int:
    if not re.fullmatch(r"[0-9a-f]{64}", args.public_key):
        raise Refused("A key is 64 hexadecimal digits: the table says it, and verify-log.")
    print(agree(counter.bank, acts.KnowTable(args.table, args.public_key), args.reason).words)
    return 0


def clear_table(counter: Counter, args: Namespace) -> int:
    """Nobody types an amount: the books know it."""
    found = counter.apart(args.table)
    since = local_text(found.since_ms, counter.bank.house)
    print(f"Table {args.table}: {show(found.cents)} more in the cage's book, since {since}.")
    print(agree(counter.bank, acts.ClearTable(args.table, found.cents), args.reason).words)
    return 0


def updated(counter: Counter, args: Namespace) -> int:
    print(agree(counter.bank, acts.AllUpdated(), args.reason).words)
    return 0


def clock(counter: Counter, args: Namespace) -> int:
    print(agree(counter.bank, acts.ConfirmClock(), args.reason).words)
    return 0


def _entries(home: Path) -> Iterator[Entry]:
    return (entry for segment in read_home(home) for entry in segment.entries)


def reconcile(counter: Counter, args: Namespace) -> int:
    books = counter.reconcile()
    problems = list(books.problems)
    print(f"{books.accounts} accounts, {books.transfers} transfers, {books.pending} pending.")
    if books.unlinked:
        print(f"{books.unlinked} lines of the version before. All tables updated? bank updated")
    if args.journal:
        if not args.table:
            raise Refused("Name the table whose journal this is: --table T1")
        compared = compare_books(_entries(args.journal), counter.bank, f"table:{args.table}")
        print(f"{compared.transfers} transfers of table {args.table} compared.")
        problems += compared.problems
        for words in compared.on_its_way:
            print(f"  {words}")
    for words in problems:
        print(f"! {words}")
    print("The books do NOT agree." if problems else "The books agree.")
    return 1 if problems else 0
