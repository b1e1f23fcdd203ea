"""What somebody does to the table from its page, as a line of the ticker: what the machine does
about it comes after."""

from lab.live import page_words as w


def told(said: w.Said) -> tuple[str, int]:
    """In words, and at which seat; nothing where the journal says it better."""
    match said:
        case w.Swipe(seat, badly=True):
            return "draw a card too fast: half of it is read, and nobody is signed on by that", seat
        case w.Cable(seat, plugged):
            return ("plug the cable in" if plugged else "pull the cable out"), seat
        case w.Noise(seat, 0):
            return "end the noise", seat
        case w.Noise(seat, one_in):
            return f"spoil one byte in {one_in:,} on the cable: it is sent again", seat
        case w.Restart(seat):
            return "end the program of the glass: it is started again", seat
        case w.Door(is_open):
            return ("open the main door" if is_open else "shut the main door"), 0
        case w.Books(away):
            return ("lock the bank's books: who asks it waits" if away else "give them back"), 0
        case w.Printer(on):
            return (
                "turn the cage's printer on"
                if on
                else "turn the cage's printer off: the cage says so, and works on"
            ), 0
        case w.Power(on):
            return ("bring the power back: the table reads its journal" if on
                    else "pull the power: the program is gone where it stood"), 0  # fmt: skip
    return "", 0
