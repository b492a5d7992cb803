"""A stored game as tables for a spreadsheet: sheets over what is in force, written as xlsx, CSV or JSON.

Called by the command `export` and by `hub.server.http.workbook`. `hub/docs/EXPORT.md` describes the sheets.
"""
