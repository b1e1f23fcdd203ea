"""stormdeck software [TABLE.TOML]: which software this is, every file hashed (REQ-R28).

With a table's page: held against the signed list that it names. `--sign` makes that list, where the
image is built; the key stays there.
"""

import argparse
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from commands import arguments
from firmware import durable
from firmware.errors import Fault
from firmware.machine import software
from firmware.machine.plan import read_plan
from firmware.pages import BadPage


def main(argv: list[str]) -> int:
    parser = arguments.parser("software", __doc__)
    parser.add_argument("file", type=Path, nargs="?", metavar="TABLE.TOML")
    parser.add_argument("--files", action="store_true", help="every file with its hash")
    parser.add_argument("--new-key", type=Path, metavar="FILE", help="make a key to sign with")
    parser.add_argument("--sign", type=Path, metavar="KEY", help="sign what is installed here")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the signed list goes")
    args = parser.parse_args(argv)
    if args.sign is not None and args.out is None:
        parser.error("--sign needs --out FILE")
    try:
        return _do(args)
    except (BadPage, Fault) as no:
        print(f"stormdeck software: {no}", file=sys.stderr)
    except (OSError, ValueError) as no:
        words = no.strerror if isinstance(no, OSError) else "that is no key of 32 bytes"
        print(f"stormdeck software: {args.new_key or args.sign or ''}: {words}", file=sys.stderr)
    return 1


def _do(args: argparse.Namespace) -> int:
    if args.new_key is not None:
        return _new_key(args.new_key)
    here = software.found()
    if args.file is not None:
        software.check(read_plan(args.file), here)
    if args.files:
        for name, digest in sorted(here.files.items()):
            print(f"{digest}  {name}")
    print(f"software {here.hash}, {len(here.files):,} files")
    if args.sign is not None:
        key = Ed25519PrivateKey.from_private_bytes(args.sign.read_bytes())
        args.out.write_bytes(software.sign(here, key))
        print(f"signed: {args.out}, with {_public(key)}")
    return 0


def _new_key(path: Path) -> int:
    if path.exists():
        print(f"stormdeck software: {path} is there already: nothing was changed", file=sys.stderr)
        return 1
    key = Ed25519PrivateKey.generate()
    durable.replace(path, key.private_bytes_raw())
    print(f'{path} is new. For table.toml: software_key = "{_public(key)}"')
    return 0


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()
