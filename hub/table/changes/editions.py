"""A family's own design on this table, offered in the lobby next to the editions, from the workshop or from the store.

Its name consists of its edition and the digest of its tables (`classic:0123456789abcdef`), so the meaning of a name
never changes. Games on a design store its tables themselves, as all games on a family's own tables do.

Third-party editions at this table are loaded once the banker trusts their package, and again after each restart.

Trust covers one version of one package; a newer version has to be confirmed again.
"""

import logging

import msgspec

from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.game.stored import documents_of_rules, on_tables
from hub.table.interfaces.foreign import EditionFault, ForeignEdition
from hub.table.interfaces.storage import Asked, Batch, StoreError
from hub.table.lobby import Lobby
from hub.table.state import LOBBY, TableState, commit
from hub.table.views.view import card
from hub.table.wire.audience import Refusal, TableReason, refusal

log = logging.getLogger(__name__)
MARK = ":"


def name_of(rules: Rules) -> str:
    """The lobby's name for these rules; the plain edition id if the tables are the edition's own."""
    digest = rules.track.printing.digest
    return f"{rules.id}{MARK}{digest}" if digest else rules.id


def put_on_table(state: TableState, rules: Rules, asked: Asked | None) -> Refusal | None:
    """Offer these rules in the lobby in place of the previous design, and choose them."""
    if state.live is not None:
        return refusal(TableReason.GAME_RUNNING)
    if rules.id not in state.editions:
        return refusal(TableReason.NO_SUCH_EDITION)
    name = name_of(rules)
    lobby = msgspec.structs.replace(state.lobby, edition=name, design=name, house_rules=())
    documents = {LOBBY: msgspec.json.encode(lobby), **documents_of_rules(rules)}
    refused = commit(state, Batch(documents=documents, asked=asked))
    if refused is None:
        _offer(state, rules)
        state.lobby = lobby
    return refused


def load_design(state: TableState, lobby: Lobby) -> None:
    """Offer again the design that was offered before a restart, if its tables still fit."""
    edition, _, digest = lobby.design.partition(MARK)
    if not digest or edition not in state.editions:
        return
    try:
        _offer(state, on_tables(state.editions[edition], digest, state.store.document))
    except (TableError, StoreError) as error:
        log.warning("design %s is no longer offered: %s", lobby.design, error)


def played_again(state: TableState, lobby: Lobby) -> str:
    """The edition chosen in the lobby after a game: the design, if the game was played on it."""
    name = name_of(state.live.game.rules) if state.live is not None else lobby.edition
    return name if name in state.editions else lobby.edition


def _offer(state: TableState, rules: Rules) -> None:
    name = name_of(rules)
    if name == rules.id:
        return
    state.editions = {**{known: one for known, one in state.editions.items() if MARK not in known}, name: rules}
    called = rules.track.own.get("name", "")
    offered = msgspec.structs.replace(card(rules), id=name, names={"de": called, "en": called} if called else {})
    state.cards = (*(known for known in state.cards if MARK not in known.id), offered)


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
    others = (name for name in lobby.trusted if name.split(" ")[0] != found.id)  # none of its earlier versions
    return msgspec.structs.replace(lobby, trusted=(*others, _name(found)))


def load_trusted(state: TableState, lobby: Lobby) -> None:
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
