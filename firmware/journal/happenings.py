"""What happened, in a word and a sentence, for console, log and house (REQ-R26): no card and no
patron's name. And a fold: how far there is something that the house is to hear."""

from msgspec import Struct

from firmware.journal import records as r
from firmware.money import show

# What the house hears of; hands and who sits down are its bank's business already.
SIGNIFICANT = frozenset(
    ["START", "FAULT", "OVER", "NOTE", "DOOR", "VOID", "FLOOR", "MONEY", "TEST"]
)


class Outgoing(Struct):
    """After a journal was accepted as it is, its records may bear numbers that the house has heard
    already: what follows is another story."""

    last: int = 0  # record
    stories: int = 0  # how often it was accepted
    accepted: int = 0  # the last time, at this record


def follow(outgoing: Outgoing, seq: int, told: r.Told) -> None:
    if words_of(told)[0] in SIGNIFICANT:
        outgoing.last = seq
    if isinstance(told, r.BooksAccepted):
        outgoing.accepted = seq
        outgoing.stories += 1


def words_of(told: r.Told) -> tuple[str, str]:
    """Its kind and its words; empty: nobody asks about it."""
    match told:
        case r.PoweredUp():
            return "START", "the table's program was started"
        case r.FaultOpened():
            return "FAULT", f"{told.name}: {told.words}"
        case r.FaultCleared():
            return "OVER", told.name
        case r.Noticed():
            return "NOTE", f"{told.name}: {told.words}"
        case r.DoorOpened():
            how = "was opened and shut while its wire was out" if told.unseen else "is open"
            return "DOOR", f"the {told.door} {how}"
        case r.DoorShut():
            return "DOOR", f"the {told.door} is shut"
        case r.HandEnded():
            return "HAND", f"hand {told.hand:,} over, {show(pot(told))}"
        case r.HandVoided():
            return "VOID", f"hand {told.hand:,} void: {told.reason} ({told.by})"
        case r.OrderAnswered():
            return "FLOOR", f"{told.by or 'nobody'}: {told.what}: {told.words}"
        case r.TransferRefused():
            words = f"{told.transfer.kind} {show(told.transfer.amount)}, seat {told.transfer.seat}"
            return "MONEY", f"{words}: the bank says no: {told.words}"
        case r.HandPaid():
            return "MONEY", f"{show(told.transfer.amount)} paid by hand, {told.by}"
        case r.BooksAccepted():
            return "MONEY", f"the journal is accepted as it is, {told.by}: {told.reason}"
        case r.SessionOpened():
            return "SEAT", f"seat {told.seat}: a card came"
        case r.ServiceTestEntered():
            return "TEST", f"devices under test, {told.by}; meters {told.meters[:8]}"
        case r.ServiceTestLeft():
            return "TEST", f"the test is over, {told.by}; meters {told.meters[:8]}"
    return "", ""


def pot(told: r.HandEnded) -> int:
    return sum(one.wagered for one in told.results)
