"""A stored game as tables for a spreadsheet: sheets over what is in force, written as xlsx, CSV or JSON.

Called by the command `export` and by `hub.features.export.at_table`. `hub/docs/EXPORT.md` describes the sheets.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__,
    commands={"export": ".command", "import": ".import_command"},
    at_table=".at_table",
    offers={"workbook": ".book:exported"},
)
