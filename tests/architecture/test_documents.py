"""Documents are true and short: what they name exists, from files, links and commands to pins, settings and tests."""

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from helpers.sources import nodes
from rungs import names_gone_feature

from hub import cli
from hub.server.access.phones import CODE_LENGTH, CODE_LETTERS, KNOCKS_MAXIMUM, PHONES_MAXIMUM
from hub.server.limits import Limits
from hub.server.transport.wsgi import HERE

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hub", "firmware", "hardware")
KEPT = (*FOLDERS, "tests", "web/src")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*.md"))])
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
PICTURE = re.compile(r'src="(?!https?:)([^"]+)"')
WIDTH = 100
WRAPPED = [path for path in DOCUMENTS if not path.is_relative_to(ROOT / "hardware" / "generated")]
CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
IN_ONE_PIECE = re.compile(r"[|<]|!\[|\* \d+: \[[^\]]+\]\([^)]+\)$")
"""How lines begin that are as wide as they have to be: of a table, a picture, an entry of a list of pages."""

MODULE = re.compile(r"python3? -m ((?:hub|tests|web)[\w.]*)")
NAMED = re.compile(r"`((?:hub|web|tests|firmware|hardware)/[\w./-]*)`")
SHORT = re.compile(r"`([\w/]+\.(?:py|ts|svelte))`")
THEIR_OWN = {"north.py", "bankhalter_village/__init__.py"}
"""Files that readers of a guide make."""

MISSING = re.compile(r"^There are no decisions ([\d, and\n]+):", re.MULTILINE)

COMMANDS_PAGE = (ROOT / "hub" / "docs" / "COMMANDS.md").read_text(encoding="utf-8")
KNOWN = {name for name in cli._commands() if " " not in name}
FIT = "lab fit"
LINES = [
    line
    for line in re.findall(r"^\| `bankhalter ([^`]+)` \|", COMMANDS_PAGE, re.MULTILINE)
    if line.split()[0] in KNOWN and (FIT in cli._commands() or not line.startswith(FIT))
]
"""Not those of features that are gone."""
BUILDERS_PAGE = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"(?:bankhalter|python3 hub) (\w+)([^`\n]*)")
PAGE = (ROOT / "hub" / "docs" / "SECURITY.md").read_text(encoding="utf-8")
NAME = re.compile(r"`(test_\w+)`")

COUNTED_FOLDERS = ("hub", "firmware", "hardware", "tests")
FIRST_PAGE = 900
DECISION = 250
ALL, RULEBOOK = 40_400, 2_300
"""Words of all documents besides rulebooks, and of each of these: with five of them it is less than 50,000."""


def missing(document: Path, text: str) -> list[str]:
    """What a document names that does not exist, and is of no feature that is gone.

    Links are from its own folder, paths from the root.
    """
    links = [name for name in LINK.findall(text) + PICTURE.findall(text) if not (document.parent / name).exists()]
    modules = [name for name in MODULE.findall(text) if not is_module(ROOT / name.replace(".", "/"))]
    named = [name for name in NAMED.findall(text) if not (ROOT / name).exists()]
    short = [name for name in SHORT.findall(text) if name not in (*named, *THEIR_OWN) and not is_end(name)]
    return [name for name in links + modules + named + short if not names_gone_feature(name)]


@cache
def sources() -> list[str]:
    return [f"/{path.relative_to(ROOT).as_posix()}" for name in KEPT for path in (ROOT / name).rglob("*.*")]


def is_end(name: str) -> bool:
    """Whether a file's path ends so."""
    return any(path.endswith(f"/{name}") for path in sources())


def is_module(path: Path) -> bool:
    """Whether `python -m` can run what lies there."""
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_documents_name_exists(document):
    """Every relative link, every path in code marks and every command of ours leads to something of the project."""
    assert missing(document, document.read_text(encoding="utf-8")) == []


def test_a_false_path_is_found():
    """A link to nowhere, a path that is gone and a module that cannot be run are all reported."""
    assert missing(
        ROOT / "README.md",
        '[x](nowhere.md), <img src="no.png">, `hub/nowhere.py` and `rules/no.py`, but not `hub/cli.py` or `feed.py`, '
        "python -m hub.nowhere, but not python -m hub or python -m hub.cli",
    ) == ["nowhere.md", "no.png", "hub.nowhere", "hub/nowhere.py", "rules/no.py"]


def wide(text: str) -> list[str]:
    return [line for line in CODE.sub("", text).splitlines() if len(line) > WIDTH and not IN_ONE_PIECE.match(line)]


@pytest.mark.parametrize("document", WRAPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_are_wrapped(document):
    """What is written to be read has lines of at most 100 characters."""
    assert wide(document.read_text(encoding="utf-8")) == []


def test_a_wide_line_is_found():
    """One character too many is; in tables, code, pictures and lists of pages it may be."""
    long = "x" * (WIDTH + 1)
    fine = f"{long[1:]}\n| {long} |\n```sh\n{long}\n```\n![{long}](x.svg)\n* 1: [{long}](x.md)"
    assert wide(f"{fine}\n{long}\n* 1: [x](x.md) {long}") == [long, f"* 1: [x](x.md) {long}"]


def unexplained(numbers: list[int], page: str) -> set[int]:
    """The numbers up to the last that are neither there nor named as missing, and those that are both."""
    said = {int(number) for number in re.findall(r"\d+", (MISSING.search(page) or [""])[0])}
    return (set(range(1, max(numbers) + 1)) - set(numbers)) ^ said


def test_each_number_is_one_page_or_named_as_missing(root: Path) -> None:
    """Two with one number could not be cited, and nobody looks for a page that is gone or was never written."""
    folder = root / "hub" / "docs" / "decisions"
    numbers = [int(path.name[:4]) for path in folder.glob("[0-9]*.md")]
    assert len(set(numbers)) == len(numbers) > 40
    assert unexplained(numbers, (folder / "README.md").read_text("utf-8")) == set()


@pytest.mark.parametrize(
    ("page", "found"),
    [("", {2}), ("There are no decisions 2: left over.", set()), ("There are no decisions 2 and\n3: left over.", {3})],
)
def test_a_gap_is_found(page: str, found: set[int]) -> None:
    """One that nothing is said of, and one that is said to be missing and is there."""
    assert unexplained([1, 3], page) == found


def refused(line: str) -> bool:
    words = shlex.split(line)
    try:
        cli._parser(words).parse_args(words)
    except SystemExit:
        return True
    return False


def test_every_command_is_on_the_page() -> None:
    """In the first column, whose lines can be copied."""
    assert {line.split()[0] for line in LINES} == KNOWN


@pytest.mark.parametrize("line", LINES)
def test_every_line_is_accepted(line: str) -> None:
    """Names and values of options are those of the program."""
    assert not refused(line)


@pytest.mark.parametrize("line", ["play --simulated=half", "export last --ods game.ods", "fly"])
def test_a_line_that_is_wrong_is_found(line: str) -> None:
    """A value, an option and a command that do not exist."""
    assert refused(line)


def test_options_in_the_second_column_exist() -> None:
    """What a row mentions besides its line is an option of that command, too."""
    for command, rest in re.findall(r"^\| `bankhalter (\w[\w-]*)[^`]*` \| (.*) \|$", COMMANDS_PAGE, re.MULTILINE):
        if command not in KNOWN:
            continue
        assert unknown(command, re.findall(r"`(--[\w-]+)", rest)) == [], command


def unknown(command: str, options: list[str]) -> list[str]:
    """Those of the options that the command does not take."""
    usage = cli._parser((command,))._subparsers._group_actions[0].choices[command].format_help()
    return [option for option in options if option not in usage]


def settings() -> dict[str, object]:
    found: dict[str, object] = {}
    for node in ast.parse((ROOT / "firmware" / "config.py").read_text()).body:
        if not isinstance(node, ast.Assign):
            continue
        target, value = node.targets[0], ast.literal_eval(node.value)
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = value if isinstance(target, ast.Tuple) else [value]
        found.update({name.id: value for name, value in zip(names, values, strict=True) if isinstance(name, ast.Name)})
    return found


def section(title: str) -> str:
    return BUILDERS_PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def numbers(value: object) -> list[int]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, tuple) else [value]


def shown_pins(text: str) -> dict[str, list[int]]:
    """Setting -> pins that the rows of a table give it; a row with several settings gives them in order."""
    shown: dict[str, list[int]] = {}
    for row in re.findall(r"(?m)^\| .* \| ([\d, ]+) \| (.*) \|$", text):
        pins, names = [int(pin) for pin in row[0].split(",")], re.findall(r"`(\w+)`", row[1])
        for place, name in enumerate(names):
            shown.setdefault(name, []).extend(pins if len(names) == 1 else [pins[place]])
    return shown


def test_every_pin_is_described_as_it_is() -> None:
    """The table of pins has every pin setting with exactly its numbers, in their order."""
    pins = {name: numbers(value) for name, value in settings().items() if name.endswith(("_PIN", "_PINS"))}
    assert len(pins) > 10
    shown = shown_pins(section("Pins"))
    assert shown.keys() == pins.keys()
    wrong = [
        f"{name}: the page says {shown[name]}, config.py says {pins[name]}."
        for name in pins
        if shown[name] != pins[name]
    ]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


def test_every_other_setting_is_described() -> None:
    """The table of settings has every setting that is no pin, and one whose default depends on the kind."""
    shown = set(re.findall(r"(?m)^\| `(\w+)` \|", section("Settings")))
    assert shown == {name for name in settings() if not name.endswith(("_PIN", "_PINS"))} | {"PIXEL_MILLIAMPS"}


@pytest.mark.feature("doctor", "flashing")
def test_every_command_exists() -> None:
    """Commands on the page are commands of the program, and each option is one that command takes."""
    found = COMMAND.findall(BUILDERS_PAGE)
    assert len(found) > 5
    for command, rest in found:
        if command == "test":
            continue
        assert command in cli._commands(), command
        assert unknown(command, re.findall(r"--[\w-]+", rest)) == [], command


@pytest.mark.parametrize("text", ["| buzzer | 16 | `BUZZER_PIN` |", "| buzzer | 15, 16 | `BUZZER_PIN` |"])
def test_a_wrong_pin_is_found(text: str) -> None:
    """Another number, or one too many, is not the pin."""
    assert shown_pins(text)["BUZZER_PIN"] != numbers(settings()["BUZZER_PIN"])


def test_the_firmware_has_the_version_of_the_hub() -> None:
    """A node says the version of the hub it was flashed from, so `doctor` can tell an old one."""
    version = re.search(r'(?m)^version = "(.*)"', (ROOT / "pyproject.toml").read_text())
    assert f'VERSION = "{version[1]}"' in (ROOT / "firmware" / "version.py").read_text()


def threats(page: str) -> list[str]:
    """The rows of all tables under "Who might try"."""
    section = page.partition("## Who might try")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [row for row, after in zip(rows, [*rows[1:], ""], strict=True) if "---" not in row and "---" not in after]


def unproved(page: str, tests: set[str]) -> list[str]:
    """Rows whose last cell names no test, and names in it that are no test."""
    found = []
    for row in threats(page):
        names = NAME.findall(row.rstrip("| ").rpartition("|")[2])
        found += [name for name in names if name not in tests] if names else [row]
    return found


@pytest.fixture(scope="module")
def tests() -> set[str]:
    modules = (nodes(path.read_text(encoding="utf-8")) for path in (ROOT / "tests").rglob("test_*.py"))
    return {node.name for module in modules for node in module if isinstance(node, ast.FunctionDef)}


@pytest.mark.feature("camera", "club", "evening", "export", "flashing", "helpfile", "hotspot", "laboratory", "lights")
@pytest.mark.feature("odds", "program", "shelf", "stickers", "trust", "workshop")
def test_every_threat_names_tests_that_exist(tests: set[str]) -> None:
    """No row is without a test, and each name is one of a test."""
    assert len(threats(PAGE)) > 20
    assert unproved(PAGE, tests) == []


def test_a_threat_without_a_test_is_found(tests: set[str]) -> None:
    """A row with no name and one with a wrong name are both told; the head of a table is none."""
    rows = "| who | tests |\n|---|---|\n| a | `test_gone` |\n| b | all of them |\n| c | `test_forged_keys` |\n"
    assert unproved(f"## Who might try\n\n{rows}\n## Next\n| d | |", tests) == ["test_gone", "| b | all of them |"]


def figures() -> list[str]:
    """What the page has to say, with the figures that the hub has."""
    limits, words = Limits(), {3: "three", 8: "eight", 30: "thirty", 40: "forty", 60: "sixty"}
    of_all = limits.tries_per_minute_of_all
    pin, code = 10**6 // (180 * of_all), len(CODE_LETTERS) ** CODE_LENGTH // (180 * of_all * 6)
    arrivals = words[limits.arrivals_per_minute], words[limits.arrivals_per_minute_of_all]
    return [
        f"{limits.tries_per_minute} tries a minute for one address, {of_all} for all that have guessed wrong, {of_all}",
        f"three hours finds a PIN with a chance of 1 in {pin}, one of six codes with 1 in {code}; ",
        f"to use the others takes {of_all} new addresses each minute",
        f"{arrivals[0]} times a minute for one address, {arrivals[1]} for all; {words[KNOCKS_MAXIMUM]} may knock",
        f"a request has {limits.request_s:.0f} seconds, headers and body together",
        f"its answer {'a minute' if limits.answer_s == 60 else limits.answer_s}",
        f"together may send {words[limits.taps_per_minute]} a minute",
        f"up to {words[PHONES_MAXIMUM]} phones",
        f"allows {limits.connections}, {limits.connections_per_address} for one address",
        f"only {limits.connections_per_address} sockets there for connections that have shown no key",
        f"{HERE * limits.requests} connections that do not complete the handshake",
        f"{'half' if limits.requests == 2 * limits.requests_per_table else limits.requests_per_table} of the process's",
    ]


def test_the_figures_are_those_of_the_hub() -> None:
    """Tests use limits of their own that are quicker to reach, so nothing else compares the page with the real ones."""
    said = " ".join(PAGE.split())
    assert [figure for figure in figures() if figure not in said] == []


def count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").split())


def too_long(paths: Iterator[Path], words: int) -> dict[str, int]:
    return {path.name: found for path in paths if (found := count(path)) > words}


def test_the_first_page_is_short(root: Path) -> None:
    """Whoever comes from outside reads it to the end."""
    assert too_long(iter([root / "README.md"]), FIRST_PAGE) == {}


def test_a_decision_says_what_and_why(root: Path) -> None:
    """Measurements live beside their benches, and how it came about in the history."""
    decisions = list((root / "hub" / "docs" / "decisions").glob("0*.md"))
    assert len(decisions) > 40
    assert too_long(iter(decisions), DECISION) == {}


def test_all_documents_are_an_evening(root: Path) -> None:
    """What is said twice, or concerns nobody any more, makes room for what is new."""
    pages = [*root.glob("*.md"), *(root / "web").glob("*.md"), *(root / "web" / "src").rglob("*.md")]
    pages += [page for folder in COUNTED_FOLDERS for page in (root / folder).rglob("*.md")]
    rulebooks = {page for page in pages if page.name == "RULES.md"}
    assert len(pages) > 70
    words = sum(map(count, {*pages} - rulebooks))
    assert words <= ALL, f"cut {words - ALL} words in some document: what is said twice, or concerns nobody any more"
    assert too_long(iter(rulebooks), RULEBOOK) == {}


@pytest.mark.parametrize(("words", "found"), [(3, {}), (2, {"x.md": 3})])
def test_one_word_too_many_is_found(tmp_path: Path, words: int, found: dict[str, int]) -> None:
    """The limit itself is allowed."""
    (tmp_path / "x.md").write_text("one two\n\nthree\n", encoding="utf-8")
    assert too_long(tmp_path.glob("*.md"), words) == found
