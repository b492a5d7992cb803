"""Combines the files of a playbook and translates them into C: the same functions on arrays of 64-bit integers.

A playbook is a folder with files of its own; reading starts with the one that chooses moves and the one for rollouts.
Where a file of the standard rules imports another, the playbook's own file of that name is used instead, if there is
one. It may import the file that it replaces: then its functions and figures replace those of the same name, wherever
they are called. So everything that calls `give` calls the playbook's `give`.

Understands only the subset of Python that `play` and `policy` keep to, and refuses everything else by name and line.
`//` and `%` round as in Python; arguments of a call must not depend on each other's effects, since C orders them
freely.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROLLOUTS = HERE / "policy" / "rollouts.py"
PACKAGE = __name__.removesuffix("translate")
ANNOTATIONS = annotations.compiler_flag
EXPORTED = frozenset({"rollouts", "step"})
HEAD = """\
#include <stdint.h>
#include <string.h>
typedef int64_t V;
static inline V div_(V a, V b) { V q = a / b; return q - ((q * b != a) & ((a < 0) != (b < 0))); }
static inline V mod_(V a, V b) { V r = a % b; return r + (b & -(V)((r != 0) & ((r < 0) != (b < 0)))); }
static inline V min_(V a, V b) { return a < b ? a : b; }
static inline V lowest_bit_(V bits) { return __builtin_ctzll((uint64_t)bits); }
static inline V max_(V a, V b) { return a > b ? a : b; }
"""

OPERATORS: Mapping[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Invert: "~",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.And: " && ",
    ast.Or: " || ",
    ast.Not: "!",
    ast.USub: "-",
}
ROUNDING: Mapping[type, str] = {ast.FloorDiv: "div_", ast.Mod: "mod_"}
BUILT_IN = frozenset({"min", "max", "lowest_bit"})
"""What the header of the C file already defines."""


class NotTranslatable(Exception):
    """The source uses Python that is not understood here."""


class Source(NamedTuple):
    """All figures and functions of a playbook, each once; `files` says where each function is defined."""

    constants: Mapping[str, int]
    functions: Mapping[str, ast.FunctionDef]
    files: Mapping[str, str]


def sources(entry: Path) -> list[Path]:
    """The files of a playbook: the one that chooses moves, the one for rollouts, and everything they import."""
    found, waiting = dict[Path, None](), [ROLLOUTS, entry]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = None
            waiting += _imported(path, entry.parents[1])
    return sorted(found)


def _imported(path: Path, own: Path) -> Iterator[Path]:
    for node in _parsed(path).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
            named = HERE.joinpath(*(node.module or "").removeprefix(PACKAGE).split(".")).with_suffix(".py")
            theirs = own / named.relative_to(HERE)
            yield theirs if theirs.exists() and not path.is_relative_to(own) else named


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def put_together(entry: Path) -> Source:
    """The parts of a playbook. Raises NotTranslatable if two of its own have the same name."""
    own, paths = entry.parents[1], sources(entry)
    standard = _defined(path for path in paths if not path.is_relative_to(own))
    theirs = _defined(path for path in paths if path.is_relative_to(own))
    return Source(
        {**standard.constants, **theirs.constants},
        {**standard.functions, **theirs.functions},
        {**standard.files, **theirs.files},
    )


def _defined(paths: Iterable[Path]) -> Source:
    found = [(str(path), node) for path in paths for node in _parsed(path).body]
    functions = [(path, node) for path, node in found if isinstance(node, ast.FunctionDef)]
    constants = [*_constants([node for _, node in found])]
    names = Counter([*(node.name for _, node in functions), *(name for name, _ in constants)])
    if twice := [name for name, count in names.items() if count > 1]:
        raise NotTranslatable(f"more than one of each of these names: {', '.join(twice)}")
    return Source(
        dict(constants), {node.name: node for _, node in functions}, {node.name: path for path, node in functions}
    )


def as_python(entry: Path) -> Mapping[str, Callable[..., Any]]:
    """The functions of a playbook by name, each calling the others of the same playbook."""
    found = put_together(entry)
    names: dict[str, Any] = dict(found.constants)
    for function in found.functions.values():
        module = ast.Module([function], [])
        exec(compile(module, found.files[function.name], "exec", ANNOTATIONS, dont_inherit=True), names)  # noqa: S102 our own source
    return {name: names[name] for name in found.functions}


def as_c(entry: Path) -> str:
    """A whole playbook as one file of C. Raises NotTranslatable."""
    found = put_together(entry)
    functions = {name: node for name, node in found.functions.items() if name not in BUILT_IN}
    text = [HEAD, *(f"#define {name} {value}LL\n" for name, value in found.constants.items())]
    text += [f"{_head(function)};\n" for function in functions.values()]
    text += [Body(functions, function).text() for function in functions.values()]
    return "".join(text)


def _constants(statements: Sequence[ast.stmt]) -> Iterator[tuple[str, int]]:
    for node in statements:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, ast.literal_eval(node.value)


def _head(function: ast.FunctionDef) -> str:
    arguments = [f"V {'*' if _is_vector(a) else ''}{_named(a.arg)}" for a in function.args.args]
    void = isinstance(function.returns, ast.Constant) and function.returns.value is None
    static = "" if function.name in EXPORTED else "static "
    return f"{static}{'void' if void else 'V'} {function.name}_({', '.join(arguments)})"


def _named(name: str) -> str:
    """Constants unchanged; other names changed so that none is a keyword of C."""
    return name if name.isupper() else f"{name}_v"


def _is_vector(argument: ast.arg) -> bool:
    return isinstance(argument.annotation, ast.Name) and argument.annotation.id == "Vector"


class Body:
    """Translates one function."""

    def __init__(self, functions: Mapping[str, ast.FunctionDef], function: ast.FunctionDef) -> None:
        self._functions, self._function = functions, function
        self._loops = 0

    def text(self) -> str:
        """The whole function."""
        lines = "".join(self._statement(node) for node in self._function.body)
        names = "".join(f"V {_named(name)} = 0;\n" for name in self._locals())
        return f"{_head(self._function)} {{\n{names}{lines}}}\n"

    def _locals(self) -> list[str]:
        stored = (node for node in ast.walk(self._function) if isinstance(node, ast.Name))
        names = {node.id for node in stored if isinstance(node.ctx, ast.Store)}
        return sorted(names - {argument.arg for argument in self._function.args.args})

    def _statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Slice() as place)], value=value):
                return self._in_a_row(name, place, value)
            case ast.Assign(targets=[target], value=value):
                return f"{self._value(target)} = {self._figure(value)};\n"
            case ast.AugAssign(target=target, op=op, value=value) if type(op) in OPERATORS:
                return f"{self._value(target)} {OPERATORS[type(op)]}= {self._value(value)};\n"
            case ast.If(test=test, body=body, orelse=orelse):
                other = f"else {self._block(orelse)}" if orelse else ""
                return f"if ({self._value(test)}) {self._block(body)}{other}"
            case ast.While(test=test, body=body, orelse=[]):
                return f"while ({self._value(test)}) {self._block(body)}"
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds), orelse=[]):
                return self._loop(name, bounds, node.body)
            case ast.Expr(value=ast.Constant()):
                return ""
            case ast.Expr(value=value):
                return f"{self._value(value)};\n"
        return self._jump(node)

    def _in_a_row(self, name: str, place: ast.Slice, value: ast.expr) -> str:
        """Assigns several places in one step: figures, or part of another vector of the same length."""
        match place, value:
            case ast.Slice(lower=ast.expr() as first), ast.Tuple(elts=figures):
                at = f"{_named(name)} + {self._value(first)}"
                lines = "".join(f"to[{k}] = {self._value(figure)};\n" for k, figure in enumerate(figures))
                return f"{{\nV *to = {at};\n{lines}}}\n"
            case (
                ast.Slice(lower=ast.expr() as first, upper=ast.expr() as end),
                ast.Subscript(value=ast.Name(id=other), slice=ast.Slice(lower=ast.expr() as other_first)),
            ):
                count = f"({self._value(end)} - {self._value(first)}) * sizeof(V)"
                to, source = f"{_named(name)} + {self._value(first)}", f"{_named(other)} + {self._value(other_first)}"
                return f"memmove({to}, {source}, {count});\n"
        raise self._unknown(value)

    def _jump(self, node: ast.stmt) -> str:
        match node:
            case ast.Return(value=None):
                return "return;\n"
            case ast.Return(value=ast.expr() as value):
                return f"return {self._value(value)};\n"
            case ast.Continue():
                return "continue;\n"
        raise self._unknown(node)

    def _block(self, body: Sequence[ast.stmt]) -> str:
        return "{\n" + "".join(self._statement(node) for node in body) + "}\n"

    def _loop(self, name: str, bounds: Sequence[ast.expr], body: Sequence[ast.stmt]) -> str:
        """As in Python, the bound is evaluated once, and the body cannot change the loop variable."""
        self._loops += 1
        first = self._value(bounds[0]) if len(bounds) > 1 else "0"
        counter, end = f"at{self._loops}_", f"end{self._loops}_"
        bound = self._value(bounds[min(1, len(bounds) - 1)])
        step = self._value(bounds[2]) if len(bounds) > 2 else "1"
        head = f"for (V {counter} = {first}, {end} = {bound}; {counter} < {end}; {counter} += {step})"
        return f"{head} {{\n{_named(name)} = {counter};\n{self._block(body)}}}\n"

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int() as value):
                return f"{int(value)}LL"
            case ast.Name(id=name):
                return _named(name)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return f"{_named(name)}[{self._value(index)}]"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self._value(test)} ? {self._value(body)} : {self._value(orelse)})"
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return f"{name}_({', '.join(map(self._figure, self._completed(name, arguments)))})"
        return self._operation(node)

    def _figure(self, node: ast.expr) -> str:
        """Refuses `or` where any number may come out: Python gives one of its sides, C gives 0 or 1."""
        conditions = (ast.Compare, ast.BoolOp, ast.UnaryOp)
        match node:
            case ast.BoolOp(op=ast.Or(), values=sides) if not all(isinstance(side, conditions) for side in sides):
                raise self._unknown(node)
        return self._value(node)

    def _operation(self, node: ast.expr) -> str:
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ROUNDING:
                return f"{ROUNDING[type(op)]}({self._value(left)}, {self._value(right)})"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return f"({self._value(left)} {OPERATORS[type(op)]} {self._value(right)})"
            case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
                return f"{OPERATORS[type(op)]}({self._value(operand)})"
            case ast.BoolOp(op=op, values=values):
                return f"({OPERATORS[type(op)].join(map(self._value, values))})"
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=values)]):
                return f"({' || '.join(self._compared([left, value], [ast.Eq]) for value in values)})"
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared([left, *others], [type(op) for op in ops])
        raise self._unknown(node)

    def _compared(self, values: Sequence[ast.expr], operators: Sequence[type]) -> str:
        texts = [self._value(value) for value in values]
        pairs = zip(texts, operators, texts[1:], strict=False)
        return "(" + " && ".join(f"({one} {OPERATORS[op]} {other})" for one, op, other in pairs) + ")"

    def _completed(self, name: str, given: Sequence[ast.expr]) -> Sequence[ast.expr]:
        """The arguments of a call, with the defaults of those that are omitted."""
        if name in BUILT_IN:
            return given
        wanted = self._functions[name].args
        missing = len(wanted.args) - len(given)
        return [*given, *(wanted.defaults[-missing:] if missing else [])]

    def _unknown(self, node: ast.AST) -> NotTranslatable:
        return NotTranslatable(f"{self._function.name}, line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}")
