"""The workshop: a family's own street, made on the page `/workshop` out of an edition (WORKSHOP.md).

What is made is a design: an edition as its base, and every cell of its tables as text. It is changed cell by cell,
checked as strictly as tables from a folder, and played, printed and passed on from there.
"""

from hub.feature import Feature

FEATURE = Feature(__name__, at_table=".at_table", contract=".views", screens=("workshop",))
