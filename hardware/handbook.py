"""The build guide as pages that work without a network: `hardware/guide` with tables, pictures and parts filled in.

GitBuilding makes the pages and counts the parts; wires come from the pin map, names of parts from the shopping list and
the bill, what the doctor says from the doctor.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hardware import bill, board, frame, harness, parts, pins, ring, shopping
from hardware.circuit.netlist import Netlist, load
from hardware.models.lines import ribbons
from hub.features.doctor.command import WHAT

GUIDE = Path(__file__).parent / "guide"
GENERATED = Path(__file__).parent / "generated"
SITE, IMAGES = "_site", "images"
COUNTED = re.compile(r"\[([^\]]+)\]\{\s*Qty")
SIDE_SPACES = 13
SIZES = ("starter", "ring", "side")
CONSOLE_GOALS = {
    "GND": "what is left: buttons, minus of the lamps, buzzer",
    "BUZZER": "one contact of the buzzer",
    "3V3": "stays free",
    "FREE1": "stays free",
    "FREE2": "stays free",
}


class GuideFailed(Exception):
    """The guide could not be made; the text is what is wrong."""


def make(folder: Path, generated: Path = GENERATED) -> Path:
    """Make the pages in a folder, which is emptied before. Returns where they begin; raises GuideFailed."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(GUIDE, folder)
    for name, text in tables(generated).items():
        (folder / name).write_text(text, encoding="utf-8")
    names = part_names(generated)
    (folder / "Parts.yaml").write_text(part_library(names), encoding="utf-8")
    for page in sorted(folder.glob("*.md")):
        page.write_text(linked(page, names), encoding="utf-8")
    (folder / IMAGES).mkdir()
    for picture in pictures(folder):
        shutil.copy(generated / picture, folder / IMAGES / picture)
    said = build(folder)
    if "WARNING" in said or "ERROR" in said:
        raise GuideFailed(said)
    return folder / SITE / "index.html"


def build(folder: Path) -> str:
    """Let GitBuilding make the pages; returns what it said. Raises GuideFailed."""
    program = Path(sys.executable).with_name("gitbuilding")
    ran = subprocess.run([program, "build-html"], cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode != 0 or not (folder / SITE / "index.html").is_file():
        raise GuideFailed(ran.stdout + ran.stderr)
    return ran.stdout + ran.stderr


def tables(generated: Path = GENERATED) -> dict[str, str]:
    """The pages that others include."""
    pinmap = pins.read()
    return {
        "wires_reader.md": wires(harness.reader_jumpers(pinmap)),
        "wires_buttons.md": wires(harness.button_jumpers(pinmap)),
        "wires_ring.md": ring.as_markdown(ring.wires(pinmap)),
        "doctor.md": doctor(),
        "headers.md": headers(load(generated / "side.json")),
        "console.md": console(parts.read().kinds["console"]),
        "crosstalk.md": crosstalk(SIDE_SPACES),
        "ribbons.md": ribbon_lengths(),
        "frame_list.md": frame.cut_list(board.read()) + frame.foot(board.read()),
    }


def wires(jumpers: Sequence[harness.Jumper]) -> str:
    """One row for each wire."""
    head = ["| colour | pin of the Pico | its name | to | contact |", "|---|---|---|---|---|"]
    rows = [f"| {w.colour} | {w.pico_pin} | {w.pico_name} | {w.goal} | {w.contact} |" for w in jumpers]
    return "\n".join([*head, *rows, ""])


def doctor() -> str:
    """What the doctor says of a reader that is not well, and what to do."""
    head = ["| the doctor says of a reader that it … | so |", "|---|---|"]
    rows = [f"| {what} | {todo} |" for what, todo in (text.split(": ", 1) for text in WHAT.values())]
    return "\n".join([*head, *rows, ""])


def headers(netlist: Netlist) -> str:
    """On which header of the side node each reader hangs, in the order of their numbers."""
    found = {int(netlist.parts[name].value.removeprefix("reader ")): name for name in netlist.references("reader")}
    head = f"| reader | {' | '.join(map(str, sorted(found)))} |"
    row = f"| header | {' | '.join(found[number] for number in sorted(found))} |"
    return "\n".join([head, "|---" * (len(found) + 1) + "|", row, ""])


def console(kind: parts.Kind) -> str:
    """What each contact of the console's header is wired to, in the order of their numbers."""
    head = ["| contact of J3 | its name | to |", "|---|---|---|"]
    contacts = sorted(kind.contacts, key=lambda contact: int(contact.number))
    return "\n".join(
        [*head, *(f"| {each.number} | {each.name} | {console_goal(each.name)} |" for each in contacts), ""]
    )


def console_goal(name: str) -> str:
    """What one contact of the console is wired to; a lamp is named by its button. Raises GuideFailed."""
    if title := harness.BUTTON_TITLES.get(name):
        return f"one contact of the button: {title}"
    if title := harness.BUTTON_TITLES.get(name.replace("LED_", "BTN_")):
        return f"plus of the lamp: {title}"
    if name not in CONSOLE_GOALS:
        raise GuideFailed(f"the console's contact {name} leads nowhere")
    return CONSOLE_GOALS[name]


def ribbon_lengths() -> str:
    """How long the ribbon of each reader is, to the next ten centimetres, give or take half of one."""
    lengths = [math.ceil(each * 10 - 0.05) * 10 for each in ribbons()[:SIDE_SPACES]]
    head = f"| reader | {' | '.join(map(str, range(SIDE_SPACES)))} |"
    row = f"| ribbon, cm | {' | '.join(map(str, lengths))} |"
    return "\n".join([head, "|---" * (SIDE_SPACES + 1) + "|", row, ""])


def crosstalk(spaces: int) -> str:
    """An empty table: a row for each space with a tag on it, a column for each reader."""
    head = "| tag on | " + " | ".join(str(reader) for reader in range(spaces)) + " |"
    rows = [f"| {space} |" + "  |" * spaces for space in range(spaces)]
    return "\n".join([head, "|---" * (spaces + 1) + "|", *rows, ""])


def part_names(generated: Path = GENERATED) -> dict[str, str]:
    """The full name of each thing that the guide counts, by what it calls it. Raises GuideFailed."""
    table = tomllib.loads((GUIDE / "parts.toml").read_text(encoding="utf-8"))
    rows = {row.value: row for row in side_bill(generated)}
    for name in {name for size in SIZES for name in table[size].values()} - set(shop_counts("starter", generated)):
        raise GuideFailed(f"guide/parts.toml: shopping.toml has no {name!r}")
    for value in set(table["bill"].values()) - set(rows):
        raise GuideFailed(f"guide/parts.toml: the bill of the side node has no part of value {value!r}")
    titles = {called: f"{rows[value].kind.buy}" for called, value in table["bill"].items()}
    return {**table["starter"], **table["ring"], **table["side"], **titles}


def wanted_counts(generated: Path = GENERATED) -> dict[str, float]:
    """How many of each thing the guide must count."""
    table = tomllib.loads((GUIDE / "parts.toml").read_text(encoding="utf-8"))
    rows = {row.value: float(len(row.references)) for row in side_bill(generated)}
    shops = {size: shop_counts(size, generated) for size in SIZES}
    counts = {called: shops[size][name] for size in shops for called, name in table[size].items()}
    return {**counts, **{called: rows[value] for called, value in table["bill"].items()}}


def shop_counts(size: str, generated: Path = GENERATED) -> Mapping[str, float]:
    """How many of each thing of the shopping list a size takes."""
    items = shopping.read(bill.total(side_bill(generated))).items
    return {item.name: float(item.count[size]) for item in items}


def side_bill(generated: Path = GENERATED) -> list[bill.Row]:
    """The bill of the side node, from its netlist."""
    return bill.bill(load(generated / "side.json"), parts.read())


def part_library(names: Mapping[str, str]) -> str:
    """GitBuilding's list of parts. What is counted in fractions is so in the text only."""
    return "\n".join(f"{key_of(called)}:\n    Name: {quoted(name)}" for called, name in names.items()) + "\n"


def linked(page: Path, names: Mapping[str, str]) -> str:
    """A page with its links to the list of parts and its pictures. Raises GuideFailed for a thing on no list."""
    text = page.read_text(encoding="utf-8")
    links = []
    for called in dict.fromkeys(COUNTED.findall(text)):
        if called not in names:
            raise GuideFailed(f"guide/{page.name}: {called!r} is not in guide/parts.toml")
        links.append(f"[{called}]: Parts.yaml#{key_of(called)}")
    head, _, rest = text.partition("\n")
    text = "\n".join([head, "", *links, rest]) if links else text
    return text.replace("(../generated/", f"({IMAGES}/")


def pictures(folder: Path) -> Iterator[str]:
    """The pictures that the pages show."""
    for page in sorted(folder.glob("*.md")):
        yield from re.findall(rf"\({IMAGES}/([\w.-]+)\)", page.read_text(encoding="utf-8"))


def key_of(called: str) -> str:
    """A key without spaces and signs."""
    return "".join(letter for letter in called.replace("Ω", "Ohm").replace("µ", "u") if letter.isalnum())


def quoted(text: str) -> str:
    """A text as YAML takes it."""
    return '"' + text.replace('"', "'") + '"'
