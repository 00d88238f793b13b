"""The site on five hosts and a proxy, started by the commands of docs/operations.md."""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from league.management.processes import Program
from tests import nginx
from tests.faults.servers import Servers
from tests.faults.waiting import await_true
from tests.league.programs import Programs, kill

from . import manual
from .manual import CLOCK, ONCE, WEB, WORKER

WEBS, WORKERS, DATA, PROXY = ("web1", "web2"), ("worker1", "worker2"), "data", "proxy"
WEB_PORT = 8000
CAST = Path(__file__).with_name("cast.py")
COMES_S = 120
"""After so long a program that was started must serve, while others have the cores, too."""
ENDS_S = 60
"""So long a program that is to end has for what it has begun, as in compose.yaml."""
KEPT = ("PATH", "HOME", "LANG", "TZ")
"""What a host has of this process's environment."""


class House:
    """Hosts, their programs and what each of them runs; leaving the `with` block ends all."""

    def __init__(self, lan, folder):
        self.lan = lan
        self.hosts = {name: lan.add(name) for name in (*WEBS, *WORKERS, DATA, PROXY)}
        data = self.hosts[DATA]
        self._servers = Servers(data.folder, data)
        self.postgres, self.redis = self._servers.postgres, self._servers.redis
        self.url = f"http://{self.hosts[PROXY].address}"
        self._logs = folder / "logs"
        self._logs.mkdir()
        self._running = {}
        self._lost = set()
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        self._servers.__enter__()
        return self

    def __exit__(self, *error):
        for name in self.hosts.keys() - {DATA}:
            self.hosts[name].kill()
        try:
            self._stack.__exit__(*error)
        finally:
            self._servers.__exit__(*error)

    def manage(self, name, release, *words):
        """Run a command of manage.py on a host."""
        self._run(name, release, (sys.executable, "manage.py", *words))

    def once(self, release):
        """Run what is run once for all hosts, on one of them."""
        for command in manual.commands(ONCE):
            self._run(WORKERS[0], release, command)

    def prepare_web(self, name, release):
        """Run on a web host what comes before its web server."""
        for command in manual.commands(WEB)[:-1]:
            self._run(name, release, command)

    def start_web(self, name, release):
        self._start(name, release, manual.commands(WEB)[-1])

    def start_workers(self, name, release):
        for command in manual.commands(WORKER):
            self._start(name, release, command)

    def start_clock(self, name, release):
        [command] = manual.commands(CLOCK)
        self._start(name, release, command, what="clock")

    def start_proxy(self):
        host = self.hosts[PROXY]
        web = [f"{self.hosts[name].address}:{WEB_PORT}" for name in WEBS]
        programs = self._stack.enter_context(Programs(os.environ, self._logs))
        program = Program(PROXY, host.inside(*nginx.lay_out(host.folder, web=web)))
        self._running[PROXY] = {PROXY: programs.start(program)}

    def stop(self, name, *, only=None):
        """Ask the programs of a host to end, all but the clock or the one named.

        Whoever takes too long to finish what was begun is killed, as by any supervisor; those are
        returned.
        """
        ending = {
            what: process
            for what, process in self._running[name].items()
            if (what != "clock" if only is None else what == only)
        }
        for process in ending.values():
            process.terminate()
        until, killed = time.monotonic() + ENDS_S, []
        for what, process in ending.items():
            try:
                process.wait(max(0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                kill(process)
                killed.append(what)
            del self._running[name][what]
        return killed

    def lose(self, name):
        """Lose a host for good, without a word."""
        self.lan.lose(self.hosts[name])
        self._running.pop(name)
        self._lost.add(name)

    def await_web(self, name):
        """Wait until a web host says that it is ready."""
        where = f"http://{self.hosts[name].address}:{WEB_PORT}/readyz"
        await_true(lambda: _is_well(where), f"{name} to be ready", seconds=COMES_S)

    def await_workers(self, name):
        """Wait until as many workers of a host as it has wait for messages."""
        wanted = len(manual.commands(WORKER))
        await_true(lambda: self._listening(name) >= wanted, f"workers on {name}", seconds=COMES_S)

    def serves(self):
        """Tell whether people are served a page."""
        return _is_well(f"{self.url}/")

    def ended(self):
        """Return the programs that ended by themselves, with their hosts."""
        return [
            f"{what} on {name}"
            for name, programs in self._running.items()
            for what, process in programs.items()
            if process.poll() is not None
        ]

    def cast(self, release, *words):
        """Run a function of `cast` with the program of a release; return what it prints."""
        own = {"PYTHONPATH": str(release.tree), "DJANGO_SETTINGS_MODULE": "league.config.settings"}
        said = self._run(WORKERS[1], release, (sys.executable, CAST, *words), **own)
        return json.loads(said.splitlines()[-1])

    def said(self):
        """Return all that programs have said."""
        return "\n".join(file.read_text() for file in sorted(self._logs.glob("*.log")))

    def _listening(self, name):
        """Return how many workers of a host wait for messages."""
        address = f"{self.hosts[name].address}:"
        with self.redis.client() as client:
            asking = client.client_list()
        return sum(one["addr"].startswith(address) and one["cmd"] == "brpop" for one in asking)

    def _run(self, name, release, command, **own):
        host = self.hosts[name]
        done = subprocess.run(
            host.inside(*map(str, command)),
            cwd=release.tree,
            env=self._variables(host, release) | own,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def _start(self, name, release, command, *, what=""):
        host = self.hosts[name]
        running = self._running.setdefault(name, {})
        what = what or f"program {len(running)}"
        environment = self._variables(host, release)
        programs = self._stack.enter_context(Programs(environment, self._logs, home=release.tree))
        program = Program(f"{name} {what}", host.inside(*command))
        running[what] = programs.start(program)

    def _variables(self, host, release):
        """Return the variables of a host, those of README.md and docs/operations.md."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        proxy = self.hosts[PROXY].address
        return (
            kept
            | release.variables
            | self._servers.variables
            | {
                "STAMMTISCH_ENV": "production",
                "STAMMTISCH_VAR": str(host.folder),
                "SECRET_KEY": "a key for the tests of a site on several hosts, and nothing else",
                "ALLOWED_HOSTS": proxy,
                "FORWARDED_ALLOW_IPS": proxy,
                "HTTPS": "no",
                "PYTHONWARNINGS": "ignore:You're running the worker",
            }
        )


def _is_well(where):
    try:
        with urlopen(where, timeout=5) as answer:
            return answer.status == 200
    except (URLError, OSError):
        time.sleep(0.2)
        return False
