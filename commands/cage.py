"""stormdeck cage FILE: one window of the cage, as its cage.toml says, and the customer's pad.

Who sits at it signs on with card and PIN. It is served on this machine's own name only; the pad, at
/pad, is the one browser at which the window's code was typed.
"""

from msgspec import Struct

from commands import desk_program
from commands.bank import open_bank
from firmware.bank.identity import Identity
from firmware.errors import Refused
from firmware.machine.plan import key_file
from firmware.machine.toml_file import TomlFile


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
    return desk_program.run("cage", __doc__, argv, CagePage, _serve)


async def _serve(file: TomlFile, page: CagePage) -> None:
    from desks.cage.app import cage_application
    from desks.cage.paper import printer_at
    from desks.cage.window import CageWindow
    from desks.sign_on import SignOn

    where = desk_program.books_at(file, page.bank)
    bank = open_bank(where, key_file(file.path.parent, page.bank_key))
    bank.check_books()
    if bank.balance(page.drawer).kind != "drawer":
        raise Refused(f"{page.drawer} is no drawer of this bank.")
    window = CageWindow(page.window, page.drawer, bank, page.encoder)
    sign_on = SignOn(Identity(bank), "Cage", page.window, page.secure, standing=window.standing)
    hosts = frozenset({page.listen, *page.names})
    app = cage_application(window, sign_on, hosts, printer_at(page.printer))
    print(f"cage: {page.window} is at http://{page.listen}/, the pad at /pad", flush=True)
    await desk_program.listen(app, page.listen)
