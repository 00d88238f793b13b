/* The site without network. Files are kept as they pass; of pages those that the server says a person
   may keep (`Stammtisch-Keep`), for as long as the same person is logged in (`Stammtisch-Reader`).
   `SITE`, what the server says of itself, and `unsent` stand above. */

"use strict";

const FILES = "stammtisch-files-", PAGES = "stammtisch-pages-";
const OWN_FILES = `${FILES}${SITE.version}`;
const LANGUAGE = "/offline/language";
const KEPT_AT = "Stammtisch-Kept-At";
const WAIT_MS = 4000;
const MOST_PAGES = 80;
const [OK, BAD_GATEWAY] = [200, 502];

/* What was asked for before somebody logged out is not kept afterwards. */
let era = 0;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("sync", (event) => {
  if (event.tag === unsent.TAG) event.waitUntil(sendAll());
});
self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
self.addEventListener("fetch", (event) => {
  const { method, url, mode, destination } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return;
  if (method === "POST" && SITE.logouts.includes(pathname)) event.waitUntil(forget());
  if (method !== "GET") return;
  if (pathname.startsWith(SITE.static)) event.respondWith(file(event));
  else if (mode === "navigate" && destination === "document" && !isClosed(pathname)) page(event);
});

const isClosed = (pathname) => SITE.closed.some((start) => pathname.startsWith(start));
const namesOf = async (start) => (await caches.keys()).filter((name) => name.startsWith(start));

async function install() {
  const files = await caches.open(OWN_FILES);
  // Nobody's: the page without network is the same for all.
  const asked = [...Object.values(SITE.offline), ...SITE.files];
  await files.addAll(asked.map((url) => new Request(url, { credentials: "omit", cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  // Pages that are kept may still name files of the version before.
  const old = (await namesOf(FILES)).filter((name) => name !== OWN_FILES);
  for (const name of old.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
}

/* A file whose name says what is in it never changes; any other is asked for anew. */
async function file(event) {
  const kept = await caches.match(event.request);
  if (kept && /\.[0-9a-f]{12}\.\w+$/.test(new URL(event.request.url).pathname)) return kept;
  try {
    const answer = await fetch(event.request);
    if (answer.status === OK) event.waitUntil(keep(OWN_FILES, event.request, answer.clone()));
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function keep(name, request, answer) {
  await (await caches.open(name)).put(request, answer);
}

function page(event) {
  const { request } = event, begun = era;
  const asked = fetch(request).catch(() => null);
  event.respondWith(shown(request, asked));
  event.waitUntil(asked.then((answer) => answer && note(request.url, answer.clone(), begun)));
}

/* The answer if it comes in time; else the page as it was kept, or why there is none. */
async function shown(request, asked) {
  const kept = await keptOf(request.url);
  if (!kept) return (await asked) ?? offline();
  const answer = await Promise.race([asked, after(WAIT_MS)]);
  return answer && answer.status < BAD_GATEWAY ? answer : marked(kept);
}

const after = (wait) => new Promise((resolve) => { setTimeout(resolve, wait, null); });

async function keptOf(url) {
  for (const cacheName of await namesOf(PAGES)) {
    const found = await caches.match(url, { cacheName });
    if (found) return found;
  }
  return null;
}

/* The page with when it was kept, which it says itself. */
async function marked(kept) {
  const text = await kept.text();
  const { headers } = kept;
  return new Response(text.replace("<html ", `<html data-as-of="${headers.get(KEPT_AT)}" `), { headers });
}

async function offline() {
  const last = await (await caches.match(LANGUAGE))?.text();
  const wanted = [last, ...navigator.languages.map((language) => language.slice(0, 2))];
  const code = wanted.find((language) => language in SITE.offline) ?? Object.keys(SITE.offline)[0];
  return (await caches.match(SITE.offline[code])) ?? Response.error();
}

/* Keeps a page for whoever reads it. Another reader, or nobody, has all that was kept before deleted; what
   waits to be sent is hidden until its writer is back. */
async function note(url, answer, begun) {
  const isPage = (answer.headers.get("Content-Type") ?? "").startsWith("text/html");
  if (answer.status !== OK || answer.redirected || !isPage || begun !== era) return;
  const reader = answer.headers.get("Stammtisch-Reader");
  await noteLanguage(answer.headers.get("Content-Language"));
  const own = `${PAGES}${reader}`;
  for (const name of await namesOf(PAGES)) if (name !== own) await caches.delete(name);
  if (!reader) await unsent.showTo();
  if (!reader || !answer.headers.has("Stammtisch-Keep")) return;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set(KEPT_AT, new Date().toISOString());
  const copy = new Response(await answer.text(), { headers });
  if (begun !== era) return;
  const pages = await caches.open(own);
  await pages.delete(url);
  await pages.put(url, copy);
  const urls = await pages.keys();
  for (const old of urls.slice(0, -MOST_PAGES)) await pages.delete(old);
}

async function noteLanguage(language) {
  if (!(language in SITE.offline)) return;
  await (await caches.open(OWN_FILES)).put(LANGUAGE, new Response(language));
}

async function forget() {
  era += 1;
  for (const name of await namesOf(PAGES)) await caches.delete(name);
  await unsent.clear().catch(() => {}); // where there is none
  for (const shown of await self.registration.getNotifications()) shown.close();
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

/* What happened, as the server wrote it. What cannot be read is shown, too: browsers want that. */
async function tell(message) {
  let said = {};
  try {
    said = message.json();
  } catch {
    // Nobody but the server can write what is read here.
  }
  const { title = SITE.name, text = "", address = "/", tag, language } = said;
  const shown = { body: text, tag, renotify: Boolean(tag), lang: language, icon: SITE.icon, data: address };
  await self.registration.showNotification(title, shown);
}

/* The page that a notification is about: in the tab where it is open, else in a new one. */
async function open(address) {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === url.href);
  await (tab ? tab.focus() : self.clients.openWindow(url.href));
}

async function sendAll() {
  await unsent.sendAll();
  for (const client of await self.clients.matchAll()) client.postMessage(unsent.TAG);
  // The browser tries again later.
  const entries = await unsent.all();
  if (entries.some((entry) => !entry.isRefused && !unsent.heldBy(entry, entries))) throw new Error("away");
}
