"""The hall of fame says who won what and who loses to whom, counted again here, under names that are put right."""

import dataclasses
from collections import Counter

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.logged import GAMES as RECORDS
from helpers.logged import logged, recorded
from helpers.seated import Seated
from msgspec.structs import replace

from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved
from hub.domain.turns import GameWon, TurnBegan
from hub.features.evening.at_table import ForgetName, MergeNames, PartNames, RecallNames
from hub.features.evening.contract import HallView
from hub.features.evening.evening import evening_of
from hub.features.evening.hall import GAMES_SHOWN, PEOPLE_SHOWN, Fame, PaidRents, fame_of, hall_of
from hub.records.story import computers
from hub.table.interfaces.storage import GameRecord
from hub.table.past import HALL, HallNames
from hub.table.requests import AddSeat, Begin, ChangeSeat, NewGame

WON = ("classic/mixed-5", "mpmp/fallen-a-5", "haustein/mixed-2", "mega/mixed-2", "euronopoly/sensible-4")


def evening(
    number: int,
    *names: str,
    winner: int = 0,
    rents: tuple[PaidRents, ...] = (),
    board: str = "classic",
    computers: frozenset[int] = frozenset(),
) -> Fame:
    return Fame(GameRecord(str(number), "classic", names, number), winner, rents, board, 20, computers)


def paid(payer: int, payee: int, times: int, highest: int) -> PaidRents:
    return PaidRents(payer, payee, times, highest, "Elisenstraße")


def hall(*fames: Fame, names: HallNames = HallNames(), banker: bool = False) -> HallView:  # noqa: B008 frozen
    return hall_of(fames, names, banker=banker)


def text(view: object) -> str:
    return msgspec.json.encode(view).decode().casefold()


@pytest.mark.parametrize("name", WON)
def test_a_game_leaves_its_winner_its_length_and_its_rents(name):
    """In every edition."""
    played, game = recorded(name)
    facts, fame = game.facts(), fame_of(played)
    moved = [fact for fact in facts if isinstance(fact, MoneyMoved) and fact.purpose.startswith("rent_")]
    between = [fact for fact in moved if min(fact.payer, fact.payee) >= 0]
    assert [fame.winner] == [fact.seat for fact in facts if isinstance(fact, GameWon)]
    assert fame.turns == sum(isinstance(fact, TurnBegan) for fact in facts)
    assert {(one.payer, one.payee): one.times for one in fame.rents} == Counter(
        (fact.payer, fact.payee) for fact in between
    )
    best = max(between, key=lambda fact: fact.amount)
    best_pair = max(fame.rents, key=lambda one: one.highest)
    assert (best_pair.highest, best_pair.place) == (best.amount, played.rules.track.spaces[best.inputs["deed"]].name)


def test_a_rent_that_the_bank_got_was_paid_to_nobody():
    """What was owed to somebody who fell to the bank is no rent between two players."""
    played, _ = recorded("classic/mixed-5")
    end = played.entries[-1]
    rent = MoneyMoved(0, BANK, 9_000, "rent_street", {"deed": 1})
    more = replace(end, entry=replace(end.entry, facts=(rent, *end.entry.facts)))
    assert fame_of(replace(played, entries=(*played.entries[:-1], more))) == fame_of(played)


def test_a_game_counts_only_when_it_is_over():
    """Up to the move before its end it leaves nothing."""
    lines = (RECORDS / "classic/mixed-5.jsonl").read_text(encoding="utf-8").splitlines()
    assert fame_of(logged(lines[: len(lines) // 2])[0]) is None


def test_who_won_most_stands_first_with_what():
    """Of equals whoever played less for it; case and spaces make nobody another person."""
    found = hall(
        evening(1, "ANNA", "Ben"),
        evening(2, "anna ", "Cleo", board="mega"),
        evening(3, "Ben", "Cleo", winner=1),
        evening(4, "Anna", "Ben", winner=1),
    )
    assert [(one.name, one.wins, one.games) for one in found.people] == [("Anna", 2, 3), ("Cleo", 1, 2), ("Ben", 1, 3)]
    assert found.people[0].won == {"classic": 1, "mega": 1}
    often = hall(*(evening(number, "Ben", "Cleo", board=board) for number, board in enumerate(("mega", "classic") * 2)))
    more = hall(*(evening(number, "Ben", "Cleo", board=board) for number, board in enumerate(("mpmp", "mega", "mega"))))
    assert [list(one.people[0].won) for one in (often, more)] == [["mega", "classic"], ["mega", "mpmp"]]
    assert (found.games[0].winner, found.games[0].others) == ("Ben", ("Anna",))
    assert [(game.started_ms, game.turns) for game in found.games] == [(number, 20) for number in (4, 3, 2, 1)]


def test_a_nemesis_wins_the_games_one_loses():
    """Of equals whoever took rent more often; amounts of different editions are never added, and two games are few."""
    fames = [
        evening(1, "Anna", "Ben", "Cleo", rents=(paid(2, 0, 3, 50), paid(1, 0, 1, 10))),
        evening(2, "Anna", "Ben", "Cleo", winner=1, rents=(paid(2, 1, 9, 20),)),
        evening(3, "Anna", "Ben", "Cleo", winner=2),
    ]
    assert not any(one.nemesis for one in hall(*fames[:2]).people)
    nemeses = {one.name: one.nemesis for one in hall(*fames).people}
    assert {name: (one.name, one.lost, one.rents, one.together) for name, one in nemeses.items()} == {
        "Anna": ("Ben", 1, 0, 3), "Ben": ("Anna", 1, 1, 3), "Cleo": ("Ben", 1, 9, 3)
    }  # fmt: skip


def test_each_board_has_its_highest_rents():
    """With who paid it to whom; amounts of two editions are not compared."""
    found = hall(
        evening(1, "Anna", "Ben", rents=(paid(1, 0, 2, 400),)),
        evening(2, "Anna", "Ben", rents=(paid(0, 1, 2, 400), paid(1, 0, 1, 30))),
        evening(3, "Anna", "Ben", rents=(paid(0, 1, 1, 90),), board="mega"),
    )
    assert [(one.edition, one.amount, one.payer, one.payee, one.started_ms) for one in found.rents] == [
        ("classic", 400, "Ben", "Anna", 1),
        ("classic", 400, "Anna", "Ben", 2),
        ("classic", 30, "Ben", "Anna", 2),
        ("mega", 90, "Anna", "Ben", 3),
    ]


def test_whoever_is_forgotten_leaves_no_trace():
    """Not as winner, loser, nemesis, payer or payee; what others won stays, and the next highest rent is shown."""
    fames = [
        evening(1, "Anna", "Ben", "Cleo", rents=(paid(1, 0, 1, 900), paid(1, 2, 1, 60))),
        evening(2, "Anna", "Ben", "Cleo", winner=1, rents=(paid(1, 0, 1, 70), paid(0, 2, 1, 20))),
    ]
    found, seen = (hall(*fames, names=HallNames(forgotten=("anna",)), banker=banker) for banker in (True, False))
    assert "anna" not in text(found)
    assert [(game.winner, game.others) for game in found.games] == [("Ben", ("Cleo",))]
    assert [one.amount for one in found.rents] == [60]
    assert (found.forgotten, seen.forgotten) == (1, 0)


def test_no_story_is_offered_that_names_somebody_forgotten():
    """Nor if a computer played on for them: their name stands in it."""
    for names, played, offered in (((), {0}, "1"), (("emil",), {0}, ""), (("emil",), (), "")):
        fame = evening(1, "Emil", "Dora", "Finn", winner=1, computers=frozenset(played))
        (game,) = hall(fame, names=HallNames(forgotten=names), banker=True).games
        assert game.game == offered


def test_merged_names_are_one_person_and_only_the_banker_reads_which():
    """Their games count together."""
    names = HallNames(same={"papa": "Georg"})
    fames = [evening(1, "Papa", "Ben"), evening(2, "Georg", "Ben")]
    first = hall(*fames, names=names, banker=True).people[0]
    assert (first.name, first.wins, first.merged) == ("Georg", 2, ("Papa",))
    assert "papa" not in text(hall(*fames, names=names))


def test_what_a_computer_played_counts_for_nobody():
    """Not as a win or game of the person whose name the seat has, nor as nemesis, rent or one who was there."""
    fames = [
        evening(n, "Lena", "Max", "Ben", computers=frozenset({0}), rents=(paid(1, 0, 1, 900), paid(2, 1, 1, 8)))
        for n in range(3)
    ]
    found = hall(*fames, evening(3, "Max", "Lena", "Ben", computers=frozenset({2})))
    assert {one.name: (one.wins, one.games) for one in found.people} == {"Max": (1, 4), "Ben": (0, 3), "Lena": (0, 1)}
    assert [(game.winner, game.others) for game in found.games] == [("Max", ("Lena",))]
    assert {one.amount for one in found.rents} == {8}
    assert not any(one.nemesis for one in found.people)


def test_a_familys_own_board_is_called_by_its_name():
    """And a seat is a computer's if it played it most of the time, not if somebody played half of it."""
    played, _ = recorded("classic/mixed-5")
    own = dataclasses.replace(played.rules.track, own={"name": "Kleinwiesen"})
    named = replace(played, rules=dataclasses.replace(played.rules, track=own))
    assert (named.rules.board, played.rules.board) == ("Kleinwiesen", "classic")
    assert evening_of(named).edition == "Kleinwiesen"
    commands = [getattr(stored.entry, "command", None) for stored in played.entries]
    by_seat = [seq for seq, command in enumerate(commands) if getattr(command, "seat", None) == 0]
    entries = [msgspec.structs.replace(stored, request="by-hand") for stored in played.entries]
    most = len(by_seat) // 2 + 1
    for seq in by_seat[:most]:
        entries[seq] = msgspec.structs.replace(entries[seq], request=f"bot-{seq}")
    assert computers(replace(played, entries=tuple(entries))) == {0}
    half = by_seat[most - 1], by_seat[most]
    assert computers(replace(played, entries=[entries[seq] for seq in half])) == frozenset()


def test_what_is_sent_is_bounded():
    """However many people ever played."""
    found = hall(*(evening(n, f"Player {n}", f"Guest {n}", rents=(paid(1, 0, 1, n),)) for n in range(200)))
    assert [rent.amount for rent in found.rents] == [199, 198, 197]
    assert (len(found.people), len(found.games)) == (PEOPLE_SHOWN, GAMES_SHOWN)
    assert found.games[0].winner == "Player 199"


@pytest.fixture
def evenings(seated):
    """Anna and Ben played once, Annika and Ben another time."""
    for action in (Begin(), NewGame(), ChangeSeat(0, "Annika", "red", "triangle"), Begin(), NewGame()):
        seated.do(action)
    return seated


def names(seated: Seated) -> HallNames:
    return seated.table.past().names


def test_two_names_are_one_person_until_they_are_parted(evenings):
    """In whatever case the name is written, and each change has the pages ask again."""
    before = evenings.view().hall
    evenings.do(MergeNames("Anna", "Annika"))
    assert {names(evenings).shown_as(name) for name in ("Anna", " ANNA ", "Annika")} == {"Annika"}
    assert names(evenings).shown_as("Ben") == "Ben"
    assert evenings.view().hall == before + 1
    for action in (ChangeSeat(0, "Anni", "red", "triangle"), Begin(), NewGame(), MergeNames("Annika", "Anni")):
        evenings.do(action)
    assert {names(evenings).shown_as(name) for name in ("Anna", "Annika")} == {"Anni"}
    evenings.do(PartNames("Anni"))
    assert names(evenings).shown_as("Anna") == "Anna"


def test_two_who_sat_at_one_table_are_two_people(evenings):
    """Also if one of them sat there under a name that was merged before."""
    assert evenings.ask(MergeNames("Anna", "Ben")).reason == "sat_together"
    evenings.do(MergeNames("Anna", "Annika"))
    assert evenings.ask(MergeNames("Ben", "Annika")).reason == "sat_together"


def test_whoever_is_forgotten_is_forgotten_under_every_name(evenings):
    """Until all are recalled; a name that is forgotten cannot be merged into."""
    evenings.do(MergeNames("Anna", "Annika"))
    evenings.do(ForgetName("Annika"))
    assert [names(evenings).shown_as(name) for name in ("Anna", "annika", "Ben")] == [None, None, "Ben"]
    assert evenings.ask(MergeNames("Ben", "Annika")).reason == "no_such_name"
    evenings.do(RecallNames())
    assert names(evenings).shown_as("Anna") == "Annika"
    for action in (ForgetName("Annika"), PartNames("Annika")):
        evenings.do(action)
    assert names(evenings).shown_as("Anna") is None


@pytest.mark.parametrize(
    "action",
    [
        MergeNames("Zoe", "Ben"),
        MergeNames("Ben", "Zoe"),
        MergeNames("Ben", " ben"),
        PartNames("Ben"),
        ForgetName("Zoe"),
        RecallNames(),
    ],
)
def test_what_is_about_nobody_is_refused(evenings, action):
    """So the document never holds more names than played."""
    before = names(evenings)
    assert evenings.ask(action).reason == "no_such_name"
    assert names(evenings) == before


def test_it_survives_a_restart(evenings):
    """What is forgotten stays so when the hub is started again."""
    evenings.do(AddSeat("Cleo"))
    evenings.do(ForgetName("Ben"))
    again = Seated(evenings.store, FakeBoard())
    assert names(again).shown_as("Ben") is None
    assert again.store.document(HALL) is not None
