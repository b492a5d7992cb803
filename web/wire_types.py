"""Generates `web/src/wire.ts` from the structs that hub and pages exchange, so that their types always agree.

Besides the types it has `USUAL`: what a field is where nobody says anything else, for tests and scenes of the pages.
Run it after changing a struct: `python -m web.wire_types`. Named types in Python (`Colour`, `AnyTask`) keep
their names in TypeScript, without the `Any` of a union.
"""

import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, UnionType
from typing import Union

import msgspec
from msgspec import Struct
from msgspec import inspect as shapes

from hub.domain import auctions, commands, tasks, unions
from hub.feature import gathered
from hub.features import features, kinds
from hub.records.retelling import RetellingView
from hub.table.interfaces import board
from hub.table.requests import REQUESTS, request_type
from hub.table.views import printed
from hub.table.views.device import DeviceView
from hub.table.views.explanations import Explanations
from hub.table.views.printed import EditionView, RebuildView
from hub.table.views.rule_sheet import SheetView
from hub.table.wire import contract
from hub.table.wire.audience import Ack, Welcome
from hub.table.wire.contract import view_with

TARGET = Path(__file__).resolve().parent / "src" / "wire.ts"
HEAD = "// Written by `python -m web.wire_types` from the structs of hub/table and of features.\n"
KINDS = (*REQUESTS, *kinds())
VIEW = view_with((name, one.type, one.usual) for name, one in gathered(features().values(), "view"))
CROSSING: tuple[type[Struct], ...] = (
    Welcome,
    VIEW,
    DeviceView,
    EditionView,
    RebuildView,
    RetellingView,
    SheetView,
    Ack,
    request_type(KINDS),
    Explanations,
)
"""The structs that are sent as such, besides those of features; those they contain follow from them."""
NAMED_IN: tuple[ModuleType, ...] = (contract, printed, commands, auctions, unions, tasks, board)
"""Where type aliases are looked for, the first name for a type wins."""
ALIASES = {"Action": Union[KINDS]}  # noqa: UP007
"""Types that have their names only here."""
PLAIN: tuple[tuple[type[shapes.Type], str], ...] = (
    (shapes.StrType, "string"),
    (shapes.BoolType, "boolean"),
    (shapes.IntType, "number"),
    (shapes.FloatType, "number"),
    (shapes.NoneType, "null"),
)


class NoTypeScript(TypeError):
    """A type of the contract has no counterpart; the message names it."""


def module() -> str:
    contracts = [feature.load(feature.contract) for feature in features().values() if feature.contract]
    writer = _Writer(_aliases((*NAMED_IN, *contracts)))
    structs = list(_structs((*CROSSING, *(crossing for contract in contracts for crossing in contract.CROSSING))))
    interfaces = [writer.interface(shape) for shape in structs]
    return "\n".join((HEAD, *writer.named(), *interfaces, _usual(structs)))


def _usual(structs: Iterable[shapes.StructType]) -> str:
    """The default values of structs as a constant; kinds of a union have none there."""
    made = ((shape.cls.__name__, _defaults(shape)) for shape in structs if shape.tag is None)
    lines = [f"  {name}: {msgspec.json.encode(values).decode()}," for name, values in made if values]
    return "\n".join(("export const USUAL = {", *lines, "} as const;\n"))


def _defaults(shape: shapes.StructType) -> dict[str, object]:
    usual = (field for field in shape.fields if not field.required)
    return {
        field.encode_name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        for field in usual
    }


class _Writer:
    """Converts types to TypeScript and notes which aliases were used."""

    def __init__(self, aliases: dict[frozenset[object], tuple[str, shapes.Type]]) -> None:
        self._aliases = aliases
        self._used: dict[str, shapes.Type] = {}

    def interface(self, shape: shapes.StructType) -> str:
        """The interface of a struct, with the first paragraph of its docstring."""
        if shape.cls.__subclasses__():
            raise NoTypeScript(f"{shape.cls.__name__} is a base; the contract names the union of its kinds")
        summary = " ".join((shape.cls.__doc__ or "").split("\n\n")[0].split())
        lines = [f"/** {summary} */", f"export interface {shape.cls.__name__} {{"]
        if shape.tag is not None:
            lines.append(f'  {shape.tag_field}: "{shape.tag}";')
        lines += [f"  {field.encode_name}: {self.type(field.type)};" for field in shape.fields]
        return "\n".join((*lines, "}\n"))

    def named(self) -> Iterator[str]:
        """The declarations of the aliases used so far, and of those that these use."""
        written: set[str] = set()
        while missing := sorted(set(self._used) - written):
            for name in missing:
                written.add(name)
                yield f"export type {name} = {self.spelled(self._used[name])};\n"

    def type(self, shape: shapes.Type) -> str:
        """A type by its name if it has one, else spelled out."""
        alias = self._aliases.get(_identity(shape))
        if alias is None:
            return self.spelled(shape)
        self._used[alias[0]] = alias[1]
        return alias[0]

    def spelled(self, shape: shapes.Type) -> str:
        match shape:
            case shapes.StructType(cls=cls):
                return cls.__name__
            case shapes.UnionType(types=members):
                return self._union(members)
            case shapes.LiteralType(values=values):
                return " | ".join(msgspec.json.encode(value).decode() for value in values)
            case shapes.VarTupleType() | shapes.TupleType() | shapes.DictType():
                return self._collection(shape)
        for kind, name in PLAIN:
            if isinstance(shape, kind):
                return name
        raise NoTypeScript(f"{shape!r} has no TypeScript; teach web/wire_types.py")

    def _collection(self, shape: shapes.VarTupleType | shapes.TupleType | shapes.DictType) -> str:
        match shape:
            case shapes.VarTupleType(item_type=item):
                spelt = self.type(item)
                return f"readonly ({spelt})[]" if " " in spelt else f"readonly {spelt}[]"
            case shapes.TupleType(item_types=items):
                return f"readonly [{', '.join(self.type(item) for item in items)}]"
            case shapes.DictType(key_type=key, value_type=value):
                return f"Record<{self.type(key)}, {self.type(value)}>"

    def _union(self, members: Iterable[shapes.Type]) -> str:
        """A union; a named union that is part of it keeps its name (`Colour | null`)."""
        rest = [member for member in members if not isinstance(member, shapes.NoneType)]
        optional = len(rest) != len(tuple(members))
        whole = self._aliases.get(frozenset().union(*(_identity(member) for member in rest))) if optional else None
        if whole is not None:
            self._used[whole[0]] = whole[1]
        parts = [whole[0]] if whole else [self.type(member) for member in rest]
        return " | ".join((*parts, "null") if optional else parts)


def _identity(shape: shapes.Type) -> frozenset[object]:
    """A key by which types are equal regardless of their names."""
    match shape:
        case shapes.LiteralType(values=values):
            return frozenset(values)
        case shapes.UnionType(types=members):
            return frozenset().union(*(_identity(member) for member in members))
        case shapes.StructType(cls=cls):
            return frozenset((cls,))
    return frozenset((type(shape),))


def _aliases(sources: Iterable[ModuleType]) -> dict[frozenset[object], tuple[str, shapes.Type]]:
    """Named unions and literals by identity. A struct or plain type alone is never renamed."""
    found: dict[frozenset[object], tuple[str, shapes.Type]] = {}
    for names in (ALIASES, *map(vars, sources)):
        for name, value in names.items():
            if isinstance(value, UnionType) or typing.get_origin(value) in {typing.Union, typing.Literal}:
                shape = shapes.type_info(value)
                found.setdefault(_identity(shape), (name.removeprefix("Any"), shape))
    return found


def _structs(roots: tuple[type[Struct], ...]) -> Iterator[shapes.StructType]:
    """All structs reachable from the roots, each once, roots first."""
    seen: set[type] = set()
    waiting: list[shapes.Type] = [shapes.type_info(root) for root in roots]
    while waiting:
        shape = waiting.pop(0)
        if isinstance(shape, shapes.StructType):
            if shape.cls in seen:
                continue
            seen.add(shape.cls)
            yield shape
        waiting += _parts(shape)


def _parts(shape: shapes.Type) -> list[shapes.Type]:
    match shape:
        case shapes.StructType(fields=fields):
            return [field.type for field in fields]
        case shapes.UnionType(types=members):
            return list(members)
        case shapes.VarTupleType(item_type=item):
            return [item]
        case shapes.TupleType(item_types=items):
            return list(items)
        case shapes.DictType(key_type=key, value_type=value):
            return [key, value]
    return []


if __name__ == "__main__":
    TARGET.write_text(module(), encoding="utf-8")
