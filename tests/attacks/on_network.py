"""Talking to anybody but the worker."""

from .attack import Attack

ATTACKS = (
    Attack(
        "TCP",
        "socket.create_connection(('127.0.0.1', request['tcp']), timeout=1).close()",
        bites=True,
    ),
    Attack(
        "TCP server",
        "server = socket.socket()\nserver.bind(('127.0.0.1', 0))\nserver.listen()",
        bites=True,
    ),
    Attack(
        "UDP",
        "socket.socket(2, 2).sendto(b'secret', ('127.0.0.1', request['tcp']))",
        bites=True,
    ),
    Attack("UNIX", "socket.socket(1, 1).connect(request['unix'])", bites=True),
    Attack("UNIX datagrams", "socket.socketpair(1, 2)", bites=True),
    # Not in any namespace: the way from a guest to its hypervisor.
    Attack("VSOCK", "socket.socket(40, 1)"),
    Attack("netlink", "socket.socket(16, 3, 0)", bites=True),
    Attack("raw packets", "socket.socket(17, 3, 0)"),
    Attack("kernel crypto", "socket.socket(38, 5, 0)"),
    Attack("io_uring", "call(425, 1, bytes(120))"),
)
