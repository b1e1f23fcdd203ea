"""REQ-R28: every file of the software is what was signed, or the table does not open."""

from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from commands import software as command
from commands import table
from firmware.errors import Fault
from firmware.machine import software
from firmware.machine.plan import Machine, read_plan
from lab.live.home import lay_out

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw().hex()


@pytest.fixture
def root(tmp_path):
    """An installed table: modules, a compiled one, and a library."""
    root = tmp_path / "site-packages"
    for name in ("firmware/deal.py", "firmware/__pycache__/deal.pyc", "msgspec/core.so"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(name.encode())
    return root


def plan_of(tmp_path, **more):
    told = {"software": "list.json", "software_key": PUBLIC, **more}
    return SimpleNamespace(
        machine=Machine(("a", "b"), "secrets", "bank", "key", **told),
        beside=lambda name: tmp_path / name,
    )


def signed(root, tmp_path, key=KEY) -> None:
    (tmp_path / "list.json").write_bytes(software.sign(software.found(root), key))


def test_what_was_signed_is_what_is_there(root, tmp_path):
    signed(root, tmp_path)
    software.check(plan_of(tmp_path), software.found(root))


def test_one_other_byte_in_any_file_is_found_and_named(root, tmp_path):
    signed(root, tmp_path)
    for name in software.found(root).files:
        good = (root / name).read_bytes()
        (root / name).write_bytes(bytes([good[0] ^ 1]) + good[1:])
        with pytest.raises(Fault, match=f"{name} was changed") as no:
            software.check(plan_of(tmp_path), software.found(root))
        assert no.value.name == software.CHANGED
        (root / name).write_bytes(good)


def test_a_file_that_nobody_signed_and_one_that_is_gone_are_named(root, tmp_path):
    signed(root, tmp_path)
    (root / "firmware/extra.py").write_text("")
    (root / "msgspec/core.so").unlink()
    with pytest.raises(Fault, match=r"extra.py is not on the list, msgspec/core.so is missing"):
        software.check(plan_of(tmp_path), software.found(root))


def test_a_list_by_another_key_or_touched_after_it_was_signed_is_none(root, tmp_path):
    other = Ed25519PrivateKey.generate()
    signed(root, tmp_path, other)
    here = software.found(root)
    with pytest.raises(Fault, match=r"not by the key of table\.toml"):
        software.check(plan_of(tmp_path), here)
    signed(root, tmp_path)
    listed = (tmp_path / "list.json").read_text()
    first = next(iter(here.files.values()))
    (tmp_path / "list.json").write_text(listed.replace(first, "0" * 64))
    with pytest.raises(Fault, match=r"not by the key of table\.toml"):
        software.check(plan_of(tmp_path), here)
    (tmp_path / "list.json").write_text("{}")
    with pytest.raises(Fault, match="no list of files"):
        software.check(plan_of(tmp_path), here)
    (tmp_path / "list.json").unlink()
    with pytest.raises(Fault, match="No such file"):
        software.check(plan_of(tmp_path), here)


def test_a_table_of_other_software_does_not_open(tmp_path, capsys, monkeypatch):
    """And not a byte of its journal or its keys is made."""
    home, _ = lay_out(tmp_path)
    (tmp_path / "sign.key").write_bytes(bytes(range(32)))
    assert command.main(["--sign", str(tmp_path / "sign.key"), "--out", str(tmp_path / "l")]) == 0
    page = home.page.read_text()
    told = f'[machine]\nsoftware = "{tmp_path / "l"}"\nsoftware_key = "{PUBLIC}"\n'
    home.page.write_text(page.replace("[machine]\n", told))
    assert command.main([str(home.page)]) == 0, "it is what was signed"
    before = sorted(str(one) for one in tmp_path.rglob("*"))

    plain = software.found()
    other = software.Software({**plain.files, "firmware/table/fee.py": "0" * 64})
    monkeypatch.setattr(software, "found", lambda: other)
    monkeypatch.setattr(table, "make_room", lambda: None)
    monkeypatch.setattr(table, "keep_private", lambda: None)
    assert table.main([str(home.page)]) == table.A_PERSON
    assert "firmware/table/fee.py was changed" in capsys.readouterr().err
    assert sorted(str(one) for one in tmp_path.rglob("*")) == before
    assert read_plan(home.page).machine.software_key == PUBLIC
