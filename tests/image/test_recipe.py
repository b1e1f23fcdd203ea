"""The recipe of the image, read: what its files promise each other. `make image` cooks it."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from firmware.bank.gaming_day import HouseClock
from firmware.machine.slots import Boot, read_block

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "image"
SCRIPTS = [*IMAGE.glob("*.sh"), *(IMAGE / "root/etc/initramfs-tools").rglob("*/stormdeck"),
           *(IMAGE / "root/usr/lib/stormdeck").iterdir()]  # fmt: skip


@pytest.mark.parametrize("script", [one for one in SCRIPTS if one.parent.name != "conf.d"],
                         ids=lambda one: str(one.relative_to(IMAGE)))  # fmt: skip
def test_a_script_is_one(script: Path):
    done = subprocess.run(["sh", "-n", str(script)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def partitions() -> list[str]:
    return re.findall(r"name=([\w-]+)", (IMAGE / "disk.sfdisk").read_text())


def test_the_boot_loader_and_the_disk_mean_the_same_partitions():
    page = (IMAGE / "grub.cfg").read_text()
    found = re.search(r'"\$slot" = B .*gpt(\d)".*gpt(\d)"', page)
    assert found
    numbers = [int(number) - 1 for number in found.groups()]
    assert [partitions()[number] for number in numbers] == ["boot-B", "boot-A"]


def test_every_partition_that_somebody_names_is_on_the_disk():
    texts = [one.read_text() for one in IMAGE.rglob("*") if one.is_file()]
    named = {name for text in texts for name in re.findall(r"by-partlabel/(\w+)(?:-[AB])?\b", text)}
    named |= {name for text in texts for name in re.findall(r"PARTLABEL=(\w+)", text)}
    other_disk = {"second"}
    assert named - other_disk <= {
        name.removesuffix("-A").removesuffix("-B") for name in partitions()
    }


def test_the_boot_loaders_words_begin_with_slot_a():
    words = re.search(r"printf '(# GRUB[^']*)'", (IMAGE / "build.sh").read_text())
    assert words
    block = words[1].replace("\\n", "\n").encode().ljust(1024, b"#")
    assert read_block(block) == Boot("A")


def recipe(name: str) -> str:
    """A function of the recipe, to be cooked alone."""
    found = re.search(rf"^{name}\(\) {{\n.*?^}}\n", (IMAGE / "build.sh").read_text(), re.M | re.S)
    assert found
    return found[0]


def test_nothing_on_the_data_partition_tells_when_it_was_built(tmp_path: Path):
    """Every time on it is the commit's: also the one at which a folder came to be here."""
    commit_s, code = 1_600_000_000, f"{recipe('data')}data {tmp_path}"
    env = {"SOURCE_DATE_EPOCH": str(commit_s), "ID": "5705decc-0000-4000-8000-0000000000",
           "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TZ": "UTC"}  # fmt: skip
    subprocess.run(["sh", "-euc", code], env=env, check=True, capture_output=True)

    for folder in ("/", "/etc", "/etc/stormdeck", "/lib", "/log", "/tmp", "/lost+found"):
        look = ["debugfs", "-R", f"stat {folder}", tmp_path / "data.img"]
        said = subprocess.run(look, env=env, check=True, capture_output=True, text=True).stdout
        times = re.findall(r"^ ?(\w*time): (0x\w+):", said, re.M)
        assert times == [(one, hex(commit_s)) for one in ("ctime", "atime", "mtime", "crtime")]


def test_a_technician_reads_the_time_that_a_new_house_keeps():
    recipe = (IMAGE / "build.sh").read_text()
    zones = re.findall(r'ln -sf /usr/share/zoneinfo/(\S+) "\$root/etc/localtime"', recipe)
    assert zones == [HouseClock().zone]


def test_every_package_of_the_product_is_pinned_to_what_it_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *(one for name in ("console", "floor", "metrics", "glass",
                                                      "readers")
                                         for one in extras[name])]  # fmt: skip
    pins = dict(line.split("==") for line in (IMAGE / "wheels.txt").read_text().splitlines()
                if not line.startswith("#"))  # fmt: skip
    for text in asked:
        wanted = Requirement(text)
        assert wanted.specifier.contains(pins[wanted.name]), text


def test_no_unit_of_the_image_waits_for_a_disk_that_may_be_missing():
    """A mount unit that fails keeps every unit with a folder below it from starting."""
    assert "second" not in (IMAGE / "root/etc/fstab").read_text()
    assert not [*(IMAGE / "root").rglob("*.mount")]


def test_a_sealed_key_is_where_the_units_look_for_it():
    """REQ-R29: the root cannot be written, so what is sealed lies on the data partition, in
    /etc/stormdeck; systemd looks for a credential without a path in /etc/credstore.encrypted."""
    link = 'ln -s stormdeck/sealed "$root/etc/credstore.encrypted"'
    assert link in (IMAGE / "build.sh").read_text()
    assert '"sealed/$1' in (IMAGE / "root/usr/lib/stormdeck/seal").read_text()
    unit = (IMAGE / "root/etc/systemd/system/stormdeck-seal.service").read_text()
    name = re.search(r"^ExecStart=/usr/lib/stormdeck/seal (\S+)$", unit, re.MULTILINE)
    assert name
    assert f"ConditionPathExists=/etc/stormdeck/{name[1]}\n" in unit
    for opens in ("stormdeck-table.service", "stormdeck-console@.service"):
        assert f"\nLoadCredentialEncrypted={name[1]}\n" in (ROOT / "systemd" / opens).read_text()
        assert opens.replace("@", "@ttyS0") in unit


def test_a_key_is_taken_away_when_what_it_is_sealed_in_is_on_the_disk():
    """A name without its bytes was there after a cut, and the key in the clear was gone."""
    lines = (IMAGE / "root/usr/lib/stormdeck/seal").read_text().splitlines()
    done = [line.split("  #")[0] for line in lines]
    assert done[done.index('shred -u "$1"') - 2 :][:2] == [
        'mv "sealed/$1.new" "sealed/$1"',
        "sync -f sealed",
    ]


def test_a_screen_of_the_image_draws_by_an_sdl_that_knows_its_display():
    """pygame's wheel has its own, which knows X11 alone."""
    for screen in ("stormdeck-station@ttyUSB0", "stormdeck-center"):
        drop_in = IMAGE / f"root/etc/systemd/system/{screen}.service.d/page.conf"
        found = re.search(r"SDL_DYNAMIC_API=\S+/site-packages/(\S+)/dll/", drop_in.read_text())
        assert found
        assert found[1] == "sdl2dll"


def test_a_screen_of_the_image_draws_by_the_gl_that_is_in_it():
    """SDL's first choice is desktop GL. Where Mesa has GLES alone it takes that as if it were,
    draws nothing and says nothing: the glass stays black."""
    packages = (IMAGE / "packages.txt").read_text().split()
    assert "libgles2" in packages
    assert not {"libgl1", "libopengl0"} & set(packages)
    for screen in ("stormdeck-station@ttyUSB0", "stormdeck-center"):
        drop_in = IMAGE / f"root/etc/systemd/system/{screen}.service.d/page.conf"
        assert "\nEnvironment=SDL_RENDER_DRIVER=opengles2\n" in drop_in.read_text()
