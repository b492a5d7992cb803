"""Compiles the installed libraries without their docstrings, which saves a running table 4 MB of memory.

Standard library only. The result goes where Python caches bytecode; Python recompiles a source that has changed since.
Unlike with `python -OO`, every `assert` stays, ours and those of the libraries.
"""

from __future__ import annotations

import ast
import importlib.util
import marshal
import re
import struct
import warnings
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

DESCRIBED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NAME = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
WORD = 0xFFFFFFFF


def compile_parts(environment: Path, parts: Path) -> int:
    """Compile all packages named in the requirements file `parts`; returns the number of files compiled."""
    folders = [str(folder) for folder in environment.glob("[Ll]ib*/**/site-packages")]
    compiled = 0
    for name in NAME.findall(parts.read_text(encoding="utf-8")):
        for package in metadata.Distribution.discover(name=name, path=folders):
            compiled += sum(compile_file(source) for source in sources(package))
    return compiled


def sources(package: metadata.Distribution) -> Iterator[Path]:
    """The Python files of an installed package."""
    for file in package.files or ():
        if file.suffix == ".py":
            yield Path(str(file.locate())).resolve()


def compile_file(source: Path) -> bool:
    """Write a file's bytecode to Python's cache; returns False, with the cache unchanged, if that is not possible."""
    cached = Path(importlib.util.cache_from_source(str(source)))
    try:
        content, known = source.read_bytes(), source.stat()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are about third-party code
            code = compile(without_docstrings(ast.parse(content)), str(source), "exec", dont_inherit=True, optimize=0)
        head = struct.pack("<III", 0, int(known.st_mtime) & WORD, known.st_size & WORD)
        cached.parent.mkdir(exist_ok=True)
        unfinished = cached.with_suffix(".new")
        unfinished.write_bytes(importlib.util.MAGIC_NUMBER + head + marshal.dumps(code))
        unfinished.replace(cached)
    except (SyntaxError, ValueError, RecursionError, OSError):
        return False
    return True


def without_docstrings(tree: ast.Module) -> ast.Module:
    """The same module without its docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, DESCRIBED) and ast.get_docstring(node, clean=False) is not None:
            rest = node.body[1:]
            node.body = rest if rest or isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree
