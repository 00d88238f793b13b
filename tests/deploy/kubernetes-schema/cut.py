"""Cut what our manifests need out of all definitions of Kubernetes: `python cut.py DEFINITIONS`.

DEFINITIONS is `_definitions.json` of a `-local-strict` folder of kubernetes-validate. Left are the
kinds of objects that we use and all that they refer to, without descriptions.
"""

import json
import re
import sys
from pathlib import Path

KINDS = {
    "ConfigMap": "io.k8s.api.core.v1.ConfigMap",
    "Service": "io.k8s.api.core.v1.Service",
    "Deployment": "io.k8s.api.apps.v1.Deployment",
    "StatefulSet": "io.k8s.api.apps.v1.StatefulSet",
    "Job": "io.k8s.api.batch.v1.Job",
    "Ingress": "io.k8s.api.networking.v1.Ingress",
    "NetworkPolicy": "io.k8s.api.networking.v1.NetworkPolicy",
}
REFERENCE = re.compile(r'"\$ref": "#/\$defs/([^"]+)"')
NAMES = ("properties", "$defs")
"""Below these stand names of fields, of which one may be `description`."""


def cut(everything):
    """Return a schema of any object of these kinds."""
    left, wanted = {}, list(KINDS.values())
    while wanted:
        name = wanted.pop()
        if name not in left:
            left[name] = without_words(everything["$defs"][name])
            wanted += REFERENCE.findall(json.dumps(left[name]))
    return {
        "$schema": everything["$schema"],
        "$comment": KINDS,
        "$defs": dict(sorted(left.items())),
    }


def without_words(said, *, is_named=False):
    """Return a schema without what is there for readers."""
    if isinstance(said, list):
        return [without_words(each) for each in said]
    if not isinstance(said, dict):
        return said
    return {
        key: without_words(each, is_named=key in NAMES)
        for key, each in said.items()
        if is_named or (key != "description" and not key.startswith("x-kubernetes"))
    }


if __name__ == "__main__":
    made = cut(json.loads(Path(sys.argv[1]).read_text()))
    Path(__file__).with_name("kubernetes.json").write_text(json.dumps(made, indent=1) + "\n")
