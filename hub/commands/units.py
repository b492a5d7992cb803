"""The units of systemd that `bankhalter service` writes: one table or a club, for a person or the whole computer."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import NamedTuple

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
"""A club is tried again as long as its database is away, say while the computer starts."""

ONLINE = "After=network-online.target postgresql.service\nWants=network-online.target\n"
ENVIRONMENT = {False: "%E/bankhalter/environment", True: "/etc/bankhalter/environment"}
"""Where an address with a password belongs (BANKHALTER_DATABASE): a unit can be read by everybody."""


class Unit(NamedTuple):
    """`user` is who it runs as if it belongs to the whole computer, else None."""

    command: Sequence[str]
    club: bool
    user: str | None

    def text(self) -> str:
        """The file."""
        system = self.user is not None
        # systemd's own marks: a percent sign is doubled, and so is a dollar
        command = shlex.join(self.command).replace("%", "%%").replace("$", "$$")
        return "".join(
            (
                f"[Unit]\nDescription={TITLES[self.club]}\n",
                ONLINE if system else "",
                PATIENT if self.club else "",
                f"\n[Service]\nExecStart={command}\n",
                f"User={self.user}\n" if system else "WorkingDirectory=%h\n",
                f"EnvironmentFile=-{ENVIRONMENT[system]}\n" if self.club else "",
                COMMON,
                f"TimeoutStopSec={60 if self.club else 15}\n",
                f"\n[Install]\nWantedBy={'multi-user' if system else 'default'}.target\n",
            )
        )
