"""The dumps that are kept beside this file, one for each release: read and written."""

import json
import lzma
from pathlib import Path

FOLDER = Path(__file__).parent
ENDING = ".json.xz"
FORMAT = "stammtisch-upgrade/1"
LARGEST_BYTES = 400_000


def names():
    """Return the releases of which a dump is kept."""
    return sorted(path.name.removesuffix(ENDING) for path in FOLDER.glob(f"*{ENDING}"))


def read(name):
    """Return the content of a release's dump."""
    content = json.loads(lzma.decompress((FOLDER / f"{name}{ENDING}").read_bytes()))
    assert content["format"] == FORMAT
    return content


def packed(content):
    """Return the bytes of a dump, the same for the same content."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
