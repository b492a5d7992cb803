"""Parts of editions are compared by what they are and say, and cannot be changed, with figures or without."""

import pytest
from msgspec.structs import replace

from hub.rules.game import Part, part


@part(sheet=None)
class Bare(Part):
    """Has no figures."""


@part(sheet=None)
class Counted(Bare):
    count: int = 3


@part(sheet="other")
class Other(Counted):
    """Has that of its base."""


PARTS = (Bare(), Counted(4), Other(4))


@pytest.mark.parametrize("one", PARTS, ids=repr)
def test_a_part_equals_its_like_alone(one: Part) -> None:
    """A copy is as good as the part itself; a part of another class with the same figures is another part."""
    copy = replace(one)
    assert copy == one
    assert hash(copy) == hash(one)
    assert [other for other in PARTS if other == one] == [one]


@pytest.mark.parametrize("one", PARTS, ids=repr)
@pytest.mark.parametrize("name", ["count", "anything"])
def test_nothing_about_a_part_can_be_changed(one: object, name: str) -> None:
    """Neither its figures nor anything else is set or taken away."""
    with pytest.raises(AttributeError):
        setattr(one, name, 5)
    with pytest.raises(AttributeError):
        delattr(one, name)


def test_figures_are_taken_and_shown() -> None:
    """A class that adds none takes those of its base, and shows them under its own name."""
    assert (Other(5).count, repr(Other(5)), repr(Bare())) == (5, "Other(count=5)", "Bare()")
    assert (Bare.sheet, Other.sheet) == (None, "other")  # type: ignore[attr-defined]


def test_a_class_without_the_base_is_no_part() -> None:
    """Whoever wrote it hears so at once: it could be changed, and no rule sheet would list it."""

    class Plain:
        """Has no base."""

    with pytest.raises(AssertionError, match="Plain is no Part"):
        part(sheet="plain")(Plain)
