"""Families who read English find no German word on a special space; streets and cities keep the names of the board."""

import pytest

from hub.editions import EDITIONS
from hub.editions.reading import english_names
from hub.rules.slots import Rules
from hub.table.views.printed import edition_view

EVERY = pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))


@EVERY
def test_whatever_is_no_street_has_a_name_in_english(rules: Rules) -> None:
    """The track's spaces but for streets, as the pages get them."""
    unnamed = [space.name for space in edition_view(rules).spaces if space.kind != "street" and not space.english]
    assert not unnamed, f"hub/editions/{rules.id}/english.csv lacks {unnamed}"


@EVERY
def test_streets_keep_their_names(rules: Rules) -> None:
    """A street is a proper name."""
    assert {space.english for space in rules.track.spaces if space.kind == "street"} == {""}


def test_no_name_is_left_over() -> None:
    """What the list names is on a track."""
    assert set(english_names()) <= {space.name for rules in EDITIONS.values() for space in rules.track.spaces}


@EVERY
def test_english_names_tell_the_deeds_apart(rules: Rules) -> None:
    """Two deeds never have the same name."""
    names = [rules.track.spaces[deed].english or rules.track.spaces[deed].name for deed in rules.track.deeds]
    assert len(set(names)) == len(names)
