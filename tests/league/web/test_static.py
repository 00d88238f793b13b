"""Static files: nothing from other hosts, small, and what is vendored is what it claims to be."""

import hashlib
import re

import pytest
from django.conf import settings

STATIC = settings.BASE_DIR / "static"
VENDOR = STATIC / "vendor"
TABLE = re.findall(
    r"^\| `(\S+)` \|.*`([0-9a-f]{64})` \|$", (VENDOR / "README.md").read_text(), re.M
)
OWN = [path for path in STATIC.rglob("*") if path.suffix in {".css", ".js", ".svg"}]


@pytest.mark.parametrize(("name", "digest"), TABLE)
def test_vendored_file_is_the_one_its_table_names(name, digest):
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest


def test_every_vendored_file_is_in_the_table():
    files = {str(path.relative_to(VENDOR)) for path in VENDOR.glob("*/*")}
    licences = {name for name in files if name.endswith("LICENSE")}
    assert files - licences == {name for name, _digest in TABLE}


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_file_loads_nothing_from_other_hosts(path):
    found = re.findall(r"(?:url\(|import |src=|href=)[\"']?https?://", path.read_text())
    assert found == []


def test_own_scripts_of_a_card_table_are_smaller_than_60_kilobytes():
    pages = settings.BASE_DIR / "templates" / "web"
    loads = [(pages / name).read_text() for name in ("play/table.html", "base/_htmx.html")]
    scripts = [STATIC / name for name in re.findall(r"static '(js/[^']+)'", "".join(loads))]
    assert {"table.js", "keep.js"} < {path.name for path in scripts}
    assert sum(path.stat().st_size for path in scripts) < 60 * 1000


def test_what_opens_over_a_table_shares_no_class_with_other_things():
    folder = settings.BASE_DIR / "templates" / "web" / "play"
    opening = re.compile(r'class="(?P<classes>[^"]+)"[^>]* popover')
    found = [opening.search(path.read_text()) for path in folder.glob("_table_*.html")]
    classes = {name for one in found if one for name in one["classes"].split()}
    assert "drawer" in classes
    styled = {
        name: {
            path.name
            for path in (STATIC / "css").glob("*.css")
            if re.search(rf"^\.{name} {{", path.read_text(), re.M)
        }
        for name in classes
    }
    assert [name for name, files in styled.items() if len(files) > 1] == []


def test_colours_are_chosen_in_the_tokens_alone():
    pattern = re.compile(r"(?<!--)#[0-9a-f]{3,8}\b")
    used = {
        path.name: pattern.findall(path.read_text())
        for path in (STATIC / "css").glob("*.css")
        if path.name not in {"tokens.css", "night.css"}
    }
    assert {name: colours for name, colours in used.items() if colours} == {}
