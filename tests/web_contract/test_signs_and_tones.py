"""Every kind of space has its sign on the track, and every tone goes with a fact that the feed tells."""

import re
from pathlib import Path
from typing import get_args

from hub.domain.ids import snake
from hub.domain.unions import AnyFact
from hub.editions import EDITIONS
from hub.table.game.feed import NOT_SHOWN

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
WITH_COLOUR = {"street"}
"""Kinds that are known by the colour of their group."""


def keys(path: str, table: str) -> set[str]:
    body = re.search(
        rf"const {table}: [^\n]* = {{$(.*?)^ *}};$", (SOURCES / path).read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert body is not None
    return set(re.findall(r'^ *"?([\w.]+)"?:', body[1], re.MULTILINE))


def test_every_kind_of_space_has_its_sign() -> None:
    """A kind that an edition brings along is drawn; no sign is left over for what no track has."""
    signs = keys("parts/track/SpaceGlyph.svelte", "GLYPHS")
    kinds = {(rules.id, space.kind) for rules in EDITIONS.values() for space in rules.track.spaces}
    undrawn = {kind for _, kind in kinds} - signs - WITH_COLOUR
    assert not undrawn, f"draw {sorted(undrawn)} in GLYPHS (web/src/parts/track/SpaceGlyph.svelte)"
    assert signs & WITH_COLOUR == set()
    assert signs - {kind for _, kind in kinds} - {".".join(kind) for kind in kinds} == set()


def test_every_tone_goes_with_a_fact_that_is_shown() -> None:
    """The pages hear of facts through the feed, by their names."""
    told = {snake(fact.__name__) for fact in get_args(AnyFact) if fact not in NOT_SHOWN}
    tones = keys("browser/tones.ts", "tones")
    assert len(tones) > 5
    assert tones <= told
