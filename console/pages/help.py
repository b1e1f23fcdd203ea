"""What can be typed and pressed."""

from console.pages import state
from console.paper import Section, Sheet, say, wrapped
from console.seen import Seen

NAME = 9  # letters of a command, and a gap
COMMANDS = {
    "home": "the first page; Esc does the same",
    "links": "every wire, reader and door, and the noise (F2); Enter: one of them",
    "link": "one wire, its counters beside their limits, before and after a repair",
    "meters": "where the money is, and the proof (F4)",
    "events": "what is wrong and what happened, since you were here (F5)",
    "config": "the page that the table plays by, with its hash (F7)",
    "software": "every file hashed, and held against what was signed (F8)",
    "update": "two slots, and an update on its way; update /media/stick: bring one in",
    "start": "a table whose program is down is started again; the hand goes on",
    "back": "back why: the version before the last update, while the table is down",
    "hands": "the last hands (F9)",
    "hand": "hand 118204: one of them, step by step, as everyone saw it",
    "bundle": "bundle /media/stick: what the service wants to see, nothing private in it",
    "export": "export /media/stick: the whole journal with its verifier, for the regulator",
    "again": "read the disks again (R)",
    "newpage": "newpage why: table.toml, as it is now, is played from the next hand on",
    "write": "write why: for five minutes this console may change something, and says so",
    "pause": "pause why: every clock stands still; the floor lets it go on",
    "tests": "tests why: devices are tested when this hand is over (F6)",
    "endtests": "the test is over, and the table goes on as it was",
    "unseal": "unseal 118104: folded cards, by two people and their keys, for a minute",
    "keys": "who holds which key",
    "enrol": "enrol manager: a new key for who opens past hands, by two people",
    "pair": "pair 7, pair center: a new screen at that cable, by six digits at both ends",
    "clear": "set a journal aside that nobody can mend, by two people at the open logic door",
    "help": "this page (F1, ?)",
    "leave": "sign off (F10)",
}


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    lines = [
        say((f"{'' if n else name:<{NAME}}", "bold"), *row)
        for name, words in COMMANDS.items()
        for n, row in enumerate(wrapped(words, size[0] - NAME - 4))
    ]
    return Sheet(
        state=state.state(seen),
        left=[Section("COMMANDS", lines, grows=True)],
        hint="Whatever changes the table is journalled with your name",
        keys="Esc Back",
    )
