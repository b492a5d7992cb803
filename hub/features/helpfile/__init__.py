"""The help file: everything somebody who was not there needs, in one archive without secrets; and how to replay it."""

from hub.feature import Feature

FEATURE = Feature(
    __name__, commands={"helpfile": ".command"}, at_table=".at_table", offers={"rehearsal": ".rehearsal:rehearse"}
)
