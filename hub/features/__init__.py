"""The features: what an evening can do without. Each is a folder here with one door, `FEATURE` (`hub.feature`).

Without its folder, its line in this list and its tests everything else works as before. The core never imports a
feature but asks this list; a feature imports the core and no other feature.
"""

from functools import cache
from importlib import import_module
from typing import Any

from hub.feature import Feature, gathered

FEATURES = (
    "club",  # many tables at one port, a front page before them, the league
    "odds",  # who is winning, how long it takes, advice, why a game ended as it did
    "laboratory",  # house rules compared by games of bots
    "workshop",  # a family's own board
    "bedtime",  # an end that is agreed on while playing
    "shelf",  # stored games to go on with, to name, to put away, to delete
    "evening",  # the story of a game, its awards, the hall of fame
    "stickers",  # phones that read where a piece stands
    "export",  # games as tables for a spreadsheet, and tables brought from elsewhere
    "helpfile",  # what somebody who was not there needs to find out what went wrong
    "printing",  # paper for the wooden board
    "service",  # a table that opens whenever the computer starts
    "program",  # a program that a double click starts, its icon, its updates
    "hotspot",  # a Wi-Fi of the hub's own
    "flashing",  # the firmware of nodes
    "lights",  # a strip of lights and home automation join in
    "trust",  # how devices come to open a table over https without a warning
    "camera",  # what pictures of the board show
    "doctor",  # why a board or a phone does not connect
)


@cache
def features() -> dict[str, Feature]:
    """The doors by name, in the order of the list."""
    return {name: import_module(f"{__name__}.{name}").FEATURE for name in FEATURES}


def offered(name: str) -> Any:
    """What some feature offers under this name, None if none does."""
    return next((one.load(one.offers[name]) for one in features().values() if name in one.offers), None)


def kinds() -> tuple[Any, ...]:
    """The requests of all features."""
    return gathered(features().values(), "requests")
