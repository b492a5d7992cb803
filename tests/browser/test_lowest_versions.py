"""The built pages ask for nothing that the oldest browsers we promise do not have (README, "Browsers").

Syntax is read by a parser that knows no newer language; what libraries, styles and pages call is looked for by name, in
a table of what came later. A browser of that age is not at hand.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from helpers.missing import missing

from hub.setup.bootstrap import ROOT, web_module

CHROME, FIREFOX, SAFARI = 95.0, 91.0, 15.4
LANGUAGE_YEAR: Final = 2020
NEVER: Final = 999.0
Since = tuple[float, float, float]
"""The first Chrome, Firefox and Safari that have it."""

SCRIPTS: Final[dict[str, Since]] = {
    r"\bstructuredClone\(": (98, 94, 15.4),
    r"\bObject\.hasOwn\(": (93, 92, 15.4),
    r"\b(?:Object|Map)\.groupBy\(": (117, 119, 17.4),
    r"\.findLast(?:Index)?\(": (97, 104, 15.4),
    r"\.to(?:Sorted|Reversed|Spliced)\(": (110, 115, 16),
    r"\.(?:isWellFormed|toWellFormed)\(": (111, 119, 16.4),
    r"\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(": (122, 127, 17),
    r"\bPromise\.(?:withResolvers|try)\b": (119, 121, 17.4),
    r"\bArray\.fromAsync\b": (121, 115, 16.4),
    r"\bIterator\.(?:from|prototype)\b": (122, 131, 18.4),
    r"\.randomUUID\b": (92, 95, 15.4),
    r"\bAbortSignal\.(?:timeout|any)\b": (103, 100, 16),
    r"\.checkVisibility\(": (105, 106, 17.4),
    r"\.show(?:Modal|Popover|Picker)\(": (114, 125, 17),
    r"\.inert\s*=(?!=)": (102, 112, 15.5),
    r"\brequestIdleCallback\b": (47, 55, NEVER),
    r"\(\?<[=!]": (62, 78, 16.4),
    r"\bIntl\.(?:Segmenter|DurationFormat)\b": (87, 125, 14.1),
    r"\badoptedStyleSheets\b|\.replaceSync\(": (73, 101, 16.4),
    r"\bURL\.canParse\b": (120, 115, 17),
    r"\.attachInternals\(": (77, 93, 16.4),
    r"\.startViewTransition\(": (111, NEVER, 18),
    r"\b(?:Dec|C)ompressionStream\b": (80, 113, 16.4),
    r"\bOffscreenCanvas\b": (69, 105, 16.4),
    r"\bnavigator\.wakeLock\b(?!\?\.)": (84, 126, 16.4),
    r"\bnavigator\.locks\b": (69, 96, 15.4),
    r"\.setHTML(?:Unsafe)?\(": (124, 123, 17.4),
    r"\broundRect\(": (99, 112, 16),
    r"\bscheduler\.": (94, 142, NEVER),
    r"\.moveBefore\(": (133, 144, NEVER),
}
"""An `?.` after a name asks whether it is there."""

STYLES: Final[dict[str, Since]] = {
    r":has\(": (105, 121, 15.4),
    r":popover-open|:user-valid|:user-invalid": (119, 88, 16.5),
    r":dir\(": (120, 49, 16.4),
    r"\bcolor-mix\(": (111, 113, 16.2),
    r"\blight-dark\(": (123, 120, 17.5),
    r"\b(?:oklch|oklab|lch|lab|color)\(": (111, 113, 15.4),
    r"@layer\b": (99, 97, 15.4),
    r"@container\b|container-(?:type|name):|\d(?:cqw|cqh|cqi|cqb|cqmin|cqmax)\b": (105, 110, 16),
    r"@property\b": (85, 128, 16.4),
    r"@scope\b|@starting-style\b": (118, 129, 17.5),
    r"[{};]\s*&": (112, 117, 16.5),
    r"[{;](?:translate|rotate|scale):": (104, 72, 14.1),
    r"@media[^{]*[<>]": (104, 63, 16.4),
    r"\b(?:sin|cos|tan|atan2?|pow|sqrt|hypot)\(": (111, 108, 15.4),
    r"\b(?:round|mod|rem)\(": (125, 118, 15.4),
    r"\d(?:lh|rlh|cap|ic)\b": (109, 120, 16.4),
    r"[{;](?:mask|mask-image):(?!none)": (120, 53, 15.4),
    r"subgrid": (117, 71, 16),
    r"overflow(?:-[xy])?:clip": (90, 81, 16),
}
UNITS: Final = re.compile(r"\d[sld]v[hw]\b")
"""Chrome 108, Firefox 101: only after the same property in a unit that all have."""

BROUGHT: Final = {r"\bObject\.hasOwn\(": r"defineProperty\(Object,.hasOwn."}
"""What the pages give a browser that has it not."""


def newer(text: str, table: dict[str, Since]) -> list[str]:
    """What of the table is in a text and came after one of the oldest browsers."""
    lowest = (CHROME, FIREFOX, SAFARI)
    late = [way for way, since in table.items() if any(first > ours for first, ours in zip(since, lowest, strict=True))]
    return [way for way in late if re.search(way, text)]


def without_fallback(style: str) -> Iterator[str]:
    """Declarations in units of the visible window that do not follow one of the same property without."""
    for block in re.findall(r"\{([^{}]*)\}", style):
        seen = set()
        for declaration in block.split(";"):
            name = declaration.partition(":")[0].strip()
            if UNITS.search(declaration) and name not in seen:
                yield declaration
            seen.add(name)


def built(pages: Path, ending: str) -> dict[str, str]:
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted((pages / "assets").glob(f"*.{ending}"))}
    assert len(found) > 5
    return found


def test_readme_build_and_page_name_the_same_versions() -> None:
    """What the README promises is what is built for, what an older browser is shown, and what is tested here."""
    named = re.compile(r"Safari ([\d.]+), Firefox ([\d.]+) (?:or|oder|and) Chrome ([\d.]+)")
    for file in ("README.md", "web/index.html"):
        versions = [tuple(map(float, found)) for found in named.findall(" ".join((ROOT / file).read_text().split()))]
        assert set(versions) == {(SAFARI, FIREFOX, CHROME)}, file
    target = re.search(r"target: \[(.*)\]", (ROOT / "web" / "vite.config.ts").read_text())
    assert target
    wanted = {f"es{LANGUAGE_YEAR}", f"chrome{CHROME:g}", f"firefox{FIREFOX:g}", f"safari{SAFARI:g}"}
    assert set(re.findall(r'"(.+?)"', target[1])) == wanted


def test_scripts_are_written_in_the_language_of_those_browsers(pages: Path) -> None:
    """Each script is read by a parser that knows no language after 2020."""
    npm = web_module("npm")
    try:
        _, environment = npm.command_and_environment()
    except npm.NodeMissing as gone:
        missing(str(gone))
    check = f"""
      const {{ parse }} = require("acorn"), {{ readFileSync }} = require("fs");
      for (const file of process.argv.slice(1))
        try {{ parse(readFileSync(file, "utf8"), {{ ecmaVersion: {LANGUAGE_YEAR}, sourceType: "module" }}); }}
        catch (error) {{ console.log(file, error.message); }}
    """
    files = sorted(map(str, (pages / "assets").glob("*.js")))
    done = subprocess.run(
        ["node", "-e", check, *files], cwd=npm.WEB, env=environment, capture_output=True, text=True, check=True
    )
    assert len(files) > 5
    assert done.stdout == ""


def test_scripts_call_nothing_newer(pages: Path) -> None:
    """No script calls what one of those browsers does not have, unless the pages bring it along."""
    scripts = built(pages, "js")
    brought = {way for way, ours in BROUGHT.items() if any(re.search(ours, text) for text in scripts.values())}
    found = {name: [way for way in newer(text, SCRIPTS) if way not in brought] for name, text in scripts.items()}
    assert {name: ways for name, ways in found.items() if ways} == {}


def test_styles_ask_for_nothing_newer(pages: Path) -> None:
    """No style depends on what one of those browsers would leave out."""
    found = {name: newer(text, STYLES) + list(without_fallback(text)) for name, text in built(pages, "css").items()}
    assert {name: ways for name, ways in found.items() if ways} == {}


@pytest.mark.parametrize(
    ("text", "table", "there"),
    [
        ("a.findLast(b)", SCRIPTS, True),
        ("navigator.wakeLock.request()", SCRIPTS, True),
        ("navigator.wakeLock?.request()", SCRIPTS, False),
        ("/(?<=a)b/", SCRIPTS, True),
        ("/(?<a>b)/", SCRIPTS, False),
        ("a{b{c:d}&:hover{e:f}}", STYLES, True),
        ("@media (width>=300px){a{b:c}}", STYLES, True),
        ("@media (min-width:300px){a>b{c:d}}", STYLES, False),
        ("a{scale:2}", STYLES, True),
        ("a{transform:scale(2)}", STYLES, False),
    ],
)
def test_what_is_newer_is_found(text: str, table: dict[str, Since], there: bool) -> None:
    """The search itself is alive, and takes nothing old for new."""
    assert bool(newer(text, table)) == there


def test_a_new_unit_stands_after_an_old_one() -> None:
    """A height in the visible window's unit needs another before it."""
    assert list(without_fallback("a{height:100vh;height:100dvh}")) == []
    assert list(without_fallback("a{width:1px;height:100dvh}")) == ["height:100dvh"]
