"""A shelf of evenings: every stored game, to be resumed, named, put away, given as a file or deleted.

A deleted game lies in the bin for 30 days, as does one that was begun by mistake.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__, at_table=".at_table", contract=".shelf", requests=".shelf:REQUESTS", settings=".shelf:SETTINGS"
)
