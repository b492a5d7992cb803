"""Where everything is stored in the two flat vectors: `s`, a position, and `t`, the printed tables and the house rules.

Both hold only integers, so a position is copied in one step, and the same source works on lists in Python and on arrays
in C. Seats, spaces and accounts are numbered as in `hub.domain.ids`; -1 is nobody, or the bank.
"""

from __future__ import annotations

from typing import TypeAlias

Vector: TypeAlias = list[int]

SEATS_MAXIMUM = 8
SPACES_MAXIMUM = 56
GROUPS_MAXIMUM = 12
GROUP_MAXIMUM = 6
CARDS_MAXIMUM = 24
OFFERS_MAXIMUM = 16
TASKS_MAXIMUM = 64
TOP_STAGE = 5

# ---- the position: accounts, by seat, then the pot and the bank (so that account -1 is ACCOUNTS - 1)
CASH = 0
ACCOUNTS = 10
# ---- by seat
SPACE = 10
MISSED = 18
OUT = 26
# ---- the turn
TURN = 34
NUMBER = 35
STREAK = 36
DIE1 = 37
DIE2 = 38
WINNER = 39
FIRST = 40
ROUND = 41
STEP = 42
# ---- counts that are updated together with the rest
SEATS = 43
ALIVE = 44
UNSOLD = 45
HANDS = 46
LAST_OFFER = 47
OFFERS = 48
TOP = 49  # where the open task is stored; EMPTY if there is none
# ---- not part of the game: whether something did not fit, the generator, throws so far
FAULT = 50
LUCK = 51
THROWS = 52
# ---- stock by kind of building, release cards and piles by deck
STOCK = 53
HOLDER = 55
PILE_LENGTH = 57
UNSEEN = 59
# ---- sets of deeds: a bit for each space
LENT = 61  # mortgaged
BUILT = 62
# ---- whether the first seat that is asked to throw does so at once, before anything else
HASTE = 63
# ---- by space
OWNER = 64
STAGE = 120
PAID = 176  # what each of the five stages cost
# ---- by group, then by seat: how many deeds of it a seat has
COUNT = 456
# ---- by seat: its deeds as a set, and its complete groups, a bit for each, the last group lowest
HAND = 552
WHOLE = 560
# ---- what a bot remembers, by seat
SEEN = 568
CHANGES = 576
LOOKED_CHANGES = 584
LOOKED_TURN = 592
MADE = 600
MADE_IN = 608
# ---- piles of cards, open offers, the stack of tasks
PILE = 616
OFFER = 664
EMPTY = 816
STACK = 824
FRAME = 8
STACK_END = 1336
SIZE = 1336
# ---- scratch space, not part of a position: prices, loans and worth by group and seat
PRICES = 1336
LOANS = 1432
WORTH = 1528
PAPER_SIZE = 1624

# ---- an offer: lists of deeds hold one deed in 6 bits, the first lowest; cards are one bit for each deck
OFFER_SIZE = 10
ID = 0
FROM = 1
TO = 2
GIVE_MONEY = 3
GIVE_DEEDS = 4
GIVE_CARDS = 5
TAKE_MONEY = 6
TAKE_DEEDS = 7
TAKE_CARDS = 8
ANSWERS = 9
DEEDS_MAXIMUM = 10

# ---- a task: its kind, whom it asks, its figures; lists of seats hold a seat plus one in 4 bits, the first lowest
TASK = 0
WHO = 1
OPENING = 1
OPENING_SEATS = 2
OPENING_THROWN = 3
OPENING_SUMS = 4
THROW = 2
ADVANCE = 3
ADVANCE_SPACE = 2
ADVANCE_SALARY = 3
ADVANCE_FACTOR = 4
ADVANCE_THROW_FACTOR = 5
ADVANCE_BY = 6
DRAW = 4
DRAW_DECK = 2
BUY = 5
BUY_DEED = 2
AUCTION = 6
LOT = 2  # a deed, or -1 less the kind of building
BIDDERS = 3
LEAST = 4
HIGH = 5
LEADER = 6
RENT_THROW = 7
RENT_DEED = 2
RENT_FACTOR = 3
DEBT = 8
PAYEE = 2
DUE = 3
HOPEFUL = 4  # a bot has found out that its means suffice
CHOICE = 9
CHOICE_DEED = 2
CHOICE_BOUGHT = 3
SHORTAGE = 10
BUILDING = 2
STOCK_SEEN = 3
ASKED = 4
WANTERS = 5
WANTED = 6  # 7 bits for each of them
SHORTAGE_DEED = 7
DEALING = 11
PLACING = 12
PLACING_COUNT = 3
PLACING_PAID = 4
PLACING_AMOUNT = 5

HOUSE = 0
HOTEL = 1
BY_THROW = 0
BY_CARD = 1

# ---- the tables, by space
KIND = 0
PRICE = 56
GROUP = 112
HOUSE_PRICE = 168
LOAN = 224
INTEREST = 280
AMOUNT = 336  # a tax; the deck of a card space
NEAREST_JAIL = 392
NEXT_STATION = 448
NEXT_UTILITY = 504
WEIGHT = 560
RENT = 616
RENTS = 8
# ---- by group
GROUP_SIZE = 1064
GROUP_DEEDS = 1076
# ---- cards by deck and number: effect and two figures
CARD = 1148
CARD_SIZE = 3
# ---- single figures
SPACES = 1292
GROUPS = 1293
DECKS = 1294
RELEASE_CARD = 1295  # by deck
DOUBLES_TO_JAIL = 1298
JAIL_THROWS = 1299
BAIL = 1300
LAST_BAIL = 1301
PASSING = 1302
LANDING = 1303
SALE_PERCENT = 1304
AUCTION_MINIMUM = 1305
AUCTION_STEP = 1306
DECLINED_AUCTIONED = 1307
ROUNDS = 1308
TAX_TO = 1309
BAIL_TO = 1310
CARD_TO = 1311
REPAIRS_TO = 1312
UNBUILT_FACTORS = 1313
UNBUILT_FACTOR = 1314  # by how many deeds of the group are missing
CHEAPEST_HOUSE = 1318
RESERVE = 1319
POCKET = 1320
TRADES = 1321
GROUP_SET = 1322  # by group, its deeds
# ---- what follows from the reserve that a player keeps: what a building costs, by group, the last one first; by space
BUILDING_COST = 1334
SPARE_TO_REDEEM = 1346  # how much money above the reserve it takes
TABLE_SIZE = 1402

# ---- kinds of spaces
NOTHING = 0
STREET = 1
STATION = 2
UTILITY = 3
CARDS = 4
TAX = 5
TO_JAIL = 6
POT_COLLECTED = 7

# ---- effects of cards
MOVE_TO = 1
NEXT_STATION_CARD = 2
NEXT_UTILITY_CARD = 3
MOVE_BACK = 4
JAIL_CARD = 5
KEPT_CARD = 6
COLLECT = 7
PAY_BANK = 8
PAY_EACH = 9
COLLECT_EACH = 10
REPAIRS = 11
MOVE_BACK_TO = 12
