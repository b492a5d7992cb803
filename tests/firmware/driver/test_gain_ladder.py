"""One tag, heard by two readers: the scan of the node finds out where it lies."""

from __future__ import annotations

import importlib
import sys
import types

import pytest

UID = "04A1B2C3D4E5F6"


class Owner:
    """Stands in for `Presence`: the tag was last seen by the other reader."""

    def __init__(self, rival):
        self._rival = rival
        self.seen = None

    def rival(self, uid, reader):
        return self._rival

    def polled(self, reader, uids, clear):
        self.seen = reader, list(uids), clear


@pytest.fixture
def look(bench, monkeypatch):
    """Put the tag at these distances in dB from readers 0 and 1; what the scan then says of reader 0."""
    monkeypatch.setitem(sys.modules, "machine", types.SimpleNamespace(SPI=None, Pin=None))
    scan = importlib.import_module("node.scan")

    def run(here_db, there_db, first=()):
        node = bench(2)
        node.model.put(0, UID, needs_db=here_db, also={1: there_db})
        presence = Owner(1)
        looking = scan.Scan(node.readers, presence, types.SimpleNamespace(first=first), None)
        node.node.run(looking.look(0))
        assert node.model.awake == ()
        return presence.seen

    yield run
    sys.modules.pop("node.scan", None)


@pytest.mark.parametrize(
    ("here_db", "there_db", "mine"), [(18, 43, True), (40, 20, False), (33, 38, True), (38, 33, False), (18, 23, True)]
)
def test_the_reader_that_needs_less_gain_has_the_tag(look, here_db, there_db, mine):
    """The tag belongs to the reader that still hears it when the other has gone silent."""
    assert look(here_db, there_db) == (0, [UID] if mine else [], True)


@pytest.mark.parametrize(("first", "mine"), [((0,), True), ((1,), False), ((), False)])
def test_where_both_hear_alike_the_expected_one_has_it(look, first, mine):
    """If gain does not tell, the reader that the hub looks at first has the tag."""
    assert look(30, 30, first) == (0, [UID] if mine else [], True)
