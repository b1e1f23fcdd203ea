"""How much cash a drawer or the vault may hold: a supervisor says it, and sees what holds more.

Who counts a drawer never hears of it: "above its limit" would say what it should hold. The last
line of the change log is the limit, so there is nothing beside it that somebody could edit.
"""

from firmware.bank.accounts import account_of, called
from firmware.bank.change_book import last_lines
from firmware.bank.changes import note_change
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx
from firmware.errors import Refused
from firmware.money import Cents

CASH_LIMIT = "cash limit"
_CASH = ("drawer", "vault")


def set_limit(
    tx: Tx, key: BankKey, account: str, cents: Cents | None, by: str, reason: str, now_ms: int
) -> None:
    """None: no limit. Said twice it stands there once."""
    if account_of(tx, account).kind not in _CASH:
        raise Refused(f"There is no cash at {called(account)}.", rule="REQ-R41")
    if not reason.strip():
        raise Refused("Say why.", rule="REQ-R37")
    before = limits(tx, key).get(account)
    if cents != before:
        note_change(tx, by, account, CASH_LIMIT, str(before), str(cents), reason.strip(), now_ms)


def limits(tx: Tx, key: BankKey) -> dict[str, Cents]:
    """Of those that have one."""
    told = {
        account: lines[-1].after
        for (account, _), lines in last_lines(tx, key, (CASH_LIMIT,)).items()
        if lines  # none: somebody wrote it past the bank, and the check of the books says so
    }
    return {account: Cents(int(text)) for account, text in told.items() if text != "None"}
