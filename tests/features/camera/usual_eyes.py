"""The camera's process with the usual priority: beside other tests the lowest would get a hundredth of a processor."""

from multiprocessing.connection import Connection

from hub.features.camera import looking
from hub.simulation.workers import begin_as_usual


def look_on(line: Connection, source: str) -> None:
    """What is put in the place of `looking.look_on`, and runs in a process that was begun for it."""
    looking.begin_awaited = begin_as_usual
    looking.look_on(line, source)
