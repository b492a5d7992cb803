"""Adds security headers to every response. Called by the request filter.

Flask answers for pages and API, Engine.IO for sockets, and the request filter for what it rejects, so the headers are
added outside all of these.
"""

import base64
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Start: TypeAlias = Callable[..., Any]

FIXED = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()"),
)
NOTHING = "default-src 'none'; frame-ancestors 'none'"
ALONE = (("Content-Security-Policy", NOTHING), *FIXED)
"""For an answer that no application made."""


def source_of(text: str) -> str:
    """How a Content-Security-Policy allows a style or script that stands in a page itself."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def with_security_headers(start_response: Start, host: str | None, beside: Sequence[str] = ()) -> Start:
    """A `start_response` that adds missing headers. `host` is the Host header, None if the answer is not a page.

    `beside` are addresses of other processes of a club that the page may connect to.
    """
    policy = ("Content-Security-Policy", NOTHING if host is None else _policy(host, beside))

    def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
        given = {name.lower() for name, _ in headers}
        added = [(name, value) for name, value in (policy, *FIXED) if name.lower() not in given]
        return start_response(status, [*headers, *added], *rest)

    return start


def _policy(host: str, beside: Sequence[str]) -> str:
    """The Content-Security-Policy: only our own scripts, styles and connections, and no framing.

    Old Safari does not accept 'self' for WebSockets, hence `host`.
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self' data:",
            "manifest-src 'self'",
            " ".join((f"connect-src 'self' ws://{host} wss://{host}", *beside)),
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
