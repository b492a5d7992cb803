"""The story of an evening, put together from a log."""

from __future__ import annotations

from hub.domain.history import Move, effective
from hub.domain.ids import NOBODY
from hub.domain.turns import GameWon
from hub.features.evening.awards import awards
from hub.features.evening.contract import EveningView
from hub.features.evening.figures import biggest_rents, dice, rents_by_space, shown_sales, sums, throws, wealth_of
from hub.records.story import moves_of, story_of
from hub.table.game.live import Played


def evening_of(played: Played) -> EveningView:
    """What everybody may know of a game so far, in figures."""
    story, shown, record = story_of(played), moves_of(played), played.record
    wealth, sold = wealth_of(played), shown_sales(story)
    winners = [shown.fact.seat for shown in story.facts if isinstance(shown.fact, GameWon)]
    return EveningView(
        game=record.id,
        edition=played.rules.board,
        names=record.names,
        started_ms=record.started_ms,
        ended_ms=shown[-1][0].at_ms if shown else record.started_ms,
        turns=story.turns[-1].turn if story.turns else 0,
        moves=len(shown),
        undos=undos_in(played),
        throws=sum(1 for _ in throws(story)),
        winner=winners[-1] if winners else NOBODY,
        whole=len(shown) == len(effective(stored.entry for stored in played.entries).moves),
        wealth=wealth,
        rents=rents_by_space(story),
        biggest=biggest_rents(story),
        dice=dice(story),
        sums=sums(story),
        sales=sold,
        awards=awards(story, wealth, sold),
    )


def undos_in(played: Played) -> int:
    """How often something was taken back or made again."""
    return sum(not isinstance(stored.entry, Move) for stored in played.entries)
