"""Opening the sandbox of a worker: the best tier this machine has, proven before the first bot."""

import logging

from . import doctor, readable
from .bubblewrap import Bubblewrap
from .faults import SandboxError
from .landlock import Landlock
from .sandbox import Sandbox
from .settings import TIERS, Settings
from .unsafe import Unsafe

log = logging.getLogger(__name__)


def open_proven(settings: Settings) -> Sandbox:
    """Return a sandbox that has passed the doctor; raises SandboxError with what to mend.

    Open one when a worker starts.
    """
    if settings.tier not in TIERS:
        raise SandboxError(f"BOT_SANDBOX is one of {', '.join(TIERS)}, not {settings.tier!r}")
    if settings.tier == "unsafe":
        return Sandbox(_unsafe(settings), settings)
    if settings.tier != "auto":
        return _proven(settings.tier, settings)
    try:
        return _proven("bwrap", settings)
    except SandboxError as error:
        if settings.needs_threads:
            raise SandboxError(
                f"{error} (The tier landlock would not do: bots here need threads, unless "
                "BOT_NEEDS_THREADS=no says that all of them can do without.)"
            ) from None
        log.warning("bots run without namespaces, by Landlock only: %s", error)
        return _proven("landlock", settings)


def _proven(name: str, settings: Settings) -> Sandbox:
    tier = Bubblewrap if name == "bwrap" else Landlock
    sandbox = Sandbox(tier(settings, readable.find(settings)), settings)
    if settings.needs_threads and not sandbox.has_threads:
        raise SandboxError(f"bots here need threads, which the tier {name} does not give")
    doctor.examine(sandbox)
    return sandbox


def _unsafe(settings: Settings) -> Unsafe:
    if not (settings.debug and settings.allow_unsafe):
        raise SandboxError(
            "bots without a sandbox want two settings besides BOT_SANDBOX=unsafe: DEBUG and "
            "BOT_SANDBOX_ALLOW_UNSAFE; no site with strangers' bots has either"
        )
    log.warning("bots run without any sandbox and may do all that this process may")
    return Unsafe()
