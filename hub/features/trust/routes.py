"""`/trust`, also over plain http (`hub.server.transport.handler`): nothing of it is secret.

The page has for each kind of device a few steps with pictures of the taps, that of the reader first. It stands alone,
since it is also shown over plain http, where there is no warning yet; there it asks every two seconds whether https
works without one.
"""

import plistlib
import uuid
from html import escape
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate
from flask import Blueprint, Response, request

from hub.composition.authority import Authority
from hub.server.access.security_headers import source_of
from hub.server.http.answers import UNSTORED
from hub.words import LANGUAGES, Language, Words, texts_of

CERTIFICATE, PROFILE, WORKS = "/trust/bankhalter.crt", "/trust/bankhalter.mobileconfig", "/trust/works"
DEVICES = {"apple": PROFILE, "android": CERTIFICATE, "windows": CERTIFICATE, "mac": CERTIFICATE, "other": CERTIFICATE}
STEPS = 3
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


def policy_for(host: str) -> str:
    """What a browser may do with the page: show it, and ask this hub whether https works."""
    allowed = f"script-src '{source_of(_script())}'; connect-src https://{host}"
    closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return f"default-src 'none'; style-src '{source_of(_style())}'; {allowed}; {closed}"


def page_for(host: str, agent: str, language: Language) -> str:
    """The page for who asked this host, with this User-Agent."""
    say = Words(language, texts_of(f"trust.{language}"))
    own = next((device for sign, device in SIGNS.items() if sign in agent), "other")
    devices = "".join(_device(say, device, is_open=device == own) for device in sorted(DEVICES, key=own.__ne__))

    def linked(part: str, at: str, more: str = "") -> str:
        link = f'<a class="button" href="{at}">{_text(say, f"trust.{part}.link")}</a>'
        return f'<div class="{part}" role="status"><p>{_text(say, f"trust.{part}")}</p>{link}{more}</div>'

    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(say, 'trust.title')}</title><style>{_style()}</style></head><body><main>"
        f"<h1>{_text(say, 'trust.title')}</h1><p>{_text(say, 'trust.why')}</p>"
        f"{linked('working', f'https://{host}/')}{linked('secured', f'http://{host}/trust')}"
        f'<p class="waiting">{_text(say, "trust.waiting")}</p>{devices}'
        f'<p class="small">{_text(say, "trust.means")}</p></main><script>{_script()}</script></body></html>'
    )


def _device(say: Words, device: str, *, is_open: bool) -> str:
    load = f'<a class="button" href="{DEVICES[device]}">{_text(say, f"trust.{device}.load")}</a>'
    steps = "".join(_step(say, f"trust.{device}.{number}") for number in range(1, STEPS + 1))
    summary = f"<summary>{_text(say, f'trust.{device}')}</summary>"
    return f"<details{' open' if is_open else ''}>{summary}{load}<ol>{steps}</ol></details>"


def _step(say: Words, key: str) -> str:
    """A step in words, and as a picture: the title of what is on the screen, and its rows."""
    title, *rows = say.text(f"{key}.picture").split("|")
    shown = "".join(f"<span>{escape(row)}</span>" for row in rows)
    shown = shown.replace(f"<span>{escape(TAPPED)}", '<span class="tapped">')
    return f'<li>{_text(say, key)}<div class="picture" aria-hidden="true"><b>{escape(title)}</b>{shown}</div></li>'


def _text(say: Words, key: str) -> str:
    return escape(say.text(key))


def _script() -> str:
    return ASK % WORKS


def _style() -> str:
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")
