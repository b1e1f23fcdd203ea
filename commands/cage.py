"""stormdeck cage FILE: one window of the cage, as its cage.toml says, and the customer's pad.

Who sits at it signs on with card and PIN. It is served on this machine's own name only; the pad, at
/pad, is a second screen of the same machine.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from msgspec import Struct

from commands.bank import open_bank
from firmware.bank.counter import Counter
from firmware.bank.identity import Identity
from firmware.errors import Fault, Refused
from firmware.machine.toml_file import TomlFile
from firmware.pages import BadPage


class CagePage(Struct, frozen=True, forbid_unknown_fields=True):
    """cage.toml."""

    window: str  # its name, above every page
    drawer: str  # its account, as drawer:1
    bank: str
    bank_key: str
    listen: str = "127.0.0.1:8082"
    names: tuple[str, ...] = ()  # other names it is reached by, port included
    secure: bool = False  # behind TLS
    encoder: str = ""  # the card encoder's device
    printer: str = ""  # file:/dev/usb/lp0, tcp:host:port or usb:vendor:product


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="stormdeck cage",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the window's page, cage.toml")
    args = parser.parse_args(argv)
    try:
        file = TomlFile(args.file)
        asyncio.run(_serve(file.path.parent, file.convert(file.values, CagePage)))
    except (BadPage, Refused, Fault) as no:
        print(f"stormdeck cage: {no}", file=sys.stderr)
        return 2
    except OSError as no:
        print(f"stormdeck cage: {no.filename or args.file}: {no.strerror}", file=sys.stderr)
        return 2
    return 0


async def _serve(beside: Path, page: CagePage) -> None:
    import uvicorn

    from desks.app import cage_application
    from desks.cage.paper import printer_at
    from desks.cage.window import CageWindow
    from desks.sign_on import SignOn

    where = page.bank if "://" in page.bank else str(beside / page.bank)
    bank = open_bank(where, beside / page.bank_key)
    Counter(bank).check_heads()
    if bank.balance(page.drawer).kind != "drawer":
        raise Refused(f"{page.drawer} is no drawer of this bank.")
    sign_on = SignOn(Identity(bank), "Cage", page.window, page.secure)
    window = CageWindow(page.window, page.drawer, bank, page.encoder)
    hosts = frozenset({page.listen, *page.names})
    app = cage_application(window, sign_on, hosts, printer_at(page.printer))
    host, _, port = page.listen.rpartition(":")
    print(f"cage: {page.window} is at http://{page.listen}/, the pad at /pad", flush=True)
    await uvicorn.Server(uvicorn.Config(
        app, host=host, port=int(port), log_level="error", timeout_graceful_shutdown=1
    )).serve()  # fmt: skip
