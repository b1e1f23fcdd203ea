"""The station room: the glass in front of one player.

It draws the view it was last sent and turns touches into intents. Drafts, pre-actions and peeks
live here and nowhere else; a peek that is in doubt shows backs.
Never in here: a rule, a chip that moves, another player's card, the clock of the machine.
Start at screen.py, then scene.py (who draws) and fingers.py (who answers); hand/, entry/ and pages/
are the pictures, areas.py the map of the glass.
"""
