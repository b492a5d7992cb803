"""Changes that are first made durable and then applied to the state; neither happens if the store refuses."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from hub.table.board.board_map import BoardMap
from hub.table.board.strips import Strips
from hub.table.hall_names import HallNames
from hub.table.interfaces.storage import Asked, Batch, Origin, StoreError
from hub.table.lobby import Lobby
from hub.table.state import Pause, TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal

LOBBY, BOARD_MAP, STRIPS = "lobby", "board_map", "strips"
log = logging.getLogger(__name__)


def commit(state: TableState, batch: Batch) -> Refusal | None:
    """Make a batch durable; if that fails, `notice` says why and the refusal is returned."""
    try:
        state.store.commit(batch)
    except StoreError as error:
        log.warning("not stored: %s", error)
        state.notice = error.key
        return refusal(TableReason.NOT_STORED, cause=error.key)
    state.notice = None
    state.positions.update(batch.positions)
    return None


def keep(state: TableState, origin: Origin) -> Refusal | None:
    """Make a request durable that changes only what is not the table's: documents of the site, or a node."""
    return commit(state, Batch(documents=origin.documents, asked=origin.asked))


def change(
    state: TableState,
    asked: Asked | None = None,
    documents: Mapping[str, bytes] = MappingProxyType({}),
    **parts: Lobby | BoardMap | Strips | HallNames | Pause,
) -> Refusal | None:
    """Replace parts of the state, which are documents of the same name, durably with `documents` of the site."""
    encoded = {name: msgspec.json.encode(part) for name, part in parts.items()}
    refused = commit(state, Batch(documents={**documents, **encoded}, asked=asked))
    if refused is None:
        for name, part in parts.items():
            setattr(state, name, part)
    return refused
