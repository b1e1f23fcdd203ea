"""`stormdeck station`: the glass in front of one player."""

from commands import screens


def main(argv: list[str]) -> int:
    args = screens.parser("station", "The glass in front of one player.").parse_args(argv)
    from firmware.screens.screen_end import STATION as VIEWS
    from stations.screen import Screen
    from ui.theme import STATION

    return screens.main(args, Screen, VIEWS, STATION)
