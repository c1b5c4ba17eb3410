// A form that was refused: its page again, as it is by now, with what was typed in the form and why it was refused above it. The page
// is the one that it was sent from. Hidden fields are those of the new page, so that a token that was out of date is a valid one. Settings
// that somebody else changed meanwhile stand as they are now, and what was typed beside them: the next press undoes nothing unseen. DECISIONS Agent signup and console
import { innerRequest } from "../../http/context.ts";
import type { FormEntry } from "../../http/multipart.ts";
import { escapeHtml, html, unescapeHtml } from "../../lib/html.ts";
import { phrases } from "../phrases.ts";
import { notice } from "./forms.ts";
import type { Routed } from "./router.ts";

/** The field by which a form that is shown again says where, as its own address is none of a page. */
const pageField = "shown_at";
const pagePath = /^\/console(?:\/[\w/.-]*)?(?:\?[\w=&%.:+~-]*)?$/;
/** Facts of what was done before. */
const facts = ["done", "undo", "was", "now"];
const mostRedirects = 2;
/** Hidden fields that each page has anew: proofs of the session, versions of what is shown, ids of what is to be made. */
const states = new Set(["csrf", "once", "new", "seen", "etag", "expected", "covers", "names"]);
const attributes = { typed: "input, textarea, select", form: "form" } as const;

/** A form of the page. */
interface FoundForm {
  index: number;
  id: string | null;
  /** The `details` around it. */
  inside: readonly number[];
  /** Whether it has fields in which somebody types or chooses. */
  isTyped: boolean;
  /** Hidden fields name something else than what was sent: another card, another member. */
  isOther: boolean;
}

/** @returns null: the page is not known or gone, or has no such form any more */
export async function formAgain(
  call: Routed,
  refused: { message: string; status: number; hasMoved: boolean },
): Promise<Response | null> {
  const { request, body } = call;
  const { headers, method } = request;
  // A form that the script sends stays on its page.
  const isVisited = [null, "document"].includes(headers.get("sec-fetch-dest"));
  if (method !== "POST" || !isVisited || headers.get("sec-fetch-site") !== "same-origin") return null;
  const { sent, hasFiles } = entriesOf(body);
  const action = new URL(request.url).pathname;
  const path = sent.get(pageField)?.[0] ?? cameFrom(headers.get("referer"));
  const page = path !== null && pagePath.test(path) ? await pageAt(call, path) : null;
  if (!page) return null;
  const text = await page.text();
  const form = formOf(text, { action, sent });
  if (!form) return null;
  const why = html`${notice(html`${refused.message}${hasFiles && html` ${phrases.keeping.filesAgain}`}`, "bad")}<input type="hidden" name="${pageField}" value="${path}">`;
  const filled = withTyped(text, { form, sent, why: why.text, hasMoved: refused.hasMoved });
  return new Response(filled, { status: refused.status, headers: page.headers });
}

function entriesOf(body: unknown): { sent: Map<string, string[]>; hasFiles: boolean } {
  const sent = new Map<string, string[]>();
  let hasFiles = false;
  const fields = typeof body === "string" ? [...new URLSearchParams(body)] : body;
  for (const [name, value] of Array.isArray(fields) ? (fields as FormEntry[]) : []) {
    if (typeof value === "string") sent.set(name, [...(sent.get(name) ?? []), value]);
    else hasFiles ||= value.filename !== "";
  }
  return { sent, hasFiles };
}

function cameFrom(referer: string | null): string | null {
  const url = referer === null ? null : URL.parse(referer);
  if (!url) return null;
  for (const name of facts) url.searchParams.delete(name);
  return url.pathname + url.search;
}

async function pageAt({ request, show }: Routed, path: string): Promise<Response | null> {
  let at = path;
  for (let redirects = 0; show && redirects <= mostRedirects; redirects++) {
    const headers = new Headers(request.headers);
    for (const name of ["content-type", "content-length", "origin"]) headers.delete(name);
    const url = new URL(at, request.url).href;
    const page = await show(innerRequest(request, { url, init: { headers }, cause: null }));
    const location = page.headers.get("location")?.split("#", 1)[0] ?? "";
    if (page.status === 303 && pagePath.test(location)) at = location;
    else
      return page.status === 200 && page.headers.get("content-type")?.startsWith("text/html") ? page : null;
  }
  return null;
}

/** The form of the page that does the same to the same. A page may show something else by now, to which no word of it is meant. */
function formOf(
  page: string,
  { action, sent }: { action: string; sent: ReadonlyMap<string, string[]> },
): FoundForm | null {
  const found: FoundForm[] = [];
  const open: number[] = [];
  let [forms, details] = [-1, -1];
  let here: FoundForm | null = null;
  const rewriter = new HTMLRewriter()
    .on("details", {
      element(element) {
        open.push(++details);
        element.onEndTag(() => void open.pop());
      },
    })
    .on("form", {
      element(element) {
        forms++;
        const given = element.getAttribute("action");
        const isOwnWay = element.getAttribute("class")?.split(" ").includes("write-form");
        if (element.getAttribute("method") !== "post" || given !== action || isOwnWay) return;
        const id = element.getAttribute("id");
        here = { index: forms, id, inside: [...open], isTyped: false, isOther: false };
        found.push(here);
        element.onEndTag(() => {
          here = null;
        });
      },
    })
    .on(attributes.typed, {
      element(element) {
        const owner = element.getAttribute("form");
        const form = owner === null ? here : found.find(({ id }) => id === owner);
        if (!form) return;
        const name = element.getAttribute("name") ?? "";
        if (element.getAttribute("type") !== "hidden") form.isTyped ||= sent.has(name);
        else if (!states.has(name))
          form.isOther ||= !sent.get(name)?.includes(unescapeHtml(element.getAttribute("value") ?? ""));
      },
    });
  rewriter.transform(page);
  return found.find(({ isTyped, isOther }) => isTyped && !isOther) ?? null;
}

interface Filling {
  form: FoundForm;
  sent: ReadonlyMap<string, string[]>;
  why: string;
  /** Somebody else changed the settings of the form. */
  hasMoved: boolean;
}

function withTyped(page: string, { form, sent, why, hasMoved }: Filling): string {
  let [forms, details] = [-1, -1];
  let isInside = false;
  /** Values that are left for the next field of this name. */
  const left = new Map([...sent].map(([name, values]) => [name, [...values]]));
  let select: { typed: string; stands: string; text: string; isTyped: boolean } | null = null;
  const beside = (value: string) => html`<p class="hint">${phrases.keeping.written}: ${value}</p>`.text;
  const isOwn = (element: HTMLRewriterTypes.Element) =>
    element.getAttribute("form") === null ? isInside : element.getAttribute("form") === form.id;
  const typedIn = (element: HTMLRewriterTypes.Element) =>
    isOwn(element) ? left.get(element.getAttribute("name") ?? "")?.shift() : undefined;
  return new HTMLRewriter()
    .on("details", {
      element(element) {
        if (form.inside.includes(++details)) element.setAttribute("open", "");
      },
    })
    .on("form", {
      element(element) {
        if (++forms !== form.index) return;
        isInside = true;
        element.prepend(why, { html: true });
        element.onEndTag(() => {
          isInside = false;
        });
      },
    })
    .on('input:not([type="hidden"], [type="file"], [type="password"])', {
      element(element) {
        const before = unescapeHtml(element.getAttribute("value") ?? "");
        if (["checkbox", "radio"].includes(element.getAttribute("type") ?? "")) {
          if (!isOwn(element) || hasMoved) return;
          // HTML 4.10.5.1.15
          const value = element.hasAttribute("value") ? before : "on";
          if (sent.get(element.getAttribute("name") ?? "")?.includes(value))
            element.setAttribute("checked", "");
          else element.removeAttribute("checked");
          return;
        }
        const value = typedIn(element);
        if (value === undefined || value.trim() === before.trim()) return;
        if (hasMoved) element.after(beside(value), { html: true });
        // Quotation marks are escaped by the rewriter, and nothing else.
        else element.setAttribute("value", value.replaceAll("&", "&amp;"));
      },
    })
    .on("textarea", {
      element(element) {
        const value = typedIn(element);
        if (value === undefined) return;
        if (hasMoved) element.after(beside(value), { html: true });
        // The first line end in a text field is none of its text. HTML 13.1.2.5
        else element.setInnerContent(`\n${escapeHtml(value)}`, { html: true });
      },
    })
    .on("select", {
      element(element) {
        const typed = typedIn(element);
        if (typed === undefined) return;
        const own = { typed, stands: "", text: "", isTyped: false };
        select = own;
        element.onEndTag((end) => {
          select = null;
          if (hasMoved && own.stands !== typed) end.after(beside(unescapeHtml(own.text)), { html: true });
        });
      },
    })
    .on("option", {
      element(element) {
        if (select === null) return;
        const value = unescapeHtml(element.getAttribute("value") ?? "");
        if (element.hasAttribute("selected")) select.stands = value;
        select.isTyped = value === select.typed;
        if (hasMoved) return;
        if (select.isTyped) element.setAttribute("selected", "");
        else element.removeAttribute("selected");
      },
      text(part) {
        if (select?.isTyped) select.text += part.text;
      },
    })
    .transform(page);
}
