# One image for all processes: web server, workers, clock. See docs/operations.md.
ARG PYTHON=python:3.11.14-slim-bookworm

FROM ${PYTHON} AS build
WORKDIR /app
RUN python -m venv /venv
COPY requirements/base.txt requirements/data.txt requirements/
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes \
    -r requirements/base.txt -r requirements/data.txt
COPY . .
# The key that development makes for itself stays out of the image.
RUN STAMMTISCH_VAR=/tmp /venv/bin/python manage.py compiletexts \
 && STAMMTISCH_ENV=production STATIC_FOLDER=/app/collected /venv/bin/python manage.py collectstatic --noinput \
 && /venv/bin/python -m compileall -q /app /venv

# What authors' bots may import, for the interpreter of the system.
FROM ${PYTHON} AS libraries
COPY bots/sandbox/*.sh /tmp/needed/
COPY bots/sandbox/pins /tmp/needed/pins
RUN /tmp/needed/libraries.sh

FROM ${PYTHON}
# What the sandbox of authors' bots needs, an interpreter for them, and pg_dump of the server's version.
COPY bots/sandbox/install.sh /tmp/install.sh
RUN /tmp/install.sh nodejs postgresql-client-15 \
 && rm -rf /tmp/install.sh /var/lib/apt/lists/*
COPY --from=libraries /usr/local/lib/stammtisch-bots /usr/local/lib/stammtisch-bots
# Volumes take over whom these folders belong to. The first worker compiles the kernels into one, which
# outlives images whose rules are the same.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /tmp stammtisch \
 && install --directory --owner=stammtisch --group=stammtisch /kernels /var/lib/stammtisch /var/lib/stammtisch/bots
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    STAMMTISCH_ENV=production \
    STAMMTISCH_VAR=/var/lib/stammtisch \
    STATIC_FOLDER=/app/collected \
    NUMBA_CACHE_DIR=/kernels
WORKDIR /app
USER 10001:10001
EXPOSE 8000
CMD ["python", "-m", "uvicorn", "league.config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--timeout-graceful-shutdown", "3", "--timeout-keep-alive", "150", "--log-level", "warning"]
