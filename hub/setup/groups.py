"""The groups of what a checkout installs, each of which has a file in `requirements/` with versions and hashes."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD, PLAY = "build", "play"
EXTRAS = ("flash", "tls", "mqtt", "app", "cluster", "club", "test", "hardware", "node", "audit")
GROUPS = (BUILD, PLAY, *EXTRAS)
"""What installs a checkout and builds parts that come as sources only, what every table needs, and what extras do."""


def file_of(group: str, root: Path = ROOT) -> Path:
    return root / "requirements" / f"{group}.txt"
