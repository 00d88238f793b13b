#!/usr/bin/env python3
"""Build the image of all processes without a registry of images: `make image`.

The Dockerfile is carried out as it is by podman, but for its base: in the place of the Python image
it gets the bare Debian of `bare.py`. The image is then among podman's own, so that `podman run` and
the tests start it from there. What pip needs to find packages is mounted while it installs and is
not in the image.

    .ci/image.py            build the image; what has not changed is taken from the last time
    .ci/image.py --check    only say whether it can be built here; exit status 1 if not

Wants root, debootstrap and podman.
"""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path
from typing import Final

from bare import PROJECT, SUITE, USER, Failed, bare_root, give_pip, lacks, pip_variables, run, say

BASE: Final = f"localhost/stammtisch-base:{SUITE}"
WITH_PIP: Final = ("build", "libraries")
"""The parts of the Dockerfile in which pip fetches packages."""
ENDS_S: Final = 20
"""So long podman may take to clean up once it is told to end."""
LEFT_OUT: Final = ("var/cache/apt/archives/*.deb", "var/lib/apt/lists/*", f"home/{USER}")


def main(words: list[str]) -> None:
    """Build base and image, and tell how large they are and how long it took."""
    if why := hindrance():
        raise Failed(why)
    if words == ["--check"]:
        return
    began = time.monotonic()
    if not image_id(BASE):
        make_base(BASE)
    base_took = time.monotonic() - began
    name = image_name()
    say(f"building {name}")
    before = {one: image_id(one) for one in (*(f"{name}-{part}" for part in WITH_PIP), name)}
    build(name)
    for one, old in before.items():
        if old and old != image_id(one):
            discard(old)
    took = time.monotonic() - began
    say(f"built {name} in {took:.0f} s, {base_took:.0f} s of them for its base")
    say(f"{name} has {megabytes(name)} MB, {megabytes(BASE)} MB of them its base")


def hindrance() -> str:
    """Return why no image can be built here; nothing if one can."""
    if os.geteuid():
        return "It makes a bare Debian, so it wants root: sudo make image"
    return lacks("debootstrap", "podman")


def image_name() -> str:
    """Return the name of the image, as compose.yaml has it."""
    found = re.search(r"^  image: (stammtisch:\S+)$", (PROJECT / "compose.yaml").read_text(), re.M)
    if not found:
        raise Failed("compose.yaml names no image of ours.")
    return f"localhost/{found[1]}"


def make_base(name: str) -> None:
    """Make an image of the bare Debian, in which Python is called `python`, too."""
    bare = bare_root()
    say(f"making {name}")
    with tempfile.TemporaryDirectory(prefix="image-") as folder:
        link = Path(folder, "usr/bin/python")
        link.parent.mkdir(parents=True)
        link.symlink_to("python3")
        out = [f"--exclude=./{pattern}" for pattern in LEFT_OUT]
        packing = ["tar", "-C", str(bare), *out, "-c", ".", "-C", folder, "usr/bin/python"]
        with subprocess.Popen(packing, stdout=subprocess.PIPE) as tar:
            podman("import", "--quiet", "-", name, stdin=tar.stdout)
        if tar.returncode:
            discard(image_id(name))
            raise Failed(f"{bare} could not be packed.")


def build(name: str) -> None:
    """Carry out the Dockerfile: first what needs pip, with its configuration, then the rest."""
    build = [
        "build",
        "--isolation=chroot",
        "--network=host",
        "--layers",
        f"--build-arg=PYTHON={BASE}",
    ]
    with tempfile.TemporaryDirectory(prefix="image-") as folder:
        mounts = [f"--volume={here}:{there}:ro" for here, there in for_pip(Path(folder))]
        for part in WITH_PIP:
            podman(*build, *mounts, f"--target={part}", f"--tag={name}-{part}", str(PROJECT))
    podman(*build, f"--tag={name}", str(PROJECT))


def for_pip(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield what pip needs: where it is, or was put in this folder, and where pip looks for it."""
    (folder / "etc").mkdir()
    folders = give_pip(folder, folder / "root")
    for name in ("resolv.conf", "hosts"):
        (folder / "etc" / name).unlink(missing_ok=True)  # podman sees to these
    say_variables(folder / "root/.config/pip/pip.conf")
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        yield file, Path("/") / file.relative_to(folder)
    for shared in folders:
        yield shared, shared


def say_variables(configuration: Path) -> None:
    """Say in a user's configuration of pip what variables say here, which are worth more."""
    said = RawConfigParser()
    said.read(configuration)
    if not said.has_section("global"):
        said.add_section("global")
    for name, value in pip_variables().items():
        if name.startswith("PIP_"):
            said.set("global", name.removeprefix("PIP_").lower().replace("_", "-"), value)
    configuration.parent.mkdir(parents=True, exist_ok=True)
    with configuration.open("w") as file:
        said.write(file)


def podman(*words: str, stdin: object = None) -> None:
    """Run podman, which tells what it does; if this program has to end, it cleans up before."""
    with subprocess.Popen(["podman", *words], stdin=stdin) as process:  # type: ignore[call-overload]
        try:
            status = process.wait()
        except BaseException:
            process.terminate()
            process.wait(ENDS_S)
            raise
    if status:
        raise Failed(f"podman {words[0]} failed, as said above.")


def image_id(name: str) -> str:
    """Return the id of an image, nothing if there is none."""
    return asked("images", "--quiet", "--no-trunc", f"--filter=reference={name}")


def megabytes(name: str) -> int:
    """Return the size of an image with all that it is built upon."""
    return round(int(asked("image", "inspect", "--format={{.Size}}", name)) / 1e6)


def discard(image: str) -> None:
    """Remove an image that has no name any more, unless something still runs from it."""
    subprocess.run(["podman", "rmi", image], capture_output=True, check=False)


def asked(*words: str) -> str:
    """Return what podman answers."""
    done = subprocess.run(["podman", *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    run(main)
