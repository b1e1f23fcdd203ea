"""`stormdeck rng`: the table's randomness, for labs and the curious, on the production path."""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from commands import rng_dossier, rng_log
from drivers.entropy import HardwareNoise, KernelNoise, present
from drivers.fault import Fault
from firmware.errors import Refused
from firmware.fairness.demonstration import (
    Shuffler,
    Stations,
    bulk_decks,
    cut,
    deal,
    hardware_or_kernel,
    play_craps,
    play_draw,
    play_holdem,
    play_stud,
)
from firmware.fairness.digest import canonical
from firmware.fairness.drbg import REQUEST_BYTES_MAX
from firmware.fairness.hand import Deck, Hand, Terms, cards_of
from firmware.fairness.health import CLAIM_BITS, CUTOFFS, WINDOW
from firmware.fairness.log import log_line
from firmware.fairness.noise import NoiseWorker, Report
from firmware.fairness.qr import codes, texts
from firmware.fairness.receipt import Receipt, receipt
from firmware.fairness.verify import SIGNED
from firmware.games.cards import DECKS, NAMES, decks

Item = TypeVar("Item")
NO_HARDWARE = (
    "This machine has no working /dev/hwrng: it may only run as a simulation, never as a table."
)
COUNT_MAX = 10**15


def main(argv: list[str]) -> int:
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except (Fault, Refused) as fault:
        print(f"stormdeck rng: {fault}", file=sys.stderr)
    except BrokenPipeError:
        raise
    except OSError as no:
        print(f"stormdeck rng: {no.filename or 'output'}: {no.strerror}.", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stormdeck rng", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    verb = verbs.add_parser("receipt", help="play one demonstration hand, print its receipt")
    verb.add_argument("--seats", type=_seats, default=6, help="players, 2 to 10 (6)")
    verb.add_argument("--seat", type=_whole, default=1, help="whose receipt; 0 is the rail (1)")
    verb.add_argument("--draw", action="store_true", help="a draw hand with a reshuffle in it")
    verb.add_argument("--stud", action="store_true", help="a stud hand, mixed before every street")
    verb.add_argument("--dice", action="store_true", help="two throws of two dice")
    verb.add_argument("--qr", metavar="DIR", type=Path, help="also write its QR codes as PNG")
    verb.add_argument("--log", metavar="FILE", type=Path, help="also write the public log")
    verb.set_defaults(run=_receipt)

    verb = verbs.add_parser("raw", help="the random stream, binary, to standard output")
    verb.add_argument("--bytes", type=count, required=True, metavar="N")
    words = "hardware: raw noise before any mixing, for entropy assessment"
    verb.add_argument("--source", choices=("stream", "hardware"), default="stream", help=words)
    verb.set_defaults(run=_raw)

    verb = verbs.add_parser("decks", help="shuffled decks, one a line")
    verb.add_argument("--count", type=count, required=True, metavar="N")
    verb.add_argument("--deck", choices=sorted(DECKS), default="52")
    verb.add_argument("--shoe", type=_shoe, default=1, metavar="K", help="decks in the shoe (1)")
    words = "hand: fresh hardware noise every four decks, as on the floor (slower)"
    verb.add_argument("--reseed", choices=("boot", "hand"), default="boot", help=words)
    words = "whole hands: committed, cut, as dealt (slowest)"
    verb.add_argument("--played", action="store_true", help=words)
    verb.set_defaults(run=_decks)

    verb = verbs.add_parser("health", help="test the hardware noise")
    verb.add_argument("--windows", type=count, default=16, help=f"of {WINDOW} samples (16)")
    verb.set_defaults(run=_health)

    rng_log.add(verbs.add_parser("log", help="the public log of a table's deals"))

    verb = verbs.add_parser("dossier", help="raw noise, restarts and an estimate for SP 800-90B")
    verb.add_argument("folder", type=Path, help="a new directory")
    verb.add_argument("--samples", type=count, default=rng_dossier.SAMPLES)
    verb.add_argument("--restarts", type=count, default=rng_dossier.RESTARTS)
    verb.add_argument("--simulation", action="store_true", help="the kernel's pool, to try it out")
    verb.set_defaults(run=_dossier)
    return parser


def _dossier(args: argparse.Namespace) -> int:
    if not args.simulation and not present():
        print(NO_HARDWARE)
        return 1
    made = KernelNoise if args.simulation else HardwareNoise
    print(rng_dossier.write(args.folder, made, max(2, args.samples), max(2, args.restarts)))
    return 0


def _receipt(args: argparse.Namespace) -> int:
    shuffler = shuffler_of(every_hand=True)
    try:
        if args.seat > args.seats:
            print(f"There are {args.seats} seats; --seat is one of them, or 0.", file=sys.stderr)
            return 2
        hand = shuffler.commit(1, time=int(time.time()))
        seats = range(1, args.seats + 1)
        _play(args, hand, seats)
        made = receipt(hand, shuffler.log.public_key, args.seat)
        print(canonical(made).decode(), flush=True)
        if args.log:
            args.log.write_bytes(b"".join(log_lines(hand)))
        if args.qr:
            _write_codes(made, args.qr)
    finally:
        shuffler.close()
    return 0


def _play(args: argparse.Namespace, hand: Hand, seats: Sequence[int]) -> None:
    if args.draw:
        play_draw(hand, seats)
    elif args.stud:
        play_stud(hand, seats)
    elif args.dice:
        play_craps(hand, seats)
    else:
        play_holdem(hand, seats, shown=(1, 2))


def log_lines(hand: Hand) -> Iterator[bytes]:
    for entry, line, head in zip(hand.entries, hand.lines, hand.heads, strict=True):
        yield log_line(line, head.signature if entry["kind"] in SIGNED else b"")


def _write_codes(made: Receipt, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "receipt.txt").write_text("\n".join(texts(made)) + "\n")
    for n, code in enumerate(codes(made), start=1):
        code.save(str(folder / f"receipt-{n}.png"), scale=4)


def _raw(args: argparse.Namespace) -> int:
    if sys.stdout.isatty():
        print("This is binary: send it to a file or a pipe.", file=sys.stderr)
        return 2
    for block in progress(_blocks(args), args.bytes, "bytes", len):
        sys.stdout.buffer.write(block)
    sys.stdout.buffer.flush()
    return 0


def _blocks(args: argparse.Namespace) -> Iterator[bytes]:
    if args.source == "hardware":
        source, simulated = hardware_or_kernel()
        if simulated:
            raise Fault(
                "NO_HARDWARE_NOISE",
                NO_HARDWARE,
                "Nothing was written.",
                "Run it where the noise module is.",
            )
        yield from (source.read(size) for size in _sizes(args.bytes, WINDOW))
        return
    shuffler = shuffler_of(every_hand=False)
    try:
        yield from (shuffler.generator.raw(size) for size in _sizes(args.bytes, REQUEST_BYTES_MAX))
    finally:
        shuffler.close()


def _sizes(total: int, most: int) -> Iterator[int]:
    while total > 0:
        yield min(total, most)
        total -= most


def _decks(args: argparse.Namespace) -> int:
    shuffler = shuffler_of(every_hand=args.reseed == "hand" or args.played)
    cards = decks(args.deck, args.shoe)
    deck_of = args.deck, args.shoe
    made = (
        _played(shuffler, deck_of, args.count)
        if args.played
        else bulk_decks(shuffler, cards, args.count)
    )
    try:
        for deck in progress(made, args.count, "decks"):
            print(" ".join([NAMES[card] for card in deck]))
    finally:
        shuffler.close()
    return 0


def _played(shuffler: Shuffler, deck: Deck, count: int) -> Iterator[tuple[int, ...]]:
    """The final outcome, through the commitment and the cut. Every card is shown: a lab's hand."""
    seats, plan = tuple(range(1, 7)), (("board", len(cards_of(deck))),)
    for number in range(count):
        hand = shuffler.commit(number, deck, int(time.time()))
        stations: Stations = cut(hand, Terms("all cards", "", 6, seats, plan))
        deal(hand, stations, 0)
        yield tuple(dealt.card for dealt in hand.dealt)
        hand.finish()


def _health(args: argparse.Namespace) -> int:
    source, simulated = hardware_or_kernel()
    if simulated:
        print(NO_HARDWARE)
        return 1
    noise = NoiseWorker(source).start()
    try:
        for _ in progress(range(args.windows), args.windows, "windows"):
            noise.read(WINDOW)
        print(_words(noise.report()))
        return 0
    except Fault as fault:
        print(_words(noise.report()))
        print(f"NOT HEALTHY  {fault}")
        return 1
    finally:
        noise.stop()


def _words(report: Report) -> str:
    cut = CUTOFFS[CLAIM_BITS]
    run = f"(fails at {cut.repeats}, broken at {cut.repeats_permanent})"
    share = f"of {WINDOW} (fails at {cut.share}, broken at {cut.share_permanent})"
    rows = {
        "source": report.source,
        "state": report.state,
        "samples tested": f"{report.samples:,}",
        "longest run": f"{report.longest_run} {run}",
        "largest share": f"{report.largest_share} {share}",
        "thrown away": f"{report.intermittent} windows",
    }
    return "\n".join(f"{name:<16}{words}" for name, words in rows.items())


def shuffler_of(every_hand: bool) -> Shuffler:
    source, simulated = hardware_or_kernel()
    if simulated:
        print(NO_HARDWARE, file=sys.stderr)
    return Shuffler(source, simulated, "Lab", every_hand)


def progress(
    items: Iterable[Item], total: int, unit: str, size: Callable[[Item], int] = lambda _: 1
) -> Iterator[Item]:
    """Counts on the terminal what passes through, at most five times a second."""
    done, shown, watched = 0, 0.0, sys.stderr.isatty()
    for item in items:
        yield item
        done += size(item)
        if watched and time.monotonic() - shown > 0.2:
            shown = time.monotonic()
            print(f"\r{done:,} of {total:,} {unit}", end="", file=sys.stderr, flush=True)
    if watched:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:20]) <= COUNT_MAX:
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is no count; write 1 or more")
    return int(text)


def _whole(text: str) -> int:
    return 0 if text == "0" else count(text)


def _seats(text: str) -> int:
    seats = count(text)
    if not 2 <= seats <= 10:
        raise argparse.ArgumentTypeError("a table has 2 to 10 seats")
    return seats


def _shoe(text: str) -> int:
    shoe = count(text)
    if shoe > 16:
        raise argparse.ArgumentTypeError("a shoe has 1 to 16 decks")
    return shoe
