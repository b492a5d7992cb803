"""The line codec: what goes in comes out, and nothing else does."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.board.wire import MAX_LINE, Lines, decode, encode

words = st.text(string.printable + "äß€🎲\x00\x1f", max_size=10)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**30), 2**30 - 1) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
messages = st.dictionaries(st.text(string.ascii_lowercase, min_size=1, max_size=6), values, max_size=4)


def fits(message):
    try:
        return encode(message)
    except ValueError:
        return None


@given(messages)
def test_every_message_comes_back_as_it_went(message):
    """Encoding and decoding a message yields the message, in at most 512 ASCII bytes with one LF at the end."""
    frame = fits(message)
    if frame is not None:
        assert frame.isascii()
        assert len(frame) <= MAX_LINE
        assert frame.index(b"\n") == len(frame) - 1
        assert message == decode(frame[:-1])


@given(messages, st.data())
def test_one_flipped_bit_makes_noise(message, data):
    """A frame with any single bit flipped decodes to nothing."""
    frame = fits(message)
    if frame is not None:
        line = bytearray(frame[:-1])
        line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        assert decode(bytes(line)) is None


@given(st.binary(max_size=1200))
def test_any_line_is_a_message_or_noise(line):
    """Whatever stands on a line, decoding it raises nothing and gives a message or None."""
    assert isinstance(decode(line), dict | None)


@given(st.lists(messages, max_size=5), st.lists(st.integers(1, 90), max_size=40))
def test_chunks_do_not_matter(sent, cuts):
    """The same stream yields the same messages however it is cut into reads."""
    frames = [frame for message in sent if (frame := fits(message))]
    stream, lines, got = b"".join(frames), Lines(), []
    for cut in cuts:
        got += lines.push(stream[:cut])
        stream = stream[cut:]
    got += lines.push(stream)
    assert [frame[:-1] for frame in frames] == got


@given(st.lists(st.binary(max_size=900), max_size=8))
def test_garbage_does_not_grow_the_buffer(chunks):
    """After any flood at most one line's worth is kept, and the next whole frame is found."""
    lines = Lines()
    for chunk in chunks:
        for line in lines.push(chunk):
            assert len(line) <= MAX_LINE + 1
        assert len(lines._rest) <= MAX_LINE
    lines.push(b"\n")
    assert [encode({"t": "ak"})[:-1]] == list(lines.push(encode({"t": "ak"})))


def test_an_overlong_line_is_one_line_of_noise():
    """A flood without LF comes out once, decodes to nothing, and is skipped up to its LF."""
    lines = Lines()
    got = [line for _ in range(10) for line in lines.push(b"x" * 200)]
    assert got == [b"x" * (MAX_LINE + 1)]
    assert decode(got[0]) is None
    assert lines.push(b"rest\nnext\n") == [b"next"]


def test_a_frame_of_exactly_512_bytes_passes():
    """The limit itself is allowed, one byte more is refused by the sender."""
    body = len(encode({"t": ""}))
    frame = encode({"t": "x" * (MAX_LINE - body)})
    assert len(frame) == MAX_LINE
    assert decode(frame[:-1]) is not None
    assert [frame[:-1] + b"\r"] == Lines().push(frame[:-1] + b"\r\n")
    assert decode(frame[:-1] + b"\r") is not None
    with pytest.raises(ValueError, match="too long"):
        encode({"t": "x" * (MAX_LINE - body + 1)})


def test_a_carriage_return_is_tolerated():
    """Text streams make CR LF of LF; empty lines of a console are no noise."""
    frame = encode({"t": "ak"})
    assert [frame[:-1] + b"\r"] == Lines().push(b"\r\n\n" + frame[:-1] + b"\r\n")
    assert decode(frame[:-1] + b"\r") == {"t": "ak"}


@pytest.mark.parametrize("line", [b"", b"{}", b'>>> print("x")', b"[]\t%08x" % 0x0D4A1185, b'{"t":1}\t00000000'])
def test_foreign_lines_are_noise(line):
    """A prompt, JSON without checksum, JSON that is no object and a wrong checksum are not messages."""
    assert decode(line) is None


def test_a_checksum_has_one_spelling():
    """Upper case, signs and blanks that int() would take are refused."""
    body, checksum = encode({"t": "ak", "k": 3})[:-1].split(b"\t")
    assert checksum != checksum.upper()
    assert decode(body + b"\t" + checksum.upper()) is None
    assert decode(body + b"\t+" + checksum[1:]) is None
