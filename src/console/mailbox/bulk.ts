// Actions on many threads: those that were chosen, or all of a list. A form does a part; the page that follows goes on with the
// rest, and carries what takes all of it back. So any process answers, and none keeps anything in between.
import type { HttpDeps } from "../../http/context.ts";
import { parseInstant } from "../../lib/clock.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { getThreads, type ThreadRow } from "../../store/mailbox/threads.ts";
import { action, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { buttonOf, hidden, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import {
  actOn,
  type BulkAction,
  type BulkHere,
  bulkActions,
  maxNameCharacters,
  type ThreadUndo,
  takeBack,
} from "./bulk-work.ts";
import { isBulkList, threadsOf } from "./list-data.ts";
import { listAnswer } from "./list-page.ts";
import { type ListAddress, placeOf } from "./places.ts";
import { maxUndoChars, readUndo, stepsOf, undoFields, undoText } from "./undo-text.ts";

const words = phrases.bulk;

/** Threads of one request. */
const perStep = 200;
/** Threads that are worked on at once: their turns share commits. */
const atOnce = 25;
/** Threads that a form names. */
const maxNamed = 1000;

export function bulkPages(deps: HttpDeps) {
  return routes()
    .get(
      "/console/bulk",
      page(deps, "reviewer", ({ visit }) => redirect("/console/mail/open", visit)),
    )
    .post("/console/bulk", action(deps, "member", step))
    .post("/console/bulk/undo", action(deps, "member", undoStep));
}

/** The work as forms carry it from step to step. */
interface BulkState {
  place: ListAddress;
  action: BulkAction;
  /** Null: all of the list, from the cursor of the place on. */
  ids: string[] | null;
  did: number;
  left: number;
  undo: string[];
}

async function step(sent: SentForm): Promise<Response> {
  const state = stateOf(sent.form);
  const { threads, rest } = await nextThreads(sent, state);
  const work: BulkHere = { ...sent, labels: new Map() };
  const undone: ThreadUndo[] = [];
  for (let at = 0; at < threads.length; at += atOnce)
    await Promise.all(
      threads.slice(at, at + atOnce).map(async (thread) => {
        const undo = await actOn(work, thread, state.action).catch(leftAlone);
        if (undo) {
          state.did++;
          undone.push(undo);
        } else state.left++;
      }),
    );
  const text = undoText(undone);
  if (text !== "") state.undo.push(text);
  return answer(sent, { ...state, ...rest }, rest !== null);
}

/** A thread that somebody changed or that takes no such action: the others go on. */
function leftAlone(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/** @throws Failure validation_error, not_found */
function stateOf(form: URLSearchParams): BulkState {
  const name = bulkActions.find((one) => one === form.get("action"));
  const place = placeOf(form.get("list") ?? "", new URLSearchParams(placeFields(form)));
  if (!name || !isBulkList(place.list)) throw invalid(phrases.failure.useForm);
  const to = (form.get(name === "move" ? "folder" : "label") ?? "").trim();
  const takesName = name === "move" || name === "label" || name === "unlabel";
  if (takesName && (to === "" || to.length > maxNameCharacters)) throw invalid(phrases.failure.useForm);
  const isAll = form.get("which") === "all";
  const named = [...form.getAll("id"), ...(form.get("ids") ?? "").split(",")].filter((id) => id !== "");
  const ids = [...new Set(named)];
  if (ids.length > maxNamed) throw invalid(words.tooMany(maxNamed));
  if (!ids.every(isUuid)) throw invalid(phrases.failure.useForm);
  if (!isAll && ids.length === 0) throw invalid(words.nothing);
  const cursor = form.get("until");
  return {
    place: { ...place, cursor: cursor !== null && parseInstant(cursor) ? cursor : null },
    action: { name, to },
    ids: isAll ? null : ids,
    did: countOf(form, "did"),
    left: countOf(form, "left"),
    undo: stepsOf(form),
  };
}

function placeFields(form: URLSearchParams): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of ["address", "of"]) if (form.get(name)) fields[name] = form.get(name)!;
  return fields;
}

function countOf(form: URLSearchParams, name: string): number {
  const count = Number(form.get(name) ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** @returns rest null: these are the last */
async function nextThreads(
  sent: SentForm,
  { place, ids }: BulkState,
): Promise<{ threads: ThreadRow[]; rest: Partial<BulkState> | null }> {
  if (ids !== null) {
    const threads = await getThreads(sent.deps.database, sent.scope, ids.slice(0, perStep));
    const others = ids.slice(perStep);
    return { threads, rest: others.length === 0 ? null : { ids: others } };
  }
  const threads: ThreadRow[] = [];
  let at: ListAddress = place;
  for (;;) {
    const { threads: some, next } = await threadsOf(sent, at);
    threads.push(...some);
    if (next === null) return { threads, rest: null };
    at = { ...at, cursor: next };
    if (threads.length >= perStep) return { threads, rest: { place: at } };
  }
}

function answer(sent: SentForm, state: BulkState, goesOn: boolean): Promise<Response> {
  const { place, action, did, left, undo } = state;
  const shown = { ...place, cursor: null };
  if (goesOn)
    return listAnswer(sent, shown, {
      progress: progressOf(words.going(did + left), goOnForm(sent, "/console/bulk", state)),
    });
  const canUndo = isCarried(undo);
  const text = html`${words.did[action.name](did)}${left > 0 && words.left(left)}${!canUndo && words.noUndo}`;
  const form =
    undo.length > 0 &&
    canUndo &&
    postForm(
      sent,
      { action: "/console/bulk/undo", class: "inline", files: true },
      html`${fieldsOf({ ...state, did: 0, left: 0 })}${buttonOf({ text: phrases.write.undo, class: "button small", key: "z" })}`,
    );
  return listAnswer(sent, shown, { toast: toastOf(text, form) });
}

/** The form that goes on with the rest; the script sends it by itself. */
const goOnForm = (sent: SentForm, path: string, state: BulkState) =>
  postForm(
    sent,
    { action: path, class: "inline", files: true, data: { continue: "" } },
    html`${fieldsOf(state)}${buttonOf({ text: words.goOn, class: "button small" })}`,
  );

/** Whether a page carries what takes the work back. */
const isCarried = (undo: readonly string[]) =>
  undo.reduce((sum, text) => sum + text.length, 0) <= maxUndoChars;

function fieldsOf({ place, action, ids, did, left, undo }: BulkState): Html {
  const { list, addressId, of, cursor } = place;
  const fields: Record<string, string | null> = {
    list,
    address: addressId,
    of,
    action: action.name,
    folder: action.name === "move" ? action.to : null,
    label: action.name === "move" ? null : action.to,
    which: ids === null ? "all" : null,
    ids: ids === null ? null : ids.join(","),
    until: ids === null ? cursor : null,
    did: String(did),
    left: String(left),
  };
  const kept = isCarried(undo) ? undo : [];
  return html`${Object.entries(fields).map(([name, value]) => value !== null && hidden(name, value))}${undoFields(kept).map((text) => hidden("undo", text))}`;
}

const progressOf = (text: string, form: Html) =>
  html`<div class="notice info progress" role="status"><span>${text}</span>${form}</div>`;

const toastOf = (text: Html, form: Html | false) =>
  html`<div class="toast" role="status">${icon("check")}<span>${text}</span>${form}</div>`;

/** Takes back a step of the work at a time, the last one first. */
async function undoStep(sent: SentForm): Promise<Response> {
  const { form } = sent;
  const state = stateOf(new URLSearchParams([...form, ["which", "all"]]));
  const undo = readUndo(state.undo.pop() ?? "");
  const work: BulkHere = { ...sent, labels: new Map() };
  for (let at = 0; at < undo.length; at += atOnce)
    await Promise.all(
      undo.slice(at, at + atOnce).map(async (one) => {
        const isBack = await takeBack(work, one, state.action).catch(leftAlone);
        if (isBack) state.did++;
      }),
    );
  const shown = { ...state.place, cursor: null };
  if (state.undo.length === 0)
    return listAnswer(sent, shown, { toast: toastOf(html`${words.takenBack(state.did)}`, false) });
  return listAnswer(sent, shown, {
    progress: progressOf(words.going(state.did), goOnForm(sent, "/console/bulk/undo", state)),
  });
}
