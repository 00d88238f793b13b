"""What moves on the screen while something long goes on."""

import io

from bots.commands.progress import Steps


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(out, *states):
    steps = Steps("played", out=out)
    for done, total in states:
        steps.show(done, total, "")
    steps.end()
    return out.getvalue()


def test_terminal_shows_one_line():
    text = shown(Terminal(), (0, 4), (2, 4), (4, 4))
    assert text.count("\r") == 3
    assert text.count("\n") == 1


def test_bar_is_half_full_at_half():
    assert "█" * 15 + "·" * 15 + " 2 of 4" in shown(Terminal(), (2, 4))


def test_file_gets_few_lines():
    text = shown(io.StringIO(), *[(done, 100) for done in range(101)])
    assert text == "played: 0 of 100\nplayed: 100 of 100\n"


def test_nothing_to_do_is_shown():
    assert shown(io.StringIO(), (0, 0)) == "played: 0 of 0\n"


def test_words_follow_the_numbers():
    out = io.StringIO()
    Steps("played", out=out).show(1, 4, "Skat")
    assert out.getvalue() == "played: 1 of 4, Skat\n"
