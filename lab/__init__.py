"""What ships on no table, and proves the one that does.

    twins/       stand-ins for every device, cable and server of a table, behind the same protocols
    faults/      disks, connections and bytes that fail at a chosen step
    simulation/  tables in virtual time, in one process, from one seed; and their players
    live/        the real programs as processes, on real ptys, in a browser
    scenes/      every state of every screen, scripted and drawn
    judges/      independent eyes: statistics of decks, cameras on a run, cards in a picture
    bench/       how fast, beside the best public ones
    vm/          the shipped units on real Linux in a virtual machine

A table never imports this room; `stormdeck` finds its commands only where it is installed.
"""
