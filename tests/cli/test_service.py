"""`bankhalter service`: the unit says what systemd is to run, and what systemd complains of reaches the terminal."""

import configparser
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hub.cli import main

pytestmark = pytest.mark.feature("service")

NAME = "bankhalter.service"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture
def systemd(home, monkeypatch):
    """Stands in for systemd's programs: they note how they were called, and fail if told to."""
    programs, calls = home / "programs", home / "calls"
    programs.mkdir()

    def made(complaint):
        for name in ("systemctl", "loginctl"):
            script = f'#!/bin/sh\necho "{name} $*" >> {calls}\n'
            script += f'echo "{complaint}" >&2; exit 1\n' if complaint else ""
            (programs / name).write_text(script)
            (programs / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
        return calls

    return made


def unit(home: Path) -> Path:
    """Where systemd looks for what belongs to a person."""
    return home / "config/systemd/user" / NAME


def test_what_is_installed_runs_this_hub_on_these_games(home, systemd, capsys):
    """The command is this environment's, quoted as systemd reads it; it is started, also without anybody logged in."""
    calls, games = systemd(""), home / "our 100% $games"
    assert main(["service", "install", "--data-dir", str(games), "--http-port", "9000", "--tls"]) == 0
    parsed = configparser.ConfigParser(interpolation=None)
    parsed.optionxform = str
    parsed.read(unit(home))
    quoted = parsed["Service"]["ExecStart"]
    assert not {"%", "$"} & {*quoted.replace("%%", "").replace("$$", "")}, "systemd puts something else there"
    command = shlex.split(quoted.replace("%%", "%").replace("$$", "$"))
    assert command[:4] == [sys.executable, "-m", "hub", "play"]
    assert command[4:] == ["--no-browser", "--http-port", "9000", "--data-dir", str(games), "--tls"]
    steps = ("daemon-reload", f"enable {NAME}", f"restart {NAME}")
    assert calls.read_text().splitlines() == [*(f"systemctl --user {step}" for step in steps), "loginctl enable-linger"]
    said = capsys.readouterr().out
    pin = said.split("PIN ")[1][:6]
    assert "https://localhost:9000/table" in said
    assert pin.isdecimal()
    assert pin not in unit(home).read_text()
    assert parsed["Service"]["StandardOutput"] == "null"  # what the terminal shows is not for the journal
    assert parsed["Service"]["Restart"] == "on-failure", "a hub that crashed is there again"


def test_removing_stops_it_and_leaves_the_games(home, systemd):
    """The unit is gone, the folder with the games is not."""
    calls, games = systemd(""), home / "games"
    main(["service", "install", "--data-dir", str(games)])
    assert main(["service", "remove"]) == 0
    assert not unit(home).exists()
    assert games.is_dir()
    last = [f"systemctl --user disable --now {NAME}", "systemctl --user daemon-reload"]
    assert calls.read_text().splitlines()[-2:] == last


def test_a_service_of_the_whole_computer_is_its_managers(home, systemd, monkeypatch, capsys):
    """Not that of whoever installs it; nobody has to log in, and the games of somebody else are left alone."""
    calls = systemd("")
    monkeypatch.setattr("hub.features.service.command.SYSTEM", home / "system")
    assert main(["service", "install", *SYSTEM, "--data-dir", str(home / "games")]) == 0
    assert main(["service", "remove", "--system"]) == 0
    assert {call.split()[0] for call in calls.read_text().splitlines()} == {"systemctl"}
    assert "--user" not in calls.read_text()
    assert "PIN " not in capsys.readouterr().out
    assert not (home / "games").exists()


def test_what_systemd_complains_of_is_reported(home, systemd, capsys):
    """The command that failed, and why; where there is nothing to remove, how to install it."""
    systemd("no bus")
    assert main(["service", "remove"]) == 1
    assert "service install" in capsys.readouterr().err
    assert main(["service", "install", "--data-dir", str(home / "games")]) == 1
    assert "`systemctl --user daemon-reload` failed: no bus" in capsys.readouterr().err


@pytest.mark.parametrize("refused", ["daemon-reload", "enable bankhalter.service", "restart", "enable-linger"])
@pytest.mark.parametrize("former", [None, "[Service]\nExecStart=/before\n"])
def test_what_was_begun_is_undone(home, systemd, capsys, refused, former):
    """Whichever step is refused: the unit is as it was before, running or not there, and the address is said."""
    calls = systemd("")
    for name in ("systemctl", "loginctl"):
        program = home / "programs" / name
        denied = f'case "$*" in *"{refused}"*) echo "Access denied" >&2; exit 1;; esac\n'
        program.write_text(program.read_text() + denied)
    if former is not None:
        unit(home).parent.mkdir(parents=True)
        unit(home).write_text(former)
    assert main(["service", "install", "--data-dir", str(home / "games"), "--http-port", "8123"]) == 1
    said = capsys.readouterr().err
    assert "Access denied" in said
    assert "http://localhost:8123/table" in said
    last = calls.read_text().splitlines()[-2:]
    if former is None:
        assert not unit(home).exists()
        assert f"systemctl --user disable --now {NAME}" in last
    else:
        assert unit(home).read_text() == former
        assert last == ["systemctl --user daemon-reload", f"systemctl --user restart {NAME}"]


def test_without_systemd_there_is_a_way(home, monkeypatch, capsys):
    """Other systems start programs in their own way."""
    monkeypatch.setenv("PATH", str(home))
    assert main(["service", "install", "--data-dir", str(home / "games")]) == 1
    assert "no systemd" in capsys.readouterr().err
    assert not unit(home).exists()


CLUB = ("--tables", "20", "--board", "7=/dev/ttyACM0", "--board", "8=/dev/ttyACM1")
NODES = ("--port", "/dev/ttyACM0", "--port", "/dev/ttyACM1")
SYSTEM = ("--system", "--user", "games")


def shown(home: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["service", "show", "--data-dir", str(home / "our games"), *options]) == 0
    return capsys.readouterr().out


def started(text: str) -> list[str]:
    """The command that a unit starts."""
    return shlex.split(next(line for line in text.splitlines() if line.startswith("ExecStart=")).partition("=")[2])


def test_all_nodes_and_the_folder_are_named_for_whoever_starts_it_from_elsewhere(home, monkeypatch, capsys):
    """A unit begins in a folder of its own."""
    monkeypatch.chdir(home)
    assert main(["service", "show", "--data-dir", "games", *NODES]) == 0
    command = started(capsys.readouterr().out)
    assert command[command.index("--data-dir") + 1 :] == [str(home / "games"), *NODES]


@pytest.mark.feature("club")
def test_a_club_reads_where_its_tables_are(home, systemd, capsys):
    """At its front, and that its PIN is shown elsewhere: that of the folder is for one table."""
    systemd("")
    assert main(["service", "install", "--tables", "2", "--tls", "--data-dir", str(home / "games")]) == 0
    assert "https://localhost:8080." in (said := capsys.readouterr().out)
    assert "PIN " not in said.replace("--show-pin` shows the club's PIN", "")
    assert started(unit(home).read_text())[-1] == "--tls"


@pytest.mark.feature("club")
def test_a_clubs_unit(home, capsys):
    """It opens the tables with their boards, goes on trying while the database is away, and has no password in it."""
    text = shown(home, capsys, *CLUB)
    assert started(text)[3:10] == ["club", "--tables", ",".join(map(str, range(1, 21))), *CLUB[2:]]
    assert "StartLimitIntervalSec=0\n" in text
    assert "EnvironmentFile=-%E/bankhalter/environment\n" in text
    assert "StartLimit" not in shown(home, capsys)


def test_a_unit_of_the_whole_computer(home, capsys):
    """It starts without anybody logged in, as somebody without rights; a person's own has no such line."""
    text = shown(home, capsys, *SYSTEM)
    assert "User=games\n" in text
    assert "WantedBy=multi-user.target\n" in text
    assert "After=network-online.target" in text
    own = shown(home, capsys)
    assert [word for word in ("User=", "network-online") if word in own] == [], "a person's has no such target"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--system", "--user", "nobody"], "--data-dir"),
        (["--system", "--data-dir", "/srv/games"], "--user"),
        (["--user", "nobody"], "--system"),
        (["--board", "7=/dev/ttyACM0"], "--tables"),
        (["--tables", "3", "--port", "/dev/ttyACM0"], "--board"),
    ],
)
def test_options_that_do_not_fit_together(options, words, capsys):
    """A sentence says which other one is meant."""
    assert main(["service", "show", *options]) == 1
    assert words in capsys.readouterr().err


def test_a_port_that_only_administrators_may_open_fits_nobody(home, capsys):
    """Those below 1024."""
    with pytest.raises(SystemExit):
        main(["service", "show", "--http-port", "1023"])
    assert "1024" in capsys.readouterr().err
    assert "--http-port 1024 " in shown(home, capsys, "--http-port", "1024")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
@pytest.mark.parametrize(
    "options",
    [(), SYSTEM, *(pytest.param(club, marks=pytest.mark.feature("club")) for club in (CLUB, (*CLUB, *SYSTEM)))],
    ids=["table", "system", "club", "both"],
)
def test_systemd_takes_the_unit(home, capsys, options):
    """The check that systemd brings along finds nothing to complain of, and would."""
    written, kind = shown(home, capsys, *options), ("--system" if "--system" in options else "--user")
    assert complaints(home, written, kind) == []
    assert complaints(home, written.replace("RestartSec=", "RestartAfter="), kind) != []


def complaints(home: Path, text: str, kind: str) -> list[str]:
    file = home / NAME
    file.write_text(text)
    command, env = ["systemd-analyze", "verify", kind, file], {**os.environ, "XDG_RUNTIME_DIR": str(home)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert "Failed to initialize" not in done.stderr
    return [line for line in done.stderr.splitlines() if NAME in line]
