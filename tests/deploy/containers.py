"""Containers of the services of compose.yaml, started by podman as compose would start them.

All of them are in one network and find each other by name. Everything is removed afterwards.
"""

import os
import re
import resource
import subprocess

from .test_compose import ROOT, SERVICES

PODMAN = ("podman", "--runtime", "runc")
"""crun refuses to work where both versions of control groups are mounted."""
FILES, PROCESSES = 4096, 4096
"""Limits of a container that need no right: podman would raise those that it inherits."""
RUNS_S, ANSWERS_S, ENDS_S = 300, 120, 60
LIVES_S = 1800
"""After so long a container ends though whoever started it was killed."""


class Containers:
    """Containers of services by their names; leaving the `with` block removes what is left."""

    def __init__(self, *, network, hosts, secrets):
        self._network = network
        self._hosts = [f"--add-host={name}:{address}" for name, address in hosts.items()]
        self._secrets = secrets
        self._prefix = f"stammtisch-test-{os.getpid()}"
        self._ran = []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for name in self._ran:
            podman("rm", "--force", "--time=0", self._called(name))
        volumes = podman("volume", "ls", "--quiet", f"--filter=name={self._prefix}-").split()
        for volume in volumes:
            podman("volume", "rm", "--force", volume)

    def run(self, name):
        """Run a service to its end; return its exit status and what it said."""
        self._ran.append(name)
        return _answer(self._command(name), timeout_s=RUNS_S)

    def start(self, name, *more, image="", command=()):
        """Start a service, if need be with further options, from another image."""
        self._ran.append(name)
        words = self._command(name, "--detach", *more, image=image, command=command)
        status, said = _answer(words)
        assert status == 0, said

    def is_well(self, name, *, asked_in=""):
        """Ask as the health check of a service does, in its container or in that of another."""
        kind, *words = SERVICES[name]["healthcheck"]["test"]
        asked = ["sh", "-c", words[0].replace("$$", "$")] if kind == "CMD-SHELL" else words
        return self.exec(asked_in or name, *asked)[0] == 0

    def exec(self, name, *words):
        """Run a command in a container; return its exit status and its output."""
        return _answer((*PODMAN, "exec", self._called(name), *words))

    def stop(self, name):
        """Ask a container to end, and kill it only if it does not; return its exit status."""
        podman("stop", f"--time={ENDS_S}", self._called(name))
        return int(podman("inspect", "--format={{.State.ExitCode}}", self._called(name)))

    def is_running(self, name):
        return podman("inspect", "--format={{.State.Running}}", self._called(name)) == "true"

    def said(self, name):
        """Return what a container has said."""
        return _answer((*PODMAN, "logs", self._called(name)))[1]

    def _called(self, name):
        return f"{self._prefix}-{name}"

    def _command(self, name, *more, image="", command=()):
        service = SERVICES[name]
        options = [f"--name={self._called(name)}", f"--network=ns:{self._network}", *self._hosts]
        options += [f"--timeout={LIVES_S}", *limits(service)]
        options += [f"--volume={self._volume(named)}" for named in service["volumes"]]
        options += [
            f"--volume={self._secrets / secret}:/run/secrets/{secret}:ro"
            for secret in service.get("secrets", ())
        ]
        options += [f"--env={name}={value}" for name, value in variables(service).items()]
        start = command or service["command"]
        return (*PODMAN, "run", *options, *more, image or f"localhost/{service['image']}", *start)

    def _volume(self, volume):
        name, colon, rest = volume.partition(":")
        here = ROOT / name if name.startswith(".") else f"{self._prefix}-{name}"
        return f"{here}{colon}{rest}"


def limits(service):
    """Return the options that hold a container within what its service may do."""
    options = [f"--ulimit=nofile={_most(resource.RLIMIT_NOFILE, FILES)}"]
    options += [f"--ulimit=nproc={_most(resource.RLIMIT_NPROC, PROCESSES)}"]
    options += ["--read-only", "--read-only-tmpfs=false"] if service["read_only"] else []
    options += ["--init"] if service.get("init") else []
    options += [f"--cap-drop={name}" for name in service["cap_drop"]]
    options += [f"--cap-add={name}" for name in service.get("cap_add", ())]
    options += [f"--security-opt={word.removesuffix(':true')}" for word in service["security_opt"]]
    return options + [_tmpfs(place) for place in service.get("tmpfs", ())]


def _tmpfs(place):
    """Return a folder in memory, empty; podman makes it its user's instead of naming one."""
    folder, _, said = place.partition(":")
    owner = "uid=10001,gid=10001"
    owned = said.endswith(owner)
    words = ["type=tmpfs", f"destination={folder}", "notmpcopyup", f"U={str(owned).lower()}"]
    words += [f"tmpfs-{word}" for word in said.removesuffix(owner).split(",") if word]
    return "--mount=" + ",".join(words)


def _most(kind, wanted):
    hard = resource.getrlimit(kind)[1]
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    return f"{most}:{most}"


def variables(service):
    """Return the environment of a service for a site that nobody has given a name."""
    return {
        name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value)
        for name, value in service.get("environment", {}).items()
    }


def podman(*words):
    """Return what podman answers, nothing if it refuses."""
    status, said = _answer((*PODMAN, *words))
    return "" if status else said.strip()


def _answer(words, *, timeout_s=ANSWERS_S):
    """Run a command; return its exit status and all that it says."""
    done = subprocess.run(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    return done.returncode, done.stdout
