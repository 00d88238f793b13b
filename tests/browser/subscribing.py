"""Browsers that subscribe to pushes: the system's Chromium has no push service behind it."""

import json

from tests.league.web.forms_matrix import SUBSCRIPTION

SCRIPT = """() => {
  const given = SUBSCRIPTION;
  const bytes = (text) => Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
  const keys = { p256dh: bytes(given.point), auth: bytes(given.secret) };
  const taken = (asked) => ({
    endpoint: given.endpoint,
    options: { applicationServerKey: bytes(asked) },
    getKey: (name) => keys[name],
    unsubscribe: async () => { localStorage.removeItem("asked"); return true; },
  });
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error("must be visible");
    localStorage.setItem("asked", applicationServerKey);
    return taken(applicationServerKey);
  };
  PushManager.prototype.getSubscription = async () =>
    (localStorage.asked ? taken(localStorage.asked) : null);
}"""


def let_subscribe(page, subscription=SUBSCRIPTION):
    """Let a page show notifications, and subscribe with this; the worker of its site is at work."""
    page.context.grant_permissions(["notifications"])
    page.add_init_script(f"({SCRIPT.replace('SUBSCRIPTION', json.dumps(subscription))})()")
