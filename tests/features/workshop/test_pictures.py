"""Pictures of a family's: what comes is drawn again or cut down to its dots, and it goes wherever the design goes."""

import struct
import zlib

import pytest
from features.workshop.conftest import Bench

from hub.editions.tables import PICTURES_LENGTH_MAXIMUM
from hub.features.workshop import stored
from hub.pictures.files import text_of
from hub.server.http.answers import HttpRefused

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="red"/></svg>'


def png(
    width: int = 2, height: int = 2, more: bytes = b"", header: bytes = b"\x08\x02\0\0\0", dots: bytes = b""
) -> bytes:
    """A PNG of that size, grey all over unless its dots are given, with other parts before them."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    packed = zlib.compress(dots or (b"\0" + b"\x80\x80\x80" * width) * height)
    head = chunk(b"IHDR", struct.pack(">II", width, height) + header)
    return b"\x89PNG\r\n\x1a\n" + head + more + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def test_a_drawing_comes_back_as_outlines_alone(bench):
    """Nothing of the file itself is left, and what is shown says that it is a picture."""
    digest = bench.workshop.keep_picture(SVG.replace(b"<circle", b"<title>geheim</title><circle id='x'"))
    content, mimetype = bench.workshop.picture(digest)
    assert (mimetype, content.startswith(b"<svg")) == ("image/svg+xml", True)
    assert b"geheim" not in content
    assert b"id=" not in content
    assert b'fill="#ff0000"' in content


def test_a_photograph_comes_back_without_what_a_camera_wrote_into_it(bench):
    """Only its dots are kept."""
    text = b"Author\0Oma"
    note = struct.pack(">I", len(text)) + b"tEXt" + text + struct.pack(">I", zlib.crc32(b"tEXt" + text))
    content, mimetype = bench.workshop.picture(bench.workshop.keep_picture(png(more=note)))
    assert (mimetype, content) == ("image/png", png())


def test_the_same_picture_is_kept_once(bench):
    """However often it is chosen; and cleaning it again changes nothing."""
    digest = bench.workshop.keep_picture(SVG)
    assert bench.workshop.keep_picture(SVG) == digest
    assert bench.workshop.keep_picture(bench.workshop.picture(digest)[0]) == digest


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "a script": b'<svg viewBox="0 0 1 1"><script>alert(1)</script><path d="M0 0L1 1"/></svg>',
    "a link": b'<svg viewBox="0 0 1 1"><a href="javascript:alert(1)"><path d="M0 0L1 1"/></a></svg>',
    "another file": b'<svg viewBox="0 0 1 1"><image href="file:///etc/passwd"/></svg>',
    "foreign": b'<svg viewBox="0 0 1 1"><foreignObject><p>x</p></foreignObject></svg>',
    "an entity": b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/x">]><svg viewBox="0 0 1 1"><path d="&x;"/></svg>',
    "laughs": b'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">]><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
    "deep": b'<svg viewBox="0 0 1 1">' + b"<g>" * 5_000 + b"</g>" * 5_000 + b"</svg>",
    "huge": b'<svg viewBox="0 0 1 1"><path d="' + b"M0 0L1 1" * 30_000 + b'"/></svg>',
    "a web page": b"<html><script>alert(1)</script></html>",
    "a JPEG": b"\xff\xd8\xff\xe0" + b"\0" * 100,
    "a GIF": b"GIF89a" + b"\0" * 100,
    "half a PNG": png()[:40],
    "no PNG colours": png(header=b"\x08\x05\0\0\0"),
    "no PNG palette": png(header=b"\x08\x03\0\0\0"),
    "no PNG method": png(header=b"\x08\x02\1\0\0"),
    "a bomb": png(width=2, height=2)[:33] + png(width=3_000, height=3_000)[33:],
    "a sea": png(width=2_000_000_000, dots=b"x"),
    "no utf-8": b"<svg\xff\xfe",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_harmless_picture_is_refused(bench, name):
    """In a word, and nothing of it is kept."""
    with pytest.raises(HttpRefused, match="workshop_picture"):
        bench.workshop.keep_picture(HOSTILE[name])
    assert [*bench.folder.glob("boards/pictures/*")] == []


@pytest.mark.parametrize("name", ["..", "0" * 31, "../../secrets.json", "0" * 32, ""])
def test_no_file_is_shown_but_a_picture(bench, name):
    """A name from outside leads nowhere else."""
    with pytest.raises(HttpRefused, match="workshop_picture"):
        bench.workshop.picture(name)


def test_a_design_with_pictures_goes_to_a_friend_and_is_played(bench, tmp_path):
    """They are in its file, cleaned again there, and on the tables that a game is stored with."""
    digest, other = bench.workshop.keep_picture(SVG), bench.workshop.keep_picture(png())
    bench.say({"picture/space.1": digest, "picture/deck.chance": other})
    assert bench.view.faults == ()
    friend = Bench(tmp_path / "friend")
    taken = friend.workshop.take(bench.workshop.board(bench.view.id))
    assert (taken.cells, taken.faults) == (bench.view.cells, ())
    assert friend.workshop.picture(digest) == bench.workshop.picture(digest)
    friend.workshop.play(taken.id)
    assert {key for key in friend.offered[-1].track.own if key.startswith("picture.")} == {
        "picture.space.1",
        "picture.deck.chance",
    }


def test_a_picture_in_a_friends_file_is_cleaned_as_well(bench):
    """What cannot be cleaned is not taken."""
    digest = bench.workshop.keep_picture(SVG)
    bench.say({"picture/space.1": digest})
    content = bench.workshop.board(bench.view.id)
    hostile = content.replace(b"svg:", b"exe:")
    assert hostile != content
    with pytest.raises(HttpRefused, match="workshop_picture"):
        bench.workshop.take(hostile)


def test_all_pictures_together_are_bounded(bench, monkeypatch):
    """One more than there is room for is a fault at its space, and is said there."""
    monkeypatch.setattr("hub.editions.tables.PICTURES_LENGTH_MAXIMUM", len(text_of(SVG)) + 10)
    first, second = bench.workshop.keep_picture(SVG), bench.workshop.keep_picture(png())
    bench.say({"picture/space.1": first})
    assert bench.fields() == []
    bench.say({"picture/space.3": second})
    assert bench.fields() == [("picture/space.3", "own_pictures")]
    assert PICTURES_LENGTH_MAXIMUM < 1_500_000


def test_pictures_that_nobody_has_give_way(bench, monkeypatch):
    """One that can be brought back by taking a step back is somebody's."""
    monkeypatch.setattr(stored, "PICTURES_MAXIMUM", 2)
    used = bench.workshop.keep_picture(SVG)
    bench.say({"picture/space.1": used})
    bench.say({"picture/space.1": None})
    unused = bench.workshop.keep_picture(png())
    newest = bench.workshop.keep_picture(png(3, 3))
    assert {path.stem for path in bench.folder.glob("boards/pictures/*")} == {used, newest} != {unused}
    bench.say({"picture/space.1": newest})
    with pytest.raises(HttpRefused, match="workshop_full"):
        bench.workshop.keep_picture(png(4, 4))
