"""The state of a game is replaced in one place, `Game.restart`, which forgets what was judged by the old one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.sources import nodes

ELECTRONICS = "tests/emulation/model/"  # a tag has a state, too, and knows no game
RESTART = "hub/rules/game.py: Game.restart"
NAMED = re.compile(r"""\.state\b|['"]state['"]""")


def replaced(node: ast.AST, within: str = "") -> Iterator[str]:
    """The functions in which the attribute `state` of anything is written or taken away, by their names."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            within = f"{within}.{name}".lstrip(".")
        case ast.Attribute(attr="state", ctx=ast.Store() | ast.Del()):
            yield within
        case ast.Call(args=[_, ast.Constant(value="state"), *_], func=ast.Name(id=name) | ast.Attribute(attr=name)):
            if name in {"setattr", "__setattr__", "delattr"}:
                yield within
    for child in ast.iter_child_nodes(node):
        yield from replaced(child, within)


def test_only_restart_replaces_the_state_of_a_game(root: Path) -> None:
    """A verdict that is kept for a command is never one about another state: nobody writes `game.state` elsewhere."""
    modules = [path for folder in ("hub", "tests") for path in (root / folder).rglob("*.py")]
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in modules}
    found = [
        f"{name}: {function}"
        for name, text in texts.items()
        if NAMED.search(text) and not name.startswith(ELECTRONICS)
        for function in replaced(nodes(text)[0])
    ]
    assert found == [RESTART]


@pytest.mark.parametrize(
    "statement",
    [
        "game.state = state",
        "self.live.game.state = state",
        "game.state: State = state",
        "game.state, other = state, 1",
        "for game.state in states: pass",
        "with made() as game.state: pass",
        "game.state |= state",
        "del game.state",
        "setattr(game, 'state', state)",
        "object.__setattr__(game, 'state', state)",
    ],
)
def test_a_replacement_is_found(statement: str) -> None:
    """Each way to write it is seen, with the function it stands in."""
    assert list(replaced(ast.parse(f"class A:\n  def f(self):\n    {statement}"))) == ["A.f"]


def test_looking_is_no_replacement() -> None:
    """Reading a state, and changing a slice of it as facts do, are something else."""
    assert list(replaced(ast.parse("state = game.state\ngame.state.turns.seat = 1\ngetattr(game, 'state')"))) == []
