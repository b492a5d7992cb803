"""The files of the pages come as small as a browser takes them, and otherwise as before."""

import gzip
import mimetypes
from pathlib import Path

import pytest
from helpers.served import Server
from server.answer import Answer

SCRIPT = "/assets/index-B5f3.js"
PLAIN, BROTLI = b"export {};", b"as if by Brotli"


@pytest.fixture
def pages(pages: Path) -> Path:
    """Pages with a script and a first page that the build compressed, next to an icon that it could not."""
    for name in ("assets/index-B5f3.js", "index.html"):
        file = pages / name
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.with_name(f"{file.name}.br").write_bytes(BROTLI)
    return pages


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("identity", None),
        ("", None),
    ],
)
def test_each_browser_gets_what_it_takes(server: Server, accepted: str, encoding: str | None) -> None:
    """Brotli before gzip before the file as it is; sort, keeping and protection of the answer stay the same."""
    answer = Answer(server, SCRIPT, **{"Accept-Encoding": accepted})
    assert answer.status == 200
    assert answer.body == {"gzip": answer.body, "br": BROTLI, None: PLAIN}[encoding]
    assert answer.headers["Content-Encoding"] == encoding
    if encoding == "gzip":
        assert gzip.decompress(answer.body) == PLAIN
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_a_script_is_one_whatever_the_system_says(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the registry of some Windows scripts and styles are plain text, as which no browser takes them."""
    mimetypes.init()
    for ending in (".js", ".css"):
        monkeypatch.setitem(mimetypes.types_map, ending, "text/plain")
    for accepted in ("", "gzip"):
        answer = Answer(server, SCRIPT, **{"Accept-Encoding": accepted})
        assert answer.headers["Content-Type"].startswith("text/javascript")


def test_forms_of_a_page_are_told_apart(server: Server) -> None:
    """What a browser has kept is still good only in the form that it was sent in."""
    plain, small = (Answer(server, "/table", **{"Accept-Encoding": way}).headers["ETag"] for way in ("", "gzip"))
    assert plain != small
    again = Answer(server, "/table", **{"Accept-Encoding": "gzip", "If-None-Match": small})
    assert (again.status, again.headers["Vary"]) == (304, "Accept-Encoding")
    assert "script-src 'self'" in again.headers["Content-Security-Policy"], "it replaces the one that is kept"
    assert Answer(server, "/table", **{"Accept-Encoding": "gzip", "If-None-Match": plain}).status == 200


def test_what_is_not_compressed_comes_as_it_is(server: Server) -> None:
    """A file without smaller forms is sent itself and asked about again, and no ending leads out of the folder."""
    answer = Answer(server, "/icon.svg", **{"Accept-Encoding": "gzip, br"})
    assert (answer.status, answer.headers["Content-Encoding"], answer.body[:4]) == (200, None, b"<svg")
    assert answer.headers["Cache-Control"] == "no-cache"
    for path in ("/assets/../../secrets.json", "/..%2f..%2fetc/passwd", "/assets/nothing.js", "/favicon.ico", "/api/x"):
        assert Answer(server, path, **{"Accept-Encoding": "gzip"}).status == 404, path


def test_only_people_get_a_page_for_a_wrong_address(server: Server) -> None:
    """The page says so itself; scripts, pictures and programs that ask for what is not there get a bare answer."""
    for path in ("/nothing", "/play2/far/away"):
        answer = Answer(server, path, Accept="text/html,*/*;q=0.8")
        assert (answer.status, answer.body) == (404, Answer(server, "/table").body)
        assert Answer(server, path, Accept="*/*").body != answer.body
