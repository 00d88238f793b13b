"""Parts of Stammtisch on the page of a club that has a site of its own."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


class Elsewhere(BaseHTTPRequestHandler):
    """Sends the page of a club with a site of its own."""

    line = ""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        page = f"<!doctype html><title>Club</title><h1>Our club</h1>{self.line}"
        self.wfile.write(page.encode())

    def log_message(self, *args):
        """Say nothing."""


@pytest.fixture
def elsewhere(open_page):
    """Return a function that opens a page of another site with a line of HTML on it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def show(line, **options):
            server.RequestHandlerClass = type("Its", (Elsewhere,), {"line": line})
            page = open_page(**options)
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            return page

        yield show
        server.shutdown()


@pytest.fixture
def line(as_alice, final):
    """The line that Alice copies for the standings of her season, in German."""
    page = as_alice()
    page.goto(f"/seasons/{final.season.code}/")
    page.get_by_role("link", name="On your own site").click()
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Show").click()
    return page.locator("#line").text_content()


def height_of(page):
    return page.locator("iframe").bounding_box()["height"]


def height_within(page):
    return page.frames[1].evaluate("document.documentElement.getBoundingClientRect().height")


def test_a_frame_elsewhere_is_as_high_as_what_it_shows(elsewhere, line, picture):
    page = elsewhere(line)
    part = page.frame_locator("iframe")
    expect(part.get_by_role("table")).to_be_visible()
    expect(part.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_function("() => document.querySelector('iframe').style.height")
    assert abs(height_of(page) - height_within(page)) <= 1
    picture(page, "embed-elsewhere-390")


def test_a_frame_grows_when_the_page_gets_narrow(elsewhere, line):
    page = elsewhere(line, viewport={"width": 900, "height": 700})
    page.wait_for_function("() => document.querySelector('iframe').style.height")
    page.set_viewport_size({"width": 260, "height": 700})
    page.wait_for_timeout(500)
    assert abs(height_of(page) - height_within(page)) <= 1


def test_links_open_beside_the_page(elsewhere, line, final):
    page = elsewhere(line)
    link = page.frame_locator("iframe").get_by_role("link", name="Stammtisch")
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_load_state()
    assert opened.value.url.endswith("/")
    assert page.url.startswith("http://127.0.0.1:")


def test_a_frame_sets_no_cookie(elsewhere, line):
    page = elsewhere(line)
    expect(page.frame_locator("iframe").get_by_role("table")).to_be_visible()
    assert page.context.cookies() == []


def test_other_pages_are_not_framed(elsewhere, live_server):
    page = elsewhere(f"<iframe src='{live_server.url}/'></iframe>", but=("frame",))
    page.wait_for_load_state("networkidle")
    assert page.frames[1].url != f"{live_server.url}/"


def test_colours_are_those_of_the_address(as_alice, final, on_screens):
    page = as_alice()
    for theme in ("light", "dark"):
        page.goto(f"/embed/seasons/{final.season.code}/results/?theme={theme}")
        page.emulate_media(color_scheme="dark" if theme == "light" else "light")
        wanted = "rgb(255, 253, 248)" if theme == "light" else "rgb(36, 29, 24)"
        expect(page.locator("html")).to_have_css("background-color", wanted)
    page.goto(f"/seasons/{final.season.code}/embed/?part=results")
    page.wait_for_load_state("networkidle")
    assert on_screens(page, "embed-chosen") == []
