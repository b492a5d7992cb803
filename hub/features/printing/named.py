"""What can be printed, by name; the headings are `print.sheet.<name>` in the locales. Needs no library for PDF."""

TWO_SIDED = ("deeds", "decks")
SHEETS = ("spaces", *TWO_SIDED, "rules", "labels", "banker", "ring", "marks")
USUAL = SHEETS[:-2]
"""Light rings and cameras are not everybody's."""
