"""A site from Python, over its API, with nothing but the standard library: docs/client.md.

`Client` has a method for each operation of the API; these methods and the types of what they take
and give are made from openapi.yaml by `manage.py client`.
"""

from .client import Client
from .errors import (
    ApiError,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    Outdated,
    Problem,
    Throttled,
    Unauthenticated,
    Unreachable,
)
from .pages import Pages
from .sending import Content, Patience
from .streams import Stream
from .versioned import Versioned

__all__ = [
    "ApiError",
    "Client",
    "Conflict",
    "Content",
    "Forbidden",
    "Invalid",
    "NotFound",
    "Outdated",
    "Pages",
    "Patience",
    "Problem",
    "Stream",
    "Throttled",
    "Unauthenticated",
    "Unreachable",
    "Versioned",
]
