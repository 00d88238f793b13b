"""What can be wrong with what somebody asks of the engine."""


class EngineError(ValueError):
    """The engine refuses what was asked; its message says why, in words for the asker."""


class InvalidNotation(EngineError):
    """The text is not an action or a card in this game's notation."""


class IllegalAction(EngineError):
    """The text is an action of the game, but the rules forbid it now."""


class NotYourTurn(EngineError):
    """Another seat is to act."""


class InvalidDeal(EngineError):
    """The deck, the hands or the moment do not allow this deal."""


class NotCompiled(EngineError):
    """A search is asked for in a process that compiles nothing, and it is not compiled yet."""

    def __init__(self, game: str) -> None:
        super().__init__(f"the search for {game} is not compiled yet")
        self.game = game


class InvalidRecord(EngineError):
    """The data is not a record that could be replayed at all."""
