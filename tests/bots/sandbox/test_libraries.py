"""`libraries.sh` installs layers once, and leaves nothing behind where that fails."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LAYERS = ("numeric", "onnx")
INSTALLS = """#!/bin/sh
while [ "$1" != --target ]; do shift; done
echo "$2" >>"$(dirname "$0")/installed"
touch "$2/library.py"
"""


@pytest.fixture
def install(tmp_path):
    """Return a function that runs the script with a program instead of the bots' Python."""
    there = tmp_path / "sandbox"
    there.mkdir()
    shutil.copy(ROOT / "bots/sandbox/libraries.sh", there)
    (there / "install.sh").write_text("#!/bin/sh\n")
    (there / "install.sh").chmod(0o755)
    shutil.copytree(ROOT / "bots/sandbox/pins", there / "pins")

    def run(python):
        (tmp_path / "python").write_text(python)
        (tmp_path / "python").chmod(0o755)
        places = {"BOT_PYTHON": tmp_path / "python", "BOT_LIBRARIES": tmp_path / "layers"}
        return subprocess.run(
            [there / "libraries.sh"],
            env=os.environ | {name: str(place) for name, place in places.items()},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_layers_are_installed_with_their_pins(install, tmp_path):
    assert install(INSTALLS).returncode == 0
    assert sorted(path.name for path in (tmp_path / "layers").iterdir()) == list(LAYERS)
    for layer in LAYERS:
        names = {path.name for path in (tmp_path / "layers" / layer).iterdir()}
        assert names == {"library.py", f"{layer}.txt"}


def test_layer_that_is_there_is_left_and_another_takes_its_place(install, tmp_path):
    install(INSTALLS)
    (tmp_path / "sandbox/pins/onnx.txt").write_text("onnxruntime==9.9\n")
    install(INSTALLS)
    installed = (tmp_path / "installed").read_text().splitlines()
    assert [Path(line).name.split("-")[0] for line in installed] == [".numeric", ".onnx", ".onnx"]
    assert (tmp_path / "layers/onnx/onnx.txt").read_text() == "onnxruntime==9.9\n"


def test_failure_says_what_is_off_and_what_to_do(install, tmp_path):
    done = install("#!/bin/sh\nexit 1\n")
    assert done.returncode == 1
    assert "cannot play here; all others can. With a network, run this again" in done.stderr
    assert list((tmp_path / "layers").iterdir()) == []
