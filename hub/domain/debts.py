"""What becomes of a debt between players, for the log and the feed; the open debt itself is a task."""

from hub.domain.facts import Fact
from hub.domain.ids import Seat


class DebtSetOff(Fact):
    """A creditor paid `amount` of a price by reducing the debt owed to them; `left` of that debt remains (K20)."""

    debtor: Seat
    creditor: Seat
    amount: int
    left: int
