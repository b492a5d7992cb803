"""Each seat counts only the share offers that concern it, so that numbers tell nothing of others."""

import pytest

from hub.domain.share_dealing import AcceptShares
from hub.domain.shares import Shares
from hub.table.game.shown import as_meant, as_shown, shown_number
from hub.table.wire.audience import Audience

MADE = Shares(made=[(0, 1), (1, 2), (2, 0)])
KNOWN = {
    Audience("banker"): [1, 2, 3],
    Audience("seat", 0): [1, 3],
    Audience("seat", 1): [1, 2],
    Audience("seat", 2): [2, 3],
}


@pytest.mark.parametrize("audience", KNOWN)
def test_a_seat_counts_its_own_offers_from_one(audience: Audience) -> None:
    """Whatever others offered in between; the same number leads back to the same offer."""
    for shown, offer in enumerate(KNOWN[audience], 1):
        assert shown_number(MADE, audience, offer) == shown
        assert as_shown(MADE, audience, AcceptShares(0, offer)) == AcceptShares(0, shown)
        assert as_meant(MADE, audience, AcceptShares(0, shown)) == AcceptShares(0, offer)


@pytest.mark.parametrize("audience", [*KNOWN, Audience("viewer")])
def test_a_number_that_was_never_shown_means_no_offer(audience: Audience) -> None:
    """Neither nought nor a negative one nor the next means the newest or any other offer."""
    for number in (0, -1, len(KNOWN.get(audience, ())) + 1):
        assert as_meant(MADE, audience, AcceptShares(0, number)).offer == 0
