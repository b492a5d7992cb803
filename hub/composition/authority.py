"""A certificate authority of this hub, made once; needs `cryptography`.

It certifies the names and addresses that this computer has now. Browsers warn until a device trusts it
(`hub.features.trust`). It can only certify private addresses and names of home networks (RFC 5280, 4.2.1.10): whoever
trusts it trusts nobody who claims to be anything else. Each file holds a key as well, and is replaced as a whole.
"""

import datetime as dt
import ipaddress
from collections.abc import Collection
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID

from hub.server.access.addresses import HOME_DOMAINS, LABEL
from hub.store.folder import AUTHORITY, CERTIFICATE, write_private
from hub.table.interfaces.storage import now_ms

VALID_DAYS, SPARE_DAYS = 397, 180  # browsers reject certificates that are valid for longer; a hub may run for months
SINCE, UNTIL = dt.datetime(2020, 1, 1, tzinfo=dt.UTC), dt.datetime(2049, 12, 31, tzinfo=dt.UTC)
"""The authority's own time, whatever the clock says when it is made."""
PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10")
NETWORKS = tuple(ipaddress.ip_network(one) for one in (*PRIVATE, "::1/128"))
DOMAINS = frozenset({"localhost", LABEL, *HOME_DOMAINS})
"""This computer's bare name is not among them: there may be a domain of that name in the internet, such as `dev`."""
OTHER_USES = (
    *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
    *("crl_sign", "encipher_only", "decipher_only"),
)


class Authority:
    """The authority of a data folder. If its file is missing or damaged it is made: all devices have to trust it again.

    The constructor and `certify` raise OSError.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        found = _read(folder / AUTHORITY)
        if found is None:
            self._key = generate_private_key(SECP256R1())
            self.certificate = _its_own(self._key)
            _write(folder / AUTHORITY, self.certificate, self._key)
        else:
            self.certificate, self._key = found

    def certify(self, hosts: Collection[str]) -> Path:
        """The file of a certificate for those hosts that are private, renewed if it names others or becomes old."""
        file, named = self._folder / CERTIFICATE, {host for host in hosts if _may_be_named(host)}
        found = _read(file)
        if found is None or not self._is_good(found[0], named):
            key, now = generate_private_key(SECP256R1()), _now()
            names = [_name(host) for host in sorted(named)]
            building = (
                _building("Bankhalter table", key)
                .issuer_name(self.certificate.subject)
                .not_valid_before(now - dt.timedelta(days=1))  # clocks of tablets may be wrong
                .not_valid_after(now + dt.timedelta(days=VALID_DAYS))
                .add_extension(x509.SubjectAlternativeName(names), critical=False)
                .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
                .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
                .add_extension(
                    x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
                )
            )
            _write(file, building.sign(self._key, hashes.SHA256()), key)
        return file

    def _is_good(self, certificate: x509.Certificate, hosts: set[str]) -> bool:
        try:
            certificate.verify_directly_issued_by(self.certificate)
        except (ValueError, TypeError, InvalidSignature):
            return False
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        last = certificate.not_valid_after_utc - dt.timedelta(days=SPARE_DAYS)
        return hosts <= {str(name.value) for name in names} and certificate.not_valid_before_utc <= _now() <= last


def _its_own(key: EllipticCurvePrivateKey) -> x509.Certificate:
    permitted = [*map(x509.DNSName, sorted(DOMAINS)), *map(x509.IPAddress, NETWORKS)]
    building = (
        _building("Bankhalter", key)
        .issuer_name(_called("Bankhalter"))
        .not_valid_before(SINCE)
        .not_valid_after(UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(key_cert_sign=True, **dict.fromkeys(OTHER_USES, False)), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
    )
    return building.sign(key, hashes.SHA256())


def _building(name: str, key: EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(_called(name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _may_be_named(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.isascii() and any(f".{host}".endswith(f".{domain}") for domain in DOMAINS)
    return any(address in network for network in NETWORKS)


def _now() -> dt.datetime:
    return dt.datetime.fromtimestamp(now_ms() / 1_000, dt.UTC)


def _read(file: Path) -> tuple[x509.Certificate, EllipticCurvePrivateKey] | None:
    """A certificate with its key, None if there is none or it is damaged."""
    try:
        data = file.read_bytes()
        key = load_pem_private_key(data, None)
        return (x509.load_pem_x509_certificate(data), key) if isinstance(key, EllipticCurvePrivateKey) else None
    except (FileNotFoundError, ValueError, TypeError):
        return None


def _write(file: Path, certificate: x509.Certificate, key: EllipticCurvePrivateKey) -> None:
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_private(file, secret + certificate.public_bytes(Encoding.PEM))
