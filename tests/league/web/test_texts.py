"""Every text a user sees is said in every language."""

import ast
import re

import polib
import pytest
from django.conf import settings
from django.utils.translation.template import templatize

import games
from games.workshop.folder_laws import faults_of

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
IN_TEMPLATES = re.compile(
    r"""\b(?P<call>n?p?gettext)\(\s*u?(?P<texts>(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\s,u])+)"""
)


def catalogue(language, folder=settings.BASE_DIR):
    return polib.pofile(str(folder / "locale" / language / "LC_MESSAGES" / "django.po"))


def catalogues(language):
    """Return all translations: the site's, and those that games bring."""
    own = [entry for game in games.all() for entry in catalogue(language, game.folder)]
    return [*catalogue(language), *own]


def texts_in_code():
    """Yield context and text of every call that translates."""
    for path in sorted((settings.BASE_DIR / "league").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
                words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                if words and node.func.id in WITH_CONTEXT:
                    yield words[0], words[1]
                elif words:
                    yield None, words[0]


def texts_in_templates():
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        for found in IN_TEMPLATES.finditer(templatize(path.read_text())):
            words = ast.literal_eval(f"[{found['texts'].strip().rstrip(',')}]".replace(" u'", " '"))
            yield (words[0], words[1]) if "p" in found["call"] else (None, words[0])


def texts_in_use():
    return {*texts_in_code(), *texts_in_templates()}


@pytest.mark.further
def test_texts_are_found_where_they_are_used():
    found = texts_in_use()
    assert {
        (None, "Skip to the content"),
        (None, "Enter a whole number."),
        ("suit", "red"),
    } <= found
    assert (None, "%(counter)s member") in found


@pytest.mark.further
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language):
    known = {(entry.msgctxt, entry.msgid) for entry in catalogue(language) if entry.translated()}
    assert sorted(text for _context, text in texts_in_use() - known) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_every_text_of_a_game_is_translated_beside_it(game, language):
    entries = catalogue(language, game.folder)
    known = {entry.msgid for entry in entries if entry.translated()}
    assert {entry.msgctxt for entry in entries} == {game.slug}
    assert sorted(known) == sorted(game.texts())


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_fit(language):
    assert list(faults_of(catalogues(language))) == []
