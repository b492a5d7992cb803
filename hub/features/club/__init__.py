"""A club: many tables at one port, a front page before them, and the way to a table that another process has."""

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"club": ".command"}, contract=".views")
