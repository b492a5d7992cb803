"""The unions of all facts and commands, for decoders, collected from the modules named here."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hub.domain import (  # noqa: F401 - what they define is collected below
    auctions,
    commands,
    corrections,
    decks,
    deeds,
    ledger,
    offers,
    pieces,
    shares,
    state,
    tasks,
    turns,
)
from hub.domain.commands import Command, HubCommand, SeatCommand
from hub.domain.corrections import Correction
from hub.domain.facts import Fact, any_of

if TYPE_CHECKING:
    AnyFact: TypeAlias = Fact
    AnyCommand: TypeAlias = Command
    AnySeatCommand: TypeAlias = SeatCommand
    AnyHubCommand: TypeAlias = HubCommand
    AnyCorrection: TypeAlias = Correction
else:
    AnyFact = any_of(Fact, globals())
    AnyCommand = any_of(Command, globals())
    AnySeatCommand = any_of(SeatCommand, globals())
    AnyHubCommand = any_of(HubCommand, globals())
    AnyCorrection = any_of(Correction, globals())
