"""The ASGI application, as `uvicorn league.config.asgi:application` serves it."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
django.setup(set_prefix=False)

from league.logic.compile import begin  # noqa: E402

from . import urls  # noqa: E402, F401 (needs the settings; else the first request would load them)
from .bodies import BoundedBodies  # noqa: E402 (needs the settings)
from .checks import WEB, refuse_misconfiguration  # noqa: E402
from .env import AT_WORK, BEGUN  # noqa: E402
from .garbage import search_seldom  # noqa: E402
from .handler import OneThreadHandler  # noqa: E402
from .lifespan import Started  # noqa: E402
from .turns import Turns  # noqa: E402

site = BoundedBodies(Turns(OneThreadHandler(), few=BEGUN, most=AT_WORK))
"""What answers requests."""
application = Started(site, start=begin)
refuse_misconfiguration(WEB)
search_seldom()
