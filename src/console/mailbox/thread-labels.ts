// Labels of a thread: put on, taken off, made. The turns are those of the API's labels.

import { createLabel, labelThread } from "../../../actors/identity/mailbox/labels.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { allLabels, getLabel, keywordKeys, type LabelRow, labelKey } from "../../store/mailbox/labels.ts";
import { placementsOfThread } from "../../store/mailbox/placements.ts";
import type { ThreadRow } from "../../store/mailbox/threads.ts";
import type { Here, SentForm } from "../frame/answers.ts";
import { buttonOf, hidden, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { pathPart } from "../frame/path-part.ts";
import { phrases } from "../phrases.ts";
import { back } from "./thread-actions.ts";
import { type ThreadPage, threadOf } from "./thread-data.ts";

const words = phrases.labels;
const colour = "#6b7280";
const longestName = 100;

/** @throws Failure not_found, label_exists, conflict */
export async function changeLabels(sent: SentForm): Promise<Response> {
  const { deps, form, scope, url } = sent;
  const thread = await threadOf(sent, pathPart(url.pathname, -2));
  const actor = deps.actors.identity(thread.accountId, thread.identityId);
  const name = (form.get("name") ?? "").trim();
  if (form.get("do") === "make") {
    if (name === "" || name.length > longestName) throw invalid(words.wrongLength(longestName));
    const key = labelKey(name);
    const known = await allLabels(deps.database, thread);
    const label =
      known.find((row) => row.removedAt === null && row.nameKey === key) ??
      (await actor.run((turn) => createLabel(turn, { id: newId(), name, colour }), { origin: sent.origin }));
    return put(sent, thread, { label, on: true });
  }
  const on = form.get("on");
  const id = on ?? form.get("off") ?? "";
  const label = isUuid(id) ? await getLabel(deps.database, scope, id) : null;
  if (!label || label.identityId !== thread.identityId) throw notFound();
  return put(sent, thread, { label, on: on !== null });
}

/** An undo is offered where none of its mails had the label, or all of them: else it would not be as it was. */
async function put(
  sent: SentForm,
  { id: threadId, accountId, identityId }: ThreadRow,
  { label, on }: { label: LabelRow; on: boolean },
): Promise<Response> {
  const { deps } = sent;
  const owner = { accountId, identityId };
  const among = (has: boolean) =>
    placementsOfThread(deps.database, owner, { id: threadId, keys: keywordKeys(label), has, count: 1 });
  const [some, others] = await Promise.all([among(on), among(!on)]);
  const actor = deps.actors.identity(accountId, identityId);
  await labelThread(actor, { threadId, labelId: label.id, on });
  const isWhole = some.length === 0 && others.length > 0;
  return back(sent, "labelled", isWhole ? { undo: threadId, was: on ? "off" : "on", now: label.id } : {});
}

export function labelMenu(here: Here, { thread, labels, labelIds }: ThreadPage, path: string): Html {
  const action = `/console/threads/${thread.id}/labels`;
  return html`<details class="menu"><summary class="button plain" data-key="l">${icon("label")}<span>${words.label}</span></summary><div class="sheet">
${
  labels.length > 0 &&
  postForm(
    here,
    { action, class: "label-list", label: words.label },
    html`${hidden("back", path)}${labels.map(({ id, name }) => {
      const isOn = labelIds.has(id);
      return html`<button class="label-choice" name="${isOn ? "off" : "on"}" value="${id}" aria-pressed="${isOn ? "true" : "false"}">${isOn ? icon("check") : html`<span class="icon"></span>`}<span>${name}</span></button>`;
    })}`,
  )
}
${postForm(
  here,
  { action, class: "together" },
  html`${hidden("back", path)}${hidden("do", "make")}<input type="text" name="name" maxlength="${longestName}" required list="label-names" aria-label="${words.newName}" placeholder="${words.newName}" autocomplete="off"><datalist id="label-names">${labels.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>${buttonOf({ text: words.make, class: "button" })}`,
)}</div></details>`;
}
