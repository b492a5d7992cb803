"""Adds to stored games what they left to folding until 0.2: which rents lapsed because nobody asked for them (D27)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hub.domain.facts import Fact
from hub.domain.history import Effective, Move, apply_entry
from hub.domain.rent_requests import RentAsked, RentRequestable, RentsLapsed
from hub.domain.tickets import TicketUsed
from hub.domain.turns import DiceThrown, TurnBegan
from hub.table.interfaces.storage import StoredEntry

Requests = tuple[RentRequestable, ...]


def with_lapsed_rents(stored: Sequence[StoredEntry]) -> Sequence[StoredEntry]:
    """The same log, with a `RentsLapsed` behind each fact that ended requests; today's games have them already."""
    if not any(isinstance(one.entry, Move) and any(map(_is_older, one.entry.facts)) for one in stored):
        return stored
    in_force, after, completed = Effective([], []), dict[int, Requests](), []
    for index, one in enumerate(stored):
        if isinstance(one.entry, Move):
            before = after[in_force.moves[-1]] if in_force.moves else ()
            facts, after[index] = _with_lapsed(one.entry.facts, before)
            one = replace(one, entry=replace(one.entry, facts=facts))  # noqa: PLW2901
        apply_entry(in_force, index, one.entry)
        completed.append(one)
    return completed


def _is_older(fact: Fact) -> bool:
    return isinstance(fact, RentRequestable) and fact.until != "lapsed"


def _with_lapsed(facts: Sequence[Fact], requests: Requests) -> tuple[tuple[Fact, ...], Requests]:
    """The facts of a move and the requests open after it; a move of today says itself what lapsed."""
    said = [due for fact in facts if isinstance(fact, RentsLapsed) for due in fact.dues]
    completed: list[Fact] = []
    for fact in facts:
        completed.append(fact)
        match fact:
            case RentRequestable():
                requests = (*requests, fact)
            case RentAsked(due=due):
                asked = next(one for one in requests if one.due == due)
                requests = tuple(one for one in requests if one is not asked)
            case RentsLapsed(dues=dues):
                requests = tuple(one for one in requests if one.due not in dues)
            case _:
                lapsed = tuple(one for one in requests if one.due not in said and _ends(fact, one))
                if lapsed:
                    requests = tuple(one for one in requests if one not in lapsed)
                    completed.append(RentsLapsed(tuple(one.due for one in lapsed)))
    return tuple(completed), requests


def _ends(fact: Fact, request: RentRequestable) -> bool:
    """A throw ended requests, that of the visitor only the oldest; so did tickets and turns, but not the oldest."""
    if not _is_older(request):
        return False
    brief = request.until == "throw"
    match fact:
        case DiceThrown(seat=seat):
            return brief or request.due.payer != seat
        case TicketUsed(seat=seat, instead_of_throw=True):
            return not brief and request.due.payer != seat
        case TurnBegan(seat=seat):
            return not brief and request.due.payer == seat
        case _:
            return False
