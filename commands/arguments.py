"""How every command reads its arguments: its own words are its help, line by line as written."""

import argparse


def parser(name: str, about: str | None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=f"stormdeck {name}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
