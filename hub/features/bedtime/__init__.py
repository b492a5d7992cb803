"""An end by bedtime: after so many rounds, or after the round that is played at a certain time; all screens count down.

What is agreed on is a fact (`hub.domain.turns`); here is the clock, which says that the time has come.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__, at_table=".bedtime", requests=".bedtime:REQUESTS", view=".bedtime:FIELDS", contract=".bedtime"
)
