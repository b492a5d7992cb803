"""The help file over the wire: for the banker alone, with all that is needed and nothing that is secret."""

import io
import json
import zipfile

import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer
from server.conftest import PIN

from hub.domain.commands import Throw
from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK
from hub.features.helpfile.contents import ABOUT, DEVICE, RECORD, TRANSCRIPT
from hub.table.interfaces.board import WireLine
from hub.table.requests import AddSeat, Correct


def parts(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def asked(server: Server, names: str = "yes", **options: object) -> Answer:
    return Answer(server, f"/api/helpfile.zip?names={names}", **options)  # type: ignore[arg-type]


def test_it_has_a_name_of_the_hubs_own(server: Server) -> None:
    """Whatever it is asked for by; whoever does not say whether names are in it gets none."""
    given = asked(server, local=True)
    assert given.headers["Content-Disposition"].startswith('attachment; filename="bankhalter-help-20')
    assert asked(server, "maybe", local=True).status == 400


def test_names_can_be_left_out(server: Server, seated: Seated) -> None:
    """Without names nothing that people wrote is in it: neither what they are called nor their reasons."""
    seated.begin()
    seated.do(Correct(CorrectMoney(BANK, 0, 5, reason="Ben has stolen it")))
    seated.play(Throw(0, (1, 2)))
    with_names, without = (parts(asked(server, names, local=True).body)[RECORD] for names in ("yes", "no"))
    assert "Anna" in with_names
    assert "stolen" in with_names
    assert [word for word in ("Anna", "Ben", "stolen") if word in without] == []
    assert len(without.splitlines()) == len(with_names.splitlines())


@pytest.mark.parametrize(("trouble", "shown"), [(None, []), ("io", ["the last move could not be stored: io"])])
def test_a_disk_in_trouble_is_reported(server: Server, seated: Seated, trouble: str | None, shown: list[str]) -> None:
    """While moves cannot be stored, the log cannot be either: the file says so itself."""
    seated.store.fail_with = trouble
    seated.ask(AddSeat("Chloe"))
    assert json.loads(parts(asked(server, local=True).body)[ABOUT])["damage"] == shown


def test_codes_of_the_door_are_struck_out_and_lines_are_in_it_once(
    server: Server, seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code may have come into a line; of the lines the transcript is enough."""
    code = server.codes[0]
    for lines in ("transcript", "lines"):
        monkeypatch.setattr(seated.board, lines, lambda *_: [WireLine(1, 1, "n", False, f"said {code} {PIN}", True)])
    given = parts(asked(server, local=True).body)
    assert [text for text in given.values() if code in text or PIN in text] == []
    assert [name for name, text in given.items() if "said" in text] == [TRANSCRIPT]
    assert DEVICE in given
