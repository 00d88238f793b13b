"""Settings of every process; what differs between installations comes from the environment."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _
from kombu import Queue

from .env import Environment
from .rest import REST_FRAMEWORK, SPECTACULAR_SETTINGS

__all__ = ["REST_FRAMEWORK", "SPECTACULAR_SETTINGS"]

BASE_DIR = Path(__file__).resolve().parent.parent.parent

_env = Environment.of_process(BASE_DIR)
_env.check_mode()

PRODUCTION = _env.is_production
DEBUG = not PRODUCTION
VAR_DIR = _env.var()
SECRET_KEY = _env.secret_key()
ALLOWED_HOSTS = _env.allowed_hosts()
CSRF_TRUSTED_ORIGINS = _env.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_filters",
    "league",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "league.config.headers.ContentSecurityPolicy",
    "league.config.static.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "league.config.urls"
ASGI_APPLICATION = "league.config.asgi.application"
WSGI_APPLICATION = "league.config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.web.unread.unread_notices",
            ]
        },
    }
]

DATABASES = {"default": _env.database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "league.Account"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "web:login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = _env.text("TIME_ZONE") or "UTC"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# A form here has one file at most; how large, `bodies.py` says.
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = [
    "league.config.bodies.BoundedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# Encryption ends at a proxy, whose word the server takes (uvicorn --forwarded-allow-ips).
_https = _env.flag("HTTPS", default=PRODUCTION)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _https
SECURE_HSTS_SECONDS = 31_536_000 if _https else 0

REDIS_URL = _env.redis_url()
BROKER_FOLDER = _env.broker_folder()
# How long a worker may be silent about a job, how often a job is tried, after how many seconds a
# message that woke nobody up is sent again, and how often someone looks.
JOB_LEASE_S = _env.number("JOB_LEASE_S", default=120)
JOB_ATTEMPTS = _env.number("JOB_ATTEMPTS", default=3)
JOB_RESEND_S = _env.number("JOB_RESEND_S", default=30)
JOB_SWEEP_S = _env.number("JOB_SWEEP_S", default=10)

# How workers lock up authors' bots, see docs/sandbox.md, and how long their logs are kept.
BOT_SANDBOX = _env.bot_sandbox()
BOT_SANDBOX_ALLOW_UNSAFE = _env.flag("BOT_SANDBOX_ALLOW_UNSAFE", default=False)
BOT_PYTHON = _env.program("BOT_PYTHON", default="/usr/bin/python3")
BOT_NODE = _env.program("BOT_NODE", default="/usr/bin/node")
BOT_CGROUP = _env.bot_cgroup()
BOT_FOLDER = _env.bot_folder()
BOT_LOG_DAYS = _env.number("BOT_LOG_DAYS", default=30)
# How many tables a ladder has open, how long a bot rests after it was seated, and how often
# someone looks for seats.
LADDER_OPEN = _env.number("LADDER_OPEN", default=8)
LADDER_REST_S = _env.number("LADDER_REST_S", default=10)
LADDER_FILL_S = _env.number("LADDER_FILL_S", default=3)
# What one author may have: bots, uploads within a day, bytes of archives, checks at once.
BOT_MOST_BOTS = _env.number("BOT_MOST_BOTS", default=20)
BOT_MOST_A_DAY = _env.number("BOT_MOST_A_DAY", default=30)
BOT_MOST_BYTES = _env.number("BOT_MOST_BYTES", default=100 * 1024 * 1024)
BOT_MOST_CHECKS = _env.number("BOT_MOST_CHECKS", default=3)

CELERY_BROKER_URL = REDIS_URL or "folder://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        # Longer than the hard limit of a task, or a long one would be delivered twice.
        "visibility_timeout": 1200,
        # Without these two, kombu looks for messages of dead workers only every 100 s or so.
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
    }
    if REDIS_URL
    else {"folder": str(BROKER_FOLDER), "polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in ("play", "validate", "default")]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
# The folder has no way to speak to all workers at once.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep_jobs": {
        "task": "league.sweep_jobs",
        "schedule": float(JOB_SWEEP_S),
        # A sweep nobody had time for is done by the next one.
        "options": {"queue": "default", "expires": JOB_SWEEP_S},
    },
    "fill_ladders": {
        "task": "league.fill_ladders",
        "schedule": float(LADDER_FILL_S),
        "options": {"queue": "default", "expires": LADDER_FILL_S},
    },
    "forget_words": {
        "task": "league.forget_words",
        "schedule": 3600.0,
        "options": {"queue": "default", "expires": 3600},
    },
}

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "league": {"level": "INFO"},
        "celery": {"level": "WARNING"},
    },
}

# Last, after everything above has been read.
ENVIRONMENT_PROBLEMS = _env.problems
