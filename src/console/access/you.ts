// A person's own settings: single keys, passkeys, and sessions. Open to every role.
// DECISIONS Agent signup and console

import { signOut } from "../../../actors/account/access/console.ts";
import { setLanguage, setShortcuts } from "../../../actors/account/access/members.ts";
import { addPasskey, removePasskey, renamePasskey } from "../../../actors/account/access/passkeys.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import type { HttpDeps } from "../../http/context.ts";
import { instantOf } from "../../lib/clock.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { languages } from "../../lib/languages.ts";
import { must } from "../../lib/must.ts";
import { sha256 } from "../../lib/secrets.ts";
import { type SessionRow, sessionsOf } from "../../store/access/console.ts";
import { findPasskey, type PasskeyRow, passkeysOf } from "../../store/access/passkeys.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { refusalText } from "../frame/refusals.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { tellOfPasskey } from "../session/passkey-notice.ts";
import type { Visit } from "../session/session.ts";
import { browserName } from "../session/user-agent.ts";
import { creationOptions, isAtSite, readRegistration, siteOf } from "../session/webauthn.ts";
import { youPage } from "./you-page.ts";

const path = "/console/settings/you";
const words = phrases.you;
const passkeyWords = words.passkeys;
const longestName = 100;
/** Failures that the page shows beside the form. */
const mendable = new Set(["conflict", "code_expired"]);

export function youPages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "reviewer", (here) => showYou(here)),
    )
    .post("/console/you/keys", action(deps, "reviewer", changeKeys))
    .post("/console/you/language", action(deps, "reviewer", changeLanguage))
    .post("/console/you/passkeys", action(deps, "reviewer", register))
    .post("/console/you/passkeys/name", action(deps, "reviewer", rename))
    .post("/console/you/passkeys/remove", action(deps, "reviewer", remove))
    .post("/console/you/sessions/end", action(deps, "reviewer", endSession))
    .post("/console/you/sessions/end-others", action(deps, "reviewer", endOthers));
}

async function changeKeys({ form, deps, account, origin, visit }: SentForm): Promise<Response> {
  const keys = form.get("keys");
  if (keys !== "on" && keys !== "off") throw invalid(phrases.failure.useForm);
  const { accountId, memberId } = account;
  await deps.actors.account(accountId).run((turn) => setShortcuts(turn, memberId, keys === "on"), { origin });
  return redirect(`${path}?done=saved`, visit);
}

/** The choice is the person's, so all accounts that they work in have it. */
async function changeLanguage({ form, deps, accounts, origin, visit }: SentForm): Promise<Response> {
  const wanted = form.get("language") ?? "";
  const language = wanted === "" ? null : (languages.find((one) => one === wanted) ?? undefined);
  if (language === undefined) throw invalid(phrases.failure.useForm);
  for (const { accountId, memberId } of accounts)
    await deps.actors.account(accountId).run((turn) => setLanguage(turn, memberId, language), { origin });
  return redirect(`${path}?done=saved#language`, visit);
}

async function endSession(sent: SentForm): Promise<Response> {
  const id = sent.form.get("id") ?? "";
  const session = (await ownSessions(sent)).find((one) => sessionId(one) === id);
  if (!session) throw notFound();
  await end(sent, [session]);
  return redirect(`${path}?done=signed-out#sessions`, sent.visit);
}

async function endOthers(sent: SentForm): Promise<Response> {
  const own = sessionId(personOf(sent.visit));
  await end(
    sent,
    (await ownSessions(sent)).filter((one) => sessionId(one) !== own),
  );
  return redirect(`${path}?done=signed-out#sessions`, sent.visit);
}

/** Sessions belong to the account in which they began. */
async function end({ deps }: SentForm, sessions: readonly SessionRow[]): Promise<void> {
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
  return sessionsOf(deps.database, personOf(visit), instantOf(now));
}

/** Return a session's id on the page: the stored hash stays in the database. */
function sessionId({ tokenHash }: SessionRow): string {
  return sha256(tokenHash).toString("hex").slice(0, 32);
}

/** @throws Failure forbidden for a session that came with an agent's signup: it proves no person's address */
async function register(sent: SentForm): Promise<Response> {
  const { form, deps, visit, csrf, origin } = sent;
  if (!mayRegister(sent)) throw new Failure("forbidden", passkeyWords.unproven);
  const name = (form.get("name") ?? "").trim();
  if (name === "" || name.length > longestName) return showYou(sent, passkeyWords.wrongName);
  const registered = await readRegistration(deps, { csrf, text: form.get("response") ?? "" });
  if (!registered) return showYou(sent, passkeyWords.refused);
  const { passkey, ...challenge } = registered;
  const { accountId, ownerEmail } = personOf(visit);
  const input = { id: newId(), ownerEmail, name, ...passkey };
  try {
    await deps.actors.account(accountId).run((turn) => addPasskey(turn, challenge, input), { origin });
  } catch (failure) {
    const isMendable = failure instanceof Failure && mendable.has(failure.code);
    if (isMendable) return showYou(sent, refusalText(failure.message));
    throw failure;
  }
  await tellOfPasskey(sent, { change: "added", name, email: ownerEmail });
  return redirect(`${path}?done=passkey-added#passkeys`, visit);
}

async function rename(sent: SentForm): Promise<Response> {
  const name = (sent.form.get("name") ?? "").trim();
  if (name === "" || name.length > longestName) return showYou(sent, passkeyWords.wrongName);
  await changePasskey(sent, (turn, row) => renamePasskey(turn, row, name));
  return redirect(`${path}?done=saved#passkeys`, sent.visit);
}

async function remove(sent: SentForm): Promise<Response> {
  const { name, ownerEmail: email } = await changePasskey(sent, removePasskey);
  await tellOfPasskey(sent, { change: "removed", name, email });
  return redirect(`${path}?done=passkey-removed#passkeys`, sent.visit);
}

/** Passkeys belong to the account in which they were made. @returns it was @throws Failure not_found */
async function changePasskey(
  sent: SentForm,
  change: (turn: Turn, row: PasskeyRow) => void,
): Promise<PasskeyRow> {
  const { deps, form, visit, origin } = sent;
  const known = await passkeysOf(deps.database, personOf(visit));
  const row = known.find(({ id }) => id === form.get("id"));
  if (!row) throw notFound();
  await deps.actors.account(row.accountId).run(
    async (turn) => {
      const stands = await findPasskey(turn, row.credentialId);
      if (!stands) throw notFound();
      change(turn, stands);
    },
    { origin },
  );
  return row;
}

/** Links that agents hand over open one account and say nothing of who follows them. */
function mayRegister({ account, email }: Here): boolean {
  return email !== null || account.plan === "operator";
}

async function showYou(here: Here, error?: string): Promise<Response> {
  const { deps, visit, csrf, request } = here;
  const own = sessionId(personOf(visit));
  const [rows, passkeys] = await Promise.all([ownSessions(here), passkeysOf(deps.database, personOf(visit))]);
  const sessions = rows.map((row) => {
    const id = sessionId(row);
    return { row, id, device: browserName(row.userAgent), isThis: id === own };
  });
  const why =
    siteOf(deps) === null
      ? passkeyWords.nowhere
      : !isAtSite(deps, request)
        ? passkeyWords.elsewhere(deps.baseUrl())
        : mayRegister(here)
          ? null
          : passkeyWords.unproven;
  const name = here.email ?? phrases.people.operator;
  const options =
    why === null
      ? creationOptions(deps, {
          csrf,
          person: personOf(visit),
          name,
          known: passkeys,
        })
      : null;
  const view = {
    sessions,
    passkeys,
    adding: options === null ? { why } : { options, device: browserName(request.headers.get("user-agent")) },
    error,
  };
  const status = error === undefined ? 200 : 400;
  return widePage(here, { title: words.title, place: "settings", status }, youPage(here, view));
}

function personOf(visit: Visit): SessionRow {
  return must(visit.session, "the page is for people who are logged in");
}
