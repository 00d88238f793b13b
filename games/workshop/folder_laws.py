"""Laws of a game's folder: its words, its page, its translations, the round that it keeps.

Each takes a game and raises Violation with a sentence that says which file does not hold it.
"""

import re
import string
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import polib

from engine.conformance.laws import Violation
from engine.rules.errors import InvalidNotation
from engine.rules.game import Game

from . import words
from .finding import package_of
from .playthrough import kept_in, playthrough
from .texts import catalogues

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
ENDS = set(string.punctuation) - set(")%“”")
"""With one of these a translation ends where its original does."""
GOAL = 3
"""So many lines say what a game is about; so many cards are on its tile."""


def _demand(holds: bool, said: str) -> None:
    if not holds:
        raise Violation(said)


def words_are_there(game: Game) -> None:
    """A game has a tile, a line, a goal, and says what each phase asks and each form means."""
    own = game.words
    _demand(len(_cards(game, own.tile)) == GOAL, f"`tile` in words.py names {GOAL} cards")
    _demand(bool(own.line), "`line` in words.py says how the game is played")
    _demand(len(own.goal) == GOAL, f"`goal` in words.py has {GOAL} lines")
    _demand(bool(own.order), "`order` in words.py says which card beats which")
    silent = [phase for phase in game.phases[:-1] if phase not in own.asks]
    _demand(not silent, f"`asks` in words.py says what players do in {silent}")
    for form in game.notation:
        fault = words.fault_of_action(game, form.form)
        _demand(fault is None, f"the form {form.form!r} has words: {fault}")
        _demand(form.phase in game.phases, f"the form {form.form!r} is of a phase of the game")


def _cards(game: Game, text: str) -> list[int]:
    try:
        return game.pack.parse_cards(text)
    except InvalidNotation as error:
        raise Violation(f"`tile` in words.py: {error}") from None


def rules_have_a_page(game: Game) -> None:
    """The page `rules.md` has the game's name as its title, and lists the rulings taken."""
    pages = sorted(game.folder.glob("rules*.md"))
    _demand(game.folder / "rules.md" in pages, f"there is no {game.folder / 'rules.md'}")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        _demand(text.startswith("# "), f"{page.name} begins with a title, `# {game.name}`")
    english = (game.folder / "rules.md").read_text(encoding="utf-8")
    _demand("\n## Rulings taken\n" in english, "rules.md has a part `## Rulings taken`")


def translations_fit(game: Game) -> None:
    """Translations are those of the game's texts, fill in the same, and are compiled."""
    for path in catalogues(game.folder):
        file = polib.pofile(str(path))
        _demand({entry.msgctxt for entry in file} <= {game.slug}, f"msgctxt of {path} is the slug")
        strange = {entry.msgid for entry in file} - set(game.texts())
        _demand(not strange, f"{path} translates what the game does not say: {sorted(strange)[:1]}")
        for fault in faults_of(file):
            raise Violation(f"{path}: {fault}")
        _demand(_is_compiled(game, path), f"{path} is not compiled as it stands")


def _is_compiled(game: Game, path: Path) -> bool:
    """Tell whether the compiled form says the same; the site compiles those of its own games."""
    compiled = path.with_suffix(".mo")
    if package_of(game) is None:
        return True
    return compiled.is_file() and _said(polib.mofile(str(compiled))) == _said(
        polib.pofile(str(path))
    )


def _said(file: Iterable[Any]) -> dict[str, str]:
    return {entry.msgid: entry.msgstr for entry in file if entry.msgstr}


def faults_of(entries: Iterable[Any]) -> Iterator[str]:
    """Yield what is wrong with translations: other placeholders, or another end."""
    for entry in entries:
        if entry.msgstr and placeholders(entry.msgid) != placeholders(entry.msgstr):
            yield f"{entry.msgstr!r} fills in other things than {entry.msgid!r}"
        elif entry.msgstr and _end(entry.msgid) != _end(entry.msgstr):
            yield f"{entry.msgstr!r} ends otherwise than {entry.msgid!r}"


def placeholders(text: str) -> list[str]:
    """Return what a text fills in."""
    return sorted(PLACEHOLDER.findall(text))


def _end(text: str) -> str:
    return text[-1] if text[-1] in ENDS else ""


def untranslated(game: Game) -> dict[str, int]:
    """Return how many texts are not translated, by language, where any is."""
    found = {
        path.parents[1].name: len(set(game.texts()) - set(_said(polib.pofile(str(path)))))
        for path in catalogues(game.folder)
    }
    return {language: number for language, number in found.items() if number}


def playthrough_is_kept(game: Game) -> None:
    """The round in `tests/playthrough.txt` of the package is played and told as before."""
    package = package_of(game)
    kept = kept_in(package) if package else None
    if kept is None or not kept.is_file():
        return
    before, now = kept.read_text(encoding="utf-8").splitlines(), playthrough(game).splitlines()
    for old, new in zip_longest(before, now, fillvalue="nothing"):
        _demand(old == new, f"{kept.name} says {old!r}, now it is {new!r}")


FolderLaw = Callable[[Game], None]
LAWS: tuple[FolderLaw, ...] = (
    words_are_there,
    rules_have_a_page,
    translations_fit,
    playthrough_is_kept,
)
