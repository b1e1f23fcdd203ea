"""What an attacker can try, a file an attacker; each test is one thing that was tried.

test_another_face.py: a house whose log is whole, and whose glass showed other cards.
test_cage_cuts.py: the power or the books go away in the middle of a payment.
test_cage_killed.py: the cage's program is killed, again and again, while it pays.
test_cage_pages.py: a cashier who sends forms of his own.
test_carried_station.py: somebody who carries his station to another seat in a hand.
test_cashier_at_the_window.py: a cashier who stays within the buttons.
test_clock_of_the_bank.py: somebody who sets the clock of the bank's machine.
test_corpus.py: bytes that nobody thought of, at every door that takes bytes.
test_dishonest_cashier.py: a cashier with the books themselves, a clock or a journal of his own.
test_dishonest_house.py: the house that holds the table, its keys and some of the stations.
test_edited_people.py: whoever can write the bank's database, and lets a barred friend in or
    makes himself a supervisor.
test_every_message.py: a station that says anything at all, and tries to stop, see or take.
test_floor_door.py: whoever calls at the floor's door and is nobody, or floods it.
test_floor_web.py: whoever finds the floor's web page.
test_forked_log.py: a table that tells its bank, its sisters and its players different stories.
test_hacked_center.py: the screen in the middle, with a program of its own.
test_hacked_station.py: a station, or nine, with a program of its own.
test_hacked_table.py: a table whose bank is a service, with a program of its own.
test_insider_with_the_disk.py: somebody who writes on one of the table's disks, or swaps it.
test_lab_page.py: somebody who lures a browser of the lab to a page of his own.
test_late_answers.py: whoever makes use of a bank that answers late, twice or in another order.
test_old_seat.py: somebody who sat where another one sits now, or sits where another one sat.
test_reader_of_old_hands.py: somebody with every key and file of the machine, after the evening or
    while it runs.
test_reader_of_older_hands.py: the same, of a table that ran before each hand had its key.
test_rolled_back.py: yesterday's disks, empty disks, or money in one book only.
test_shell_on_the_machine.py: somebody with a shell, and the table's own user.
test_stopped_screen.py: somebody who stops a screen with cards on its glass.
test_tapped_cable.py: somebody listens on a station's cable.
test_weather.py: clocks that are wrong, and disks that fail.
test_witnessed_rows.py: whoever writes in the bank's database and on both disks of a table.
"""
