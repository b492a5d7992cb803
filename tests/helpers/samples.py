"""A value of any type that commands, facts and requests are made of, with nothing left empty."""

from functools import partial
from typing import Any

from msgspec import inspect


def sample(kind: inspect.Type, number: int = 2**31, text: str = "Größe \N{SNOWMAN}") -> Any:
    """Every number and text in it is the one that is given."""
    inner = partial(sample, number=number, text=text)
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{field.name: inner(field.type) for field in fields})
        case inspect.UnionType(types=types):
            return inner(types[0])
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.VarTupleType(item_type=item):
            return (inner(item), inner(item))
        case inspect.TupleType(item_types=items):
            return tuple(map(inner, items))
        case inspect.DictType(key_type=key, value_type=value):
            return {inner(key): inner(value)}
        case inspect.IntType() | inspect.FloatType():
            return number
        case inspect.StrType():
            return text
        case inspect.BoolType():
            return True
    raise TypeError(kind)
