"""`/trust`, also over plain http (`hub.server.transport.handler`): nothing of it is secret."""

from __future__ import annotations

import plistlib
import uuid
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate
from flask import Blueprint, Response, request

from hub.composition.authority import Authority
from hub.features.trust.page import CERTIFICATE, PROFILE, WORKS, page_for, policy_for
from hub.server.http.answers import UNSTORED
from hub.words import LANGUAGES, Language


def trust(folder: Path) -> Blueprint:
    """The routes for the authority in this folder. Raises OSError."""
    routes = Blueprint("trust", __name__)
    authority = Authority(folder).certificate

    def loaded(content: bytes, mimetype: str) -> Response:
        return Response(content, mimetype=mimetype, headers=UNSTORED)

    @routes.get("/trust")
    def page() -> Response:
        wanted = request.accept_languages.best_match(LANGUAGES)
        language: Language = next((language for language in LANGUAGES if language == wanted), "en")
        content = page_for(request.host, request.user_agent.string, language)
        policy = {"Content-Security-Policy": policy_for(request.host)}
        return Response(content, mimetype="text/html", headers={**UNSTORED, **policy})

    @routes.get(CERTIFICATE)
    def certificate() -> Response:
        return loaded(certificate_of(authority), "application/x-x509-ca-cert")

    @routes.get(PROFILE)
    def profile() -> Response:
        return loaded(profile_of(authority), "application/x-apple-aspen-config")

    @routes.get(WORKS)
    def works() -> Response:
        return Response(status=204, headers={**UNSTORED, "Cross-Origin-Resource-Policy": "cross-origin"})

    return routes


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
