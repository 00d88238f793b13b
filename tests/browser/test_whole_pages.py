"""After a click the page is there whole, however slowly it comes."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

LATER_S = 0.5


class Slow(BaseHTTPRequestHandler):
    """Sends a page of which the last field comes later than the first."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.path == "/":
            self.wfile.write(b"<a href='/form'>The form</a>")
        elif self.path == "/form":
            self.wfile.write(b"<input id=first>" + b" " * 5000)
            self.wfile.flush()
            time.sleep(LATER_S)
            self.wfile.write(b"<input id=last>")

    def log_message(self, *args):
        """Say nothing."""


@pytest.fixture
def slow():
    """The address of a server of slow pages."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_all_fields_are_there_after_a_click(browser, slow):
    page = browser.new_page()
    page.goto(slow)
    page.get_by_role("link", name="The form").click()
    assert [field.get_attribute("id") for field in page.locator("input").all()] == ["first", "last"]
    page.close()
