"""The bench of the image in user mode, without the machine: what its processes' registers need of a
computer, and who is told that it has ended."""

import asyncio
import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from lab.vm import appliance
from lab.vm.appliance import Appliance
from lab.vm.outside import Silent
from lab.vm.service_port import ServicePort
from lab.vm.user_mode import COMPILER, UserMode, compiled_registers

SEIZE, INTERRUPT, READ, GIVE_BACK, ALL_REGISTERS = 0x4206, 0x4207, 0x4204, 0x4205, 0x202
ROOM_BYTES = 2696  # what Linux for user mode has for them
IN_USE_AT = 512


class Room(ctypes.Structure):
    _fields_ = (("where", ctypes.c_void_p), ("size", ctypes.c_size_t))


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="no C compiler here")
def test_registers_are_given_back_that_had_less_room_than_they_take(tmp_path: Path):
    ptrace = ctypes.CDLL(str(compiled_registers(tmp_path)), use_errno=True).ptrace
    ptrace.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    ptrace.restype = ctypes.c_long
    with subprocess.Popen(["sleep", "60"]) as other:
        try:
            assert ptrace(SEIZE, other.pid, None, None) == 0, os.strerror(ctypes.get_errno())
            assert ptrace(INTERRUPT, other.pid, None, None) == 0
            os.waitpid(other.pid, 0)
            taken = ctypes.create_string_buffer(ROOM_BYTES)
            room = Room(ctypes.addressof(taken), ROOM_BYTES)
            assert ptrace(READ, other.pid, ALL_REGISTERS, ctypes.addressof(room)) == 0
            taken[0], taken[IN_USE_AT] = 0x7E, taken.raw[IN_USE_AT] | 1  # how it computes; it does
            assert ptrace(GIVE_BACK, other.pid, ALL_REGISTERS, ctypes.addressof(room)) == 0
            assert ptrace(READ, other.pid, ALL_REGISTERS, ctypes.addressof(room)) == 0
            assert taken[0] == b"\x7e"
        finally:
            other.kill()


def test_nobody_waits_for_a_machine_that_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(appliance, "ENDED_S", 0.0)
    table = Appliance.__new__(Appliance)
    table.machine = UserMode(tmp_path, tmp_path, tmp_path, print)  # never started
    table.console, table.screens, table.port = ["its last words"], {}, ServicePort()

    async def waits() -> None:
        await asyncio.wait_for(table._until(lambda: False, "no view came"), 10)

    with pytest.raises(Silent, match="no view came; it has ended, its log:\n  its last words"):
        asyncio.run(waits())
