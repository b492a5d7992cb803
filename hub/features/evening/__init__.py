"""A game as a story for those who played it: figures and awards of the evening, and the way through it move by move.

What it reads of a log is what `hub.records.story` lets out, so sealed bids stay sealed.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__, at_table=".at_table", contract=".contract", requests=".at_table:REQUESTS", screens=("story",)
)
