"""Where mail goes and what it says of the site, from EMAIL_URL, MAIL_FROM and SITE_URL.

Without EMAIL_URL production sends none and offers nothing that needs it; development writes mails
to a folder.
"""

from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from .env import Environment

SMTP: Final = "league.services.letters.transport.Backend"
FOLDER: Final = "django.core.mail.backends.filebased.EmailBackend"
NONE: Final = "django.core.mail.backends.dummy.EmailBackend"
PORTS: Final = {"smtp": 587, "smtps": 465}
HINT: Final = (
    "Set EMAIL_URL=smtp://user:password@mail.example.org:587 (STARTTLS; ?tls=no: without), "
    "smtps://… (encrypted from the start), or file:///folder."
)


@dataclass(frozen=True)
class Server:
    """Who takes mails: a server, a folder, or nobody."""

    backend: str = NONE
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    scheme: str = ""
    is_plain: bool = False
    folder: Path | None = None


def server(env: Environment) -> Server:
    """Return who takes mails, by EMAIL_URL; notes what is wrong with it."""
    url = env.secret("EMAIL_URL", code="E021")
    if not url:
        return Server() if env.is_production else Server(FOLDER, folder=env.var() / "mail")
    try:
        return _parsed(url)
    except ValueError as error:
        env.note("E021", f"EMAIL_URL cannot be used: {error}.", HINT)
        return Server()


def _parsed(url: str) -> Server:
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.path.startswith("/") and not parts.netloc:
        return Server(FOLDER, folder=Path(unquote(parts.path)))
    if parts.scheme not in PORTS:
        raise ValueError(f"its scheme is “{parts.scheme}”")
    if not parts.hostname:
        raise ValueError("it names no host")
    tls = parse_qs(parts.query).get("tls", ["yes"])[-1]
    if tls not in {"yes", "no"}:
        raise ValueError("tls is yes or no")
    return Server(
        SMTP,
        host=parts.hostname,
        port=parts.port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        scheme=parts.scheme,
        is_plain=tls == "no",
    )


def sender(env: Environment, *, is_sent: bool) -> str:
    """Return the sender of all mails by MAIL_FROM, which a server has to be told."""
    words = env.text("MAIL_FROM")
    if not words and not (is_sent and env.is_production):
        return "Stammtisch <stammtisch@localhost>"
    _name, address = parseaddr(words)
    if "@" not in address or not words.isprintable():
        env.note(
            "E022",
            "MAIL_FROM is no sender of mails." if words else "Production has no MAIL_FROM.",
            "Set MAIL_FROM to an address that receives mail, such as "
            "“Stammtisch <karten@example.org>”.",
        )
    return words


def site_url(env: Environment, *, is_https: bool) -> str:
    """Return what addresses in mails begin with: SITE_URL, or the first of ALLOWED_HOSTS."""
    url = env.text("SITE_URL").rstrip("/")
    if not url:
        host = next((one for one in env.words("ALLOWED_HOSTS") if one[0] not in "*."), "")
        return f"{'https' if is_https else 'http'}://{host or 'localhost:8000'}"
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        env.note(
            "E023",
            f"SITE_URL={url} is no address of a site.",
            "Set SITE_URL=https://karten.example.org.",
        )
    return url
