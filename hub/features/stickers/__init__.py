"""Stickers: where a space has no reader, a player's phone reads the sticker on it and says where the piece stands."""

from hub.feature import Feature

FEATURE = Feature(__name__, requests=".stickers:REQUESTS", settings=".stickers:SETTINGS", view=".stickers:FIELDS")
