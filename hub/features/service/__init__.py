"""The service: has the table opened whenever the computer starts; `bankhalter service`."""

from __future__ import annotations

from hub.feature import Feature

FEATURE = Feature(commands={"service": f"{__name__}.command"})
