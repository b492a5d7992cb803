"""Have the hub started whenever this computer starts, as the user who runs this command, or undo that."""

import argparse
import shlex
import shutil
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import platformdirs

from hub.commands import CannotRun, whole_number
from hub.commands.options import add_data_dir, add_http_port, board_of, table_names
from hub.commands.writing import write_files
from hub.store.folder import DataFolder, default_path

HELP = "start the hub whenever this computer starts (systemd)"
NAME = "bankhalter.service"
SYSTEM = Path("/etc/systemd/system")
PORT_MAXIMUM = 65535
FIRST_FREE_PORT = 1024
COMMON = """\
StandardOutput=null
Restart=on-failure
RestartSec=1
NoNewPrivileges=yes
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
"""

TITLES = {False: "Bankhalter, the bank for property-trading games", True: "Bankhalter, a club's tables"}
PATIENT = "StartLimitIntervalSec=0\n"
"""A club keeps restarting as long as its database is unavailable, for example while the computer boots."""

ONLINE = "After=network-online.target postgresql.service\nWants=network-online.target\n"
ENVIRONMENT = {False: "%E/bankhalter/environment", True: "/etc/bankhalter/environment"}
"""Where a database URL with a password belongs (BANKHALTER_DATABASE): everybody can read the unit itself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("install", "remove", "show"), help="show prints what install would write")
    add_http_port(parser, whole_number(FIRST_FREE_PORT, PORT_MAXIMUM), "port of the pages")
    add_data_dir(parser)
    parser.add_argument("--port", action="append", default=[], metavar="DEV", help="serial port of a node")
    parser.add_argument(
        "--tables", metavar="N|NAMES", type=table_names, help="open a club with these tables (see `bankhalter club`)"
    )
    parser.add_argument(
        "--board", action="append", default=[], type=board_of, metavar="TABLE=DEV", help="a node of one of its tables"
    )
    parser.add_argument(
        "--system", action="store_true", help="for the whole computer: as an administrator, with --data-dir and --user"
    )
    parser.add_argument("--user", metavar="NAME", help="who a service of the whole computer runs as")
    parser.add_argument("--tls", action="store_true", help="use https with a certificate of its own")


def run(options: argparse.Namespace) -> int:
    if options.what != "remove":
        _check(options)
    folder = SYSTEM if options.system else platformdirs.user_config_path() / "systemd" / "user"
    unit = folder / NAME
    if options.what == "show":
        print(unit_of(options), end="")
    elif options.what == "install":
        install(options, unit)
    else:
        remove(unit, _manager(options))
    return 0


def unit_of(options: argparse.Namespace) -> str:
    """The text of the unit that runs the hub of this environment with these options."""
    command = [sys.executable, "-m", "hub"]
    if options.tables:
        command += ["club", "--tables", ",".join(options.tables)]
        command += [part for board in options.board for part in ("--board", "=".join(board))]
    else:
        command += ["play", "--no-browser"]
    command += ["--http-port", str(options.http_port), "--data-dir", str(_folder(options))]
    command += [part for port in options.port for part in ("--port", port)]
    command += ["--tls"] if options.tls else []
    # systemd expands % and $ in ExecStart, so both are doubled
    started = shlex.join(command).replace("%", "%%").replace("$", "$$")
    club, system = bool(options.tables), bool(options.system)
    return "".join(
        (
            f"[Unit]\nDescription={TITLES[club]}\n",
            ONLINE if system else "",
            PATIENT if club else "",
            f"\n[Service]\nExecStart={started}\n",
            f"User={options.user}\n" if system else "WorkingDirectory=%h\n",
            f"EnvironmentFile=-{ENVIRONMENT[system]}\n" if club else "",
            COMMON,
            f"TimeoutStopSec={60 if club else 15}\n",
            f"\n[Install]\nWantedBy={'multi-user' if system else 'default'}.target\n",
        )
    )


def _check(options: argparse.Namespace) -> None:
    """Check that the options can be combined. Raises CannotRun."""
    if options.system and (options.user is None or options.data_dir is None):
        raise CannotRun("a service of the whole computer needs --user, whose games they are, and --data-dir")
    if options.user is not None and not options.system:
        raise CannotRun("--user is for --system; without it the service is that of whoever runs this command")
    if options.board and not options.tables:
        raise CannotRun("--board is for the tables of a club (--tables); one table takes --port")
    if options.port and options.tables:
        raise CannotRun("a club's tables have their boards by name: --board TABLE=DEV instead of --port")


def _manager(options: argparse.Namespace) -> tuple[str, ...]:
    return ("systemctl",) if options.system else ("systemctl", "--user")


def install(options: argparse.Namespace, unit: Path) -> None:
    """Write the unit, start the hub and print its address. Raises CannotRun.

    By default it is a user unit: no administrator rights are needed, the games stay where they are, and nothing that
    the terminal would show (such as the PIN) reaches the journal. An administrator installs a system unit, which runs
    as an unprivileged user.
    """
    if shutil.which("systemctl") is None:
        raise CannotRun("this computer has no systemd; have it run `bankhalter play --no-browser` when it starts")
    pin = None if options.system else DataFolder(_folder(options)).secrets().banker_pin
    try:
        unit.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotRun(f"{unit.parent} cannot be made: {error.strerror}") from error
    scheme, page = ("https" if options.tls else "http"), ("" if options.tables else "/table")
    address = f"{scheme}://localhost:{options.http_port}{page}"
    try:
        with ExitStack() as undoing:
            _begin(options, unit, undoing)
            undoing.pop_all()
    except CannotRun as error:
        begun = "club" if options.tables else "play --no-browser"
        raise CannotRun(
            f"{error}. What had been begun is undone. Until that works, `bankhalter {begun} --http-port "
            f"{options.http_port}` opens {address}"
        ) from error
    shown = "" if pin is None or options.tables else f", PIN {pin}"
    print(f"The hub starts with this computer now: {address}{shown}.")
    if options.tables:
        print("`bankhalter club --show-pin` shows the club's PIN, for the same data folder or database.")
    print("`bankhalter service remove` ends that; the games stay.")


def _begin(options: argparse.Namespace, unit: Path, undoing: ExitStack) -> None:
    """Write the unit and start it; what is done so far can be undone with `undoing`. Raises CannotRun."""
    manager, former = _manager(options), unit.read_bytes() if unit.exists() else None
    undoing.callback(_put_back, unit, former, manager)
    write_files({unit: unit_of(options).encode()}, force=True)
    _ask(*manager, "daemon-reload")
    _ask(*manager, "enable", NAME)
    _ask(*manager, "restart", NAME)
    if not options.system:
        _ask("loginctl", "enable-linger")  # keeps the unit running while the user is not logged in


def _put_back(unit: Path, former: bytes | None, manager: tuple[str, ...]) -> None:
    """Have the unit as it was before: running with its former text, or not at all."""
    steps = [("daemon-reload",), ("restart", NAME)]
    if former is None:
        _try(*manager, "disable", "--now", NAME)
        unit.unlink(missing_ok=True)
        steps = [("daemon-reload",)]
    else:
        write_files({unit: former}, force=True)
    for step in steps:
        _try(*manager, *step)


def remove(unit: Path, manager: tuple[str, ...]) -> None:
    if not unit.exists():
        raise CannotRun("the hub does not start with this computer; `bankhalter service install` makes it do so")
    _ask(*manager, "disable", "--now", NAME)
    unit.unlink()
    _ask(*manager, "daemon-reload")
    print("The hub no longer starts with this computer. The games are where they were.")


def _folder(options: argparse.Namespace) -> Path:
    folder: Path = options.data_dir or default_path()
    return folder.expanduser().absolute()


def _try(*command: str) -> None:
    """The same where nothing can be done about a failure."""
    with suppress(CannotRun):
        _ask(*command)


def _ask(*command: str) -> None:
    """Run a systemd command. Raises CannotRun with its error message."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CannotRun(f"`{shlex.join(command)}` cannot be run: {error.strerror}") from error
    if done.returncode:
        why = " ".join(done.stderr.split()) or f"it ended with {done.returncode}"
        raise CannotRun(f"`{shlex.join(command)}` failed: {why}")
