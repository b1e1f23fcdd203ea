"""Tables in virtual time, from one seed: thousands of times faster than life, always the same.

    bare_table.py     the table's core alone: time, cards and bank are played by a stand-in
    whole_table.py    the real controller, journal, bank and fair deal in one process
    company.py        its ten players; seeded.py: its luck; demo_cage.py: its bank
    power_cut_day.py  a scripted day on disks and at a bank that lose power at any step
    day_script.py     what is done on that day, line by line
    killed_day.py     the same on real files, in a process that is killed
    bots.py           players who see a hand; view_bots.py: players who see only their glass
    audit.py          table, bank and journal compared to the cent

Commands: headless.py (`stormdeck simulate --headless`), evening.py (hands an hour), terminal.py
(`stormdeck play`).
"""
