"""What the derived engine can play: a playbook for each set of rules that was written down for it.

None knows of another. What two of them share is imported by both; what one of them adds costs the others nothing,
since each is compiled by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hub.domain.state import State
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import positions, tables
from hub.foresight.engines.derived.claims import positions as claims_positions
from hub.foresight.engines.derived.claims import tables as claims_tables
from hub.foresight.engines.derived.claims.policy import choosing as claims_choosing
from hub.foresight.engines.derived.claims.policy import rollouts as claims_rollouts
from hub.foresight.engines.derived.policy import choosing, rollouts
from hub.foresight.engines.derived.tables import NotCovered
from hub.rules.slots import Rules

Rollouts: TypeAlias = Callable[[at.Vector, at.Vector, at.Vector, int, int, int, int, at.Vector], int]


@dataclass(frozen=True)
class Playbook:
    """Reads editions and states, or raises NotCovered, and plays. `entry` is the file that leads to all others."""

    tables_of: Callable[[Rules, int], at.Vector]
    position_of: Callable[[Rules, at.Vector, State], at.Vector]
    step: Callable[[at.Vector, at.Vector], None]
    rollouts: Rollouts
    entry: Path


STANDARD = Playbook(tables.tables_of, positions.position_of, choosing.step, rollouts.rollouts, Path(rollouts.__file__))
CLAIMS = Playbook(
    claims_tables.tables_of,
    claims_positions.position_of,
    claims_choosing.step,
    claims_rollouts.rollouts,
    Path(claims_rollouts.__file__),
)
PLAYBOOKS: Sequence[Playbook] = (STANDARD, CLAIMS)


def opened(rules: Rules, reserve: int) -> tuple[Playbook, at.Vector]:
    """The playbook that knows an edition, and its tables. Raises NotCovered with what each of them does not know."""
    refused = []
    for book in PLAYBOOKS:
        try:
            return book, book.tables_of(rules, reserve)
        except NotCovered as unknown:
            refused.append(str(unknown))
    raise NotCovered(", ".join(refused))
