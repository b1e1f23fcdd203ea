"""`stormdeck screenshot DIR`: every state of every screen as a picture."""

import argparse
from pathlib import Path


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck screenshot", description=__doc__)
    parser.add_argument("dir", type=Path, help="folder for the pictures; made if it is missing")
    parser.add_argument("names", nargs="*", help="only pictures whose name contains one of these")
    args = parser.parse_args(argv)
    import pygame

    from lab.scenes.pictures import pictures

    pygame.font.init()
    args.dir.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, draw in pictures():
        if args.names and not any(part in name for part in args.names):
            continue
        pygame.image.save(draw(), str(args.dir / f"{name}.png"))
        count += 1
    print(f"{count} pictures in {args.dir}")
    return 0
