"""What `Tags` makes of answers that no honest tag would give, from a reader that says what the test wrote down."""

import importlib

import pytest
from emulation.model.frames import checked

SILENCE, COLLISION = -1, -2
UID = b"\x01\x02\x03\x04"
PART = UID + b"\x04"
ATQA = b"\x04\x00"


class Script:
    """Gives one answer after the other, then silence; notes what it was asked."""

    def __init__(self, answers):
        self.frame, self.answer = bytearray(9), bytearray(16)
        self.asked = []
        self._answers = list(answers)

    async def exchange(self, count, bits=0, align=0, answered=True):
        self.asked.append(bytes(self.frame[:count]))
        answer = self._answers.pop(0) if self._answers else SILENCE
        if isinstance(answer, int):
            return answer
        self.answer[: len(answer)] = answer
        return len(answer)

    def collided(self):
        return 0


@pytest.fixture
def find(modules):
    """Find tags with these answers; what was found, the script, and the finder."""

    def run(*answers):
        script = Script(answers)
        tags = importlib.import_module("drivers.iso14443a").Tags(script)
        finding = tags.find()
        with pytest.raises(StopIteration) as stop:
            finding.send(None)
        return stop.value.value, script, tags

    return run


def test_an_honest_tag(find):
    """Request, part, selection, halt: the uid, and all is clear."""
    found, script, tags = find(ATQA, PART, checked(b"\x08"), SILENCE)
    assert found == ("01020304",)
    assert script.asked == [b"\x52", b"\x93\x20", checked(b"\x93\x70" + PART), checked(b"\x50\x00"), b"\x26"]
    assert tags.clear


@pytest.mark.parametrize(
    ("answers", "named"),
    [
        ((PART[:4] + b"\x05",), ()),  # wrong check byte
        ((PART[:4],), ()),  # too short
        ((PART + b"\x00",), ()),  # too long
        ((COLLISION,), ()),  # nobody knows where
        ((PART, b"\x08\x00\x00"), ()),  # confirmed with a wrong checksum
        ((PART, checked(b"\x08")[:2]), ()),  # confirmed with half of one
        ((PART, checked(b"\x0c")), ()),  # the uid goes on, but its part has no cascade tag
        ((b"\x88\x01\x02\x03\x88", checked(b"\x04")) * 3, ()),  # it goes on after three cascade levels
        ((PART, checked(b"\x08"), SILENCE), ("01020304",)),  # it cannot be halted: one tag, named once
    ],
)
def test_what_is_not_confirmed_is_no_uid(find, answers, named):
    """A tag that does not say all of it right is asked no further, is not named, and is not silence."""
    found, script, tags = find(*(ATQA, *answers) * 9)
    assert found == named
    assert not tags.clear
    assert named or len(script.asked) == 3 * (1 + len(answers))
