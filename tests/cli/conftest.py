"""The command line as people use it: the installed console script in a process of its own."""

import pytest
from helpers.hub_process import HubProcess
from helpers.stored_evening import play_round, sitting

from hub import cli
from hub.table.requests import ChangeSeat


@pytest.fixture
def hub(tmp_path):
    """A hub with a simulated board on a fresh folder."""
    with HubProcess(tmp_path) as hub:
        yield hub


@pytest.fixture
def here(tmp_path):
    """A folder with a game in the middle: a deed bought, another purchase taken back, a bot, another look."""
    folder = tmp_path / "here"
    with sitting(folder) as seated:
        play_round(seated)
        seated.do(ChangeSeat(0, "Änne", "teal", "heart"))
    return folder


@pytest.fixture
def file(here):
    file = here.parent / "evening.bankhalter"
    assert cli.main(["export", "last", "--game", str(file), "--data-dir", str(here)]) == 0
    return file
