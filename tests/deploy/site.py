"""A whole site in containers: what compose.yaml starts, before servers of the test's own.

PostgreSQL and Redis are those of this machine, in a network that reaches nothing else. The proxy is
this machine's Caddy in a container that may no more than the one of compose.yaml.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from http.client import HTTPSConnection
from pathlib import Path

from psycopg import sql

from tests.faults.servers import Postgres, Redis, made_folder
from tests.faults.waiting import await_true

from .containers import Containers
from .test_compose import OURS, ROOT, SERVICES

NAME = "localhost"
"""What compose.yaml calls a site that nobody has given a name."""
PROGRAMS = tuple(name for name in OURS if name != "migrate")
AUTHORITY = "/data/caddy/pki/authorities/local/root.crt"
STARTS_S, WORKS_S, PATIENCE_S = 240, 120, 60


@contextlib.contextmanager
def ended_in_order():
    """Let SIGTERM end a test as Ctrl-C does: with what it has started."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Site:
    """All services, as soon as pages are served; leaving the `with` block ends and removes them."""

    def __init__(self, folder, network):
        self.folder = folder
        self.secrets = folder / "secrets"
        self._network = network
        self.postgres = Postgres(network, made_folder(folder / "postgres"))
        self.redis = Redis(network, made_folder(folder / "redis"))
        self.containers = Containers(
            network=f"/run/netns/{network.name}",
            hosts=dict.fromkeys(("postgres", "redis", "web"), network.far),
            secrets=self.secrets,
        )
        self.migrated = ()
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        with self._stack:
            self._serve()
            self._stack.enter_context(self.containers)
            self.migrated = self.containers.run("migrate")
            for name in PROGRAMS:
                self.containers.start(name)
            self._start_proxy()
            await_true(self._is_served, self.said, seconds=STARTS_S)
            self._stack = self._stack.pop_all()
        return self

    def __exit__(self, *error):
        self._stack.close()

    def ask(self, path, *, method="GET", token=""):
        """Return status and text of what the proxy answers, over TLS that is checked."""
        connection = _Connection(self._network.far, self._authority())
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with contextlib.closing(connection):
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def scene(self, *words):
        """Run a function of the scene of `make faults` on the site's database; return its words."""
        done = subprocess.run(
            (sys.executable, "-m", "tests.faults.scene", *map(str, words)),
            cwd=ROOT,
            env=os.environ | self._variables(),
            capture_output=True,
            text=True,
            timeout=WORKS_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def said(self):
        """Return what all containers have said."""
        return "\n".join(f"{name}:\n{self.containers.said(name)}" for name in PROGRAMS)

    def _serve(self):
        """Start the servers, and make the database of the site as its container would."""
        subprocess.run([ROOT / "deploy" / "make-secrets.sh", self.secrets], check=True)
        self.postgres.make()
        self.postgres.trust_nobody_inside()
        for server in (self.postgres, self.redis):
            self._stack.callback(server.end, signal.SIGKILL)
            server.start()
        password = sql.Literal((self.secrets / "database_password").read_text())
        with self.postgres.connect() as connection:
            connection.execute(sql.SQL("CREATE ROLE stammtisch LOGIN PASSWORD {}").format(password))
            connection.execute("CREATE DATABASE stammtisch OWNER stammtisch")

    def _start_proxy(self):
        caddy = Path(shutil.which("caddy"))
        self.containers.start(
            "proxy",
            f"--volume={caddy}:/usr/bin/caddy:ro",
            "--env=XDG_DATA_HOME=/data",
            "--env=XDG_CONFIG_HOME=/config",
            "--user=0:0",
            image=f"localhost/{SERVICES['web']['image']}",
            command=("caddy", "run", "--config", "/etc/caddy/Caddyfile"),
        )

    def _is_served(self):
        with contextlib.suppress(OSError):
            return self.ask("/")[0] == 200
        return False

    def _authority(self):
        return self.containers.exec("proxy", "cat", AUTHORITY)[1]

    def _variables(self):
        return {
            "DJANGO_SETTINGS_MODULE": "league.config.settings",
            "STAMMTISCH_ENV": "production",
            "STAMMTISCH_VAR": str(self.folder),
            "ALLOWED_HOSTS": NAME,
            "SECRET_KEY_FILE": str(self.secrets / "secret_key"),
            "DATABASE_URL": self.postgres.url.rpartition("/")[0] + "/stammtisch",
            "REDIS_URL": self.redis.url,
        }


class _Connection(HTTPSConnection):
    """A connection to the site by its name, at an address that no name server knows."""

    def __init__(self, address, authority):
        if not authority:
            raise ConnectionError("the proxy has made no certificate yet")
        self._address = address
        context = ssl.create_default_context(cadata=authority)
        super().__init__(NAME, timeout=PATIENCE_S, context=context)

    def connect(self):
        plain = socket.create_connection((self._address, self.port), PATIENCE_S)
        self.sock = self._context.wrap_socket(plain, server_hostname=NAME)
