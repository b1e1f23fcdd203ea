"""Three stories of the same money: what the table, its bank and its journal say, compared."""

from firmware.bank.accounts import BANKROLL
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.controller import custody
from firmware.controller.loop import Controller
from firmware.journal import folds
from firmware.money import show
from firmware.settlement import reconcile
from firmware.table.state import balance

HOUSE = f"kind IN ('drawer', 'vault') OR id = '{BANKROLL}'"


def check(ctl: Controller, bank: Bank) -> list[str]:
    """Table, bank and journal: three stories of the same money."""
    problems = list(Counter(bank).reconcile().problems)
    here, should = balance(ctl.table)
    if here != should:
        problems.append(f"The table holds {show(here)} and should hold {show(should)}.")
    problems += custody.stranded(ctl.custody, ctl.table)
    account, swept = ctl.custody.account, sum(ctl.custody.swept.values())
    home = bank.balance(account).balance
    if home + swept != should:
        problems.append(
            f"The bank has {show(home + swept)} at the table, the table {show(should)}."
        )
    cards, paid_in = _lies_in(bank, "kind = 'patron'"), -_lies_in(bank, HOUSE)
    if cards + home + swept != paid_in:
        problems.append(f"The cards hold {show(cards)} of {show(paid_in)}.")
    entries = list(ctl.journal.read(1, ctl.journal.head.seq))
    problems += reconcile.compare_books(entries, bank, account).problems
    again = folds.Folds()
    folds.fold(again, entries)
    if again != ctl.folds:
        problems.append("The meters, counted again from the journal, are others.")
    return problems


def _lies_in(bank: Bank, where: str) -> int:
    """Whoever has opened an account since, and whichever drawer took the money."""
    sum_of = f"SELECT COALESCE(SUM(balance), 0) FROM account WHERE {where}"
    row = bank.store.transact(lambda tx: tx.row(sum_of))
    return int(row[0]) if row else 0
