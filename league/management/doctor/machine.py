"""This host: its configuration, its disk, compiled kernels and the sandbox of bots."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core import checks

from bots.sandbox.bounds import bounds
from league.management.parts import PARTS
from league.services.bots import crew

from .findings import Finding, fine, warning, wrong

SCARCE: Final = 2**30
"""Fewer bytes of room than this are a warning."""
FULL: Final = 200 * 2**20
"""With fewer than these, databases and unpacked bots fail any moment."""


def configuration() -> Iterator[Finding]:
    """Run the system checks, by which processes refuse to start, in production those for it too."""
    found = [
        (wrong if one.is_serious() else warning)("configuration", one.msg, one.hint or "")
        for one in checks.run_checks(include_deployment_checks=settings.PRODUCTION)
        if not one.is_silenced()
    ]
    mode = "production" if settings.PRODUCTION else "development"
    yield from found or [fine("configuration", f"The settings are those of {mode}.")]


def disk() -> Iterator[Finding]:
    """Look for room where things are made while running."""
    folders = {"STAMMTISCH_VAR": settings.VAR_DIR, "BOT_FOLDER": settings.BOT_FOLDER}
    looked_at: set[int] = set()
    for name, folder in folders.items():
        place = next(path for path in (folder, *folder.parents) if path.exists())
        if (device := place.stat().st_dev) not in looked_at:
            looked_at.add(device)
            yield _room(name, place)
    if not os.access(settings.VAR_DIR, os.W_OK | os.X_OK):
        said = f"The folder {settings.VAR_DIR} cannot be written; workers and the clock need it."
        yield warning("disk", said, "Give it to this user, or set STAMMTISCH_VAR.")


def kernels() -> Iterator[Finding]:
    """Say whether the rules are compiled and, if not, what goes on and whether it would last."""
    from engine.kernels import cache  # noqa: PLC0415 (it takes a while)
    from engine.kernels.binding import COMPILED  # noqa: PLC0415 (as above)
    from league.logic.compile import said, works  # noqa: PLC0415 (as above)

    home = cache.home()
    folder = next(path for path in (home, *home.parents) if path.exists())
    missing = [part for part in works() if not part.unit.is_compiled()]
    if not COMPILED:
        mend = "Unset NUMBA_DISABLE_JIT."
        yield wrong("kernels", "The rules are not compiled, and a hundred times slower.", mend)
    elif not missing:
        yield fine("kernels", f"The rules are compiled, in {home}.")
    elif not os.access(folder, os.W_OK | os.X_OK):
        found = f"The rules are not compiled, and {folder} cannot be written to keep them."
        mend = "Set NUMBA_CACHE_DIR to a folder that this user may write and that stays."
        yield wrong("kernels", found, mend)
    elif any(part.unit.is_claimed() for part in missing):
        done, total = len(works()) - len(missing), len(works())
        found = f"The rules are being compiled: {done} of {total}, {said()}."
        yield warning("kernels", found, "Nothing: everything works meanwhile, only slower.")
    else:
        found = f"{len(missing)} of {len(works())} parts of the rules are not compiled yet."
        mend = "Start the site, or run python -m league.logic.compile; it takes some minutes."
        yield warning("kernels", found, mend)


def sandbox() -> Iterator[Finding]:
    """Prove the sandbox of this host; without one all but matches with authors' bots go on."""
    try:
        opened = crew.open_sandbox()
    except crew.NoSandbox as refusal:
        part = PARTS["bubblewrap"]
        mend = part.mend if part.lack() else "See docs/sandbox.md"
        yield warning("sandbox", str(refusal), f"{mend}; needed where workers play.")
    else:
        yield fine("sandbox", f"Bots of authors are locked up in the tier {opened.tier}.")
        if opened.tier != "unsafe":
            yield from limits(has_groups=opened.has_groups)


def limits(*, has_groups: bool) -> Iterator[Finding]:
    """Say what bounds each thing that a bot takes, with control groups or without."""
    for what, by in bounds(has_groups=has_groups).items():
        if by:
            yield fine("sandbox", f"A bot's {what}: bounded by {', by '.join(by)}.")
        else:
            said = f"A bot's {what}: not bounded."
            yield fine("sandbox", f"{said} Control groups would do it (BOT_CGROUP, tier bwrap).")


def parts() -> Iterator[Finding]:
    """Name what is not installed; of bubblewrap the sandbox tells more."""
    for part in PARTS.values():
        if part.is_for_sites and part is not PARTS["bubblewrap"] and (lack := part.lack()):
            yield warning("parts", f"{lack}: {part.turns_off}.", part.mend)


def _room(name: str, place: Path) -> Finding:
    free = shutil.disk_usage(place).free
    said = f"There are {free / 2**30:.1f} GiB left in {place}."
    mend = f"Make room there, or set {name} to a folder on a larger disk."
    if free < FULL:
        return wrong("disk", said, mend)
    return warning("disk", said, mend) if free < SCARCE else fine("disk", said)
