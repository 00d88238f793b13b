"""`python -m bots upload my-bot --site URL`: send a bot to a site, and watch its check."""

import argparse
import http.client
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from .pack import packed
from .progress import Bar

TOKEN = "STAMMTISCH_TOKEN"  # noqa: S105 - the name of a variable
POLL_S = 1.0
TIMEOUT_S = 30
SIGNS = {True: "✓", False: "✗"}


class SiteError(ValueError):
    """A site refused, or did not answer; the message says what to do."""


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the bot's folder")
    parser.add_argument("--site", required=True, metavar="URL", help="https://cards.example.org")
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN), help=f"with scopes read and bots (${TOKEN})"
    )
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Pack, upload and wait; return 0 if the bot may play, 1 if not."""
    if not asked.token:
        raise SiteError(f"name a token of yours with --token, or set {TOKEN}")
    site = Site(asked.site, asked.token)
    version = site.upload(packed(asked.folder))
    name = f"{version['bot']['name']} {version['number']}"
    say(f"{name} is uploaded: {site.url}/versions/{version['code']}/")
    version = _watch(site, version)
    for found in (version["report"] or {"findings": []})["findings"]:
        print(f"  {SIGNS[found['ok']]} {found['subject']}: {found['detail']}")  # noqa: T201
        for line in found["evidence"].splitlines():
            print(f"      | {line}")  # noqa: T201
    say(f"{name} is {version['status']}" + (f": {version['reason']}" if version["reason"] else "."))
    return 0 if version["status"] == "accepted" else 1


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection, which would take the token along to somewhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


class Site:
    """The API of a site, in the name of a token."""

    def __init__(self, url: str, token: str) -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise SiteError(f"--site: {url!r} is no address: it begins with https:// or http://")
        self.url = url.rstrip("/")
        self._open = urllib.request.build_opener(_Stay).open
        self._token = token

    def upload(self, content: bytes) -> dict[str, Any]:
        """Return the version that an archive has become; raises SiteError."""
        boundary = secrets.token_hex(16)
        head = (
            f"--{boundary}\r\n"
            'Content-Disposition: form-data; name="archive"; filename="bot.tar.gz"\r\n'
            "Content-Type: application/gzip\r\n\r\n"
        )
        body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return self._ask("versions", body, f"multipart/form-data; boundary={boundary}")

    def version(self, code: str) -> dict[str, Any]:
        """Return a version as it is now; raises SiteError."""
        return self._ask(f"versions/{code}")

    def _ask(self, path: str, body: bytes | None = None, kind: str = "") -> dict[str, Any]:
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked
            f"{self.url}/api/v1/{path}",
            data=body,
            headers={"Authorization": f"Bearer {self._token}", "Accept": "application/json"},
        )
        if body is not None:
            request.add_header("Content-Type", kind)
        try:
            with self._open(request, timeout=TIMEOUT_S) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            raise SiteError(_explain(error)) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise SiteError(f"{self.url} gave no answer of a Stammtisch: {error}") from None


def _watch(site: Site, version: dict[str, Any]) -> dict[str, Any]:
    """Return a version once its check is over, showing how far it has got."""
    bar, shown, reason = Bar("matches"), (0, 0), ""
    while version["status"] == "checking":
        check = version["check"]
        if check["status"] == "failed":
            raise SiteError(f"the site could not check it ({check['reason']}); try again there")
        if check["reason"] not in {"", reason}:
            reason = check["reason"]
            say(reason)
        done = (check["done"], check["total"])
        if done not in {shown, (0, 0)}:
            shown = done
            bar(*done)
        time.sleep(POLL_S)
        version = site.version(version["code"])
    if shown[0] < shown[1]:
        print(file=sys.stderr)  # noqa: T201 - the bar's line has not ended
    return version


def _explain(error: urllib.error.HTTPError) -> str:
    """Return what a problem of the site says, and for the token's part what to do."""
    is_ours = True
    with error:
        try:
            problem = json.loads(error.read())
            said = " ".join(problem.get("errors", {}).get("archive", [])) or problem["detail"]
        except (ValueError, KeyError, AttributeError, OSError):
            is_ours, said = False, error.reason
    if 300 <= error.code < 400:
        said = f"its address is rather {error.headers.get('Location', 'another one')}"
    if error.code == 404 and not is_ours:
        said = f"{said} (Is --site the address of a Stammtisch, such as https://cards.example.org?)"
    if error.code in {401, 403} or (error.code == 404 and is_ours):
        said = f"{said} (The token must be valid and have the scopes read and bots.)"
    return f"the site answers {error.code}: {said}"


def say(text: str) -> None:
    """Tell the author how things are going."""
    print(text, file=sys.stderr)  # noqa: T201
