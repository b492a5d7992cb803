"""The doctor: diagnoses ports, nodes and addresses; `bankhalter doctor`."""

from __future__ import annotations

from hub.feature import Feature

FEATURE = Feature(commands={"doctor": f"{__name__}.command"})
