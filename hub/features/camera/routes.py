"""The camera over HTTP: a phone sends pictures and is answered with what they show; the banker sees the newest.

A picture is never stored. Whoever sends one shows the eye's name, which only the banker's page has; the answer comes
when the picture was looked at, so that the next one is sent as soon as it can be read, and one at a time.
"""

import hmac
import threading
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from hub.composition.table import OpenTable
from hub.features.camera.board import CameraBoard
from hub.features.camera.contract import shown
from hub.features.camera.eyes import Eyes
from hub.features.camera.seeing import Camera, CameraThread
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import UNSTORED, as_json, audience_of_request, bearer, refused
from hub.server.limits import Bucket
from hub.server.transport.handler import GOES_ON
from hub.table.wire.audience import TableReason

FRAME_BYTES: Final = 2_000_000
FRAMES_PER_S: Final = 10
JPEG: Final = "image/jpeg"
BEGINS: Final = b"\xff\xd8\xff"


def begun(opened: OpenTable) -> tuple[Blueprint, CameraThread]:
    """The routes and the worker of a table whose board is one that a camera sees."""
    board = opened.setting.board
    assert isinstance(board, CameraBoard)
    camera = Camera(opened.table, board, Eyes(board.source), opened.setting.folder)
    return camera_routes(camera, opened.access), CameraThread(camera)


def camera_routes(camera: Camera, access: Access) -> Blueprint:
    routes = Blueprint("camera", __name__)
    looking, pace = threading.Lock(), Bucket(FRAMES_PER_S, FRAMES_PER_S)

    @routes.get("/api/camera")
    def view() -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return as_json(camera.view())

    @routes.get("/api/camera/picture")
    def picture() -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return Response(camera.picture, mimetype=JPEG, headers=UNSTORED)

    @routes.post("/api/camera/frames")
    def frame() -> Response:
        request.max_content_length = FRAME_BYTES
        eye = camera.board.eye
        if eye is None or camera.board.kind != "phone" or not hmac.compare_digest(eye.encode(), bearer().encode()):
            return refused(TableReason.NOT_ALLOWED, 403)
        if not pace.take() or not looking.acquire(blocking=False):
            return refused(TableReason.TOO_FAST, 429)
        try:
            return _seen(camera)
        finally:
            looking.release()

    return routes


def _seen(camera: Camera) -> Response:
    try:
        content = request.get_data(cache=False)
    except RequestEntityTooLarge:
        return refused(TableReason.BAD_REQUEST, 413)
    if request.mimetype != JPEG or not content.startswith(BEGINS):
        return refused(TableReason.BAD_REQUEST, 415)
    request.environ[GOES_ON]()  # the first picture waits for the process that looks at it
    sight = camera.see(content)
    return refused(TableReason.BAD_REQUEST, 422) if sight is None else as_json(shown(sight))
