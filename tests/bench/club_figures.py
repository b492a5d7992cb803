"""Resource usage of a club under load: proportional memory, processor time, and what its database server writes."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import make_url

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


class Server(Struct, frozen=True):
    """Counters of a PostgreSQL server: WAL bytes and syncs, transactions, and entries in the tables' logs."""

    wal_bytes: int
    wal_syncs: int
    commits: int
    entries: int


def server_figures(database: str, tables: Sequence[str]) -> Server:
    """Read the server's statistics."""
    import psycopg

    address = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    counts = " + ".join(f"(SELECT count(*) FROM bankhalter_{name}.entries)" for name in tables)
    asked = (
        "SELECT (SELECT wal_bytes FROM pg_stat_wal), (SELECT wal_sync FROM pg_stat_wal), "
        f"(SELECT sum(xact_commit) FROM pg_stat_database), {counts}"
    )
    with psycopg.connect(address) as connection:
        row: Any = connection.execute(asked).fetchone()  # type: ignore[call-overload]
    return Server(*map(int, row))


def tree(root: int) -> list[int]:
    """The ids of a process and its descendants."""
    children: dict[int, list[int]] = {}
    for folder in PROC.iterdir():
        if folder.name.isdigit() and (fields := _stat(int(folder.name))):
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found, new = [root], [root]
    while new:
        new = [child for parent in new for child in children.get(parent, ())]
        found += new
    return found


def megabytes(processes: Iterable[int]) -> float:
    """The proportional set size (PSS) of these processes together, in MB."""
    return sum(_pss_kb(pid) for pid in processes) * 1_024 / 1e6


def used_s(process: int, *, children: bool = False) -> float:
    """Processor time of a process in seconds; with `children` also that of its children, both ended and running."""
    living = tree(process)[1:] if children else []
    return sum(_ticks(pid, ended=children and pid == process) for pid in (process, *living)) / TICKS


def _stat(pid: int) -> list[str]:
    try:
        return (PROC / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []


def _ticks(pid: int, *, ended: bool) -> int:
    fields = _stat(pid)
    return sum(map(int, fields[11 : 15 if ended else 13]))


def _pss_kb(pid: int) -> int:
    try:
        text = (PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(text.split("Pss:")[1].split()[0])
