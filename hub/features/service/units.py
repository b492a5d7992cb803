"""The systemd units that `bankhalter service` writes: one table or a club, as a user unit or a system unit."""

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
"""A club keeps restarting as long as its database is unavailable, for example while the computer boots."""

ONLINE = "After=network-online.target postgresql.service\nWants=network-online.target\n"
ENVIRONMENT = {False: "%E/bankhalter/environment", True: "/etc/bankhalter/environment"}
"""Where a database URL with a password belongs (BANKHALTER_DATABASE): everybody can read the unit itself."""


class Unit(NamedTuple):
    """`user` is the account that a system unit runs as; None for a user unit."""

    command: Sequence[str]
    club: bool
    user: str | None

    def text(self) -> str:
        system = self.user is not None
        # systemd expands % and $ in ExecStart, so both are doubled
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
