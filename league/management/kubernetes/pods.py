"""How a service runs as a pod: what is started, what it may do, and whether it is well."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .compose import Health, Service

Object = dict[str, Any]

SECRET = "stammtisch"  # noqa: S105 (the name of an object)
SETTINGS = "settings"
"""The ConfigMap of the variables that all of our services have."""
USERS = {"postgres": 999, "redis": 999}
"""Under which number the users of these images run; ours is below."""
OUR_USER = 10001
MIGRATED = ("python", "manage.py", "migrate", "--check")
"""Fails until all migrations are done, as `depends_on` of compose.yaml waits for them."""
DRAINS_S = 5
"""For so long a web server that is told to end still serves, until no proxy sends it more."""
_PER_POD = ("kernels", "bots")
"""Volumes that every pod may have for itself, for what is in them can be made again."""


def shared(services: list[Service]) -> dict[str, str]:
    """Return the variables that all of our services have, each with the same value."""
    first, *others = (service.environment.items() for service in services if service.is_ours)
    return dict(pair for pair in first if all(pair in other for other in others))


@dataclass(frozen=True)
class Given:
    """What pods are given from outside: an image, maybe a claim for kernels, and settings."""

    image: str
    kernels: str
    settings: Mapping[str, str] = field(hash=False)


def pod(service: Service, given: Given) -> Object:
    """Return a pod of a service."""
    volumes = dict(_volumes(service, given.kernels))
    spec: Object = {
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "shareProcessNamespace": service.has_init,
        "securityContext": _security_of_pod(service),
        "containers": [_container(service, given)],
        "volumes": [{"name": name} | source for name, source in volumes.items()],
    }
    if "migrate" in service.waits_for:
        first = _container(service, given, name="migrated", command=MIGRATED)
        spec["initContainers"] = [first]
    if service.runs_once:
        spec["restartPolicy"] = "OnFailure"
    if service.grace_s is not None:
        spec["terminationGracePeriodSeconds"] = service.grace_s
    return spec


def _container(
    service: Service, given: Given, *, name: str = "", command: tuple[str, ...] = ()
) -> Object:
    container: Object = {
        "name": name or service.name,
        "image": given.image if service.is_ours and given.image else service.image,
        "args": list(command or service.command),
        **_variables(service, given.settings),
        "securityContext": {
            "readOnlyRootFilesystem": service.is_read_only,
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": list(service.dropped)},
        },
        "volumeMounts": list(_mounts(service)),
    }
    if name:
        return container
    if service.port:
        container["ports"] = [{"name": service.name, "containerPort": service.port}]
    if service.name == "web":
        container["lifecycle"] = {"preStop": {"exec": {"command": ["sleep", str(DRAINS_S)]}}}
    return container | _probes(service)


def _variables(service: Service, settings: Mapping[str, str]) -> Object:
    """Return the settings of all, where it is ours, and the variables of its own."""
    own = {
        name: value
        for name, value in service.environment.items()
        if not service.is_ours or name not in settings
    }
    if claims := claimed(service):
        # A disk is not empty and not the server's own, but a folder in it is.
        own["PGDATA"] = f"{claims[0][1]}/pgdata"
    from_all = {"envFrom": [{"configMapRef": {"name": SETTINGS}}]} if service.is_ours else {}
    env = [{"name": name, "value": value} for name, value in own.items()]
    return from_all | ({"env": env} if env else {})


def _security_of_pod(service: Service) -> Object:
    user = OUR_USER if service.is_ours else USERS[service.name]
    return {
        "runAsNonRoot": True,
        "runAsUser": user,
        "runAsGroup": user,
        "fsGroup": user,
        "fsGroupChangePolicy": "OnRootMismatch",
        "seccompProfile": {"type": "RuntimeDefault"},
    }


def _probes(service: Service) -> Object:
    """Return the probes of a service; a web server that waits for others is not started anew."""
    health = service.health
    if health is None:
        return {}
    ready = probe(health, {"exec": {"command": list(health.command)}})
    alive = ready
    if service.name == "web":
        ready, alive = (
            probe(health, {"httpGet": {"path": path, "port": "web"}})
            for path in ("/readyz", "/healthz")
        )
    probes = {"livenessProbe": alive}
    if service.port:
        probes["readinessProbe"] = ready
    if health.starts_s:
        probes["startupProbe"] = alive | {"failureThreshold": _while_starting(health)}
    return probes


def probe(health: Health, asked: Object) -> Object:
    """Return a probe that asks as often, and is as patient, as a health check."""
    return asked | {
        "periodSeconds": health.every_s,
        "timeoutSeconds": health.timeout_s,
        "failureThreshold": health.retries,
    }


def _while_starting(health: Health) -> int:
    return -(-health.starts_s // health.every_s) + health.retries


def _mounts(service: Service) -> Iterator[Object]:
    for name, place, _memory in _in_memory(service):
        yield {"name": name, "mountPath": place}
    for volume in service.volumes:
        name, _, place = volume.partition(":")
        yield {"name": name, "mountPath": place}
    if service.secrets:
        yield {"name": "secrets", "mountPath": "/run/secrets", "readOnly": True}


def _volumes(service: Service, kernels: str) -> Iterator[tuple[str, Object]]:
    """Yield the volumes that a pod makes for itself, or finds; a claim of its own is none."""
    for name, _place, size in _in_memory(service):
        yield name, {"emptyDir": {"medium": "Memory"} | ({"sizeLimit": size} if size else {})}
    for volume in service.volumes:
        name = volume.partition(":")[0]
        if name == "kernels" and kernels:
            yield name, {"persistentVolumeClaim": {"claimName": kernels}}
        elif name in _PER_POD:
            yield name, {"emptyDir": {}}
    if service.secrets:
        items = [{"key": secret, "path": secret} for secret in service.secrets]
        yield "secrets", {"secret": {"secretName": SECRET, "items": items, "defaultMode": 0o444}}


def _in_memory(service: Service) -> Iterator[tuple[str, str, str]]:
    """Yield name, place and size of what is a tmpfs in compose.yaml."""
    for tmpfs in service.tmpfs:
        place, _, said = tmpfs.partition(":")
        sizes = [word[5:] for word in said.split(",") if word.startswith("size=")]
        yield place.strip("/").replace("/", "-"), place, _bytes(sizes[0]) if sizes else ""
    if service.shared_memory:
        yield "shared-memory", "/dev/shm", _bytes(service.shared_memory)  # noqa: S108


def _bytes(said: str) -> str:
    """Return `64m` as Kubernetes writes it."""
    return said.removesuffix("m") + "Mi"


def claimed(service: Service) -> list[tuple[str, str]]:
    """Return name and place of volumes that outlive a pod."""
    pairs = [volume.split(":", 1) for volume in service.volumes]
    return [(name, place) for name, place in pairs if name not in _PER_POD]
