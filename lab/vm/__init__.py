"""The virtual-machine bench: real Linux, real udev, real drivers; only the metal is simulated.

    image.py       kernel and first disk, built once, cached
    machine.py     QEMU and its remote control (QMP)
    board.py       the boards that the image is built for, as QEMU plays them
    technician.py  inside: a hand at the readers, an eye on udev and systemd
    guest.py       inside: the controller's drivers, told by and telling whoever is outside
    outside.py     outside: stations at the far ends of the wires, hands that plug and swipe
    script.py      what is done, and what the drivers must have said
    units.py       the shipped units, installed in the machine
    table.py       the table's own unit under systemd: boots into play, killed, back in the hand
    screens.py     a station's and the center's: connected, killed, back
    disk.py        the built image, with a table's own things on its data partition
    next_version.py  the next version of it, as an approved bundle
    floor.py       the floor at its desk, outside
    one_try.py     its boot loader tries a slot once
    glass.py       the image as the screen in the middle: what is on its glass
    writes.py      every write to its disk, in order
    after_a_cut.py  the disk as it was after any of them: what starts, and is it whole?
    user_mode.py   the built image without emulation: Linux for user mode
    appliance.py   from power-on: it plays, loses its power, takes an update, goes back

Start it with `make lab`.
"""
