"""Mails are handed over to a server; its answer means one of: sent, later, never, maybe.

A connection that ends after the text was sent leaves open whether the mail arrives. Such a mail is
not sent again.
"""

import contextlib
import smtplib
import ssl
from typing import Any, Final

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

from league.logic.mails import is_dead, is_permanent

LONGEST_WORDS: Final = 300


class NotSent(Exception):
    """A mail was not sent; `ends` if the same connection sends no others either."""

    def __init__(
        self, said: str, *, again: bool, is_dead: bool = False, ends: bool = False
    ) -> None:
        super().__init__(said[:LONGEST_WORDS])
        self.again, self.is_dead, self.ends = again, is_dead, ends


class Unsure(Exception):
    """The connection ended while a mail was handed over: it may arrive or not."""


class _Careful:
    """SMTP that tells a mail which was surely not sent from one that may have been."""

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Send the text of a mail; raises Unsure where no answer to it comes."""
        try:
            return super().data(msg)  # type: ignore[misc, no-any-return]
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            if isinstance(error, smtplib.SMTPResponseException):
                raise
            raise Unsure(_words(error)) from error


class _Smtp(_Careful, smtplib.SMTP):
    pass


class _Smtps(_Careful, smtplib.SMTP_SSL):
    pass


class Backend(EmailBackend):
    """Django's SMTP, careful about what may have been sent."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Return what speaks to the server."""
        return _Smtps if self.use_ssl else _Smtp


def open_line() -> BaseEmailBackend:
    """Return a connection that is open; raises NotSent."""
    line = get_connection()
    try:
        line.open()
    except smtplib.SMTPResponseException as error:
        raise NotSent(_answer(error.smtp_code, error.smtp_error), again=True, ends=True) from error
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"no connection: {_words(error)}", again=True, ends=True) from error
    return line


def hand_over(line: BaseEmailBackend, message: EmailMessage) -> None:
    """Send a mail to its one recipient; raises NotSent, or Unsure."""
    try:
        line.send_messages([message])
    except smtplib.SMTPRecipientsRefused as error:
        [(code, words)] = error.recipients.values()
        raise _refused(code, words) from error
    except smtplib.SMTPDataError as error:
        again = not is_permanent(error.smtp_code)
        raise NotSent(_answer(error.smtp_code, error.smtp_error), again=again) from error
    except (
        smtplib.SMTPResponseException
    ) as error:  # of the sender, which whoever runs the site mends
        raise NotSent(_answer(error.smtp_code, error.smtp_error), again=True, ends=True) from error
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"broken off: {_words(error)}", again=True, ends=True) from error


def hang_up(line: BaseEmailBackend) -> None:
    """End a connection, also one that is broken."""
    with contextlib.suppress(smtplib.SMTPException, OSError):
        line.close()


def _refused(code: int, words: bytes) -> NotSent:
    said = _text(words)
    ends = code == 421  # the server closes the connection
    return NotSent(
        _answer(code, words), again=not is_permanent(code), is_dead=is_dead(code, said), ends=ends
    )


def _answer(code: int, words: bytes | str) -> str:
    return f"the server answered {code} {_text(words)}"


def _text(words: bytes | str) -> str:
    said = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return " ".join("".join(one if one.isprintable() else " " for one in said).split())


def _words(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return "the encryption failed"
    return _text(str(error)) or type(error).__name__
