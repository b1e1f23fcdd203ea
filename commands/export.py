"""stormdeck export TABLE.TOML OUT: a read-only copy of the journal for the regulator."""

import sys
from pathlib import Path

from commands import arguments
from firmware.errors import Fault, Refused
from firmware.journal.export import export
from firmware.machine.plan import read_plan
from firmware.pages import BadPage


def main(argv: list[str]) -> int:
    parser = arguments.parser("export", __doc__)
    words = "whose journal; or a directory with its copies a/ and b/"
    parser.add_argument("home", type=Path, metavar="TABLE.TOML", help=words)
    parser.add_argument("out", type=Path, help="a new directory for the export")
    args = parser.parse_args(argv)
    try:
        manifest = export(copies(args.home), args.out)
    except (BadPage, Refused, Fault, OSError) as no:
        print(f"stormdeck export: {no}", file=sys.stderr)
        return 1
    head = manifest["head"]
    print(f"Exported to {args.out}. Keep this line elsewhere, it stands for all of it:")
    print(f"head {head['record']}:{head['chain']}")
    return 0


def copies(where: Path) -> tuple[Path, Path]:
    """The two of a table's page, or of a directory. Raises BadPage."""
    if where.is_dir():
        return where / "a", where / "b"
    plan = read_plan(where)
    one, two = (plan.beside(name) for name in plan.machine.journal)
    return one, two
