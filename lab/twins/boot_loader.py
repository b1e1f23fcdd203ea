"""The boot loader of an appliance, as image/grub.cfg has it."""

from firmware.machine.slots import Boot, Slot


def starts(boot: Boot) -> tuple[Slot, Boot]:
    """Which slot starts, and what the disk says before it does."""
    return boot.try_ or boot.good, Boot(boot.good)
