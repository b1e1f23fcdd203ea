import os
import threading

import pytest

from drivers import entropy
from drivers.entropy import HardwareNoise, present
from drivers.fault import Fault


@pytest.fixture
def pipe(tmp_path):
    """A device that gives its bytes in dribbles, as a real one does."""
    path = tmp_path / "hwrng"
    os.mkfifo(path)
    return path


def test_it_gives_exactly_what_was_asked_for_from_short_reads(pipe):
    def dribble():
        with open(pipe, "wb", buffering=0) as device:
            for n in range(20):
                device.write(bytes([n]) * 5)

    writer = threading.Thread(target=dribble)
    writer.start()
    source = HardwareNoise(str(pipe))
    assert source.read(100) == b"".join(bytes([n]) * 5 for n in range(20))
    source.close()
    writer.join()


def test_a_device_that_ends_is_a_fault_for_the_floor(tmp_path):
    (tmp_path / "hwrng").write_bytes(b"abc")
    with pytest.raises(Fault, match="it gave no bytes") as fault:
        HardwareNoise(str(tmp_path / "hwrng")).read(10)
    assert "no new hand starts" in fault.value.safe


def test_a_missing_device_is_a_fault_and_is_tried_again(tmp_path):
    source = HardwareNoise(str(tmp_path / "hwrng"))
    with pytest.raises(Fault, match="No such file"):
        source.read(4)
    (tmp_path / "hwrng").write_bytes(b"back again")
    assert source.read(4) == b"back"


def test_after_a_fault_the_device_is_opened_anew(tmp_path):
    path = tmp_path / "hwrng"
    path.write_bytes(b"1234")
    source = HardwareNoise(str(path))
    assert source.read(4) == b"1234"
    with pytest.raises(Fault):
        source.read(4)
    assert source.read(4) == b"1234"


def test_presence_means_that_a_byte_came(tmp_path):
    assert not present(str(tmp_path / "hwrng"))
    (tmp_path / "hwrng").write_bytes(b"")  # a node without a chip behind it
    assert not present(str(tmp_path / "hwrng"))
    (tmp_path / "hwrng").write_bytes(b"x")
    assert present(str(tmp_path / "hwrng"))


def test_the_chip_is_named_where_the_kernel_names_it(tmp_path, monkeypatch):
    (tmp_path / "rng_current").write_text("bcm2835-rng\n")
    monkeypatch.setattr(entropy, "CHIP_NAME", str(tmp_path / "rng_current"))
    assert HardwareNoise().name == "/dev/hwrng (bcm2835-rng)"
    monkeypatch.setattr(entropy, "CHIP_NAME", str(tmp_path / "none"))
    assert "unnamed" in HardwareNoise().name


@pytest.mark.skipif(not present(), reason="this machine has no working /dev/hwrng")
def test_the_real_device_gives_bytes_that_differ():
    source = HardwareNoise()
    assert source.read(64) != source.read(64)
    source.close()
