"""What is seen on a glass of the image in QEMU: without QEMU."""

from pygame import Surface

from lab.vm import script
from lab.vm.glass import OFF, apart


def test_pictures_are_held_against_each_other_point_by_point():
    here, there = Surface((4, 3), 0, 32), Surface((4, 3), 0, 32)
    here.fill((40, 120, 200))
    there.fill((40 + OFF, 120 - OFF, 200))  # rounded
    assert apart(there, here) == 0
    there.set_at((1, 2), (40, 120 + OFF + 1, 200))
    assert apart(there, here) == 1
    assert apart(Surface((4, 3), 0, 32), here) == 12
    assert apart(Surface((3, 3), 0, 32), here) == 12
    seen = Surface((4, 3), 0, 24)  # as a picture is that was read from a file
    seen.fill((40, 120, 200))
    assert apart(seen, here) == 0


def test_user_mode_has_no_glass():
    assert "image:shows" in script.PARTS
    assert "user-mode:shows" not in script.PARTS
