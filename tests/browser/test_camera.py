"""The page `/camera`: the banker turns the camera on, a device that scans the code is it."""

from __future__ import annotations

import base64

import pytest
from helpers.house import House
from helpers.waiting import until
from playwright.sync_api import expect

pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from helpers.camera_scenes import Scene, from_above
from helpers.photographs import Stood, Weather, middle

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
        board = CameraBoard(PHONE, self.readers)
        board.hands = board.reports
        return board


def test_a_device_becomes_the_camera_and_everybody_sees_that_it_is_on(browser, tmp_path):
    """The tablet shows the piece with its player's name and space; turned off, the light is gone everywhere."""
    stood = (Stood(12, 16, *middle(8, 40), 10, 0.3),)
    jpeg = Scene(40, *from_above(), Weather(), stood, {}).jpeg()
    house = WatchedHouse(tmp_path)
    house.open()
    house.do(AddSeat("Anna", "red"))
    tablet, other = (browser.new_context(locale="en-GB").new_page() for _ in range(2))
    other.add_init_script(HELD.replace("PICTURE", base64.b64encode(jpeg).decode()))
    try:
        tablet.goto(house.way_in)
        tablet.wait_for_selector("main")
        tablet.goto(f"{house.local_url}/camera")
        expect(tablet.get_by_text("Camera on", exact=True)).to_have_count(0)
        tablet.get_by_role("button", name="Turn the camera on").click()
        expect(tablet.get_by_text("does not give it a camera")).to_be_visible()  # without --tls no phone can
        way = tablet.get_by_role("link", name="This device is the camera").get_attribute("href")
        other.goto(house.local_url + way)
        for page in (tablet, other):
            expect(page.get_by_text("Camera on", exact=True)).to_be_visible()
            expect(page.locator("text", has_text="Anna ·")).to_be_visible()
            expect(page.get_by_text("All is well: one piece seen")).to_be_visible()
        until(lambda: house.view().board.state == "up", "the board is there")
        tablet.get_by_role("button", name="Turn the camera off").click()
        expect(other.get_by_text("The camera is off")).to_be_visible()
        for page in (tablet, other):
            expect(page.get_by_text("Camera on", exact=True)).to_have_count(0)
    finally:
        house.close()
        for page in (tablet, other):
            page.context.close()
