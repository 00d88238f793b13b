"""The services of compose.yaml, with the variables of whoever starts them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import yaml

PROJECT = Path(__file__).resolve().parents[3]
FILE = PROJECT / "compose.yaml"
PROXY = "proxy"
_VARIABLE = re.compile(r"\$\{(\w+):-(.*?)\}")
_UNITS = {"s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True)
class Health:
    """How a service is asked whether it is well."""

    command: tuple[str, ...]
    every_s: int
    timeout_s: int
    retries: int
    starts_s: int

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Self:
        kind, *words = said["test"]
        if kind == "CMD-SHELL":
            words = ["sh", "-c", words[0].replace("$$", "$")]
        return cls(
            command=tuple(words),
            every_s=seconds(said["interval"]),
            timeout_s=seconds(said["timeout"]),
            retries=said["retries"],
            starts_s=seconds(said.get("start_period", "0s")),
        )


@dataclass(frozen=True)
class Service:
    """One service: what is started, with what, and what it may do."""

    name: str
    image: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(hash=False)
    networks: tuple[str, ...]
    volumes: tuple[str, ...]
    tmpfs: tuple[str, ...]
    secrets: tuple[str, ...]
    dropped: tuple[str, ...]
    health: Health | None
    waits_for: tuple[str, ...]
    grace_s: int | None
    shared_memory: str
    is_ours: bool
    is_read_only: bool
    has_init: bool
    runs_once: bool

    @property
    def port(self) -> int | None:
        """The port that it listens on, if others connect to it."""
        if "--port" in self.command:
            return int(self.command[self.command.index("--port") + 1])
        return {"postgres": 5432, "redis": 6379}.get(self.name)

    @property
    def version(self) -> str:
        """The version of its image."""
        return self.image.rpartition(":")[2]


def services(variables: Mapping[str, str]) -> list[Service]:
    """Return all services but the proxy, whose place an Ingress takes."""
    said = yaml.safe_load(FILE.read_text())["services"]
    return [_service(name, one, variables) for name, one in said.items() if name != PROXY]


def _service(name: str, said: dict[str, Any], variables: Mapping[str, str]) -> Service:
    return Service(
        name=name,
        image=said["image"],
        command=tuple(said["command"]),
        environment={
            key: filled(value, variables) for key, value in said.get("environment", {}).items()
        },
        networks=tuple(said["networks"]),
        volumes=tuple(said.get("volumes", ())),
        tmpfs=tuple(said.get("tmpfs", ())),
        secrets=tuple(said.get("secrets", ())),
        dropped=tuple(said["cap_drop"]),
        health=Health.of(said["healthcheck"]) if "healthcheck" in said else None,
        waits_for=tuple(said.get("depends_on", ())),
        grace_s=seconds(said["stop_grace_period"]) if "stop_grace_period" in said else None,
        shared_memory=said.get("shm_size", ""),
        is_ours="build" in said,
        is_read_only=said["read_only"],
        has_init=said.get("init", False),
        runs_once=said["restart"] == "on-failure",
    )


def filled(text: str, variables: Mapping[str, str]) -> str:
    """Return a text with its variables in place, or what it says where there is none."""
    return _VARIABLE.sub(lambda found: variables.get(found[1]) or found[2], text)


def seconds(said: str) -> int:
    """Return how long `15s` or `2m` is."""
    return int(said[:-1]) * _UNITS[said[-1]]
