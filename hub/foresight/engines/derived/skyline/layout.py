"""Where things are stored that only rules with a speed die, tickets and skyscrapers have, or that need more room there.

Figures here replace those of the same name in `derived.layout`; everything else is where `derived.layout` says.
"""

from __future__ import annotations

TICKETS_MAXIMUM = 32
REQUESTS_MAXIMUM = 16
TOP_STAGE = 6

# ---- the position, after what the standard rules have: what each of the six stages cost, by space
PAID = 1336
STOCK = 1672
# ---- the turn: the speed die, who was jailed since the last throw, and by seat the postponed bail
DIE3 = 1676
FRESH = 1677
DEFERRED = 1678
# ---- tickets: the pile, and those in hands in the order in which they were taken, 16 times the ticket plus the seat
TICKETS = 1686
TICKETS_LEFT = 1718
HELD = 1719
HELD_COUNT = 1751
# ---- rents that can be asked for: who pays whom how much, for which deed
REQUESTS = 1752
REQUEST = 1753
REQUEST_SIZE = 4
PAYER = 0
OWED_TO = 1
RENT_DUE = 2
VISITED_DEED = 3
SIZE = 1817
# ---- scratch space
PRICES = 1817
LOANS = 1913
WORTH = 2009
PAPER_SIZE = 2105

# ---- tasks that the standard rules do not have
SECOND = 13
SECOND_FACE = 2
BUS = 14
GIFT = 15
GIFT_AMOUNT = 2
TICKET = 16
TICKET_ORIGIN = 2
ANY_SPACE = 17
ANY_ORIGIN = 2
LOT_CHOICE = 18
LOT_CHOICES = 2
CATCH_UP = 19
CATCH_UP_DEED = 2
CATCH_UP_COST = 3

SKYSCRAPER = 2
MALL = 3
BUILDING_KINDS = 4
MOGUL_FACE = 4  # of the speed die: this one and the next
BUS_FACE = 6
NUMBERS = 3
BY_TICKET = 2
BY_BUS = 3
BY_MOGUL = 4
BY_TRIPLE = 5
BY_AUCTION = 6

# ---- the tables, after those of the standard rules: by group, by space
ENOUGH = 1402  # deeds of it that one needs to build
NEXT_CARDS = 1414
# ---- single figures
EXPIRING = 1470  # tickets that make all others expire, a bit for each
ON_REQUEST = 1471
UNIT = 1472
SIDE = 1473  # spaces of a side
MALL_FACTOR = 1474
SKYLINE_TABLE_SIZE = 1475

# ---- more kinds of spaces
LOT_SPACE = 8
TICKET_SPACE = 9
GIFT_SPACE = 10

FEE_BITS = 24
