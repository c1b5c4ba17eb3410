// What is a person's own: whether single keys work, and where the person is signed in. Open to every role.
// DECISIONS Agent signup and console
import { signOut } from "../../../actors/account/console.ts";
import { setShortcuts } from "../../../actors/account/members.ts";
import type { HttpDeps } from "../../http/context.ts";
import { instantOf } from "../../lib/clock.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { sha256 } from "../../lib/secrets.ts";
import { type SessionRow, sessionsOf } from "../../store/accounts/console.ts";
import { action, type Here, page, redirect, routes, type Sent } from "../frame/answers.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { browserName } from "../session/user-agent.ts";
import { youPage } from "./you-page.ts";

const path = "/console/settings/you";
const words = phrases.you;

export function youPages(deps: HttpDeps) {
  return routes()
    .get(path, page(deps, "reviewer", showYou))
    .post("/console/you/keys", action(deps, "reviewer", changeKeys))
    .post("/console/you/sessions/end", action(deps, "reviewer", endSession))
    .post("/console/you/sessions/end-others", action(deps, "reviewer", endOthers));
}

async function changeKeys({ form, deps, account, origin, visit }: Sent): Promise<Response> {
  const keys = form.get("keys");
  if (keys !== "on" && keys !== "off") throw invalid(phrases.failure.useForm);
  const { accountId, memberId } = account;
  await deps.actors.account(accountId).run((turn) => setShortcuts(turn, memberId, keys === "on"), { origin });
  return redirect(`${path}?done=saved`, visit);
}

async function endSession(sent: Sent): Promise<Response> {
  const id = sent.form.get("id") ?? "";
  const session = (await ownSessions(sent)).find((one) => sessionId(one) === id);
  if (!session) throw notFound();
  await end(sent, [session]);
  return redirect(`${path}?done=signed-out#sessions`, sent.visit);
}

async function endOthers(sent: Sent): Promise<Response> {
  const own = sessionId(sent.visit.session!);
  await end(
    sent,
    (await ownSessions(sent)).filter((one) => sessionId(one) !== own),
  );
  return redirect(`${path}?done=signed-out#sessions`, sent.visit);
}

/** Sessions belong to the account in which they began. */
async function end({ deps }: Sent, sessions: readonly SessionRow[]): Promise<void> {
  const byAccount = Map.groupBy(sessions, ({ accountId }) => accountId);
  for (const [accountId, some] of byAccount)
    await deps.actors.account(accountId).run(
      (turn) => {
        for (const { tokenHash } of some) signOut(turn, tokenHash);
      },
      { quiet: true },
    );
}

function ownSessions({ deps, visit, now }: Here): Promise<SessionRow[]> {
  return sessionsOf(deps.database, visit.session!, instantOf(now));
}

/** What a page calls a session: its stored hash stays in the database. */
function sessionId({ tokenHash }: SessionRow): string {
  return sha256(tokenHash).toString("hex").slice(0, 32);
}

async function showYou(here: Here): Promise<Response> {
  const own = sessionId(here.visit.session!);
  const sessions = (await ownSessions(here)).map((row) => {
    const id = sessionId(row);
    return { row, id, device: browserName(row.userAgent), isThis: id === own };
  });
  return widePage(here, { title: words.title, place: "settings" }, youPage(here, { sessions }));
}
