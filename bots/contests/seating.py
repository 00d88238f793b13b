"""Who a word on the command line names: a built-in bot, or the folder of one's own."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bots import builtin
from bots.builtin import Builtin
from bots.conversation.process import ProcessPlayer
from bots.submission.folder import FolderBot
from bots.submission.manifest import FILE
from engine.rules.game import Game


def find(word: str) -> Builtin | FolderBot:
    """Return who is named; raises UnknownBot or ManifestError."""
    if "/" in word or (Path(word) / FILE).is_file():
        return FolderBot.of(Path(word))
    try:
        return builtin.get(word)
    except builtin.UnknownBot as error:
        raise builtin.UnknownBot(f"{error}; or name a folder with a {FILE}") from None


def prepare(game: Game, words: Sequence[str]) -> None:
    """Build the bots of folders; raises LookupError or ValueError for who cannot play the game."""
    if len(words) not in game.players:
        some = ", ".join(map(str, game.players))
        raise ValueError(f"{game.name} is for {some} players: name as many bots")
    for word in dict.fromkeys(words):
        bot = find(word)
        if isinstance(bot, FolderBot):
            check_plays(bot, game)
            bot.build()


def check_plays(bot: FolderBot, game: Game) -> None:
    """Raise ValueError if a bot does not play a game."""
    if game.slug not in bot.manifest.slugs():
        raise ValueError(
            f"{bot.manifest.name} does not play {game.slug}: add it to games in "
            f'{bot.folder / FILE}, or write games = "all"'
        )


@contextmanager
def seated(
    words: Sequence[str], *, log_here: bool = False
) -> Iterator[list[Builtin | ProcessPlayer]]:
    """Give a player for each word, and end their processes afterwards.

    With `log_here` what they write to stderr appears on the caller's own, at once.
    """
    with ExitStack() as stack:
        found = [find(word) for word in words]
        yield [
            stack.enter_context(bot.player(log_here=log_here))
            if isinstance(bot, FolderBot)
            else bot
            for bot in found
        ]
