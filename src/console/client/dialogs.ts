// Pages shown in a dialog where one is: the keys, and the palette with the actions of the page. What decides on held mail is no
// action of the palette.
import { fetchPage } from "./parts.ts";

const gatherMs = 200;
let dialog: HTMLDialogElement | null = null;
let opening = 0;

/** Whether a dialog is on its way: what is typed meanwhile is not for the page. */
export const isOpening = () => opening > 0;

export function showKeys(): void {
  void open("/console/keys", (body) => {
    const has: Record<string, string> = {
      list: "#list .lines",
      thread: ".thread",
      card: ".review:not(.desk .review)",
      desk: ".desk",
      calendar: ".week-head",
      writing: ".write-foot",
    };
    for (const section of body.querySelectorAll<HTMLElement>("[data-context]")) {
      const wanted = has[section.dataset.context ?? ""];
      section.hidden = wanted !== undefined && !document.querySelector(wanted);
    }
    dialog?.focus();
  });
}

/** Links to pages that choose one thing show them here. */
export function dialogLinks(): void {
  document.addEventListener("click", (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-dialog]");
    if (!link) return;
    event.preventDefault();
    void open(link.href, (body) => body.querySelector("a")?.focus());
  });
}

export function showPalette(): void {
  void open("/console/palette", (body) => {
    const field = body.querySelector("input")!;
    const list = body.querySelector<HTMLElement>(".palette-rows")!;
    const actions = pageActions();
    const fixed = [...list.children] as HTMLElement[];
    let found: HTMLElement[] = [];
    const draw = () => {
      const wanted = field.value.trim().toLowerCase();
      const fits = (row: HTMLElement) => (row.textContent ?? "").toLowerCase().includes(wanted);
      list.replaceChildren(...[...actions, ...fixed].filter(fits), ...found);
      body.querySelector<HTMLElement>(".palette-none")!.hidden = list.childElementCount > 0;
      choose(0);
    };
    const rows = () => [...list.children] as HTMLElement[];
    const choose = (at: number) => {
      for (const [n, row] of rows().entries()) row.classList.toggle("chosen", n === at);
      rows()[at]?.scrollIntoView({ block: "nearest" });
    };
    let waiting = 0;
    field.addEventListener("input", () => {
      found = [];
      draw();
      clearTimeout(waiting);
      const q = field.value.trim();
      if (q.length < 2) return;
      waiting = window.setTimeout(async () => {
        const page = await fetchPage(`/console/palette?q=${encodeURIComponent(q)}`, {}, []).catch(() => null);
        if (!page || field.value.trim() !== q) return;
        const known = new Set(fixed.map((row) => row.querySelector("a")?.href));
        found = [...page.document.querySelectorAll<HTMLElement>(".palette-rows > li")].filter(
          (row) => !known.has(row.querySelector("a")?.href),
        );
        draw();
      }, gatherMs);
    });
    body.querySelector("form")!.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector<HTMLElement>(".chosen :is(a, button)")?.click();
    });
    field.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = rows().findIndex((row) => row.classList.contains("chosen"));
      choose(Math.min(Math.max(at + step, 0), rows().length - 1));
    });
    draw();
    field.focus();
  });
}

/** Buttons of the page that have keys, as rows. */
function pageActions(): HTMLElement[] {
  const pressed = [
    ...document.querySelectorAll<HTMLElement>(".thread-head [data-key], .bulk [data-key], .toast [data-key]"),
  ];
  return pressed
    .filter(
      (element) =>
        element.matches("button, summary, a") &&
        (element.checkVisibility() || element.closest("details.menu:not([open])")),
    )
    .map((element) => {
      const row = document.createElement("li");
      const button = document.createElement("button");
      const key = document.createElement("kbd");
      button.type = "button";
      button.append(element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "");
      key.textContent = element.dataset.key ?? "";
      button.append(key);
      button.addEventListener("click", () => {
        dialog?.close();
        element.click();
      });
      row.append(button);
      return row;
    });
}

async function open(url: string, set: (body: HTMLElement) => void): Promise<void> {
  dialog?.close();
  opening++;
  const page = await fetchPage(url)
    .catch(() => null)
    .finally(() => opening--);
  const body = page?.document.querySelector(".column");
  if (!page || !body) {
    location.href = url;
    return;
  }
  const shown = document.createElement("dialog");
  shown.className = "help";
  shown.setAttribute("aria-label", body.querySelector("h1")?.textContent ?? "");
  shown.append(...body.childNodes);
  const sprite = document.querySelector(".sprite");
  for (const symbol of page.document.querySelectorAll(".sprite symbol"))
    if (!document.getElementById(symbol.id)) sprite?.append(symbol);
  shown.addEventListener("close", () => shown.remove());
  shown.addEventListener("click", (event) => event.target === shown && shown.close());
  document.body.append(shown);
  dialog = shown;
  shown.showModal();
  set(shown);
}
