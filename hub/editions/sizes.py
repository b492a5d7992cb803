"""Checks the size of tables against what the rules allow: spaces, their kinds, groups, and destinations of cards.

The limits are in the edition's declaration (`hub.rules.needs`).
"""

from collections import Counter

from hub.domain.ids import snake
from hub.editions.reading import SourceLines, TableLine, wrong
from hub.rules.needs import SIDES, Bounds, Needs
from hub.rules.track import Track

TRACK = TableLine("track.csv")


def check_size(needs: Needs, track: Track, places: SourceLines) -> None:
    """Check the number of spaces, and that all sides have the same number. Raises TableError."""
    found, most = len(track.spaces), needs.spaces.most
    if found in needs.sizes:
        return
    where = TRACK if found < most else places.spaces[most]
    allowed = ", ".join(map(str, needs.sizes[:-1]))
    sentence = f"the track has {found} spaces; give {allowed} or {most}, so that all {SIDES} sides are alike"
    raise wrong(where, "space" if found > most else "", "size", sentence, found=found, allowed=allowed, most=most)


def check_kinds(needs: Needs, track: Track, places: SourceLines) -> None:
    """Check the number of spaces of each kind. Raises TableError."""
    found = Counter(space.kind for space in track.spaces)
    for kind, span in needs.kinds.items():
        if found[kind] > span.most:
            surplus = [space.index for space in track.spaces if space.kind == kind][span.most]
            sentence = f"there are {found[kind]} spaces of kind {kind}; give at most {span.most}, make this one another"
            raise wrong(places.spaces[surplus], "kind", "kind_many", sentence, kind=kind, most=span.most)
        if found[kind] < span.least:
            sentence = f"there are {found[kind]} spaces of kind {kind}; give at least {span.least}"
            raise wrong(TRACK, "", "kind_few", sentence, kind=kind, least=span.least)


def check_groups(needs: Needs, printed: Track, track: Track, places: SourceLines) -> None:
    """Check the names, number and sizes of the groups. Raises TableError."""
    streets = 0
    for group, spaces in track.groups.items():
        if group not in printed.groups:
            sentence = f"there is no group {group!r}; give one of {', '.join(printed.groups)}"
            raise wrong(places.spaces[spaces[0]], "group", "group_unknown", sentence)
        if track.deeds[spaces[0]].kind == "street":
            streets += 1
            _check_group(needs.streets, group, spaces, places)
    if streets < needs.groups.least:
        sentence = f"there are {streets} groups of streets; give at least {needs.groups.least}"
        raise wrong(TRACK, "", "groups_few", sentence, found=streets, least=needs.groups.least)
    if streets > needs.groups.most:
        sentence = f"there are {streets} groups of streets; give at most {needs.groups.most}"
        raise wrong(TRACK, "", "groups_many", sentence, found=streets, most=needs.groups.most)


def _check_group(span: Bounds, group: str, spaces: tuple[int, ...], places: SourceLines) -> None:
    found = len(spaces)
    if found > span.most:
        sentence = f"group {group} has {found} streets; give it at most {span.most}, and this one another group"
        raise wrong(places.spaces[spaces[span.most]], "group", "group_many", sentence, group=group, count=span.most)
    if found < span.least:
        sentence = f"group {group} has only {found} of at least {span.least} streets; give this group to others too"
        where = places.spaces[spaces[-1]]
        raise wrong(where, "group", "group_few", sentence, group=group, found=found, count=span.least)


def check_wants(track: Track, places: SourceLines) -> None:
    """Check that each kind of space exists to which a card leads. Raises TableError."""
    there = {space.kind for space in track.spaces}
    for deck, cards in track.decks.items():
        for card, effect in cards.items():
            if effect.wants and effect.wants not in there:
                name = snake(type(effect).__name__)
                sentence = f"no card can {name} on a track without a space of kind {effect.wants}; give another effect"
                raise wrong(places.cards[deck, card], "effect", "card_wants", sentence, kind=effect.wants)
