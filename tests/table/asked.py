"""An example of each request that a page may send, with what has to happen before; those of a feature lie with it.

`table/asked_again.py` repeats them after a crash, and others ask who may send them.
"""

from importlib import import_module
from pathlib import Path

import msgspec
from helpers.killed_hub import PLAYERS
from msgspec import Struct

from hub.domain.commands import Throw
from hub.domain.corrections import CorrectMoney
from hub.editions import EDITIONS
from hub.features import features, kinds
from hub.table import requests as wire
from hub.table.interfaces.board import NodeSettings
from hub.table.requests.base import Action

OTHER_TAG = "04DDDDDDDDDD04"
THE_GAME = ""
"""Stands for the id of the only game that is stored, which is drawn by lot."""


class Case(Struct, frozen=True):
    """An action and the actions before it, which are the same in each run, as are the phones of the first seat.

    `in_memory`: its effect ends with the hub, and so does its id.
    """

    before: tuple[Action, ...]
    action: Action
    phones: int = 0
    in_memory: bool = False


LOBBY = tuple(
    action for n, (name, tag) in enumerate(PLAYERS.items()) for action in (wire.AddSeat(name), wire.Enrol(n, tag))
)
THROWS = tuple(wire.Play(Throw(seat, faces)) for seat, faces in enumerate([(6, 5), (1, 2), (1, 1)]))
PLAYING = (*LOBBY, wire.Begin(), *THROWS)
HOUSE_RULE = next(iter(EDITIONS.values())).house_rules[0].id
GIFT = wire.Correct(CorrectMoney(-1, 0, 50))

SIDE = NodeSettings(side=0, readers=10, longest=10, gain=(3,) * 10, lights=10)

CASES: dict[type, tuple[Case, ...]] = {
    wire.Play: (Case(PLAYING, wire.Play(Throw(0, (1, 2)))),),
    wire.Correct: (Case(PLAYING, GIFT),),
    wire.Undo: (Case((*PLAYING, GIFT), wire.Undo(4)),),
    wire.Redo: (Case((*PLAYING, GIFT, GIFT, wire.Undo(5), wire.Undo(4)), wire.Redo(2)),),
    wire.RestartTurn: (Case((*PLAYING, GIFT), wire.RestartTurn(4)),),
    wire.SitDown: (Case(LOBBY, wire.SitDown("Dora", "5a7d0e" * 4)),),
    wire.Knock: (Case(LOBBY, wire.Knock(0, "5a7d0e" * 4)),),
    wire.SetDoor: (Case(LOBBY, wire.SetDoor(False)),),
    wire.ChangeSeat: (Case(LOBBY, wire.ChangeSeat(0, "Annika", "teal", "diamond")),),
    wire.MoveSeat: (Case(LOBBY, wire.MoveSeat(0, 2)),),
    wire.SetBot: (Case(LOBBY, wire.SetBot(0, "sensible")),),
    wire.SetSums: (Case(LOBBY, wire.SetSums(0, "round")),),
    wire.SetGoing: (Case(LOBBY, wire.SetGoing(5)),),
    wire.SetLanguage: (Case(LOBBY, wire.SetLanguage("en")),),
    wire.BeSpeaker: (Case(LOBBY, wire.BeSpeaker("tablet"), in_memory=True),),
    wire.ChooseEdition: (Case(LOBBY, wire.ChooseEdition("mega")),),
    wire.AgreeHouseRules: (Case(LOBBY, wire.AgreeHouseRules((HOUSE_RULE,))),),
    wire.Enrol: (Case(LOBBY, wire.Enrol(0, OTHER_TAG)), Case(LOBBY, wire.Enrol(0))),
    wire.Begin: (Case((*LOBBY, wire.Begin(), wire.NewGame()), wire.Begin()),),
    wire.NewGame: (Case(PLAYING, wire.NewGame()),),
    wire.Freeze: (Case(PLAYING, wire.Freeze()),),
    wire.GoOn: (Case((*PLAYING, wire.Freeze()), wire.GoOn(anyway=True)),),
    wire.NewCode: (Case(LOBBY, wire.NewCode(0)),),
    wire.SignOut: (Case(LOBBY, wire.SignOut(0, 1), phones=1),),
    wire.LetIn: (Case(LOBBY, wire.LetIn(0, 2), phones=2),),
    wire.ForgetTries: (Case(LOBBY, wire.ForgetTries(), in_memory=True),),
    wire.ChooseAddress: (Case(LOBBY, wire.ChooseAddress("")),),
    wire.Learn: (
        *(Case(LOBBY, wire.Learn(step), in_memory=True) for step in ("start", "skip", "stop")),
        Case(LOBBY, wire.Learn("forget")),
    ),
    wire.Walk: (Case(LOBBY, wire.Walk("node-0", 3), in_memory=True),),
    wire.Match: (Case(LOBBY, wire.Match("node-0", 3, 9)),),
    wire.Unmatch: (Case((*LOBBY, wire.Match("node-0", 3, 9)), wire.Unmatch("node-0", 3)),),
    wire.Hands: (Case(LOBBY, wire.Hands(True), in_memory=True),),
    wire.PutTag: (Case(LOBBY, wire.PutTag(OTHER_TAG, "node-0", 0)),),
    wire.Press: (Case(PLAYING, wire.Press("ok")),),
    wire.SetNode: (Case(LOBBY, wire.SetNode("node-0", SIDE)),),
    wire.Sweep: (Case(LOBBY, wire.Sweep("node-0"), in_memory=True),),
    wire.UpdateNode: (Case(LOBBY, wire.UpdateNode("node-0")),),
    wire.UseBoard: (Case(LOBBY, wire.UseBoard(), in_memory=True),),
    wire.Cable: (Case(LOBBY, wire.Cable("sim-0", False), in_memory=True),),
}
BROUGHT = [
    import_module(f"features.{file.parent.name}.asked")
    for file in sorted(Path(__file__).parents[1].glob("features/*/asked.py"))
    if file.parent.name in features()
]
"""What features bring: `CASES` of their requests, and perhaps `opened`, for each table that is asked."""

for brought in BROUGHT:
    CASES |= brought.CASES
KINDS = (*wire.REQUESTS, *kinds())
"""All requests that a socket may send."""

PLAIN = {bool: True, int: 0, str: "Dora"}


def plain_case(kind: type[Action]) -> Case | None:
    """The example of a request that says nothing but truths, numbers and words, so that it needs none here."""
    fields = [field for field in msgspec.structs.fields(kind) if field.required]
    if all(field.type in PLAIN for field in fields):
        return Case(LOBBY, kind(**{field.name: PLAIN[field.type] for field in fields}))
    return None


CASES |= {kind: (case,) for kind in KINDS if kind not in CASES and (case := plain_case(kind))}
