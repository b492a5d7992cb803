"""The serial side of a table: the line codec, the link and the ports.

`hub.composition` builds a `SerialBoard`, or a simulated one (`hub.simulated_board`), and hands it to the table, which
knows it only by the Protocols in `hub.table.interfaces.board`. The files named in `ON_BOARD` are also copied,
unmodified, onto every node: they use only what MicroPython has (their types are in the `.pyi` stubs next to them) and
import nothing but each other.
"""

ON_BOARD = ("wire.py", "clock.py", "outbox.py", "link.py")
