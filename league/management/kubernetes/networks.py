"""Who reaches whom: what the networks of compose.yaml let through, and nothing else."""

from typing import Any

from .compose import Service

Object = dict[str, Any]

METADATA = "169.254.0.0/16"
"""Where clouds tell a machine its secrets."""


def selector(*names: str) -> Object:
    """Return what finds the pods of some services."""
    if len(names) == 1:
        return {"matchLabels": labels(names[0])}
    among = {"key": "app.kubernetes.io/component", "operator": "In", "values": list(names)}
    return {"matchLabels": {"app.kubernetes.io/name": "stammtisch"}, "matchExpressions": [among]}


def labels(name: str) -> dict[str, str]:
    """Return the labels of all that belongs to a service."""
    return {"app.kubernetes.io/name": "stammtisch", "app.kubernetes.io/component": name}


def policies(services: list[Service], *, ingress_namespace: str) -> list[Object]:
    """Return the rules: first that nobody reaches anybody, then what each network lets through."""
    ours = [one for one in services if one.is_ours]
    servers = [one for one in services if not one.is_ours]
    outside = [one.name for one in ours if "outside" in one.networks]
    front = [one for one in ours if "front" in one.networks]
    return [
        _policy("nobody", {"podSelector": _everybody(), "policyTypes": ["Ingress", "Egress"]}),
        _names([one.name for one in ours]),
        _servers_are_asked(servers, ours),
        *(_server_answers(one, ours) for one in servers),
        *(_proxy_asks(one, ingress_namespace) for one in front),
        _outside(outside),
    ]


def _policy(name: str, spec: Object) -> Object:
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": name, "labels": {"app.kubernetes.io/name": "stammtisch"}},
        "spec": spec,
    }


def _everybody() -> Object:
    return {"matchLabels": {"app.kubernetes.io/name": "stammtisch"}}


def _names(names: list[str]) -> Object:
    """Let services ask for addresses, by the name server of the cluster alone."""
    server = {
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}},
        "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
    }
    ports = [{"port": 53, "protocol": protocol} for protocol in ("UDP", "TCP")]
    rule = {"to": [server], "ports": ports}
    spec = {"podSelector": selector(*names), "policyTypes": ["Egress"], "egress": [rule]}
    return _policy("names", spec)


def _servers_are_asked(servers: list[Service], ours: list[Service]) -> Object:
    rules = [
        {"to": [{"podSelector": selector(server.name)}], "ports": [{"port": server.port}]}
        for server in servers
    ]
    spec = {
        "podSelector": selector(*(one.name for one in ours)),
        "policyTypes": ["Egress"],
        "egress": rules,
    }
    return _policy("inside", spec)


def _server_answers(server: Service, ours: list[Service]) -> Object:
    asking = selector(*(one.name for one in ours if set(one.networks) & set(server.networks)))
    rule = {"from": [{"podSelector": asking}], "ports": [{"port": server.port}]}
    spec = {"podSelector": selector(server.name), "policyTypes": ["Ingress"], "ingress": [rule]}
    return _policy(server.name, spec)


def _proxy_asks(service: Service, namespace: str) -> Object:
    """Let nobody but the proxy in: the web server believes whoever asks about addresses."""
    found = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}}}
    rule = {"from": [found], "ports": [{"port": service.port}]}
    spec = {"podSelector": selector(service.name), "policyTypes": ["Ingress"], "ingress": [rule]}
    return _policy("front", spec)


def _outside(names: list[str]) -> Object:
    """Let those out that speak to others, but for what a cloud tells its machines."""
    blocks = [{"cidr": "0.0.0.0/0", "except": [METADATA]}, {"cidr": "::/0"}]
    rule = {"to": [{"ipBlock": block} for block in blocks]}
    spec = {"podSelector": selector(*names), "policyTypes": ["Egress"], "egress": [rule]}
    return _policy("outside", spec)
