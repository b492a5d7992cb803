"""What is asked of the workshop counts once: a wish is stored in the file of the design that it changes.

What a wish changes elsewhere has its own way of counting once (0060). Refusals, and what changed nothing, are
remembered in memory alone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from hub.features.workshop.refused import WorkshopRefused
from hub.features.workshop.shelf import Shelf, Taken
from hub.table.wire.over_http import Wish
from hub.table.wire.refusals import TableReason

REMEMBERED = 256
"""How many wishes are remembered in memory, the newest ones."""

Found = TypeVar("Found")


class Done(NamedTuple):
    """What came of a wish: the design that it changed or made, if any, or why it was refused."""

    digest: str
    design: str = ""
    refused: WorkshopRefused | None = None


class Wishes:
    """One after the other, from any thread."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()
        self._done: OrderedDict[str, Done] = OrderedDict()

    def once(self, wish: Wish, make: Callable[[], Found], again: Callable[[str], Found]) -> Found:
        """What `make` answers, or `again`, for the design that was changed then. Raises WorkshopRefused, StoreError."""
        with self._lock:
            done = self._known(wish)
            if done is None:
                return self._made(wish, make)
            if done.digest != wish.digest:
                raise WorkshopRefused(TableReason.ID_USED, 409)
            if done.refused is not None:
                raise _bare(done.refused)
            return again(done.design)

    def _made(self, wish: Wish, make: Callable[[], Found]) -> Found:
        self._shelf.wish = wish
        try:
            answer = make()
        except Taken as taken:
            raise WorkshopRefused(TableReason.ID_USED, 409) from taken
        except WorkshopRefused as why:
            if why.reason != TableReason.NOT_STORED:
                self._remember(wish.id, Done(wish.digest, refused=_bare(why)))
            raise
        finally:
            self._shelf.wish = None
        self._remember(wish.id, self._stored(wish) or Done(wish.digest))
        return answer

    def _known(self, wish: Wish) -> Done | None:
        return self._done.get(wish.id) or self._stored(wish)

    def _stored(self, wish: Wish) -> Done | None:
        for design in self._shelf.all():
            for note in design.asked:
                if note.id == wish.id:
                    return Done(note.digest, design.id)
        return None

    def _remember(self, name: str, done: Done) -> None:
        self._done[name] = done
        if len(self._done) > REMEMBERED:
            self._done.popitem(last=False)


def _bare(why: WorkshopRefused) -> WorkshopRefused:
    """The same without its way here, which would keep alive all that was sent."""
    return WorkshopRefused(why.reason, why.status, why.details)
