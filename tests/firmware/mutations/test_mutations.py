"""The tests of the firmware notice when it is broken."""

from __future__ import annotations

import os

import pytest
from firmware.mutations.run import ROOT, mutated, mutations, survivors


def test_each_mutation_has_its_place():
    """The list is as long as it should be, and what each entry breaks is still there, once."""
    listed = mutations()
    assert len({mutation["name"] for mutation in listed}) == len(listed) >= 42
    for mutation in listed:
        source = (ROOT / "firmware" / mutation["file"]).read_text()
        assert mutated(source, mutation) != source


@pytest.mark.timeout(3600)
@pytest.mark.skipif(os.environ.get("BANKHALTER_SOAK") != "full", reason="takes half an hour; part of the soak")
def test_each_mutation_is_noticed():
    """Whatever is broken, some test fails, but for those of which the list says why none can."""
    assert list(survivors(mutations())) == [each["name"] for each in mutations() if "survives" in each]
