"""The report of a hub's own laboratory is made, in a process that gives way to all others; `newest` stores it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hub.features.laboratory.contract import LabQuestion
from hub.features.laboratory.newest import Newest
from hub.features.laboratory.page.html import page_of, policy_of
from hub.simulation.judging import judged
from hub.simulation.report import report_of
from hub.simulation.setting import Laboratory
from hub.simulation.stored import games_in
from hub.words import LANGUAGES


def made(folder: Path, laboratory: Laboratory, question: LabQuestion, turn_s: float) -> bytes:
    """The report about the games in a folder, as it is stored. Takes seconds. Raises LabError, OSError."""
    played = games_in(folder, laboratory, question.games)
    report = report_of(laboratory, played, turn_s)
    sentences = judged(laboratory, played, report)
    pages = {language: page_of(laboratory.rules[0], report, sentences, language).decode() for language in LANGUAGES}
    return msgspec.json.encode(Newest(question, pages, {language: policy_of(language) for language in LANGUAGES}))
