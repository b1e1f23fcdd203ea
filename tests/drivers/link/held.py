"""How much a link's inbox holds for messages that are not whole yet."""

from drivers.link.inbox import Inbox


def held_bytes(inbox: Inbox) -> int:
    return len(inbox._text) + sum(map(len, inbox._ahead.values()))
