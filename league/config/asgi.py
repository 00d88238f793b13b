"""The ASGI application, as `uvicorn league.config.asgi:application` serves it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
application = get_asgi_application()

from .checks import refuse_misconfiguration  # noqa: E402 (needs the settings)

refuse_misconfiguration()
