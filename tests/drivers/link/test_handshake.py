"""Our Noise_IK beside the framework's own Python program, and what a forger meets."""

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from noise.connection import Keypair, NoiseConnection

from drivers.link.handshake import NAME, PROLOGUE, Call, Forged, Ring, nonce_of
from drivers.link.keys import Identity, new_identity
from lab.twins.pair import seeded


@pytest.fixture
def people() -> list[Identity]:
    entropy = seeded(1)
    return [new_identity(entropy) for _ in range(5)]  # station, table, once, once, stranger


def judge(me: Identity, table: bytes | None = None) -> NoiseConnection:
    other = NoiseConnection.from_name(NAME)
    other.set_prologue(PROLOGUE)
    other.set_keypair_from_private_bytes(Keypair.STATIC, me._private)
    if table is None:
        other.set_as_responder()
    else:
        other.set_as_initiator()
        other.set_keypair_from_public_bytes(Keypair.REMOTE_STATIC, table)
    other.start_handshake()
    return other


def test_our_caller_agrees_with_an_independent_answerer(people):
    station, table, once, *_ = people
    call, other = Call(station, table.public, once, b"lives"), judge(table)

    assert other.read_message(call.step) == b"lives"
    keys, payload = call.finish(bytes(other.write_message(b"well")))

    assert payload == b"well"
    assert keys.hash == other.get_handshake_hash()
    sealed = ChaCha20Poly1305(keys.sending).encrypt(nonce_of(0), b"a card", b"")
    assert other.decrypt(sealed) == b"a card"


def test_our_answerer_agrees_with_an_independent_caller(people):
    station, table, _, once, _ = people
    other = judge(station, table.public)
    ring = Ring(table, bytes(other.write_message(b"lives")))
    keys, reply = ring.answer(once, b"well")

    assert (ring.caller, ring.payload) == (station.public, b"lives")
    assert other.read_message(reply) == b"well"
    assert keys.hash == other.get_handshake_hash()


def test_every_changed_or_cut_byte_of_both_steps_is_refused(people):
    station, table, once, once2, _ = people
    call = Call(station, table.public, once, b"lives")
    _, reply = Ring(table, call.step).answer(once2, b"well")

    for at in range(len(call.step)):
        with pytest.raises(Forged):
            Ring(table, spoilt(call.step, at))
        with pytest.raises(Forged):
            Ring(table, call.step[:at])
    for at in range(len(reply)):
        with pytest.raises(Forged):
            call.finish(spoilt(reply, at))
        with pytest.raises(Forged):
            call.finish(reply[:at])
    assert call.finish(reply)[1] == b"well"  # the true answer still counts


def spoilt(data: bytes, at: int) -> bytes:
    # The top bit of a public key is ignored by X25519, yet hashed: it must not pass either.
    return data[:at] + bytes([data[at] ^ 0x80]) + data[at + 1 :]


def test_a_point_that_hides_no_secret_is_refused(people):
    station, table, *_ = people
    with pytest.raises(Forged):
        Ring(table, bytes(32) + bytes(96))
    with pytest.raises(Forged):
        Call(station, bytes(32), table, b"")


def test_a_call_to_another_table_is_refused(people):
    station, table, once, _, stranger = people
    with pytest.raises(Forged):
        Ring(stranger, Call(station, table.public, once, b"").step)


def test_keys_and_identities_are_shown_by_no_repr(people):
    station, table, once, once2, _ = people
    keys, _ = Ring(table, Call(station, table.public, once, b"").step).answer(once2, b"")

    assert keys.sending.hex() not in repr(keys)
    assert repr(keys.sending) not in repr(keys)
    assert station._private.hex() not in repr(station)
