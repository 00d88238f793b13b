"""Programs of a site as they are measured, where that differs from `supervise`."""

from dataclasses import replace

from league.management.processes import Program

PATIENCE_S = 60


def in_two(program: Program) -> Program:
    """Return the web server with two processes instead of one."""
    # A process that has much to do on a busy machine is not to be taken for dead after 5 s.
    options = ("--workers", "2", "--timeout-worker-healthcheck", str(PATIENCE_S))
    return replace(program, command=(*program.command, *options))
