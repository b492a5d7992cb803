"""Requests about the camera, as they are asked again."""

from table.asked import LOBBY, Case

from hub.features.camera.requests import DropDice, LayGrid, Watch

CASES = {type(action): (Case(LOBBY, action, in_memory=True),) for action in (Watch(True), LayGrid(None), DropDice())}
