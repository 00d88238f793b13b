"""Headers that tell browsers what a page may do."""


def test_pages_run_no_inline_code(client):
    policy = client.get("/no-such-page/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_pages_are_not_framed(client):
    assert client.get("/no-such-page/").headers["X-Frame-Options"] == "DENY"
