"""stormdeck verify-log DIR: is this journal whole, and is it the one that was signed?"""

from firmware.journal import verifier


def main(argv: list[str]) -> int:
    return verifier.main(argv)
