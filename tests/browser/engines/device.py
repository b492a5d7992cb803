"""A device with one page open, in whichever engine: finds things by their texts and presses them, as people do."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from browser.engines.engine import Element, Engine, Refused
from browser.screen import READ, READING_MS, texts

PATIENCE_S: Final = 30.0
UNHEARD_S: Final = 5.0
QUIET_S: Final = 0.3
AGAIN: Final = {"element click intercepted", "element not interactable", "no such element", "stale element reference"}
"""What becomes of a button that the page has just replaced, moved or covered: whoever presses looks again."""

FIND = """
  const [within, kind, text] = arguments;
  const heard = (node) => node.nodeType === Node.TEXT_NODE
    ? [node.data.replaceAll("\\u00ad", "")]
    : node.getAttribute?.("aria-hidden") === "true" ? [] : [...node.childNodes].flatMap(heard);
  const name = (node) => (node.getAttribute("aria-label") ?? heard(node).join(" ")).replace(/\\s+/g, " ").trim();
  const wordEnds = (rest) => !/^[\\p{L}\\p{N}]/u.test(rest);
  const says = (node) => !text || (name(node).startsWith(text) && wordEnds(name(node).slice(text.length)));
  const there = (node) => node.getClientRects().length > 0 && !node.disabled;
  const places = within === "" ? [document] : [...document.querySelectorAll(within)].filter(there);
  return places.flatMap((place) => [...place.querySelectorAll(kind)]).filter((node) => there(node) && says(node));
"""
DIALOG: Final = "[role=dialog]"
BUTTON: Final = "button, a, summary"
SCROLL: Final = "arguments[0].scrollIntoView({ block: arguments[1] })"
"""A driver moves a thing just into sight, where what sticks to an edge covers it."""
TYPED = """
  const amounts = document.querySelectorAll(`${arguments[0]} output, ${arguments[0]} [aria-expanded=true] strong`);
  const pad = [...amounts].find((one) => one.getClientRects().length);
  if (!pad) return 0;
  if (pad.matches(".pin")) return pad.querySelectorAll(".filled").length;
  if (pad.matches(".dots")) return pad.innerText.split("•").length - 1;
  return (pad.ariaLabel ?? pad.innerText).replace(/[^0-9]/g, "").replace(/^0+/, "").length;
"""
"""How many digits a pad shows, or what is folded out by it: as dots, where nobody is to read them."""
STYLES = """
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  return links.every((link) => link.sheet) ? links.length : -1;
"""
"""How many style sheets the page has; -1 while one of them is on its way."""
HOLD = """
  const [node, kind] = arguments;
  node.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, button: 0, pointerType: "touch" }));
"""


class Device:
    """A tablet, a phone or a television at the hub of `origin`; `language` is what its texts are in."""

    def __init__(self, engine: Engine, origin: str, language: str) -> None:
        self.engine, self.origin, self.texts = engine, origin, texts(language)

    def open(self, path: str) -> None:
        """Go to a page of the house, as somebody does who has seen the whole of the page before."""
        self.wait(self.whole, "the parts of the page")
        self.engine.go(f"{self.origin}/{path}")

    def say(self, key: str, **words: object) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: str(words[match[1]]), self.texts[key])

    def find(self, text: str = "", kind: str = BUTTON, within: str = "") -> Element:
        """The first thing of that kind whose name begins so, as soon as it can be seen and used."""
        found = self.wait(lambda: self.engine.run(FIND, within, kind, text), f"{kind} '{text}' in '{within}'")
        first: Element = found[0]
        return first

    def sees(self, text: str, within: str) -> bool:
        return bool(self.engine.run(FIND, within, BUTTON, text))

    def tap(self, text: str = "", kind: str = BUTTON, within: str = "") -> bool:
        """Press it if it is there; returns whether that was possible, as the page may just replace it."""
        found = self.engine.run(FIND, within, kind, text)
        for place in ("center", "start", "end") if found else ():
            try:
                self.engine.run(SCROLL, found[0], place)
                self.engine.click(found[0])
            except Refused as refused:
                if refused.error not in AGAIN:
                    raise
            else:
                return True
        return False

    def touch(self, text: str = "", kind: str = BUTTON, within: str = "") -> None:
        """Press it as soon as it is there, again if the page has just replaced it."""
        self.wait(lambda: self.tap(text, kind, within), f"press '{text}' in '{within}'")

    def press(self, key: str, within: str = "", **words: object) -> None:
        """Press the button with that text, whatever figures follow it."""
        self.touch(self.say(key, **words), within=within)

    def hold(self, text: str, within: str = "") -> None:
        """Keep a finger on a button for as long as it asks for."""
        button = self.find(text, within=within)
        self.engine.run(HOLD, button, "pointerdown")
        self.wait(lambda: not self.engine.run("return document.querySelectorAll('button.holding').length"), "held")
        with suppress(Refused):  # what it does may take the button away
            self.engine.run(HOLD, button, "pointerup")

    def read(self, task: str) -> str:
        """Read the open question, once it is this one, as long as a person does at least; gives where it stands."""
        where = f"[data-prompt={task}]"
        self.find("", where)
        time.sleep(READING_MS / 1000)
        return where

    def answer(self, task: str, key: str) -> None:
        """Read the open question, which must be this one, and answer with that button."""
        self.press(key, self.read(task))

    def digits(self, amount: object, within: str = "") -> None:
        """Type on the keys of the page, once they have been there for as long as a person looks at least.

        A key that moved away under the finger is pressed again, as people do who see that nothing came.
        """
        self.find(str(amount)[0], within=within)
        time.sleep(READING_MS / 1000)
        for count, digit in enumerate(str(amount), start=1):
            heard = lambda count=count: self._typed(within) >= count  # noqa: E731
            self.touch(digit, within=within)
            with suppress(AssertionError):
                self.wait(heard, f"'{digit}' on the pad", UNHEARD_S)
            if not heard():
                self.touch(digit, within=within)
                self.wait(heard, f"'{digit}' on the pad")
        assert self._typed(within) == len(str(amount)), "a key was heard late"

    def _typed(self, within: str) -> int:
        return int(self.engine.run(TYPED, within))

    def shown(self) -> dict[str, Any]:
        """What is to be read on this page: balances, whose turn."""
        read: dict[str, Any] = self.engine.run(f"return ({READ})()")
        return read

    def there(self, where: str) -> bool:
        return bool(self.engine.run("return document.querySelector(arguments[0]) !== null", where))

    def gone(self, where: str) -> None:
        """Wait until there is none any more."""
        self.wait(lambda: not self.there(where), f"no {where}")

    def whole(self) -> bool:
        """Whether no part is on its way: Firefox calls one that is cut off by leaving the page a script error."""
        before = self.engine.run(STYLES)
        time.sleep(QUIET_S)
        return bool(0 <= before == self.engine.run(STYLES))

    def text(self, where: str) -> str:
        """What is to be read there; nothing if there is no such thing."""
        return str(self.engine.run("return document.querySelector(arguments[0])?.innerText ?? ''", where))

    def wait(self, holds: Callable[[], Any], what: str, within_s: float = PATIENCE_S) -> Any:
        deadline = time.monotonic() + within_s
        while not (found := holds()):
            assert time.monotonic() < deadline, f"waited in vain: {what}\n{self.text('body')}"
            time.sleep(0.05)
        return found
