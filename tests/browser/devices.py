"""The devices of a house, how a page is opened on one, and which of many cases the gate looks at."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from browser.screen import AT_ONCE, NOTING, Screen, storing
from helpers.house import House
from playwright.sync_api import Browser, WebSocketRoute

TABLET = {"viewport": {"width": 1280, "height": 800}, "has_touch": True, "locale": "de-DE"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
TV = {"viewport": {"width": 1920, "height": 1080}, "locale": "de-DE"}
DESK = {"viewport": {"width": 1280, "height": 1100}, "locale": "en-GB"}
DEVICES: dict[str, dict[str, Any]] = {
    "table": TABLET,
    "story": TABLET,
    "rules": TABLET,
    "workshop": TABLET,
    "play": PHONE,
    "tv": TV,
    "device": DESK,
}
PATIENCE_MS = 60_000

Visit = Callable[..., Screen]


def once(cases: Collection[Any], gate: Collection[Any]) -> list[Any]:
    """All cases for `parametrize`: the gate looks at those named, `python3 hub test all` at the others as well."""
    assert set(gate) <= set(cases), set(gate) - set(cases)
    rest = [case for case in cases if case not in gate]
    return [
        *gate,
        *(pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.all) for case in rest),
    ]


def refuse(wire: WebSocketRoute) -> None:
    """As Safari is said to do with a certificate that no authority has signed."""
    wire.close()


@contextmanager
def visiting(browser: Browser, house: House, *, staged: bool = False) -> Iterator[tuple[Visit, list[Screen]]]:
    """What opens a page of this house on a device of its own, from the network or at the hub's computer, with a code.

    If `staged`, animations and moments come at once, for which a page waits three seconds once it stands.

    `of` is another house, `origin` the address of another hub; with `key` the device has been its banker's before.
    `device` is the page whose usual device it is, if not that of `page`; a `newcomer` has never been here before; if it
    is `blocked`, it gets no WebSocket. In the end all are closed.
    """
    own = house
    screens: list[Screen] = []

    def open_page(
        page: str,
        *,
        local: bool = False,
        of: House | None = None,
        origin: str | None = None,
        code_of: int | None = None,
        key: str | None = None,
        device: str | None = None,
        newcomer: bool = False,
        blocked: bool = False,
        **wanted: Any,
    ) -> Screen:
        house = of or own
        wishes = {"reduced_motion": "reduce", **DEVICES[device or page], **wanted}
        origin = origin or (house.local_url if local else house.url)
        key = house.key if local else key
        context = browser.new_context(storage_state=storing(origin, key, newcomer=newcomer), **wishes)
        context.add_init_script(NOTING + (AT_ONCE if staged else ""))
        context.set_default_timeout(PATIENCE_MS)
        if blocked:
            context.route_web_socket("**/socket.io/**", refuse)
        screens.append(Screen(context, house, origin, wishes["locale"][:2]))
        screens[-1].open(page if code_of is None else f"{page}#code={house.view().join.codes[str(code_of)]}")
        return screens[-1]

    yield open_page, screens
    for screen in screens:
        screen.page.context.close()
