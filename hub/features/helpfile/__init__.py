"""The help file: everything somebody who was not there needs, in one archive without secrets; and how to replay it."""

from __future__ import annotations

from hub.feature import Feature

FEATURE = Feature(commands={"helpfile": f"{__name__}.command"})
