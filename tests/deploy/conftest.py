"""Scripts of CI, as modules."""

import importlib

import pytest
from django.conf import settings


@pytest.fixture(scope="module")
def script():
    """Return a function that gives a script of `.ci` by its name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(settings.BASE_DIR / ".ci")
        yield importlib.import_module
