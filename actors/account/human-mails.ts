// Mails of the service to humans: codes and sign-in links. They go out like any other message, from noreply@ the default
// domain, an identity of the operator that is made when it is first needed. It has no inbox, so what it sends is not kept.
import { addMs, type Instant, msOf, nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { forgetMails, type HumanMailKind, recentMails } from "../../src/store/accounts/agent-signup.ts";
import { findIdentityByAddress, type IdentityRow } from "../../src/store/accounts/identities.ts";
import { findSuppression } from "../../src/store/accounts/suppressions.ts";
import { humanMails } from "../../src/store/tables/index.ts";
import { type OutgoingDeps, prepareOutgoing, serviceLetter } from "../identity/sending/prepare.ts";
import { sending } from "../identity/sending/send.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";
import { createIdentity } from "./identities.ts";
import type { Operator } from "./operator.ts";

const hourMs = 3_600_000;
const mostAnHour = 3;

export interface HumanMailDeps extends OutgoingDeps {
  actors: Actors;
}

export interface HumanMail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Checks what can be known before anything is promised: the address can be written to, and we may write.
 * @throws Failure recipient_refused, forbidden (the operator has stopped noreply@)
 */
export async function checkHuman(deps: HumanMailDeps, operator: Operator, email: string): Promise<void> {
  await checkNoreply(deps, operator);
  const { kind } = await deps.routing.resolve(email);
  const lost = kind === "unknown" || kind === "suspended";
  if (!lost && !(await findSuppression(deps.database, operator.accountId, { email }))) return;
  throw new Failure(
    "recipient_refused",
    `${email} ${lost ? "does not exist" : "has bounced or complained before"}, so no code can reach it. Name another human_email.`,
  );
}

/** Queues a mail. @throws Failure as sending does */
export async function sendToHuman(deps: HumanMailDeps, operator: Operator, mail: HumanMail): Promise<void> {
  const scope = { accountId: operator.accountId, identityIds: null };
  await ensureNoreply(deps, operator);
  const { identity, outgoing } = await prepareOutgoing(
    deps,
    scope,
    serviceLetter({
      from: `noreply@${operator.domain}`,
      to: [mail.to],
      subject: mail.subject,
      text: mail.text,
    }),
  );
  await deps.actors.identity(identity.accountId, identity.id).runOnce(null, sending(outgoing));
}

function findNoreply(
  { database }: HumanMailDeps,
  { accountId, domain }: Operator,
): Promise<IdentityRow | null> {
  return findIdentityByAddress(database, { accountId, identityIds: null }, { localPart: "noreply", domain });
}

/** What the operator has set for it holds, though nothing can be confirmed then. */
async function checkNoreply(deps: HumanMailDeps, operator: Operator): Promise<void> {
  const noreply = await findNoreply(deps, operator);
  if (!noreply) return;
  const expired = noreply.expiresAt !== null && noreply.expiresAt <= nowInstant(deps.clock);
  if (noreply.status === "active" && noreply.sendPolicy === "open" && !expired) return;
  throw new Failure(
    "forbidden",
    `This server writes to humans from noreply@${operator.domain}, and that address may not write to everybody now. Ask the operator to make it active, with send_policy open.`,
  );
}

async function ensureNoreply(deps: HumanMailDeps, operator: Operator): Promise<void> {
  const { actors } = deps;
  const { accountId, domainId } = operator;
  if (await findNoreply(deps, operator)) return;
  try {
    await actors.account(accountId).run((turn) =>
      createIdentity(turn, {
        id: turn.newId(),
        domainId,
        localPart: "noreply",
        displayName: "Postroom",
        type: "application",
        mode: "automated",
        sendPolicy: "open",
        expiresAt: null,
        tenantId: null,
        podId: null,
      }),
    );
  } catch (error) {
    // Somebody else made it just now.
    if (!(error instanceof Failure) || error.code !== "address_taken") throw error;
  }
}

/**
 * Counts a mail to a human in a turn of the operator's account.
 * @throws Failure rate_limited
 */
export async function countMail(turn: Turn, kind: HumanMailKind, email: string): Promise<Instant> {
  const { accountId } = turn;
  const at = turn.instant();
  const since = addMs(at, -hourMs);
  const recent = await recentMails(turn, accountId, { kind, email, since, count: mostAnHour });
  if (recent.length >= mostAnHour) {
    throw new Failure(
      "rate_limited",
      `${mostAnHour} mails an hour are all that one human is sent. Use the newest one, or wait for the seconds in Retry-After.`,
      secondsUntil(addMs(recent.at(-1)!, hourMs), at),
    );
  }
  turn.insert(humanMails, { accountId, id: turn.newId(), kind, email, createdAt: at });
  turn.bulk(forgetMails(accountId, since));
  return at;
}

/** Whole seconds, at least one. */
export function secondsUntil(then: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((msOf(then) - msOf(now)) / 1000));
}
