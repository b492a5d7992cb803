"""Whether a family's tables fit the edition they are for: what the rules need must be there, no more and no less.

Called when tables are read that are not the edition's own. Each misfit is a TableError of one sentence.
"""

from __future__ import annotations

from hub.domain.ids import snake
from hub.editions.reading import Places
from hub.rules.slots import Rules
from hub.rules.track import Deed, TableError, Track


def check(rules: Rules, printed: Track, track: Track, places: Places) -> None:
    """Compare a track with the one the edition is printed with. Raises TableError."""
    if len(track.spaces) != len(printed.spaces):
        raise TableError(f"track.csv has {len(track.spaces)} spaces; give {len(printed.spaces)}, as the edition has")
    _check_spaces(printed, track, places)
    _check_groups(printed, track, places)
    for deed in track.deeds.values():
        _check_deed(rules, track, deed, places.spaces[deed.space])
    _check_cards(printed, track, places)
    if bool(track.tickets) != bool(printed.tickets):
        raise TableError(
            "tickets.csv has no row; give at least one ticket"
            if printed.tickets
            else "tickets.csv is there, and this edition has no tickets; take the file away"
        )


def _check_spaces(printed: Track, track: Track, places: Places) -> None:
    """The start comes first and pays what the rules say; an amount is printed where it is in the edition."""
    with_amount = {space.kind for space in printed.spaces if space.amount}
    for space in track.spaces:
        where = places.spaces[space.index]
        if (space.kind == "start") != (space.index == 0):
            raise TableError(f"{where}: space 0 is the start, and no other one; give another kind")
        if space.index == 0 and space.amount != printed.spaces[0].amount:
            raise TableError(
                f"{where}: the salary is a rule, not a figure of the tables; give {printed.spaces[0].amount}"
            )
        if bool(space.amount) != (space.kind in with_amount):
            advice = "give what is paid there" if space.kind in with_amount else "leave it empty"
            raise TableError(f"{where}: amount of a space of kind {space.kind}: {advice}")


def _check_groups(printed: Track, track: Track, places: Places) -> None:
    """The same groups with as many deeds each."""
    for group, spaces in track.groups.items():
        if group not in printed.groups:
            raise TableError(
                f"{places.spaces[spaces[0]]}: there is no group {group!r}; give one of {', '.join(printed.groups)}"
            )
        count = len(printed.groups[group])
        if len(spaces) > count:
            where = places.spaces[spaces[count]]
            raise TableError(f"{where}: group {group} has more than its {count} deeds; give this one another group")
        if len(spaces) < count:
            where = places.spaces[spaces[-1]]
            raise TableError(
                f"{where}: group {group} has only {len(spaces)} of its {count} deeds; give this group to the others too"
            )
    if missing := [group for group in printed.groups if group not in track.groups]:
        raise TableError(
            f"track.csv: group {missing[0]} is missing; give {len(printed.groups[missing[0]])} deeds to it"
        )


def _check_deed(rules: Rules, track: Track, deed: Deed, where: str) -> None:
    ladder = rules.ladders.get(deed.kind)
    wanted = ladder.top + 1 if ladder is not None and deed.kind == "street" else len(track.groups[deed.group])
    if len(deed.rents) < wanted:
        raise TableError(f"{where}: rent_{len(deed.rents)} is missing; give the rents from rent_0 to rent_{wanted - 1}")
    if len(deed.rents) > wanted:
        raise TableError(
            f"{where}: rent_{wanted} means nothing here; leave it empty, rent_{wanted - 1} is the last one"
        )
    if not deed.price:
        raise TableError(f"{where}: price is 0; give what the deed costs")
    if deed.mortgage > deed.price:
        raise TableError(f"{where}: mortgage is {deed.mortgage}, more than the price; give at most {deed.price}")
    if bool(deed.house_price) != (ladder is not None):
        advice = "give what a building costs" if ladder is not None else "leave it empty, nothing is built there"
        raise TableError(f"{where}: house_price is {deed.house_price}; {advice}")


def _check_cards(printed: Track, track: Track, places: Places) -> None:
    """The same decks, and only effects that the rules of the edition carry out."""
    known = {snake(type(effect).__name__) for cards in printed.decks.values() for effect in cards.values()}
    for deck, cards in track.decks.items():
        for card, effect in cards.items():
            where = places.cards[deck, card]
            if deck not in printed.decks:
                raise TableError(f"{where}: there is no deck {deck!r}; give one of {', '.join(printed.decks)}")
            if snake(type(effect).__name__) not in known:
                raise TableError(
                    f"{where}: this edition has no cards that {snake(type(effect).__name__)}; "
                    f"give one of {', '.join(sorted(known))}"
                )
    if missing := [deck for deck in printed.decks if deck not in track.decks]:
        raise TableError(f"cards.csv: deck {missing[0]} has no card; give it at least one")
