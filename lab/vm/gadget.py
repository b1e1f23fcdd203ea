"""A card reader on a real USB path: a boot keyboard made by the kernel's own gadget, dummy_hcd.

Runs inside the guest. What it types arrives through usbhid, evdev and udev like any reader's.
"""

from pathlib import Path

from drivers.keymap import ENTER
from lab.twins.card_reader import CODES

HOME = Path("/sys/kernel/config/usb_gadget/reader")
SOCKET = "platform-dummy_hcd.0-usb-0:1:1.0"
# The boot keyboard's report: modifiers, a spare byte, six keys (HID 1.11, appendix B).
REPORT = bytes.fromhex(
    "05010906a101050719e029e71500250175019508810295017508810195057501050819012905910295017503"
    "910195067508150025650507190029658100c0"
)
# Linux key codes to HID usages, for what a reader types.
_LETTERS = dict(zip([30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38, 50, 49, 24, 25, 16, 19, 31,
                     20, 22, 47, 17, 45, 21, 44], range(4, 30), strict=True))  # fmt: skip
_USAGES = _LETTERS | {code: code + 28 for code in range(2, 12)}
_USAGES |= {ENTER: 40, 57: 44, 12: 45, 13: 46, 39: 51, 52: 55, 53: 56}


class GadgetReader:
    def __init__(self) -> None:
        _write("idVendor", "0x0801")
        _write("idProduct", "0x0001")
        _write("strings/0x409/product", "Swipe Reader (twin)")
        _write("configs/c.1/strings/0x409/configuration", "reader")
        for name, value in (("protocol", "1"), ("subclass", "1"), ("report_length", "8")):
            _write(f"functions/hid.usb0/{name}", value)
        (HOME / "functions/hid.usb0/report_desc").write_bytes(REPORT)
        (HOME / "configs/c.1/hid.usb0").symlink_to(HOME / "functions/hid.usb0")

    def plug(self) -> None:
        _write("UDC", "dummy_udc.0")

    def unplug(self) -> None:
        _write("UDC", "\n")

    def type(self, text: str) -> None:
        """One report a character, as readers do; an empty one where a key comes twice."""
        last = 0
        with Path("/dev/hidg0").open("wb", buffering=0) as keyboard:
            for char in text:
                code, shifted = CODES[char]
                key = _USAGES[code]
                if key == last:
                    keyboard.write(bytes(8))
                keyboard.write(bytes([2 * shifted, 0, key, 0, 0, 0, 0, 0]))
                last = key
            keyboard.write(bytes(8))


def _write(name: str, value: str) -> None:
    path = HOME / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value)
