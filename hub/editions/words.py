"""The texts of an edition by others, from `texts.csv` in its package; our own are with the pages."""

import csv
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from hub.rules.track import TableError

FILE = "texts.csv"
LANGUAGES = ("de", "en")
COLUMNS = ["key", *LANGUAGES]
KEY = re.compile(r"[a-z0-9_.]{1,60}")
LENGTH_MAXIMUM = 300
ROWS_MAXIMUM = 300


@cache
def words_of(package: str) -> Mapping[str, Mapping[str, str]]:
    """Texts by language and key; none if the package has no such file. Raises TableError."""
    file = files(package) / FILE
    if not file.is_file():
        return {}
    rows = list(csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines()))
    for number, row in enumerate(rows, 2):
        if number > ROWS_MAXIMUM or not _is_fit(row):
            raise TableError(
                f"{FILE}, line {number}: give a key and a text in each of {', '.join(LANGUAGES)}, none longer than "
                f"{LENGTH_MAXIMUM} letters, and {ROWS_MAXIMUM} lines at most"
            )
    return {language: {row["key"]: row[language] for row in rows} for language in LANGUAGES}


def _is_fit(row: Mapping[str, str | None]) -> bool:
    texts = [text or "" for text in row.values()]
    return (
        list(row) == COLUMNS
        and all(0 < len(text) <= LENGTH_MAXIMUM for text in texts)
        and KEY.fullmatch(texts[0]) is not None
    )
