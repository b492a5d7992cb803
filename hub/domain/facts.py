"""The base of all facts. A fact says what has happened, completely: amounts, dice and cards are resolved in it.

Facts, commands and tasks are immutable, and stored under their name. Their unions, which decoders need, are collected
from the modules that define the kinds; for a type checker a union is its base class. That happens on import (decision
0022).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, Union, dataclass_transform

from msgspec import Struct

from hub.domain.ids import snake

if TYPE_CHECKING:
    from hub.domain.state import State
else:
    State = object
    """The state consists of the slices in which facts are defined; those import it for annotations only."""

__all__ = ["Fact", "State"]


@dataclass_transform(frozen_default=True)
class Named(Struct, frozen=True, gc=False, tag=snake):
    """A frozen struct; `snake` makes its name in the log and in messages to browsers."""


def any_of(base: type[Named], names: Mapping[str, Any]) -> Any:
    """The union of the subclasses of `base` among the names of a module and of modules among these, without bases."""
    modules = [vars(value) for value in names.values() if isinstance(value, ModuleType)]
    found = [value for each in (names, *modules) for value in each.values() if isinstance(value, type)]
    kinds = [kind for kind in found if issubclass(kind, base) and not kind.__subclasses__()]
    return Union[tuple(kinds)]  # noqa: UP007 - how many there are is known at import


class Fact(Named, tag_field="fact"):
    """Something that happened; stored in the log, shown in the feed.

    Its `fold` is the only place that knows how it changes the state. Folding knows no rules, so correcting a rule never
    breaks a stored game. A fact without a `fold` is only shown.
    """

    def fold(self, state: State) -> None:
        """Change the state in place."""
