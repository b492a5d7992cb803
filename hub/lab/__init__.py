"""The laboratory: variants of an edition, each a set of house rules, played against each other by bots (FORESIGHT.md).

Games are independent of each other, so any `concurrent.futures` executor may play them, and what was played is stored:
the same question goes on where it was. Statistics pair games of the same number, which share their chance.
"""
