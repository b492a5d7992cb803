"""Whether a camera is on, and what everybody may know of it. Loaded at each table; a camera's board comes with more."""

import secrets
from typing import Final

from hub.features.camera.contract import BoardPlan, Grid

EYE_BYTES: Final = 16


class CameraSwitch:
    """Off until the banker turns it on.

    While it is on, `eye` is what the phone that sends pictures has to show. `plan` is that of a board of other measures
    than the printed one, and `grid` makes one of the next picture. `seen_dice` will count in a moment; it has
    some only while it `reads_dice`.
    """

    watching = reads_dice = False
    seen_dice: tuple[int, ...] = ()
    eye: str | None = None
    grid: Grid | None = None
    plan: BoardPlan | None = None

    def turn(self, *, on: bool) -> None:
        """Turn it on or off; whoever looks through it notices by themselves."""
        self.watching, self.seen_dice = on, ()
        self.eye = secrets.token_urlsafe(EYE_BYTES) if on else None
