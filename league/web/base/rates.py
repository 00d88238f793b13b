"""How often visitors who are not logged in may do something, by their address."""

from typing import Final

from django.http import HttpRequest, HttpResponse

from league.logic.addresses import household_of
from league.services.base import limits

HOUR_S: Final = 3600
TOO_MANY: Final = 429


def is_spent(request: HttpRequest, what: str, *, most: int) -> bool:
    """Count that a visitor asks for `what`; tell whether that was too often within an hour."""
    household = household_of(address_of(request))
    return limits.count(f"rate:{what}:{household}", within_s=HOUR_S) > most


def put_off(answer: HttpResponse) -> HttpResponse:
    """Return the answer to a visitor whose limit is spent, saying so and when to ask again."""
    answer.status_code = TOO_MANY
    answer.headers["Retry-After"] = str(HOUR_S)
    return answer


def address_of(request: HttpRequest) -> str:
    """Return the address a request came from, by the word of the proxy before the server."""
    return str(request.META.get("REMOTE_ADDR", ""))
