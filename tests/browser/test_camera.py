"""The page `/camera`: the banker turns the camera on, a device that scans the code is it."""

import base64
from collections.abc import Iterator

import pytest
from helpers.house import House
from helpers.waiting import until
from playwright.sync_api import Page, expect

pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from helpers.camera_scenes import Scene, from_above
from helpers.photographs import Stood, Weather, edge_mm, middle

from hub.features.camera.board import PHONE, CameraBoard
from hub.table.requests import AddSeat

pytestmark = [pytest.mark.all, pytest.mark.browser]

HELD = """
const picture = new Image();
picture.src = "data:image/jpeg;base64,PICTURE";
navigator.mediaDevices.getUserMedia = async () => {
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  setInterval(() => canvas.getContext("2d").drawImage(picture, 0, 0), 100);
  return canvas.captureStream(10);
};
"""
"""A camera before which a photograph is held."""


class WatchedHouse(House):
    """A house whose board a phone sees."""

    def board(self) -> CameraBoard:
        self.seen = CameraBoard(PHONE, self.readers)
        self.seen.hands = self.seen.reports
        return self.seen


@pytest.fixture
def house(tmp_path) -> Iterator[WatchedHouse]:
    """Anna has sat down, and her piece waits to be seen."""
    house = WatchedHouse(tmp_path)
    house.open()
    house.do(AddSeat("Anna", "red"))
    yield house
    house.close()


@pytest.fixture
def pages(browser, house: WatchedHouse) -> Iterator[tuple[Page, Page]]:
    """The tablet, with the camera turned on, and a device before whose camera a board is held and which is the eye."""
    tablet, other = (browser.new_context(locale="en-GB", has_touch=True).new_page() for _ in range(2))
    stood = (Stood(12, 16, *middle(8, 40), 10, 0.3),)
    jpeg = Scene(40, *from_above(), Weather(), stood, {}).jpeg()
    other.add_init_script(HELD.replace("PICTURE", base64.b64encode(jpeg).decode()))
    tablet.goto(house.way_in)
    tablet.wait_for_selector("main")
    tablet.goto(f"{house.local_url}/camera")
    expect(tablet.get_by_text("Camera on", exact=True)).to_have_count(0)
    tablet.get_by_role("button", name="Turn the camera on").click()
    expect(tablet.get_by_text("does not give it a camera")).to_be_visible()  # without --tls no phone can
    other.goto(house.local_url + tablet.get_by_role("link", name="This device is the camera").get_attribute("href"))
    yield tablet, other
    for page in (tablet, other):
        page.context.close()


def test_a_device_becomes_the_camera_and_everybody_sees_that_it_is_on(house, pages):
    """The tablet shows the piece with its player's name and space; turned off, the light is gone everywhere."""
    tablet, other = pages
    for page in pages:
        expect(page.get_by_text("Camera on", exact=True)).to_be_visible()
        expect(page.locator("text", has_text="Anna ·")).to_be_visible()
        expect(page.get_by_text("All is well: one piece seen")).to_be_visible()
    until(lambda: house.view().board.state == "up", "the board is there")
    tablet.get_by_role("button", name="Turn the camera off").click()
    expect(other.get_by_text("The camera is off")).to_be_visible()
    for page in pages:
        expect(page.get_by_text("Camera on", exact=True)).to_have_count(0)


def test_a_grid_is_dragged_over_the_picture_of_another_board(house, pages):
    """A corner follows the mouse and a finger; once it fits, the hub knows the board's measures by its marks."""
    page, _ = pages
    page.get_by_role("button", name="Another board: lay a grid").click()
    expect(page.get_by_text("Board connected")).to_be_visible()  # until then a sentence above comes and goes
    handle, seen = page.get_by_role("slider", name="Corner 1"), page.locator("canvas")
    (x, y), before = middle_of(handle), middle_of(seen)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    moved, after = middle_of(handle), middle_of(seen)
    assert moved[0] - after[0] == pytest.approx(x - 60 - before[0], abs=2)
    assert moved[1] - after[1] == pytest.approx(y - 40 - before[1], abs=2)
    x, y = moved[0] + 60, moved[1] + 40
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x - 60, "y": y - 40}]),
        ("touchMove", [{"x": x - 30, "y": y - 20}]),
        ("touchMove", [{"x": x, "y": y}]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert middle_of(handle) == pytest.approx((x, y), abs=2)
    page.get_by_role("button", name="That fits").click()
    until(lambda: house.seen.plan is not None, "the board is measured")
    assert house.seen.plan.edge_mm == pytest.approx(edge_mm(40), rel=0.02)


def middle_of(handle) -> tuple[float, float]:
    """Where it is on the screen."""
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
