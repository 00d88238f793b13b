"""compose.yaml is valid, closed as far as can be, and starts what the tests start by hand."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from jsonschema import Draft202012Validator

from league.api.parsers import MAX_FORM_BYTES
from league.config.env import Environment
from league.management import processes

ROOT = settings.BASE_DIR
SPEC = Path(__file__).parent / "compose-spec"
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
WORKERS = {name: service for name, service in OURS.items() if "worker" in service["command"]}
DOCKERFILE = (ROOT / "Dockerfile").read_text()
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text()

each = pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
each_of_ours = pytest.mark.parametrize("service", OURS.values(), ids=OURS)


def test_the_schema_is_the_one_its_table_names():
    digest = hashlib.sha256((SPEC / "compose-spec.json").read_bytes()).hexdigest()
    assert f"`{digest}`" in (SPEC / "README.md").read_text()


def test_compose_file_fits_the_specification():
    schema = json.loads((SPEC / "compose-spec.json").read_text())
    errors = Draft202012Validator(schema).iter_errors(COMPOSE)
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_a_service_is_connected_only_to_what_there_is():
    for name, service in SERVICES.items():
        assert set(service["networks"]) <= set(COMPOSE["networks"]), name
        assert set(service.get("depends_on", ())) <= set(SERVICES), name
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"]), name
        named = [volume.partition(":")[0] for volume in service.get("volumes", ())]
        assert {one for one in named if one[0] != "."} <= set(COMPOSE["volumes"]), name


def started(program):
    """Return the command of a program as a container has it."""
    assert program.command[0] == sys.executable
    return ["python", *program.command[1:]]


def test_the_web_server_is_the_one_of_supervise():
    assert SERVICES["web"]["command"] == started(processes.web(host="0.0.0.0", port=8000))


def test_the_image_starts_the_web_server():
    [command] = re.findall(r"^CMD (.*)$", DOCKERFILE, re.M)
    assert json.loads(command) == SERVICES["web"]["command"]


def test_the_clock_is_the_one_of_supervise():
    assert SERVICES["clock"]["command"] == started(processes.clock())


def test_there_is_one_clock():
    clocks = [name for name, service in OURS.items() if "beat" in service["command"]]
    assert clocks == ["clock"]
    assert "deploy" not in SERVICES["clock"]


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_is_one_that_supervise_knows(name):
    command = WORKERS[name]["command"]
    count = int(command[command.index("--concurrency") + 1])
    known = {
        "tables": processes.tables(processes=count),
        name: processes.worker(processes=count, queues=[name]),
    }
    assert command == started(known["tables" if name == "tables" else name])


def test_each_queue_has_a_worker():
    assert set(WORKERS) == {queue.name for queue in settings.CELERY_TASK_QUEUES}


def test_a_worker_for_all_queues_but_one_is_still_the_default():
    assert "--exclude-queues" in processes.worker().command


@pytest.fixture
def secrets(tmp_path):
    """The secrets of a new site, as the script makes them."""
    script = ROOT / "deploy" / "make-secrets.sh"
    subprocess.run([script, tmp_path / "secrets"], check=True)
    return tmp_path / "secrets"


def test_secrets_are_made_once(secrets):
    before = {path.name: path.read_text() for path in secrets.iterdir()}
    subprocess.run([ROOT / "deploy" / "make-secrets.sh", secrets], check=True)
    assert {path.name: path.read_text() for path in secrets.iterdir()} == before
    assert set(before) == set(COMPOSE["secrets"])
    assert secrets.stat().st_mode & 0o777 == 0o700


def variables(service, secrets):
    """Return the environment of a service, for a site of that name, with these secrets."""
    baked = dict(re.findall(r"^(?:ENV |    )([A-Z_]+)=(\S+)", DOCKERFILE, re.M))
    given = {
        name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value).replace("/run/secrets", str(secrets))
        for name, value in service["environment"].items()
    }
    return baked | given


@each_of_ours
def test_our_services_are_configured(service, secrets):
    environment = Environment(variables(service, secrets), ROOT)
    environment.check_mode()
    assert environment.is_production
    assert environment.redis_url() == "redis://redis:6379/0"
    assert len(environment.secret_key()) == 64
    assert environment.allowed_hosts() == ["localhost"]
    assert environment.database()["PASSWORD"] == (secrets / "database_password").read_text()
    assert str(environment.static_folder()) == "/app/collected"
    assert not environment.bot_needs_threads()
    assert environment.problems == []


@each
def test_no_service_may_more_than_it_has_to(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service


def test_nobody_but_the_proxy_is_root():
    named = {name for name, service in SERVICES.items() if "user" in service}
    assert set(SERVICES) - named - set(OURS) == {"proxy"}
    assert {name for name, service in SERVICES.items() if "cap_add" in service} == {"proxy"}


@each
def test_a_log_is_bounded(service):
    assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}


@each
def test_an_image_has_a_version(service):
    assert re.search(r":\d+\.\d+(\.\d+)?(-\w+)?$", service["image"])


def test_it_is_said_of_each_service_whether_it_is_well():
    unasked = {name for name, service in SERVICES.items() if "healthcheck" not in service}
    assert unasked == {"migrate", "clock"}


def test_bots_of_strangers_reach_nothing_outside():
    assert SERVICES["play"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    reaching = {name for name, service in OURS.items() if "outside" in service["networks"]}
    assert reaching == {"deliver", "mail"}


def test_only_the_proxy_can_be_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_proxy_stops_what_is_too_large_and_nothing_smaller():
    assert re.findall(r"max_size (\S+)", CADDYFILE) == [str(MAX_FORM_BYTES)]


def test_the_proxy_passes_events_on_at_once():
    assert re.search(r"reverse_proxy web:8000 \{\s+flush_interval -1\s+\}", CADDYFILE)


def test_the_image_is_not_root():
    assert re.findall(r"^USER (.*)$", DOCKERFILE, re.M) == ["10001:10001"]
    assert DOCKERFILE.index("\nUSER ") < DOCKERFILE.index("\nCMD ")


def test_the_image_takes_pinned_requirements_alone():
    words = " ".join(DOCKERFILE.replace("\\\n", "").split())
    assert "--require-hashes -r requirements/base.txt -r requirements/data.txt" in words
    assert DOCKERFILE.count("FROM ${PYTHON}") == DOCKERFILE.count("\nFROM ") == 3


def test_the_image_dumps_what_the_server_has():
    [client] = re.findall(r"postgresql-client-(\d+)", DOCKERFILE)
    assert SERVICES["postgres"]["image"].startswith(f"postgres:{client}.")


def test_the_image_is_of_the_version_of_the_project():
    [version] = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert {service["image"] for service in OURS.values()} == {f"stammtisch:{version}"}


def test_the_image_has_all_that_runs():
    there = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.M))
    needed = {
        "engine",
        "games",
        "bots",
        "stammtisch",
        "league",
        "templates",
        "static",
        "locale",
        "docs",
    }
    assert there == needed | {"manage.py", "pyproject.toml", "requirements"}
