"""One file for a bare Pico: the official image, and behind it a file system with the firmware."""

import struct

import pytest

from hub.cli import main
from hub.features.flashing import uf2
from hub.features.flashing.at_table import node_file
from hub.features.flashing.node import FlashFailed
from hub.features.flashing.uf2 import IMAGES, NoImage, combined, official_image
from hub.server.http.answers import HttpRefused

pytestmark = pytest.mark.gate

RP2040, RP2350, RISCV, ABSOLUTE = 0xE48BFF56, 0xE48BFF59, 0xE48BFF5A, 0xE48BFF57
BASE, REGION, SIZE = 0x10000000, 0x10100000, 64 * 4096
FILES = {"main.py": b"import node", "node/app.mpy": bytes(range(256)) * 9, "node/deep/a.mpy": b"", "boot.py": b"#"}


def block(address, content, number, count, family):
    """As the specification of UF2 lays it out."""
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, address, 256, number, count, family)
    return head + content.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


def image(family=RP2040, kind=7, region=(REGION, SIZE)):
    """Code of five pages that names its file system in its binary info, on page 1, listed on page 2."""
    flash = bytearray(5 * 256)
    struct.pack_into("<5I", flash, 256, 0x7188EBF2, BASE + 512, BASE + 520, BASE + 516, 0xE71AA390)
    struct.pack_into("<2I", flash, 512, BASE + 768, BASE + 3 * 256 + 240)
    struct.pack_into("<HHII", flash, 768, 6, 0x5052, 0, 0)  # some other entry
    struct.pack_into("<HHIII", flash, 3 * 256 + 240, kind, 0x504D, 0, *region)  # across the end of a page
    numbered = [(BASE + start, bytes(flash[start : start + 256])) for start in range(0, len(flash), 256)]
    return b"".join(block(at, page, number, 5, family) for number, (at, page) in enumerate(numbered))


def read(made):
    """Of each block: address, number, count, family and content."""
    found = []
    for start in range(0, len(made), 512):
        _, _, flags, address, size, number, count, family = struct.unpack_from("<8I", made, start)
        assert (flags, size, made[start + 508 : start + 512]) == (0x2000, 256, struct.pack("<I", 0x0AB16F30))
        found.append((address, number, count, family, made[start + 32 : start + 288]))
    return found


def on_disk(made, *names):
    """What these files hold in the file system behind the image."""
    littlefs = pytest.importorskip("littlefs")
    disk = b"".join(page for address, _, _, _, page in read(made) if address >= REGION)
    assert len(disk) == SIZE
    context = littlefs.UserContext(buffsize=SIZE)
    context.buffer[:] = disk
    mounted = littlefs.LittleFS(context=context, block_size=4096, block_count=SIZE // 4096, prog_size=256)
    assert mounted.fs_stat().disk_version == 0x00020000
    return {name: mounted.open(name, "rb").read() for name in names}


def settings_in(made):
    found = {}
    exec(on_disk(made, "config.py")["config.py"], found)
    return found


def test_the_file_system_behind_the_image_holds_the_files():
    """Every page of it is there, so nothing of an earlier one is left; a littlefs finds all files in it."""
    assert on_disk(combined(image(), FILES), *FILES) == FILES


@pytest.mark.parametrize("family", [RP2040, RP2350, RISCV])
def test_the_boot_loader_gets_blocks_that_are_numbered_again(family):
    """All of one family, in the order of their addresses, and every one says how many there are."""
    original = image(family)
    found = read(combined(original, FILES))
    assert [number for _, number, *_ in found] == list(range(5 + SIZE // 256))
    assert {(count, kind) for _, _, count, kind, _ in found} == {(5 + SIZE // 256, family)}
    assert [page for *_, page in found[:5]] == [page for *_, page in read(original)]
    assert [address for address, *_ in found] == [BASE + 256 * i for i in range(5)] + list(
        range(REGION, REGION + SIZE, 256)
    )


def test_what_comes_before_the_image_of_a_pico_2_stays_as_it_is():
    """Its first block is for another family: a way round a fault of the chip, which counts its blocks by itself."""
    first = block(0x10FFFF00, b"\xef" * 256, 0, 2, ABSOLUTE)
    assert combined(first + image(RP2350), FILES)[: len(first)] == first
    assert len(combined(first + image(RP2350), FILES)) == len(first) + len(combined(image(RP2350), FILES))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (b"", "is not a UF2"),
        (b"hello", "is not a UF2"),
        (b"\0" * 512, "is not a UF2"),
        (image()[:512], "is not a UF2"),
        (image(kind=5), "is not a UF2"),
        (image(family=0x1234), "is not a UF2"),
        (image() + image(RP2350), "is not a UF2"),
        (image(region=(BASE + 512, SIZE)), "reaches into"),
    ],
)
def test_what_is_no_image_is_refused(wrong, why):
    """Nothing is made of another file, of a part, or of images for two chips."""
    with pytest.raises(FlashFailed, match=why):
        combined(wrong, FILES)


def test_a_file_and_a_chip_to_fetch_one_for_exclude_each_other(tmp_path, capsys):
    """Nobody is given a file for one chip who has named another."""
    official, made = tmp_path / "official.uf2", tmp_path / "node.uf2"
    official.write_bytes(image())
    with pytest.raises(SystemExit):
        main(["flash", "--uf2", str(made), "--image", str(official), "--chip", "rp2350"])
    assert "--image" in capsys.readouterr().err
    assert not made.exists()


@pytest.mark.parametrize("image_given", [False, True])
def test_without_an_image_there_is_no_file(tmp_path, capsys, image_given):
    """It has to be named, and to be there."""
    missing = ["--image", str(tmp_path / "nothing.uf2")] if image_given else []
    assert main(["flash", "--uf2", str(tmp_path / "node.uf2"), *missing]) == 1
    assert ("nothing.uf2" if image_given else "micropython.org") in capsys.readouterr().err
    assert not (tmp_path / "node.uf2").exists()


class Makers:
    """The makers of MicroPython on the network; counts what is asked of them."""

    def __init__(self, sent=b"", reachable=True):
        self.sent, self.reachable, self.asked = sent, reachable, []

    def __call__(self, url):
        self.asked.append(url)
        if not self.reachable:
            raise OSError("Network is unreachable")
        return self.sent


@pytest.mark.parametrize(
    ("chip", "family", "name"), [("rp2040", RP2040, "RPI_PICO-"), ("rp2350", RP2350, "RPI_PICO2-")]
)
def test_an_official_image_is_fetched_once(tmp_path, chip, family, name):
    """It comes from its makers over HTTPS, and is kept: the second time nobody is asked."""
    makers = Makers(image(family))
    for _ in range(2):
        assert official_image(chip, tmp_path / "images", makers) == image(family)
    assert len(makers.asked) == 1
    assert makers.asked[0].startswith(f"https://micropython.org/resources/firmware/{name}")


def test_an_image_that_somebody_put_there_needs_no_network(tmp_path):
    """Fetched on another computer, it is used as it is."""
    (tmp_path / IMAGES["rp2040"]).write_bytes(image())
    assert official_image("rp2040", tmp_path, Makers(reachable=False)) == image()


def test_without_a_network_the_refusal_says_where_the_file_belongs(tmp_path):
    """The sentence names the file and the folder, and nothing is left behind."""
    with pytest.raises(NoImage, match=rf"RPI_PICO-.*without a network, put the file into {tmp_path}"):
        official_image("rp2040", tmp_path, Makers(reachable=False))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "sent", [b"", b"<html>Sign in to this network</html>", image(RP2350), image()[:-1], image()[:-512], image() * 2]
)
def test_what_is_no_image_for_this_chip_is_not_kept(tmp_path, sent):
    """The page of a hotel, the image of another chip, a part of the file, also one that ends with a block."""
    with pytest.raises(NoImage):
        official_image("rp2040", tmp_path, Makers(sent))
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_image_is_fetched_again(tmp_path):
    """What was kept is looked at each time."""
    (tmp_path / IMAGES["rp2040"]).write_bytes(image()[:700])
    assert official_image("rp2040", tmp_path, Makers(image())) == image()
    assert official_image("rp2040", tmp_path, Makers(reachable=False)) == image()


@pytest.mark.parametrize(
    ("build", "settings"),
    [
        ("starter", {"KIND": "starter", "READERS": 1, "LONGEST_SIDE": 1, "CONSOLE": True, "PIXELS": 0}),
        ("ring", {"KIND": "starter", "READERS": 1, "LONGEST_SIDE": 1, "CONSOLE": True, "PIXELS": 180}),
        ("side", {"KIND": "side", "READERS": 10, "LONGEST_SIDE": 10, "CONSOLE": False, "PIXELS": 10}),
        ("console", {"KIND": "side", "READERS": 10, "LONGEST_SIDE": 10, "CONSOLE": True, "PIXELS": 10}),
    ],
)
def test_a_bare_pico_becomes_what_was_chosen(tmp_path, capsys, build, settings):
    """The page's file and the command's hold the same settings, for people who have written none down."""
    official, made = tmp_path / "pico.uf2", tmp_path / "node.uf2"
    for file in (official, tmp_path / IMAGES["rp2040"]):
        file.write_bytes(image())
    assert main(["flash", "--uf2", str(made), "--image", str(official), "--build", build]) == 0
    assert "BOOTSEL" in capsys.readouterr().out
    for content in (made.read_bytes(), node_file(tmp_path)("rp2040", build)):
        assert settings.items() <= settings_in(content).items()


def test_own_settings_and_a_build_are_not_both_taken(tmp_path, capsys):
    """Which of them would count nobody could know."""
    with pytest.raises(SystemExit):
        main(["flash", "--build", "ring", "--config", str(tmp_path / "north.py")])
    assert "not allowed with" in capsys.readouterr().err


def test_a_table_without_a_network_says_so(tmp_path, monkeypatch):
    """The page is given the reason."""
    monkeypatch.setattr(uf2, "_fetched", Makers(reachable=False))
    with pytest.raises(HttpRefused) as refused:
        node_file(tmp_path)("rp2350", "starter")
    assert refused.value.reason == "no_image"
