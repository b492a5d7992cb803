"""The builder's page is true: pins, settings and commands in firmware/README.md are those of the code."""

import ast
import re
from pathlib import Path

import pytest

from hub import cli

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"(?:bankhalter|python3 hub) (\w+)([^`\n]*)")


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
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


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
    found = COMMAND.findall(PAGE)
    assert len(found) > 5
    for command, rest in found:
        if command == "test":
            continue
        assert command in cli._commands(), command
        words = [word.rstrip(".,:)") for word in rest.split()]
        options = [word.split("=")[0] for word in words if word.startswith("--")]
        assert accepts(command, options), (command, options)


def accepts(command: str, options: list[str]) -> bool:
    parser = cli._parser()
    text = parser._subparsers._group_actions[0].choices[command].format_help()
    return all(option in text for option in options)


@pytest.mark.parametrize("text", ["| buzzer | 16 | `BUZZER_PIN` |", "| buzzer | 15, 16 | `BUZZER_PIN` |"])
def test_a_wrong_pin_is_found(text: str) -> None:
    """Another number, or one too many, is not the pin."""
    assert shown_pins(text)["BUZZER_PIN"] != numbers(settings()["BUZZER_PIN"])


def test_the_firmware_has_the_version_of_the_hub() -> None:
    """A node says the version of the hub it was flashed from, so `doctor` can tell an old one."""
    version = re.search(r'(?m)^version = "(.*)"', (ROOT / "pyproject.toml").read_text())
    assert version is not None
    assert f'VERSION = "{version[1]}"' in (ROOT / "firmware" / "version.py").read_text()
