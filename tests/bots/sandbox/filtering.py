"""What the kernel would answer a call under a filter: the program is run here, step by step."""

import ctypes
import struct

X86_64, AARCH64, I386 = 0xC000003E, 0xC00000B7, 0x40000003
NAMES = ctypes.CDLL("libseccomp.so.2")
NAMES.seccomp_syscall_resolve_num_arch.restype = ctypes.c_char_p
MOST_NUMBERS = 1024
"""More than any kernel has; some 470 are taken today."""

_JUMPS = {0x10: int.__eq__, 0x20: int.__gt__, 0x30: int.__ge__, 0x40: lambda a, b: bool(a & b)}


def number_of(name, arch=X86_64):
    """Return the number of a call, None where the architecture has no such call."""
    number = NAMES.seccomp_syscall_resolve_name_arch(ctypes.c_uint32(arch), name.encode())
    return number if number >= 0 else None


def name_of(number, arch=X86_64):
    """Return the name of a call, None where this libseccomp knows none."""
    found = NAMES.seccomp_syscall_resolve_num_arch(ctypes.c_uint32(arch), number)
    return found.decode() if found else None


def verdict(program, number, arguments=(), arch=X86_64):
    """Return what a filter says to a call: a value such as `seccomp.ALLOW`."""
    arguments = [*arguments, *[0] * (6 - len(arguments))]
    seen = struct.pack("<IIQ6Q", number, arch, 0, *(each & (1 << 64) - 1 for each in arguments))
    held, at = 0, 0
    while True:
        code, yes, no, value = struct.unpack_from("<HBBI", program, 8 * at)
        at += 1
        kind = code & 0x07
        if kind == 0x00:  # load a word of what is seen
            held = struct.unpack_from("<I", seen, value)[0]
        elif kind == 0x04:  # the only arithmetic that libseccomp writes is a mask
            assert code & 0xF0 == 0x50
            held &= value
        elif kind == 0x05:
            taken = code & 0xF0
            at += value if taken == 0 else yes if _JUMPS[taken](held, value) else no
        else:
            assert kind == 0x06
            return value
