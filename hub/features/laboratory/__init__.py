"""The laboratory: compares variants of an edition, each a set of house rules, by games of bots (ODDS.md).

Games are independent, so any `concurrent.futures` executor can play them, and finished ones are stored, so that the
same question resumes where it stopped. Statistics pair games of the same number, which share dice and cards.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__,
    commands={"lab": ".command"},
    at_table=".at_table",
    requests=".desk:REQUESTS",
    view=".desk:FIELDS",
    contract=".desk",
)
