"""The methods and types of `stammtisch.client`, made from openapi.yaml: `manage.py client`.

`document` reads the operations, `types` and `methods` say each as Python, `files` is all of it.
"""
