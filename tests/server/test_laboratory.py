"""The report of the laboratory opens in a window of its own, by a name that only the banker is shown."""

from typing import Any

import pytest
from helpers.banker_key import banker_key
from helpers.seated import Seated
from helpers.served import Server, adding
from server.answer import Answer

from hub.features.laboratory.at_table import laboratory
from hub.features.laboratory.carrying_out import Newest
from hub.features.laboratory.desk import LabDesk, LabQuestion, LabReportView
from hub.server.limits import Limits
from hub.words import LANGUAGES

NAME = "c0ffee" * 5
QUESTION = LabQuestion(edition="classic", own_tables=False, house_rules=(), seats=2, games=100)
POLICY = "default-src 'none'; style-src 'sha256-x'"
PATH = f"/api/laboratory?report={NAME}&language=de"
pytestmark = pytest.mark.parametrize("limits", [Limits(exports_per_minute=3)])


def report(name: str) -> Newest | None:
    pages = {language: f"<html lang={language}>" for language in LANGUAGES}
    return Newest(QUESTION, pages, dict.fromkeys(LANGUAGES, POLICY)) if name == NAME else None


@pytest.fixture
def options(seated: Seated) -> dict[str, Any]:
    """The server has a report."""
    seated.table.desk(LabDesk).ready(LabReportView(NAME, QUESTION))
    return {"more": adding(lambda opened: laboratory(opened.setting.limits, report))}


def test_whoever_has_the_name_reads_the_report(server: Server) -> None:
    """A window that is opened sends no key; nothing on the way keeps what came, and no other site opens it."""
    assert Answer(server, PATH, Sec_Fetch_Site="cross-site").status == 403
    for language in ("de", "en"):
        answer = Answer(server, f"/api/laboratory?report={NAME}&language={language}")
        assert (answer.status, answer.body.decode()) == (200, f"<html lang={language}>")
        assert answer.headers["Content-Type"].startswith("text/html")
        assert answer.headers["Cache-Control"] == "no-store"
        assert "bankhalter-lab.html" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("name", ["", NAME[:-1], NAME.upper(), f"{NAME}0", "%C3%A9"])
def test_no_other_name_opens_anything(server: Server, name: str) -> None:
    """Not even for the banker's key."""
    answer = Answer(server, f"/api/laboratory?report={name}&language=de", banker_key())
    assert (answer.status, answer.reason) == (403, "not_allowed")


def test_the_page_of_a_report_can_do_nothing(server: Server) -> None:
    """It is no page of ours: it has its own style and neither scripts nor our rights, and nobody puts it in a frame."""
    policy = Answer(server, PATH).headers["Content-Security-Policy"]
    parts = [part.strip() for part in policy.split(";")]
    assert {*POLICY.split("; "), "sandbox", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"} == {
        *parts
    }
    assert "script-src" not in policy


def test_a_report_is_opened_only_so_often(server: Server) -> None:
    """Trying names is slow, and so is asking again and again, also in a language that we do not speak."""
    assert Answer(server, f"/api/laboratory?report={NAME}&language=xx").status == 400
    assert [Answer(server, PATH).status for _ in range(3)] == [200, 200, 429]
