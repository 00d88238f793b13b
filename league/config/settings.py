"""Settings; refined next."""
from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent.parent
SECRET_KEY = "x" * 50
DEBUG = True
INSTALLED_APPS = ["django.contrib.admin","django.contrib.auth","django.contrib.contenttypes","django.contrib.sessions","django.contrib.messages","django.contrib.staticfiles","rest_framework","drf_spectacular","django_filters","league"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "var/db.sqlite3"}}
AUTH_USER_MODEL = "league.Account"
USE_TZ = True
