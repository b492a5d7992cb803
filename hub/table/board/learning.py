"""Teaching the board map: a piece is put on one space after the other, and each reader that sees it is that space.

Both functions are only for whoever has the lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hub.table.wire.refusals import Refusal

if TYPE_CHECKING:
    from hub.table.table import Table


def learn(table: Table, node: str, reader: int) -> Refusal | None:
    """The reader a piece was just put on is the space that is being learnt."""
    assert table.learning is not None
    refused = table.change_map(table.board_map.learnt(node, reader, table.learning))
    if refused is None:
        learn_next(table)
    return refused


def learn_next(table: Table) -> None:
    """Go on to the next space, or stop after the last."""
    spaces = len(table.editions[table.lobby.edition].track.spaces)
    if table.learning is not None:
        table.learning = table.learning + 1 if table.learning + 1 < spaces else None
