"""A mail server on this machine that accepts, refuses, stalls or breaks off, as it is told."""

import contextlib
import email
import email.policy
import socket
import threading

from aiosmtpd.controller import Controller


class Handler:
    """Keeps what it is sent; `answers` are said in place of success, to the commands they name."""

    def __init__(self):
        self.received = []
        self.answers = {}
        self.on_data = None

    async def handle_MAIL(  # noqa: N802 (aiosmtpd's name)
        self, server, session, envelope, address, options
    ):
        envelope.mail_from = address
        return self.answers.get("MAIL", "250 OK")

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self, server, session, envelope, address, options
    ):
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(  # noqa: N802 (aiosmtpd's name)
        self, server, session, envelope
    ):
        parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.received.append((envelope.rcpt_tos, parsed))
        if self.on_data is not None:
            self.on_data(server)
        return self.answers.get("DATA", "250 OK")


class MailServer(Controller):
    """A server on a free port."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        super().__init__(Handler(), hostname="127.0.0.1", port=port)

    @property
    def received(self):
        return self.handler.received

    def to(self):
        return [address for addresses, _mail in self.received for address in addresses]


@contextlib.contextmanager
def serving():
    server = MailServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def talking(*lines):
    """A server that says these lines, one for each that it hears, and then nothing more.

    Between DATA and the dot nothing is said; None closes the connection.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        over = threading.Event()
        thread = threading.Thread(target=_talk, args=(listener, lines, over))
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            over.set()
            thread.join()


def _talk(listener, lines, over):
    listener.settimeout(10)
    connection, _address = listener.accept()
    with connection, connection.makefile("rb") as heard:
        for line in lines:
            if line is None:
                return
            connection.sendall(line.encode() + b"\r\n")
            if line.startswith("354"):
                while heard.readline().rstrip() not in {b".", b""}:
                    pass
            else:
                heard.readline()
        over.wait(10)
