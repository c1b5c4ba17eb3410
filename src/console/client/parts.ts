// Parts of the page that another answer of the server takes the place of.
type Enhance = (part: ParentNode) => void;
let enhanceWith: Enhance = () => {};

export function onParts(enhance: Enhance): void {
  enhanceWith = enhance;
}

export interface FetchedPage {
  document: Document;
  url: string;
}

/** @throws when there is no whole page: the caller lets the browser go there */
export async function fetchPage(url: string, init: RequestInit = {}): Promise<FetchedPage> {
  const response = await fetch(url, { credentials: "same-origin", ...init });
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/html")) throw new Error("no page");
  const parsed = new DOMParser().parseFromString(await response.text(), "text/html");
  const style = 'link[rel="stylesheet"]';
  // Another version of the server: its pages want their own style and script.
  if (
    parsed.querySelector(style)?.getAttribute("href") !== document.querySelector(style)?.getAttribute("href")
  )
    throw new Error("another version");
  return { document: parsed, url: response.url };
}

/** Whether all these parts are on both pages. */
export function fits({ document: other }: FetchedPage, ids: readonly string[]): boolean {
  return ids.every((id) => document.getElementById(id) && other.getElementById(id));
}

export function takeParts({ document: other }: FetchedPage, ids: readonly string[]): void {
  takeSymbols(other);
  for (const id of ids) {
    const [old, fresh] = [document.getElementById(id), other.getElementById(id)];
    if (!old || !fresh) continue;
    for (const name of ["role", "aria-label"]) {
      const value = fresh.getAttribute(name);
      if (value !== null) old.setAttribute(name, value);
    }
    if (old.innerHTML === fresh.innerHTML) continue;
    const { activeElement } = document;
    const focused = old.contains(activeElement) ? activeElement?.getAttribute("href") : null;
    const { scrollTop } = old;
    // A menu that is open stays so.
    if (old.querySelector("form :focus")) continue;
    old.replaceChildren(...fresh.childNodes);
    old.scrollTop = scrollTop;
    if (focused) old.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus();
    enhanceWith(old);
  }
}

/** Icons that only the other page has. */
function takeSymbols(other: Document): void {
  const sprite = document.querySelector(".sprite");
  for (const symbol of other.querySelectorAll(".sprite symbol")) {
    if (!document.getElementById(symbol.id)) sprite?.append(symbol);
  }
}
