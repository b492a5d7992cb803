"""A running hub as a process: how it starts, answers and ends."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest
from helpers.hub_process import AS_INSTALLED, HubProcess
from helpers.waiting import until
from msgspec.structs import replace
from server.browser import Browser

from hub.board.board import SerialBoard
from hub.board.link import SILENT_MS
from hub.composition import play
from hub.composition.welcome import BoardSentence, Terminal, qr_blocks
from hub.simulated_board.board import PoweredNode, SimulatedBoard
from hub.words import Language

GOODBYE_S = SILENT_MS / 1000 / 2

OPENED = """
import sys, urllib.request, re
from contextlib import ExitStack
from pathlib import Path
from hub.cli import _parser
_parser(["play"])
from hub.composition.play import PlayOptions, open_alone
kind = sys.argv[2] or None
with ExitStack() as closing:
    options = PlayOptions(simulated=kind, no_board=kind is None, http_port=0, data_dir=Path(sys.argv[1]), version="1")
    shown = open_alone(options, closing)
    port = re.search(r"localhost:(\\d+)", shown)[1]
    urllib.request.urlopen(f"http://localhost:{port}/table").read()
    print(*sorted(sys.modules))
"""

COMMANDS = {"hub.commands.play", "hub.commands.options", "hub.commands.terminal"}
"""What the command that opens a table needs of the others."""

LIBRARIES = {"prometheus_client", "psycopg", "reportlab", "xlsxwriter"}
PLAIN = play.PlayOptions(http_port=0, data_dir=None, version="1")


class Line(Browser):
    def __init__(self, hub: HubProcess) -> None:
        super().__init__(hub.port, key=hub.key)
        self.view: dict[str, Any] = self.wait("view")

    def carry_out(self, request: str, /, **action: Any) -> None:
        ack = self.ask(action, request)
        assert ack["ok"], ack
        self.emit("refresh")
        self.view = self.wait("view", lambda view: view["version"] >= ack["version"])

    def play(self, request: str, /, **command: Any) -> None:
        self.carry_out(request, do="play", command=command)

    def begin(self, *throws: tuple[int, list[int]]) -> None:
        """Anna and Ben begin a game, and throw so."""
        for name in ("Anna", "Ben"):
            self.carry_out(f"add-{name}", do="add_seat", name=name)
        self.carry_out("begin", do="begin")
        for number, (seat, faces) in enumerate(throws):
            self.play(f"throw-{number}", command="throw", seat=seat, faces=faces, source="typed")


def test_a_hub_tells_where_it_is_and_how_it_does(hub):
    """The terminal names board, addresses and PIN; `/healthz` tells version, board and game as JSON."""
    assert "Board: simulated (full)." in hub.welcome
    assert hub.local_url in hub.welcome
    assert len(hub.pin) == 6
    assert "█" in hub.welcome or "▄" in hub.welcome
    until(lambda: hub.health()["board"] == "up", "the board is there")
    health = hub.health()
    assert health["game"] is None
    assert health["version"] == hub.welcome.split()[1]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at a process as Linux shows it")
def test_a_hub_opens_as_many_files_as_its_limits_count_on(tmp_path):
    """Where the system gives a program 256, as macOS does."""
    import resource  # only where there is one

    few = ("sh", "-c", 'ulimit -S -n 256; exec "$0" "$@"', *AS_INSTALLED)
    with HubProcess(tmp_path, program=few) as hub:
        assert resource.prlimit(hub.process.pid, resource.RLIMIT_NOFILE)[0] == 1024


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_hub_stops_cleanly(hub, number):
    """Asked to stop, it ends with a success and without a word, and the port can be taken at once."""
    with closing(Line(hub)):
        assert hub.end(number) == (0, "")
    with socket.socket() as next_one:
        next_one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        next_one.bind(("0.0.0.0", hub.port))


@pytest.mark.skipif(os.name != "posix", reason="needs a serial port that is none")
def test_a_board_goes_dark_when_its_hub_stops(tmp_path):
    """On a named port the hub lights where the piece has to go; at its end it says goodbye, and the board is dark."""
    powered = PoweredNode("shelf-1", "starter", 1, True)
    powered.plug_in()
    with HubProcess(tmp_path, "--port", powered.port) as hub, closing(Line(hub)) as line:
        assert f"Board: {powered.port}." in hub.welcome
        line.begin((0, [6, 5]), (1, [1, 2]), (0, [1, 2]))
        until(lambda: powered.node.scene and any(powered.node.scene.lights), "the reader glows")
        hub.end(signal.SIGTERM)
        until(lambda: powered.node.scene is None, "the board is dark, not only after its own patience", GOODBYE_S)
    powered.unplug()


@pytest.mark.parametrize(
    ("known", "kind", "said"),
    [
        ([], SimulatedBoard, BoardSentence("none")),
        (["/dev/ttyACM0"], SerialBoard, BoardSentence("found", "/dev/ttyACM0")),
        (["/dev/ttyACM0", "/dev/ttyACM1"], SerialBoard, BoardSentence("found", "/dev/ttyACM0, /dev/ttyACM1")),
    ],
)
def test_the_board_is_chosen_by_what_is_plugged_in(monkeypatch, known, kind, said):
    """All known boards are played on, none leads to a simulated one, and the terminal says why."""
    monkeypatch.setattr(play, "known_port_names", lambda: known)
    board, which = play.chosen_board(PLAIN, 13)
    assert type(board) is kind
    assert which == said


def test_a_board_that_was_asked_for_is_not_guessed(monkeypatch):
    """Named ports, a simulated board and wood alone, which nothing moves, win over whatever is plugged in."""
    monkeypatch.setattr(play, "known_port_names", lambda: ["/dev/ttyACM0"])
    named = play.chosen_board(replace(PLAIN, ports=("COM3", "COM4")), 13)[1]
    assert named == BoardSentence("ports", "COM3, COM4")
    simulated, which = play.chosen_board(replace(PLAIN, simulated="starter"), 13)
    assert (len(simulated.powered), which) == (1, BoardSentence("simulated", "starter"))
    assert welcome_in("en", which).splitlines()[1] == "Board: simulated (starter)."
    wood, which = play.chosen_board(replace(PLAIN, no_board=True), 13)
    assert (wood.simulator, list(wood.nodes()), which) == (None, [], BoardSentence("wood"))
    assert not wood.sought


NONE = BoardSentence("none")


def welcome_in(language: Language, which: BoardSentence = NONE, *urls: str, tls: bool = False) -> str:
    shown = {"version": "1", "board": which, "way_in": "http://localhost/", "pin": "1234", "folder": "/x"}
    return Terminal(language).table(urls=urls or ("http://x",), tls=tls, **shown)


def test_the_terminal_is_greeted_in_its_language():
    """Where it speaks German so does the welcome, with everything that the English one says."""
    german, english = map(welcome_in, ("de", "en"))
    assert "PIN der Bank:   1234" in german
    assert "Brett: simuliert, weil keines eingesteckt ist." in german
    assert len(german.splitlines()) == len(english.splitlines())


def test_the_terminal_says_how_others_come():
    """By the code and the first address; others stand beside it; what is not so is not said."""
    four, six = "https://192.168.1.2:8080", "https://[fd00::2]:8080"
    two, alone = welcome_in("en", NONE, four, six), welcome_in("en", NONE, six, tls=True)
    assert qr_blocks(f"{four}/table") in two
    assert [line.split()[2:] for line in two.splitlines() if "Also at:" in line] == [[six]]
    assert ("IPv6 alone" in two, "IPv6 alone" in alone) == (False, True)
    assert ("not private" in two, "not private" in alone) == (False, True)
    own, named = "bankhalter.local", Terminal("en").named
    assert named(f"http://{own}", own, own) == f"By its name in this network: http://{own}"
    assert named("http://x-2.local", "x-2.local", own).startswith(f"Another table in this network is called {own};")


@pytest.mark.feature("trust")
@pytest.mark.parametrize("tls", [True, False])
def test_the_terminal_says_where_the_warning_ends(tls):
    """On a page that needs no https; without https there is no warning."""
    shown = welcome_in("en", NONE, "https://x", tls=tls)
    assert ("The page http://x/trust ends the warning." in shown) == tls


@pytest.mark.parametrize("kind", ["", "full"])
def test_an_open_table_has_not_loaded_what_nobody_asked_for(tmp_path, kind):
    """Other commands, a club, what prints and writes workbooks; on wood alone no electronics, not even simulated."""
    started = subprocess.run([sys.executable, "-c", OPENED, tmp_path, kind], capture_output=True, text=True, check=True)
    loaded = set(started.stdout.split())
    assert {name for name in loaded if name.startswith("hub.commands.")} <= COMMANDS
    unwanted = ("hub.store.postgres.", "hub.features.club.", *(("hub.simulated_board",) if not kind else ()))
    assert not [name for name in loaded if name.startswith(unwanted)]
    assert not LIBRARIES & loaded
    assert "hub.composition.play" in loaded
