"""Reading what is not the bot's: files, environment, descriptors, other processes and bots."""

from .attack import Attack

ATTACKS = (
    Attack("accounts", "return open('/etc/passwd').read()", bites=True),
    Attack("secret file", "return open(request['secret']).read()", bites=True),
    Attack("other bot", "return open(request['other'] + '/main.py').read()", bites=True),
    Attack("link out", "return open('link').read()", bites=True),
    Attack("private file", "return open(request['private']).read()", bites=True),
    Attack("folders", "assert len(os.listdir('/etc')) > 3", bites=True),
    Attack("environment", "assert 'WORKER_SECRET' in os.environ", bites=True),
    Attack(
        "environment of others", "return open(f'/proc/{os.getppid()}/environ').read()", bites=True
    ),
    Attack(
        "memory of others", "return open(f'/proc/{os.getppid()}/mem', 'rb').fileno()", bites=True
    ),
    Attack("own process folder", "return os.listdir('/proc/self/fd')", bites=True),
    Attack(
        "processes", "return [name for name in os.listdir('/proc') if name.isdigit()]", bites=True
    ),
    Attack(
        "inherited descriptors",
        """
found = []
for number in range(3, 1024):
    try:
        os.fstat(number)
        found.append(number)
    except OSError:
        pass
assert found
return found
""",
        bites=True,
    ),
    Attack(
        "sources of the machine", "return os.listdir('/usr/src') or os.listdir('/home')", bites=True
    ),
    Attack("installed packages", "return os.listdir('/usr/lib/python3')", bites=True),
    Attack("kernel log", "return open('/dev/kmsg').fileno()"),
    Attack("disks", "return [os.open(f'/dev/{name}', 0) for name in ('vda', 'sda', 'mem')]"),
    Attack("handle of a file", "return call(303, -100, b'/', 0, 0, 0)", ends=("crash",)),
)
