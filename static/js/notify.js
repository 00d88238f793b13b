/* Has this device notified: asks for the right to, and sends its subscription with the form. */

"use strict";

{
  const form = document.querySelector("[data-notify]");
  const parts = [...form.querySelectorAll("[data-state]")];
  const isAble = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  const isInstalled = matchMedia("(display-mode: standalone)").matches;

  const toText = (numbers) => btoa(String.fromCharCode(...new Uint8Array(numbers)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  const show = (...states) => {
    for (const part of parts) part.hidden = !states.includes(part.dataset.state);
  };

  const pushing = async () => (await navigator.serviceWorker.ready).pushManager;

  /* A subscription under another key of the site takes nothing any more. */
  async function subscribe() {
    const manager = await pushing(), key = form.dataset.notify;
    const old = await manager.getSubscription();
    if (old && toText(old.options.applicationServerKey) !== key) await old.unsubscribe();
    return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  function fill(subscription) {
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.point.value = toText(subscription.getKey("p256dh"));
    form.elements.secret.value = toText(subscription.getKey("auth"));
  }

  async function begin() {
    if (!isAble) return show("unable");
    if (Notification.permission === "denied") return show("forbidden");
    if (!("on" in form.dataset)) return show("off");
    return show(Notification.permission === "granted" && (await (await pushing()).getSubscription()) ? "on" : "off");
  }

  form.addEventListener("submit", async (event) => {
    if (form.elements.endpoint.value) return;
    event.preventDefault();
    const button = event.submitter;
    if ((await Notification.requestPermission()) !== "granted") {
      begin();
      return;
    }
    button.disabled = true;
    try {
      fill(await subscribe());
      button.disabled = false;
      form.requestSubmit(button);
    } catch {
      button.disabled = false;
      show("off", "failed");
    }
  });

  document.querySelector("[data-silence]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { target, submitter } = event;
    await (await pushing()).getSubscription().then((subscription) => subscription?.unsubscribe()).catch(() => {});
    const act = Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value });
    target.append(act);
    target.submit();
  });

  /* On the page of somebody, only where the site was installed and does not notify yet. */
  const place = form.closest("[data-installed]");
  if (!place || isInstalled) begin();
  if (place) place.hidden = !isInstalled || "on" in form.dataset;
}
