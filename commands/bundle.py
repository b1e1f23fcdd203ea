"""stormdeck bundle TABLE.TOML FILE: what a technician sends to the service, as one archive.

Software, meters, events, rules, the last lines of the log. It is read through before it is written:
a hole card, a PIN, a number of a card or a tax number in it, and no bundle is made.
"""

import sys
from pathlib import Path

from commands import arguments
from commands.look import look
from console.bundle import pack, pages
from firmware import durable
from firmware.errors import Refused


def main(argv: list[str]) -> int:
    parser = arguments.parser("bundle", __doc__)
    parser.add_argument("file", type=Path, metavar="TABLE.TOML")
    parser.add_argument("out", type=Path, metavar="FILE", help="bundle.tar.gz")
    parser.add_argument("--log", type=Path, help="the program's log; else systemd's is asked")
    args = parser.parse_args(argv)
    seen = look(args.file, log=args.log)
    rules = [*seen.table.page.lines] if seen.table is not None else []
    try:
        made = pack(pages(seen, rules))
        durable.replace(args.out, made)
    except Refused as no:
        print(f"stormdeck bundle: {no}", file=sys.stderr)
        return 1
    except OSError as no:
        print(f"stormdeck bundle: {args.out}: {no.strerror}", file=sys.stderr)
        return 1
    print(f"{args.out}: {len(made):,} bytes, read through: nothing private is in it")
    return 0
