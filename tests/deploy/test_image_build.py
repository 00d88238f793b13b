"""`make image` names the image as compose.yaml does, and tells pip what it is told here."""

from configparser import RawConfigParser
from pathlib import Path

import pytest

from .test_compose import SERVICES


@pytest.fixture(scope="module")
def image(script):
    return script("image")


@pytest.fixture
def home(script, tmp_path, monkeypatch):
    """A home with a configuration of pip, and nothing said by variables."""
    for name in script("bare").pip_variables():
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home/.config/pip").mkdir(parents=True)
    (tmp_path / "home/.config/pip/pip.conf").write_text("[global]\ntimeout = 3\nretries = 1\n")
    return tmp_path / "home"


def configuration(image, folder):
    """Return what pip is told while the image is built."""
    folder.mkdir()
    places = {str(there): here for here, there in image.for_pip(folder)}
    said = RawConfigParser()
    said.read(places["/root/.config/pip/pip.conf"])
    return dict(said["global"])


def test_image_has_the_name_of_compose(image):
    assert image.image_name() == f"localhost/{SERVICES['web']['image']}"


def test_pip_is_told_what_it_is_told_here(image, home, tmp_path):
    assert configuration(image, tmp_path / "own") == {"timeout": "3", "retries": "1"}


def test_variables_are_worth_more_than_files(image, home, tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_TIMEOUT", "9")
    assert configuration(image, tmp_path / "own") == {"timeout": "9", "retries": "1"}


def test_folders_that_pip_looks_into_are_mounted(image, home, tmp_path, monkeypatch):
    (tmp_path / "wheels").mkdir()
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    (tmp_path / "own").mkdir()
    mounts = list(image.for_pip(tmp_path / "own"))
    assert (tmp_path / "wheels", tmp_path / "wheels") in mounts
    assert Path("/etc/hosts") not in [there for _here, there in mounts]


def test_podman_that_fails_ends_it(image, monkeypatch, tmp_path):
    (tmp_path / "podman").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "podman").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(image.Failed, match="podman build failed"):
        image.podman("build", "somewhere")
