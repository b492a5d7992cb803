"""What features tell of a game, as text; nothing of those that a hub does without."""

import msgspec

from hub.features import features
from hub.table.game.live import Played


def exported(played: Played) -> str:
    """The tables of a game for a spreadsheet."""
    if "export" not in features():
        return ""
    from hub.features.export.book import as_json, book_of

    return as_json(book_of(played, "en")).decode()


def told_story(played: Played) -> str:
    """The story of an evening."""
    if "evening" not in features():
        return ""
    from hub.features.evening.evening import evening_of

    return msgspec.json.encode(evening_of(played)).decode()
