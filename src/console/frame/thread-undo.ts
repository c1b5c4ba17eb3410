// The button that takes back what a person did to a thread. The page's address has the facts: the thread (`undo`), what was before
// (`was`), and what it is since (`now`), without which nothing is taken back. DECISIONS Agent signup and console
import type { Html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { ownerTypes } from "../../schema/mailbox/threads.ts";
import { phrases } from "../phrases.ts";
import { buttonForm } from "./forms.ts";
import type { Here } from "./here.ts";

/** @param code as `done` says what was done */
export function threadUndo(here: Here, code: string, button: Parameters<typeof buttonForm>[2]): Html | false {
  const { searchParams: query } = here.url;
  const id = query.get("undo") ?? "";
  if (!isUuid(id)) return false;
  const fact = (name: string) => query.get(name) ?? "";
  const form = (action: string, fields: Readonly<Record<string, string>>) =>
    buttonForm(
      here,
      { action: `/console/threads/${id}/${action}`, fields: { back: backTo(here, id), ...fields } },
      button,
    );
  const [was, now] = [fact("was"), fact("now")];
  switch (code) {
    case "labelled":
      return isUuid(now) && form("labels", { [was === "on" ? "on" : "off"]: now });
    case "assigned":
      return form("assign", { assignee: was, only: now });
    case "unread":
      return isUuid(now) && form("unread", { read: now });
    case "snoozed":
      return form("snooze", { until: "wake", only: now });
    default:
      return Object.hasOwn(phrases.status, was) && statusUndo(code, { was, now, fact, form });
  }
}

/** The status that was before, with the folder and the owner, where these changed too. */
function statusUndo(
  code: string,
  {
    was,
    now,
    fact,
    form,
  }: {
    was: string;
    now: string;
    fact(name: string): string;
    form(action: string, fields: Readonly<Record<string, string>>): Html;
  },
): Html {
  const from = fact("from");
  if (isUuid(from)) return form("move", { status: was, folder: from, only: fact("after"), at: now });
  const by = ownerTypes.find((one) => one === fact("by"));
  return form("status", { status: was, only: code, ...(by ? { owner: by } : {}) });
}

/** The thread's page, in the list where one is. */
function backTo({ url: { pathname, searchParams: query } }: Here, id: string): string {
  const inList = pathname.startsWith("/console/mail/") ? pathname.split("/").at(-1)! : query.get("list");
  const place = new URLSearchParams({ list: inList ?? "open" });
  for (const name of ["address", "pod", "label", "of"])
    if (query.has(name)) place.set(name, query.get(name)!);
  return `/console/threads/${id}?${place}`;
}
