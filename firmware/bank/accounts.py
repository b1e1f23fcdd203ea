"""Accounts by kind, and which kind of transfer may run between which.

Patrons, tables, pools and fees are owed money and never fall below zero. A drawer is cash: its
balance is minus what lies in it. All balances together are zero, always.
"""

from msgspec import Struct

from firmware.bank.store import Tx
from firmware.errors import Refused

POOLS = ("jackpot", "promotion")  # REQ-R43: players' money, never income
BANKROLL = "bankroll"  # the house's own: its bank, its safe; of the kind suspense


def called(account: str) -> str:
    """As people say it: drawer 1, table 4, account 100001."""
    kind, _, name = account.partition(":")
    return f"{'account' if kind == 'patron' else kind} {name}".strip()


class Route(Struct, frozen=True):
    debit: str
    credit: str


ROUTES: dict[str, Route] = {
    "deposit": Route("drawer", "patron"),
    "withdraw": Route("patron", "drawer"),
    "fill": Route("drawer", "vault"),  # cash from the vault into a drawer
    "empty": Route("vault", "drawer"),
    "vault_in": Route("vault", "suspense"),  # cash from the house's bank into the vault
    "vault_out": Route("suspense", "vault"),
    "buy_in": Route("patron", "table"),
    "cash_out": Route("table", "patron"),
    "fees": Route("table", "fees"),
    "jackpot_in": Route("table", "jackpot"),
    "jackpot_out": Route("jackpot", "table"),
    "handpay": Route("table", "drawer"),  # REQ-R40: what could not reach the card is paid in cash
    "promotion_in": Route("vault", "promotion"),
    "promotion_out": Route("promotion", "patron"),
    "fees_out": Route("fees", "vault"),
    "over": Route("drawer", "suspense"),  # more in the drawer than the books said
    "short": Route("suspense", "drawer"),
    "park": Route("table", "suspense"),  # nobody knows whose it is, yet
    "unpark": Route("suspense", "patron"),
}
MONEY_OWED = ("patron", "table", "fees", "jackpot", "promotion")


class Account(Struct, frozen=True):
    id: str
    kind: str
    balance: int
    held: int

    @property
    def available(self) -> int:
        return self.balance - self.held


def open_account(tx: Tx, account: str, kind: str, now_ms: int) -> None:
    """Opening it twice is opening it once."""
    tx.run(
        "INSERT INTO account (id, kind, opened_ms) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
        account,
        kind,
        now_ms,
    )


def account_of(tx: Tx, account: str) -> Account:
    row = tx.row("SELECT id, kind, balance, held FROM account WHERE id = ?", account)
    if row is None:
        raise Refused(f"There is no account {account}.", rule="REQ-R35")
    return Account(*row)


def check_route(kind: str, debit: Account, credit: Account) -> None:
    if kind == "correction":
        if debit.kind in POOLS and credit.kind == "fees":
            raise Refused("Money of a pool belongs to the players, never to fees.", rule="REQ-R43")
        return
    route = ROUTES.get(kind)
    if route is None:
        raise Refused(f"There is no transfer called {kind}.", rule="REQ-R36")
    if (debit.kind, credit.kind) != (route.debit, route.credit):
        raise Refused(f"A {kind} goes from a {route.debit} to a {route.credit}.", rule="REQ-R36")
