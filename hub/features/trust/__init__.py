"""Trusting this hub: `/trust` gives a device the public part of its certificate authority, and shows how to use it.

Then browsers show no warning with `--tls`, and allow all that they allow to secure pages.
"""

from hub.feature import Feature

FEATURE = Feature(__name__, at_table=".at_table", offers={"trust": ".routes:trust"})
