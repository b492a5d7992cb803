"""Odds: who is winning, and how long it will take, from what somebody may know of a game (ODDS.md).

The caller passes a `Position` and gets an `Outlook`. Processes of their own (`workers`) play it on for a few rounds by
the rules and the bots (`playing`), and judge what they reach by an evaluation that was fitted to games of bots.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__,
    commands={"odds": ".command", "lab fit": ".fit_command"},
    at_table=".at_table",
    requests=".requests:REQUESTS",
    settings=".settings:SETTINGS",
    view=".requests:FIELDS",
    contract=".contract",
    offers={"bots": ".master:PLAYERS", "table bots": ".master:table_bots"},
)
