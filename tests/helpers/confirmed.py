"""The certificate that a hub made for itself, as a browser takes it whose owner has said yes to it."""

from __future__ import annotations

import ssl


def confirmed() -> ssl.SSLContext:
    """Any certificate will do."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
