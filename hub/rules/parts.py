"""What the slots of an edition hold: its parts, each of which names its key on the rule sheet."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, is_dataclass
from inspect import get_annotations
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass(frozen=True)
class _PlainPart:
    """What a part without figures is like."""


def _frozen(_part: object, name: str, *_value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


COMPARED = ("__eq__", "__hash__", "__repr__", "__dataclass_fields__", "__dataclass_params__")
FROZEN = {"__setattr__": _frozen, "__delattr__": _frozen}


@dataclass_transform(frozen_default=True)
def part(*, sheet: str | None) -> Callable[[T], T]:
    """Make a class a frozen dataclass and a part of editions; a function, which may be a reaction, is only marked.

    `sheet` is the key of its sentence (`sheet.<key>` in the locales); None if another part says it, or nobody at the
    table has to know. A part that is not marked itself, whatever its base is, fails the tests of the rule sheet.
    """

    def marked(made: T) -> T:
        if isinstance(made, type):
            _freeze(made)
        made.sheet = sheet  # type: ignore[attr-defined]
        return made

    return marked


def _freeze(made: type) -> None:
    """Make it a frozen dataclass. Python compiles six methods for each, which a hundred parts make a start wait for.

    So those without figures of their own, which are most, share them.
    """
    if get_annotations(made):
        dataclass(frozen=True)(made)
        return
    shared = {} if is_dataclass(made) else {name: _PlainPart.__dict__[name] for name in COMPARED}
    for name, method in {**shared, **FROZEN}.items():
        setattr(made, name, method)
