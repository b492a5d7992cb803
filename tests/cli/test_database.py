"""`--database`: the games of a table lie on a PostgreSQL server, for playing and for every command that reads them."""

import signal

import pytest
from helpers.hub_process import HubProcess, bankhalter

PASSWORD = "walnut-and-fig"


@pytest.fixture
def url(postgres, request):
    """A table of its own; the server lets everybody in, and the address has a password all the same."""
    return postgres.url(f"c{abs(hash(request.node.name))}").replace("@", f":{PASSWORD}@")


@pytest.mark.feature("export")
def test_a_game_goes_on_on_a_server(url, file, tmp_path):
    """It is imported, played on with a hub that is killed and started again, and leaves as it came."""
    done = bankhalter("import", file, "--database", url, "--data-dir", tmp_path / "unused")
    assert (done.returncode, done.stderr) == (0, "")
    data = tmp_path / "data"
    board = ("--simulated=starter", "--database", url)
    with HubProcess(data, *board) as hub:
        assert hub.health()
        hub.end(signal.SIGKILL)
    with HubProcess(data, *board) as hub:
        assert hub.end(signal.SIGTERM)[0] == 0
    again = tmp_path / "again.bankhalter"
    assert bankhalter("export", "last", "--game", again, "--database", url).returncode == 0
    assert again.read_bytes() == file.read_bytes()
    assert not (data / "bankhalter.sqlite3").exists()
    written = b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())
    assert PASSWORD.encode() not in written


@pytest.mark.feature("export", "odds")
@pytest.mark.all
def test_every_reader_takes_it(url, file, monkeypatch):
    """What lists, records and foresees games finds them on the server, also by the variable's address."""
    monkeypatch.setenv("BANKHALTER_DATABASE", url)
    assert bankhalter("import", file).returncode == 0
    listed = bankhalter("games").stdout
    assert "classic" in listed
    assert bankhalter("record", "last").stdout.count("\n") > 3
    assert '"odds"' in bankhalter("odds", "last", "--rollouts", "20", "--json").stdout


@pytest.mark.parametrize("command", [["games"], ["play", "--simulated=starter", "--no-browser", "--http-port", "0"]])
def test_a_server_that_is_not_there_is_one_sentence(command, tmp_path):
    """It says what cannot be reached and what to check, without the password."""
    address = f"postgresql://anna:{PASSWORD}@127.0.0.1:1/games"
    done = bankhalter(*command, "--database", address, "--data-dir", tmp_path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "127.0.0.1:1/games cannot be reached" in done.stderr
    assert PASSWORD not in done.stderr
