"""The physical socket names the seat: the wiring plan, udev's words, and the rules we install."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from drivers.fault import Fault
from drivers.hotplug import Plugged, plugged
from drivers.sockets import Place
from lab.vm.wiring import read_sockets

PLAN = """
[stations]
1 = "pci-0000:00:14.0-usb-0:1.1:1.0"
10 = "pci-0000:00:14.0-usb-0:1.10:1.0"
[readers]
1 = "pci-0000:00:14.0-usb-0:2.1:1.0"
[others]
center = "pci-0000:00:14.0-usb-0:3:1.0"
doors = "pci-0000:00:14.0-usb-0:4:1.0"
"""


def plan(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "sockets.toml"
    path.write_text(text)
    return path


def test_a_plan_names_every_socket(tmp_path):
    sockets = read_sockets(plan(tmp_path, PLAN))

    assert sockets.place("pci-0000:00:14.0-usb-0:1.10:1.0") == Place("station", 10)
    assert sockets.place("pci-0000:00:14.0-usb-0:2.1:1.0") == Place("reader", 1)
    assert sockets.place("pci-0000:00:14.0-usb-0:9:1.0") is None
    assert [str(one) for one in sockets.places()] == [
        "the center screen",
        "the board of doors and lamps",
        "the card reader of seat 1",
        "the station of seat 1",
        "the station of seat 10",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[stations]\n1 = "a"\n2 = "a"\n', "the socket a is named twice"),
        ('[stations]\n1 = "a"\n[readers]\n1 = "a"\n', "the socket a is named twice"),
        ('[stations]\none = "a"\n', "Expected `int`"),
        ('[seats]\n1 = "a"\n', "unknown field `seats`"),
        ("[stations", "cannot be used"),
        ('[others]\nkitchen = "a"\n', "cannot be used"),
    ],
)
def test_a_plan_that_cannot_be_right_stops_the_start_with_one_line(tmp_path, text, words):
    with pytest.raises(Fault, match=words) as told:
        read_sockets(plan(tmp_path, text))
    assert "\n" not in str(told.value)


def test_a_plan_that_is_missing_is_a_fault(tmp_path):
    with pytest.raises(Fault, match="No such file"):
        read_sockets(tmp_path / "none.toml")


def device(subsystem: str, node: str | None, parent: dict[str, str] | None = None, **properties):
    above = SimpleNamespace(properties=parent) if parent is not None else None
    return SimpleNamespace(
        subsystem=subsystem, device_node=node, properties=properties, find_parent=lambda _: above
    )


PORT = "pci-0000:00:14.0-usb-0:1.1:1.0"


@pytest.mark.parametrize(
    ("one", "found"),
    [
        (device("tty", "/dev/ttyUSB4", ID_PATH=PORT, ID_BUS="usb"), ("tty", PORT, "/dev/ttyUSB4")),
        (device("tty", "/dev/ttyS0", ID_PATH="platform-serial8250"), None),
        (device("tty", "/dev/tty1"), None),
        (
            device("input", "/dev/input/event3", ID_PATH=PORT, ID_INPUT_KEYBOARD="1"),
            ("input", PORT, "/dev/input/event3"),
        ),
        (device("input", "/dev/input/event3", ID_PATH=PORT, ID_INPUT_MOUSE="1"), None),
        (device("input", "/dev/input/mouse0", ID_PATH=PORT, ID_INPUT_KEYBOARD="1"), None),
        (device("input", None, ID_PATH=PORT, ID_INPUT_KEYBOARD="1"), None),
        (
            device("input", "/dev/input/event5", {"PHYS": '"lab/reader/5"'}, ID_INPUT_KEYBOARD="1"),
            ("input", "lab/reader/5", "/dev/input/event5"),
        ),
    ],
)
def test_what_udev_says_is_a_port_a_reader_or_not_ours(one, found):
    assert plugged(one) == (found and Plugged(*found))


RULES = sorted(Path("systemd/udev").glob("*.rules"))
_TERM = re.compile(r'^[A-Z_]+(\{[\w/]+\})?(==|!=|\+=|-=|=)"[^"]*"$')


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_every_rule_is_written_as_udev_reads_it(path):
    lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]

    assert lines
    for line in lines:
        terms = [term.strip() for term in re.split(r",\s+(?=[A-Z])", line)]
        assert all(_TERM.match(term) for term in terms), line
        assert any(re.search('[=!]="', term) for term in terms)  # it matches something
        assert any(re.search(r'([^=!]|[+-])="', term) for term in terms)  # and does something


def test_the_rules_name_own_and_guard_our_ports():
    text = "".join(path.read_text() for path in RULES)
    for needed in (
        'SYMLINK+="stormdeck/serial/$env{ID_PATH}"',
        'ENV{ID_MM_DEVICE_IGNORE}="1"',
        'GROUP="stormdeck"',
        'ATTR{device/latency_timer}="1"',
        'TAG-="systemd"',
        "hw_random",
    ):
        assert needed in text
    assert RULES[-1].name > "99-systemd.rules"
