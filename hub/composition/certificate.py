"""The self-signed certificate for `bankhalter play --tls`, stored next to the games; made with `cryptography`.

No authority certifies a computer at home, so browsers warn once. The certificate is kept from evening to evening, so
that nobody has to confirm it again; a new one is made when it expires or this computer has a new address.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import ssl
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from hub.store.folder import write_private
from hub.table.interfaces.storage import now_ms

if TYPE_CHECKING:
    from cryptography import x509

CERTIFICATE, KEY = "certificate.pem", "certificate.key"
VALID_DAYS, SPARE_DAYS = 397, 14  # browsers reject certificates that are valid for longer


class NoCertificate(Exception):
    """There is no certificate for https; the message is one sentence for the terminal."""


def server_context(folder: Path, hosts: Collection[str]) -> ssl.SSLContext:
    """The TLS context of a server under these names and addresses. Raises NoCertificate."""
    hosts = {host for host in hosts if host.isascii()}  # a certificate can only contain ASCII names
    try:
        if not _is_good(folder / CERTIFICATE, folder / KEY, hosts):
            _make(folder, hosts)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(folder / CERTIFICATE, folder / KEY)
    except ImportError as missing:
        raise NoCertificate(
            "--tls needs the Python package cryptography, which is not installed: in a checkout run "
            "`python3 hub play --tls`, elsewhere install bankhalter[tls]."
        ) from missing
    except OSError as error:
        raise NoCertificate(f"The certificate in {folder} cannot be used ({error}).") from error
    return context


def _is_good(certificate: Path, key: Path, hosts: Collection[str]) -> bool:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not certificate.is_file() or not key.is_file():
        return False
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        secret = load_pem_private_key(key.read_bytes(), None)
    except (ValueError, TypeError, x509.ExtensionNotFound):
        return False
    if secret.public_key() != found.public_key():  # a power cut came when only one of them was replaced
        return False
    known = {str(name.value) for name in named}
    now = _now()
    in_time = found.not_valid_before_utc <= now <= found.not_valid_after_utc - dt.timedelta(days=SPARE_DAYS)
    return set(hosts) <= known and in_time


def _make(folder: Path, hosts: Collection[str]) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Bankhalter")])
    now = _now()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))  # clocks of tablets may be wrong
        .not_valid_after(now + dt.timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName([_name(host) for host in sorted(hosts)]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    write_private(folder / KEY, key.private_bytes(pem, pkcs8, plain))
    write_private(folder / CERTIFICATE, certificate.public_bytes(pem))


def _now() -> dt.datetime:
    return dt.datetime.fromtimestamp(now_ms() / 1_000, dt.UTC)


def _name(host: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
