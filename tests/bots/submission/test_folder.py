"""A bot that is free has what there is at its author's; any other only what a server gives."""

import numpy as np
import pytest

from bots.sandbox.runtimes import LIBRARIES
from bots.submission import libraries
from bots.submission.folder import FolderBot
from bots.submission.manifest import ManifestError
from tests.bots.folders import LOOP, acting, write

PACKAGE = "import numpy; numpy.zeros(300 << 17); "
"""Takes 300 MB of memory, by a package of this machine."""
SCRIPT = "#!/bin/sh\nexec python3 bot.py\n"


WITH_NUMPY = """
import os, numpy
assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
"""


def answer(bot):
    """Return what a bot says of itself when it starts."""
    with bot.player() as player:
        player.start()
        return player.process.ready.protocol


def free(bot):
    return FolderBot.of(bot.folder, is_free=True)


def test_packages_and_memory_are_there_for_who_is_free(tmp_path):
    bot = write(tmp_path / "fox", PACKAGE + LOOP.replace("{act}", "pass"))
    assert answer(free(bot)) == 1
    with pytest.raises(Exception, match="crash: its process ended"):
        answer(bot)


def test_any_interpreter_is_there_for_who_is_free(tmp_path):
    bot = acting(tmp_path / "fox", "pass", start=("./start",))
    start = tmp_path / "fox/start"
    start.write_text(SCRIPT)
    start.chmod(0o755)
    free(bot).build()
    assert answer(free(bot)) == 1
    with pytest.raises(ManifestError, match="start is a script for /bin/sh"):
        bot.build()


def numeric(folder, program):
    """Return a bot of the run-time python-numeric."""
    bot = write(folder, program)
    manifest = folder / "bot.toml"
    manifest.write_text(manifest.read_text() + 'runtime = "python-numeric"\n')
    return FolderBot.of(bot.folder)


def test_libraries_are_there_for_whose_run_time_has_them(tmp_path):
    bot = numeric(tmp_path / "fox", WITH_NUMPY + LOOP.replace("{act}", "pass"))
    assert answer(bot) == 1


def test_library_that_is_missing_at_home_is_told_with_what_installs_it(tmp_path, monkeypatch):
    bot = numeric(tmp_path / "fox", WITH_NUMPY)
    monkeypatch.setitem(LIBRARIES, "numeric", {"numpie": "3.14"})
    with pytest.raises(ManifestError, match=r"numpie is not on.*: pip install numpie==3\.14"):
        bot.command()


def test_who_packs_a_bot_need_not_have_its_libraries(tmp_path, monkeypatch):
    bot = numeric(tmp_path / "fox", WITH_NUMPY)
    monkeypatch.setitem(LIBRARIES, "numeric", {"numpie": "3.14"})
    bot.build()


def test_another_version_at_home_is_told(tmp_path, monkeypatch):
    bot = numeric(tmp_path / "fox", WITH_NUMPY)
    monkeypatch.setitem(LIBRARIES, "numeric", {"numpy": "0.1"})
    said = libraries.compare(bot.folder, bot.manifest)
    assert (said.ok, said.detail) == (True, f"numpy {np.__version__} (on a site 0.1)")


def test_package_that_no_site_has_is_told_with_the_file_that_imports_it(tmp_path):
    bot = numeric(tmp_path / "fox", "import json, numpy.linalg\nfrom net import net\n")
    (tmp_path / "fox/net.py").write_text("from numba.core import types\n")
    (tmp_path / "fox/train.py").write_text("import pandas\n")
    said = libraries.compare(bot.folder, bot.manifest)
    assert (said.ok, said.detail) == (False, "net.py imports numba, which a site does not have")


def test_modules_beside_the_program_in_a_folder_of_its_own_are_no_foreign_ones(tmp_path):
    bot = numeric(tmp_path / "fox", "")
    (tmp_path / "fox/src").mkdir()
    (tmp_path / "fox/src/bot.py").write_text("import net\n")
    (tmp_path / "fox/src/net.py").write_text("import numpy\n")
    manifest = bot.manifest.model_copy(update={"start": ["python3", "src/bot.py"]})
    assert libraries.compare(bot.folder, manifest).ok


def test_import_that_a_bot_can_do_without_is_no_fault(tmp_path):
    program = "try:\n    import numba\nexcept ImportError:\n    numba = None\n"
    bot = numeric(tmp_path / "fox", program)
    assert libraries.compare(bot.folder, bot.manifest).ok
