"""The site of a soak: servers of its own, and the programs of `supervise` in production."""

import contextlib
import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import league
from bench.load.programs import in_two
from league.config.settings import BASE_DIR
from league.management.processes import Supervisor, clock, tables, web, worker
from tests.faults.servers import Postgres, Redis, made_folder

HOST = "127.0.0.1"
SCENE_S = 600


@dataclasses.dataclass(frozen=True)
class Here:
    """This machine, where no network lies between programs and servers."""

    near: str = HOST
    far: str = HOST
    clients: str = f"{HOST}/32"

    def inside(self, *command):
        return command


class Site:
    """Servers, and programs that begin with `served`; leaving the `with` block ends all of them."""

    def __init__(self, logs, *, naptime_s):
        self._logs = logs
        self._naptime_s = naptime_s
        self._stack = contextlib.ExitStack()
        self.supervisor = None

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
            folder.chmod(0o711)  # those can enter who have no rights: the servers
            self._start_servers(folder, stack)
            self.variables = self._production(folder)
            for words in (("migrate",), ("collectstatic", "--noinput")):
                self.manage(*words, "-v0")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self._stack.close()

    @contextlib.contextmanager
    def served(self):
        """Run all programs; give the address of the pages, which may not answer yet."""
        port = free_port()
        programs = [in_two(web(host=HOST, port=port)), worker(), tables(), clock()]
        before = dict(os.environ)
        os.environ.update(self.variables)  # a supervisor's programs have its own variables
        try:
            with _Supervisor(programs, self._logs) as self.supervisor:
                yield f"http://{HOST}:{port}"
        finally:
            os.environ.clear()
            os.environ.update(before)

    def manage(self, *words):
        """Run a command of `manage.py`; return what it prints."""
        return self._run("manage.py", *words)

    def scene(self, *words):
        """Run a function of `scene`; return what it tells."""
        return json.loads(self._run("-m", "tests.soak.scene", *map(str, words)) or "null")

    def _run(self, *words):
        done = subprocess.run(
            (sys.executable, *words),
            cwd=BASE_DIR,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=SCENE_S,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def _start_servers(self, folder, stack):
        here = Here()
        settings = {"autovacuum_naptime": f"{self._naptime_s}s"}
        self.postgres = Postgres(
            here, made_folder(folder / "postgres"), port=free_port(), settings=settings
        )
        self.redis = Redis(here, made_folder(folder / "redis"), port=free_port())
        self.postgres.make()
        for server, number in ((self.postgres, signal.SIGQUIT), (self.redis, signal.SIGTERM)):
            stack.callback(server.end, number)
            server.start()

    def _production(self, folder):
        """Return the variables of an installation in production, but for encryption.

        It may tell programs on this machine what happens, which is where webhooks lead to.
        """
        addresses = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url}
        hooks = {"WEBHOOK_ALLOW_HTTP": "yes", "WEBHOOK_ALLOW_PRIVATE": "yes"}
        return league.production(addresses, folder) | hooks


class _Supervisor(Supervisor):
    """Keeps what programs say, each in a file of its own, but for lines about requests."""

    def __init__(self, programs, folder):
        super().__init__(programs, out=sys.stderr)
        self._folder = folder

    def say(self, name, line):
        if '"logger": "league.access"' in line and '"level": "info"' in line:
            return
        with self._lock, (self._folder / f"{name}.log").open("a") as file:
            file.write(f"{line.rstrip()}\n")


def free_port():
    """Return a port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]
