"""The banker's key of a hub, for tests that know its secrets: even the hub's own computer has no rights without one."""

from pathlib import Path

from hub.server.access import keys
from hub.store.folder import DataFolder

SECRET, PIN = "5ec2e7" * 8, "271828"
"""Of servers that a test makes up."""


def banker_key(secret: str = SECRET, pin: str = PIN) -> str:
    return keys.banker_key(secret, pin)


def banker_key_of(folder: Path) -> str:
    secrets = DataFolder(folder).secrets()
    return banker_key(secrets.server_secret, secrets.banker_pin)
