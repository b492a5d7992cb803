"""The derived engine: positions as one flat vector of numbers, for editions and house rules that it can represent.

`tables` and `positions` are the only files that know the hub's rules and states. `play` implements the rules again, and
`policy` the sensible bot, both in a form that `translate` can turn into C.
"""
