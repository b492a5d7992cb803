"""The question of a laboratory: the setting that all its games share, and the variants to compare."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

from hub.rules.slots import Rules
from hub.simulation.version import playing_version

Variant: TypeAlias = tuple[str, ...]
"""House rules in force, as games store them; none are the printed rules."""


class Setting(Struct, frozen=True):
    """What must be equal for games to be comparable. `tables` identifies a family's own, `version` rules and bots."""

    edition: str
    tables: str
    seats: int
    seed: str
    turns_maximum: int
    version: str


@dataclass(frozen=True)
class Laboratory:
    """A setting, and the edition under each variant; the first are the rules that the others are compared with."""

    setting: Setting
    rules: tuple[Rules, ...]

    @property
    def variants(self) -> tuple[Variant, ...]:
        return tuple([rules.agreed for rules in self.rules])

    @cached_property
    def packed(self) -> tuple[bytes, ...]:
        """Each variant with the setting, for other processes."""
        return tuple([pickle.dumps((self.setting, rules), pickle.HIGHEST_PROTOCOL) for rules in self.rules])


def laboratory(rules: Rules, variants: Sequence[Variant], seats: int, seed: str, turns_maximum: int) -> Laboratory:
    """The variants of one edition. Raises KeyError as `Rules.with_house_rules` does."""
    setting = Setting(rules.id, rules.track.printing.digest, seats, seed, turns_maximum, playing_version(rules.id))
    return Laboratory(setting, tuple([rules.with_house_rules(variant) for variant in variants]))
