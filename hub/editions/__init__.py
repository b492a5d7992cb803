"""Declarations: each edition is one composed `Rules` value, which names tables, slots, plan and order."""

from collections.abc import Mapping

from hub.editions import classic, euronopoly, haustein, mega, mpmp
from hub.rules.slots import Rules

EDITIONS: Mapping[str, Rules] = {
    rules.id: rules for rules in (classic.RULES, mpmp.RULES, haustein.RULES, mega.RULES, euronopoly.RULES)
}
"""Every edition there is, by id, in the order the lobby offers them."""
