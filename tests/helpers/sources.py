"""Parsed sources, cached so that each is parsed only once however many tests read it."""

import ast
import re
from functools import cache

STRING_OR_COMMENT = re.compile(
    r'''(?P<three>"""(?:[^\\]|\\.)*?""")|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?P<comment>\#[^\n]*)''',
    re.DOTALL,
)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Every AST node of a module, breadth first."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def prose(source: str) -> str:
    """The prose of a module: its comments and triple-quoted strings."""
    found = STRING_OR_COMMENT.finditer(source)
    return "\n".join(match[0] for match in found if match["three"] or match["comment"])


def imported_packages(source: str) -> set[str]:
    """The top names that a module imports from elsewhere than its own folder."""
    plain = {alias.name for node in nodes(source) if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module or "" for node in nodes(source) if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.split(".")[0] for name in plain | parts}


def forget() -> None:
    nodes.cache_clear()
    prose.cache_clear()
