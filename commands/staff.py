"""stormdeck staff …: who works here, and who may do what."""

import argparse

from firmware.bank import roles


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck staff", description=__doc__)
    chooser = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    chooser.add_parser("roles", help="what each role may do; docs/roles.md has it, too")
    parser.parse_args(argv)
    print(roles.page())
    return 0
