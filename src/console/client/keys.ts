// The keyboard: elements that carry `data-key` are pressed by it; j and k go along a list. Off where a person turned it off.
import { closeSheet, deskKey } from "./desk.ts";
import { writable } from "./desk-keys.ts";
import { isOpening, showKeys, showPalette } from "./dialogs.ts";
import { pickKey, unpick } from "./picks.ts";
import { onTheWay } from "./visits.ts";

/** Fields that one types or chooses in; hidden ones hold ids. */
const fields = "textarea, select, input:not([type=hidden])";

/** Keys that wait until what they are for is shown, in the order in which they were pressed. */
let waiting: KeyboardEvent[] = [];

export function keyboard(): void {
  document.addEventListener("shown", pressWaiting);
  // Somebody goes elsewhere.
  for (const other of ["pointerdown", "popstate"])
    addEventListener(other, () => {
      waiting = [];
    });
  document.addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest(writable);
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") return finish(event);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return showPalette();
    }
    // A dialog has the page's keys for itself.
    if (isOpening() || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      waiting = [];
      leave(typing);
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.documentElement.dataset.keys === "off") return;
    act(event);
  });
}

function act(event: KeyboardEvent): void {
  const { key } = event;
  if (waiting.length > 0 && onTheWay() !== null) {
    event.preventDefault();
    waiting.push(event);
  } else if (jump(key)) event.preventDefault();
  else if (key === "/" && !document.querySelector('[data-key="/"]')) {
    event.preventDefault();
    showPalette();
  } else if (deskKey(event)) return;
  else if (key === "?") {
    event.preventDefault();
    showKeys();
  } else if ((key === "n" || key === "p") && betweenMails(event, key === "n" ? 1 : -1)) return;
  else if (pickKey(event)) event.preventDefault();
  else if (key === "j" || key === "ArrowDown") along(event, 1);
  else if (key === "k" || key === "ArrowUp") along(event, -1);
  else press(event, key, document);
}

/** Letters after a key that opened a field were typed for that field. */
function pressWaiting(): void {
  const keys = waiting;
  waiting = [];
  for (const event of keys) {
    const field = document.activeElement;
    if (!field?.matches(writable)) act(event);
    else if (field instanceof HTMLTextAreaElement && event.key.length === 1) {
      field.setRangeText(event.key, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}

/** Whether a key is for what is on its way: for the thread that comes, or to take back what was just done. */
function isForNext(found: HTMLElement): boolean {
  const way = onTheWay();
  if (found.closest(".toast")) return way === "next" || way === "work";
  if (!found.closest("#main")) return false;
  // A button after a button is not for a thread that nobody has seen: it is not pressed at all.
  return way === "link" || (way === "next" && !found.matches(".toolbar button"));
}

/** Ctrl+Enter ends the form that has the focus, and no other: what stands elsewhere on the page may not have been read. */
function finish(event: KeyboardEvent): void {
  const target = event.target as Element;
  const form = target.closest("form");
  // A time that is chosen in the menu of a letter is not for now.
  if (form && !target.closest("details.menu")) press(event, "Ctrl+Enter", form);
}

const jumpMs = 1500;
let jumpUntil = 0;

/** g and a list's key go to it. @returns whether the key was one of these */
function jump(key: string): boolean {
  const isSecond = performance.now() < jumpUntil;
  jumpUntil = key === "g" && !isSecond ? performance.now() + jumpMs : 0;
  if (!isSecond) return key === "g";
  document.querySelector<HTMLElement>(`[data-go="${CSS.escape(key)}"]`)?.click();
  return true;
}

/** The mail after the one that has the focus, or before: unfolded, at the top. @returns whether there are mails */
function betweenMails(event: KeyboardEvent, step: 1 | -1): boolean {
  const mails = [...document.querySelectorAll<HTMLDetailsElement>(".thread details.message")];
  if (mails.length === 0) return false;
  event.preventDefault();
  const focused = mails.findIndex((mail) => mail.contains(document.activeElement));
  const here = focused >= 0 ? focused : step > 0 ? -1 : mails.length;
  const mail = mails[Math.min(Math.max(here + step, 0), mails.length - 1)]!;
  mail.open = true;
  mail.querySelector<HTMLElement>("summary")?.focus({ preventScroll: true });
  mail.scrollIntoView({ block: "start" });
  return true;
}

function press(event: KeyboardEvent, key: string, part: ParentNode): void {
  const found = [...part.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)].find(
    (element) => element.checkVisibility() || closedMenu(element)?.checkVisibility(),
  );
  if (!found) return;
  event.preventDefault();
  if (part === document && isForNext(found)) {
    waiting.push(event);
    return;
  }
  const details = found.closest("details");
  if (found.matches("input, select")) {
    if (details) details.open = true;
    found.focus();
    return;
  }
  if (found.matches("summary") && details) openPart(found, details);
  else found.click();
}

/** Opens a part, or leaves it open, with the focus in its first field: at once, as what is typed next is for that field. */
function openPart(summary: HTMLElement, details: HTMLDetailsElement): void {
  for (
    let menu = details.parentElement?.closest("details");
    menu;
    menu = menu.parentElement?.closest("details")
  )
    menu.open = true;
  if (!details.open) summary.click();
  const first =
    details.querySelector<HTMLElement>("[data-first]") ?? details.querySelector<HTMLElement>(fields);
  (first ?? details.querySelector<HTMLElement>("button:enabled"))?.focus();
}

/** The summary of the closed menu that an element stands in. */
function closedMenu(element: HTMLElement): HTMLElement | null | undefined {
  return element.closest("details.menu:not([open])")?.querySelector<HTMLElement>("summary");
}

function leave(typing: Element | null): void {
  const open = document.querySelector<HTMLDetailsElement>("details.menu[open]");
  if (open) {
    open.open = false;
    open.querySelector("summary")?.focus();
  } else if (typing instanceof HTMLElement && !typing.matches("[type=checkbox]")) typing.blur();
  else if (!closeSheet()) unpick();
}

function along(event: KeyboardEvent, step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".lines a")];
  if (links.length === 0) return;
  const isArrow = event.key.startsWith("Arrow");
  const focused = links.findIndex((link) => link.parentElement!.contains(document.activeElement));
  if (isArrow && focused < 0) return;
  const at = focused < 0 ? links.findIndex((link) => link.closest(".here")) : focused;
  const next = links[Math.min(Math.max(at + step, 0), links.length - 1)]!;
  event.preventDefault();
  next.focus();
  if (!isArrow) next.click();
}
