"""Where everything stands in the two flat vectors: `s`, a position, and `t`, the printed tables and the house rules.

Both hold whole numbers alone, so a position is copied at one stroke, and the same source plays on lists in Python and
on arrays in C. Seats, spaces and accounts are numbered as in `hub.domain.ids`; -1 is nobody, or the bank.
"""

from __future__ import annotations

from typing import TypeAlias

Vector: TypeAlias = list[int]

SEATS_MAXIMUM = 8
SPACES_MAXIMUM = 52
GROUPS_MAXIMUM = 12
GROUP_MAXIMUM = 4
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
# ---- counts that are kept up with the rest
SEATS = 43
ALIVE = 44
UNSOLD = 45
HANDS = 46
LAST_OFFER = 47
OFFERS = 48
TOP = 49  # where the open task stands; EMPTY if none does
# ---- not part of the game: something did not fit in, the generator, throws so far
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
# ---- whether whoever is asked to throw first does so at once, whatever else it would do
HASTE = 63
# ---- by space
OWNER = 64
STAGE = 116
PAID = 220  # what each of the five stages cost
# ---- by group, then by seat: how many deeds of it a seat has
COUNT = 480
# ---- by seat: its deeds as a set, and its whole groups, a bit for each, the last group lowest
HAND = 576
WHOLE = 584
# ---- what a bot keeps in mind, by seat
SEEN = 592
CHANGES = 600
LOOKED_CHANGES = 608
LOOKED_TURN = 616
MADE = 624
MADE_IN = 632
# ---- piles of cards, open offers, the stack of tasks
PILE = 640
OFFER = 688
EMPTY = 840
STACK = 848
FRAME = 8
STACK_END = 1360
SIZE = 1360
# ---- scratch paper, which is no part of a position: prices, loans and worth by group and seat
PRICES = 1360
LOANS = 1456
WORTH = 1552
PAPER_SIZE = 1648

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
HOPEFUL = 4  # a bot has seen that its means suffice
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
PRICE = 52
GROUP = 104
HOUSE_PRICE = 156
LOAN = 208
INTEREST = 260
AMOUNT = 312  # a tax; the deck of a card space
NEAREST_JAIL = 364
NEXT_STATION = 416
NEXT_UTILITY = 468
WEIGHT = 520
RENT = 572
RENTS = 8
# ---- by group
GROUP_SIZE = 992
GROUP_DEEDS = 1004
# ---- cards by deck and number: effect and two figures
CARD = 1052
CARD_SIZE = 3
# ---- single figures
SPACES = 1200
GROUPS = 1201
DECKS = 1202
RELEASE_CARD = 1203  # by deck
DOUBLES_TO_JAIL = 1206
JAIL_THROWS = 1207
BAIL = 1208
LAST_BAIL = 1209
PASSING = 1210
LANDING = 1211
SALE_PERCENT = 1212
AUCTION_MINIMUM = 1213
AUCTION_STEP = 1214
DECLINED_AUCTIONED = 1215
ROUNDS = 1216
TAX_TO = 1217
BAIL_TO = 1218
CARD_TO = 1219
REPAIRS_TO = 1220
UNBUILT_FACTORS = 1221
UNBUILT_FACTOR = 1222  # by how many deeds of the group are missing
CHEAPEST_HOUSE = 1226
RESERVE = 1227
POCKET = 1228
TRADES = 1229
GROUP_SET = 1230  # by group, its deeds
TABLE_SIZE = 1242

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
