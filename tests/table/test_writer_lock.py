"""One after the other at a table."""

import threading

import pytest

from hub.table.automatic.threads import TableClosed, WriterLock


def test_nobody_interrupts() -> None:
    """Whoever has the turn keeps it until they are done."""
    turn, order = WriterLock(), []
    with turn:
        other = threading.Thread(target=lambda: (turn.__enter__(), order.append("other"), turn.__exit__()))
        other.start()
        other.join(0.05)
        order.append("first")
    other.join()
    assert order == ["first", "other"]


def test_a_closed_table() -> None:
    """After the evening nobody gets the turn, and who waited for it does not wait for ever."""
    turn, refused = WriterLock(), []

    def late() -> None:
        try:
            with turn:
                pass
        except TableClosed:
            refused.append(True)

    with turn:
        closing = threading.Thread(target=turn.close)
        closing.start()
        closing.join(0.05)
        assert closing.is_alive(), "what was begun is finished first"
    closing.join()
    threads = [threading.Thread(target=late) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert refused == [True, True]
    with pytest.raises(TableClosed), turn:
        pass
