// The queue over all addresses, for owners of the operator's account: what waits, why, and what to do with one entry. To everybody
// else there is no such page.
import { isOperator } from "../../../actors/account/accounts/operator.ts";
import { changeQueue, type QueueAction } from "../../../actors/identity/sending/send-queue.ts";
import type { HttpDeps } from "../../http/context.ts";
import { nowInstant } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { listQueue, queueStates } from "../../store/sending/send-queue.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type QueueView, queuePage } from "./send-queue-page.ts";

const path = "/console/settings/queue";
const shown = 100;
const maxTyped = 253;
const actions: readonly QueueAction[] = ["retry", "hold", "release", "drop"];

export function queuePages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "owner", (here) => showQueue(here)),
    )
    .post("/console/queue", action(deps, "owner", change));
}

/** @throws Failure not_found */
async function requireOperator({ deps, account }: Here): Promise<void> {
  if (!(await isOperator(deps.database, account.accountId))) throw notFound();
}

async function change(sent: SentForm): Promise<Response> {
  await requireOperator(sent);
  const { deps, form, origin, visit } = sent;
  const id = form.get("id") ?? "";
  const wanted = actions.find((one) => one === form.get("do"));
  if (!isUuid(id) || !wanted) throw notFound();
  const { outcomes } = await changeQueue(deps, wanted, { filter: { ids: [id] }, cursor: null, origin });
  const left = outcomes.length === 0 ? "settled" : (outcomes[0]?.left ?? null);
  if (left !== null) return showQueue(sent, phrases.queue.left[left]);
  const back = new URLSearchParams({ ...typedOf(form), done: "saved" });
  return redirect(`${path}?${back}`, visit);
}

function typedOf(given: URLSearchParams): QueueView["typed"] {
  const typed = (name: string) => (given.get(name) ?? "").trim().slice(0, maxTyped);
  return { domain: typed("domain"), error: typed("error"), state: typed("state") };
}

async function showQueue(here: Here, error?: string): Promise<Response> {
  await requireOperator(here);
  const { deps, url } = here;
  const typed = typedOf(url.searchParams);
  const cursor = url.searchParams.get("after") ?? "";
  const { rows, end } = await listQueue(
    deps.database,
    {
      domain: typed.domain.toLowerCase() || undefined,
      error: typed.error || undefined,
      state: queueStates.find((one) => one === typed.state),
    },
    { now: nowInstant(deps.clock), cursor: isUuid(cursor) ? cursor : null, count: shown },
  );
  const options = {
    title: phrases.settings.pages.queue.name,
    place: "settings" as const,
    status: error === undefined ? 200 : 409,
  };
  return widePage(here, options, queuePage(here, { rows, end, typed, error }));
}
