"""What browsers say they are."""

import pytest

from league.logic.agents import LONGEST, agent_of

GECKO = "Mozilla/5.0 ({}) Gecko/20100101 Firefox/145.0"
BLINK = "Mozilla/5.0 ({}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0{} Safari/537.36"
WEBKIT = "Mozilla/5.0 ({}) AppleWebKit/605.1.15 (KHTML, like Gecko) {} Safari/604.1"


@pytest.mark.parametrize(
    ("header", "browser", "system"),
    [
        (GECKO.format("Android 15; Mobile; rv:145.0"), "Firefox", "Android"),
        (GECKO.format("X11; Linux x86_64; rv:145.0"), "Firefox", "Linux"),
        (BLINK.format("Linux; Android 10; K", ""), "Chrome", "Android"),
        (BLINK.format("Windows NT 10.0; Win64; x64", " Edg/142.0.0.0"), "Edge", "Windows"),
        (BLINK.format("X11; CrOS x86_64 14541.0.0", " OPR/120.0"), "Opera", "ChromeOS"),
        (
            BLINK.format("Linux; Android 10; K", " SamsungBrowser/29.0"),
            "Samsung Internet",
            "Android",
        ),
        (
            WEBKIT.format("iPhone; CPU iPhone OS 18_6 like Mac OS X", "CriOS/142"),
            "Chrome",
            "iPhone",
        ),
        (WEBKIT.format("Macintosh; Intel Mac OS X 10_15_7", "Version/26.0"), "Safari", "macOS"),
        ("curl/8.14.1", "curl", ""),
        ("", "", ""),
        ("<script>", "", ""),
        ("é" * 500, "", ""),
    ],
)
def test_browser_and_system_are_told_apart(header, browser, system):
    assert agent_of(header) == (browser, system)


def test_program_with_a_long_name_is_cut_off():
    assert agent_of("a" * 999).browser == "a" * LONGEST
