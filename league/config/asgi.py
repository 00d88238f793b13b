"""The ASGI application, as `uvicorn league.config.asgi:application` serves it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
django = get_asgi_application()

from .bodies import BoundedBodies  # noqa: E402 (needs the settings)
from .checks import WEB, refuse_misconfiguration  # noqa: E402
from .env import AT_WORK  # noqa: E402
from .listeners import OneThreadForListeners  # noqa: E402
from .turns import Turns  # noqa: E402

application = BoundedBodies(Turns(OneThreadForListeners(django), most=AT_WORK))
refuse_misconfiguration(WEB)
