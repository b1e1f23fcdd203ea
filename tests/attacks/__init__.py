"""What an attacker can try, a file an attacker; each test is one thing that was tried.

test_carried_station.py: somebody who carries his station to another seat in a hand.
test_corpus.py: bytes that nobody thought of, at every door that takes bytes.
test_dishonest_cashier.py: somebody at the cage's window.
test_every_message.py: a station that says anything at all, and tries to stop, see or take.
test_floor_door.py: whoever calls at the floor's door and is nobody, or floods it.
test_hacked_center.py: the screen in the middle, with a program of its own.
test_hacked_station.py: a station, or nine, with a program of its own.
test_lab_page.py: somebody who lures a browser of the lab to a page of his own.
test_reader_of_old_hands.py: somebody with every key and file of the machine, after the evening.
test_reader_of_older_hands.py: the same, of a table that ran before each hand had its key.
test_rolled_back.py: yesterday's disks, empty disks, or money in one book only.
test_shell_on_the_machine.py: somebody with a shell, and the table's own user.
test_stopped_screen.py: somebody who stops a screen with cards on its glass.
test_tapped_cable.py: somebody listens on a station's cable.
"""
