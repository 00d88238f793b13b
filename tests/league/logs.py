"""All that the loggers of a site say, as it would be written."""

import io
import logging

import pytest

from league.config.logs import ACCESS, Json, Text


@pytest.fixture
def said():
    """Return a function that tells what was logged, as text and as JSON."""
    loggers = [logging.getLogger(name) for name in ("league", ACCESS, "django.request")]
    levels = [logger.level for logger in loggers]
    handlers = [logging.StreamHandler(io.StringIO()) for _form in (Text, Json)]
    for handler, form in zip(handlers, (Text, Json), strict=True):
        handler.setFormatter(form())
        logging.getLogger().addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.INFO)
    yield lambda: "".join(handler.stream.getvalue() for handler in handlers)
    for handler in handlers:
        logging.getLogger().removeHandler(handler)
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
