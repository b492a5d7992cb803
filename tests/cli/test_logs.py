"""The log beside the store: lines of JSON, as talkative as asked for, rotating, private, and never with a secret."""

import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.diagnostics import logs
from hub.diagnostics import redaction as redacting
from hub.diagnostics.logs import LOG_FILE, Level, newest_lines, open_logs
from hub.diagnostics.redaction import STRUCK, Redaction

PIN, SECRET, KEY = "271828", "5ec2e7" * 8, "ImJhbmtlciI.k3J9vXQmZrT0aYb1cW2dE4fG5hI6jK7lM8nO9pQ0rS"
FULL = Path("/dev/full")


@pytest.fixture
def redaction():
    """What a hub of these secrets strikes out."""
    return Redaction(PIN, SECRET)


def opened(folder: Path, level: Level, redaction: Redaction) -> Iterator[logging.Logger]:
    with open_logs(folder, level, redaction):
        yield logging.getLogger("hub.example")


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in newest_lines(folder, 1_000)]


@pytest.mark.parametrize(("level", "noted"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)])
def test_each_level_notes_what_it_says(tmp_path, redaction, level, noted):
    """A level notes itself and what is graver."""
    levels = ["debug", "info", "warning", "error"]
    for log in opened(tmp_path, level, redaction):
        for each in levels:
            getattr(log, each)("said")
    assert [line["level"] for line in lines(tmp_path)] == levels[4 - noted :]


def test_a_line_is_an_object_with_its_fields(tmp_path, redaction, monkeypatch):
    """Time, level, logger, event and what was noted with it; it is cleaned once, since a club has hundreds of codes."""
    cleaned, clean = list[str](), redaction.clean
    monkeypatch.setattr(redaction, "clean", lambda text: cleaned.append(text) or clean(text))
    for log in opened(tmp_path, "info", redaction):
        log.info("node %s is up", "side-a", extra={"node": "side-a", "port": Path("x")})
        log.info("b")
    line, other = lines(tmp_path)
    assert [json.loads(text)["event"] for text in cleaned] == [line["event"], other["event"]]
    assert line["event"] == "node side-a is up"
    assert (line["level"], line["logger"], line["node"]) == ("info", "hub.example", "side-a")
    assert str(line["timestamp"]).endswith("Z")


def test_a_traceback_has_no_values(tmp_path, redaction):
    """An exception is noted with where it happened, and without what the functions held."""
    for log in opened(tmp_path, "info", redaction):
        held = "what a client sent"
        try:
            len(held) // 0
        except ZeroDivisionError:
            log.exception("failed")
    text = "\n".join(newest_lines(tmp_path, 10))
    assert "test_logs.py" in text
    assert "what a client sent" not in text.replace('held = "what a client sent"', "")
    assert '"locals"' not in text


def test_secrets_are_struck_out(tmp_path, redaction, capsys):
    """PIN, secret, codes and what looks like a key, in file and terminal; a longer figure with the PIN in it stays."""
    redaction.also(lambda: ["CDFGH"])
    for log in opened(tmp_path, "info", redaction):
        log.warning("pin %s, code %s", PIN, "CDFGH", extra={"key": KEY, "text": f"x{SECRET}x {SECRET}"})
    text = "\n".join(newest_lines(tmp_path, 10)) + capsys.readouterr().err
    assert [word for word in (PIN, "CDFGH", KEY, f" {SECRET}") if word in text] == []
    assert text.count(STRUCK) == 4 + 2  # in the file, and in the line of the terminal
    assert Redaction(PIN).clean(f"1{PIN}9 a{PIN} {PIN}") == f"1{PIN}9 a{PIN} {STRUCK}"


def test_secrets_that_a_line_does_not_have_cost_it_next_to_nothing(monkeypatch):
    """A club has hundreds of codes that change with each table it opens: no pattern of all is made for every line."""
    made: list[str] = []
    monkeypatch.setattr(redacting.re, "sub", lambda known, _struck, text: made.append(known) or text)
    redaction = Redaction(PIN, SECRET)
    redaction.also(lambda: [f"CODE{number}" for number in range(500)])
    redaction.clean("a table is open")
    redaction.clean("code CODE7 was shown")
    assert [pattern.count("CODE") for pattern in made] == [1]


def test_the_log_rotates(tmp_path, redaction, monkeypatch):
    """The log never grows beyond its files, and all of them are their owner's alone."""
    monkeypatch.setattr(logs, "FILE_BYTES_MAXIMUM", 2_000)
    monkeypatch.setattr(logs, "FILES_KEPT", 2)
    for log in opened(tmp_path, "info", redaction):
        for number in range(100):
            log.info("line %s", number)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [LOG_FILE, f"{LOG_FILE}.1", f"{LOG_FILE}.2"]
    assert all(path.stat().st_size <= 2_000 for path in tmp_path.iterdir())
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}
    assert [line["event"] for line in lines(tmp_path)][-1] == "line 99"


def test_without_a_file_the_game_goes_on(tmp_path, redaction, capsys):
    """Where no log can be kept, the terminal says so and still says warnings."""
    for log in opened(tmp_path / "nowhere", "info", redaction):
        log.warning("look here")
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("the log cannot be written to")
    assert said[1] == "look here"
    assert newest_lines(tmp_path / "nowhere", 10) == []


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device here")
def test_a_full_disk_only_silences_the_log(tmp_path, redaction):
    """Lines that cannot be written are lost; neither noting them nor the end fails."""
    (tmp_path / LOG_FILE).symlink_to(FULL)
    for log in opened(tmp_path, "info", redaction):
        log.info("lost")
    assert not [handler for handler in logging.getLogger().handlers if isinstance(handler, logs.PrivateFile)]
