"""The changes that house rules consist of: they replace objects in an edition's slots; no rule checks a flag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hub.domain.ids import Account
from hub.rules.house_rules.rounds import RoundLimit
from hub.rules.slots import Arrival, Rent, Rules, Slot


@dataclass(frozen=True)
class ReplaceSlots:
    """Replaces routes of payments, arrivals and rents by kind of space, and all slots of a type."""

    routes: Mapping[str, Account] = field(default_factory=dict)
    arrivals: Mapping[str, Arrival] = field(default_factory=dict)
    rents: Mapping[str, Rent] = field(default_factory=dict)
    slots: Mapping[type[Slot], Slot] = field(default_factory=dict)

    def __call__(self, rules: Rules, _value: int) -> Rules:
        return replace(
            rules,
            routes={**rules.routes, **self.routes},
            arrivals={**rules.arrivals, **self.arrivals},
            rents={**rules.rents, **self.rents},
            slots=tuple(self.slots.get(type(slot), slot) for slot in rules.slots),
        )


def double_salary(rules: Rules, _value: int) -> Rules:
    """Landing on the start pays twice as much as passing it."""
    return replace(rules, salary=rules.salary.twice_on_start())


def other_start_money(rules: Rules, money: int) -> Rules:
    """Everybody starts with this much money."""
    return replace(rules, opening=rules.opening.dealing(money))


def limited_rounds(rules: Rules, rounds: int) -> Rules:
    """Before each turn the plan checks whether a round or the game is over; applied twice, it still checks once."""
    *before, following = (step for step in rules.plan if not isinstance(step, RoundLimit))
    return replace(rules, plan=(*before, RoundLimit(rounds), following))
