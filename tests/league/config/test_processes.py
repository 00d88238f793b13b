"""Processes that are started wrongly configured stop, and say what to set."""

import os
import subprocess
import sys

import pytest

from league.config.settings import BASE_DIR

pytestmark = [pytest.mark.own_database, pytest.mark.slow]

PRODUCTION = {
    "STAMMTISCH_ENV": "production",
    "DATABASE_URL": "postgres://127.0.0.1/karten",
    "REDIS_URL": "redis://127.0.0.1/9",
    "ALLOWED_HOSTS": "karten.example",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
}


WORKER = """
import sys
from celery.__main__ import main
sys.argv = ["celery", "--app", "league.config", "worker", "--pool", "solo"]
sys.exit(main())
"""
COMMAND = """
import runpy, sys
sys.argv = ["manage.py", "check"]
runpy.run_path("manage.py", run_name="__main__")
"""
READY = """
import league.config.celery
import django
django.setup()
from league.config.checks import refuse_misconfiguration
refuse_misconfiguration()
"""


def run(code, tmp_path, **environment):
    own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=BASE_DIR,
        env=own | {"STAMMTISCH_VAR": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def collected(tmp_path):
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "staticfiles.json").write_text('{"version": "1.1", "paths": {}}')


@pytest.mark.parametrize("module", ["asgi", "wsgi"])
def test_server_refuses_a_wrong_configuration(module, tmp_path):
    done = run(f"import league.config.{module}", tmp_path, STAMMTISCH_ENV="production")
    assert done.returncode == 1
    assert "Set DATABASE_URL=postgres://" in done.stderr


@pytest.mark.parametrize("module", ["asgi", "wsgi"])
def test_server_loads_when_all_is_set(module, tmp_path):
    collected(tmp_path)
    done = run(f"import league.config.{module}", tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_worker_refuses_a_wrong_configuration(tmp_path):
    wrong = PRODUCTION | {"SECRET_KEY": "short"}
    done = run(WORKER, tmp_path, **wrong)
    assert done.returncode == 1
    assert "Stammtisch is not configured to run" in done.stderr


def test_worker_needs_no_static_files(tmp_path):
    done = run(READY, tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_commands_need_no_static_files(tmp_path):
    done = run(COMMAND, tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_uncollected_static_files_stop_production(tmp_path):
    done = run("import league.config.asgi", tmp_path, **PRODUCTION)
    assert "collectstatic" in done.stderr


def test_production_is_locked_down(tmp_path):
    code = (
        "from league.config import settings as s\n"
        "assert s.STAFF_SECOND_FACTOR\n"
        "assert not s.DEBUG and s.SECURE_SSL_REDIRECT and s.SECURE_HSTS_SECONDS >= 31536000\n"
        "assert s.SESSION_COOKIE_SECURE and s.CSRF_COOKIE_SECURE\n"
        "assert s.SESSION_COOKIE_HTTPONLY and s.CSRF_COOKIE_HTTPONLY\n"
        "assert s.SESSION_COOKIE_NAME.startswith('__Host-')\n"
        "assert s.CSRF_COOKIE_NAME.startswith('__Host-')\n"
    )
    done = run(code, tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_production_has_no_default_for_what_it_must_be_told(tmp_path):
    done = run("import league.config.asgi", tmp_path, STAMMTISCH_ENV="production")
    for name in ("DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "SECRET_KEY"):
        assert f"Set {name}" in done.stderr


def test_settings_load_no_kernels(tmp_path):
    code = "import sys, league.config.settings; sys.exit('numba' in sys.modules)"
    assert run(code, tmp_path).returncode == 0
