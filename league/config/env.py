"""What the environment says, read into settings.

Nothing here raises: a value that is missing or wrong is noted in `problems`, the setting gets a
value that cannot work, and `checks.py` turns each note into a system-check error.
"""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

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
POOL = {"min_size": 1, "max_size": 10, "timeout": 10}
NO_DATABASE: dict[str, Any] = {"ENGINE": "django.db.backends.dummy"}
SECRET_KEY_LENGTH = 50
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
        if mode:
            return mode != "development"
        database = self.text("DATABASE_URL")
        return bool(database) and not database.startswith("sqlite:")

    def text(self, name: str) -> str:
        return self.values.get(name, "").strip()

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

    def number(self, name: str, *, default: int) -> int:
        """Return a variable that is a whole number above zero."""
        word = self.text(name)
        if not word:
            return default
        if word.isdecimal() and int(word) > 0:
            return int(word)
        self.note("E009", f"{name}={word} is not a whole number above zero.", f"Correct {name}.")
        return default

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
        url = self.text("DATABASE_URL")
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
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": str(parts.port or ""),
            "OPTIONS": {"pool": POOL, **dict(parse_qsl(parts.query))},
        }

    def redis_url(self) -> str:
        """Return REDIS_URL, or nothing where the embedded broker serves."""
        url = self.text("REDIS_URL")
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

    def broker_folder(self) -> Path:
        """Return the folder of the embedded broker."""
        return Path(self.text("BROKER_FOLDER") or self.var() / "broker")

    def secret_key(self) -> str:
        """Return the key that signs sessions; development makes its own once."""
        key = self.text("SECRET_KEY") or self._secret_key_in_file()
        if not key and not self.is_production:
            return kept_secret(self.var() / "secret_key")
        if len(key) < SECRET_KEY_LENGTH:
            self.note(
                "E006",
                "Production has no SECRET_KEY." if not key else "SECRET_KEY is too short.",
                f"Set SECRET_KEY, or SECRET_KEY_FILE to a file that holds it: at least "
                f"{SECRET_KEY_LENGTH} random characters.",
            )
        return key

    def _secret_key_in_file(self) -> str:
        path = self.text("SECRET_KEY_FILE")
        if not path:
            return ""
        try:
            return Path(path).read_text().strip()
        except OSError as error:
            self.note("E006", f"SECRET_KEY_FILE cannot be read: {error}.", "Correct the path.")
            return ""

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

    def bot_cgroup(self) -> Path | None:
        """Return the control group in which each bot gets one of its own, if there is one."""
        word = self.text("BOT_CGROUP")
        if word and not (Path(word).is_absolute() and Path(word).is_dir()):
            self.note(
                "E013",
                f"BOT_CGROUP={word} is not the full path of a control group.",
                "Set it to a control group of version 2 that is delegated to the worker.",
            )
        return Path(word) if word else None

    def bot_folder(self) -> Path:
        """Return where workers unpack authors' bots; other users must be able to get there."""
        return Path(self.text("BOT_FOLDER") or self.var() / "bots").absolute()

    def allowed_hosts(self) -> list[str]:
        """Return the host names this site answers to."""
        hosts = self.words("ALLOWED_HOSTS")
        if not hosts and self.is_production:
            self.note(
                "E007", "Production has no ALLOWED_HOSTS.", "Set ALLOWED_HOSTS=karten.example.org."
            )
        return hosts


DATABASE_HINT = (
    "Set DATABASE_URL=postgres://user:password@host:5432/name, or sqlite:///relative/path "
    "or sqlite:////absolute/path for one host."
)


def kept_secret(path: Path) -> str:
    """Return the secret kept in the file `path`, made on first use and readable by its owner only.

    Two processes that start together end with the same secret.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
