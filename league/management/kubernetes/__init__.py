"""Manifests of a site for Kubernetes, made from compose.yaml: `manage.py kubernetes`.

`compose` reads the services, `pods` says how one runs, `networks` who reaches whom, and `manifests`
is all of it as YAML. What compose.yaml says is said there only; here is what Kubernetes wants
besides.
"""
