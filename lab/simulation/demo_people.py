"""The people of the demo house: known names, one known PIN, a card each. Only ever in the lab."""

from firmware.bank import cards, pins, staff_sessions
from firmware.bank.accounts import BANKROLL
from firmware.bank.acts import Act, MoveHouseMoney
from firmware.bank.bank import Bank
from firmware.bank.cards import track_of
from firmware.bank.changes import note_change
from firmware.bank.counter import Counter
from firmware.bank.desk import new_id
from firmware.bank.done import Done
from firmware.bank.ledger import Order
from firmware.bank.store import Tx
from firmware.bank.windows import DENOMINATIONS
from firmware.money import Cents

STAFF_PIN = "246810"
VAULT = Cents(1_000_000_00)
STAFF = {
    "mia": "floor manager",
    "sue": "cage supervisor",
    "ann": "cashier",
    "bob": "cashier",
    "flo": "floor",
    "tom": "technician",
    "aud": "auditor",
    "rex": "regulator",
}
_YEARS_MS = 100 * 365 * 86_400_000


def enrol_all(bank: Bank) -> None:
    """As if two people had enrolled each of them, and each had chosen a PIN."""
    stored = pins.hash_pin(STAFF_PIN, bank.key)  # once: it is slow by design

    def work(tx: Tx, now: int) -> None:
        for name, role in STAFF.items():
            tx.run(
                "INSERT INTO person (id, role, active, enrolled_ms, pin_hash, pin_is_first) "
                "VALUES (?, ?, 1, ?, ?, 0)",
                name,
                role,
                now,
                stored,
            )
            note_change(tx, "set-up", name, "role", "", role, "enrolled", now)

    bank.do(work)


def give_cards(bank: Bank) -> None:
    """After the players': theirs are numbered from one."""

    def work(tx: Tx, now: int) -> None:
        for name in STAFF:
            number = cards.card_number(cards.next_serial(tx, "cards", now))
            tx.run("INSERT INTO staff_card VALUES (?, ?, 1, ?)", number, name, now)

    bank.do(work)


def staff_track(bank: Bank, name: str) -> str:
    """What is on the stripe of this person's card."""
    row = bank.do(
        lambda tx, now: tx.row(
            "SELECT number FROM staff_card WHERE person = ? AND active = 1", name
        )
    )
    assert row is not None, f"{name} has no card"
    return track_of(row[0], bank.key)


def at_work(bank: Bank, name: str) -> Counter:
    """Signed on for as long as the simulated clocks may run."""

    def work(tx: Tx, now: int) -> str:
        token = staff_sessions.begin(tx, name, "demo", bank.key, now).token
        tx.run(
            "UPDATE staff_session SET began_ms = 0, until_ms = ? WHERE person = ?",
            now + _YEARS_MS, name,
        )  # fmt: skip
        return token

    return Counter(bank, bank.do(work))


def paired_pad(bank: Bank, drawer: str, by: str = "sue") -> str:
    """The token of the customer's pad at that window."""
    token = new_id()
    at_work(bank, by).pair_pad(drawer, token)
    return token


def pieces_of(cents: int) -> dict[int, int]:
    """As few notes and coins as make it up."""
    pieces = {}
    for value in DENOMINATIONS:
        pieces[value], cents = divmod(cents, value)
    return pieces


def open_window(bank: Bank, name: str, drawer: str) -> None:
    """With a float that was counted right."""
    at_work(bank, name).open_window(drawer, pieces_of(-bank.balance(drawer).balance))


def together(
    bank: Bank, act: Act, first: str = "ann", second: str = "sue", reason: str = "as agreed"
) -> Done:
    """Two people, each at a counter of their own."""
    asked = at_work(bank, first).propose(act, STAFF_PIN, reason)
    return at_work(bank, second).confirm(asked.id, STAFF_PIN)


def fund_vault(bank: Bank, cash: Cents = VAULT) -> None:
    """Cash from the house's bank: without it no drawer can be filled."""
    together(bank, MoveHouseMoney(Order("vault-1", "vault_in", "vault", BANKROLL, cash, "vault")))
