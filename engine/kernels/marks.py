"""Marks for rule functions: ordinary Python functions that are compiled where that pays.

`@rule` marks a function as one that kernels may call, and leaves it as it is: called from Python
it runs as it stands, at once and in the debugger. `binding` returns it compiled for the states of
one game, with all it calls. What has to be written otherwise for the compiler, such as tricks with
bits, names its twin by `compiled_as`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function as part of kernels: compiled for each state record that it meets."""
    function.__dict__["kernel"] = "called"
    return function


def inlined(function: F) -> F:
    """Mark a function that is pasted into kernels which hand it rule functions.

    The compiler has nothing for arguments that are functions but what `binding.bind` returns.
    """
    function.__dict__["kernel"] = "pasted"
    return function


def made_for(setup: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a function that is made of a game's rules, of which `setup` is one.

    What is compiled of it is kept with that game, and has another name than that of other games.
    """

    def mark(function: F) -> F:
        function.__dict__["kept_with"] = setup.__code__.co_filename
        function.__qualname__ += f".{setup.__module__}"
        return function

    return mark


def compiled_as(plain: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a function as what the compiler takes instead of `plain`, which does the same."""

    def mark(function: F) -> F:
        plain.__dict__["kernel"] = rule(function)
        return function

    return mark
