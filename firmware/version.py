"""The version of this firmware, which a node sends in its hello."""

VERSION = "0.2.0"
