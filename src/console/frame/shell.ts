// Pages of an account: the navigation with what waits, then the list and what is read, or one wide pane.
import { encodeCursor } from "../../lib/cursor.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import type { EventPosition } from "../../store/events/events.ts";
import { phrases } from "../phrases.ts";
import { type Here, setCookies } from "./answers.ts";
import { buttonForm } from "./forms.ts";
import { icon } from "./icons.ts";
import { type ConsoleSection, navigation } from "./navigation.ts";
import { wholePage } from "./page.ts";

export interface ShellOptions {
  title: string;
  /** The page's place in the navigation. */
  place: ConsoleSection;
  /** The address that the lists are narrowed to. */
  addressId?: string | null;
  /** The folder or label that the list is of. */
  of?: string | null;
  status?: number;
}

/** The content of the panes beside the navigation. */
interface Panes {
  /** Behind the events that they know of, taken before anything else of them was read. */
  seen: EventPosition;
  list: Html;
  listLabel: string;
  /** Null: nothing is chosen; a phone shows the list then. */
  reading: Html | null;
  empty?: Html;
}

/** Three panes. */
export async function panes(
  here: Here,
  options: ShellOptions,
  { seen, list, listLabel, reading, empty }: Panes,
): Promise<Response> {
  const nav = await navigation(here, options);
  const content = html`${skipLink}
<div class="app">
${nav}
<div class="list-pane" id="list" data-seen="${encodeCursor([seen.xid, seen.id])}" role="${reading ? "region" : "main"}" aria-label="${listLabel}">${list}</div>
<div class="reading-pane" id="main" role="${reading ? "main" : "region"}" aria-label="${options.title}" tabindex="-1">${reading ?? empty}</div>
</div>`;
  return framed(here, options, { content, layout: reading ? "panes at-reading" : "panes at-list" });
}

/** One pane beside the navigation. */
export async function widePage(here: Here, options: ShellOptions, body: Html): Promise<Response> {
  const nav = await navigation(here, options);
  const content = html`${skipLink}
<div class="app">
${nav}
<main class="wide-pane" id="main" tabindex="-1"><div class="column">${body}</div></main>
</div>`;
  return framed(here, options, { content, layout: "wide" });
}

const skipLink = html`<a class="skip" href="#main">${phrases.nav.skip}</a>`;

function framed(
  here: Here,
  { title, status }: ShellOptions,
  { content, layout }: { content: Html; layout: string },
): Response {
  const { visit, url } = here;
  const code = url.searchParams.get("done") ?? "";
  const done = Object.hasOwn(phrases.notices, code) ? phrases.notices[code] : undefined;
  const draft = url.searchParams.get("draft") ?? "";
  const review = url.searchParams.get("review") ?? "";
  const undoButton = { text: phrases.write.undo, class: "button small", key: "z" };
  const undo =
    code === "sending" && isUuid(draft)
      ? buttonForm(here, { action: `/console/drafts/${draft}/undo` }, undoButton)
      : code === "approving" &&
        isUuid(review) &&
        buttonForm(here, { action: "/console/reviews/undo", fields: { id: review } }, undoButton);
  const toast =
    done !== undefined &&
    html`<div class="toast" role="status">${icon("check")}<span>${done}</span>${undo}</div>`;
  return wholePage(html`${content}${toast}`, layout, {
    title,
    theme: visit.theme,
    shortcuts: here.account.shortcuts,
    status,
    headers: setCookies(visit.cookies),
  });
}
