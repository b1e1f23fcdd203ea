"""Keys in, swipes out: a corpus of what the known families type, and properties."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.keymap import ENTER, LEFT_SHIFT, RIGHT_SHIFT
from drivers.track_decoder import (
    EV_KEY,
    EV_SYN,
    SYN_DROPPED,
    SYN_REPORT,
    BadSwipe,
    Family,
    Key,
    Swipe,
    TrackDecoder,
)
from lab.twins.card_reader import typed

T1 = "B9900000000012345^PLAYER/ANY^29121010000000000000"
T2 = "9900000000012345=123456789012"
T3 = "019900000000012345=840000"
EACH = Family(enter_after_each_track=True)

# family, what it types, what must come of it
CORPUS = [
    ("MagTek, all tracks", None, f"%{T1}?;{T2}?+{T3}?\n", Swipe(T1, T2, T3)),
    ("MagTek, track 2 only", None, f";{T2}?\n", Swipe(track2=T2)),
    ("MagTek, track 1 only", None, f"%{T1}?\n", Swipe(track1=T1)),
    ("MagTek, tracks 1 and 2", None, f"%{T1}?;{T2}?\n", Swipe(T1, T2)),
    ("MagTek, bad track 1", None, f"%E?;{T2}?\n", Swipe(track2=T2, bad=(1,))),
    ("MagTek, bad track 2", None, f"%{T1}?;E?\n", Swipe(track1=T1, bad=(2,))),
    ("MagTek, bad track 3", None, f"%{T1}?;{T2}?+E?\n", Swipe(T1, T2, bad=(3,))),
    ("MagTek, nothing readable", None, "%E?;E?+E?\n", BadSwipe("unreadable")),
    ("MagTek, one bad track alone", None, ";E?\n", BadSwipe("unreadable")),
    ("MagTek, other start marks", None, f"%{T1}?@{T2}?#{T3}?\n", Swipe(T1, T2, T3)),
    ("MagTek, track 3 marked &", None, f";{T2}?&{T3}?\n", Swipe(None, T2, T3)),
    ("ID TECH, track 3 as on the stripe", None, f"%{T1}?;{T2}?;{T3}?\n", Swipe(T1, T2, T3)),
    ("ID TECH, small letters", None, f"%{T1.lower()}?;{T2}?\n", Swipe(T1, T2)),
    ("MSR90 kind, Enter after each", EACH, f"%{T1}?\n;{T2}?\n", Swipe(T1, T2)),
    ("MSR90 kind, one track", EACH, f";{T2}?\n", Swipe(track2=T2)),
    ("empty tracks", None, "%?;?\n", BadSwipe("unreadable")),
    ("no end mark", None, f";{T2}\n", BadSwipe("partial")),
    ("no Enter", None, f";{T2}?", BadSwipe("partial")),
    ("cut in the middle", None, f"%{T1[:20]}", BadSwipe("partial")),
    ("two readers typing into one", None, f";{T2[:9]};{T2[:4]}?\n", BadSwipe("interleaved")),
    ("track 1 begun twice", None, f"%{T1[:9]}%{T1}?\n", BadSwipe("interleaved")),
    ("track 1 after track 2", None, f";{T2}?%{T1}?\n", BadSwipe("interleaved")),
    ("track 1 twice", None, f"%{T1}?%{T1}?\n", BadSwipe("interleaved")),
    ("digits after the bad mark", None, ";E12?\n", BadSwipe("unreadable")),
    ("letters on track 2", None, ";12AB?\n", BadSwipe("unreadable")),
    ("rubbish between tracks", None, f"%{T1}?x;{T2}?\n", BadSwipe("unreadable")),
    ("a keyboard, not a card", None, "hello\n", BadSwipe("no card")),
    ("track 2 too long", None, f";{'1' * 60}?\n", BadSwipe("too long")),
    ("track 1 too long", None, f"%{'A' * 90}?\n", BadSwipe("too long")),
    ("track 3 longest", None, f"+{'1' * 105}?\n", Swipe(track3="1" * 105)),
]


def decode(text: str, family: Family | None = None, **timing: float) -> list[Swipe | BadSwipe]:
    return feed(TrackDecoder(family), typed(text, **timing))


def feed(decoder: TrackDecoder, keys: list[Key]) -> list[Swipe | BadSwipe]:
    found = [swipe for key in keys for swipe in decoder.feed(key)]
    return found + decoder.tick(keys[-1].at_s + 1.0 if keys else 0.0)


@pytest.mark.parametrize(
    ("family", "text", "told"), [row[1:] for row in CORPUS], ids=[row[0] for row in CORPUS]
)
def test_corpus(family, text, told):
    assert decode(text, family) == [told]


@pytest.mark.parametrize("text", [row[2] for row in CORPUS])
def test_after_any_of_them_the_next_swipe_is_read(text):
    decoder = TrackDecoder()
    feed(decoder, typed(text))

    assert feed(decoder, typed(f";{T2}?\n", at_s=10.0)) == [Swipe(track2=T2)]


def test_a_lone_enter_is_no_swipe():
    assert decode("\n") == decode("\n\n") == []


def test_auto_repeat_types_nothing():
    keys = typed(f";{T2}?\n")
    repeated = [
        again
        for key in keys
        for again in (
            [key, key._replace(value=2), key._replace(value=2)]
            if key.kind == EV_KEY and key.value == 1
            else [key]
        )
    ]

    assert feed(TrackDecoder(), repeated) == [Swipe(track2=T2)]


@pytest.mark.parametrize("shift", [LEFT_SHIFT, RIGHT_SHIFT])
def test_either_shift_counts_and_both_together_count_once(shift):
    keys = [
        key._replace(code=shift) if key.code == LEFT_SHIFT else key for key in typed(f"%{T1}?\n")
    ]
    assert feed(TrackDecoder(), keys) == [Swipe(track1=T1)]

    both = [
        Key(EV_KEY, RIGHT_SHIFT, 1, 0.0),
        Key(EV_KEY, LEFT_SHIFT, 1, 0.0),
        Key(EV_KEY, RIGHT_SHIFT, 0, 0.0),
    ]
    percent, *rest = *typed("5")[:1], *typed("AB?\n")
    assert feed(TrackDecoder(), [*both, percent, *rest]) == [Swipe(track1="AB")]


def test_lost_events_spoil_the_swipe_and_forget_the_shift():
    keys = typed(f"%{T1}?;{T2}?\n")
    dropped = keys[30].at_s
    broken = [
        *keys[:30],
        Key(EV_SYN, SYN_DROPPED, 0, dropped),
        *keys[30:40],
        Key(EV_SYN, SYN_REPORT, 0, dropped),
        *keys[40:],
    ]
    decoder = TrackDecoder()
    assert feed(decoder, broken) == [BadSwipe("dropped")]

    stuck = [
        Key(EV_KEY, LEFT_SHIFT, 1, 5.0),
        Key(EV_SYN, SYN_DROPPED, 0, 5.0),
        Key(EV_SYN, SYN_REPORT, 0, 5.0),
    ]
    assert feed(decoder, stuck) == [BadSwipe("dropped")]
    assert feed(decoder, typed(f";{T2}?\n", at_s=9.0)) == [Swipe(track2=T2)]


def test_a_pause_inside_a_swipe_ends_it_and_what_follows_is_another():
    keys = typed(f"%{T1}?") + typed(f";{T2}?\n", at_s=0.5)
    assert feed(TrackDecoder(), keys) == [BadSwipe("partial"), Swipe(track2=T2)]


def test_a_swipe_of_more_than_two_seconds_is_refused():
    assert decode(f"%{T1}?;{T2}?\n", gap_s=0.1) == [BadSwipe("too slow")]


def test_two_swipes_at_once_are_never_merged():
    decoder = TrackDecoder()
    assert feed(decoder, typed(f";{T2}?\n;{T2}?\n")) == [Swipe(track2=T2), BadSwipe("too soon")]
    assert feed(decoder, typed(f";{T2}?\n", at_s=3.0)) == [Swipe(track2=T2)]


def test_the_wait_is_over_when_the_keys_stop():
    decoder = TrackDecoder()
    keys = typed(f";{T2}")
    for key in keys:
        decoder.feed(key)
    last_s = max(key.at_s for key in keys if key.value == 1)

    assert decoder.wake_at() == pytest.approx(last_s + 0.15)
    assert decoder.tick(last_s + 0.1) == []
    assert decoder.tick(last_s + 0.16) == [BadSwipe("partial")]
    assert decoder.wake_at() == float("inf")


def test_no_repr_shows_what_is_on_the_card():
    swipe = Swipe(T1, T2, T3)
    for text in (repr(swipe), str(swipe), f"{swipe}", repr([swipe]), repr(BadSwipe("partial"))):
        assert not any(part in text for part in ("99000", "PLAYER", "12345"))


def test_nothing_of_a_swipe_is_kept():
    decoder = TrackDecoder()
    feed(decoder, typed(f"%{T1}?;{T2}?\n"))
    feed(decoder, typed(f"%{T1}?;{T2}", at_s=5.0))

    assert "9900" not in repr(vars(decoder))


digits = st.text("0123456789=", min_size=2, max_size=37)
names = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789^/ .-", min_size=2, max_size=70)


@given(names, digits, digits)
def test_whatever_is_on_the_stripe_is_what_is_read(one, two, three):
    assert decode(f"%{one}?;{two}?+{three}?\n", gap_s=0.001) == [Swipe(one, two, three)]


keys = st.builds(
    Key,
    kind=st.sampled_from([EV_KEY, EV_KEY, EV_KEY, EV_SYN, 4, 17]),
    code=st.one_of(st.integers(0, 120), st.sampled_from([ENTER, LEFT_SHIFT, 3, 39, 53, 6])),
    value=st.integers(0, 2),
    at_s=st.floats(0, 10),
)


@given(st.lists(keys, max_size=120))
def test_no_keys_ever_raise_and_only_real_tracks_come_out(keys):
    """A track that came out was typed with its marks; here that is all but impossible."""
    decoder = TrackDecoder()
    for swipe in feed(decoder, sorted(keys, key=lambda key: key.at_s)):
        assert isinstance(swipe, Swipe | BadSwipe)
    assert len(decoder._text) <= 105


def test_a_spoilt_key_never_turns_one_card_into_another():
    """One key changed anywhere: refused, or the same number of digits in the same places."""
    rng, good = random.Random(1), typed(f";{T2}?\n")
    for at in range(len(good)):
        if good[at].kind != EV_KEY:
            continue
        lost = good[:at] + good[at + 1 :]
        for swipe in feed(TrackDecoder(), lost):
            if isinstance(swipe, Swipe):
                assert swipe.track2 is not None
                assert abs(len(swipe.track2) - len(T2)) <= 1
        odd = [*good[:at], good[at]._replace(code=rng.randrange(120)), *good[at + 1 :]]
        feed(TrackDecoder(), odd)
