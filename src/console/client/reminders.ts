// Events that begin soon, as the stream tells them: a notice on the page, and one of the browser where the person allowed it and
// looks at something else. Notices of what waits have no word of any mail: they are seen on locked screens.
import { fetchPage, within } from "./parts.ts";

const shownMs = 60_000;
const known = typeof Notification !== "undefined";

/** Notices of the browser are allowed. */
const mayNotify = () => known && Notification.permission === "granted";

/** The button that asks the browser for leave, where that is open. */
export function notifyButtons(part: ParentNode): void {
  for (const button of within<HTMLButtonElement>(part, "[data-notify]")) {
    const show = () => (button.hidden = !known || Notification.permission !== "default");
    show();
    button.addEventListener("click", () => void Notification.requestPermission().then(show));
  }
}

/** @param event the address's id and the event's, as in the path of its page
 * @param mark the reminder's: of several pages that tell it the browser shows one, and a later reminder anew */
export async function remind(event: string, mark: string): Promise<void> {
  const path = `/console/calendar/${event}`;
  const page = await fetchPage(path, {}, []).catch(() => null);
  const text = page?.document.querySelector<HTMLElement>("[data-reminder]")?.dataset.reminder;
  if (!text) return;
  if (document.hidden) {
    notify(text, { path, tag: `${path} ${mark}` });
    return;
  }
  document.querySelector(".toast.reminder")?.remove();
  const toast = document.createElement("div");
  toast.className = "toast reminder";
  toast.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = path;
  // Said as it changes.
  document.body.append(toast);
  link.textContent = text;
  toast.append(link);
  setTimeout(() => toast.remove(), shownMs);
}

/** Says how many things wait, and nothing of what they are. */
export function tellWaiting(page: Document): void {
  const text = page.querySelector(".to-needs .count")?.getAttribute("aria-label");
  if (text) notify(text, { path: "/console/mail/needs", tag: "needs" });
}

/** The worker shows it: browsers of phones take notices from it alone, and of several pages in the background it shows one. */
function notify(text: string, about: { path: string; tag: string }): void {
  const { person } = document.body.dataset;
  const notice = { ...about, text, tag: `${person} ${about.tag}` };
  if (mayNotify()) void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(notice));
}

/** A person who signs out takes their notices along; pages of another person forget them. */
export function forgetNotices(): void {
  const { person } = document.body.dataset;
  if (person !== undefined) void forget(({ tag }) => !tag.startsWith(`${person} `));
  document.addEventListener("submit", (event) => {
    if ((event.target as Element).getAttribute("action") === "/console/sign-out") void forget(() => true);
  });
}

async function forget(which: (note: Notification) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/console");
  for (const note of (await registration?.getNotifications?.()) ?? []) if (which(note)) note.close();
}
