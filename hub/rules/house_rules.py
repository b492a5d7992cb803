"""What house rules and editions on top of others consist of: other objects in the slots; no rule checks a flag."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hub.rules.ending import RoundLimit
from hub.rules.slots import Rules


@dataclass(frozen=True, init=False)
class Overrides:
    """Replaces parts of a declaration by their names in `Rules`: `trade=NoTrade()`.

    Of a mapping only the named entries are replaced or added, of `slots` those of the types named, and `reactions` are
    further ones, unless an equal one is there. Where `throwers` or `resumers` name a slot that is replaced, they name
    the new one.
    """

    parts: Mapping[str, Any]

    def __init__(self, **parts: Any) -> None:
        object.__setattr__(self, "parts", parts)

    def __call__(self, rules: Rules, _value: int = 0) -> Rules:
        parts = dict(self.parts)
        swapped = {id(getattr(rules, name)): part for name, part in parts.items()}
        for name in ("throwers", "resumers"):
            old = getattr(rules, name)
            parts[name] = {task: swapped.get(id(slot), slot) for task, slot in old.items()} | parts.get(name, {})
        further = (reaction for reaction in parts.get("reactions", ()) if reaction not in rules.reactions)
        parts["reactions"] = (*rules.reactions, *further)
        by_type = parts.pop("slots", {})
        parts["slots"] = tuple(by_type.get(type(slot), slot) for slot in rules.slots)
        for name, part in parts.items():
            if isinstance(part, Mapping):
                parts[name] = {**getattr(rules, name), **part}
        return replace(rules, **parts)


def double_salary(rules: Rules, _value: int) -> Rules:
    """Landing on the start pays twice as much as passing it."""
    return Overrides(salary=rules.salary.twice_on_start())(rules)


def other_start_money(rules: Rules, money: int) -> Rules:
    """Everybody starts with this much money."""
    return Overrides(opening=rules.opening.dealing(money))(rules)


def limited_rounds(rules: Rules, rounds: int) -> Rules:
    """Before each turn the plan checks whether a round or the game is over; applied twice, it still checks once."""
    *before, following = (step for step in rules.plan if not isinstance(step, RoundLimit))
    return Overrides(plan=(*before, RoundLimit(rounds), following))(rules)
