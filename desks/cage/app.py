"""The pages of one window and of its pad as one web application."""

from starlette.types import ASGIApp

from desks.application import application
from desks.cage.card_writing import CardPages, CardWriter
from desks.cage.customer_pages import CustomerPages
from desks.cage.doing_pages import DoingPages
from desks.cage.opening_pages import OpeningPages
from desks.cage.pad import Pad
from desks.cage.pad_pages import PadPages
from desks.cage.pad_pairing import Pairing, PairingPages
from desks.cage.paper import Paper
from desks.cage.scan_pages import ScanPages
from desks.cage.shift_pages import ShiftPages
from desks.cage.supervisor_pages import SupervisorPages
from desks.cage.window import CageWindow
from desks.sign_on import SignOn
from drivers.receipt import ReceiptPrinter


def cage_application(
    window: CageWindow,
    sign_on: SignOn,
    hosts: frozenset[str],
    printer: ReceiptPrinter | None = None,
) -> ASGIApp:
    pad, writer = Pad(), CardWriter(window.encoder)
    paper, pairing = Paper(window, printer), Pairing(window)
    pages = [
        *OpeningPages(window, sign_on, pad, writer).routes(),
        *DoingPages(window, sign_on).routes(),
        *CardPages(window, sign_on, writer).routes(),
        *SupervisorPages(window, sign_on).routes(),
        *ShiftPages(window, sign_on, paper).routes(),
        *ScanPages(window, sign_on).routes(),
        *CustomerPages(window, sign_on, pad, paper).routes(),
        *PairingPages(window, sign_on, pad, pairing).routes(),
        *PadPages(pad, pairing, sign_on.secure).routes(),
    ]
    return application("cage", pages, sign_on, hosts)
