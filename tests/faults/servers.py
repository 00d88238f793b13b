"""PostgreSQL and Redis of the tests' own, in a network of their own, ended by their process ids."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg
import redis

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
POSTGRES_PORT, REDIS_PORT = 5432, 6379
SETTINGS = {
    "max_connections": "60",
    "max_wal_size": "64MB",
    "min_wal_size": "32MB",
    "shared_buffers": "32MB",
    "max_prepared_transactions": "2",
}
STARTS_S = 60


class Server:
    """A program that serves others and that a test ends as it likes."""

    def __init__(self, network, folder):
        self.network = network
        self.folder = folder
        self.process = None

    def start(self):
        """Start it and return when it answers."""
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                self.network.inside(*as_nobody(*self.command)),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + STARTS_S
        while not self.answers():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.05)

    @contextlib.contextmanager
    def frozen(self):
        """Let it do nothing, though its connections stay."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def end(self, number):
        """Send it a signal and wait for its end."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(STARTS_S)


class Postgres(Server):
    """A cluster with one superuser, `root`, whom it trusts."""

    def __init__(self, network, folder, *, port=POSTGRES_PORT, settings=SETTINGS):
        super().__init__(network, folder)
        self.url = f"postgres://root@{network.far}:{port}/postgres"
        self._data, self._port = folder / "data", port
        options = [word for pair in settings.items() for word in ("-c", "=".join(pair))]
        place = ("-D", str(self._data), "-k", str(folder), "-p", str(port))
        self.command = (str(BINARIES[-1] / "postgres"), *place, "-h", network.far, *options)

    def make(self):
        """Make the cluster in its folder."""
        words = (BINARIES[-1] / "initdb", "-D", self._data, "-U", "root", "--no-sync")
        options = ("--auth", "trust", "--encoding", "UTF8", "--locale", "C")
        subprocess.run(as_nobody(*map(str, words), *options), check=True, stdout=subprocess.DEVNULL)
        with (self._data / "pg_hba.conf").open("a") as file:
            file.write(f"host all all {self.network.clients} trust\n")

    def trust_nobody_inside(self):
        """Let programs in the network of the servers in by password alone."""
        with (self._data / "pg_hba.conf").open("a") as file:
            file.write(f"host all all {self.network.far}/32 scram-sha-256\n")

    def answers(self):
        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def ask(self, question):
        """Return the rows of a query, asked past the network that tests cut."""
        with self.connect() as connection:
            return connection.execute(question).fetchall()

    def connect(self):
        """Return a connection past that network, in which no transaction has begun."""
        where = {"host": str(self.folder), "port": self._port, "user": "root"}
        return psycopg.connect(**where, dbname="postgres", autocommit=True)

    def count(self, question):
        """Return the number that a query answers with."""
        [[number]] = self.ask(question)
        return number

    def restart(self, number):
        """End it by SIGINT (fast) or SIGQUIT (immediate), and start it again."""
        self.end(number)
        self.start()


class Redis(Server):
    """A server that keeps nothing: started again, it is empty."""

    def __init__(self, network, folder, *, port=REDIS_PORT):
        super().__init__(network, folder)
        self.url = f"redis://{network.far}:{port}/0"
        self._socket = folder / "redis"
        place = ("--bind", network.far, "--port", str(port), "--unixsocket", self._socket)
        keeps = ("--save", "", "--appendonly", "no", "--protected-mode", "no", "--dir", folder)
        self.command = ("redis-server", *map(str, (*place, *keeps)))

    def client(self):
        return redis.Redis(unix_socket_path=str(self._socket))

    def answers(self):
        try:
            with self.client() as client:
                return client.ping()
        except redis.ConnectionError:
            return False

    def restart(self):
        """Kill it and start it again, empty."""
        self.end(signal.SIGKILL)
        self.start()


class Servers:
    """Both, at the other end of a network; with a disk of its own, PostgreSQL is on that."""

    def __init__(self, folder, network, disk=None):
        self.network = network
        self.disk = disk
        on = disk.folder if disk else folder
        self.postgres = Postgres(network, made_folder(on / "postgres"))
        self.redis = Redis(network, made_folder(folder / "redis"))
        self.variables = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url}

    def __enter__(self):
        self.postgres.make()
        self.postgres.start()
        self.redis.start()
        return self

    def __exit__(self, *error):
        for server in (self.postgres, self.redis):
            server.end(signal.SIGKILL)


def can_serve():
    """Tell whether both servers are installed."""
    return bool(BINARIES) and shutil.which("redis-server") is not None


def as_nobody(*command):
    """Return a command as it runs without any right; PostgreSQL refuses to run with them."""
    if os.geteuid():
        return command
    return ("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", *command)


def made_folder(folder):
    """Return a folder that belongs to whom the servers run as."""
    folder.mkdir(parents=True)
    if not os.geteuid():
        shutil.chown(folder, "nobody", "nogroup")
    return folder
