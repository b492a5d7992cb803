"""The files for containers say what the program takes: checked without a container, by starting a part by hand."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.club_process import ClubProcess, new_database

from hub.cli import _parser
from hub.features.club.running import pin_of

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "hub" / "deploy"
GIVEN = {"BANKHALTER_PASSWORD": "walnut", "BANKHALTER_HOST": "192.0.2.7"}
VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}")


def composed() -> dict[str, Any]:
    text = (FOLDER / "compose.yaml").read_text(encoding="utf-8")
    filled = VARIABLE.sub(lambda found: GIVEN.get(found[1], found[2]), text)
    return yaml.safe_load(filled)["services"]


def hubs() -> dict[str, Any]:
    return {name: service for name, service in composed().items() if name.startswith("hub-")}


def test_each_process_is_asked_for_what_the_program_takes():
    """Each has a port of its own, which is published, checked and in the address that browsers are shown."""
    ports = set()
    for name, hub in hubs().items():
        options = _parser().parse_args(hub["command"])
        ports.add(options.http_port)
        assert len(options.tables) == 20
        assert options.url == f"http://192.0.2.7:{options.http_port}"
        assert hub["ports"] == [f"{options.http_port}:{options.http_port}"], name
        assert f":{options.http_port}/healthz" in hub["healthcheck"]["test"][-1]
        assert hub["volumes"] == [f"{name}:{options.data_dir}"]
    assert len(ports) == len(hubs()) == 2


def test_the_server_has_connections_for_all_tables():
    """Two for each table, and the club's own."""
    allowed = int(composed()["database"]["command"][-1].removeprefix("max_connections="))
    tables = len(_parser().parse_args(hubs()["hub-1"]["command"]).tables)
    assert allowed >= 2 * tables + 20


def test_what_is_copied_is_there_and_let_through():
    """Sources of the image exist, and none is kept out of what the builder is sent."""
    text = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    sources = [name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE) for name in line.split()]
    assert sources == [".", "requirements/play.txt", "requirements/club.txt"]
    let_through = re.findall(r"^!(\S+)$", (FOLDER / "Dockerfile.dockerignore").read_text(), re.MULTILINE)
    assert all((ROOT / name).exists() for name in [*sources, *let_through])
    assert {"hub", "web", "firmware", "requirements", "pyproject.toml", "README.md", "LICENSE"} <= set(let_through)
    command = json.loads(re.findall(r"^CMD (.*)$", text, re.MULTILINE)[0])
    assert _parser().parse_args(command).http_port == 8080


@pytest.mark.gate
def test_a_process_started_by_hand_is_well(postgres, tmp_path):
    """With the options of the file, but a database, a port and a folder of here, it answers as its check asks."""
    command = hubs()["hub-1"]["command"]
    database = new_database(postgres)
    options = [*command[1 : command.index("--http-port")], "--database", database]
    with ClubProcess(tmp_path, *options) as process:
        status, _, body = process.get("/healthz")
        assert (status, json.loads(body)["tables"]) == (200, 20)
        assert pin_of(database, tmp_path) == process.pin  # as `--show-pin` says it
