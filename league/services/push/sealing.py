"""Messages for devices: encrypted for the one that is meant, and signed by the site.

Source: RFC 8291 (encryption), RFC 8292 (VAPID), RFC 8030 (the other headers).
"""

from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from py_vapid import Vapid02
from pywebpush import WebPusher

from league.logic.vapid import from_text, to_text
from league.models import Device, Push, PushChoice

VALID: Final = timedelta(hours=12)
"""How long a signature holds; 24 hours are allowed."""
TOPIC_LENGTH: Final = 32
ENCODING: Final = "aes128gcm"


def public_key() -> str:
    """Return the key by which browsers and push services know the site."""
    return _public(settings.VAPID_KEY)


def is_on_curve(point: str) -> bool:
    """Tell whether a text is a public key with which something can be encrypted."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(point) or b"")
    except ValueError:
        return False
    return True


def sealed(device: Device, message: bytes) -> bytes:
    """Return a message as it is sent: only the device can read it, whoever passes it on."""
    keys = {"p256dh": device.point, "auth": device.secret}
    pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
    return bytes(pusher.encode(message, ENCODING)["body"])


def headers_of(push: Push, *, kept_for: timedelta, now: datetime) -> dict[str, str]:
    """Return what is sent with a message; `kept_for` is how long it waits for a device."""
    return {
        "Authorization": _signed(push.device.endpoint, now),
        "Content-Encoding": ENCODING,
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int(kept_for.total_seconds()))),
        "Urgency": "high" if push.kind in PushChoice.URGENT else "normal",
        "Topic": topic_of(push),
    }


def topic_of(push: Push) -> str:
    """Return what is the same for all that is told of one thing, and says nothing of it.

    What is told later takes the place of what was told before, on its way and on the device.
    """
    thing = push.about.split(":")[:2]
    said = salted_hmac("league.push.topic", " ".join([push.kind, *thing]), algorithm="sha256")
    return to_text(said.digest())[:TOPIC_LENGTH]


def _signed(endpoint: str, now: datetime) -> str:
    """Return the header that proves to a push service which site writes."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + VALID).timestamp()),
        "sub": _contact(),
    }
    return str(_key(settings.VAPID_KEY).sign(claims)["Authorization"])


def _contact() -> str:
    """Return whom a push service asks about the site."""
    site = urlsplit(settings.SITE_URL)
    if site.scheme == "https":
        return f"https://{site.hostname}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@cache
def _key(private: str) -> Vapid02:
    return Vapid02.from_raw(private.encode())


@cache
def _public(private: str) -> str:
    point = _key(private).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return to_text(point)
