"""The controller's room: the only shell. It owns the clock, the loop and every wire.

    touch(seat, intent) ─ decide ─ journal (durable) ─ evolve ─ publish ─ every screen

perform.py         the one way a table moves: decide, journal, evolve; commit.py: the last two
loop.py            when: what is due, what comes in, the clock; start here
effects.py          what a helper asks of the loop: a command, records, slow work, words for a seat
records.py         what happened as journal records, and what follows from it; pure
custody.py         sittings and money on its way: what the table answers for to its bank
hand_end.py        how a hand ended for each seat, told before the table has moved
restore.py         a table out of its journal, to be run or only to be read
intents.py         what a finger wants; table_commands.py: as the table's command
cards_and_pins.py  a card and its PIN, at the bank; to_bank.py: chips and sessions on their way home
deck.py            the deck of each hand, out of fair_deal.py; opening.py: who opens it
deal_memory.py     what the journal knows of the deals
seat_pages.py      what a player gets beside the game; past_hands.py: his last hands
faults.py, doors.py, void.py, background.py, publisher.py

No helper commits anything, and none knows the loop.
"""
