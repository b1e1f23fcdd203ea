"""stormdeck approve BUNDLE --as house --name NAME --key KEY: sign an update, for house or lab.

Writes approved.json beside the bundle, or signs the one that is there. The first to sign says what
it is: --version, --board, and --change for each line of what is new. Keys: stormdeck software
--new-key. A table knows the public halves from its table.toml, [updates].
"""

import sys
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from commands import arguments
from firmware import durable
from firmware.errors import Refused
from firmware.machine.equipment import wall_clock_ms
from firmware.machine.offer import SIDES, Approved, Offer, approve, order
from firmware.machine.this_machine import APPROVED, digest_of


def main(argv: list[str]) -> int:
    parser = arguments.parser("approve", __doc__)
    parser.add_argument("bundle", type=Path, metavar="BUNDLE")
    parser.add_argument("--as", dest="side", choices=SIDES, required=True)
    parser.add_argument("--name", required=True, help="who signs")
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--version", default="", help="such as 4.3.0")
    parser.add_argument("--board", default="", help="amd64 or arm64")
    parser.add_argument("--change", action="append", default=[], help="a line of what is new")
    args = parser.parse_args(argv)
    try:
        page = args.bundle.with_name(APPROVED)
        approved = _page(page, args.bundle, args.version, args.board, tuple(args.change))
        key = Ed25519PrivateKey.from_private_bytes(args.key.read_bytes())
        mine = approve(approved.offer, args.side, args.name, wall_clock_ms(), key)
        others = tuple(one for one in approved.approvals if one.side != args.side)
        signed = Approved(approved.offer, (*others, mine))
        durable.replace(page, msgspec.json.format(msgspec.json.encode(signed)) + b"\n", mode=0o644)
    except Refused as no:
        print(f"stormdeck approve: {no}", file=sys.stderr)
        return 1
    except (OSError, ValueError) as no:
        words = f"{no.filename}: {no.strerror}" if isinstance(no, OSError) else str(no)
        print(f"stormdeck approve: {words}", file=sys.stderr)
        return 1
    what = f"version {signed.offer.version} for {signed.offer.board}, {signed.offer.digest[:16]}"
    print(f"{page}: {what}; signed by {', '.join(one.side for one in signed.approvals)}")
    return 0


def _page(page: Path, bundle: Path, version: str, board: str, changes: tuple[str, ...]) -> Approved:
    """The one that is there, of these very bytes; or a new one."""
    digest = digest_of(bundle)
    if page.exists():
        told = msgspec.json.decode(page.read_bytes(), type=Approved)
        if told.offer.digest != digest:
            raise Refused(f"{page} is about another bundle: take it away first.")
        return told
    if not (version and board):
        raise Refused("The first to sign says what it is: --version 4.3.0 --board amd64.")
    order(version)
    size = bundle.stat().st_size
    return Approved(Offer(version, board, digest, size, wall_clock_ms(), changes))
