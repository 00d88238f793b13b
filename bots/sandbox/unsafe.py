"""No sandbox at all: a bot may do whatever the worker may. For an author's own bots only."""

from .child import Child
from .command import Command
from .landlock import Bare, outside
from .readable import environment
from .spawning import spawn


class Unsafe:
    """Starts bots like any other program."""

    name = "unsafe"
    has_threads = True

    def start(self, command: Command) -> Child:
        """Start a bot; raises SandboxError if there is no such program."""
        found = environment(command.layers)
        starter = spawn(outside(command), None, passed=(), folder=command.folder, environment=found)
        return Bare(starter, None)
