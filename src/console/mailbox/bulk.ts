// Actions on many threads: those that were chosen, or all of a list. A few are done at once, and the page carries what takes them
// back; more are a work of their own, with which the page goes on, and a worker where no page does.
import { beginBulkWork, undoBulkWork } from "../../../actors/account/mailbox/bulk-works.ts";
import type { HttpDeps } from "../../http/context.ts";
import { parseInstant } from "../../lib/clock.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { html } from "../../lib/html.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { type BulkWorkRow, getBulkWork, isRunning } from "../../store/mailbox/bulk-works.ts";
import { getThreads, type ThreadRow } from "../../store/mailbox/threads.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { buttonOf, hidden, postForm } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { bulkStep, placeOfWork } from "./bulk-round.ts";
import { bulkProgress, bulkToast, placeFields, workToast } from "./bulk-view.ts";
import { actOnAll, type BulkAction, bulkActions, maxNameCharacters, takeBackAll } from "./bulk-work.ts";
import { isBulkList, threadsOf } from "./list-data.ts";
import { listAnswer } from "./list-page.ts";
import { keptListName, type ListAddress, partsQuery, placeOf, widest } from "./places.ts";
import { readUndo, undoFields, undoOf, undoText } from "./undo-text.ts";

const words = phrases.bulk;

/** Threads that are done at once. */
const atOnce = 80;
/** Steps of a work that one request makes. */
const stepsAtOnce = 2;
/** Threads that a form names. */
const maxNamed = 1000;

export function bulkPages(deps: HttpDeps) {
  return routes()
    .get("/console/bulk", page(deps, "reviewer", toMail))
    .get("/console/bulk/on", page(deps, "reviewer", toMail))
    .post("/console/bulk", action(deps, "member", begin))
    .post("/console/bulk/on", action(deps, "member", goOn))
    .post("/console/bulk/undo", action(deps, "member", undo));
}

const toMail = ({ visit }: Here) => redirect("/console/mail/open", visit);

/** The thing that a form asks for. */
interface BulkForm {
  place: ListAddress;
  action: BulkAction;
  /** Null: all of the list, from the cursor of the place on. */
  ids: string[] | null;
}

async function begin(sent: SentForm): Promise<Response> {
  const asked = askedOf(sent.form);
  const threads = await fewThreads(sent, asked);
  if (threads) {
    const { undone, left } = await actOnAll(sent, threads, asked.action);
    return answerAtOnce(sent, asked, { did: undone.length, left, undo: undoText(undone) });
  }
  const { account, personId, email, origin } = sent;
  const { addressId, podId, labelId, of, cursor } = asked.place;
  const list = keptListName(asked.place);
  const { name, to } = asked.action;
  const work = await sent.deps.actors.account(account.accountId).run(
    (turn) =>
      beginBulkWork(turn, {
        id: newId(),
        personId,
        email,
        ip: origin.kind === "person" ? (origin.ip ?? null) : null,
        asked: { list, addressId, podId, labelId, of, action: name, to, ids: asked.ids },
        cursor,
      }),
    { origin },
  );
  return advance(sent, work);
}

/** @throws Failure validation_error, not_found */
function askedOf(form: URLSearchParams): BulkForm {
  const name = bulkActions.find((one) => one === form.get("action"));
  const place = placeOf(form.get("list") ?? "", sentPlace(form));
  if (!name || !isBulkList(place.list)) throw invalid(phrases.failure.useForm);
  const to = (form.get(name === "move" ? "folder" : "label") ?? "").trim();
  const takesName = name === "move" || name === "label" || name === "unlabel";
  if (takesName && (to === "" || to.length > maxNameCharacters)) throw invalid(phrases.failure.useForm);
  const isAll = form.get("which") === "all";
  const ids = [...new Set(form.getAll("id").filter((id) => id !== ""))];
  if (ids.length > maxNamed) throw invalid(words.tooMany(maxNamed));
  if (!ids.every(isUuid)) throw invalid(phrases.failure.useForm);
  if (!isAll && ids.length === 0) throw invalid(words.nothing);
  const cursor = form.get("until");
  return {
    place: { ...place, cursor: cursor !== null && parseInstant(cursor) ? cursor : null },
    action: { name, to },
    ids: isAll ? null : ids,
  };
}

/** The place of a list, of the fields that `placeFields` gives. */
function sentPlace(form: URLSearchParams): URLSearchParams {
  const sent = (field: string) => form.get(field) || null;
  return partsQuery({
    address: sent("address"),
    pod: sent("in-pod"),
    label: sent("in-label"),
    of: sent("of"),
  });
}

/** All threads that a form names; null: more than one request changes. */
async function fewThreads(sent: SentForm, { place, ids }: BulkForm): Promise<ThreadRow[] | null> {
  if (ids !== null) return ids.length > atOnce ? null : getThreads(sent.deps.database, sent.scope, ids);
  const threads: ThreadRow[] = [];
  let at: ListAddress = place;
  for (;;) {
    const { threads: some, next } = await threadsOf(sent, at);
    threads.push(...some);
    if (next === null) return threads;
    if (threads.length >= atOnce) return null;
    at = { ...at, cursor: next };
  }
}

function answerAtOnce(
  sent: SentForm,
  { place, action }: BulkForm,
  { did, left, undo }: { did: number; left: number; undo: string },
): Promise<Response> {
  const fields: Record<string, string | null> = {
    ...placeFields(place),
    action: action.name,
    [action.name === "move" ? "folder" : "label"]: action.to,
  };
  const form =
    undo !== "" &&
    postForm(
      sent,
      { action: "/console/bulk/undo", class: "inline", files: true },
      html`${Object.entries(fields).map(([name, value]) => value !== null && hidden(name, value))}${undoFields(undo).map((text) => hidden("undo", text))}${buttonOf({ text: phrases.write.undo, class: "button small", key: "z" })}`,
    );
  const text = html`${words.did[action.name](did)}${left > 0 && words.left(left)}`;
  return listAnswer(sent, { ...place, cursor: null }, { toast: bulkToast(text, form) });
}

async function goOn(sent: SentForm): Promise<Response> {
  return advance(sent, await workOf(sent));
}

/** @throws Failure not_found */
async function workOf({ form, deps, account, personId }: SentForm): Promise<BulkWorkRow> {
  const id = form.get("work") ?? "";
  const { accountId } = account;
  const work = isUuid(id) ? await getBulkWork(deps.database, { accountId, id }) : null;
  if (work?.personId !== personId) throw notFound();
  return work;
}

const openThreads: ListAddress = { ...widest, list: "open", of: null, cursor: null };

/** Makes some steps of a work, and shows how far it is. */
async function advance(sent: SentForm, begun: BulkWorkRow): Promise<Response> {
  const { deps } = sent;
  let isBusy = false;
  for (let step = 0; step < stepsAtOnce && !isBusy; step++)
    isBusy = !(await bulkStep(deps, begun, { isPage: true }));
  const work = await getBulkWork(deps.database, begun);
  if (!work) throw notFound();
  // Where its list is gone, the work has ended.
  const shown = work.phase === "ended" ? openThreads : { ...placeOfWork(work), cursor: null };
  return listAnswer(
    sent,
    shown,
    isRunning(work) ? { progress: bulkProgress(sent, work, isBusy) } : { toast: workToast(sent, work) },
  );
}

async function undo(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin } = sent;
  if (form.has("work")) {
    const { id } = await workOf(sent);
    const work = await deps.actors
      .account(account.accountId)
      .run((turn) => undoBulkWork(turn, id), { origin });
    return advance(sent, work);
  }
  const { place, action } = askedOf(new URLSearchParams([...form, ["which", "all"]]));
  const did = await takeBackAll(sent, readUndo(undoOf(form)), action);
  const toast = bulkToast(html`${words.takenBack(did)}`, false);
  return listAnswer(sent, { ...place, cursor: null }, { toast });
}
