"""What the environment says, read into settings.

Nothing here raises: a value that is missing or wrong is noted in `problems`, the setting gets a
value that cannot work, and `checks.py` turns each note into a system-check error.
"""

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from league.logic import vapid

SQLITE_OPTIONS: dict[str, Any] = {
    "timeout": 20,
    # A transaction that starts by reading and then writes cannot wait for its turn; this one can.
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY;"
        "PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
        "PRAGMA journal_size_limit=67108864"
    ),
}
BEGUN, AT_WORK = 2, 10
"""How many requests a web process begins at once, and how many it works at; see `turns.py`."""
# After `timeout` s without a connection a request is answered that there is none; connecting is
# tried again when the next one comes, not after waits that double while the server is away.
POOL = {"min_size": 1, "max_size": AT_WORK, "timeout": 5, "reconnect_timeout": 5}
POSTGRESQL_OPTIONS: dict[str, Any] = {
    "pool": POOL,
    # A server that is cut off is given up within seconds, and by the server so is a program that
    # is: until then a transaction would hold what it has locked. Otherwise either may take hours.
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": (
        "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
        " -c tcp_user_timeout=10000"
    ),
}
NO_DATABASE: dict[str, Any] = {"ENGINE": "django.db.backends.dummy"}
SECRET_KEY_LENGTH = 50
SECRET_KEY_VARIETY = 10
METRICS_TOKEN_LENGTH = 20
LOG_FORMATS = ("json", "text")
SANDBOXES = ("auto", "bwrap", "landlock", "unsafe")


@dataclass(frozen=True)
class Problem:
    """One thing wrong in the environment, and what to do about it."""

    code: str
    message: str
    hint: str


@dataclass
class Environment:
    """The environment variables, read one setting at a time."""

    values: Mapping[str, str]
    base: Path
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def of_process(cls, base: Path) -> "Environment":
        """Return the environment of this process; `base` is the project's folder."""
        return cls(values=os.environ, base=base)

    @property
    def is_production(self) -> bool:
        """Whether this serves real users: said so, or meant by naming a server's database."""
        mode = self.text("STAMMTISCH_ENV")
        if mode or self.text("DATABASE_URL_FILE"):
            return mode != "development"
        database = self.text("DATABASE_URL")
        return bool(database) and not database.startswith("sqlite:")

    def text(self, name: str) -> str:
        return self.values.get(name, "").strip()

    def secret(self, name: str, *, code: str) -> str:
        """Return a variable, or what is in the file that `name`_FILE names."""
        path = self.text(f"{name}_FILE")
        if self.text(name) or not path:
            return self.text(name)
        try:
            return Path(path).read_text().strip()
        except OSError as error:
            self.note(code, f"{name}_FILE cannot be read: {error}.", "Correct the path.")
            return ""

    def words(self, name: str) -> list[str]:
        """Return the comma-separated words of a variable."""
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a variable that says yes or no."""
        word = self.text(name).lower()
        if word in {"", "yes", "no"}:
            return default if not word else word == "yes"
        self.note("E001", f"{name}={word} is neither yes nor no.", f"Set {name}=yes or {name}=no.")
        return default

    def number(self, name: str, *, default: int, least: int = 1) -> int:
        """Return a variable that is a whole number, `least` or more."""
        word = self.text(name)
        if not word:
            return default
        if word.isdecimal() and int(word) >= least:
            return int(word)
        wanted = f"a whole number from {least} on"
        self.note("E009", f"{name}={word} is not {wanted}.", f"Correct {name}.")
        return default

    def choice(self, name: str, *choices: str) -> str:
        """Return a variable that is one of some words, the first if it is not set."""
        word = self.text(name)
        if word and word not in choices:
            wanted = " or ".join(f"{name}={one}" for one in choices)
            self.note("E020", f"{name}={word} is unknown.", f"Set {wanted}.")
        return word if word in choices else choices[0]

    def page(self, name: str, *, code: str) -> str:
        """Return a variable that is the address of a page, "" if it is not set or no such one."""
        address = self.text(name)
        parts = urlsplit(address)
        is_page = parts.scheme in {"http", "https"} and parts.hostname
        if address and (not is_page or not set(address).isdisjoint(' <>"')):
            said = f"{name}={address} is no address of a page."
            self.note(code, said, f"Set {name}=https://….")
            return ""
        return address

    def note(self, code: str, message: str, hint: str) -> None:
        self.problems.append(Problem(code=code, message=message, hint=hint))

    def check_mode(self) -> None:
        """Note a STAMMTISCH_ENV that is not one of the two."""
        mode = self.text("STAMMTISCH_ENV")
        if mode not in {"", "development", "production"}:
            self.note(
                "E002",
                f"STAMMTISCH_ENV={mode} is unknown, so everything is as in production.",
                "Set STAMMTISCH_ENV=production or STAMMTISCH_ENV=development.",
            )

    def var(self) -> Path:
        """Return the folder for what is made while running, and make it in development."""
        folder = Path(self.text("STAMMTISCH_VAR") or self.base / "var")
        if not self.is_production:
            folder.mkdir(parents=True, exist_ok=True)
        return folder

    def database(self) -> dict[str, Any]:
        """Return the default database of Django from DATABASE_URL."""
        url = self.secret("DATABASE_URL", code="E003")
        if not url and not self.is_production:
            return self._sqlite(self.var() / "stammtisch.sqlite3")
        if not url:
            self.note("E003", "Production has no DATABASE_URL.", DATABASE_HINT)
            return NO_DATABASE
        if url.startswith("sqlite:///"):
            # An absolute path has a fourth slash; a relative one starts at the project.
            return self._sqlite(self.base / unquote(url.removeprefix("sqlite:///")))
        try:
            return self._postgresql(url)
        except ValueError as error:
            self.note("E003", f"DATABASE_URL cannot be used: {error}.", DATABASE_HINT)
            return NO_DATABASE

    def _sqlite(self, path: Path) -> dict[str, Any]:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": SQLITE_OPTIONS}

    def _postgresql(self, url: str) -> dict[str, Any]:
        parts = urlsplit(url)
        if parts.scheme not in {"postgres", "postgresql"}:
            raise ValueError(f"its scheme is “{parts.scheme}”")
        name = unquote(parts.path.removeprefix("/"))
        if not name:
            raise ValueError("it names no database")
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or "")
            or self.secret("DATABASE_PASSWORD", code="E003"),
            "HOST": unquote(parts.hostname or ""),
            "PORT": str(parts.port or ""),
            # Connections that a restart of the server has ended are not given to requests.
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": POSTGRESQL_OPTIONS | dict(parse_qsl(parts.query)),
        }

    def redis_url(self) -> str:
        """Return REDIS_URL, or nothing where the embedded broker serves."""
        url = self.secret("REDIS_URL", code="E004")
        if url and urlsplit(url).scheme not in {"redis", "rediss"}:
            self.note(
                "E004", "REDIS_URL is not a redis:// or rediss:// address.", "Correct REDIS_URL."
            )
        if not url and self.is_production and not self.text("BROKER_FOLDER"):
            self.note(
                "E005",
                "Production has no broker.",
                "Set REDIS_URL=redis://…, or BROKER_FOLDER=/… when web and worker share one host.",
            )
        return url

    def static_folder(self) -> Path:
        """Return where collectstatic puts what the web server sends."""
        return Path(self.text("STATIC_FOLDER") or self.var() / "static")

    def broker_folder(self) -> Path:
        """Return the folder of the embedded broker."""
        return Path(self.text("BROKER_FOLDER") or self.var() / "broker")

    def secret_key(self) -> str:
        """Return the key that signs sessions; development makes its own once."""
        key = self.secret("SECRET_KEY", code="E006")
        if not key and not self.is_production:
            return kept_secret(self.var() / "secret_key")
        if len(key) < SECRET_KEY_LENGTH or len(set(key)) < SECRET_KEY_VARIETY:
            self.note(
                "E006",
                "SECRET_KEY is easily guessed." if key else "Production has no SECRET_KEY.",
                f"Set SECRET_KEY, or SECRET_KEY_FILE to a file that holds it: at least "
                f"{SECRET_KEY_LENGTH} random characters.",
            )
        return key

    def vapid_key(self) -> str:
        """Return the key by which push services know the site; nothing: devices are told nothing.

        Development makes its own once.
        """
        key = self.secret("VAPID_KEY", code="E024")
        if not key and not self.is_production:
            return kept_secret(self.var() / "vapid_key", make=vapid.new_key)
        if key and not vapid.is_key(key):
            self.note("E024", "VAPID_KEY is no key.", "Make one: `python manage.py vapid`.")
            return ""
        return key

    def metrics_token(self) -> str:
        """Return what whoever reads metrics has to send; nothing: only this host may read them."""
        token = self.secret("METRICS_TOKEN", code="E015")
        if token and len(token) < METRICS_TOKEN_LENGTH:
            said = f"at least {METRICS_TOKEN_LENGTH} random characters"
            self.note("E015", "METRICS_TOKEN is too short.", f"Give it {said}.")
        return token

    def check_metrics_folder(self) -> None:
        """Note a folder for web processes to add up in, if it cannot be written."""
        folder = self.text("PROMETHEUS_MULTIPROC_DIR")
        if folder and not (Path(folder).is_dir() and os.access(folder, os.W_OK | os.X_OK)):
            self.note(
                "E017",
                f"PROMETHEUS_MULTIPROC_DIR={folder} is not a folder that can be written.",
                "Make it, empty, before web processes start; or leave it out.",
            )

    def log_lines(self) -> str:
        """Return how lines of the log are written: json or text."""
        lines = self.text("LOG_FORMAT") or ("json" if self.is_production else "text")
        if lines not in LOG_FORMATS:
            choice = " or ".join(LOG_FORMATS)
            self.note("E016", f"LOG_FORMAT={lines} is unknown.", f"Set it to {choice}.")
            return "json"
        return lines

    def bot_sandbox(self) -> str:
        """Return how authors' bots are locked up; `unsafe` only where two settings say so."""
        tier = self.text("BOT_SANDBOX") or "auto"
        allowed = self.flag("BOT_SANDBOX_ALLOW_UNSAFE", default=False)
        if tier not in SANDBOXES:
            choice = ", ".join(SANDBOXES)
            self.note("E010", f"BOT_SANDBOX={tier} is unknown.", f"Set it to one of: {choice}.")
        elif tier == "unsafe" and (self.is_production or not allowed):
            self.note(
                "E011",
                "BOT_SANDBOX=unsafe would give authors' bots all that the worker may do.",
                "Set BOT_SANDBOX=auto. Only for bots of your own, in development, may "
                "BOT_SANDBOX_ALLOW_UNSAFE=yes stand beside it.",
            )
        return tier

    def bot_needs_threads(self) -> bool:
        """Return whether authors' bots are promised threads, and with them other languages."""
        promised = self.flag("BOT_NEEDS_THREADS", default=True)
        if promised and self.text("BOT_SANDBOX") == "landlock":
            self.note(
                "E014",
                "BOT_SANDBOX=landlock gives authors' bots no threads, which they are promised.",
                "Set BOT_SANDBOX=auto; or BOT_NEEDS_THREADS=no where all bots are in Python or C "
                "and have one thread.",
            )
        return promised

    def program(self, name: str, *, default: str) -> Path:
        """Return the full path of a program, which must be there if it is named."""
        word = self.text(name)
        if word and not (Path(word).is_absolute() and os.access(word, os.X_OK)):
            self.note(
                "E012",
                f"{name}={word} is not the full path of a program.",
                f"Correct {name}, or leave it out to use {default}.",
            )
        return Path(word or default)

    def bot_cgroups(self) -> tuple[Path, ...]:
        """Return the control groups in which each bot gets groups of its own, if there are any."""
        places = tuple(map(Path, filter(None, self.text("BOT_CGROUP").split(":"))))
        for place in places:
            if not (place.is_absolute() and place.is_dir()):
                self.note(
                    "E013",
                    f"BOT_CGROUP has {place}, which is not the full path of a control group.",
                    "Set it to a control group of version 2 that is delegated to the worker, or to "
                    "two of version 1, one for memory and one for pids, with a colon between them.",
                )
        return places

    def bot_folder(self) -> Path:
        """Return where workers unpack authors' bots; other users must be able to get there."""
        return Path(self.text("BOT_FOLDER") or self.var() / "bots").absolute()

    def bot_libraries(self) -> Path:
        """Return where the libraries are that authors' bots may import."""
        return Path(self.text("BOT_LIBRARIES") or "/usr/local/lib/stammtisch-bots").absolute()

    def allowed_hosts(self) -> list[str]:
        """Return the host names this site answers to."""
        hosts = self.words("ALLOWED_HOSTS")
        is_open = not hosts or "*" in hosts
        if is_open and self.is_production:
            said = (
                "Production answers to any host." if hosts else "Production has no ALLOWED_HOSTS."
            )
            self.note("E007", said, "Set ALLOWED_HOSTS=karten.example.org.")
        return hosts


DATABASE_HINT = (
    "Set DATABASE_URL=postgres://user:password@host:5432/name, or sqlite:///relative/path "
    "or sqlite:////absolute/path for one host."
)


def _new_secret() -> str:
    return secrets.token_urlsafe(48)


def kept_secret(path: Path, *, make: Callable[[], str] = _new_secret) -> str:
    """Return the secret kept in the file `path`, made on first use and readable by its owner only.

    Two processes that start together end with the same secret.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(make())
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
