"""A window of WebKitGTK for WebDriver: `webkit_window.py WIDTH HEIGHT LANGUAGE SAID [refuse]`, in the system's Python.

It is as narrow as a phone where it shall be, which the browser that comes with WebKit cannot be, and keeps nothing.
What goes wrong on a page is written to the file SAID, a line each. With `refuse` no WebSocket comes about. To the
certificate of a hub its owner says yes.
"""

import sys
from pathlib import Path
from urllib.parse import urlsplit

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402

TELL = """
  const tell = (...words) => webkit.messageHandlers.said.postMessage(words.join(" "));
  addEventListener("error", ({ message, target }) => {
    if (message) tell(message);
    else setTimeout(() => tell(`not loaded: ${target.outerHTML}`), 1000); // of a page that is left nothing need come
  }, true);
  addEventListener("unhandledrejection", (event) => {
    setTimeout(() => event.defaultPrevented || tell("unhandled:", event.reason)); // the page's own listeners come first
  });
  addEventListener("securitypolicyviolation", (event) => tell("policy:", event.violatedDirective, event.blockedURI));
  for (const level of ["error", "warn"]) {
    const own = console[level];
    console[level] = (...words) => { tell(...words); own.apply(console, words); };
  }
"""
REFUSE = "window.WebSocket = class extends WebSocket { constructor() { super(`wss://${location.host}/nowhere`); } };"


def main(width, height, language, said, *wishes):
    """Show the window when the driver asks for it, until it is closed."""
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    if language != "C":
        context.set_preferred_languages([language])
    window = Gtk.Window(decorated=False)
    window.set_default_size(width, height)

    def note(_content, told):
        with Path(said).open("a", encoding="utf-8") as lines:
            lines.write(told.get_js_value().to_string().replace("\n", " ") + "\n")

    def confirm(page, url, certificate, _errors):
        context.allow_tls_certificate_for_host(certificate, urlsplit(url).hostname)
        page.load_uri(url)
        return True

    def view(_session):
        content = WebKit2.UserContentManager()
        content.register_script_message_handler("said")
        content.connect("script-message-received::said", note)
        frames, begin = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
        for script in (TELL, *([REFUSE] if "refuse" in wishes else [])):
            content.add_script(WebKit2.UserScript(script, frames, begin))
        shown = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, user_content_manager=content)
        shown.connect("load-failed-with-tls-errors", confirm)
        window.add(shown)
        window.show_all()
        return shown

    context.connect("automation-started", lambda _context, session: session.connect("create-web-view", view))
    window.connect("destroy", Gtk.main_quit)
    Gtk.main()


main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
