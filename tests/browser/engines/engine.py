"""What a test asks of a browser engine, whichever it is: WebDriver's few words, and what its console complained of."""

from typing import Any, Protocol

Element = dict[str, str]
"""A thing on the page, as WebDriver writes it: its reference under one long name."""


class Refused(Exception):
    """The browser says that it could not do something; `error` is WebDriver's name of why."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(f"{error}: {message}")
        self.error = error


class Engine(Protocol):
    """One browser with one window and a store of its own."""

    def go(self, url: str) -> None:
        """Load a page."""

    def run(self, script: str, *arguments: Any) -> Any:
        """The value that the body of a function returns in the page."""

    def click(self, element: Element) -> None:
        """Press on its middle, as a hand would. Raises Refused where it is covered or gone."""

    def type(self, element: Element, text: str) -> None:
        """Type into a field."""

    def complaints(self) -> list[str]:
        """What the console said of errors so far: uncaught ones, failed requests, broken policies."""

    def quit(self) -> None:
        """End the browser."""


def reference(element: Element) -> str:
    return next(iter(element.values()))
