// A person's actions on a thread: its status, and its assignee. The turns are those of PATCH /threads/{id}.

import { deleteSuppression } from "../../../actors/account/sending/suppressions.ts";
import { changeReviewedThread } from "../../../actors/identity/reviews/watched-threads.ts";
import { invalid } from "../../lib/failure.ts";
import { canonicalAddress } from "../../mail/address.ts";
import { ownerTypes, threadStatuses } from "../../schema/mailbox/threads.ts";
import type { ThreadRow } from "../../store/mailbox/threads.ts";
import { backOf, person, redirect, type SentForm } from "../frame/answers.ts";
import { pathPart } from "../frame/path-part.ts";
import { phrases } from "../phrases.ts";
import { peopleOf } from "../session/accounts.ts";
import { threadOf } from "./thread-data.ts";

/** @throws Failure not_found, validation_error */
export async function changeStatus(sent: SentForm): Promise<Response> {
  const { form } = sent;
  const status = threadStatuses.find((one) => one === form.get("status"));
  if (!status) throw invalid(phrases.failure.useForm);
  const ownerType = ownerTypes.find((one) => one === form.get("owner"));
  const was = await change(sent, { status, ...(ownerType ? { ownerType } : {}) });
  const isPlain = !ownerType && status !== "human_review" && was.status !== "human_review";
  return back(sent, status, isPlain && was.status !== status ? { undo: was.id, was: was.status } : {});
}

/** @throws Failure not_found, validation_error */
export async function assign(sent: SentForm): Promise<Response> {
  const { form, deps, account } = sent;
  const assigneeId = form.get("assignee") || null;
  const people = await peopleOf(deps, account.accountId);
  if (assigneeId !== null && !people.some(({ id }) => id === assigneeId))
    throw invalid(phrases.failure.useForm);
  await change(sent, { assigneeId });
  return back(sent, "assigned");
}

async function change(
  sent: SentForm,
  change: Parameters<typeof changeReviewedThread>[1]["change"],
): Promise<ThreadRow> {
  const { deps, form, origin, url } = sent;
  const thread = await threadOf(sent, pathPart(url.pathname, -2));
  // An undo takes back what still stands.
  if (form.has("only") && form.get("only") !== thread.status) throw invalid(phrases.thread.changedMeanwhile);
  await deps.actors
    .identity(thread.accountId, thread.identityId)
    .run((turn) => changeReviewedThread(turn, { id: thread.id, change, reviewer: person }), { origin });
  return thread;
}

/** The account writes to an address again that a server said was gone. @throws Failure not_found, validation_error */
export async function liftSuppression(sent: SentForm): Promise<Response> {
  const { deps, form, scope, origin } = sent;
  const email = canonicalAddress(form.get("email") ?? "");
  if (email === null) throw invalid(phrases.failure.useForm);
  await deps.actors.account(scope.accountId).run((turn) => deleteSuppression(turn, { email }), { origin });
  return back(sent, "suppression-lifted");
}

/** To the page that the form names, which says what was done. @param undo the facts that take it back */
export function back(
  { form, visit }: SentForm,
  done: string,
  undo: Readonly<Record<string, string>> = {},
): Response {
  const to = backOf(form, "/console")
    .replace(/([?&])done=[\w-]*&?/, "$1")
    .replace(/[?&]$/, "");
  return redirect(`${to}${to.includes("?") ? "&" : "?"}${new URLSearchParams({ done, ...undo })}`, visit);
}
