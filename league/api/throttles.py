"""How many requests are answered within a minute; more get 429 and when to go on."""

from abc import ABC, abstractmethod
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from league.logic.addresses import household_of, is_this_machine
from league.models import Account
from league.services.base import limits

MINUTE_S: Final = 60


class Rate(BaseThrottle, ABC):
    """So many requests of one sender in each minute of the clock; 0 is any number."""

    @abstractmethod
    def sender_of(self, request: Request) -> str:
        """Return whose requests are counted together; nobody's are not counted."""

    @abstractmethod
    def most(self) -> int:
        """Return how many there may be."""

    def allow_request(self, request: Request, view: Any) -> bool:
        sender, most = self.sender_of(request), self.most()
        if not (sender and most):
            return True
        minute = int(timezone.now().timestamp()) // MINUTE_S
        return limits.count(f"api:{sender}:{minute}", within_s=MINUTE_S) <= most

    def wait(self) -> float:
        """Return after how many seconds the next minute begins."""
        return MINUTE_S - timezone.now().timestamp() % MINUTE_S


class AccountRate(Rate):
    """What an account may ask, whichever of its tokens and sessions it asks with."""

    def sender_of(self, request: Request) -> str:
        return f"account:{request.user.pk}" if isinstance(request.user, Account) else ""

    def most(self) -> int:
        return int(settings.API_MOST_OF_ACCOUNT)


class AddressRate(Rate):
    """What may be asked from an address, by whomever; this machine itself is not counted."""

    def sender_of(self, request: Request) -> str:
        address = str(request.META.get("REMOTE_ADDR", ""))
        return "" if is_this_machine(address) else f"address:{household_of(address)}"

    def most(self) -> int:
        return int(settings.API_MOST_OF_ADDRESS)
