"""Checks a family's tables against the edition they are for: names, figures and numbers of things.

The edition states how large a track may be, and how many spaces, groups and deeds it may have (`hub.rules.needs`).
Called when tables are read that are not the edition's own. Each misfit is a TableError of one sentence.
"""

from collections import Counter

from hub.domain.ids import snake
from hub.editions.reading import SourceLines, TableLine, wrong
from hub.rules.needs import SIDES, Bounds, Needs
from hub.rules.slots import Rules
from hub.rules.track import Deed, Track

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


def check(rules: Rules, printed: Track, track: Track, places: SourceLines) -> None:
    """Compare a track with the edition's own, and with what its rules need. Raises TableError."""
    check_size(rules.needs, track, places)
    _check_spaces(printed, track, places)
    check_kinds(rules.needs, track, places)
    check_groups(rules.needs, printed, track, places)
    for deed in track.deeds.values():
        _check_deed(rules, track, deed, places.spaces[deed.space])
    _check_cards(printed, track, places)
    if bool(track.tickets) != bool(printed.tickets):
        where = TableLine("tickets.csv")
        if printed.tickets:
            raise wrong(where, "", "no_tickets", "there is no row; give at least one ticket")
        raise wrong(where, "", "tickets", "this edition has no tickets; take the file away")


def _check_spaces(printed: Track, track: Track, places: SourceLines) -> None:
    """The start comes first; an amount is printed where it is in the edition, the salary on the start."""
    with_amount = {space.kind for space in printed.spaces if space.amount}
    for space in track.spaces:
        where = places.spaces[space.index]
        if (space.kind == "start") != (space.index == 0):
            raise wrong(where, "kind", "start", "space 0 is the start, and no other one; give another kind")
        if bool(space.amount) != (space.kind in with_amount):
            wanted = space.kind in with_amount
            key, advice = ("amount", "give what is paid there") if wanted else ("not_empty", "leave it empty")
            raise wrong(where, "amount", key, f"amount of a space of kind {space.kind}: {advice}")


def _check_deed(rules: Rules, track: Track, deed: Deed, where: TableLine) -> None:
    ladder = rules.ladders.get(deed.kind)
    wanted = ladder.top + 1 if ladder is not None and deed.kind == "street" else len(track.groups[deed.group])
    if len(deed.rents) < wanted:
        column = f"rent_{len(deed.rents)}"
        sentence = f"{column} is missing; give the rents from rent_0 to rent_{wanted - 1}"
        raise wrong(where, column, "number_missing", sentence)
    if len(deed.rents) > wanted:
        column = f"rent_{wanted}"
        sentence = f"{column} means nothing here; leave it empty, rent_{wanted - 1} is the last one"
        raise wrong(where, column, "not_empty", sentence)
    if not deed.price:
        raise wrong(where, "price", "price", "price is 0; give what the deed costs")
    if deed.mortgage > deed.price:
        sentence = f"mortgage is {deed.mortgage}, more than the price; give at most {deed.price}"
        raise wrong(where, "mortgage", "mortgage", sentence, most=deed.price)
    if bool(deed.house_price) != (ladder is not None):
        wanting = ("house_price", "give what a building costs"), ("not_empty", "leave it empty, nothing is built there")
        key, advice = wanting[ladder is None]
        raise wrong(where, "house_price", key, f"house_price is {deed.house_price}; {advice}")


def _check_cards(printed: Track, track: Track, places: SourceLines) -> None:
    """Check that the decks are those of the edition, with effects that its rules can carry out."""
    known = effects_of(printed)
    for deck, cards in track.decks.items():
        for card, effect in cards.items():
            where, name = places.cards[deck, card], snake(type(effect).__name__)
            if deck not in printed.decks:
                raise wrong(where, "deck", "deck", f"there is no deck {deck!r}; give one of {', '.join(printed.decks)}")
            if name not in known:
                sentence = f"this edition has no cards that {name}; give one of {', '.join(sorted(known))}"
                raise wrong(where, "effect", "effect", sentence)
    if missing := [deck for deck in printed.decks if deck not in track.decks]:
        sentence = f"deck {missing[0]} has no card; give it at least one"
        raise wrong(TableLine("cards.csv"), "", "deck_empty", sentence, deck=missing[0])
    check_wants(track, places)


def effects_of(printed: Track) -> set[str]:
    """What the cards of an edition can do, by name."""
    return {snake(type(effect).__name__) for cards in printed.decks.values() for effect in cards.values()}
