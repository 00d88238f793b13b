"""deploy/nginx.conf, laid out for nginx to run in a folder of a test's own."""

import os

from league.config.settings import BASE_DIR

CONFIGURATION = (BASE_DIR / "deploy" / "nginx.conf").read_text()
CACHE = "/var/cache/nginx/stammtisch"
LISTEN = "listen 80;"
WEB = "    server 127.0.0.1:8000 max_fails=1 fail_timeout=5s;\n"
MAIN = """
{user} pid {folder}/pid; error_log {folder}/error.log; daemon off;
events {{ worker_connections 512; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/temporary;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site.conf;
}}
"""
USER = "" if os.geteuid() else "user root;"  # or it takes one that may not look into this folder


def lay_out(folder, *, web, listen=LISTEN):
    """Write what nginx reads, with these web servers; return the command that runs it."""
    lines = "".join(WEB.replace("127.0.0.1:8000", address) for address in web)
    site = CONFIGURATION
    for old, new in {CACHE: str(folder / "cache"), LISTEN: listen, WEB: lines}.items():
        assert site.count(old) == 1
        site = site.replace(old, new)
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=USER))
    return ("nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder))
