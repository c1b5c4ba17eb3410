// The decision desk in the browser: what its keys find when they are pressed (desk-keys.ts has the rules).
import { type DeskState, deskAction, settleMs, writable } from "./desk-keys.ts";

const pressed = "a, button, summary, input, select, textarea";
let seenSince: number | null = null;
let isLeft = false;

const card = () => document.querySelector<HTMLElement>("[data-desk]");

/** The card counts as seen from the first picture of the whole page on, anew when the page was out of sight. */
export function desk(): void {
  if (!card()) return;
  const look = () => {
    seenSince = null;
    card()?.removeAttribute("data-ready");
    if (document.hidden) return;
    requestAnimationFrame(() => requestAnimationFrame(seen));
  };
  if (document.readyState === "complete") look();
  else addEventListener("load", look);
  document.addEventListener("visibilitychange", look);
  // A page from the browser's back-forward cache may show a card that was decided meanwhile.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  addEventListener("pagehide", () => (seenSince = null));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link || link.target || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // Files are saved, and marks lead within the page: the card stays.
    if (link.closest(".file, .source") || link.href.split("#")[0] === location.href.split("#")[0]) return;
    isLeft = true;
  });
  // A decision that did not reach the server, or was refused: its words are still here.
  document.addEventListener("stayed", () => (isLeft = false));
  // Before the form's own listener: it sends by the script.
  const once = (event: Event) => {
    if (!(event.target as Element).closest("[data-desk]")) return;
    // A second press, of this button or another, before the answer has come.
    if (isLeft) event.preventDefault();
    isLeft = true;
  };
  document.addEventListener("submit", once, { capture: true });
}

function seen(): void {
  const since = performance.now();
  seenSince = since;
  // The keys beside the buttons stand out once they act.
  setTimeout(() => seenSince === since && card()?.setAttribute("data-ready", ""), settleMs);
}

/** @returns whether the key was one of the desk's */
export function deskKey(event: KeyboardEvent): boolean {
  const shown = card();
  if (!shown) return false;
  const target = event.target as Element;
  const state: DeskState = {
    seenSince: isInView(shown) ? seenSince : null,
    isLeft,
    isTyping: target.closest(writable) !== null,
    isOnButton: target.closest(pressed) !== null,
    hasSheet: shown.querySelector("details.decision[open]") !== null,
  };
  const { key, repeat: isRepeated, ctrlKey, metaKey, altKey } = event;
  const isModified = ctrlKey || metaKey || altKey;
  const action = deskAction({ key, isRepeated, isModified }, state, performance.now());
  if (action === null) return false;
  event.preventDefault();
  if (action === "wait") return true;
  const part = action === "Space" ? document : shown;
  const found = part.querySelector<HTMLElement>(`[data-key="${action}"]`);
  if (!found?.checkVisibility()) return true;
  if (action === "Space") isLeft = true;
  found.click();
  // At once: keys may come before a timer, and they are for the sheet.
  const sheet = found.closest("details");
  sheet?.querySelector<HTMLElement>("[data-first], textarea, button:enabled")?.focus();
  return true;
}

/** Closes the open sheet of a card; what was written in it stays. @returns whether there was one */
export function closeSheet(): boolean {
  const open = document.querySelector<HTMLDetailsElement>("details.decision[open]");
  if (!open) return false;
  open.open = false;
  open.querySelector("summary")?.focus();
  return true;
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
