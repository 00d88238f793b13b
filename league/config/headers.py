"""Headers that tell browsers what a page may do, beside those that Django sends by itself."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

CONTENT_POLICY = "; ".join(
    [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
POWERS = (
    *("accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation"),
    *("gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
    *("publickey-credentials-get", "screen-wake-lock", "xr-spatial-tracking"),
)
KEPT_BY_NOBODY = "private, no-store"
"""How pages are kept that somebody sees who may be logged in: whoever comes after does not."""
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
}
FRAMED: Final = frozenset(
    {
        *("web:embed-standings", "web:embed-results", "web:embed-session"),
        *("web:embed-evening", "web:embed-script"),
    }
)
"""What other sites may show in a frame or load: it is the same for everybody and has no form."""
HEADERS_OF_FRAMED: Final = {
    "Content-Security-Policy": CONTENT_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
HEADERS_OF_PAGES = {"Permissions-Policy": ", ".join(f"{power}=()" for power in POWERS)}
"""What scripts, styles and pictures, of which a page loads thirty, need not repeat."""


class BrowserLimits:
    """Middleware: a page runs and shows only files of this site, and nothing inline.

    It asks for no power of the device, and other sites can neither embed nor load what is here,
    but for the few addresses that are made for it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response, headers = self.get_response(request), HEADERS
        if is_framed(request, response):
            response.headers.pop("X-Frame-Options", None)
            headers = HEADERS_OF_FRAMED
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        for name, value in (headers | (HEADERS_OF_PAGES if is_page else {})).items():
            response.headers.setdefault(name, value)
        if is_known(request):
            response.headers.setdefault("Cache-Control", KEPT_BY_NOBODY)
        return response


def is_known(request: HttpRequest) -> bool:
    """Tell whether a request may be of somebody: an account, a token, a guest at a table."""
    names = {settings.SESSION_COOKIE_NAME, settings.SEAT_COOKIE_NAME}
    return not names.isdisjoint(request.COOKIES) or "Authorization" in request.headers


def is_framed(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Tell whether other sites may show an answer; what went wrong is for nobody's frame."""
    route = request.resolver_match
    return route is not None and route.view_name in FRAMED and response.status_code in {200, 304}
