"""The service: has the table opened whenever the computer starts; `bankhalter service`."""

from __future__ import annotations

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"service": ".command"})
