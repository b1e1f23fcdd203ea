"""Who may do what at the bank (REQ-R37, REQ-R46): every hand on the money has a name and a role."""

from firmware.bank.store import Tx
from firmware.errors import Refused

ROLES = ("cage", "supervisor", "manager", "host", "technician", "auditor")
CASH = ("cage", "supervisor", "manager")
APPROVE = ("supervisor", "manager")


def add(tx: Tx, person: str, role: str, by: str, now_ms: int) -> None:
    """The first person of a house enrols alone; after that a manager does it."""
    if role not in ROLES:
        raise Refused(f"There is no role {role}; there are: {', '.join(ROLES)}.", rule="REQ-R46")
    if not person.strip():
        raise Refused("Write down a name.", rule="REQ-R46")
    if tx.row("SELECT 1 FROM staff"):
        require(tx, by, ("manager",), "enrol staff")
    elif role != "manager":
        raise Refused("The first person to enrol must be a manager.", rule="REQ-R46")
    tx.run(
        "INSERT INTO staff (id, role, active, added_ms) VALUES (?, ?, 1, ?) "
        "ON CONFLICT (id) DO UPDATE SET role = excluded.role, active = 1",
        person,
        role,
        now_ms,
    )


def remove(tx: Tx, person: str, by: str) -> None:
    require(tx, by, ("manager",), "remove staff")
    tx.run("UPDATE staff SET active = 0 WHERE id = ?", person)


def require(tx: Tx, person: str, roles: tuple[str, ...], to_do: str) -> None:
    row = tx.row("SELECT role FROM staff WHERE id = ? AND active = 1", person)
    if row is None:
        raise Refused(f"{person or 'Nobody'} is not enrolled as staff.", rule="REQ-R46")
    if row[0] not in roles:
        raise Refused(
            f"{person} ({row[0]}) may not {to_do}: ask {' or '.join(roles)}.", rule="REQ-R46"
        )


def require_two(tx: Tx, agent: str, approver: str, to_do: str) -> None:
    """REQ-R37: one does it, another approves it."""
    require(tx, agent, CASH, to_do)
    require(tx, approver, APPROVE, f"approve to {to_do}")
    if agent == approver:
        raise Refused("The approval must come from a second person.", rule="REQ-R37")
