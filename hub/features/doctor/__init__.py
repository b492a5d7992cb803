"""The doctor: diagnoses ports, nodes and addresses; `bankhalter doctor`."""

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"doctor": ".command"})
