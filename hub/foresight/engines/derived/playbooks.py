"""What the derived engine can play: a playbook for each set of rules that was written for it.

No playbook knows of another. What two of them share is imported by both; what one adds costs the others nothing, since
each is compiled on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from hub.domain.state import State
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import positions, tables
from hub.foresight.engines.derived.claims import positions as claims_positions
from hub.foresight.engines.derived.claims import tables as claims_tables
from hub.foresight.engines.derived.skyline import positions as skyline_positions
from hub.foresight.engines.derived.skyline import tables as skyline_tables
from hub.foresight.engines.derived.tables import NotCovered
from hub.foresight.engines.derived.translate import HERE, as_python
from hub.rules.slots import Rules

Rollouts: TypeAlias = Callable[[at.Vector, at.Vector, at.Vector, int, int, int, int, at.Vector], int]


@dataclass(frozen=True)
class Playbook:
    """Reads editions and states, or raises NotCovered, and plays. `entry` is the file that chooses moves."""

    tables_of: Callable[[Rules, int], at.Vector]
    position_of: Callable[[Rules, at.Vector, State], at.Vector]
    entry: Path

    @cached_property
    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """All its functions by name, in Python."""
        return as_python(self.entry)

    @property
    def step(self) -> Callable[[at.Vector, at.Vector], None]:
        """One command of the seat that acts next, and what follows from it."""
        return self.functions["step"]

    @property
    def rollouts(self) -> Rollouts:
        """Plays a position to its end, many times."""
        return self.functions["rollouts"]


STANDARD = Playbook(tables.tables_of, positions.position_of, HERE / "policy" / "choosing.py")
CLAIMS = Playbook(claims_tables.tables_of, claims_positions.position_of, HERE / "claims" / "policy" / "choosing.py")
SKYLINE = Playbook(skyline_tables.tables_of, skyline_positions.position_of, HERE / "skyline" / "policy" / "choosing.py")
PLAYBOOKS: Sequence[Playbook] = (STANDARD, CLAIMS, SKYLINE)


def opened(rules: Rules, reserve: int) -> tuple[Playbook, at.Vector]:
    """The playbook that knows an edition, and its tables. Raises NotCovered with what each of them does not know."""
    refused = []
    for book in PLAYBOOKS:
        try:
            return book, book.tables_of(rules, reserve)
        except NotCovered as unknown:
            refused.append(str(unknown))
    raise NotCovered(", ".join(refused))
