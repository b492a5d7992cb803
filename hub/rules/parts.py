"""What the slots of an edition hold: its parts, each of which names its key on the rule sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def part(*, sheet: str | None) -> Callable[[T], T]:
    """Make a class a frozen dataclass and a part of editions; a function, which may be a reaction, is only marked.

    `sheet` is the key of its sentence (`sheet.<key>` in the locales); None if another part says it, or nobody at the
    table has to know. A part that is not marked itself, whatever its base is, fails the tests of the rule sheet.
    """

    def marked(made: T) -> T:
        if isinstance(made, type):
            dataclass(frozen=True)(made)
        made.sheet = sheet  # type: ignore[attr-defined]
        return made

    return marked
