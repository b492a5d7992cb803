"""What a feature is: something an evening can do without, in a folder of its own with one door (`hub.features`)."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from msgspec import Struct


class Feature(Struct, frozen=True):
    """The door of a feature: all that the rest of the hub knows of it. Its code is named here, and loaded when needed.

    `commands` are those it adds to the command line, each with its module; two words are a command of a command.
    `at_table` is the module whose function `at_table` says what it adds to a table (`hub.composition.table.AtTable`).
    `requests` is the tuple of what its pages may ask of a table, each with who may ask (`hub.table.requests`).
    `settings` is that of what a table stores for it (`hub.table.state.StoredSetting`), `view` that of the
    fields which it adds to the view, each with its name (`hub.table.state.ViewField`).
    `screens` are the words with which addresses of its pages begin (`web/src/features`).
    `contract` is the module whose `CROSSING` are the structs that it exchanges with pages. `offers` are values for the
    core or other features, each as ".module:name", by the words with which these ask (`hub.features.offered`).
    """

    package: str
    commands: Mapping[str, str] = {}
    at_table: str = ""
    requests: str = ""
    settings: str = ""
    view: str = ""
    screens: tuple[str, ...] = ()
    contract: str = ""
    offers: Mapping[str, str] = {}

    def load(self, place: str) -> Any:
        """The module of this name within the package, or what it has by the name after a colon."""
        module, _, name = place.partition(":")
        loaded = import_module(module, self.package)
        return getattr(loaded, name) if name else loaded


def gathered(features: Iterable[Feature], what: str) -> tuple[Any, ...]:
    """What these features bring of one kind: `requests`, `settings` or `view`."""
    places = ((feature, getattr(feature, what)) for feature in features)
    return tuple(one for feature, place in places if place for one in feature.load(place))
