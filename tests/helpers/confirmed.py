"""Accepts the self-signed certificate of a hub, like a browser whose user has confirmed it."""

import ssl


def confirmed() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
