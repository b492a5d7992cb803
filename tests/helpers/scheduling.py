"""Which worker runs which file of tests, and what becomes of a worker that dies.

pytest-timeout ends a test that hangs by ending its worker. The pytest-xdist of 2026 (3.8.0) then may wait for ever: it
gives the files that the dead worker had finished to another one, as work that never ends, and starts the deadly test
again (its issues 1323, 1327 and 1378; mended there, not yet released). A newer release replaces this module.
"""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

LEAST = 2
"""A worker begins a test only when it knows the next one, or that there is none."""


SHARING = "tests/architecture/"
"""A folder whose tests stay together, too: they all read the same sources, which one process parses once."""


class FileScheduling(LoadFileScheduling):
    """A file's tests stay together; what a dead worker has not begun, others do."""

    def _split_scope(self, nodeid: str) -> str:
        return SHARING if nodeid.startswith(SHARING) else super()._split_scope(nodeid)

    def remove_node(self, node: WorkerController) -> str | None:
        """Take over from a worker that ended; returns the test that it died of, if any."""
        taken = self.assigned_work.pop(node).items()
        lost = [(scope, [test for test, done in unit.items() if not done]) for scope, unit in taken]
        left = [(scope, tests) for scope, tests in lost if tests]
        if not left:
            return None
        deadly = left[0][1].pop(0)
        self.workqueue.update({scope: dict.fromkeys(tests, False) for scope, tests in left if tests})
        for other in self.assigned_work:
            self._reschedule(other)
        return deadly

    def _reschedule(self, node: WorkerController) -> None:
        super()._reschedule(node)
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) < LEAST:
            super()._reschedule(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FileScheduling | None:
    """Use it where files stay together, as in the gate."""
    return FileScheduling(config, log) if config.getvalue("dist") == "loadfile" else None
