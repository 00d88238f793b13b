"""The image runs every process of compose.yaml, each within the limits that it has there."""

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import quiet
from tests.faults.network import Network
from tests.faults.waiting import await_true

from .site import PROGRAMS, Site, ended_in_order
from .test_compose import ROOT, WORKERS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("programs"),
    pytest.mark.needs("podman", "caddy", "servers", "rights"),
]

TABLES = 4
ENDED = {0, 143}
"""Exit statuses of programs that were asked to end: their own, or that of the signal."""
NOT_YET = "Service Unavailable: /readyz"
"""What a web server logs that is asked while it waits for others, or for a busy machine."""
WELL_S, PLAYED_S = 240, 240


@pytest.fixture(scope="module")
def image():
    """The image of what is in the working tree."""
    subprocess.run([sys.executable, ROOT / ".ci" / "image.py"], check=True)


@pytest.fixture(scope="module")
def site(image):
    """A site in containers, which all end in peace and have logged no error."""
    with tempfile.TemporaryDirectory(prefix="site-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        with ended_in_order(), Network() as network, Site(Path(folder), network) as site:
            yield site
            ends = _at_once(site.containers.stop, PROGRAMS)
            assert {name: end for name, end in ends.items() if end not in ENDED} == {}, site.said()
            errors = quiet.errors_in(site.said())
            quiet.refuse(error for error in errors if NOT_YET not in error)


@pytest.fixture
def containers(site):
    return site.containers


def test_migrations_end_well(site):
    assert site.migrated[0] == 0, site.migrated[1]


def test_migrations_are_all_done(containers):
    assert containers.exec("web", "python", "manage.py", "migrate", "--check")[0] == 0


def test_containers_say_that_they_are_well(containers):
    """All at once: a worker is asked for ten seconds, whether it answers or not."""
    unwell = {"web", *WORKERS}

    def are_well():
        said = _at_once(containers.is_well, unwell)
        unwell.difference_update(name for name, is_well in said.items() if is_well)
        return not unwell

    await_true(are_well, lambda: f"{unwell} to be well", seconds=WELL_S)


def test_a_worker_that_is_not_there_is_not_well(containers):
    assert not containers.is_well("play", asked_in="clock")


def test_the_clock_runs(containers):
    assert containers.is_running("clock")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_container_may_do_nothing_but_its_work(containers, name):
    said = dict(
        line.split(":\t", 1)
        for line in containers.exec(name, "cat", "/proc/self/status")[1].splitlines()
    )
    assert set(said["Uid"].split()) == set(said["Gid"].split()) == {"10001"}
    assert {int(said[which], 16) for which in ("CapEff", "CapPrm", "CapBnd", "CapInh")} == {0}
    assert said["NoNewPrivs"] == "1"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_container_writes_only_where_it_has_to(containers, name):
    tried = (
        "for place in / /app /venv /etc /var /tmp /var/lib/stammtisch /kernels; do "
        '(: >"$place/tried") 2>/dev/null && echo "$place"; done; true'
    )
    written = containers.exec(name, "sh", "-c", tried)[1].split()
    assert written == ["/tmp", "/var/lib/stammtisch", "/kernels"]


def test_the_image_holds_no_secret(containers):
    assert containers.exec("web", "find", "/app", "-name", "secret_key")[1] == ""


def test_pages_come_through_the_proxy_with_their_files(site):
    status, page = site.ask("/")
    assert (status, "<html" in page) == (200, True)
    assert site.ask("/static/" + page.partition('href="/static/')[2].partition('"')[0])[0] == 200


def test_bots_play_to_the_end(site):
    made = site.scene("prepare", 1, TABLES, 0)
    token, [session] = made["tokens"]["alice"], made["sessions"]
    path = f"/api/v1/sessions/{session['code']}/publish"
    assert site.ask(path, method="POST", token=token)[0] == 200
    await_true(lambda: _played(site, token) == TABLES, site.said, seconds=PLAYED_S)
    found = site.scene("verdict")
    assert (found["matches"], found["jobs"]) == ({"final": TABLES}, {"done": TABLES})
    assert found["results_of_a_match"] == {"1": TABLES}


def _at_once(act, names):
    """Do something for each of some containers at once; return what came of it by their names."""
    names = tuple(names)
    with ThreadPoolExecutor(len(names)) as many:
        return dict(zip(names, many.map(act, names), strict=True))


def _played(site, token):
    answer = json.loads(site.ask("/api/v1/matches", token=token)[1])
    return [match["status"] for match in answer["results"]].count("final")
