"""What else is done at a window, as data: a title, what is asked for, and what the bank is told.

One person does a Doing; two agree to a Proposal, each in their own session and by their own PIN.
"""

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

from firmware.bank import acts, days
from firmware.bank.accounts import BANKROLL, called
from firmware.bank.amounts import cents
from firmware.bank.counter import Counter
from firmware.bank.details import TAX_KINDS, Detail
from firmware.bank.gaming_day import gaming_day
from firmware.bank.ledger import Order
from firmware.errors import Refused
from firmware.money import show

Form = Mapping[str, str]


class Field(Struct, frozen=True):
    name: str
    label: str
    choices: tuple[str, ...] = ()
    kind: str = "text"
    hint: str = ""


class At(Struct, frozen=True):
    """Where it is done, and about whom."""

    counter: Counter
    drawer: str
    patron: str
    id: str  # born with the form


class Doing(Struct, frozen=True):
    title: str
    act: str  # a row of roles.ACTS
    says: str
    fields: tuple[Field, ...]
    do: Callable[[At, Form], str]


class Proposal(Struct, frozen=True):
    title: str
    act: str
    says: str
    fields: tuple[Field, ...]
    proposes: Callable[[At, Form], acts.Act]


_AMOUNT = Field("amount", "Amount in dollars")
_REASON = Field("why", "Reason")


def check_choices(one: Doing | Proposal, form: Form) -> None:
    """Of what its page offers."""
    for field in one.fields:
        if field.choices and form[field.name] not in field.choices:
            raise Refused(f"{field.label}: {' or '.join(field.choices)}.", rule="REQ-R46")


def _stop_cards(at: At, form: Form) -> str:
    return f"{at.counter.stop_cards(at.patron)} card(s) stopped. The money is safe."


def _card_back(at: At, form: Form) -> str:
    at.counter.end_card(form["card"], "retired", at.patron)
    return "That card is retired. The money stays on the account."


def _new_account(at: At, form: Form) -> str:
    name = form["name"].strip()
    if not (name.isascii() and name.replace("-", "").isalnum() and len(name) <= 30):
        raise Refused("A name has letters, digits and dashes, 30 at most.", rule="REQ-R36")
    at.counter.add_account(f"{form['kind']}:{name}", form["kind"])
    return f"{form['kind'].capitalize()} {name} has its account in the books."


def _drawer_limit(at: At, form: Form) -> str:
    name = re.sub("^drawer[ :]", "", form["account"].strip(), flags=re.IGNORECASE)
    account = "vault" if name.lower() == "vault" else f"drawer:{name}"
    none = form["limit"].strip().lower() == "none"
    at.counter.set_drawer_limit(account, None if none else cents(form["limit"]), form["why"])
    return f"The limit of {called(account)} is written down. What is above it your page shows."


def _lock(at: At, form: Form) -> str:
    at.counter.lock(at.patron, form["why"])
    return "The account is locked: nothing moves from it."


def _bar(at: At, form: Form) -> str:
    at.counter.bar(at.patron, form["why"])
    return "Barred from the house, at running tables too."


def _exclude(at: At, form: Form) -> str:
    at.counter.exclude(at.patron, _number(form["days"], "days", 36_500))
    return f"Excluded for {form['days']} days, at running tables too. It is never shortened."


def _limit(at: At, form: Form) -> str:
    none = form["limit"].strip().lower() == "none"
    at.counter.set_limit(at.patron, None if none else cents(form["limit"]))
    return "A lower limit holds from now on, a higher one from this time tomorrow."


def _time_limit(at: At, form: Form) -> str:
    none = form["minutes"].strip().lower() == "none"
    minutes = None if none else _number(form["minutes"], "minutes", 1440)
    at.counter.set_time_limit(at.patron, minutes)
    return "Less time holds from now on, more from this time tomorrow."


def _document(at: At, form: Form) -> str:
    ends = days.read(form["id_expiry"], "the day the document ends")
    at.counter.new_document(at.patron, form["id_type"], form["id_number"], ends)
    return "The document is renewed."


def _details(at: At, form: Form) -> str:
    if form["tax"] != form["again"]:
        raise Refused("The two numbers differ.", rule="REQ-R34")
    where = form["street"], form["city"], form["region"], form["postcode"], form["country"]
    today = gaming_day(at.counter.bank.clock(), at.counter.bank.house)
    born = days.read(form["born"], "the birth date", today)
    at.counter.complete_patron(at.patron, Detail(born, *where, form["kind"], form["tax"]))
    return "Address, birth date and tax number are complete."


def _suspect(at: At, form: Form) -> str:
    at.counter.note_suspicion(at.patron, form["words"], at.id)
    return "Written down. Only supervisors read it."


def _number(text: str, what: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) <= most):
        raise Refused(f"Write a number of {what}, at most {most}.", rule="own limits")
    return int(text)


def _house(at: At, form: Form, kind: str, way: tuple[str, str], patron: str = "") -> acts.Act:
    """`way`: debit and credit. Its document stands in the book of the drawer, or of the vault."""
    place = at.drawer if at.drawer in way else way[0] if "vault" not in way else "vault"
    return acts.MoveHouseMoney(Order(at.id, kind, *way, cents(form["amount"]), place, patron))


def _pool(form: Form) -> str:
    return f"promotion:{form['promotion'].strip().removeprefix('promotion:')}"


def _table(form: Form) -> str:
    return f"table:{form['table'].strip().removeprefix('table:')}"


def _by_hand(at: At, form: Form) -> acts.Act:
    patron, table, amount = at.counter.cash_out(form["transfer"].strip())
    return acts.PayByHand(form["transfer"].strip(), patron, table, amount, at.drawer)


def _settle(at: At, form: Form) -> acts.Act:
    return acts.Settle(form["transfer"].strip(), "posted" if form["to"] == "kept" else "voided")


def _clear(at: At, form: Form) -> acts.Act:
    table = _table(form).removeprefix("table:")
    return acts.ClearTable(table, at.counter.apart(table).cents)


def _comp(at: At, form: Form) -> acts.Act:
    return acts.PayComp(at.id, at.patron, cents(form["amount"]), _pool(form))


CUSTOMER: dict[str, Doing | Proposal] = {
    "stop-cards": Doing("Card is lost", "EndCard", "Every card of this customer is dead at once.",
        (), _stop_cards),
    "card-back": Doing("Card handed back", "EndCard", "This one card is retired.",
        (Field("card", "Swipe it, or type its number"),), _card_back),
    "document": Doing("New document", "ChangePatron", "In place of one that ran out; seen now.",
        (Field("id_type", "Kind"), Field("id_number", "Number"),
         Field("id_expiry", "Valid to", hint="mm/dd/yyyy")), _document),
    "details": Doing("Address, birth date, tax number", "ChangePatron", "As on the document.",
        (Field("born", "Birth date", hint="mm/dd/yyyy"), Field("street", "Street and number"),
         Field("city", "City"), Field("region", "State"), Field("postcode", "ZIP code"),
         Field("country", "Country"), Field("kind", "Number of a", tuple(TAX_KINDS)),
         Field("tax", "Number", kind="password"), Field("again", "Typed again", kind="password")),
        _details),
    "limit": Doing("Own limit, money", "SetLimit", "What a gaming day may cost, at their own wish.",
        (Field("limit", "Dollars a day, or none"),), _limit),
    "time-limit": Doing("Own limit, time", "SetLimit", "How long they play a day.",
        (Field("minutes", "Minutes a day, or none"),), _time_limit),
    "exclude": Doing("Self-exclusion", "Exclude", "No deposit and no seat until it ends.",
        (Field("days", "Days"),), _exclude),
    "lock": Doing("Lock account", "LockAccount", "Nothing moves until two people unlock it.",
        (_REASON,), _lock),
    "bar": Doing("Bar from the house", "BarPatron", "They leave every table they sit at.",
        (_REASON,), _bar),
    "something-wrong": Doing("Something seems wrong", "NoteSuspicion",
        "A record of its own. The customer never hears of it.",
        (Field("words", "What you saw"),), _suspect),
    "without-pin": Proposal("Pay without the PIN", "PayWithoutPin",
        "By the document: both of you have seen it.",
        (_AMOUNT, Field("document", "Number of the document")),
        lambda at, form: acts.PayWithoutPin(
            at.id, at.patron, cents(form["amount"]), at.drawer, form["document"])),
    "reset-pin": Proposal("PIN forgotten", "ResetPin", "They choose a first one again on the pad.",
        (), lambda at, form: acts.ResetPin(at.patron)),
    "unlock": Proposal("Unlock account", "UnlockAccount", "It is active again.",
        (), lambda at, form: acts.UnlockAccount(at.patron)),
    "unbar": Proposal("Let in again", "UnbarPatron", "A barred person may play again.",
        (), lambda at, form: acts.UnbarPatron(at.patron)),
    "comp": Proposal("Pay a comp", "PayComp", "Onto the card, out of its promotion.",
        (_AMOUNT, Field("promotion", "Promotion")), _comp),
    "unpark": Proposal("Parked money is theirs", "MoveHouseMoney", "It goes onto the card.",
        (_AMOUNT,), lambda at, form: _house(
            at, form, "unpark", ("suspense", f"patron:{at.patron}"), at.patron)),
    "end-session": Proposal("Free from a table", "EndSession",
        "For a table that will never come back.", (), lambda at, form: acts.EndSession(at.patron)),
}  # fmt: skip
HOUSE: dict[str, Doing | Proposal] = {
    "fill": Proposal("Fill", "MoveHouseMoney", "Cash from the vault into this drawer.",
        (_AMOUNT,), lambda at, form: _house(at, form, "fill", (at.drawer, "vault"))),
    "credit": Proposal("Credit", "MoveHouseMoney", "Cash from this drawer into the vault.",
        (_AMOUNT,), lambda at, form: _house(at, form, "empty", ("vault", at.drawer))),
    "vault-in": Proposal("Cash into the vault", "MoveHouseMoney",
        "From the house's bank or safe. Count it together.",
        (_AMOUNT,), lambda at, form: _house(at, form, "vault_in", ("vault", BANKROLL))),
    "vault-out": Proposal("Cash out of the vault", "MoveHouseMoney",
        "To the house's bank or safe. Count it together.",
        (_AMOUNT,), lambda at, form: _house(at, form, "vault_out", (BANKROLL, "vault"))),
    "correct": Proposal("Correction", "Correct",
        "The whole document is turned round by another; nothing is ever edited.",
        (Field("document", "Document, as on the receipt"),),
        lambda at, form: acts.Correct(at.counter.by_document(form["document"]))),
    "by-hand": Proposal("Pay by hand", "PayByHand",
        "A cash-out that reached no card. The books know the amount.",
        (Field("transfer", "Id of the cash-out"),), _by_hand),
    "settle": Proposal("Settle what waits", "Settle", "A promise that timed out.",
        (Field("transfer", "Id of the transfer"), Field("to", "It is", ("kept", "let go"))),
        _settle),
    "park": Proposal("Park chips", "MoveHouseMoney",
        "Money at a table, and nobody knows whose: kept until they come.",
        (_AMOUNT, Field("table", "Table")),
        lambda at, form: _house(at, form, "park", (_table(form), "suspense"))),
    "promotion": Proposal("Fund a promotion", "MoveHouseMoney",
        "Cash into the vault that belongs to players from now on.",
        (_AMOUNT, Field("promotion", "Promotion")),
        lambda at, form: _house(at, form, "promotion_in", ("vault", _pool(form)))),
    "new-account": Doing("New drawer, table or promotion", "AddAccount",
        "An account of the house; it begins at nothing.",
        (Field("kind", "Kind", ("promotion", "drawer", "table")), Field("name", "Name")),
        _new_account),
    "drawer-limit": Doing("Limit of a drawer", "SetDrawerLimit",
        "How much cash may lie there; what is above it is yours to see, and no cashier's.",
        (Field("account", "Drawer, or vault"), Field("limit", "Dollars, or none"), _REASON),
        _drawer_limit),
    "fees-out": Proposal("Take fees out", "MoveHouseMoney",
        "What the house earned, in cash out of the vault.",
        (_AMOUNT,), lambda at, form: _house(at, form, "fees_out", ("fees", "vault"))),
    "clear-table": Proposal("Books of a table differ", "ClearTable",
        "You have looked, and answer for what is left of it: money crosses there again.",
        (Field("table", "Table"),),
        _clear),
    "clock": Proposal("The clock is right", "ConfirmClock",
        "Compare it with another clock before you say so.",
        (), lambda at, form: acts.ConfirmClock()),
}  # fmt: skip


_WAYS = {  # of money of the house: debit, credit
    "fill": "in cash from the {1} into {0}", "empty": "in cash from {1} into the {0}",
    "vault_in": "in cash into the {0}", "vault_out": "in cash out of the {1}",
    "park": "of {0} is parked", "unpark": "that was parked goes to {1}",
    "promotion_in": "in cash into the {0}, for {1}", "fees_out": "of {0} in cash out of the {1}",
}  # fmt: skip


def told(act: acts.Act) -> list[str]:
    """All that a second person agrees to, in words."""
    match act:
        case acts.MoveHouseMoney(order):
            way = _WAYS[order.kind].format(called(order.debit), called(order.credit))
            return [f"{show(order.amount)} {way}"]
        case acts.Correct(transfer):
            return [f"Transfer {transfer}"]
        case acts.PayWithoutPin(_, patron, amount, drawer, _):
            return [f"{show(amount)} in cash to account {patron}", f"from {called(drawer)}"]
        case acts.PayByHand(_, patron, table, amount, drawer):
            where = f"of {called(table)}, from {called(drawer)}"
            return [f"{show(amount)} in cash to account {patron}", where]
        case acts.PayComp(_, patron, amount, promotion):
            return [f"{show(amount)} of {called(promotion)} to account {patron}"]
        case acts.Settle(transfer, to):
            return [f"Transfer {transfer} is {to}"]
        case acts.ResetPin(patron) | acts.UnlockAccount(patron) | acts.UnbarPatron(patron):
            return [f"Account {patron}"]
        case acts.EndSession(patron):
            return [f"Account {patron}"]
        case acts.ClearTable(table, cents):
            more = "more" if cents > 0 else "less"
            left = f"{show(abs(cents))} {more} in the cage's book" if cents else "they agree again"
            return [f"Table {table}: money crosses again", left]
    return []
