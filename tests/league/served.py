"""The application as uvicorn serves it, in a thread of the process of the tests."""

import socket
import threading

import pytest
import uvicorn
from django.test.utils import modify_settings, override_settings

HOST = "127.0.0.1"


class Served:
    """A web server that streams; in tests with a browser it takes the place of `live_server`."""

    def __init__(self):
        config = uvicorn.Config(
            "league.config.asgi:site",
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
            ws="none",
        )
        self._server = uvicorn.Server(config)
        self._socket = socket.create_server((HOST, 0), backlog=512)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))
        self._settings = modify_settings(ALLOWED_HOSTS={"append": HOST})
        self._live_server_modified_settings = override_settings()

    @property
    def address(self):
        """Host and port."""
        return self._socket.getsockname()

    @property
    def url(self):
        return f"http://{HOST}:{self.address[1]}"

    def __enter__(self):
        self._settings.enable()
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()
        self._settings.disable()


@pytest.fixture
def served(transactional_db):
    """The application, served by uvicorn."""
    with Served() as server:
        yield server
