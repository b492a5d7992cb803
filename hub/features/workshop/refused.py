"""Why the workshop does not do something."""

from __future__ import annotations

from collections.abc import Mapping


class WorkshopRefused(Exception):
    """Something cannot be done; `reason` is a key of the locales (`reason.KEY`), `details` what its sentence names."""

    def __init__(self, reason: str, status: int = 400, details: Mapping[str, str] | None = None) -> None:
        super().__init__(reason)
        self.reason, self.status, self.details = reason, status, details
