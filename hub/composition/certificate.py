"""The TLS context for `bankhalter play --tls`, with certificates stored next to the games."""

from __future__ import annotations

import ssl
from collections.abc import Collection
from pathlib import Path


class NoCertificate(Exception):
    """There is no certificate for https; the message is one sentence for the terminal."""


def server_context(folder: Path, hosts: Collection[str]) -> ssl.SSLContext:
    """The TLS context of a server under those of these names and addresses that are private. Raises NoCertificate."""
    try:
        from hub.composition.authority import Authority

        certificate = Authority(folder).certify(hosts)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(certificate)
    except ImportError as missing:
        raise NoCertificate(
            "--tls needs the Python package cryptography, which is not installed: in a checkout run "
            "`python3 hub play --tls`, elsewhere install bankhalter[tls]."
        ) from missing
    except OSError as error:
        raise NoCertificate(f"The certificate in {folder} cannot be used ({error}).") from error
    return context
