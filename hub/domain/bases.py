"""What all facts, commands and tasks have in common: they are immutable, and stored under their name.

Their unions, which decoders need, are collected from the modules that define the kinds; for a type checker a union is
its base class. That happens on import (decision 0022).
"""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Union, dataclass_transform

from msgspec import Struct

from hub.domain.ids import snake


@dataclass_transform(frozen_default=True)
class Named(Struct, frozen=True, gc=False, tag=snake):
    """A frozen struct; `snake` makes its name in the log and in messages to browsers."""


def any_of(base: type[Named], names: Mapping[str, Any]) -> Any:
    """The union of the subclasses of `base` among the names of a module and of modules among these, without bases."""
    modules = [vars(value) for value in names.values() if isinstance(value, ModuleType)]
    found = [value for each in (names, *modules) for value in each.values() if isinstance(value, type)]
    kinds = [kind for kind in found if issubclass(kind, base) and not kind.__subclasses__()]
    return Union[tuple(kinds)]  # noqa: UP007 - how many there are is known at import
