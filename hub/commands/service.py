"""`bankhalter service`: has the hub start with this computer, as a service of systemd that belongs to one person.

It is a unit of the user's own: no rights of an administrator, the games stay where they are, and nothing of what the
terminal would show (the PIN among it) goes to the journal.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs

from hub.commands import CannotRun, Parsers, whole_number
from hub.commands.place import add_data_dir
from hub.commands.writing import write_files
from hub.store.folder import DataFolder, default_path
from hub.table.ports.storage import StoreError

NAME = "bankhalter.service"
UNIT = """\
[Unit]
Description=Bankhalter, the bank for property-trading games

[Service]
ExecStart={command}
WorkingDirectory=%h
StandardOutput=null
Restart=on-failure
RestartSec=1
TimeoutStopSec=15
NoNewPrivileges=yes
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK

[Install]
WantedBy=default.target
"""
PORT_MAXIMUM = 65535
FIRST_FREE_PORT = 1024


def add_parser(commands: Parsers) -> None:
    parser = commands.add_parser(
        "service",
        help="have the hub start with this computer (systemd)",
        description="Have the hub start with this computer, for whoever runs this command, and end that again.",
    )
    parser.add_argument("what", choices=("install", "remove", "show"), help="show prints what install would write")
    parser.add_argument(
        "--http-port",
        type=whole_number(FIRST_FREE_PORT, PORT_MAXIMUM),
        default=8080,
        metavar="N",
        help="port of the pages (8080)",
    )
    add_data_dir(parser)
    parser.add_argument("--port", action="append", default=[], metavar="DEV", help="serial port of a node")
    parser.add_argument("--tls", action="store_true", help="use https with a certificate of its own")


def run(options: argparse.Namespace) -> int:
    """Write or remove the unit and have systemd know. Raises CannotRun."""
    unit = platformdirs.user_config_path() / "systemd" / "user" / NAME
    if options.what == "show":
        print(unit_of(options), end="")
    elif options.what == "install":
        install(options, unit)
    else:
        remove(unit)
    return 0


def unit_of(options: argparse.Namespace) -> str:
    """The unit that runs the hub of this environment with these options."""
    command = [sys.executable, "-m", "hub", "play", "--no-browser", "--http-port", str(options.http_port)]
    command += ["--data-dir", str(_folder(options))]
    command += [part for port in options.port for part in ("--port", port)]
    command += ["--tls"] if options.tls else []
    # systemd's own marks: a percent sign is doubled, and so is a dollar
    quoted = shlex.join(command).replace("%", "%%").replace("$", "$$")
    return UNIT.format(command=quoted)


def install(options: argparse.Namespace, unit: Path) -> None:
    """Write the unit, start the hub and say where it is. Raises CannotRun."""
    if shutil.which("systemctl") is None:
        raise CannotRun("this computer has no systemd; have it run `bankhalter play --no-browser` when it starts")
    try:
        pin = DataFolder(_folder(options)).secrets().banker_pin
    except StoreError as error:
        raise CannotRun(str(error)) from error
    try:
        unit.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotRun(f"{unit.parent} cannot be made: {error.strerror}") from error
    write_files({unit: unit_of(options).encode()}, force=True)
    _ask("systemctl", "--user", "daemon-reload")
    _ask("systemctl", "--user", "enable", NAME)
    _ask("systemctl", "--user", "restart", NAME)
    _ask("loginctl", "enable-linger")  # also while nobody is logged in
    scheme = "https" if options.tls else "http"
    print(f"The hub starts with this computer now: {scheme}://localhost:{options.http_port}/table, PIN {pin}.")
    print("`bankhalter service remove` ends that; the games stay.")


def remove(unit: Path) -> None:
    """Stop the hub and forget the unit. Raises CannotRun."""
    if not unit.exists():
        raise CannotRun("the hub does not start with this computer; `bankhalter service install` would have it do so")
    _ask("systemctl", "--user", "disable", "--now", NAME)
    unit.unlink()
    _ask("systemctl", "--user", "daemon-reload")
    print("The hub no longer starts with this computer. The games are where they were.")


def _folder(options: argparse.Namespace) -> Path:
    folder: Path = options.data_dir or default_path()
    return folder.expanduser().absolute()


def _ask(*command: str) -> None:
    """Have systemd do something. Raises CannotRun with what it complained of."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CannotRun(f"`{shlex.join(command)}` cannot be run: {error.strerror}") from error
    if done.returncode:
        why = " ".join(done.stderr.split()) or f"it ended with {done.returncode}"
        raise CannotRun(f"`{shlex.join(command)}` failed: {why}")
