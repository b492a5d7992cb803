"""What browsers may ask of a table: each request says who may send it and what carries it out."""

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any, Union, cast

from msgspec import defstruct

from hub.table.requests import board, evening, phones, playing, seats
from hub.table.requests.base import Action, Request

# so that nobody lists a request twice
from hub.table.requests.board import *  # noqa: F403
from hub.table.requests.evening import *  # noqa: F403
from hub.table.requests.phones import *  # noqa: F403
from hub.table.requests.playing import *  # noqa: F403
from hub.table.requests.seats import *  # noqa: F403


def requests_in(module: ModuleType) -> Iterator[type[Action]]:
    """Its actions that say themselves who may send them; all others must be bases of such."""
    kinds = (one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Action))
    for kind in kinds:
        if kind.__module__ == module.__name__:
            if "who" in vars(kind):
                yield kind
            elif not kind.__subclasses__():
                raise TypeError(f"{kind.__name__} does not say who may send it")


REQUESTS = tuple(kind for module in (playing, seats, phones, evening, board) for kind in requests_in(module))
"""What a socket may send, besides the requests of features."""


def request_type(kinds: Iterable[type[Action]]) -> type[Request]:
    """A request whose action is one of these kinds, for decoders."""
    action: Any = Union[tuple(kinds)]  # noqa: UP007 - how many there are is known when the hub is put together
    fields, described = [("id", str), ("action", action)], {"__doc__": Request.__doc__}
    return cast("type[Request]", defstruct("Request", fields, bases=(Request,), namespace=described, frozen=True))
