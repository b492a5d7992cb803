"""What systems take an authority as: a certificate (X.509, DER), or a configuration profile on Apple's."""

from __future__ import annotations

import plistlib
import uuid

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate


def certificate_of(authority: Certificate) -> bytes:
    return authority.public_bytes(Encoding.DER)


def profile_of(authority: Certificate) -> bytes:
    """A profile with its public part. Its identifiers are those of this authority, so that it replaces itself."""
    content = certificate_of(authority)

    def payload(kind: str, **more: object) -> dict[str, object]:
        return {
            "PayloadType": kind,
            "PayloadVersion": 1,
            "PayloadIdentifier": f"bankhalter.{kind}",
            "PayloadUUID": str(uuid.uuid5(uuid.NAMESPACE_OID, content.hex() + kind)).upper(),
            "PayloadDisplayName": "Bankhalter",
            **more,
        }

    root = payload("com.apple.security.root", PayloadContent=content, PayloadCertificateFileName="bankhalter.crt")
    return plistlib.dumps(payload("Configuration", PayloadContent=[root]))
