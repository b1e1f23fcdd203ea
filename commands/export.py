"""stormdeck export HOME OUT: a read-only copy of the journal for the regulator."""

import argparse
import sys
from pathlib import Path

from firmware.errors import Fault, Refused
from firmware.journal.export import export


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck export", description=__doc__)
    parser.add_argument("home", type=Path, help="the journal: a directory with a/ and b/")
    parser.add_argument("out", type=Path, help="a new directory for the export")
    args = parser.parse_args(argv)
    try:
        manifest = export(args.home, args.out)
    except (Refused, Fault, OSError) as no:
        print(f"stormdeck export: {no}", file=sys.stderr)
        return 1
    head = manifest["head"]
    print(f"Exported to {args.out}. Keep this line elsewhere, it stands for all of it:")
    print(f"head {head['record']}:{head['chain']}")
    return 0
