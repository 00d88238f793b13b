"""All objects of a site, as YAML."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from .compose import PROJECT, Service, services
from .networks import labels, policies, selector
from .pods import SETTINGS, Given, claimed, pod, shared

Object = dict[str, Any]

HEAD = """\
# A site on Kubernetes, made from compose.yaml by `manage.py kubernetes`; change that instead.
# docs/operations.md says what to make before: the secrets, and an image where nodes find it.
"""
WEB_SERVERS = 2
ALONE = ("clock", "redis")
"""Of these a new one starts when the old one has ended."""
TRIES = 20
"""How often migrations begin anew, for PostgreSQL may start after them."""


@dataclass(frozen=True)
class Choices:
    """What differs from cluster to cluster; `variables` are those of compose.yaml."""

    variables: Mapping[str, str] = field(default_factory=dict, hash=False)
    image: str = ""
    kernels: str = ""
    ingress_class: str = "nginx"
    ingress_namespace: str = "ingress-nginx"
    database_size: str = "10Gi"


def to_yaml(choices: Choices) -> str:
    """Return the manifests as one file."""
    style: dict[str, Any] = {"sort_keys": False, "default_flow_style": None, "width": 120}
    text: str = yaml.dump_all(manifests(choices), Dumper=_Plain, explicit_start=True, **style)
    return HEAD + text


class _Plain(yaml.SafeDumper):
    """Writes what comes twice twice: references from place to place are hard to read."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def manifests(choices: Choices) -> list[Object]:
    """Return all objects, those first that others wait for."""
    found = services(choices.variables)
    given = Given(choices.image, choices.kernels, shared(found))
    return [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": SETTINGS, "labels": {"app.kubernetes.io/name": "stammtisch"}},
            "data": given.settings,
        },
        *policies(found, ingress_namespace=choices.ingress_namespace),
        *(_service(one) for one in found if one.port),
        *(_workload(one, given, choices) for one in sorted(found, key=lambda one: one.is_ours)),
        *(_ingress(one, choices) for one in found if "front" in one.networks),
    ]


def _workload(service: Service, given: Given, choices: Choices) -> Object:
    metadata = {"labels": labels(service.name)}
    template = {"metadata": metadata, "spec": pod(service, given)}
    if service.runs_once:
        name = f"{service.name}-{re.sub('[^a-z0-9]+', '-', service.version)}"
        spec = {"backoffLimit": TRIES, "template": template}
        return _object("batch/v1", "Job", name, service, spec)
    found = {"selector": selector(service.name), "template": template}
    if claims := claimed(service):
        kept = [_claim(name, choices.database_size) for name, _place in claims]
        spec = {"serviceName": service.name, "replicas": 1, **found, "volumeClaimTemplates": kept}
        return _object("apps/v1", "StatefulSet", service.name, service, spec)
    count = {"replicas": WEB_SERVERS if service.name == "web" else 1}
    alone = {"strategy": {"type": "Recreate"}} if service.name in ALONE else {}
    return _object("apps/v1", "Deployment", service.name, service, count | alone | found)


def _object(version: str, kind: str, name: str, service: Service, spec: Object) -> Object:
    metadata = {"name": name, "labels": labels(service.name)}
    return {"apiVersion": version, "kind": kind, "metadata": metadata, "spec": spec}


def _claim(name: str, size: str) -> Object:
    wanted = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}}
    return {"metadata": {"name": name}, "spec": wanted}


def _service(service: Service) -> Object:
    ports = [{"name": service.name, "port": service.port, "targetPort": service.name}]
    spec = {"selector": labels(service.name), "ports": ports}
    return _object("v1", "Service", service.name, service, spec)


def _ingress(service: Service, choices: Choices) -> Object:
    host = service.environment["ALLOWED_HOSTS"]
    backend = {"service": {"name": service.name, "port": {"name": service.name}}}
    path = {"path": "/", "pathType": "Prefix", "backend": backend}
    spec = {
        "ingressClassName": choices.ingress_class,
        "tls": [{"hosts": [host], "secretName": "stammtisch-tls"}],
        "rules": [{"host": host, "http": {"paths": [path]}}],
    }
    made = _object("networking.k8s.io/v1", "Ingress", service.name, service, spec)
    limit = {"nginx.ingress.kubernetes.io/proxy-body-size": largest_body()}
    made["metadata"]["annotations"] = limit
    return made


def largest_body() -> str:
    """Return how many bytes the proxy of compose.yaml lets through."""
    [size] = re.findall(r"max_size (\d+)", (PROJECT / "deploy" / "Caddyfile").read_text())
    return str(size)
