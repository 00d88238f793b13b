"""Calls that no bot has a use for, and ways around the list of those."""

import platform

from .attack import CRASH, REFUSED, Attack

CALLS = {
    "ptrace": 101,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "kcmp": 312,
    "setns": 308,
    "mount": 165,
    "umount2": 166,
    "pivot_root": 155,
    "move_mount": 429,
    "open_tree": 428,
    "fsopen": 430,
    "chroot": 161,
    "bpf": 321,
    "perf_event_open": 298,
    "userfaultfd": 323,
    "add_key": 248,
    "init_module": 175,
    "finit_module": 313,
    "delete_module": 176,
    "kexec_load": 246,
    "swapon": 167,
    "acct": 163,
    "iopl": 172,
    "quotactl": 179,
    "setresuid": 117,
    "setgid": 106,
    "open_by_handle_at": 304,
}
"""Numbers on x86-64, with arguments that harm nothing even where they are allowed."""

FOREIGN = """
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE, 7)
page.write(b'\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3')
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
return ctypes.CFUNCTYPE(ctypes.c_int)(address)()
"""

ATTACKS = (
    *(
        Attack(f"call {name}", f"call({number}, 0, 0, 0, 0, 0)", ends=(CRASH,))
        for name, number in CALLS.items()
        if platform.machine() == "x86_64"
    ),
    Attack("call traced by its parent", "call(101, 0, 0, 0, 0)", ends=(CRASH,), bites=True),
    Attack("call of 32 bits", FOREIGN, ends=(CRASH,)),
    Attack("call of x32", "call(0x40000000 | 39)", ends=(CRASH,)),
    Attack("unknown call", "call(999)", ends=(REFUSED,)),
    Attack("filter of its own", "call(317, 1, 0, bytes(16))", ends=(REFUSED,)),
    Attack("speculation control", "prctl(53, 0, 4, 0, 0)", ends=(REFUSED,)),
)
