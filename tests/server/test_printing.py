"""The printed parts of any edition over HTTP: for the banker alone, as one PDF."""

import pytest
from helpers.served import Server
from server.answer import Answer

pytestmark = pytest.mark.feature("printing")

LABELS = "/api/print/{}.pdf?language=de&sheets=labels"


def test_the_banker_prints_an_edition_that_nobody_has_chosen(server: Server) -> None:
    """It comes as a PDF that says which edition it is."""
    answer = Answer(server, LABELS.format("mega"), local=True)
    assert (answer.status, answer.body[:5]) == (200, b"%PDF-")
    assert 'filename="bankhalter-mega-de.pdf"' in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("query", ["language=fr&sheets=labels", "language=de&sheets=secrets", "language=de", ""])
def test_what_cannot_be_printed_is_refused(server: Server, query: str) -> None:
    """Only languages of the pages and sheets that there are."""
    assert Answer(server, f"/api/print/classic.pdf?{query}", local=True).status == 400
    assert Answer(server, LABELS.format("nosuch"), local=True).status == 400
