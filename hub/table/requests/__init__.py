"""What browsers may ask of a table: each request says who may send it and what carries it out."""

from collections.abc import Iterable
from typing import Any, Union, cast

from msgspec import defstruct

from hub.table.requests.base import Action, Request
from hub.table.requests.board import (
    Cable,
    Hands,
    Learn,
    Match,
    Press,
    PutTag,
    SetNode,
    Sweep,
    Unmatch,
    UpdateNode,
    UseBoard,
    Walk,
)
from hub.table.requests.evening import (
    AgreeHouseRules,
    Begin,
    ChooseEdition,
    Freeze,
    GoOn,
    NewGame,
    SetGoing,
    SetLanguage,
    SetRealDice,
)
from hub.table.requests.phones import (
    BeSpeaker,
    ChooseAddress,
    ForgetTries,
    Knock,
    LetIn,
    NewCode,
    SetDoor,
    SignOut,
    SitDown,
)
from hub.table.requests.playing import Correct, Play, Redo, RestartTurn, Undo
from hub.table.requests.seats import AddSeat, ChangeSeat, Enrol, MoveSeat, RemoveSeat, SetBot, SetSums

REQUESTS: tuple[type[Action], ...] = (
    *(Play, Correct, Undo, Redo, RestartTurn),
    *(AddSeat, ChangeSeat, RemoveSeat, MoveSeat, SetBot, SetSums, Enrol),
    *(SitDown, Knock, SetDoor, NewCode, SignOut, LetIn, ForgetTries, ChooseAddress, BeSpeaker),
    *(ChooseEdition, AgreeHouseRules, SetRealDice, SetGoing, SetLanguage, Begin, NewGame, Freeze, GoOn),
    *(Walk, Match, Unmatch),
    *(Learn, SetNode, Sweep, UpdateNode, UseBoard),
    *(Hands, PutTag, Press, Cable),
)
"""What a socket may send, besides the requests of features."""


def request_type(kinds: Iterable[type[Action]]) -> type[Request]:
    """A request whose action is one of these kinds, for decoders."""
    action: Any = Union[tuple(kinds)]  # noqa: UP007 - how many there are is known when the hub is put together
    fields, described = [("id", str), ("action", action)], {"__doc__": Request.__doc__}
    return cast("type[Request]", defstruct("Request", fields, bases=(Request,), namespace=described, frozen=True))
