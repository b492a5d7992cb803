"""The hall of fame: who won what with which edition, who keeps losing to whom, the highest rents of all evenings.

Folded from what single games leave (`fame`). Amounts of one edition mean nothing in another, so a nemesis is found by
games and not by money. A forgotten name leaves no trace, and what a computer played counts for nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from hub.domain.ids import NOBODY, Holder, Seat, seat_of
from hub.domain.ledger import RENT, MoneyMoved
from hub.domain.turns import GameWon, TurnBegan
from hub.features.evening.contract import HallGameView, HallRentView, HallView, NemesisView, PersonView
from hub.records.story import computers, moves_of
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord
from hub.table.names import likeness
from hub.table.past import HallNames

PEOPLE_SHOWN, GAMES_SHOWN, RENTS_SHOWN = 24, 12, 3
TOGETHER_LEAST = 3
"""In fewer games nobody becomes a nemesis."""

Person = str
"""The likeness of the name that somebody is shown under."""


class PaidRents(Struct, frozen=True):
    """What one seat paid another in rent: how often, and the highest with the deed's name."""

    payer: Seat
    payee: Seat
    times: int
    highest: int
    place: str


class Fame(Struct, frozen=True):
    """A game that was won. `board` is what it was played on (`Rules.board`); computers are nobody to be praised."""

    record: GameRecord
    winner: Seat
    rents: tuple[PaidRents, ...]
    board: str
    turns: int
    computers: frozenset[Seat] = frozenset()


def fame_of(played: Played) -> Fame | None:
    """The results of a game, None as long as nobody has won it. Reads no more than it needs: it runs for all games."""
    winner: Holder = NOBODY
    turns = 0
    paid: defaultdict[tuple[Seat, Seat], list[MoneyMoved]] = defaultdict(list)
    for _, move in moves_of(played):
        for fact in move.facts:
            if isinstance(fact, GameWon):
                winner = fact.seat
            elif isinstance(fact, TurnBegan):
                turns += 1
            elif isinstance(fact, MoneyMoved) and fact.purpose.startswith(RENT) and min(fact.payer, fact.payee) >= 0:
                paid[seat_of(fact.payer), seat_of(fact.payee)].append(fact)
    if winner == NOBODY:
        return None
    rents = tuple(_between_seats(played, paid))
    return Fame(played.record, seat_of(winner), rents, played.rules.board, turns, computers(played))


def _between_seats(played: Played, paid: Mapping[tuple[Seat, Seat], list[MoneyMoved]]) -> Iterator[PaidRents]:
    for (payer, payee), found in paid.items():
        highest = max(found, key=lambda fact: fact.amount)
        place = played.rules.track.spaces[highest.inputs["deed"]].name
        yield PaidRents(payer, payee, len(found), highest.amount, place)


class _Game(Struct, frozen=True):
    """A game with the people at its seats, None for computers and for those who are forgotten."""

    fame: Fame
    people: tuple[Person | None, ...]
    hidden: bool
    """Whether somebody is forgotten who sat there, also before a computer went on: its story names them all."""

    @property
    def winner(self) -> Person | None:
        return self.people[self.fame.winner]


def hall_of(fames: Sequence[Fame], names: HallNames, *, banker: bool) -> HallView:
    """What is shown of these games, the oldest first; which names are merged and how many forgotten, to the banker."""
    found = (names.shown_as(name) for fame in fames for name in fame.record.names)
    spelt = {likeness(name): name for name in found if name is not None}  # as it was last, or as the banker merged it
    played = [_game(fame, names) for fame in fames]
    return HallView(
        people=tuple(_people(played, spelt, names if banker else HallNames()))[:PEOPLE_SHOWN],
        games=tuple(_games(played, spelt))[:GAMES_SHOWN],
        rents=tuple(_rents(played, spelt)),
        forgotten=len(names.forgotten) if banker else 0,
    )


def _game(fame: Fame, names: HallNames) -> _Game:
    shown = [names.shown_as(name) for name in fame.record.names]
    people = (None if seat in fame.computers or name is None else likeness(name) for seat, name in enumerate(shown))
    return _Game(fame, tuple(people), None in shown)


def _games(played: Sequence[_Game], spelt: dict[Person, str]) -> Iterator[HallGameView]:
    """The newest first, but for those that nobody won who is shown."""
    for game in reversed(played):
        if game.winner is not None:
            others = (person for person in game.people if person != game.winner)
            record = game.fame.record
            names = tuple(spelt[person] for person in others if person is not None)
            found = "" if game.hidden else record.id
            yield HallGameView(found, game.fame.board, record.started_ms, game.fame.turns, spelt[game.winner], names)


def _rents(played: Sequence[_Game], spelt: dict[Person, str]) -> Iterator[HallRentView]:
    """The highest of each board, the dearest first; of equal ones the earlier."""
    paid: defaultdict[str, list[HallRentView]] = defaultdict(list)
    for game in played:
        board = game.fame.board
        for rent in game.fame.rents:
            payer, payee = game.people[rent.payer], game.people[rent.payee]
            if payer is None or payee is None:
                continue
            names = spelt[payer], spelt[payee]
            shown = HallRentView(board, rent.highest, *names, rent.place, game.fame.record.started_ms)
            paid[board].append(shown)
    for of_board in paid.values():
        yield from sorted(of_board, key=lambda rent: -rent.amount)[:RENTS_SHOWN]


def _people(played: Sequence[_Game], spelt: dict[Person, str], names: HallNames) -> Iterator[PersonView]:
    """Most games won first, then fewest games played for that, then by name."""
    games: Counter[Person] = Counter()
    won: defaultdict[Person, Counter[str]] = defaultdict(Counter)
    for game in played:
        games.update({person for person in game.people if person is not None})
        if game.winner is not None:
            won[game.winner][game.fame.board] += 1
    written = {likeness(name): name for game in played for name in game.fame.record.names}
    for person in sorted(games, key=lambda one: (-won[one].total(), games[one], spelt[one])):
        merged = tuple(sorted(written.get(other, other) for other in names.group(person) - {person}))
        yield PersonView(
            name=spelt[person],
            games=games[person],
            wins=won[person].total(),
            won=dict(won[person].most_common()),
            nemesis=_nemesis(played, person, spelt),
            merged=merged,
        )


def _nemesis(played: Sequence[_Game], person: Person, spelt: dict[Person, str]) -> NemesisView | None:
    """Who won most of the games that this person lost; among equals, who took rent from them more often."""
    lost: Counter[Person] = Counter()
    together: Counter[Person] = Counter()
    rents: Counter[Person] = Counter()
    for game in played:
        if person not in game.people:
            continue
        together.update({other for other in game.people if other is not None})
        if game.winner is not None and game.winner != person:
            lost[game.winner] += 1
        for rent in game.fame.rents:
            taker = game.people[rent.payee]
            if game.people[rent.payer] == person and taker is not None:
                rents[taker] += rent.times
    lost = Counter({other: games for other, games in lost.items() if together[other] >= TOGETHER_LEAST})
    if not lost:
        return None
    worst = max(sorted(lost), key=lambda other: (lost[other], rents[other]))
    return NemesisView(spelt[worst], lost[worst], together[worst], rents[worst])
