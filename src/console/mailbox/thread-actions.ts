// A person's actions on a thread: its status, and its assignee. The turns are those of PATCH /threads/{id}.

import { deleteSuppression } from "../../../actors/account/sending/suppressions.ts";
import { changeReviewedThread } from "../../../actors/identity/reviews/watched-threads.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { canonicalAddress } from "../../mail/address.ts";
import { ownerTypes, threadStatuses } from "../../schema/mailbox/threads.ts";
import { readThread, type ThreadRow } from "../../store/mailbox/threads.ts";
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
  const was = await changeThread(sent, await sentThread(sent), {
    status,
    ...(ownerType ? { ownerType } : {}),
  });
  if (was.status === status) return back(sent, status);
  const isPlain = !ownerType && status !== "human_review" && was.status !== "human_review";
  return back(sent, status, {
    undo: was.id,
    was: was.status,
    ...(isPlain ? {} : { by: was.ownerType }),
  });
}

/** @throws Failure not_found, validation_error */
export async function assign(sent: SentForm): Promise<Response> {
  const { form, deps, account } = sent;
  const assigneeId = form.get("assignee") || null;
  const people = await peopleOf(deps, account.accountId);
  if (assigneeId !== null && !people.some(({ id }) => id === assigneeId))
    throw invalid(phrases.failure.useForm);
  const { id, assigneeId: was } = await changeThread(sent, await sentThread(sent), { assigneeId });
  const isKnown = was === null || people.some((one) => one.id === was);
  const undo = { undo: id, was: was ?? "", now: assigneeId ?? "" };
  return back(sent, "assigned", isKnown && was !== assigneeId ? undo : {});
}

const sentThread = (sent: SentForm) => threadOf(sent, pathPart(sent.url.pathname, -2));

/** An undo, which names what it takes back, takes back what still stands. @returns the thread as it was @throws Failure */
export async function changeThread(
  { deps, form, origin }: SentForm,
  { id, accountId, identityId }: ThreadRow,
  change: Parameters<typeof changeReviewedThread>[1]["change"],
): Promise<ThreadRow> {
  return deps.actors.identity(accountId, identityId).run(
    async (turn) => {
      const before = await readThread(turn, turn.owner, id);
      if (!before) throw notFound();
      const changed = (["assigneeId", "snoozedUntil"] as const).find((field) => field in change) ?? "status";
      if (form.has("only") && form.get("only") !== (before[changed] ?? ""))
        throw invalid(phrases.thread.changedMeanwhile);
      await changeReviewedThread(turn, { id, change, reviewer: person });
      return before;
    },
    { origin },
  );
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
