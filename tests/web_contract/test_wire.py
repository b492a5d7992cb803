"""`web/src/wire.ts` says what `hub/table/wire/contract.py` says."""

from pathlib import Path

import pytest
from msgspec import inspect

from hub.domain.commands import SeatCommand
from hub.server import typescript


def test_wire_ts_is_current() -> None:
    """The committed file is what the generator writes from the contract."""
    is_current = typescript.TARGET.read_text(encoding="utf-8") == typescript.module()
    assert is_current, "run `python -m hub.server.typescript`"


def test_check_tells_a_stale_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` writes nothing and fails with a sentence that says what to run."""
    stale = tmp_path / "wire.ts"
    stale.write_text("export type Role = never;\n")
    monkeypatch.setattr(typescript, "TARGET", stale)
    assert typescript.main(["--check"]) == 1
    assert "python -m hub.server.typescript" in capsys.readouterr().err
    assert stale.read_text() == "export type Role = never;\n"


def test_writing_makes_the_file_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `--check` the file is written, after which `--check` is content."""
    monkeypatch.setattr(typescript, "TARGET", tmp_path / "wire.ts")
    assert typescript.main([]) == 0
    assert typescript.main(["--check"]) == 0


@pytest.mark.parametrize(
    "line",
    [
        'export type Role = "banker" | "seat" | "viewer";',
        "  you: number | null;",
        "  feed: readonly FeedLine[];",
        "  colour: Colour | null;",
        "  tags: readonly (readonly [number, string])[];",
        '  do: "place_bid";',
        "  spaces: readonly (number | null)[];",
        "  details: Record<string, Value>;",
    ],
)
def test_types_keep_their_names_and_shapes(line: str) -> None:
    """Named types keep their names, tuples become read-only arrays, tags become literals."""
    expected = line.replace('do: "place_bid"', 'command: "place_bid"')
    assert expected in typescript.module().splitlines()


def test_a_type_without_counterpart_is_an_error() -> None:
    """What TypeScript cannot say stops the generator instead of becoming `any`."""
    writer = typescript._Writer({})
    with pytest.raises(typescript.NoTypeScript, match="Date"):
        writer.type(inspect.DateType())


def test_a_base_in_the_contract_is_an_error() -> None:
    """Where a field names a base instead of the union of its kinds, a page would know nothing of what is in it."""
    writer = typescript._Writer({})
    with pytest.raises(typescript.NoTypeScript, match="SeatCommand"):
        writer.interface(inspect.type_info(SeatCommand))
