"""Headers that tell browsers what a page may do, beside those that Django sends by itself."""

from collections.abc import Callable

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
HEADERS_OF_PAGES = {"Permissions-Policy": ", ".join(f"{power}=()" for power in POWERS)}
"""What scripts, styles and pictures, of which a page loads thirty, need not repeat."""


class BrowserLimits:
    """Middleware: a page runs and shows only files of this site, and nothing inline.

    It asks for no power of the device, and other sites can neither embed nor load what is here.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        for name, value in (HEADERS | (HEADERS_OF_PAGES if is_page else {})).items():
            response.headers.setdefault(name, value)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers:
            response.headers.setdefault("Cache-Control", KEPT_BY_NOBODY)
        return response
