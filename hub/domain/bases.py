"""What all facts, commands and tasks have in common, said once: they never change and are stored under their name.

Their unions, which a decoder needs, are collected from the modules that define the kinds; for a type checker a union
is its base. That happens when the modules are imported (decision 0022).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Union, dataclass_transform

from msgspec import Struct

from hub.domain.ids import snake


@dataclass_transform(frozen_default=True)
class Named(Struct, frozen=True, tag=snake):
    """A frozen struct; `snake` says what it is called in the log and on the way to a browser."""


def any_of(base: type[Named], names: Mapping[str, Any]) -> Any:
    """The union of the kinds of `base` among the names of a module, and in modules among them; bases stay out."""
    modules = [vars(value) for value in names.values() if isinstance(value, ModuleType)]
    found = [value for each in (names, *modules) for value in each.values() if isinstance(value, type)]
    kinds = [kind for kind in found if issubclass(kind, base) and not kind.__subclasses__()]
    return Union[tuple(kinds)]  # noqa: UP007 - how many there are is known at import
