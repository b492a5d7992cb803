"""`/trust`, also over plain http (`hub.server.transport.handler`): nothing of it is secret.

The page has for each kind of device a few steps with pictures of the taps, that of the reader first. It stands alone,
since it is also shown over plain http, where there is no warning yet; there it asks every two seconds whether https
works without one.
"""

import plistlib
import uuid
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate
from flask import Blueprint, Response, request
from jinja2 import Environment, FileSystemLoader

from hub.composition.authority import Authority
from hub.server.access.security_headers import source_of
from hub.server.http.answers import UNSTORED
from hub.words import LANGUAGES, Language, Words, texts_of

CERTIFICATE, PROFILE, WORKS = "/trust/bankhalter.crt", "/trust/bankhalter.mobileconfig", "/trust/works"
DEVICES = {"apple": PROFILE, "android": CERTIFICATE, "windows": CERTIFICATE, "mac": CERTIFICATE, "other": CERTIFICATE}
STEPS = 3
HERE = Path(__file__).parent
PAGES = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True)
SIGNS = {"iPhone": "apple", "iPad": "apple", "Android": "android", "Windows": "windows", "Macintosh": "mac"}
"""What browsers call themselves, the first that fits. An iPad may say Macintosh: the page of a Mac leads on to it."""

TAPPED = ">"
"""Before the row of a picture that is tapped; rows are separated by `|`."""

ASK = """
const look = async () => {
  try {
    await fetch("https://" + location.host + "%s", { mode: "no-cors", cache: "no-store" });
    document.body.className = "works";
  } catch { setTimeout(look, 2000); }
};
if (location.protocol === "http:") look(); else document.body.className = "secure";
"""
SCRIPT = ASK % WORKS


def trust(folder: Path) -> Blueprint:
    """The routes for the authority in this folder. Raises OSError."""
    routes = Blueprint("trust", __name__)
    authority = Authority(folder).certificate

    @routes.get("/trust")
    def page() -> Response:
        wanted = request.accept_languages.best_match(LANGUAGES)
        language: Language = next((language for language in LANGUAGES if language == wanted), "en")
        content = page_for(request.host, request.user_agent.string, language)
        policy = {"Content-Security-Policy": policy_for(request.host)}
        return Response(content, mimetype="text/html", headers={**UNSTORED, **policy})

    @routes.get(CERTIFICATE)
    def certificate() -> Response:
        return Response(certificate_of(authority), mimetype="application/x-x509-ca-cert", headers=UNSTORED)

    @routes.get(PROFILE)
    def profile() -> Response:
        return Response(profile_of(authority), mimetype="application/x-apple-aspen-config", headers=UNSTORED)

    @routes.get(WORKS)
    def works() -> Response:
        return Response(status=204, headers={**UNSTORED, "Cross-Origin-Resource-Policy": "cross-origin"})

    return routes


def certificate_of(authority: Certificate) -> bytes:
    return authority.public_bytes(Encoding.DER)


def profile_of(authority: Certificate) -> bytes:
    """A profile with its public part. Its identifiers are those of this authority, so that it replaces itself alone."""
    content = certificate_of(authority)

    def payload(kind: str, **more: object) -> dict[str, object]:
        own = str(uuid.uuid5(uuid.NAMESPACE_OID, content.hex() + kind)).upper()
        return {
            "PayloadType": kind,
            "PayloadVersion": 1,
            "PayloadIdentifier": f"bankhalter.{own}",
            "PayloadUUID": own,
            "PayloadDisplayName": "Bankhalter",
            **more,
        }

    root = payload("com.apple.security.root", PayloadContent=content, PayloadCertificateFileName="bankhalter.crt")
    return plistlib.dumps(payload("Configuration", PayloadContent=[root]))


def policy_for(host: str) -> str:
    """What a browser may do with the page: show it, and ask this hub whether https works."""
    allowed = f"script-src '{source_of(SCRIPT)}'; connect-src https://{host}"
    closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return f"default-src 'none'; style-src '{source_of(_style())}'; {allowed}; {closed}"


def page_for(host: str, agent: str, language: Language) -> str:
    """The page for who asked this host, with this User-Agent."""
    words = Words(language, texts_of(f"trust.{language}"))
    own = next((device for sign, device in SIGNS.items() if sign in agent), "other")
    return PAGES.get_template("page.html").render(
        say=lambda key: words.text(f"trust.{key}"),
        language=language,
        host=host,
        own=own,
        devices=sorted(DEVICES.items(), key=lambda one: one[0] != own),
        steps=STEPS,
        tapped=TAPPED,
        style=_style(),
        script=SCRIPT,
    )


def _style() -> str:
    return (HERE / "style.css").read_text(encoding="utf-8")
