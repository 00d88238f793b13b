"""Settings of every process; what differs between installations comes from the environment."""

from django.utils.translation import gettext_lazy as _
from kombu import Queue

import games
from league import places

from . import mail
from .env import Environment
from .logs import logging_settings
from .rest import REST_FRAMEWORK, SPECTACULAR_SETTINGS

__all__ = ["REST_FRAMEWORK", "SPECTACULAR_SETTINGS"]

BASE_DIR = places.FILES

_env = Environment.of_process(places.HOME)
_env.check_mode()

PRODUCTION = _env.is_production
DEBUG = not PRODUCTION
VAR_DIR = _env.var()
SECRET_KEY = _env.secret_key()
ALLOWED_HOSTS = _env.allowed_hosts()
CSRF_TRUSTED_ORIGINS = _env.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "league.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_filters",
    "league",
]
MIDDLEWARE = [
    "league.config.health.Health",
    "league.config.requests.TracedRequests",
    "django.middleware.security.SecurityMiddleware",
    "league.config.headers.BrowserLimits",
    "league.config.static.StaticFiles",
    "league.config.kept.KeptAnswers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "league.config.texts.TextsWithoutNul",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.config.devices.Devices",
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
                "league.web.accounts.readers.reader",
                "league.web.accounts.unread.unread_notices",
                "league.web.accounts.unread.waiting_results",
                "league.web.accounts.join_form.sign_up",
            ]
        },
    }
]

DATABASES = {"default": _env.database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "league.Account"
# Of new passwords; those that are stored stay good.
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "league.services.accounts.passwords.LongestPassword", "OPTIONS": {"longest": 128}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# The first one hashes, also at the next log-in those passwords that another one has hashed.
PASSWORD_HASHERS = [
    f"django.contrib.auth.hashers.{name}PasswordHasher" for name in ("Argon2", "PBKDF2")
]
# Whether visitors open accounts for themselves; otherwise staff does, in the admin.
SIGN_UP_OPEN = _env.choice("SIGN_UP", "open", "closed") == "open"
# Whether the admin is closed to staff who have turned on no second factor.
STAFF_SECOND_FACTOR = _env.flag("STAFF_SECOND_FACTOR", default=PRODUCTION)
LOGIN_URL = "web:login"
LOGIN_REDIRECT_URL = "/"
# The page behind it deletes what the device has kept, see static/js/app.js.
LOGOUT_REDIRECT_URL = "/#logged-out"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "locale", *(folder / "locale" for folder in games.folders())]
USE_I18N = True
USE_TZ = True
TIME_ZONE = _env.text("TIME_ZONE") or "UTC"

STATIC_URL = "static/"
STATIC_ROOT = _env.static_folder()
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = not PRODUCTION
WHITENOISE_ALLOW_ALL_ORIGINS = False
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
SECURE_REFERRER_POLICY = SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "league.services.accounts.logins"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
# Says who somebody without an account is, on the pages of one match alone.
SEAT_COOKIE_NAME = "seat"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
# Encryption ends at a proxy, whose word the server takes (uvicorn --forwarded-allow-ips).
_https = _env.flag("HTTPS", default=PRODUCTION)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _https
SECURE_HSTS_SECONDS = 31_536_000 if _https else 0
# It is the domain's owner who may speak for its other hosts and for lists built into browsers.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if _https:
    # By these names browsers take cookies from this host alone, and only encrypted.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SEAT_COOKIE_NAME = "__Secure-seat"

# Who takes mails, who sends them, and what the addresses in them begin with. A server that does not
# answer for so long is given up. How many mails an account is sent within a day, and how long what
# was written, and that it was, is kept.
_mail = mail.server(_env)
HAS_MAIL = _mail.backend != mail.NONE
EMAIL_BACKEND = _mail.backend
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_SSL = _mail.scheme == "smtps"
EMAIL_USE_TLS = _mail.scheme == "smtp" and not _mail.is_plain
EMAIL_FILE_PATH = _mail.folder
EMAIL_TIMEOUT = _env.number("EMAIL_TIMEOUT", default=20)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = mail.sender(_env, is_sent=_mail.backend == mail.SMTP)
SITE_URL = mail.site_url(_env, is_https=_https)
MAIL_MOST_A_DAY = _env.number("MAIL_MOST_A_DAY", default=40)
MAIL_TEXT_DAYS = _env.number("MAIL_TEXT_DAYS", default=7)
MAIL_DAYS = _env.number("MAIL_DAYS", default=90, least=30)
# By which key push services know the site, how much a device is told within a day, how long it is
# kept what it was told. Who is asked about what is sent to them is behind MAIL_FROM.
VAPID_KEY = _env.vapid_key()
HAS_PUSH = bool(VAPID_KEY)
PUSH_MOST_A_DAY = _env.number("PUSH_MOST_A_DAY", default=40)
PUSH_DAYS = _env.number("PUSH_DAYS", default=30, least=2)
# How long a link to a new password, and one that confirms an address, opens.
PASSWORD_RESET_TIMEOUT = 2 * 3600
ADDRESS_TIMEOUT = 3 * 24 * 3600

# How many megabytes of answers to visitors a process keeps; 0: none.
KEPT_MB = _env.number("KEPT_MB", default=32, least=0)

# How many requests to the API within a minute an account, and an address, may send; 0: any number.
API_MOST_OF_ACCOUNT = _env.number("API_MOST_OF_ACCOUNT", default=1200, least=0)
API_MOST_OF_ADDRESS = _env.number("API_MOST_OF_ADDRESS", default=6000, least=0)

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
BOT_NEEDS_THREADS = _env.bot_needs_threads()
BOT_PYTHON = _env.program("BOT_PYTHON", default="/usr/bin/python3")
BOT_NODE = _env.program("BOT_NODE", default="/usr/bin/node")
BOT_LIBRARIES = _env.bot_libraries()
BOT_CGROUPS = _env.bot_cgroups()
BOT_FOLDER = _env.bot_folder()
BOT_LOG_DAYS = _env.number("BOT_LOG_DAYS", default=30)
# How many tables a ladder has open, how long a bot rests after it was seated, how often someone
# looks for seats, and how long records are kept, 0 for ever.
RECORDS_LICENCE = _env.page("RECORDS_LICENCE", code="E025")

LADDER_OPEN = _env.number("LADDER_OPEN", default=8)
LADDER_REST_S = _env.number("LADDER_REST_S", default=10)
LADDER_FILL_S = _env.number("LADDER_FILL_S", default=3)
# After so many seconds the clock looks for results that are not rated yet.
RATE_S = _env.number("RATE_S", default=3)
# After so many seconds the clock looks for draws whose time to be published has come.
DRAW_PUBLISH_S = _env.number("DRAW_PUBLISH_S", default=15)
# After so many seconds the clock looks for what is due at online tables.
TABLE_WATCH_S = _env.number("TABLE_WATCH_S", default=2)
LADDER_RECORD_DAYS = _env.number("LADDER_RECORD_DAYS", default=365, least=0)
# What one author may have: bots, uploads within a day, bytes of archives, checks at once.
BOT_MOST_BOTS = _env.number("BOT_MOST_BOTS", default=20)
BOT_MOST_A_DAY = _env.number("BOT_MOST_A_DAY", default=30)
BOT_MOST_BYTES = _env.number("BOT_MOST_BYTES", default=256 * 1024 * 1024)
BOT_MOST_CHECKS = _env.number("BOT_MOST_CHECKS", default=3)
# Webhooks: whether addresses without encryption, and addresses inside, are written to, and for how
# many days one sees what was sent.
WEBHOOK_ALLOW_HTTP = _env.flag("WEBHOOK_ALLOW_HTTP", default=False)
WEBHOOK_ALLOW_PRIVATE = _env.flag("WEBHOOK_ALLOW_PRIVATE", default=False)
WEBHOOK_DAYS = _env.number("WEBHOOK_DAYS", default=30)
# How many days notices are kept, 0 for ever, and answers that a repeated request is given again.
NOTICE_DAYS = _env.number("NOTICE_DAYS", default=365, least=0)
ANSWER_DAYS = _env.number("ANSWER_DAYS", default=7)
PAD_DAYS = _env.number("PAD_DAYS", default=60)
PRACTICE_DAYS = _env.number("PRACTICE_DAYS", default=7)

CELERY_BROKER_URL = REDIS_URL or "folder://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        # Longer than the hard limit of a task, or a long one would be delivered twice.
        "visibility_timeout": 1200,
        # Without these two, kombu looks for messages of dead workers only every 100 s or so.
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        # A Redis that is cut off tells nobody: whoever waits for it gives up, and a worker that
        # waits for messages connects anew after 2 * 10 s.
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
        "health_check_interval": 10,
        "socket_keepalive": True,
    }
    if REDIS_URL
    else {"folder": str(BROKER_FOLDER), "polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
QUEUES = ("play", "validate", "deliver", "mail", "default", "tables")
# After so many seconds the clock asks a worker of each queue to say that it is there.
PULSE_S = _env.number("PULSE_S", default=30)
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in QUEUES]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
# The folder has no way to speak to all workers at once.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_BEAT_SCHEDULER = "league.config.clock:Scheduler"
LATE_S = 60
CELERY_BEAT_SCHEDULE = {
    task: {
        "task": f"league.{task}",
        "schedule": float(period_s),
        # A sweep nobody had time for is done by the next one. The clocks of two hosts may differ
        # by LATE_S, or workers would take every message for too old.
        "options": {"queue": queue, "expires": max(period_s, LATE_S)},
    }
    for task, period_s, queue in (
        ("sweep_jobs", JOB_SWEEP_S, "default"),
        ("fill_ladders", LADDER_FILL_S, "default"),
        ("publish_draws", DRAW_PUBLISH_S, "default"),
        ("rate_games", RATE_S, "default"),
        ("watch_tables", TABLE_WATCH_S, "tables"),
        ("seat_waiting", DRAW_PUBLISH_S, "default"),
        ("sweep_deliveries", JOB_SWEEP_S, "default"),
        ("forget_deliveries", 3600, "default"),
        ("sweep_mails", JOB_SWEEP_S, "default"),
        ("sweep_pushes", JOB_SWEEP_S, "default"),
        ("daily_mails", 600, "default"),
        ("forget_mails", 3600, "default"),
        ("forget_pushes", 3600, "default"),
        ("forget_archives", 3600, "default"),
        ("forget_words", 3600, "default"),
        ("forget_records", 3600, "default"),
        ("forget_leftovers", 3600, "default"),
        ("write_records", 600, "default"),
    )
} | {
    f"pulse of {queue}": {
        "task": "league.pulse",
        "args": [queue],
        "schedule": float(PULSE_S),
        "options": {"queue": queue, "expires": max(2 * PULSE_S, LATE_S)},
    }
    for queue in QUEUES
}

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        # What is kept here helps, and is not worth waiting for.
        "OPTIONS": {
            "pool_class": "league.config.shared_pool.SharedPool",
            "socket_timeout": 1,
            "socket_connect_timeout": 1,
        },
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Who may read metrics, how the log is written, and whether it has a line for each request: see
# docs/monitoring.md.
METRICS_TOKEN = _env.metrics_token()
_env.check_metrics_folder()
LOGGING = logging_settings(
    lines=_env.log_lines(), has_requests=_env.flag("LOG_REQUESTS", default=PRODUCTION)
)

# Last, after everything above has been read.
ENVIRONMENT_PROBLEMS = _env.problems
