"""Where things are stored that only rules with claims and credit have; everything else is where `derived.layout` says.

There is no trade, no mortgage and no scarce building here, and a building costs what is printed: the places of these
are used for other things.
"""

from __future__ import annotations

# ---- the position, in the places of what buildings cost: by seat
OWED = 176
ARRIVED = 184  # the later a seat came to its space, the higher
SKIPS = 192
# ---- the turn
GRANTED = 200
RELEASED = 201  # the seat that left jail in this turn
BOUGHT = 202  # deeds bought from afar since the last throw, a bit for each space
VISITED = 203  # plots whose visitor was paid for building in this turn
ARRIVALS = 204  # the number of the last arrival
USED = 205  # how many cards at the end of the pile are used up

# ---- one task that the standard rules do not have
BUILD = 13
BUILD_GROUP = 2

# ---- the tables, after those of the standard rules: by space
COMMISSION = 1402
STAGE_RENT = 1458
STAGE_RENTS = 10
# ---- by stage, by number of deeds of a group, by turns waited in jail
BESIDE = 2018  # the lowest stage of the others of a group
CAP = 2028
BAILS = 2035
BAILS_MAXIMUM = 8
# ---- single figures
BAILS_COUNT = 2043
WAITS = 2044
HIGHEST_STAGE = 2045
MISSING_DEEDS = 2046
RISK_FACTOR = 2047
RISK_DOUBLE_FACTOR = 2048
LAST_SPACES = 2049  # where a double brings no other throw, a bit for each space
CLAIM_TABLE_SIZE = 2050

PILE_MAXIMUM = 48

# ---- one more kind of space
RISK = 8

# ---- effects of cards
PER_STAGE = 20
SKIP = 21
ONCE_MORE = 22
OPPOSITE = 23
