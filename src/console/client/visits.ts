// Going from thread to thread without loading the frame again. Whatever does not fit, the browser does by itself.

import { alike, type FetchedPage, fetchPage, fits, parts, takeParts } from "./parts.ts";
import { unpick } from "./picks.ts";
import { fieldsOf, post } from "./posting.ts";
import { firstUnread, takeHead } from "./small.ts";
import { told } from "./words.ts";

const wide = matchMedia("(min-width: 56.25em)");
/** A visit longer than this shows that it is on its way. */
const patienceMs = 300;
let visit = 0;
/** By a link; by a form that leads to another thread; by one whose answer has the same thread, such as work on chosen lines. */
type Way = "link" | "next" | "work";
let way: Way | null = null;

/** The way to a page that is not there yet: the one that is shown is not the one that is meant. */
export const onTheWay = () => way;

export function visits(): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      ".lines a, .places a, .addresses a, .pager a, .bulk a",
    );
    if (!link || !wide.matches || !document.getElementById("list")) return;
    if (!/^\/console\/(mail|threads)\//.test(link.pathname)) return;
    event.preventDefault();
    void go(link.href, fetchPage, { link });
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (
      !form.matches(".toolbar form, #bulk, .progress form, .toast form") ||
      !wide.matches ||
      !document.getElementById("list")
    )
      return;
    event.preventDefault();
    // A press for the next thread is not for this one.
    if (way === "next" && form.matches(".toolbar form")) return;
    // A form is worked on once: a second answer would have nothing to take back.
    if (pressing.has(form)) return;
    // The line goes at once: the answer follows.
    if (form.querySelector('[name="status"][value="resolved"]'))
      document.querySelector(".line.here")?.classList.add("leaving");
    const fields = fieldsOf(form, event.submitter);
    const by = form.matches(".toolbar form, .toast form") ? "next" : "work";
    // A form's fields may be named "id" and "action": its attributes are asked.
    void go(form.getAttribute("action")!, () => pressed(form, fields), { by });
  });
  addEventListener("popstate", () => void go(location.href, fetchPage, { isNew: false }));
}

/** Forms whose answer has not come yet. */
const pressing = new WeakSet<HTMLFormElement>();

/** Work that goes on by itself asks again after this time. */
const againMs = 3000;

/** The page that answers a form; null: there is none, which is said, and this page stays as it was. */
async function pressed(form: HTMLFormElement, fields: FormData): Promise<FetchedPage | null> {
  pressing.add(form);
  const { kind, page, text } = await post(form, fields, { isPress: true });
  pressing.delete(form);
  if (kind === "done") {
    // The choice ends with the work on it; another list has its own.
    if (form.isConnected && form.matches("#bulk")) unpick();
    return alike(page!);
  }
  const goesOn = form.dataset.continue !== undefined && kind === "lost";
  if (goesOn) setTimeout(() => form.isConnected && form.requestSubmit(), againMs);
  else showAlert(kind === "lost" ? told("unanswered") : text);
  return null;
}

async function go(
  url: string,
  ask: (url: string) => Promise<FetchedPage | null>,
  { by = "link", link, isNew = true }: { by?: Way; link?: HTMLAnchorElement; isNew?: boolean },
): Promise<void> {
  const own = ++visit;
  way = by;
  const waiting = setTimeout(() => document.body.classList.add("loading"), patienceMs);
  if (link) {
    for (const line of document.querySelectorAll(".line.here")) line.classList.remove("here");
    link.closest(".line")?.classList.add("here");
  }
  // Where the browser goes by itself: a form is not sent twice.
  let next = by === "link" ? url : location.href;
  try {
    const page = await ask(url);
    if (!page) {
      if (own === visit) way = null;
      document.querySelector(".leaving")?.classList.remove("leaving");
      return;
    }
    // Work on many threads goes on, and its way back stays, wherever the person has gone meanwhile.
    if (own !== visit && !page.document.querySelector("form[data-continue]")) {
      if (page.document.querySelector(".toast form")) showToast(page.document);
      return;
    }
    if (page.url !== new URL(url, location.href).href) next = page.url;
    if (!fits(page, parts)) throw new Error("another layout");
    way = null;
    show(page, isNew);
  } catch {
    if (own !== visit) return;
    // The person may stay, for words that are not sent yet: then the buttons are for what is shown.
    way = null;
    location.href = next;
  } finally {
    clearTimeout(waiting);
    if (own === visit) document.body.classList.remove("loading");
  }
}

function show(page: FetchedPage, isNew: boolean): void {
  const url = page.document.getElementById("list")?.dataset.at ?? page.url;
  if (isNew && url !== location.href) history.pushState(null, "", url);
  takeHead(page.document);
  document.body.className = page.document.body.className;
  const main = document.getElementById("main")!;
  document.dispatchEvent(new Event("leaving"));
  takeParts(page, parts);
  main.scrollTop = 0;
  firstUnread(main);
  // The button that was pressed is gone: the keyboard goes on in what took its place.
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
  showToast(page.document);
  document.dispatchEvent(new Event("shown"));
}

export function showToast(page: Document): void {
  document.querySelector(".toast")?.remove();
  const toast = page.querySelector(".toast");
  if (toast) (document.getElementById("toasts") ?? document.body).append(toast);
}

/** Says that a press did nothing, or that nobody knows. */
export function showAlert(text: string): void {
  document.querySelector(".toast")?.remove();
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.setAttribute("role", "alert");
  toast.textContent = text;
  document.body.append(toast);
}
