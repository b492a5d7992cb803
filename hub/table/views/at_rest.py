"""Views during a pause: everything is shown, but no options."""

from __future__ import annotations

from msgspec import structs

from hub.table.wire.contract import PauseView, View


def at_rest(shown: View, pause: PauseView | None) -> View:
    """The view without the options that would be refused because of the pause."""
    if pause is None:
        return shown
    prompt, market = shown.prompt, shown.market
    still = structs.replace(
        shown,
        pause=pause,
        prompt=prompt and structs.replace(prompt, options=()),
        free=(),
        offers=tuple(structs.replace(offer, options=()) for offer in shown.offers),
        trade=False,
        market=market
        and structs.replace(
            market, open=False, offers=tuple(structs.replace(offer, options=()) for offer in market.offers)
        ),
    )
    return structs.replace(still, undo=0, redo=0) if pause.kind == "frozen" else still
