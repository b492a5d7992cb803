"""Distributes test files to xdist workers, and recovers from workers that die.

pytest-timeout ends a hanging test by killing its worker. pytest-xdist 3.8.0 may then wait for ever: it reassigns the
files that the dead worker had finished, as work that never ends, and starts the fatal test again (its issues 1323, 1327
and 1378; fixed there, not yet released). The next release will replace this module.
"""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

LEAST = 2
"""A worker begins a test only when it knows the next one, or that there is none."""


SHARING = "tests/architecture/"
"""A folder whose tests stay together, too: they all read the same sources, which one process parses once."""

APART = (
    "tests/analysis/",
    "tests/browser/test_pages.py",
    "tests/browser/test_questions.py",
    "tests/features/test_without.py",
    "tests/packaging/test_features_of_pages.py",
)
"""Where each test is a long one that sets up nothing for the next: one after the other they would be what all wait for
in the end."""


class FileScheduling(LoadFileScheduling):
    """Keeps the tests of a file together; other workers take over what a dead one has not begun."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(APART):
            return nodeid
        return SHARING if nodeid.startswith(SHARING) else super()._split_scope(nodeid)

    def remove_node(self, node: WorkerController) -> str | None:
        """Redistribute the work of a worker that ended; returns the test that killed it, if any."""
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
    """Use this scheduler with `--dist loadfile`, as in the gate."""
    return FileScheduling(config, log) if config.getvalue("dist") == "loadfile" else None
