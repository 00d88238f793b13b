"""Manifests for Kubernetes fit its schema, say what compose.yaml says, and hold together."""

import copy
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from league.api.parsers import MAX_FORM_BYTES
from league.management.kubernetes.compose import filled, seconds
from league.management.kubernetes.manifests import Choices, manifests, to_yaml
from league.management.kubernetes.pods import OUR_USER

from .test_compose import COMPOSE, DOCKERFILE, OURS, ROOT, SERVICES, WORKERS

SCHEMA_FOLDER = Path(__file__).parent / "kubernetes-schema"
SCHEMA = json.loads((SCHEMA_FOLDER / "kubernetes.json").read_text())
HOST = "karten.example.org"
OBJECTS = manifests(Choices(variables={"SITE_HOST": HOST}))
KEPT = ROOT / "deploy" / "kubernetes.yaml"


def named(kind):
    """Return the objects of a kind by their names."""
    return {one["metadata"]["name"]: one for one in OBJECTS if one["kind"] == kind}


def component(one):
    return one["metadata"]["labels"]["app.kubernetes.io/component"]


WORKLOADS = {component(one): one for one in OBJECTS if "template" in one.get("spec", {})}
PODS = {name: one["spec"]["template"]["spec"] for name, one in WORKLOADS.items()}
CONTAINERS = {name: pod["containers"][0] for name, pod in PODS.items()}
POLICIES = named("NetworkPolicy")

each_workload = pytest.mark.parametrize("name", WORKLOADS)
each_of_ours = pytest.mark.parametrize("name", OURS)


def errors(one):
    """Return what the schema has against an object."""
    schema = SCHEMA | {"$ref": f"#/$defs/{SCHEMA['$comment'][one['kind']]}"}
    found = Draft202012Validator(schema).iter_errors(one)
    return [f"{error.json_path}: {error.message}" for error in found]


def test_the_schema_is_the_one_its_table_names():
    digest = hashlib.sha256((SCHEMA_FOLDER / "kubernetes.json").read_bytes()).hexdigest()
    assert f"`{digest}`" in (SCHEMA_FOLDER / "README.md").read_text()


@pytest.mark.parametrize("one", OBJECTS, ids=lambda one: f"{one['kind']}-{one['metadata']['name']}")
def test_an_object_fits_the_schema(one):
    assert errors(one) == []


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (("spec", "replica"), 2),
        (("spec", "replicas"), "two"),
        (("apiVersion",), "extensions/v1beta1"),
        (("spec", "selector"), None),
        (("spec", "template", "spec", "containers", 0, "name"), 1),
        (("spec", "template", "spec", "containers", 0, "livenessProbe", "every"), 60),
        (("spec", "template", "spec", "securityContext", "runAsUser"), "10001"),
        (("spec", "template", "spec", "containers", 0, "env"), {"A": "b"}),
    ],
)
def test_a_wrong_object_does_not_fit(path, wrong):
    one = copy.deepcopy(WORKLOADS["web"])
    place = one
    for key in path[:-1]:
        place = place[key]
    place.pop(path[-1], None) if wrong is None else place.update({path[-1]: wrong})
    assert errors(one) != []


@pytest.mark.further
def test_the_kept_file_is_what_the_command_prints():
    done = subprocess.run(
        [sys.executable, "manage.py", "kubernetes"],
        cwd=ROOT,
        env={"SITE_HOST": HOST, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == KEPT.read_text()


def test_the_file_says_what_the_objects_say():
    assert list(yaml.safe_load_all(KEPT.read_text())) == OBJECTS


def test_each_service_but_the_proxy_is_there():
    assert set(WORKLOADS) == set(SERVICES) - {"proxy"}


@each_workload
def test_a_pod_starts_what_compose_starts(name):
    assert CONTAINERS[name]["args"] == SERVICES[name]["command"]
    assert CONTAINERS[name]["image"] == SERVICES[name]["image"]


@each_workload
def test_a_pod_has_the_variables_of_compose(name):
    pairs = {pair["name"]: pair["value"] for pair in CONTAINERS[name].get("env", ())}
    if "envFrom" in CONTAINERS[name]:
        [source] = CONTAINERS[name]["envFrom"]
        pairs |= named("ConfigMap")[source["configMapRef"]["name"]]["data"]
    said = SERVICES[name].get("environment", {}).items()
    expected = {key: filled(value, {"SITE_HOST": HOST}) for key, value in said}
    assert {key: value for key, value in pairs.items() if key != "PGDATA"} == expected


@each_workload
def test_a_pod_is_as_restricted_as_its_service(name):
    for container in PODS[name]["containers"] + PODS[name].get("initContainers", []):
        context = container["securityContext"]
        assert context["readOnlyRootFilesystem"] is SERVICES[name]["read_only"] is True
        assert context["capabilities"] == {"drop": SERVICES[name]["cap_drop"]}
        assert context["allowPrivilegeEscalation"] is False
    context = PODS[name]["securityContext"]
    assert context["runAsNonRoot"] is True
    assert context["seccompProfile"] == {"type": "RuntimeDefault"}
    assert PODS[name]["automountServiceAccountToken"] is False


@each_of_ours
def test_our_pods_have_the_user_of_the_image(name):
    [user] = re.findall(r"^USER (\d+):", DOCKERFILE, re.M)
    assert PODS[name]["securityContext"]["runAsUser"] == OUR_USER == int(user)


@each_workload
def test_a_pod_can_write_where_its_service_can(name):
    service = SERVICES[name]
    places = [place.partition(":")[0] for place in service.get("tmpfs", ())]
    places += [volume.split(":")[1] for volume in service.get("volumes", ())]
    places += ["/dev/shm"] if "shm_size" in service else []
    mounts = [mount for mount in CONTAINERS[name]["volumeMounts"] if not mount.get("readOnly")]
    assert sorted(mount["mountPath"] for mount in mounts) == sorted(places)


@each_workload
def test_what_is_mounted_is_a_volume(name):
    claims = WORKLOADS[name]["spec"].get("volumeClaimTemplates", ())
    volumes = [volume["name"] for volume in PODS[name]["volumes"]]
    volumes += [claim["metadata"]["name"] for claim in claims]
    mounts = [mount["name"] for mount in CONTAINERS[name]["volumeMounts"]]
    assert sorted(mounts) == sorted(volumes)


@each_workload
def test_a_pod_sees_the_secrets_of_its_service(name):
    secrets = [volume["secret"] for volume in PODS[name]["volumes"] if "secret" in volume]
    keys = [item["key"] for secret in secrets for item in secret["items"]]
    assert keys == SERVICES[name].get("secrets", [])
    assert set(keys) <= set(COMPOSE["secrets"])


@pytest.mark.parametrize("name", [name for name in WORKLOADS if "healthcheck" in SERVICES[name]])
def test_a_pod_is_asked_as_often_as_its_service(name):
    probe, said = CONTAINERS[name]["livenessProbe"], SERVICES[name]["healthcheck"]
    assert probe["periodSeconds"] == seconds(said["interval"])
    assert probe["timeoutSeconds"] == seconds(said["timeout"])
    assert probe["failureThreshold"] == said["retries"]


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_is_asked_for_its_ping_and_given_time_to_start(name):
    container = CONTAINERS[name]
    command = container["livenessProbe"]["exec"]["command"]
    assert command[:2] == ["sh", "-c"]
    assert 'inspect ping --timeout 10 --json | grep -q "@$(hostname)\\""' in command[2]
    start = container["startupProbe"]
    assert start["exec"]["command"] == command
    assert start["periodSeconds"] * start["failureThreshold"] == 5 * 60
    assert PODS[name]["terminationGracePeriodSeconds"] == 60


def test_a_web_server_that_waits_for_others_is_not_started_anew():
    web = CONTAINERS["web"]
    paths = {kind: web[f"{kind}Probe"]["httpGet"]["path"] for kind in ("liveness", "readiness")}
    assert paths == {"liveness": "/healthz", "readiness": "/readyz"}
    assert WORKLOADS["web"]["spec"]["replicas"] >= 2


def test_a_new_clock_waits_for_the_end_of_the_old_one():
    assert WORKLOADS["clock"]["spec"]["replicas"] == 1
    assert WORKLOADS["clock"]["spec"]["strategy"] == {"type": "Recreate"}


def test_migrations_are_a_job_of_their_version():
    assert WORKLOADS["migrate"]["kind"] == "Job"
    version = SERVICES["migrate"]["image"].partition(":")[2].replace(".", "-")
    assert WORKLOADS["migrate"]["metadata"]["name"] == f"migrate-{version}"
    assert PODS["migrate"]["restartPolicy"] == "OnFailure"


@each_of_ours
def test_our_pods_wait_for_migrations_if_their_service_does(name):
    waits = "migrate" in SERVICES[name]["depends_on"]
    first = PODS[name].get("initContainers", [])
    assert [one["args"][-2:] for one in first] == ([["migrate", "--check"]] if waits else [])


def reached_by(name):
    """Return the components and blocks of addresses that a pod may send to, with the ports."""
    found = set()
    for policy in POLICIES.values():
        if is_of(policy["spec"]["podSelector"], name):
            for rule in policy["spec"].get("egress", ()):
                ports = tuple(port["port"] for port in rule.get("ports", ()))
                found |= {(_told(peer), ports) for peer in rule["to"]}
    return found


def is_of(selector, name):
    """Tell whether pods of a component are among those that a selector finds."""
    among = [one["values"] for one in selector.get("matchExpressions", ())]
    wanted = selector["matchLabels"].get("app.kubernetes.io/component", name)
    return wanted == name and all(name in names for names in among)


def _told(peer):
    if "ipBlock" in peer:
        return peer["ipBlock"]["cidr"]
    labels = peer["podSelector"]["matchLabels"]
    return labels.get("app.kubernetes.io/component") or labels["k8s-app"]


INSIDE = {("kube-dns", (53, 53)), ("postgres", (5432,)), ("redis", (6379,))}
OUTSIDE = {("0.0.0.0/0", ()), ("::/0", ())}


def test_nobody_reaches_anybody_unless_a_rule_says_so():
    spec = POLICIES["nobody"]["spec"]
    assert all(is_of(spec["podSelector"], name) for name in WORKLOADS)
    assert (spec["policyTypes"], set(spec)) == (
        ["Ingress", "Egress"],
        {"podSelector", "policyTypes"},
    )


@each_workload
def test_a_pod_reaches_what_its_service_reaches(name):
    if name not in OURS:
        assert reached_by(name) == set()
    elif "outside" in SERVICES[name]["networks"]:
        assert reached_by(name) == INSIDE | OUTSIDE
    else:
        assert reached_by(name) == INSIDE


def test_only_the_proxy_reaches_the_web_server():
    [rule] = POLICIES["front"]["spec"]["ingress"]
    namespace = {"matchLabels": {"kubernetes.io/metadata.name": "ingress-nginx"}}
    assert rule == {"from": [{"namespaceSelector": namespace}], "ports": [{"port": 8000}]}
    letting_in = [one for one in POLICIES.values() if is_of(one["spec"]["podSelector"], "web")]
    assert [one["metadata"]["name"] for one in letting_in if "ingress" in one["spec"]] == ["front"]


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_a_server_answers_our_pods_alone(name):
    [rule] = POLICIES[name]["spec"]["ingress"]
    [peer] = rule["from"]
    asking = {one for one in WORKLOADS if is_of(peer["podSelector"], one)}
    assert asking == set(OURS)


def test_a_service_leads_to_pods_and_their_port():
    for name, service in named("Service").items():
        labels = WORKLOADS[name]["spec"]["template"]["metadata"]["labels"]
        assert service["spec"]["selector"] == labels
        [port] = service["spec"]["ports"]
        assert {"name": port["targetPort"], "containerPort": port["port"]} in CONTAINERS[name][
            "ports"
        ]
    assert set(named("Service")) == {"web", "postgres", "redis"}


def test_a_workload_finds_its_own_pods():
    for one in WORKLOADS.values():
        if "selector" in one["spec"]:
            labels = one["spec"]["template"]["metadata"]["labels"]
            assert one["spec"]["selector"] == {"matchLabels": labels}


def test_the_ingress_leads_to_the_site_by_its_name():
    ingress = named("Ingress")["web"]
    [rule] = ingress["spec"]["rules"]
    [path] = rule["http"]["paths"]
    assert rule["host"] == HOST == ingress["spec"]["tls"][0]["hosts"][0]
    assert path["backend"]["service"] == {"name": "web", "port": {"name": "web"}}
    assert list(ingress["metadata"]["annotations"].values()) == [str(MAX_FORM_BYTES)]


def test_choices_are_in_the_file():
    chosen = Choices(image="registry.example.org/ours:1", kernels="fast", ingress_class="other")
    text = to_yaml(chosen)
    assert "image: registry.example.org/ours:1" in text
    assert "image: stammtisch:" not in text
    assert "persistentVolumeClaim: {claimName: fast}" in text
    assert "ingressClassName: other" in text
