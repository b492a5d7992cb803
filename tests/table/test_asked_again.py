"""A repeated request counts once: each kind of request, with the hub killed wherever it writes or sends something."""

import os
from types import ModuleType

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.kill_runs import told_runs
from helpers.representative import first_stands_for
from helpers.seated import BANKER, Seated
from table.asked import CASES, KINDS

from hub.domain.commands import Buy, Throw
from hub.table.interfaces.storage import ASKED_KEPT, Asked
from hub.table.requests import (
    REQUESTS,
    BeSpeaker,
    Enrol,
    NewCode,
    Play,
    Press,
    PutTag,
    SetNode,
    SetSums,
    UpdateNode,
    requests_in,
)
from hub.table.requests.base import Action, Request
from hub.table.table import REFUSED_KEPT, Answers
from hub.table.wire.audience import Ack, Audience, Refusal

SOME = (Play, Enrol, NewCode, PutTag)
"""A move, a place in the lobby, a key, and something on the board."""

EVERY = 1 if os.environ.get("BANKHALTER_SOAK") == "full" else 6
ELSEWHERE = (PutTag, SetNode, UpdateNode)
"""What these change is on the board; their ids are stored before it is done."""


def test_every_request_may_be_sent() -> None:
    """Nobody can send one that no list has."""
    made, kinds = [Action], set[type]()
    for kind in made:
        made += kind.__subclasses__()
        if kind.__module__.startswith("hub.table.requests.") and "who" in vars(kind):
            kinds.add(kind)
    assert kinds == set(REQUESTS), "put it into REQUESTS of hub/table/requests/__init__.py"


def test_a_request_from_which_another_is_derived_can_be_sent_as_well() -> None:
    """Both say who may send them, so neither vanishes from the list; what says nothing is only a base."""
    module = ModuleType("made")
    base = msgspec.defstruct("Base", [], bases=(Action,), module="made")
    plain = msgspec.defstruct("Plain", [], bases=(base,), module="made", namespace={"who": ()})
    derived = msgspec.defstruct("Derived", [], bases=(plain,), module="made", namespace={"who": ()})
    vars(module).update({kind.__name__: kind for kind in (base, plain, derived)})
    assert [kind.__name__ for kind in requests_in(module)] == ["Plain", "Derived"]


@pytest.mark.parametrize("base", [Action, Play], ids=["of its own", "derived"])
def test_a_request_without_a_sender_is_no_request_that_vanishes(base: type[Action]) -> None:
    """It is an error, as soon as the hub is imported; that of the request it is derived from is not its own."""
    module = ModuleType("made")
    vars(module)["Forgotten"] = msgspec.defstruct("Forgotten", [], bases=(base,), module="made")
    with pytest.raises(TypeError, match="Forgotten does not say who may send it"):
        list(requests_in(module))


def test_every_kind_of_request_is_walked() -> None:
    """A new request in the contract needs an example of how it is repeated."""
    assert set(CASES) == set(KINDS), "give it a case in CASES of tests/table/asked.py, or of its feature's"


@pytest.mark.gate
@pytest.mark.timeout(900)
@pytest.mark.skipif(os.name != "posix", reason="needs fork and SIGKILL")
@pytest.mark.parametrize("kinds", first_stands_for([(SOME,), (tuple(CASES),)]), ids=["some", "every"])
def test_killed_at_any_point_a_request_that_is_asked_again_counts_once(in_memory, kinds):
    """It is durable together with its id or not at all; asked again, the answer and all that is stored are the same."""
    runs = told_runs("table/asked_again.py", in_memory, EVERY, *(kind.__name__ for kind in kinds))
    cases = [case for kind in kinds for case in CASES[kind]]
    assert [whole["kind"] for whole, _ in runs] == [type(case.action).__name__ for case in cases]
    for case, (whole, killed) in zip(cases, runs, strict=True):
        assert killed[-1]["at"] == whole["points"]
        assert whole["answers"] == [[True, None]], whole
        elsewhere = whole["kind"] in {kind.__name__ for kind in ELSEWHERE}
        assert whole["remembered"] == (whole["changed"] or elsewhere), whole
        assert whole["changed"] or elsewhere or case.in_memory
        for run in killed:
            assert run["answers"] == whole["answers"] * 2, run
            assert run["remembered"] or not run["changed"], f"done without its id: {run}"
            assert not (run["remembered"] and run["done_again"]), f"done twice: {run}"
            if run["kind"] != Press.__name__:
                assert run["stored"] == whole["stored"], run
            assert run["presses"] <= whole["presses"], "a press that may have moved the game is not made again"
    print(f"{sum(len(killed) for _, killed in runs)} kills in {len(runs)} requests: each counted once")


@pytest.mark.parametrize("role", ["banker", "seat"])
def test_an_id_belongs_to_its_client(playing: Seated, role: str) -> None:
    """What a seat has called its request the banker cannot call theirs, nor the other way round; nothing is done."""
    seat, banker = Audience("seat", 0), BANKER
    first, second = (seat, banker) if role == "seat" else (banker, seat)
    assert playing.table.request(first, Request("1", BeSpeaker("one"))).ok
    for wish in (SetSums(0, "round"), BeSpeaker("one")):
        refused = playing.table.request(second, Request("1", wish))
        assert (refused.ok, refused.reason) == (False, "id_used")
    assert playing.view().seats[0].sums is None
    assert playing.table.request(second, Request("2", SetSums(0, "round"))).ok


@pytest.mark.parametrize("restarted", [False, True])
def test_an_id_belongs_to_what_was_wanted(playing: Seated, restarted: bool) -> None:
    """The same id with another action is refused, before and after a restart; the first action is still answered."""
    assert playing.table.request(BANKER, Request("1", SetSums(0, "round"))).ok
    table = Seated(playing.store, FakeBoard()).table if restarted else playing.table
    assert table.request(BANKER, Request("1", SetSums(1, "round"))).reason == "id_used"
    assert table.view(BANKER).seats[1].sums is None
    assert table.request(BANKER, Request("1", SetSums(0, "round"))).ok


def test_what_was_stored_is_not_done_again_because_it_could_not_be_shown(playing: Seated) -> None:
    """A mistake of ours while views are made loses the answer; asked again, the answer is all that is missing."""

    def fail_once(*_publication: object) -> None:
        playing.table._subscribers.remove(fail_once)
        raise RuntimeError("ordered by the test")

    playing.table.subscribe(fail_once)
    request = Request("shown", Play(Throw(0)))
    with pytest.raises(RuntimeError):
        playing.table.request(BANKER, request)
    stored = {game: list(log) for game, log in playing.store.logs.items()}
    assert playing.table.request(BANKER, request).ok
    assert playing.store.logs == stored


def test_a_refused_request_is_refused_again(playing: Seated) -> None:
    """A page that heard a no is not surprised when its second try comes through later, in better circumstances."""
    early = Request("early", Play(Buy(0)))
    refused = playing.table.request(BANKER, early)
    playing.throw(0, 2, 3)
    assert playing.table.request(BANKER, early) == refused
    assert playing.view().deeds == ()


def test_no_client_makes_the_table_forget_what_another_asked(playing: Seated) -> None:
    """However much a seat does or is refused, the banker's ids are remembered, and the seat's own done ones as well."""
    anna = Audience("seat", 0)
    asked = [(BANKER, Request("banker", SetSums(0, "round"))), (anna, Request("anna", Play(Throw(0))))]
    assert all(playing.table.request(*one).ok for one in asked)
    for number in range(max(ASKED_KEPT, REFUSED_KEPT) + 1):
        assert not playing.table.request(anna, Request(f"anna-{number}", Play(Buy(1)))).ok
    commits = len(playing.store.requests)
    assert all(playing.table.request(*one).ok for one in asked)
    assert len(playing.store.requests) == commits


def test_only_the_newest_requests_of_a_client_are_kept(playing: Seated) -> None:
    """What is remembered does not grow with the evening, neither in memory nor on disk."""
    names = [f"asked-{number}" for number in range(ASKED_KEPT + 2)]
    for name in names:
        playing.ask(SetSums(0, "round"), request=name)

    def kept() -> list[tuple[str, str]]:
        return [(asked.client, asked.id) for asked in playing.store.asked()]

    newest = [(BANKER.actor, name) for name in names[-ASKED_KEPT:]]
    assert kept() == newest
    for table in (playing, Seated(playing.store, FakeBoard())):
        commits = len(playing.store.requests)
        assert table.ask(SetSums(0, "round"), request=names[2]).ok, "the oldest that is kept"
        assert table.ask(SetSums(0, "round"), request=names[-1]).ok
        assert (kept(), len(playing.store.requests)) == (newest, commits), "done again"
    assert playing.ask(SetSums(0, "round"), request=names[1]).ok, "forgotten, and so done again"
    assert kept() == [*newest[1:], (BANKER.actor, names[1])]


ANNA = Audience("seat", 0)
KEPT = {True: 256, False: 64}
"""As decision 0028 has it for what was done; a table keeps fewer refusals, in memory only."""


def heard(answers: Answers, number: int, done: bool) -> bool:
    """Whether the answer to a request of Anna's is remembered."""
    return answers.known(answers.asked(ANNA, Request(f"{done}-{number}", BeSpeaker("one")))) is not None


def answered(answers: Answers, numbers: range, done: bool) -> None:
    """These requests of Anna's were answered."""
    for number in numbers:
        asked = answers.asked(ANNA, Request(f"{done}-{number}", BeSpeaker("one")))
        assert asked.number == (number if done else asked.number)
        answers.note(asked, Ack(asked.id, done, 1))


@pytest.mark.parametrize("done", [True, False])
def test_the_oldest_answer_is_the_first_to_be_forgotten(done: bool) -> None:
    """As many as are kept are all known; one more costs the oldest, never the newest, and none of the other sort."""
    answers, kept = Answers(()), KEPT[done]
    answered(answers, range(1), not done)
    answered(answers, range(kept), done)
    assert all(heard(answers, number, done) for number in range(kept))
    answered(answers, range(kept, kept + 1), done)
    assert [number for number in range(kept + 1) if not heard(answers, number, done)] == [0]
    assert heard(answers, 0, not done)


def test_what_was_stored_is_counted_on() -> None:
    """After a restart the next request takes the next number, so that it overwrites the oldest and no other."""
    before = Answers(())
    stored = []
    for number in range(3):
        stored.append(before.asked(ANNA, Request(str(number), BeSpeaker("one"))))
        before.note(stored[-1], Ack(str(number), True, 1))
    after = Answers(stored)
    assert after.asked(ANNA, Request("new", BeSpeaker("one"))).number == 3
    assert after.known(after.asked(ANNA, Request("0", BeSpeaker("one")))) == Ack("0", True, 0)
    assert not isinstance(after.known(after.asked(ANNA, Request("0", SetSums(0, "round")))), Ack)


def test_what_an_older_hub_stored_is_known_by_its_id_alone() -> None:
    """It noted nothing of what was wanted; another client's id is refused all the same."""
    answers = Answers([Asked("banker", 0, "early", "")])
    known = [answers.known(answers.asked(who, Request("early", Play(Throw(0))))) for who in (BANKER, ANNA)]
    assert known == [Ack("early", True, 0), Refusal("id_used")]
