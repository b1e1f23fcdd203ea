"""Who may do what: one table of data for the cage, the floor and the tables (REQ-R46, REQ-R47).

Orders to a table have the names of their classes in firmware/table/commands.py. `stormdeck staff
roles` shows this table and writes docs/roles.md.
"""

from msgspec import Struct

from firmware.errors import Refused

CASHIER, SUPERVISOR, FLOOR, MANAGER = "cashier", "cage supervisor", "floor", "floor manager"
TECHNICIAN, AUDITOR, REGULATOR = "technician", "auditor", "regulator"
ROLES = (CASHIER, SUPERVISOR, FLOOR, MANAGER, TECHNICIAN, AUDITOR, REGULATOR)

_CAGE = (CASHIER, SUPERVISOR)
_FLOOR = (FLOOR, MANAGER)
_LEADS = (SUPERVISOR, MANAGER)  # who may be the second name
_ON_DUTY = (*_CAGE, *_FLOOR)
_TECHNICAL = (TECHNICIAN, MANAGER, AUDITOR, REGULATOR)
_READERS = (SUPERVISOR, MANAGER, AUDITOR, REGULATOR)


class Act(Struct, frozen=True):
    words: str  # after "may not", "to"
    first: tuple[str, ...]  # who does it; nobody: no person does
    second: tuple[str, ...] = ()  # who confirms it; nobody: one person is enough


_CAGE_ACTS = {
    "OpenAccount": Act("open an account", _CAGE),
    "OpenBesideStopped": Act(
        "open an account for somebody who looks like a person who is stopped", (SUPERVISOR,)
    ),
    "ChangePatron": Act("change what is known of a patron", _CAGE),
    "IssueCard": Act("issue a card", _CAGE),
    "EndCard": Act("stop or retire a card", _ON_DUTY),
    "SetPin": Act("let a patron choose a PIN", _CAGE),
    "ResetPin": Act("let a patron choose a new first PIN", _CAGE, _LEADS),
    "SeePatron": Act("see what is known of a patron", (*_CAGE, MANAGER, AUDITOR, REGULATOR)),
    "SeeTaxNumber": Act("see a whole tax number", (SUPERVISOR,)),
    "LockAccount": Act("lock an account", _ON_DUTY),
    "UnlockAccount": Act("unlock an account", _CAGE, _LEADS),
    "BarPatron": Act("bar a patron from the house", _ON_DUTY),
    "UnbarPatron": Act("let a barred patron in again", (MANAGER,), (SUPERVISOR,)),
    "Exclude": Act("enter an exclusion", _ON_DUTY),
    "SetLimit": Act("enter a patron's own limit", _CAGE),
    "OpenWindow": Act("open, count and close a window", _CAGE),
    "PostDifference": Act("post what a count differs by", _CAGE, _LEADS),
    "SetDrawerLimit": Act("say how much cash a drawer may hold", (SUPERVISOR,)),
    "SeeDrawer": Act("see what a drawer should hold", (SUPERVISOR, MANAGER, AUDITOR, REGULATOR)),
    "Deposit": Act("take a deposit", _CAGE),
    "Withdraw": Act("pay a withdrawal", _CAGE),
    "PayWithoutPin": Act("pay by the document, without a PIN", _CAGE, _LEADS),
    "CloseAccount": Act("close an account and pay its balance", _CAGE),
    "MoveHouseMoney": Act("move money of the house", _CAGE, _LEADS),
    "Correct": Act("correct a transfer", _CAGE, _LEADS),
    "PayByHand": Act("pay by hand", _CAGE, _LEADS),
    "Settle": Act("settle a transfer that waits", _CAGE, _LEADS),
    "EndSession": Act("free an account from a table", _CAGE, _LEADS),
    "EnterAgain": Act("enter a lost transfer", _CAGE, _LEADS),
    "CompleteReport": Act("complete a currency report", _CAGE),
    "FileReport": Act("file a currency report", (SUPERVISOR,)),
    "ReadReports": Act("read the reports", _READERS),
    "NoteSuspicion": Act("write down suspicious activity", _ON_DUTY),
    "ReadSuspicions": Act("read what is suspicious", (SUPERVISOR,)),
    "PayComp": Act("pay a comp or a promotion", (*_FLOOR, SUPERVISOR), _LEADS),
    "AddAccount": Act("open an account of the house", _LEADS),
    "ConfirmClock": Act("say that the clock is right", _ON_DUTY, _LEADS),
    "KnowTable": Act("let a table have a new key", _LEADS, _LEADS),
    "AcceptBooks": Act("accept restored books", _LEADS, _LEADS),
    "ClearTable": Act(
        "let money cross again at a table whose books differ", (SUPERVISOR, *_FLOOR), _LEADS
    ),
    "AllUpdated": Act("say that every table is updated", _LEADS, _LEADS),
}
_STAFF_ACTS = {
    "Enrol": Act("enrol staff", _LEADS, _LEADS),
    "ChangeRole": Act("change a role", _LEADS, _LEADS),
    "NewCredentials": Act("give staff a new card and PIN", _LEADS, _LEADS),
    "Dismiss": Act("dismiss staff", _LEADS),
    "SeeConsole": Act("look at a table through its console", _TECHNICAL),
    "ReadChanges": Act("read the change log", _READERS),
}
_TABLE_ORDERS = {
    "OpenTable": Act("open a table", _FLOOR),
    "CloseTable": Act("close a table", _FLOOR),
    "Pause": Act("pause a table", (*_FLOOR, TECHNICIAN)),
    "Resume": Act("let a table go on", _FLOOR),
    "EnterTests": Act("test the devices of a table", (TECHNICIAN, MANAGER)),
    "LeaveTests": Act("end a test of devices", (TECHNICIAN, MANAGER)),
    "OpenPairing": Act("pair a new screen", (TECHNICIAN, MANAGER)),
    "SayPaired": Act("say that a new screen shows the same digits", (TECHNICIAN, MANAGER)),
    "AtConsole": Act("type at a table's console", _TECHNICAL),
    "TakeBreak": Act("give a table a break", _FLOOR),
    "AnswerCall": Act("answer a call", _FLOOR),
    "Approve": Act("approve a player", _FLOOR),
    "TurnAway": Act("turn a player away", _FLOOR),
    "Reserve": Act("hold a seat", _FLOOR),
    "Release": Act("let a held seat go", _FLOOR),
    "MovePlayer": Act("move a player", _FLOOR),
    "GrantSeat": Act("grant a seat change", _FLOOR),
    "CashIn": Act("cash a player in", _FLOOR),
    "ExtendClock": Act("give time", _FLOOR),
    "Bar": Act("bar a player from a table", _FLOOR),
    "Unbar": Act("lift a bar at a table", (MANAGER,)),
    "KeepApart": Act("keep players apart", _FLOOR),
    "LetTogether": Act("let players sit together again", (MANAGER,)),
    "JoinList": Act("put a name on a list", _FLOOR),
    "LeaveList": Act("take a name off a list", _FLOOR),
    "FoulHand": Act("foul a hand", _FLOOR),
    "VoidHand": Act("void a hand", _FLOOR, _LEADS),
    "ChangeGame": Act("change game or stakes", (MANAGER,)),
    "ReadPage": Act("let a table play by its changed page", (MANAGER,)),
    "ConfirmJackpot": Act("confirm a jackpot", _FLOOR, _LEADS),
    "PayHighHand": Act("pay the high hand", _FLOOR, _LEADS),
    "SweepFees": Act("sweep the fees", (MANAGER,)),
    "StartTournament": Act("start a tournament", _FLOOR),
    "CancelTournament": Act("cancel a tournament", (MANAGER,)),
    "WriteNote": Act("write into the day's notes", _FLOOR),
    "OpenDispute": Act("open a dispute", _FLOOR),
    "SettleDispute": Act("settle a dispute", (MANAGER,)),
    "EndTournament": Act("end a tournament by agreement", (MANAGER,)),
    "Unseal": Act("unseal folded cards", (AUDITOR, REGULATOR), (MANAGER,)),
    "ChangeKey": Act("change the key of who opens past hands", (TECHNICIAN,), (MANAGER,)),
    "KeepCopy": Act("keep one copy of a journal", (*_FLOOR, TECHNICIAN), _LEADS),
    "ClearJournal": Act("clear a journal that nobody can mend", (TECHNICIAN,), (MANAGER,)),
    "AcceptJournal": Act("go on with a journal that the bank doubts", _FLOOR, _LEADS),
    "HandPay": Act("say that a cash-out was paid: the bank says it", ()),
}
ACTS: dict[str, Act] = {**_CAGE_ACTS, **_STAFF_ACTS, **_TABLE_ORDERS}


def may(role: str, act: str) -> bool:
    """Do it; alone, if nobody is to confirm it."""
    return role in ACTS[act].first


def needs_two(act: str) -> bool:
    return bool(ACTS[act].second)


def require(person: str, role: str, act: str) -> None:
    _in(person, role, ACTS[act].first, ACTS[act].words)


def require_second(person: str, role: str, act: str) -> None:
    _in(person, role, ACTS[act].second, f"confirm to {ACTS[act].words}")


def _in(person: str, role: str, roles: tuple[str, ...], words: str) -> None:
    if role not in roles:
        ask = " or ".join(roles) or "nobody"
        raise Refused(f"{person} ({role}) may not {words}: ask a {ask}.", rule="REQ-R46")


def page() -> str:
    """The table for people: a line an act, a column a role."""
    head = f"| act | to | {' | '.join(ROLES)} |"
    lines = [head, "|" + "---|" * (len(ROLES) + 2)]
    for name, act in ACTS.items():
        marks = " | ".join(_mark(role, act) for role in ROLES)
        lines.append(f"| {name} | {act.words} | {marks} |")
    return "\n".join(lines)


def _mark(role: str, act: Act) -> str:
    does, confirms = role in act.first, role in act.second
    if does and act.second:
        return "first or second" if confirms else "first"
    return "second" if confirms else "yes" if does else ""
