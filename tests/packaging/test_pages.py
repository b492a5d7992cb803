"""Where the server finds the pages, and how their freshness is judged."""

import shutil
from types import ModuleType

import pytest

from hub.pages import PagesNotBuilt, pages_dir
from hub.setup import bootstrap


@pytest.fixture
def build_pages(tmp_path, monkeypatch):
    """The build script, looking at a copy of the sources whose pages count as built."""
    module: ModuleType = bootstrap.web_module("build_pages")
    web = tmp_path / "web"
    shutil.copytree(bootstrap.ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", "dist", "__pycache__"))
    monkeypatch.setattr(module, "WEB", web)
    monkeypatch.setattr(module, "STAMP", web / "dist" / ".built-from")
    (web / "dist").mkdir()
    (web / "dist" / ".built-from").write_text(module.fingerprint())
    return module


@pytest.mark.parametrize("found", ["hub/static", "web/dist"])
def test_pages_of_a_wheel_come_before_those_of_a_checkout(tmp_path, found):
    """Without pages in the package those of the checkout serve; without any a sentence says how to build them."""
    with pytest.raises(PagesNotBuilt, match="python3 hub"):
        pages_dir(tmp_path / "hub")
    for folder in {found, "web/dist"}:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "index.html").write_text("x")
    assert pages_dir(tmp_path / "hub") == tmp_path / found


@pytest.mark.parametrize("name", ["src/main.ts", "package-lock.json", "index.html", "vite.config.ts", "src/new.css"])
def test_a_change_in_content_makes_pages_stale(build_pages, name):
    """Any change in what the pages are made of is noticed."""
    assert build_pages.is_fresh()
    with (build_pages.WEB / name).open("a") as changed:
        changed.write("\n")
    assert not build_pages.is_fresh()


def test_a_touch_leaves_pages_fresh(build_pages):
    """Times of files do not count, nor do tests of the pages."""
    (build_pages.WEB / "src" / "main.ts").touch()
    (build_pages.WEB / "src" / "main.test.ts").write_text("x")
    assert build_pages.is_fresh()
