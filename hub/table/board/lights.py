"""What the board shows: the destination glows in the colour of the seat that moves, a wrong space glows red.

Buttons that do something now are lit, and the buzzer sounds when a throw is awaited. During a pause the spaces glow
to which pieces have to be put back, and no button is lit.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.tasks import AdvancePending, asked
from hub.rules.game import Game, choices
from hub.rules.throws import dice_wanted
from hub.table.board.board_map import BoardMap, Strips, length_of, lights_of
from hub.table.interfaces.board import LampState, NodeScene, NodeStatus
from hub.table.lobby import Lobby
from hub.table.wire.contract import Colour, Misplaced, PauseView

GLOW: dict[Colour, int] = {
    "red": 0xC01008,
    "blue": 0x1030C0,
    "green": 0x10A020,
    "yellow": 0xB08000,
    "purple": 0x8010A0,
    "orange": 0xC04800,
    "teal": 0x008888,
    "brown": 0x602808,
}
WRONG = 0xFF0000
ASKING = 0x606060
WALKING = 0xFFFFFF
DICE = ("die1", "die2", "die3")
REFUSED, YOUR_TURN, WON = "wrong", "coin", "fanfare"
"""Sound keys; the notes of each are in `firmware/node/sounds.py`. A node beeps for a key that it does not know."""


def scenes(
    game: Game,
    lobby: Lobby,
    board_map: BoardMap,
    strips: Strips,
    nodes: Sequence[NodeStatus],
    wrong: Misplaced | None,
    pause: PauseView | None,
) -> dict[str, NodeScene]:
    move = _move(game, pause)
    tap = ASKING if lobby.enrolling is not None else 0 if move is None else _colour(lobby, move.seat)
    glowing, first = _glowing(game, lobby, move, wrong, pause)
    shown = NodeScene(
        lamps=_lamps(game) if pause is None else dict.fromkeys((*DICE, "ok", "cancel"), "off"),
        sound=_sound(game, wrong) if pause is None else REFUSED if pause.kind == "put_back" else None,
        text="+".join(str(face) for face in game.state.turns.shown),
    )
    length = len(game.rules.track.spaces)
    made = {node.node: _scene(node, board_map, glowing, first, tap, shown) for node in nodes}
    for node in nodes:
        if length_of(node) and (matches := strips.on(length, node.node)):
            made[node.node] = _on_strip(made[node.node], lights_of(matches, length), glowing)
    return made


def glows(space: Space, length: int, board_map: BoardMap, strips: Strips, nodes: Sequence[NodeStatus]) -> bool:
    """Whether a space can glow: a connected node has a light at its reader, or a light of its strip was matched."""
    for node in nodes:
        matches = strips.on(length, node.node) if length_of(node) else None
        if node.link != "up" or node.dark:
            continue
        if matches:
            lit = space in lights_of(matches, length)
        else:
            at = board_map.reader(space)
            lights = node.readers if node.settings is None else node.settings.lights
            lit = node.kind == "side" and at is not None and at[0] == node.node and at[1] < lights
        if lit:
            return True
    return False


def with_walk(scenes: Mapping[str, NodeScene], node: str, light: int) -> dict[str, NodeScene]:
    """The same scenes, except that one node shows only the light that is walked along its strip."""
    scene = structs.replace(scenes.get(node, NodeScene()), lights=(WALKING,), at=(light,))
    return {**scenes, node: scene}


def with_refusals(scenes: Mapping[str, NodeScene], nodes: Iterable[NodeStatus]) -> dict[str, NodeScene]:
    """The same scenes, except that these nodes refuse the tag that was laid on them: red, with a sound."""
    red = {
        node.node: structs.replace(
            scenes.get(node.node, NodeScene()), sound=REFUSED, at=(), lights=(WRONG,) * node.readers
        )
        for node in nodes
    }
    return {**scenes, **red}


def _move(game: Game, pause: PauseView | None) -> AdvancePending | None:
    """The move whose piece is awaited on the board."""
    task = game.state.agenda.task
    return task if isinstance(task, AdvancePending) and (pause is None or pause.kind == "put_back") else None


def _colour(lobby: Lobby, seat: Seat) -> int:
    return GLOW[lobby.seats[seat].colour]


def _glowing(
    game: Game, lobby: Lobby, move: AdvancePending | None, wrong: Misplaced | None, pause: PauseView | None
) -> tuple[dict[int, int], list[int]]:
    """The colour of each space that glows, and the spaces that matter most where not all lights can be on."""
    glowing, first = dict[int, int](), list[int]()
    if move is not None:
        glowing[move.space] = _colour(lobby, move.seat)
        first = [move.space, game.state.pieces.spaces[move.seat]]
    if wrong is not None and wrong.found is not None:
        glowing[wrong.found] = WRONG
    for piece in pause.missing if pause is not None else ():
        if piece.found is not None:
            glowing.setdefault(piece.found, WRONG)
        glowing[piece.space] = _colour(lobby, piece.seat)
        first.append(piece.space)
    return glowing, first


def _scene(
    node: NodeStatus, board_map: BoardMap, glowing: dict[int, int], first: list[int], tap: int, shown: NodeScene
) -> NodeScene:
    if node.kind == "starter":
        return structs.replace(shown, lights=(tap,) * node.readers)
    spaces = [board_map.space(node.node, reader) for reader in range(node.readers)]
    lights = tuple(glowing.get(space, 0) if space is not None else 0 for space in spaces)
    priority = tuple(spaces.index(space) for space in first if space in spaces)
    return structs.replace(shown, lights=lights, priority=priority)


def _on_strip(scene: NodeScene, lights: Mapping[Space, int], glowing: Mapping[Space, int]) -> NodeScene:
    """The scene on a strip whose lights have been matched. Where two spaces share a light, a wrong one gives way."""
    last_wins = sorted(glowing.items(), key=lambda one: one[1] != WRONG)
    lit = {lights[space]: colour for space, colour in last_wins if space in lights}
    return structs.replace(scene, at=tuple(lit), lights=tuple(lit.values()))


def _sound(game: Game, wrong: Misplaced | None) -> str | None:
    """The sound key of a scene, None for silence.

    A node plays a sound when the key changes, so that successive throws for the first turn sound only once.
    """
    if game.state.turns.winner != NOBODY:
        return WON
    if wrong is not None:
        return REFUSED
    return YOUR_TURN if dice_wanted(game) else None


def _lamps(game: Game) -> dict[str, LampState]:
    """Dice lamps blink while a throw is awaited.

    Ok and cancel are lit when one seat is asked something they can answer.
    """
    wanted, roles = dice_wanted(game), set()
    task = game.state.agenda.task
    if task is not None and game.state.turns.winner == NOBODY and len(asked(task)) == 1:
        roles = {choice.role for choice, rejected in choices(game, asked(task)[0]) if rejected is None}
    dice: dict[str, LampState] = {die: "blink" if index < wanted else "off" for index, die in enumerate(DICE)}
    return {**dice, **{role: "on" if role in roles else "off" for role in ("ok", "cancel")}}
