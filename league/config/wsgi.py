"""The WSGI application, for servers that do not speak ASGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
application = get_wsgi_application()

from league.logic.compile import begin  # noqa: E402 (needs the settings)

from . import urls  # noqa: E402, F401 (else the first request would load them)
from .checks import WEB, refuse_misconfiguration  # noqa: E402 (as above)

begin()
refuse_misconfiguration(WEB)
