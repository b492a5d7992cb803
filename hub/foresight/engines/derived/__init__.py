"""The derived engine: positions as one flat vector of numbers, for editions and house rules whose figures it can take.

`tables` and `positions` are the only files that know the rules and states of the hub; `play` are the rules once more,
`policy` the sensible bot once more, written so that `translate` can turn both into C.
"""
