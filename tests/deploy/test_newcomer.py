"""`make newcomer` runs what the README says, within its times."""

import os
import subprocess

import pytest
from django.conf import settings

README = "# Us\n```\nmake else\n```\n\n## Try it\nHave Python:\n\n```\nmake demo\nmake test\n```\n"


@pytest.fixture(scope="module")
def newcomer(script):
    return script("newcomer")


@pytest.fixture
def bare(script):
    return script("bare")


@pytest.fixture
def readme(tmp_path):
    return tmp_path / "README.md"


def test_commands_are_those_of_the_readme(newcomer):
    found = newcomer.commands_of(settings.BASE_DIR / "README.md")
    assert found == ["make demo SERVE=no", "make test"]


def test_commands_are_read_under_their_heading(newcomer, readme):
    readme.write_text(README)
    assert newcomer.commands_of(readme) == ["make demo SERVE=no", "make test"]


def test_readme_without_commands_is_refused(newcomer, readme):
    readme.write_text(README.replace("make ", "run "))
    with pytest.raises(newcomer.Failed, match="no commands"):
        newcomer.commands_of(readme)


def test_make_hands_on_how_many_cores_are_asked_for():
    command = ["make", "--silent", "newcomer", "PYTHON=printenv CORES #"]
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=os.environ | {"CORES": "1"},
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"1\n"


def test_demo_is_started_a_second_time(newcomer):
    commands = newcomer.with_second_start(["make demo SERVE=no", "make test"])
    assert list(commands) == ["make demo SERVE=no", "again: make demo SERVE=no", "make test"]


@pytest.mark.parametrize(
    ("command", "cores", "seconds"),
    [
        ("make demo SERVE=no", 2, 90),
        ("make demo SERVE=no", 1, 180),
        ("again: make demo SERVE=no", 2, 10),
        ("make test", 2, 300),
        ("make bench", 2, 600),
    ],
)
def test_command_has_its_time(newcomer, monkeypatch, command, cores, seconds):
    monkeypatch.delenv("SLOW", raising=False)
    assert newcomer.limit_s(command, cores) == seconds
    monkeypatch.setenv("SLOW", "1.5")
    assert newcomer.limit_s(command, cores) == 1.5 * seconds


def test_command_that_takes_too_long_says_so(newcomer, monkeypatch):
    monkeypatch.setenv("SLOW", "0.5")
    said = []
    took = newcomer.timed(
        lambda *order: said.append(order) or "took too long", "again: make demo", 2
    )
    assert said == [("make demo", 5)]
    assert "took too long" in newcomer.table([took])


def test_only_what_pip_is_told_of_goes_along(bare, tmp_path):
    index, wheels, other = (tmp_path / name for name in ("shelf/simple", "wheels", "other"))
    for folder in (index, wheels, other):
        folder.mkdir(parents=True)
    (bundle := tmp_path / "ca.crt").write_text("certificate")
    root = tmp_path / "root"
    said = f"pages = file://{index}\nfolders = {wheels} {tmp_path}/gone\ncert = {bundle}\n"
    assert bare.named_places(said, root) == [index.parent, wheels]
    assert (root / str(bundle).lstrip("/")).read_text() == "certificate"
