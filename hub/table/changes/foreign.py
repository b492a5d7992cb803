"""Third-party editions at this table: loaded once the banker trusts their package, and again after each restart.

Trust covers one version of one package; a newer version has to be confirmed again.
"""

from __future__ import annotations

import logging

import msgspec

from hub.table.interfaces.foreign import EditionFault, ForeignEdition
from hub.table.lobby import Lobby
from hub.table.state import TableState
from hub.table.views.view import card
from hub.table.wire.refusals import Refusal, TableReason, refusal

log = logging.getLogger(__name__)


def trust(state: TableState, lobby: Lobby, edition: str, by: str) -> Lobby | Refusal:
    """The lobby that trusts this edition, which is loaded unless it was before; or why it cannot be trusted.

    `by` is the package, name and version, that the banker was shown and agreed to.
    """
    found = state.foreign.get(edition)
    if edition in state.editions:
        return lobby
    if found is None:
        return refusal(TableReason.NO_SUCH_EDITION)
    if by != found.by:
        return refusal(TableReason.FOREIGN_EDITION, by=found.by)
    if not _loaded(state, found):
        return refusal(TableReason.BROKEN_EDITION, by=found.by)
    return msgspec.structs.replace(lobby, trusted=(*_others(lobby, found), _name(found)))


def load_trusted(state: TableState, lobby: Lobby) -> None:
    """Load the editions that were trusted before the hub was restarted."""
    for found in state.foreign.values():
        if _name(found) in lobby.trusted:
            _loaded(state, found)


def _loaded(state: TableState, found: ForeignEdition) -> bool:
    try:
        rules = found.load()
    except EditionFault as fault:
        log.warning("%s", fault)
        return False
    state.editions = {**state.editions, found.id: rules}
    offered = card(rules, found.by)
    state.cards = tuple(offered if known.id == found.id else known for known in state.cards)
    return True


def _name(found: ForeignEdition) -> str:
    return f"{found.id} {found.by}"


def _others(lobby: Lobby, found: ForeignEdition) -> list[str]:
    """The entries of `trusted` except those of (earlier versions of) this edition."""
    return [name for name in lobby.trusted if name.split(" ")[0] != found.id]
