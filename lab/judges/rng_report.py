"""`stormdeck rng-report`: is what the table's generator makes random? An HTML page with plots."""

import argparse
import sys
from pathlib import Path

from commands.rng import count, progress, shuffler_of
from drivers.fault import Fault
from firmware.fairness.demonstration import bulk_decks
from firmware.games.cards import decks

DECKS_MIN = 2_000  # below that the rarest cells are empty


def main(argv: list[str]) -> int:
    args = _parser().parse_args(argv)
    if args.decks < DECKS_MIN:
        print(f"A report needs {DECKS_MIN:,} decks or more.", file=sys.stderr)
        return 2
    try:
        return _report(args)
    except ModuleNotFoundError as missing:
        print(f"It needs {missing.name}: pip install 'stormdeck-lab[report]'.", file=sys.stderr)
        return 2
    except Fault as fault:
        print(f"stormdeck rng-report: {fault}", file=sys.stderr)
    except OSError as no:
        print(f"stormdeck rng-report: {no.filename or 'output'}: {no.strerror}.", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stormdeck rng-report", description=__doc__)
    parser.add_argument("--decks", type=count, default=200_000, metavar="N")
    parser.add_argument("--out", type=Path, default=Path("build/rng-report.html"))
    parser.add_argument("--dieharder", choices=("none", "short", "all"), default="short")
    return parser


def _report(args: argparse.Namespace) -> int:
    from lab.judges.report_page import make

    shuffler = shuffler_of(every_hand=False)
    try:
        made = progress(bulk_decks(shuffler, decks("52"), args.decks), args.decks, "decks")
        raw, noise = shuffler.generator.raw, shuffler.noise.report()
        bad = make(made, raw, noise, args.out, args.dieharder)
    finally:
        shuffler.close()
    print(f"{args.out}: {'all tests passed' if not bad else 'LOOK AT ' + ', '.join(bad)}")
    return 1 if bad else 0
