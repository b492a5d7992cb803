"""A stored game as a file for another hub, without what the banker, who takes it, may not know.

Unlike that of `bankhalter export --game` it holds only what is in force: no bid that was not revealed, and no maximum.
"""

from __future__ import annotations

import msgspec

from hub.domain.history import Move
from hub.domain.secrecy import without_maxima, without_unseen_bids
from hub.records.story import moves_of
from hub.store.gamefile import MovedGame, packed
from hub.table.game.live import Played
from hub.table.interfaces.storage import HUB, StoredEntry


def game_file(played: Played, moved: MovedGame) -> bytes:
    """The file that `bankhalter import` reads."""
    entries = [StoredEntry(seq, move, HUB, "", at_ms) for seq, (move, at_ms) in enumerate(given_moves(played))]
    return packed(msgspec.structs.replace(moved, entries=entries))


def given_moves(played: Played) -> list[tuple[Move, int]]:
    """The moves that are in a file, each with its time."""
    moves = moves_of(played)
    known = {id(move) for move in without_unseen_bids([move for _, move in moves])}
    return [(one, stored.at_ms) for stored, move in moves if id(move) in known for one in without_maxima([move])]
