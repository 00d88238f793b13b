"""Configuration. Importing it makes the Celery application the current one."""

from .celery import app

__all__ = ["app"]
