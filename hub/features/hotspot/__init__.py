"""A Wi-Fi of the hub's own, where there is none: through NetworkManager, on Linux (PI.md)."""

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"hotspot": ".command"}, at_table=".at_table")
