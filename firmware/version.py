"""The version of this firmware, as a node says it in its hello."""

VERSION = "0.1.0"
