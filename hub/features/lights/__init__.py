"""Lights and home automation join in: what happens at the table goes to an MQTT broker and to a WLED strip.

Both are shown what everybody in the room sees, from threads of their own: no table ever waits for them.
"""

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"lights": ".command"}, at_table=".at_table")
