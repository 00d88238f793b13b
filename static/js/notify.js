/* Has this device notified: asks for the right to, and sends its subscription with the form. */

"use strict";

{
  const WAIT_MS = 20000;
  const form = document.querySelector("[data-notify]");
  const parts = [...form.querySelectorAll("[data-state]")];
  const isAble = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  const isInstalled = matchMedia("(display-mode: standalone)").matches;

  const toText = (numbers) => btoa(String.fromCharCode(...new Uint8Array(numbers)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  const show = (...states) => {
    for (const part of parts) part.hidden = !states.includes(part.dataset.state);
  };

  const keyOf = (subscription) => toText(subscription?.options.applicationServerKey ?? []);

  /* A subscription under another key of the site takes nothing any more. */
  async function subscribe() {
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = form.dataset.notify;
    const old = await pushManager.getSubscription();
    if (old && keyOf(old) !== key) await old.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  /* No worker gets ready where it could not be installed. */
  const inTime = (act) => Promise.race([act, new Promise((_, reject) => { setTimeout(reject, WAIT_MS); })]);

  function fill(subscription) {
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.point.value = toText(subscription.getKey("p256dh"));
    form.elements.secret.value = toText(subscription.getKey("auth"));
  }

  /* Whether the site knows this device, and the device the key that the site has now. */
  async function isOn() {
    if (!isAble || !("on" in form.dataset) || Notification.permission !== "granted") return false;
    const registration = await navigator.serviceWorker.getRegistration();
    return keyOf(await registration?.pushManager.getSubscription()) === form.dataset.notify;
  }

  async function begin() {
    if (!isAble) return show("unable");
    if (Notification.permission === "denied") return show("forbidden");
    return show((await isOn()) ? "on" : "off");
  }

  let isFilled = false;

  form.addEventListener("submit", async (event) => {
    if (isFilled) return;
    event.preventDefault();
    const button = event.submitter;
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        await begin();
        return;
      }
      fill(await inTime(subscribe()));
      isFilled = true;
    } catch {
      show("off", "failed");
    } finally {
      button.disabled = false;
    }
    if (isFilled) form.requestSubmit(button);
  });

  document.querySelector("[data-silence]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { target, submitter } = event;
    await silence();
    const act = Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value });
    target.append(act);
    target.submit();
  });

  /* On the page of somebody, only where the site was installed and does not notify yet. */
  async function place() {
    const part = form.closest("[data-installed]");
    if (part && !isInstalled) return;
    await begin();
    if (part) part.hidden = await isOn();
  }

  place();
}
