// The bar above a list that acts on the threads chosen in it, the boxes that choose, and how far an action on many threads is. The
// style sheet shows the bar once a box is checked, so it needs no script.
import { canUndoBulkWork } from "../../../actors/account/mailbox/bulk-works.ts";
import type { Instant } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import type { BulkWorkRow } from "../../store/mailbox/bulk-works.ts";
import type { FolderRow } from "../../store/mailbox/folders.ts";
import type { LabelRow } from "../../store/mailbox/labels.ts";
import { buttonOf, type FormContext, option, postForm } from "../frame/forms.ts";
import { type IconName, icon } from "../frame/icons.ts";
import { folderName } from "../frame/navigation.ts";
import { phrases } from "../phrases.ts";
import { type BulkActionName, bulkActions, unmovable } from "./bulk-work.ts";
import { keptListName, type ListAddress, listPath } from "./places.ts";

const words = phrases.bulk;

export interface BulkView {
  form: FormContext;
  /** Folders of the list's one address; none: there are several. */
  folders: readonly FolderRow[];
  labels: readonly LabelRow[];
  /** The boxes that the page checks: all that it shows, or all of the list. */
  picked: "page" | "all" | null;
  /** All of a list is what was in it at this time; null: when the work begins. */
  until: Instant | null;
}

/** The fields of a form that name a list. Another field has a label's name. */
export function placeFields(place: ListAddress): Record<string, string | null> {
  const { addressId, podId, labelId, of } = place;
  return { list: keptListName(place), address: addressId, "in-pod": podId, "in-label": labelId, of };
}

/** Folders that each address has. */
const usual: readonly string[] = ["inbox", "archive", "spam", "trash"];

export function pickBox(id: string, subject: string, { picked }: BulkView): Html {
  return html`<label class="pick"><input type="checkbox" name="id" value="${id}" form="bulk" aria-label="${words.choose(subject.slice(0, 40))}"${picked !== null && html` checked`}${picked === "all" && html` disabled`}></label>`;
}

/** The word that chooses all that the page shows. */
export function pickAll(place: ListAddress): Html {
  return html`<a class="button ghost small pick-all" href="${listPath(place, { select: "page" })}" data-pick="page" data-key="*">${words.chooseAll}</a>`;
}

export function bulkBar(place: ListAddress, view: BulkView, shown: number): Html {
  const { form, picked, until } = view;
  const all = listPath({ ...place, cursor: null }, { select: "all" });
  const { list } = place;
  const button = (name: BulkActionName, text: string, shape: { icon: IconName; key?: string }) =>
    html`<button class="button plain" name="action" value="${name}" title="${text}" aria-label="${text}"${shape.key && html` data-key="${shape.key}"`}>${icon(shape.icon)}</button>`;
  const isJunk = list === "spam" || list === "trash";
  return postForm(
    form,
    {
      action: "/console/bulk",
      id: "bulk",
      class: "bulk",
      label: words.title,
      fields: { ...placeFields(place), ...(picked === "all" ? { which: "all", until } : {}) },
    },
    html`<button disabled hidden></button>
<p class="picked">${picked === "all" ? words.everything : html`<output><span data-picked>${picked === null ? "" : shown}</span> ${words.chosen}</output>`}</p>
<p class="pick-more">${picked !== "all" && html`<a href="${all}">${words.all}</a>`}<a href="${listPath(place)}" data-pick="none">${words.none}</a></p>
<div class="bulk-actions" role="group" aria-label="${words.title}">
${list === "done" ? button("open", words.open, { icon: "inbox" }) : button("resolved", words.done, { icon: "done", key: "e" })}
${button("read", words.read, { icon: "check", key: "I" })}${button("unread", words.unread, { icon: "mail", key: "u" })}
${isJunk ? button("inbox", list === "spam" ? words.notSpam : phrases.moves.folders.inbox!, { icon: "inbox", key: "!" }) : button("spam", words.spam, { icon: "alert", key: "!" })}
${list !== "trash" && button("trash", words.trash, { icon: "trash", key: "#" })}
${labelSheet(view)}${moveSheet(view)}</div>`,
  );
}

function moveSheet({ folders }: BulkView): Html {
  const own = folders.filter(({ role }) => !unmovable.includes(role));
  const options =
    own.length > 0
      ? own.map((row) => option(row.id, folderName(row), row.role === "archive"))
      : usual.map((role) => option(role, phrases.moves.folders[role]!, role === "archive"));
  return html`<details class="menu"><summary class="button plain" title="${words.move}" aria-label="${words.move}" data-key="v">${icon("folder")}</summary><div class="sheet stack"><label for="bulk-folder">${words.moveTo}</label><select id="bulk-folder" name="folder">${options}</select><button class="button primary" name="action" value="move">${words.move}</button></div></details>`;
}

function labelSheet({ labels }: BulkView): Html {
  const byName = labels.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return html`<details class="menu"><summary class="button plain" title="${words.label}" aria-label="${words.label}" data-key="l">${icon("label")}</summary><div class="sheet stack"><label for="bulk-label">${words.labelWith}</label><input id="bulk-label" type="text" name="label" maxlength="100" list="bulk-labels" autocomplete="off"><datalist id="bulk-labels">${byName.map(({ name }) => html`<option value="${name}"></option>`)}</datalist><div class="together"><button class="button primary" name="action" value="label">${words.put}</button><button class="button plain" name="action" value="unlabel">${words.take}</button></div></div></details>`;
}

/** A page that finds somebody else at the work looks again after this time. */
const againMs = "1000";

/** The form that goes on with the rest; the script sends it by itself. @param isBusy somebody else is at it */
export function bulkProgress(form: FormContext, { id, did, leftAlone }: BulkWorkRow, isBusy: boolean): Html {
  const goOn = postForm(
    form,
    {
      action: "/console/bulk/on",
      class: "inline",
      fields: { work: id },
      data: { continue: isBusy ? againMs : "" },
    },
    buttonOf({ text: words.goOn, class: "button small" }),
  );
  return html`<div class="notice info progress" role="status"><span>${words.going(did + leftAlone)} ${words.byItself}</span>${goOn}</div>`;
}

export const bulkToast = (text: Html, form: Html | false): Html =>
  html`<div class="toast">${icon("check")}<span>${text}</span>${form}</div>`;

/** A work that is over, with the button that takes it back. */
export function workToast(form: FormContext, work: BulkWorkRow): Html {
  const { id, did, leftAlone, phase, steps, asked } = work;
  if (phase === "ended") return bulkToast(html`${words.ended}`, false);
  if (phase === "undone") return bulkToast(html`${words.takenBack(did)}`, false);
  const name = bulkActions.find((one) => one === asked.action)!;
  const canUndo = canUndoBulkWork(work);
  const text = html`${words.did[name](did)}${leftAlone > 0 && words.left(leftAlone)}${!canUndo && steps > 0 && words.noUndo}`;
  const undo = postForm(
    form,
    { action: "/console/bulk/undo", class: "inline", fields: { work: id } },
    buttonOf({ text: phrases.write.undo, class: "button small", key: "z" }),
  );
  return bulkToast(text, canUndo && undo);
}
