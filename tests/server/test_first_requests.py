"""Several devices say their first word at the same moment, as they do when a hub comes back (decision 0022)."""

import subprocess
import sys
from pathlib import Path

import pytest

READERS = Path(__file__).with_name("first_readers.py")


@pytest.mark.parametrize("what", ["request", "report", "hello"])
def test_first_words_at_the_same_moment_end_no_hub(what: str) -> None:
    """Each of a hundred hubs goes on, whose threads learn the type of what they read together."""
    run = subprocess.run([sys.executable, READERS, what], capture_output=True, text=True, check=True)
    assert (run.stdout.strip(), run.stderr) == ("0", "")
