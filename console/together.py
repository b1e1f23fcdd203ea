"""What two people do at the console to a table's machine: each gives card and PIN here, and a short
process of its own does it (REQ-R47). The console keeps neither."""

from console.asking import CARD, PIN, Asks, Question

HOLDERS = ("auditor", "manager", "house_auditor")
CLEARED = "This sets the whole journal aside. Type CLEAR:"


def _why(typed: str) -> str:
    return "" if len(typed) >= 2 else "Say why: the reason is kept with it."


REASON = Question("Reason:", wrong=_why)


async def enrol(at: Asks, who: str) -> None:
    """A keyholder's key is made on his stick, and table.toml knows its public half."""
    file = await at.ask(Question(f"File on the {who}'s stick (/media/stick/{who}.pem):"))
    first = await at.ask(Question("Passphrase, 12 letters or more:", hidden=True))
    again = await at.ask(Question("The same again:", hidden=True))
    reason = await at.ask(REASON)
    people = await _two(at, "Technician", "Floor manager")
    words = ("keyholder", at.outside.page, who, file, "--reason", reason)
    at.tell(await at.outside.run(*words, typed=[first, again, *people]))


async def clear(at: Asks) -> None:
    """REQ-R16: a journal that nobody can mend; the logic door is open, and the board says so."""
    await at.ask(Question(CLEARED, wrong=lambda typed: "" if typed == "CLEAR" else "Type CLEAR."))
    reason = await at.ask(REASON)
    people = await _two(at, "Technician", "Floor manager")
    words = ("table", at.outside.page, "--clear-journal", reason)
    at.tell(await at.outside.run(*words, typed=people))


async def _two(at: Asks, *roles: str) -> list[str]:
    typed = []
    for role in roles:
        for one in (CARD, PIN):
            words = f"{role}. {one.words}"
            typed.append(await at.ask(Question(words, hidden=True, letters=one.letters)))
    return typed
