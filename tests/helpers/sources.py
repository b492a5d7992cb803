"""Sources as tests read them: each is parsed once in a process, however many tests look into it."""

from __future__ import annotations

import ast
import re
from functools import cache

STRING_OR_COMMENT = re.compile(
    r'''(?P<three>"""(?:[^\\]|\\.)*?""")|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?P<comment>\#[^\n]*)''',
    re.DOTALL,
)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Every node of a module: itself, then the others from the outside in."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def prose(source: str) -> str:
    """What a module says to people: its comments, and what stands between three quotes."""
    found = STRING_OR_COMMENT.finditer(source)
    return "\n".join(match[0] for match in found if match["three"] or match["comment"])


def forget() -> None:
    """Give the memory back."""
    nodes.cache_clear()
    prose.cache_clear()
