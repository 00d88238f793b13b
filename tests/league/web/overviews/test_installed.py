"""What makes the site an app of a device: manifest, icons, worker, and the page without network."""

import json
import re

import pytest
from django.conf import settings
from PIL import Image

from league.web.overviews import installed

STATIC = settings.BASE_DIR / "static"
TOKENS = {
    name: dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", (STATIC / "css" / name).read_text()))
    for name in ("tokens.css", "night.css")
}


@pytest.fixture
def manifest(client):
    return client.get("/manifest.webmanifest").json()


@pytest.fixture
def facts(client):
    """What the worker knows of the site."""
    first = client.get("/sw.js").content.decode().partition("\n")[0]
    return json.loads(first.removeprefix("const SITE = ").removesuffix(";"))


@pytest.mark.parametrize(("language", "said"), [("en", "My page"), ("de", "Meine Seite")])
def test_manifest_speaks_the_language_of_its_address(client, language, said):
    answer = client.get(f"/manifest.webmanifest?language={language}")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert answer.json()["lang"] == language
    assert answer.json()["shortcuts"][0]["name"] == said


def test_shortcuts_lead_to_pages(client, db, manifest):
    statuses = [client.get(one["url"]).status_code for one in manifest["shortcuts"]]
    assert statuses == [302, 200, 200]  # one logs in first for one's own page


@pytest.mark.parametrize(
    ("name", "size"), [(name, size) for name, kind, size, _for in installed.ICONS if "png" in kind]
)
def test_icon_is_as_large_as_it_says(name, size):
    with Image.open(STATIC / "img" / name) as icon:
        assert "x".join(map(str, icon.size)) == size


@pytest.mark.parametrize("name", ["icon-maskable-192.png", "icon-maskable-512.png", "icon-180.png"])
def test_icon_that_is_cut_to_shape_has_no_empty_corner(name):
    with Image.open(STATIC / "img" / name) as icon:
        assert icon.convert("RGBA").getpixel((0, 0)) == (0x6B, 0x42, 0x26, 255)


def test_colours_of_the_app_are_those_of_its_pages(client, db):
    assert TOKENS["tokens.css"]["surface"] == installed.BY_DAY
    assert TOKENS["night.css"]["surface"] == installed.BY_NIGHT
    assert TOKENS["tokens.css"]["paper"] == installed.PAPER
    page = client.get("/fair-deals/").content.decode()
    assert re.findall(r'name="theme-color" content="(\S+)"', page) == [
        installed.BY_DAY,
        installed.BY_NIGHT,
    ]


def test_worker_serves_the_whole_site_and_is_asked_for_anew(client):
    headers = client.get("/sw.js").headers
    assert headers["Content-Type"].startswith("text/javascript")
    assert headers["Service-Worker-Allowed"] == "/"
    assert headers["Cache-Control"] == "no-cache"


def test_worker_changes_with_any_static_file(tmp_path, monkeypatch):
    (tmp_path / "one.css").write_text("a {}")
    monkeypatch.setattr(installed, "STATIC", tmp_path)
    versions = []
    for text in ("a {}", "a {}", "b {}"):
        (tmp_path / "one.css").write_text(text)
        installed.version.cache_clear()
        versions.append(installed.version())
    installed.version.cache_clear()
    assert versions[0] == versions[1] != versions[2]


def test_worker_keeps_a_page_without_network_in_every_language(client, facts):
    pages = {code: client.get(url).content.decode() for code, url in facts["offline"].items()}
    assert "<h1>Kein Netz</h1>" in pages["de"]
    assert "<h1>Geen netwerk</h1>" in pages["nl"]
    assert "<h1>No network</h1>" in pages["en"]


def test_page_without_network_needs_no_other_files_than_those_that_are_kept(client, facts):
    page = client.get("/offline/").content.decode()
    needed = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert needed - set(facts["files"]) == {"/static/img/icon-180.png"}


def test_worker_leaves_the_admin_and_the_api_alone(facts):
    assert {"/admin/", "/api/"} < set(facts["closed"])
