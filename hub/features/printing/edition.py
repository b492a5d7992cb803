"""What an edition has printed on it, in words of one language."""

from collections.abc import Sequence

from msgspec.structs import replace

from hub.features.printing.colours import GROUPS
from hub.features.printing.icons import icon
from hub.pictures.drawings import NO_PICTURES, Drawing, Picture, Pictures
from hub.pictures.files import pictures_on
from hub.rules.slots import Rules
from hub.table.views.printed import CardView, SpaceView, edition_view
from hub.words import Words


class Printed:
    """Spaces, deeds and cards of an edition with their texts, the pictures of its tables and other `pictures`.

    `address` leads to the table in the house, if known. Raises NoPicture if a picture in the tables is none.
    """

    def __init__(
        self, rules: Rules, words: Words, address: str | None = None, pictures: Pictures = NO_PICTURES
    ) -> None:
        self.rules, self.address = rules, address
        self.pictures: Pictures = {**pictures_on(rules.track.own), **pictures}
        self.words = words.on(rules.track)
        self.view = edition_view(rules)
        if words.language == "en":
            spaces = tuple(replace(space, name=space.english or space.name) for space in self.view.spaces)
            self.view = replace(self.view, spaces=spaces)

    @property
    def name(self) -> str:
        return self.rules.track.own.get("name") or self.words.text(f"edition.{self.rules.id}")

    @property
    def decks(self) -> list[str]:
        """The piles of cards, that of the tickets last."""
        return [*self.rules.track.decks, *(["tickets"] if self.rules.track.tickets else [])]

    def deck(self, deck: str) -> str:
        own = f"deck.{deck}" in self.rules.track.own
        return self.text("print.ticket" if deck == "tickets" and not own else f"deck.{deck}")

    def colour(self, group: str) -> str:
        return self.rules.track.own.get(f"colour.{group}") or GROUPS[group]

    def icon(self, kind: str) -> Drawing:
        return icon(self.rules.signs.get(kind, kind))

    def picture(self, space: SpaceView) -> Picture | None:
        """The family's own picture of a space."""
        return self.pictures.get(f"space.{space.space}")

    def text(self, key: str, **arguments: int | str) -> str:
        """A text, in the edition's own words where it has some."""
        own = f"{self.rules.id}.{key}"
        return self.words.text(own if own in self.words and key not in self.rules.track.own else key, **arguments)

    def listed(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return "".join(words)
        return self.text("print.list", list=", ".join(words[:-1]), last=words[-1])

    def amount(self, amount: int) -> str:
        """Money with its thousands apart, and a family's own sign for it."""
        sign = self.rules.track.own.get("money.sign", "")
        return f"{self.words.text('print.amount', amount=amount)} {sign}".rstrip()

    def group(self, space: SpaceView) -> str:
        """The group of a deed; those without streets are named by what they are, unless a family names them."""
        if f"group.{space.group}" in self.rules.track.own:
            return self.text(f"group.{space.group}")
        return self.text(f"group.{space.group}") if space.kind == "street" else self.text(f"kind.{space.kind}")

    def rents(self, space: SpaceView) -> list[tuple[str, str]]:
        times = space.kind == "utility"
        rents = (self.text("deeds.rent.times", factor=rent) if times else self.amount(rent) for rent in space.rents)
        return [(self._when(space, at), rent) for at, rent in enumerate(rents)]

    def card(self, card: CardView) -> str:
        """The text of a card: a family's own, the edition's story about this effect, or that of the effect."""
        key = f"card.{card.deck}.{card.card}"
        if key in self.rules.track.own:
            return self.words.text(key)
        story = f"{self.rules.id}.{key}.{card.effect}"
        spaces = self.view.spaces
        names = {name: spaces[value].name if name == "space" else value for name, value in card.args.items()}
        return self.words.text(story if story in self.words else f"card.{card.effect}", **names)

    def deed_address(self, space: SpaceView) -> str | None:
        """Where a phone shows who has a deed and what it costs to land there."""
        return None if self.address is None else f"{self.address}/play?space={space.space}"

    def _when(self, space: SpaceView, at: int) -> str:
        if space.kind == "utility":
            return self.text("deeds.rent.factor", count=at + 1)
        if space.kind == "station" and at < len(self.rules.track.groups[space.group]):
            return self.text("deeds.rent.stations", count=at + 1)
        standing = self.view.ladders[space.kind][at] if at else {}
        if not standing:
            return self.text("deeds.rent.0")
        return ", ".join(self.text(f"building.count.{kind}", count=count) for kind, count in standing.items())
