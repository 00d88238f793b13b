"""The libraries of a run-time as the machine of a bot's author has them."""

from importlib import metadata

from bots.sandbox.runtimes import Runtime

from .compliance import Finding
from .manifest import FILE, ManifestError


def here(runtime: Runtime, *, where: str = FILE) -> dict[str, str]:
    """Return the versions of a run-time's libraries here; raises ManifestError if one is not."""
    found = {}
    for name, wanted in runtime.libraries.items():
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            raise ManifestError(
                f"{where}: runtime: {name} is not on this machine: pip install {name}=={wanted}"
            ) from None
    return found


def compare(runtime: Runtime) -> Finding:
    """Return which versions there are here, and which on a site where they are others."""
    wanted = runtime.libraries
    said = (
        f"{name} {is_}" if is_ == wanted[name] else f"{name} {is_} (on a site {wanted[name]})"
        for name, is_ in here(runtime).items()
    )
    return Finding("libraries", True, ", ".join(said))
