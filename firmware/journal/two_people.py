"""REQ-R47: what one person must not do alone. Two names, two roles, a reason; or it is refused."""

from msgspec import Struct

from firmware.errors import Refused


class Hand(Struct, frozen=True):
    """One person who turned a key."""

    name: str
    role: str


def check_two(first: Hand, second: Hand, roles: set[str], what: str, rule: str) -> None:
    """`what` begins the sentence that a refusal says: "Clearing", "Unsealing"."""
    if not {first.role, second.role} <= roles or not first.name.strip() or not second.name.strip():
        raise Refused(f"{what} needs two of: {', '.join(sorted(roles))}.", rule=rule)
    if first.name.strip() == second.name.strip() or first.role == second.role:
        raise Refused(f"{what} needs two people with two different roles.", rule="REQ-R47")


def names(first: Hand, second: Hand) -> list[str]:
    return [f"{hand.name} ({hand.role})" for hand in (first, second)]
