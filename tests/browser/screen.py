"""A device on which somebody looks at a page of the house: finds things by their texts, and keeps what went wrong."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from helpers.house import House, until
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Request, WebSocket, expect
from playwright.sync_api import Error as PlaywrightError

LOCALES = Path(__file__).parents[2] / "web" / "src" / "locales"
ARMING_MS = 350
"""For so long a new question ignores taps (web/src/parts/controls/armed.svelte.ts): the finger was on its
way to the old one."""
READING_MS = ARMING_MS + 100

NOTING = "performance.setResourceTimingBufferSize(2000)"
"""A browser notes 250 requests unless it is told to note more before they are made."""

AT_ONCE = """; {
  const later = setTimeout;
  window.setTimeout = (work, ms, ...more) => {
    if (ms === 3000) window.setTimeout = later;
    return later(work, ms === 3000 ? 0 : ms, ...more);
  };
}"""
"""Nobody waits for what is the first to wait three seconds."""

FETCHED = """async () => {
  window.wanted ??= await (await fetch("/parts.json")).json();
  return window.wanted.every((part) =>
    performance.getEntriesByName(location.origin + part).some((one) => one.responseEnd));
}"""
"""All parts of the page are there before somebody needs them (web/src/net/prefetch.ts). What they are is asked once,
however often one looks: a browser notes only so many requests, and then those of the parts no more."""

DRESSED = "[...document.fonts].some(({ status }) => status === 'loaded')"
"""The page's own letters, which are wider and come once it stands, are there (web/src/browser/font.ts)."""

STAGED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const own = ({ name, initiatorType }) => initiatorType !== "fetch" && /\\/stage-[^/]*\\.js$/.test(name);
  const found = () => performance.getEntriesByType("resource").find(own);
  while (!found()) await frame();
  await import(found().name);
  while ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => !link.sheet)) await frame();
  await frame();
  await frame();
}"""
"""Animations and moments are there, which a page loads three seconds after it stands (web/src/state/table.svelte.ts);
what it fetched ahead is not yet used."""

READ = """() => {
  const figure = (node) => Number((node?.textContent ?? "").replace("\\u2212", "-").replace(/[^0-9-]/g, ""));
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    balances: Object.fromEntries(all("[data-account]").filter((node) => node.querySelector(".balance"))
      .map((node) => [node.dataset.account, figure(node.querySelector(".balance"))])),
    turn: all("li[aria-current]").map((node) => Number(node.dataset.account)),
    deeds: all("li[data-deed]").map((node) => Number(node.dataset.deed)),
    track: all("ol.hidden > li").map((node) => node.textContent),
  };
}"""

NOTE_BANNER = """(text) => {
  const says = () => document.querySelector(".banner[role=alert]")?.textContent.includes(text);
  const see = () => { if (says()) window.saidAt ??= Date.now() / 1000; };
  new MutationObserver(see).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""The page notes by itself when it says trouble: whoever looks at it from outside looks only now and then."""


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LOCALES / f"{language}.json").read_text(encoding="utf-8"))
    return found


def storing(origin: str, key: str | None = None, *, newcomer: bool = False) -> dict[str, Any]:
    """What a browser keeps that has been the banker's here before, by its key, has letters and was shown round."""
    kept = {} if newcomer else {"bankhalter.toured": "yes", "bankhalter.font": "1"}
    kept |= {"bankhalter.key.banker": key} if key else {}
    stored = [{"name": name, "value": value} for name, value in kept.items()]
    return {"cookies": [], "origins": [{"origin": origin, "localStorage": stored}]}


class Screen:
    """One browser context with one page. `expected` are patterns of errors that a test brings about on purpose.

    `frames` is all that the hub told this device.
    """

    def __init__(self, context: BrowserContext, house: House, origin: str, language: str) -> None:
        self.house, self.language, self.texts = house, language, texts(language)
        self.origin = origin
        self.expected: list[str] = []
        self.requests: list[str] = []
        self.frames: list[str] = []
        self._faults: list[str] = []
        context.on("request", self._asked)
        self.page = context.new_page()
        self.page.on("console", self._logged)
        self.page.on("pageerror", lambda error: self._faults.append(f"page error: {error}"))
        self.page.on("websocket", self._connected)

    def open(self, path: str) -> None:
        self.page.goto(f"{self.origin}/{path}")

    def faults(self) -> list[str]:
        """What went wrong unexpectedly: errors and warnings of the console, errors of the page, calls to others."""
        own = urlsplit(self.origin).netloc
        foreign = [f"asked {url}" for url in self.requests if urlsplit(url).netloc != own]
        seen = [fault for fault in self._faults if not any(re.search(pattern, fault) for pattern in self.expected)]
        return seen + foreign

    def say(self, key: str, **words: object) -> str:
        def counted(match: re.Match[str]) -> str:
            one, many = match[2], match[3]
            return one if str(words[match[1]]) == "1" else many.replace("#", str(words[match[1]]))

        text = re.sub(r"\{(\w+)\|([^|}]*)\|([^|}]*)\}", counted, self.texts[key])
        shown = re.sub(r"\{(\w+)\}", lambda match: str(words[match[1]]), text)
        return shown.replace("\u00ad", "")  # where a word may break; in the name of a button it is not there

    def button(self, key: str, **words: object) -> Locator:
        """The button with that text, whatever figures follow it."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(self.say(key, **words))}(?!\\w)"))

    def press(self, key: str, **words: object) -> None:
        """Touch a button, or click it where nothing can be touched."""
        self.touch(self.button(key, **words))

    def touch(self, target: Locator) -> None:
        """Touch or click it; if it does not come, the error tells what is on the page instead."""
        touches = self.page.evaluate("navigator.maxTouchPoints") > 0
        try:
            (target.tap if touches else target.click)()
        except PlaywrightError as error:
            error.add_note(f"{self.page.url} shows: {self.page.inner_text('body')}")
            raise

    @contextmanager
    def finger_on(self, target: Locator) -> Iterator[None]:
        """A finger that goes down on a button, and up again where it was, whatever has happened there meanwhile."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger = self.page.context.new_cdp_session(self.page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle]})
        yield
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()

    def hold(self, target: Locator) -> None:
        """Hold a button down with a finger, for as long as it asks for, once there is a line to the hub."""
        expect(target).to_be_enabled()
        with self.finger_on(target):
            expect(self.page.locator("button.holding")).to_have_count(0)

    def type_amount(self, keys: Locator, amount: object) -> None:
        for digit in str(amount):
            self.touch(keys.get_by_role("button", name=digit, exact=True))

    def type_dice(self, *faces: int | str) -> None:
        """Say what real dice show; a face of the speed die by its name."""
        asked = self.read("throw_pending")
        self.touch(asked.get_by_role("button", name=self.say("prompt.type"), exact=True))
        for die, face in enumerate(faces, start=1):
            row = asked.get_by_role("radiogroup", name=self.say("prompt.type.die", n=die))
            self.touch(row.get_by_role("radio", name=str(face), exact=True))
        self.touch(asked.get_by_role("button", name=re.compile("^" + self.say("prompt.type.send", sum="").strip())))

    def sit_down(self, *names: str) -> None:
        """Seat people in the lobby, and start; their pieces lie down by themselves."""
        for name in names:
            self.page.get_by_label(self.say("lobby.name.new")).fill(name)
            self.press("lobby.add")
            expect(self.button("lobby.piece.known", name=name)).to_be_visible()
        self.press("lobby.start")

    def window(self, key: str, title: str) -> Locator:
        self.touch(self.page.get_by_role("toolbar").get_by_role("button", name=self.say(key), exact=True))
        return self.page.get_by_role("dialog", name=self.say(title))

    def shut(self, window: Locator) -> None:
        self.touch(window.get_by_role("button", name=self.say("close"), exact=True))
        expect(window).to_have_count(0)

    def in_feed(self, text: str) -> Locator:
        return self.page.locator("ol.feed li").filter(has_text=text)

    def answer(self, task: str, key: str) -> None:
        """Read the open question, which must be this one, and answer with that button."""
        self.touch(self.read(task).get_by_role("button", name=re.compile(f"^{re.escape(self.say(key))}(?!\\w)")))

    def read(self, task: str) -> Locator:
        """Read the open question, once it is this one, for as long as a person does at least."""
        found = self.prompt(task)
        self.page.wait_for_timeout(READING_MS)
        return found

    def prompt(self, task: str) -> Locator:
        """The open question, once it is this one."""
        found = self.page.locator(f"[data-prompt={task}]")
        expect(found).to_have_count(1)
        return found

    def banner(self) -> Locator:
        """Trouble said across the whole width."""
        return self.page.locator(".banner[role=alert]")

    def watch_banner(self, key: str) -> None:
        self.page.evaluate(NOTE_BANNER, self.say(key))

    def said_after_s(self, began: float) -> float:
        """How long after `began`, in seconds since the epoch, the banner first said what it was watched for."""
        return float(self.page.evaluate("window.saidAt")) - began

    def pair(self) -> None:
        self.type_amount(self.page.locator("body"), self.house.pin)
        self.press("pair.send")

    def until(self, holds: str) -> None:
        """Wait until a script says yes; Playwright's own waiting would evaluate strings, which our policy forbids."""
        until(lambda: self._wait() or self.page.evaluate(holds), holds)

    def has_code(self) -> None:
        """On `/play`, say that there is a code to type."""
        self.press("sit.way.code")

    def without_hub(self) -> None:
        """From now on the hub may be away, or ending (503): what the browser itself says of that is no fault."""
        self.expected.append(
            "WebSocket connection to .* failed|Failed to load resource: (net::ERR_|.* status of 503)"
            "|Failed to fetch dynamically imported"
        )

    def shows(self, seat: int | None = None) -> None:
        """This page shows the table as it is: balances, owners, whose turn. `seat` is whose phone it is."""
        view = self.house.view()
        wanted: dict[str, Any] = {
            "balances": {str(one.seat): one.balance for one in view.seats},
            "turn": [view.on_turn] if view.on_turn not in {seat, -1} else [],
            "owners": {deed.deed: deed.owner for deed in view.deeds if seat in {None, deed.owner}},
        }
        until(lambda: self._wait() or self.shown(seat) == wanted, lambda: f"{self.shown(seat)} is not {wanted}")

    def shown(self, seat: int | None = None) -> dict[str, Any]:
        read: dict[str, Any] = self.page.evaluate(READ)
        track, deeds = read.pop("track"), read.pop("deeds")
        owners = dict.fromkeys(deeds, seat) if seat is not None else self._owners(track)
        return {**read, "owners": owners}

    def _owners(self, track: list[str]) -> dict[int, int]:
        shown = {self.say("deeds.owner", name=one.name): one.seat for one in self.house.view().seats}
        found = ((space, part) for space, line in enumerate(track) for part in line.split(", "))
        return {space: shown[part] for space, part in found if part in shown}

    def _wait(self) -> None:
        """Give the browser's own events a turn."""
        self.page.wait_for_timeout(20)

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).scheme not in {"data", "blob"}:
            self.requests.append(request.url)

    def _connected(self, wire: WebSocket) -> None:
        self.requests.append(wire.url)
        wire.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._faults.append(f"{message.type}: {message.text}")
