"""Who owns what, and the offers that lapse when that changes (classic-24) [K22]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    BUILT,
    CARDS_MAXIMUM,
    COUNT,
    FROM,
    GIVE_CARDS,
    GIVE_DEEDS,
    GROUP,
    GROUP_DEEDS,
    GROUP_MAXIMUM,
    GROUP_SET,
    GROUP_SIZE,
    GROUPS,
    HAND,
    HANDS,
    HOLDER,
    LOAN,
    OFFER,
    OFFER_SIZE,
    OFFERS,
    OWNER,
    PILE,
    PILE_LENGTH,
    RELEASE_CARD,
    SEATS_MAXIMUM,
    TAKE_CARDS,
    TAKE_DEEDS,
    TO,
    UNSOLD,
    WEIGHT,
    WHOLE,
    Vector,
)
from hub.foresight.engines.derived.play.stack import lowest_bit


def give(s: Vector, t: Vector, deed: int, target: int) -> None:
    """The deed goes to a seat, or (-1) to the bank; the counts are updated."""
    source = s[OWNER + deed]
    group = t[GROUP + deed]
    at = COUNT + group * SEATS_MAXIMUM
    if source >= 0:
        s[at + source] -= 1
        s[HAND + source] ^= 1 << deed
        s[WHOLE + source] &= ~(1 << t[GROUPS] - 1 - group)
    else:
        s[UNSOLD] -= 1
    if target >= 0:
        s[at + target] += 1
        s[HAND + target] |= 1 << deed
        if s[at + target] == t[GROUP_SIZE + group]:
            s[WHOLE + target] |= 1 << t[GROUPS] - 1 - group
    else:
        s[UNSOLD] += 1
    s[OWNER + deed] = target
    s[HANDS] += (target - source) * t[WEIGHT + deed]
    if s[OFFERS]:
        lapse_with_deed(s, deed)


def give_card(s: Vector, t: Vector, deck: int, target: int) -> None:
    """The release card of a deck goes from its holder to another, or (-1) back under its pile."""
    giver = s[HOLDER + deck]
    s[HOLDER + deck] = target
    if target < 0:
        s[PILE + deck * CARDS_MAXIMUM + s[PILE_LENGTH + deck]] = t[RELEASE_CARD + deck]
        s[PILE_LENGTH + deck] += 1
    i = 0
    while i < s[OFFERS]:
        f = OFFER + i * OFFER_SIZE
        given = s[f + FROM] == giver and s[f + GIVE_CARDS] >> deck & 1
        if given or (s[f + TO] == giver and s[f + TAKE_CARDS] >> deck & 1):
            drop_offer(s, i)
        else:
            i += 1


def has_built(s: Vector, t: Vector, seat: int, group: int) -> bool:
    """Whether any building of a seat stands in a group."""
    return s[BUILT] & s[HAND + seat] & t[GROUP_SET + group] != 0


def stands_in_the_way(s: Vector, t: Vector, seat: int, deed: int) -> bool:
    """Whether buildings prevent a seat from selling a deed."""
    return has_built(s, t, seat, t[GROUP + deed])


def loans_on(t: Vector, deeds: int) -> int:
    """What the bank lends on a set of deeds."""
    total = 0
    while deeds:
        total += t[LOAN + lowest_bit(deeds)]
        deeds &= deeds - 1
    return total


def names_deed(deeds: int, deed: int) -> bool:
    """Whether a list of deeds holds this one."""
    while deeds:
        if deeds & 63 == deed:
            return True
        deeds >>= 6
    return False


def drop_offer(s: Vector, place: int) -> None:
    """Remove an offer; those after it move up."""
    s[OFFERS] -= 1
    for i in range(OFFER + place * OFFER_SIZE, OFFER + s[OFFERS] * OFFER_SIZE):
        s[i] = s[i + OFFER_SIZE]


def lapse_with_deed(s: Vector, deed: int) -> None:
    """A deed is no longer what was offered: remove the offers with it."""
    i = 0
    while i < s[OFFERS]:
        f = OFFER + i * OFFER_SIZE
        if names_deed(s[f + GIVE_DEEDS], deed) or names_deed(s[f + TAKE_DEEDS], deed):
            drop_offer(s, i)
        else:
            i += 1


def lapse_with_group(s: Vector, t: Vector, group: int) -> None:
    """The buildings of a group have changed: remove the offers of its deeds."""
    for i in range(t[GROUP_SIZE + group]):
        lapse_with_deed(s, t[GROUP_DEEDS + group * GROUP_MAXIMUM + i])


def lapse_with_seat(s: Vector, seat: int) -> None:
    """A seat is out: remove the offers from and to it."""
    i = 0
    while i < s[OFFERS]:
        f = OFFER + i * OFFER_SIZE
        if s[f + FROM] == seat or s[f + TO] == seat:
            drop_offer(s, i)
        else:
            i += 1
