"""Writing anywhere, and using files and shared objects as channels between bots."""

from .attack import CRASH, Attack

ATTACKS = (
    Attack("own folder", "open('written', 'w').write('x')", bites=True),
    Attack("own program", "open('main.py', 'a').write('x')", bites=True),
    Attack(
        "anywhere",
        """
for folder in ('/', '/tmp', '/dev', '/dev/shm', '/var/tmp', '/run', '/usr', '/bot', '/lib'):
    try:
        place = os.path.join(folder, 'stammtisch-attack')
        open(place, 'w').close()
    except OSError:
        continue
    try:
        os.unlink(place)
    finally:
        return folder
raise OSError('nowhere')
""",
        bites=True,
    ),
    Attack("rights", "os.chmod('main.py', 0o777)", bites=True),
    Attack("times", "os.utime('main.py')", bites=True),
    Attack("attributes", "os.setxattr('main.py', 'user.note', b'x')"),
    Attack("truncation", "os.truncate('main.py', 1000)", bites=True),
    Attack("renaming", "os.rename('main.py', 'main2.py')"),
    Attack("removal", "os.unlink('spare')", bites=True),
    Attack("folder", "os.mkdir('folder')", bites=True),
    Attack("hard link", "os.link('main.py', 'hard')", bites=True),
    Attack("symbolic link", "os.symlink('/etc/passwd', 'soft')", bites=True),
    Attack("FIFO", "os.mkfifo('fifo')", bites=True),
    Attack("device", "os.mknod('device', 0o20600, os.makedev(1, 3))"),
    Attack("terminal", "return open('/dev/tty')"),
    Attack("terminal injection", "fcntl.ioctl(0, 0x5412, b'x')"),
    Attack("lock", "fcntl.flock(open('main.py'), 6)", bites=True),
    Attack("record lock", "fcntl.lockf(open('main.py'), 5)", bites=True),
    Attack("lease", "fcntl.fcntl(open('main.py'), 1024, 0)", bites=True),
    Attack("watching", "call(294, 0)", bites=True),
    Attack("System V memory", "call(31, call(29, 0, 4096, 0o1600), 0, 0)", bites=True),
    Attack("memory of the worker", "call(30, request['memory'], 0, 0o10000)", bites=True),
    Attack("System V queue", "call(71, call(68, 0, 0o1600), 0, 0)", bites=True),
    Attack("System V semaphore", "call(66, call(64, 0, 1, 0o1600), 0, 0, 0)", bites=True),
    Attack("POSIX queue", "call(240, b'x', 0o100, 0o600, 0)"),
    Attack("shared file", "os.open('/dev/shm', os.O_TMPFILE | os.O_RDWR)", bites=True),
    Attack("keyring", "call(250, 0, -3, 1)", ends=(CRASH,), bites=True),
    Attack("splice", "call(276, 0, 1, 1, 0)"),
    Attack("longer pipe", "fcntl.fcntl(1, 1031, 1 << 20)", bites=True),
    Attack(
        "bytes in /tmp",
        "[open(f'/tmp/{n}', 'wb').write(bytes(1 << 20)) for n in range(40)]",
        scratch=True,
    ),
    Attack(
        "files in /tmp",
        "for number in range(1000):\n    open(f'/tmp/{number}', 'w').close()",
        scratch=True,
    ),
    Attack(
        "program in /tmp",
        """
os.umask(0)
run = os.open('/tmp/run', os.O_CREAT | os.O_WRONLY, 0o777)
os.write(run, open('/usr/bin/prlimit', 'rb').read())
os.close(run)
os.execv('/tmp/run', ['run', '--version'])
""",
        scratch=True,
    ),
)
