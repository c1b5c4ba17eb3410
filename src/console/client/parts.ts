// Parts of the page that another answer of the server takes the place of. What the server sent is kept beside what the script
// and the person made of it, so that an update in between takes over what has changed and leaves the rest alone.
type Enhance = (part: ParentNode) => void;
let enhanceWith: Enhance = () => {};

/** Parts of a page, in the order in which they are taken over. */
export const parts = ["side", "bar", "list", "main"] as const;
export type PagePart = (typeof parts)[number];

/** Each part as the server sent it. */
const sources = new Map<string, Element>();

export function onParts(enhance: Enhance): void {
  enhanceWith = enhance;
  for (const id of parts) keepSource(document.getElementById(id));
}

function keepSource(part: Element | null): void {
  if (part) sources.set(part.id, part.cloneNode(true) as Element);
}

/** The elements of a part that match, itself among them. */
export function within<E extends Element = HTMLElement>(part: ParentNode, selector: string): E[] {
  const own = part instanceof Element && part.matches(selector) ? [part as unknown as E] : [];
  return [...own, ...part.querySelectorAll<E>(selector)];
}

export interface FetchedPage {
  document: Document;
  url: string;
}

/** Elements by whose address one sees that another version of the server made a page. */
const madeWith = {
  style: ['link[rel="stylesheet"]', "href"],
  script: ['script[type="module"]', "src"],
} as const;

/**
 * @param likeness what the page has to have as this one has it: style and script where it takes the place of this one, the style where
 * parts of it do, nothing where only what it says is read
 * @throws when there is no whole page: the caller lets the browser go there
 */
export async function fetchPage(
  url: string,
  init: RequestInit = {},
  likeness?: readonly (keyof typeof madeWith)[],
): Promise<FetchedPage> {
  return alike(await parsedPage(await fetch(url, { credentials: "same-origin", ...init })), likeness);
}

/** @throws when another version made the page, or somebody else has signed in */
export function alike(
  page: FetchedPage,
  likeness: readonly (keyof typeof madeWith)[] = ["style", "script"],
): FetchedPage {
  const { document: parsed } = page;
  for (const one of likeness) {
    const [selector, name] = madeWith[one];
    const [theirs, ours] = [parsed, document].map((whole) =>
      whole.querySelector(selector)?.getAttribute(name),
    );
    if (theirs !== ours) throw new Error("another version");
  }
  // Somebody else has signed in: nothing of theirs comes into this person's page.
  const { person } = parsed.body.dataset;
  if (person !== undefined && person !== document.body.dataset.person) throw new Error("person");
  return page;
}

/** @throws when it is no page */
export async function parsedPage(response: Response): Promise<FetchedPage> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/html")) throw new Error("no page");
  const parsed = new DOMParser().parseFromString(await response.text(), "text/html");
  return { document: parsed, url: response.url };
}

/** Whether all these parts are on both pages. */
export function fits({ document: other }: FetchedPage, ids: readonly PagePart[]): boolean {
  // A page in another language is another one: what stays would be of the old one.
  return (
    other.documentElement.lang === document.documentElement.lang &&
    ids.every((id) => document.getElementById(id) && other.getElementById(id))
  );
}

/** Another page takes the place of these parts. */
export function takeParts(page: FetchedPage, ids: readonly PagePart[]): void {
  eachPart(page, ids, (old, fresh) => {
    keepSource(fresh);
    old.replaceChildren(...fresh.childNodes);
    enhanceWith(old);
  });
}

/** The same page of a later time: what did not change, and what somebody writes, decides or has open, stays. */
export function renewParts(page: FetchedPage, ids: readonly PagePart[]): void {
  eachPart(page, ids, (old, fresh) => {
    const source = sources.get(old.id);
    if (source) renew(old, source, fresh);
    sources.set(old.id, fresh);
  });
}

function eachPart(
  { document: other }: FetchedPage,
  ids: readonly PagePart[],
  take: (old: HTMLElement, fresh: HTMLElement) => void,
): void {
  takeSymbols(other);
  for (const id of ids) {
    const [old, fresh] = [document.getElementById(id), other.getElementById(id)];
    if (!old || !fresh) continue;
    for (const name of ["role", "aria-label"]) {
      const value = fresh.getAttribute(name);
      if (value !== null) old.setAttribute(name, value);
    }
    const { activeElement } = document;
    const focused = old.contains(activeElement) ? activeElement?.getAttribute("href") : null;
    const anchor = firstShown(old);
    const picked = pickedIn(old);
    take(old, fresh);
    for (const box of within<HTMLInputElement>(old, boxes)) if (picked.has(box.value)) box.checked = true;
    if (anchor) keepPlace(old, anchor);
    if (focused && !old.contains(document.activeElement))
      old.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}

/** @param source as the server sent it before; @param fresh as it sends it now: it becomes the source */
function renew(live: Element, source: Element, fresh: Element): void {
  const [lives, olds, news] = [live, source, fresh].map(({ children }) => [...children]) as [
    Element[],
    Element[],
    Element[],
  ];
  for (const [index, now] of news.entries()) {
    const [here, was] = [lives[index], olds[index]];
    if (!here || !was) live.append(enhancedCopy(now));
    else if (was.isEqualNode(now)) continue;
    else if (isFrameOf(was, now) && here.childElementCount === was.childElementCount) renew(here, was, now);
    else if (isInUse(here)) now.setAttribute("data-kept", "");
    else here.replaceWith(enhancedCopy(now));
  }
  for (const gone of lives.slice(news.length)) gone.remove();
}

function enhancedCopy(element: Element): Element {
  const copy = document.importNode(element, true);
  // Set up in a microtask: by then the copy is in the page, where ids are found.
  queueMicrotask(() => enhanceWith(copy));
  return copy;
}

/** The same element around other elements. A form is one thing: its fields belong together. */
function isFrameOf(was: Element, now: Element): boolean {
  return (
    now.childElementCount > 0 &&
    !now.matches("form, details:has(form)") &&
    was.cloneNode(false).isEqualNode(now.cloneNode(false)) &&
    [...now.childNodes].every((node) => node instanceof Element || node.textContent?.trim() === "")
  );
}

/** Somebody writes or decides in it, or has it open. */
function isInUse(element: Element): boolean {
  if (within(element, "details.menu[open], details.decision[open], .reply[open]").length > 0) return true;
  if (element.contains(document.activeElement) && document.activeElement?.closest("form")) return true;
  return within<HTMLTextAreaElement>(element, "textarea, input:not([type=hidden])").some(
    (field) => field.value !== field.defaultValue,
  );
}

const boxes = ".pick input:enabled";

/** Lines that a person has chosen, by their values. */
function pickedIn(part: HTMLElement): Set<string> {
  const changed = within<HTMLInputElement>(part, boxes).filter((box) => box.checked && !box.defaultChecked);
  return new Set(changed.map(({ value }) => value));
}

interface Anchor {
  href: string;
  top: number;
}

/** The first line that is shown of a list that was scrolled. */
function firstShown(part: HTMLElement): Anchor | null {
  const edge = part.getBoundingClientRect().top;
  if (part.scrollTop === 0) return null;
  const line = within(part, ".lines a").find((one) => one.getBoundingClientRect().bottom > edge);
  return line ? { href: line.getAttribute("href")!, top: line.getBoundingClientRect().top } : null;
}

function keepPlace(part: HTMLElement, { href, top }: Anchor): void {
  const line = part.querySelector(`.lines a[href="${CSS.escape(href)}"]`);
  if (line) part.scrollTop += line.getBoundingClientRect().top - top;
}

/** Icons that only the other page has. */
function takeSymbols(other: Document): void {
  const sprite = document.querySelector(".sprite");
  for (const symbol of other.querySelectorAll(".sprite symbol")) {
    if (!document.getElementById(symbol.id)) sprite?.append(symbol);
  }
}
