"""Paper for the wooden board: spaces, deeds, cards, labels for tags and a banker's sheet, as PDF on A4.

Everything that is printed comes from the tables which the engine plays and from the texts of the pages.
`booklet.py` names the sheets; `bankhalter print` is the command.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__, commands={"print": ".command"}, at_table=".at_table", offers={"sheets": ".at_table:sheets_of"}
)
