"""The service: has the table opened whenever the computer starts; `bankhalter service`."""

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"service": ".command"})
