"""What makes the site an app of a device: manifest, worker, and the page without network."""

import hashlib
import json
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from .embeds import language_of

STATIC: Final = settings.BASE_DIR / "static"
NAME: Final = "Stammtisch"
BY_DAY, BY_NIGHT = "#fffdf8", "#241d18"
"""The colours of the head of a page, which the bar of the system above it takes on."""
PAPER: Final = "#f6f0e4"
ICONS: Final = (
    ("mark.svg", "image/svg+xml", "any", "any"),
    ("icon-192.png", "image/png", "192x192", "any"),
    ("icon-512.png", "image/png", "512x512", "any"),
    ("icon-maskable-192.png", "image/png", "192x192", "maskable"),
    ("icon-maskable-512.png", "image/png", "512x512", "maskable"),
)
"""File, type, size and purpose of each icon; `python -m tests.icons` draws them."""
WORKER: Final = ("js/unsent.js", "js/worker.js")
NEEDED: Final = (
    *("css/tokens.css", "css/night.css", "css/base.css", "css/components.css"),
    *("vendor/vollkorn/vollkorn-latin-700-normal.woff2", "img/mark.svg", "js/unsent.js"),
    "js/app.js",
)
"""The files of the page without network."""
CLOSED: Final = ("/admin/", "/api/", "/embed")
"""What the worker leaves to the browser."""


LOGOUTS: Final = ("web:logout", "admin:logout", "web:erase-me")
"""Where somebody goes who leaves nothing behind."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Say what the site is called, looks like and offers once it is installed."""
    language = language_of(request)
    with translation.override(language):
        content = _manifest(language)
    headers = {"Content-Language": language}
    return JsonResponse(content, content_type="application/manifest+json", headers=headers)


def _manifest(language: str) -> dict[str, Any]:
    return {
        "id": "/",
        "name": NAME,
        "short_name": NAME,
        "description": _("Leagues and tournaments for card clubs, and card tables online."),
        "lang": language,
        "dir": "ltr",
        "start_url": reverse("web:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BY_DAY,
        "categories": ["games", "sports"],
        "icons": [
            {"src": static(f"img/{name}"), "type": kind, "sizes": sizes, "purpose": purpose}
            for name, kind, sizes, purpose in ICONS
        ],
        "shortcuts": [
            {"name": name, "url": reverse(f"web:{address}"), "icons": [_icon()]}
            for name, address in (
                (_("My page"), "me"),
                (_("Play now"), "play"),
                (_("Calendar of all clubs"), "calendar"),
            )
        ],
    }


def _icon() -> dict[str, str]:
    return {"src": static("img/icon-192.png"), "type": "image/png", "sizes": "192x192"}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the script that answers for the site while there is no network.

    Browsers look for a new one by themselves, so its address stays and no cache keeps it.
    """
    facts = json.dumps(_facts(), sort_keys=True)
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(
        "\n".join([f"const SITE = {facts};", *((STATIC / name).read_text() for name in WORKER)]),
        content_type="text/javascript; charset=utf-8",
        headers=headers,
    )


def _facts() -> dict[str, Any]:
    """Return what the worker knows of the site."""
    pages = {
        code: f"{reverse('web:offline')}?language={code}" for code, _name in settings.LANGUAGES
    }
    return {
        "version": version(),
        "name": NAME,
        "icon": static("img/icon-192.png"),
        "offline": pages,
        "files": [static(name) for name in NEEDED],
        "static": settings.STATIC_URL,
        "closed": CLOSED,
        "logouts": [reverse(name) for name in LOGOUTS],
    }


@cache
def version() -> str:
    """Return what is another one whenever a static file is; reads them all, once in a process."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*.*")):
        digest.update(str(path.relative_to(STATIC)).encode() + path.read_bytes())
    return digest.hexdigest()[:12]


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what there is to say of a page that is not kept; the worker keeps this one."""
    language = language_of(request)
    with translation.override(language):
        page = render(request, "web/overviews/offline.html")
    page.headers["Content-Language"] = language
    return page
