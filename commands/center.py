"""`stormdeck center`: the screen in the middle of the table."""

from commands import screens


def main(argv: list[str]) -> int:
    args = screens.parser("center", "The screen in the middle of the table.").parse_args(argv)
    from center_screen.screen import Screen
    from firmware.screens.screen_end import CENTER as VIEWS
    from ui.theme import CENTER

    return screens.main(args, Screen, VIEWS, CENTER)
