"""The program on this computer: begun by a double click, ended by its icon or a button, updated (RELEASE.md)."""

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"app": ".app_command", "update": ".update_command"}, at_table=".at_table")
