"""Every kind of fact, command and task is in its union, so that what is stored can be read and nothing is forgotten."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

import hub.domain
from hub.domain.commands import Command, SeatCommand
from hub.domain.corrections import Correction
from hub.domain.facts import Fact, Named
from hub.domain.tasks import AnyTask, Task
from hub.domain.unions import AnyCommand, AnyCorrection, AnyFact, AnySeatCommand


def below(base: type) -> Iterator[type]:
    kinds = base.__subclasses__()
    for kind in kinds:
        yield from below(kind)
    if not kinds:
        yield base


@pytest.mark.parametrize(
    ("base", "union"),
    [
        (Fact, AnyFact),
        (SeatCommand, AnySeatCommand),
        (Correction, AnyCorrection),
        (Command, AnyCommand),
        (Task, AnyTask),
    ],
)
def test_a_union_holds_every_kind(base: type[Named], union: Any) -> None:
    """Whatever is defined in any file of the domain, also in one that nobody has named anywhere."""
    for path in sorted(Path(hub.domain.__file__).parent.glob("*.py")):
        import_module(f"hub.domain.{path.stem}")
    forgotten = {kind for kind in below(base) if kind.__module__.startswith("hub.")} - set(get_args(union))
    assert forgotten == set(), "import its file in the module that collects the union"
    assert len(get_args(union)) >= 10
