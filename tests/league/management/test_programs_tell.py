"""The real programs, as operators see them: probes, pulses, metrics, and every line of the log."""

import json
from urllib.request import Request, urlopen

import pytest

from league.management.doctor import work
from league.management.doctor.findings import Level
from league.management.processes import clock, web, worker
from league.models import Tally
from tests.league.news import wait_until
from tests.league.programs import Programs, environment, own_port, url_of_test_database

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("programs"),
]

TOLD = {
    "LOG_FORMAT": "json",
    "LOG_REQUESTS": "yes",
    "PULSE_S": "1",
    "METRICS_TOKEN": "t" * 20,
    "REDIS_URL": "",
}


def ask(url, **headers):
    with urlopen(Request(url, headers=headers), timeout=60) as answer:
        return answer.read().decode()


def test_programs_are_seen_and_tell_of_themselves(tmp_path, settings):
    url = f"http://127.0.0.1:{(port := own_port())}"
    told = TOLD | {"NUMBA_CACHE_DIR": str(tmp_path / "empty")}
    with Programs(environment(tmp_path, url_of_test_database(), **told), tmp_path) as programs:
        for program in (clock(), worker(processes=1), web(host="127.0.0.1", port=port)):
            programs.start(program)
        programs.wait_for_web(f"{url}/healthz")
        # The clock, and a worker for all queues but one.
        wait_until(Tally.objects.filter(what="seen").count, len(settings.QUEUES), seconds=120)
        told = json.loads(ask(f"{url}/readyz"))
        assert (told["ready"], told["missing"]) == (True, [])
        assert isinstance(told["compiled"], bool)
        ask(f"{url}/?token=hunter2", **{"X-Request-ID": "request-1"})
        text = ask(f"{url}/metrics", Authorization=f"Bearer {'t' * 20}")
        found = list(work.workers(now=Tally.objects.latest("at").at))
    assert 'stammtisch_last_seen_timestamp_seconds{who="play"}' in text
    assert 'stammtisch_request_seconds_count{route="web:home",status="2xx"} 1.0' in text
    assert [one.subject for one in found if one.level != Level.OK] == ["worker tables"]
    lines = [json.loads(line) for line in programs.said().splitlines() if line]
    [line] = [line for line in lines if line.get("request") == "request-1"]
    assert (line["route"], line["status"]) == ("web:home", 200)
    assert "league.logic.compile" in {line["logger"] for line in lines}
    assert "hunter2" not in programs.said()
