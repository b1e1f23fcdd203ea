"""The `stormdeck` command: one module a subcommand, loaded only when it is asked for.

Here are the commands of a table. Whatever else is installed beside it may bring more of them, by
an entry point of the group MORE that names a table like COMMANDS: the lab does, which ships on no
table.
"""

import importlib
import io
import os
import sys
import traceback
from pathlib import Path

MORE = "stormdeck.commands"
OF_THEIR_OWN = "bench", "fuzz", "mutants"  # what each needs is installed by make of that name
COMMANDS = {
    "games": ("commands.games", "list the games, or show the rules page of one"),
    "replay": ("commands.replay", "replay hand histories (PHH) and compare the stacks"),
    "table": ("commands.table", "run a table, as its table.toml says"),
    "pair": ("commands.pair", "make a screen and its table known to each other"),
    "console": ("commands.console", "the technician's terminal: what is wrong, and what to do"),
    "look": ("commands.look", "a table as its disks tell it, running or not"),
    "metrics": ("commands.metrics", "numbers of a table, for Prometheus"),
    "bundle": ("commands.bundle", "what a technician sends to the service, nothing private in it"),
    "software": ("commands.software", "which software this is, held against what was signed"),
    "update": ("commands.update", "an approved update: written, tried once, kept or taken back"),
    "approve": ("commands.approve", "sign an update, for the house or for the lab"),
    "order": ("commands.order", "give a running table an order of the floor"),
    "unseal": ("commands.unseal", "folded cards of a past hand, by two people and their keys"),
    "keyholder": ("commands.keyholder", "a new key of somebody who may open past hands"),
    "open-hand": ("commands.open_hand", "for the console's page of unsealing"),
    "station": ("commands.station", "the glass in front of one player"),
    "center": ("commands.center", "the screen in the middle of the table"),
    "staff": ("commands.staff", "who works here, and who may do what"),
    "floor": ("commands.floor", "the floor's pages, for every table of the room"),
    "cage": ("commands.cage", "a window of the cage: its pages, and the customer's pad"),
    "bank": ("commands.bank", "accounts, cards, cash and reports of the cage"),
    "verify-log": ("commands.verify_log", "verify a journal or an export, offline"),
    "export": ("commands.export", "copy the journal, read-only, for the regulator"),
    "verify-hand": ("commands.verify_hand", "check the receipt of a hand"),
    "rng": ("commands.rng", "the table's randomness: receipt, raw, decks, health"),
    "rules-doc": ("commands.rules_doc", "write docs/house-rules.md from the houses' settings"),
}


def main(argv: list[str] | None = None) -> int:
    args = sys.argv[1:] if argv is None else argv
    _any_output()
    try:
        code = _run(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our pipe has seen enough
        sys.stderr.close()
        return 0
    except TimeoutError as late:
        print(f"stormdeck {args[0]}: no answer in time: {_waited_for(late)}.", file=sys.stderr)
        return 1
    except OSError as no:
        if no.filename is not None:  # not about our output
            raise
        print(f"stormdeck: output: {no.strerror}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left of it
        return 1


def _waited_for(late: TimeoutError) -> str:
    """What it says itself, or else which of our functions waited."""
    if late.args:
        return (late.strerror or str(late)).rstrip(".")
    ours = f"{Path(__file__).parents[1]}{os.sep}"
    steps = traceback.extract_tb(late.__traceback__)
    last = next(one for one in reversed(steps) if one.filename.startswith(ours))
    return f"{last.name.strip('_').replace('_', ' ')} in {last.filename.removeprefix(ours)}"


def _any_output() -> None:
    """A terminal that cannot write our signs gets '?'; a closed one gets nothing."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _run(args: list[str]) -> int:
    if not args or args[0] in ("-h", "--help"):
        print("usage: stormdeck COMMAND …\n")
        for name, (_, words) in (COMMANDS | _more()).items():
            print(f"  {name:<12} {words}")
        print("\nstormdeck COMMAND --help tells more.")
        return 0 if args else 2
    known = COMMANDS if args[0] in COMMANDS else _more()
    if args[0] not in known:
        print(_unknown(args[0], [*COMMANDS, *known]), file=sys.stderr)
        return 2
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its greeting is no output of ours
    try:
        module = importlib.import_module(known[args[0]][0])
    except ModuleNotFoundError as missing:
        target = args[0] if args[0] in OF_THEIR_OWN else "test"
        way = "" if known is COMMANDS else f": make {target} brings it"
        print(f"stormdeck {args[0]}: {missing.name} is not installed{way}.", file=sys.stderr)
        return 2
    return int(module.main(args[1:]))


def _more() -> dict[str, tuple[str, str]]:
    """Commands that others bring. Looked for only when they are asked for: it costs a moment."""
    from importlib.metadata import entry_points

    found: dict[str, tuple[str, str]] = {}
    for other in entry_points(group=MORE):
        found |= other.load()
    return found


def _unknown(name: str, known: list[str]) -> str:
    words = f"stormdeck: no command {name!r}; there are: {', '.join(known)}"
    if len(known) > len(COMMANDS):
        return words
    return f"{words}. Simulations, pictures and benches come with stormdeck-lab, on no table."
