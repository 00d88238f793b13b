"""The way in: a site, in the name of a token or of nobody."""

from .operations import Operations
from .sending import Patience, Sender


class Client(Operations):
    """A site at its address, in the name of a token, or of nobody.

    Each group of operations is an attribute, each operation a method of it: `client.clubs.list()`.
    All threads may use one client. Raises ValueError if `url` is no address.
    """

    def __init__(self, url: str, *, token: str = "", patience: Patience | None = None) -> None:
        sender = Sender(url, token=token, patience=patience or Patience())
        super().__init__(sender)
        self.sender = sender
        """Sends requests that no method is for."""

    @property
    def url(self) -> str:
        """The address of the site, without a slash at its end."""
        return self.sender.url
