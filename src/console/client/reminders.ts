// Events that begin soon, as the stream tells them: a notice on the page, and one of the browser where the person allowed it and
// looks at something else.
import { fetchPage, within } from "./parts.ts";

const shownMs = 60_000;
const known = typeof Notification !== "undefined";

/** Notices of the browser are allowed. */
export const mayNotify = () => known && Notification.permission === "granted";

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
  const page = await fetchPage(path).catch(() => null);
  const text = page?.document.querySelector<HTMLElement>("[data-reminder]")?.dataset.reminder;
  if (!text) return;
  if (document.hidden) {
    notify(text, { path, mark });
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

function notify(text: string, { path, mark }: { path: string; mark: string }): void {
  if (!mayNotify()) return;
  try {
    const note = new Notification(text, { tag: `${path} ${mark}` });
    note.addEventListener("click", () => {
      focus();
      location.href = path;
    });
  } catch {
    // Browsers of phones take notices from a service worker alone.
  }
}
