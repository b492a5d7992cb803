"""What a feature is: something an evening can do without, in a folder of its own with one door (`hub.features`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Feature:
    """The door of a feature: all that the rest of the hub knows of it.

    `commands` are those it adds to the command line, each with its module; two words are a command of a command.
    """

    commands: Mapping[str, str] = field(default_factory=dict)
