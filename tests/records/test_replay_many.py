"""`bankhalter replay` with several files and folders: one line each, the sum, and what failed for programs."""

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from hub.cli import main
from hub.commands import replay

ROOT = Path(__file__).parents[2]
HEAD = '{"record": 1, "edition": "classic", "seats": ["Anna", "Ben"]}\n'
POOR = HEAD + '{"expect": {"balances": [1, 1500]}}\n'
BOUGHT = HEAD + '{"command": "buy", "seat": 0}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Records in a folder and in one within it, some of which fail, and a file that is none."""
    (tmp_path / "b").mkdir()
    (tmp_path / "good.jsonl").write_text(HEAD)
    (tmp_path / "a.jsonl").write_text(HEAD)
    (tmp_path / "b" / "poor.jsonl").write_text(POOR)
    (tmp_path / "b" / "picture.jsonl").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "notes.txt").write_text("no record")
    return tmp_path


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_folder_is_all_its_records_in_order(folder, capsys):
    """Also those of folders in it; each is a line, and the last line is the sum."""
    assert main(["replay", str(folder)]) == 1
    out, error = capsys.readouterr()
    assert error == ""
    assert out.replace(str(folder), "F").splitlines() == [
        "F/a.jsonl: 0 commands, 4 facts.",
        "FAILED F/b/picture.jsonl is not text in UTF-8",
        "FAILED F/b/poor.jsonl, line 2: balances is [1500,1500], expected [1,1500]",
        "F/good.jsonl: 0 commands, 4 facts.",
        "4 records: 2 played, 2 failed.",
    ]


def test_several_files_play_whatever_is_wrong_with_one(folder, capsys, monkeypatch):
    """Files, folders and standard input in the order they are named; what cannot be read is one that failed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(HEAD))
    (folder / "empty").mkdir()
    names = ["good.jsonl", "none", "-", "empty", "notes.txt"]
    assert main(["replay", *(name if name == "-" else str(folder / name) for name in names)]) == 1
    lines = capsys.readouterr().out.replace(str(folder), "F").splitlines()
    assert [line.startswith("FAILED") for line in lines] == [False, True, False, True, True, False]
    assert "FAILED F/none cannot be read: No such file or directory" in lines
    assert "FAILED F/empty has no records: no file in it ends with .jsonl" in lines
    assert lines[-1] == "5 records: 2 played, 3 failed."


def test_a_folder_with_a_single_record_is_a_list_all_the_same(tmp_path, capsys):
    """What is printed depends on what was named, not on what was found."""
    (tmp_path / "a.jsonl").write_text(HEAD)
    assert main(["replay", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("1 record: 1 played, 0 failed.\n")


def test_json_is_one_object_for_each(folder, capsys):
    """The position with its file, or which line failed, what was expected there and what was."""
    (folder / "bought.jsonl").write_text(BOUGHT)
    assert main(["replay", "--json", str(folder)]) == 1
    a, picture, poor, bought, good = objects(capsys.readouterr().out.replace(str(folder), "F"))
    assert (a["file"], a["balances"], good["file"]) == ("F/a.jsonl", [1500, 1500], "F/good.jsonl")
    assert picture == {"file": "F/b/picture.jsonl", "line": 0, "fault": "is not text in UTF-8"}
    assert poor == {
        "file": "F/b/poor.jsonl",
        "line": 2,
        "fault": "balances is [1500,1500], expected [1,1500]",
        "expected": [1, 1500],
        "found": [1500, 1500],
    }
    assert (bought["line"], bought["expected"], bought["found"]) == (2, "accepted", "not_now")


@pytest.mark.parametrize(
    ("line", "expected", "found"),
    [
        ('{"expect": {"owners": {"1": 0}}}', 0, -1),
        ('{"expect": {"debts": [{"debtor": 0}]}}', [{"debtor": 0}], []),
        ('{"expect": {"offered": ["buy"]}}', {"offered": "buy"}, {"offered": ["offer_trade", "throw"]}),
        (
            '{"expect": {"not_offered": {"1": ["offer_trade"]}}}',
            {"not_offered": {"command": "offer_trade", "seat": 1}},
            {"offered": [{"command": "offer_trade", "seat": 1}]},
        ),
        ('{"command": "buy", "seat": 0, "refused": "not_asked"}', "not_asked", "not_now"),
        ('{"command": "throw", "seat": 0, "faces": [1, 2], "refused": "not_now"}', "not_now", "accepted"),
        ('{"command": "throw", "seat": 0, "faces": [1, 2], "refused": true}', "refused", "accepted"),
    ],
)
def test_a_single_record_that_fails_is_an_object_too(tmp_path, capsys, line, expected, found):
    """On standard output, beside the sentence for people."""
    file = tmp_path / "game.jsonl"
    file.write_text(HEAD + '{"setup": {"on_turn": 0}}\n' + line)
    assert main(["replay", "--json", str(file)]) == 1
    out, error = capsys.readouterr()
    (failed,) = objects(out)
    assert error == f"bankhalter: {file}, line 3: {failed.pop('fault')}\n"
    assert failed == {"file": str(file), "line": 3, "expected": expected, "found": found}


def test_a_fault_of_form_has_nothing_that_was_expected(tmp_path, capsys):
    """Just the line and the sentence."""
    file = tmp_path / "game.jsonl"
    file.write_text(HEAD + '{"expect": {}}')
    assert main(["replay", "--json", str(file)]) == 1
    (failed,) = objects(capsys.readouterr().out)
    assert failed == {"file": str(file), "line": 2, "fault": "this expects nothing: name what must hold"}


def test_a_single_record_that_plays_is_printed_as_ever(folder, capsys):
    """No file is in its object: the position alone."""
    assert main(["replay", "--json", str(folder / "a.jsonl")]) == 0
    (position,) = objects(capsys.readouterr().out)
    assert next(iter(position)) == "edition"


def test_a_record_that_breaks_the_hub_fails_alone(folder, capsys, monkeypatch):
    """The others play, and what happened is reported."""
    played_as_ever = replay.replay

    def broken(text: Iterable[str], *others: Any) -> object:
        lines = [*text]
        if "".join(lines) == POOR:
            raise KeyError(lines[0])
        return played_as_ever(lines, *others)

    monkeypatch.setattr(replay, "replay", broken)
    assert main(["replay", str(folder / "b" / "poor.jsonl"), str(folder / "a.jsonl")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "poor.jsonl: this breaks the hub: KeyError(" in lines[0]
    assert lines[-1] == "2 records: 1 played, 1 failed."


def test_a_mark_at_the_beginning_is_no_fault(tmp_path, capsys):
    """Some editors write one into every file in UTF-8."""
    (tmp_path / "a.jsonl").write_text(HEAD, encoding="utf-8-sig")
    assert main(["replay", str(tmp_path)]) == 0
    assert "1 played" in capsys.readouterr().out


@pytest.mark.feature("helpfile")
def test_a_transcript_is_of_one_help_file(folder, capsys):
    """Several are refused in one sentence."""
    assert main(["replay", "--transcript", str(folder / "a.jsonl"), str(folder / "a.jsonl")]) == 1
    assert "--transcript plays one help file" in capsys.readouterr().err


@pytest.mark.gate
def test_several_processes_print_the_same(folder):
    """In the same order, with the same exit code."""
    program = "import sys; from hub.cli import main; sys.exit(main(sys.argv[1:]))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", program, "replay", "--jobs", jobs, str(folder), "-"],
            env={"PYTHONPATH": str(ROOT)},
            input=HEAD,
            capture_output=True,
            text=True,
            check=False,
        )
        for jobs in ("1", "3")
    ]
    assert [(run.returncode, run.stderr) for run in runs] == [(1, "")] * 2
    assert runs[0].stdout == runs[1].stdout
    assert "5 records: 3 played, 2 failed." in runs[0].stdout
