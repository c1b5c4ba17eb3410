// Small things: fields that act when they change, menus that close, notices that go away, times in the device's zone.
import { within } from "./parts.ts";
import { told } from "./words.ts";

const toastMs = 10_000;
/** A screen reader knows a page that was loaded after this. */
const readerMs = 200;

export function submitOnChange(part: ParentNode): void {
  for (const select of within<HTMLSelectElement>(part, "select[data-submit]"))
    select.addEventListener("change", () => select.form?.requestSubmit());
}

/** A form that goes on with work by itself, and the address of the page that it came from. */
export function continued(part: ParentNode): void {
  // Once the page is whole.
  for (const form of within<HTMLFormElement>(part, "form[data-continue]"))
    setTimeout(() => form.isConnected && form.requestSubmit(), Number(form.dataset.continue));
  const at = document.getElementById("list")?.dataset.at;
  if (at && location.pathname.startsWith("/console/bulk")) history.replaceState(null, "", at);
}

/** A thread begins at its first unread mail, where others stand before it. */
export function firstUnread(part: ParentNode): void {
  const main = within(part, ".thread")[0];
  const mails = main ? [...main.querySelectorAll<HTMLElement>(".message")] : [];
  const first = mails.findIndex((mail) => mail.classList.contains("new"));
  if (first > 0 && location.hash === "") mails[first]!.scrollIntoView({ block: "start" });
}

/** The exact time is in the device's zone. */
export function localTimes(part: ParentNode): void {
  const exact = new Intl.DateTimeFormat(document.body.dataset.locale, {
    dateStyle: "full",
    timeStyle: "short",
  });
  for (const time of within<HTMLTimeElement>(part, "time[datetime]")) {
    const at = Date.parse(time.dateTime);
    if (!Number.isNaN(at)) time.title = exact.format(at);
  }
}

/** Tabs that do not fit begin with the page that is shown. */
export function shownTab(part: ParentNode): void {
  for (const tab of within(part, ".tabs [aria-current]")) {
    const row = tab.closest("ul");
    if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }
}

/** A menu closes when something else is pressed. */
export function menus(): void {
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]"))
      if (!menu.contains(event.target as Node)) menu.open = false;
  });
}

/** A notice of what was done goes after a while, and does not come back with the page. */
export function toasts(): void {
  const toast = document.querySelector<HTMLElement>(".toast");
  if (!toast) return;
  // Screen readers say what changes in a part that is there, not what came with its page. ARIA 1.2 6.7, aria-live
  const text = toast.querySelector("span");
  if (text) setTimeout(() => text.replaceChildren(...text.childNodes), readerMs);
  const url = new URL(location.href);
  const facts = ["done", "draft", "review", "undo", "was", "now", "by", "from", "moved"];
  // At the desk it names the card before this one.
  if (url.pathname !== "/console/desk") facts.push("after");
  for (const name of facts) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
  setTimeout(() => toast.remove(), toastMs);
}

/** The title, icon and badge of a page that was fetched: how many things wait. */
export function takeHead(page: Document): void {
  document.title = page.title;
  takeIcon(page);
}

const counted = /^\((\d+)\+?\) /;

/** How many things wait, as a page's title says it. */
export const waitingIn = (page: Document) => Number(counted.exec(page.title)?.[1] ?? 0);

/** The count and the icon of another page, for one that stays. */
export function takeCount(page: Document): void {
  document.title = (counted.exec(page.title)?.[0] ?? "") + document.title.replace(counted, "");
  takeIcon(page);
}

function takeIcon(page: Document): void {
  const icon = (of: Document) => of.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const [old, fresh] = [icon(document), icon(page)];
  if (old && fresh && old.getAttribute("href") !== fresh.getAttribute("href"))
    old.replaceWith(document.importNode(fresh));
  badge();
}

/** The number on the icon of an installed page. */
export function badge(): void {
  const count = waitingIn(document);
  const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  set?.catch(() => {});
}

/** Says while the network is gone. Nothing is kept of what guests write, and the worker's page says it by itself. */
export function offline(): void {
  if (document.body.dataset.person === undefined) return;
  const strip = document.createElement("p");
  strip.className = "offline";
  strip.setAttribute("role", "status");
  const show = () => {
    if (navigator.onLine) return strip.remove();
    document.body.append(strip);
    strip.textContent = told("offline");
  };
  addEventListener("offline", show);
  addEventListener("online", show);
  show();
  holdingBack(() => {
    strip.textContent = told("held");
  });
}

/** Forms that stay when no answer comes, and say so themselves: sending.ts. */
const written = "[data-words], .write-form";

/**
 * A press while the network is gone does nothing: the browser would leave the page for it. A server on this machine is there all the
 * same, and is asked first.
 */
function holdingBack(say: () => void): void {
  const passed = new WeakSet<HTMLFormElement>();
  const held = new WeakSet<HTMLFormElement>();
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (passed.delete(form) || navigator.onLine) return;
    if (form.getAttribute("method") !== "post" || form.matches(written)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // One press goes, however often it is repeated meanwhile.
    if (held.has(form)) return;
    held.add(form);
    const { submitter } = event;
    const send = (button: HTMLElement | null) => {
      held.delete(form);
      if (!form.isConnected) return;
      passed.add(form);
      form.requestSubmit(button);
    };
    // Work that goes on by itself does so once the network is back.
    const wait = () => {
      if (form.dataset.continue !== undefined)
        return addEventListener("online", () => send(null), { once: true });
      held.delete(form);
      say();
    };
    fetch("/console/offline", { cache: "no-store", credentials: "omit" }).then(() => send(submitter), wait);
  };
  // Before every listener of the page.
  addEventListener("submit", hold, { capture: true });
}

/** A page that says so where the network is gone, and what makes the pages installable. */
export function installable(): void {
  const { worker } = document.body.dataset;
  // Guests and strangers install nothing.
  if (worker && document.querySelector(".app"))
    void navigator.serviceWorker?.register(worker, { scope: "/console" }).catch(() => {});
}
