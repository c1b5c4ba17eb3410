// Pages of an account: the navigation with what waits, then the list and what is read, or one wide pane.
import { encodeCursor } from "../../lib/cursor.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import type { EventPosition } from "../../store/events/events.ts";
import type { Narrowing } from "../mailbox/places.ts";
import { phrases } from "../phrases.ts";
import { buttonForm } from "./forms.ts";
import { type Here, setCookies } from "./here.ts";
import { icon } from "./icons.ts";
import { personMark } from "./kept-words.ts";
import { type ConsoleSection, navigation } from "./navigation.ts";
import { wholePage } from "./page.ts";
import { threadUndo } from "./thread-undo.ts";

export interface ShellOptions {
  title: string;
  /** The page's place in the navigation; null: it has none. */
  place: ConsoleSection | null;
  /** The parts that narrow the lists. */
  narrowing?: Narrowing;
  /** The folder or label that the list is of. */
  of?: string | null;
  status?: number;
  headers?: readonly [string, string][];
  /** The notice of what was done; else the page's address names it. */
  toast?: Html;
  /** All of the width is used. */
  isWide?: boolean;
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
  /** The address of the page that shows the same; absent: the request's own. */
  at?: string;
}

/** Three panes. */
export async function panes(
  here: Here,
  options: ShellOptions,
  { seen, list, listLabel, reading, empty, at }: Panes,
): Promise<Response> {
  const { nav, waiting } = await navigation(here, options);
  const content = html`${skipLink()}
<div class="app">
${nav}
<div class="list-pane" id="list" data-seen="${encodeCursor([seen.xid, seen.id])}" ${at !== undefined && html`data-at="${at}" `}role="${reading ? "region" : "main"}" aria-label="${listLabel}">${list}</div>
<div class="reading-pane" id="main" role="${reading ? "main" : "region"}" aria-label="${options.title}" tabindex="-1">${reading ?? empty}</div>
</div>`;
  return framed(here, options, { content, layout: reading ? "panes at-reading" : "panes at-list", waiting });
}

/** One pane beside the navigation. */
export async function widePage(here: Here, options: ShellOptions, body: Html): Promise<Response> {
  const { nav, waiting } = await navigation(here, options);
  const content = html`${skipLink()}
<div class="app">
${nav}
<main class="wide-pane" id="main" tabindex="-1"><div class="column${options.isWide && " whole"}">${body}</div></main>
</div>`;
  return framed(here, options, { content, layout: "wide", waiting });
}

const skipLink = () => html`<a class="skip" href="#main">${phrases.nav.skip}</a>`;

function framed(
  here: Here,
  { title, status, headers = [], toast }: ShellOptions,
  { content, layout, waiting }: { content: Html; layout: string; waiting: string },
): Response {
  const { visit, url } = here;
  const code = url.searchParams.get("done") ?? "";
  const done = Object.hasOwn(phrases.notices, code) ? phrases.notices[code] : undefined;
  const draft = url.searchParams.get("draft") ?? "";
  const review = url.searchParams.get("review") ?? "";
  const undoButton = { text: phrases.write.undo, class: "button small", key: "z" };
  const undo =
    ["sending", "scheduled"].includes(code) && isUuid(draft)
      ? buttonForm(here, { action: `/console/drafts/${draft}/undo` }, undoButton)
      : decided.includes(code) &&
        isUuid(review) &&
        buttonForm(
          here,
          { action: "/console/reviews/undo", fields: { id: review, back: backAt(url, review) } },
          undoButton,
        );
  const shownUndo = undo || threadUndo(here, code, undoButton);
  const shownToast =
    toast ??
    (done !== undefined && html`<div class="toast">${icon("check")}<span>${done}</span>${shownUndo}</div>`);
  return wholePage(html`${content}<div id="toasts" role="status">${shownToast}</div>`, layout, {
    title: waiting === "" ? title : `(${waiting}) ${title}`,
    theme: visit.theme,
    density: visit.density,
    shortcuts: here.account.shortcuts,
    hasWaiting: waiting !== "",
    person: personMark(visit),
    status,
    headers: [...headers, ...setCookies(visit.cookies)],
  });
}

/** Decisions that are taken back for ten seconds, as `done` says them. */
const decided = ["approving", "rejecting", "returning", "deleting"];

/** The card of a review whose decision is taken back, where it was made at the desk. */
const backAt = ({ pathname }: URL, id: string) =>
  pathname === "/console/desk" ? `${pathname}?at=${id}` : null;
