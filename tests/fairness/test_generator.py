import shutil

from firmware.fairness.boot import next_boot
from firmware.fairness.deck import DECKS, SEED_BYTES, Slot, order
from firmware.fairness.demonstration import FULL, HOLDEM, Shuffler, bulk_decks, cut
from firmware.fairness.digest import Mac
from firmware.fairness.generator import KERNEL_BYTES, NOISE_BYTES, Generator
from firmware.fairness.hand import Terms, lay_all
from lab.twins.noise import ScriptedNoise, good, keystream


class Tap:
    """Repeatable noise without a worker, counting what was taken."""

    def __init__(self, seed: bytes = b"same") -> None:
        self.stream, self.takes = keystream(seed), []

    def read(self, size: int) -> bytes:
        self.takes.append(size)
        return self.stream(size)

    def check(self) -> None:
        pass


def make(tap=None, boot=1, kernel=None, clock=lambda: 7, every_hand=True, table="T"):
    kernel = kernel or keystream(b"kernel")
    return Generator(tap or Tap(), table, boot, kernel, clock, every_hand)


def test_the_same_inputs_give_the_same_stream():
    assert make().draw(1) == make().draw(1)


def test_any_one_input_that_differs_gives_another_stream():
    """REQ-R3: noise, kernel, boot counter, clock, table: each alone is enough."""
    others = [
        make(tap=Tap(b"other")),
        make(kernel=keystream(b"other")),
        make(boot=2),
        make(clock=lambda: 8),
        make(table="U"),
    ]
    drawn = [generator.draw(1).seeds[0] for generator in [make(), *others]]
    assert len(set(drawn)) == len(drawn)


def test_a_restored_disk_image_never_repeats_a_stream(tmp_path):
    """REQ-R3: a hundred restores of one image; even the hardware is made to repeat itself."""
    image, disk = tmp_path / "image", tmp_path / "disk"
    next_boot(image)
    streams = set()
    for _ in range(100):
        shutil.copy(image, disk)
        generator = Generator(Tap(b"same"), "T", next_boot(disk))
        streams.add(generator.draw(1).seeds)
    assert len(streams) == 100


def test_every_hand_takes_fresh_noise_and_kernel_bytes():
    tap, kernel_takes = Tap(), []

    def kernel(size):
        kernel_takes.append(size)
        return bytes(size)

    generator = make(tap, kernel=kernel)
    for hand in range(5):
        generator.draw(hand)
    assert tap.takes == [NOISE_BYTES] * 6
    assert kernel_takes.count(KERNEL_BYTES) == 6
    assert NOISE_BYTES * 4 >= 256  # bits of entropy, at four to a byte


def test_the_other_reseed_policy_seeds_once():
    """REQ-R5: a switch, for rules that want the fewest reseeds."""
    tap = Tap()
    generator = make(tap, every_hand=False)
    drawn = [generator.draw(hand).seeds for hand in range(5)]
    assert len(tap.takes) == 1
    assert len({seed for seeds in drawn for seed in seeds}) == 5 * DECKS


def test_secrets_are_of_full_length():
    drawn = make().draw(1)
    assert [len(seed) for seed in drawn.seeds] == [SEED_BYTES] * DECKS
    assert len(drawn.pad) == DECKS * SEED_BYTES


def test_cycling_changes_what_comes_next_and_is_counted():
    """REQ-R4, and why it is there: the moment of the deal decides too."""
    still, cycled = make(every_hand=False), make(every_hand=False)
    cycled.cycle()
    assert cycled.cycles == 1
    assert still.draw(1) != cycled.draw(1)


def test_the_table_cycles_between_hands_and_never_during_one(table):
    assert all(table.dealer.tick() for _ in range(5))
    hand = table.commit(1)
    assert table.dealer.tick()  # its seeds are drawn; the next hand's are not
    cut(hand, Terms("texas-holdem", "", 2, (1, 2), HOLDEM))
    assert not table.dealer.tick()
    hand.finish()
    assert table.dealer.tick()
    table.dealer.prepare(2, 1, FULL).result()  # its thread has done all ticks before this
    assert table.generator.cycles == 7


def test_the_lab_gets_byte_for_byte_the_decks_of_the_floor():
    """REQ-R12: the same noise, once through the lab's bulk path, once through whole hands."""
    lab = Shuffler(ScriptedNoise(good()), True, "T")
    lab.generator = make()
    floor = make()
    for hand, four in enumerate(zip(*[bulk_decks(lab, range(52), 40)] * 4, strict=True)):
        laid = lay_all("Twin", hand, 1, FULL, floor.draw(hand).seeds)
        assert [deck.cards for deck in laid] != list(four)  # another table's name, other decks
    floor, lab.generator = make(), make()
    hands = list(zip(*[bulk_decks(lab, range(52), 40)] * 4, strict=True))
    assert len(hands) == 10
    for hand, four in enumerate(hands):
        laid = lay_all("T", hand, 1, FULL, floor.draw(hand).seeds)
        assert [deck.cards for deck in laid] == list(four)
    lab.close()


def test_order_depends_on_nothing_but_seed_slot_and_cards():
    """REQ-R8: no wager, no player, no time goes in."""
    slot = Slot("T", 1, "0")
    assert order(Mac(b"s" * 32), slot, range(52)) == order(Mac(b"s" * 32), slot, range(52))
    assert order(Mac(b"s" * 32), slot, range(52)) != order(
        Mac(b"s" * 32), Slot("T", 2, "0"), range(52)
    )
