"""The guides say words of the pages, type commands that there are, lead where something is."""

import re
import shlex
import struct

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.urls import resolve

import games
from bots.__main__ import command_line
from bots.sandbox import Clock, Limits
from league.logic.draws import movements, sizes
from league.logic.draws.model import Rules
from league.logic.ratings import NEW
from league.models import Event, Role, Season
from league.services.accounts import guesses
from league.services.base import formats
from league.services.bots import bots
from league.services.events import attendance
from league.services.experiments import experiments
from league.services.play import table_play, tables

from .test_texts import texts_in_use

DOCS = settings.BASE_DIR / "docs"
NAMES = ("organisers", "players", "authors")
GUIDES = {name: (DOCS / f"{name}-guide.md").read_text() for name in NAMES}
ORGANISERS, PLAYERS, AUTHORS = (" ".join(text.split()) for text in GUIDES.values())

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
ITALICS = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

A_CODE = "a" * 10
"""In the place of what a guide leaves out of an address."""
MOST_LINES, MOST_BYTES = 200, 80_000
PALETTE_OF_8_BITS = (8, 3)


def prose(guide):
    """Return a guide without its code."""
    return CODE.sub("", BLOCK.sub("", guide))


def typed(guide):
    """Return what a guide says in code: each line of its blocks, and what stands in a sentence."""
    lines = [line for _language, block in BLOCK.findall(guide) for line in block.splitlines()]
    return [*lines, *CODE.findall(BLOCK.sub("", guide))]


def every(find):
    """Return the name of each guide with each of what `find` finds there."""
    return [(name, found) for name, guide in GUIDES.items() for found in find(guide)]


def in_italics(guide):
    return sorted({" ".join(words.split()) for words in ITALICS.findall(prose(guide))})


def commands(guide):
    """Return the words of each command of this repository, without what runs it."""
    said = [re.match(r"python (?:-m (bots)|(manage)\.py) (.+)", line) for line in typed(guide)]
    return [(one[1] or one[2], *shlex.split(one[3])) for one in said if one]


def addresses(guide):
    return [words for words in typed(guide) if words.startswith("/")]


def slug(heading):
    """Return the anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def options():
    """Return every option of `python -m bots`."""
    [subparsers] = [action for action in command_line()._actions if action.choices]
    found = [parser._actions for parser in subparsers.choices.values()]
    return {option for some in found for action in some for option in action.option_strings}


@pytest.fixture(scope="module")
def said():
    """Every text of the pages, with dots in the place of what differs."""
    return {PLACEHOLDER.sub("…", text).replace("%%", "%") for _context, text in texts_in_use()}


@pytest.mark.xdist_group("texts")  # one worker reads all texts, and not each
@pytest.mark.parametrize("name", NAMES)
def test_words_in_italics_are_those_of_the_pages(name, said):
    words = in_italics(GUIDES[name])
    assert len(words) > 20
    assert [one for one in words if one not in said] == []


@pytest.mark.parametrize(("name", "words"), every(commands))
def test_command_that_is_typed_is_there(name, words):
    program, *rest = words
    if program == "bots":
        command_line().parse_args(rest)
    else:
        command = load_command_class(get_commands()[rest[0]], rest[0])
        command.create_parser("manage.py", rest[0]).parse_args(rest[1:])


def test_authors_are_told_commands():
    assert {words[1] for words in commands(GUIDES["authors"])} >= {"new", "check", "play", "upload"}


def test_options_that_are_named_are_there():
    named = {
        option for text in typed(GUIDES["authors"]) for option in re.findall(r"--[a-z]+", text)
    }
    assert named - options() - {"--scope", "--help"} == set()


@pytest.mark.parametrize(("name", "address"), every(addresses))
def test_page_that_is_named_is_there(name, address):
    found = resolve(address.replace("…", A_CODE))
    assert found.url_name != "nowhere"
    assert list(found.kwargs.values()) == [A_CODE] * address.count("…")


@pytest.mark.parametrize(("name", "link"), every(LINK.findall))
def test_link_leads_somewhere(name, link):
    path, _, anchor = link.partition("#")
    target = DOCS / path
    assert target.exists()
    assert not anchor or anchor in map(slug, HEADING.findall(target.read_text()))


@pytest.mark.parametrize("picture", sorted((DOCS / "images").glob("guide-*.png")), ids=str)
def test_picture_is_small_and_shown(picture):
    head = picture.read_bytes()
    assert len(head) < MOST_BYTES
    assert struct.unpack("BB", head[24:26]) == PALETTE_OF_8_BITS
    assert any(f"](images/{picture.name})" in guide for guide in GUIDES.values())


@pytest.mark.parametrize("name", NAMES)
def test_guide_is_short_and_found(name):
    assert len(GUIDES[name].splitlines()) <= MOST_LINES
    assert f"](docs/{name}-guide.md)" in (settings.BASE_DIR / "README.md").read_text()


@pytest.mark.parametrize("choices", [Event.Draw, Event.Fill, Season.PointsRule, Role])
def test_organisers_are_told_of_every_choice(choices):
    named = set(in_italics(GUIDES["organisers"]))
    assert {str(choice.label) for choice in choices} <= named


def test_movements_have_as_many_sessions_as_said():
    rows = re.findall(
        r"^\| (?:players at tables of four|sessions) \|(.+)\|$", GUIDES["organisers"], re.M
    )
    players, sessions = ([int(cell) for cell in row.split("|")] for row in rows)
    assert sessions == [movements.reach(number, 4, short=(3,)) for number in players]


@pytest.mark.parametrize(
    ("game", "tables_said"), [("mit-list-und-tuecke", "4, 4 and 5"), ("skat", "4, 3, 3 and 3")]
)
def test_thirteen_sit_as_said(game, tables_said):
    rules = Rules(sizes=formats.sizes(games.get(game)), size=4, sitting_out=game == "skat")
    said = [int(number) for number in re.findall(r"\d", tables_said)]
    assert sorted(sizes.split(13, rules).tables) == sorted(said)
    assert tables_said in ORGANISERS


HOURS = attendance.CHECK_IN_OPENS.total_seconds() / 3600
CLOCK = Clock()
FACTS = [
    (ORGANISERS, f"from {HOURS:.0f} hours before the start"),
    (PLAYERS, f"from {HOURS:.0f} hours before the start"),
    (PLAYERS, f"({tables.MOVE_S} seconds, unless the table says otherwise)"),
    (PLAYERS, f"{table_play.GRACE.seconds} seconds later"),
    (PLAYERS, f"dealt after {table_play.PAUSE.seconds} seconds"),
    (PLAYERS, f"cancelled after {'a day' if tables.GATHERING.days == 1 else '?'}"),
    (PLAYERS, f"locked out for {guesses.LOCK_S // 60} minutes"),
    (PLAYERS, f"begins at {NEW.mu:.0f}"),
    (AUTHORS, f"begins at {NEW.mu:.0f}"),
    (AUTHORS, f"{CLOCK.per_move_s:g} s for an action"),
    (AUTHORS, f"{CLOCK.bank_s:g} s for a match, {CLOCK.first_answer_s:g} s to start"),
    (AUTHORS, f"{bots.MOST_FAULTS + 1} in the last {bots.RECENT} matches"),
    (AUTHORS, f"{Limits().data_bytes >> 20} MB"),
    (AUTHORS, f"{settings.BOT_MOST_BOTS} bots, {settings.BOT_MOST_A_DAY} uploads a day"),
    (AUTHORS, f"{settings.BOT_MOST_CHECKS} checks and {experiments.MOST_RUNNING} experiments"),
    (AUTHORS, f"Logs are kept for {settings.BOT_LOG_DAYS} days"),
]


@pytest.mark.parametrize(("guide", "fact"), FACTS, ids=[fact for _guide, fact in FACTS])
def test_number_is_what_it_is(guide, fact):
    assert fact in guide
